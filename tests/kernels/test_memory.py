"""What moves memory says the same compiled as plain NumPy does."""

from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.gamekit.observation import FIRST_ONES, MANY, NONE, ONE_ONE, write_choice
from faubourg.kernels.memory import line, signed_at
from faubourg.kernels.piles import MOST, pile_of
from tests.effort import many


@numba.njit
def add_to_line(array: Any, at: int) -> int:
    found = line(array, at)
    for place in range(len(found)):
        found[place] += 1
    return len(found)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.float32])
def test_a_line_is_the_array_itself_and_not_a_copy(kind: Any):
    array = np.arange(12).reshape(3, 4).astype(kind)
    assert add_to_line(array, 1) == 4
    assert array.tolist() == [[0, 1, 2, 3], [5, 6, 7, 8], [8, 9, 10, 11]]
    assert np.shares_memory(line(array, 2), array)


def test_a_choice_is_a_single_1_or_none():
    for count in (1, 5, 28, MANY):
        for chosen in (NONE, 0, count // 2, count - 1):
            out = np.full(count + 2, 7, np.int8)
            write_choice(chosen, count, out, 1)
            expected = [int(place == chosen) for place in range(count)]
            assert out.tolist() == [7, *expected, 7]


def test_the_tables_that_windows_look_at_are_long_enough():
    assert len(ONE_ONE) >= MANY - NONE + MANY
    assert len(FIRST_ONES) >= 2 * MANY


@numba.njit
def compiled_pile_of(piles: Any, number: int) -> int:
    return pile_of(piles, number)


@given(counts=st.lists(st.integers(0, 6), min_size=8, max_size=28).filter(any))
@settings(max_examples=many(60), deadline=None)
def test_a_card_is_found_in_its_pile_at_once_as_by_walking(counts: list[int]):
    piles = np.array(counts, np.int8)
    while piles.sum() > MOST:
        piles //= 2
    found = [compiled_pile_of(piles, number) for number in range(MOST + 1)]
    assert found == [pile_of(piles, number) for number in range(MOST + 1)]
    cards = np.repeat(np.arange(len(piles)), piles).tolist()
    assert found == cards + [len(piles) - 1] * (MOST + 1 - len(cards))  # no card: the last pile


@numba.njit
def read_all(row: Any, at: Any, sizes: Any, out: Any) -> None:
    for i in range(len(at)):
        out[i] = signed_at(row, at[i], sizes[i])


@settings(max_examples=many(50), deadline=None)
@given(data=st.data())
def test_signed_numbers_are_read_by_their_offsets(data: Any):
    """Unaligned ones too: a row has no gaps."""
    kinds = np.dtype([("a", "i1"), ("b", "i8"), ("c", "i2"), ("d", "i4", (3,)), ("e", "i2")])
    rows = np.frombuffer(
        data.draw(st.binary(min_size=kinds.itemsize, max_size=kinds.itemsize)), kinds
    )
    row = rows.copy()[0]
    places = [(kinds.fields[name][1], kinds.fields[name][0]) for name in "abce"]
    at = np.array([*(offset for offset, _ in places), *(11 + 4 * i for i in range(3))])
    sizes = np.array([*(kind.itemsize for _, kind in places), 4, 4, 4])
    out = np.zeros(len(at), np.int64)
    read_all(row, at, sizes, out)
    wanted = [*(int(row[name]) for name in "abce"), *row["d"].tolist()]
    assert out.tolist() == wanted
    assert [signed_at(row, *each) for each in zip(at, sizes, strict=True)] == wanted

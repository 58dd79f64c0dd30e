"""What moves memory says the same compiled as plain NumPy does."""

from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.gamekit.observation import FIRST_ONES, MANY, NONE, ONE_ONE, write_choice
from faubourg.kernels.memory import line
from faubourg.kernels.piles import MOST, pile_of


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
@settings(max_examples=60, deadline=None)
def test_a_card_is_found_in_its_pile_at_once_as_by_walking(counts: list[int]):
    piles = np.array(counts, np.int8)
    while piles.sum() > MOST:
        piles //= 2
    found = [compiled_pile_of(piles, number) for number in range(piles.sum())]
    assert found == [pile_of(piles, number) for number in range(piles.sum())]
    assert found == np.repeat(np.arange(len(piles)), piles).tolist()

"""Kernels that kernels call are bitcode, those that Python calls machine code; both are cached."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from faubourg.core.game import Game, games
from faubourg.kernels.compile import kernel
from faubourg.kernels.dispatch import Flags, Kernel, compiler

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}
Made = Callable[[Any], Any]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Makes a kernel of a function, with an empty cache."""
    return lambda function: Kernel(function, tmp_path, OPTIONS)


def add(a: int, b: int) -> int:
    return a + b


def count_down(n: int) -> int:
    return 0 if n == 0 else 1 + count_down_kernel(n - 1)


def refuse(n: int) -> int:
    if n > 3:
        raise ValueError("more than three")
    return n


count_down_kernel: Any = count_down


@kernel
def doubled(n: int) -> int:
    return 2 * n


def test_a_kernel_that_only_kernels_call_becomes_no_machine_code(made: Made):
    inner = made(add)
    outer = made(lambda n: inner(n, 1) + inner(n, 2))
    assert outer(5) == 13
    assert len(inner.linked.overloads) == 1
    assert not inner.overloads
    assert inner(3, 4) == 7  # until Python calls it
    assert len(inner.overloads) == 1


def test_one_form_serves_whole_numbers_of_all_widths_and_constants(made: Made):
    inner = made(add)
    outer = made(lambda small, word: inner(small[0], word[0]) + inner(1, word[0]) + inner(2, 3))
    assert outer(np.array([-5], np.int8), np.array([7], np.int32)) == 15
    assert [str(args) for args in inner.linked.overloads] == ["(int64, int64)"]


def test_what_is_no_whole_number_keeps_its_type(made: Made):
    inner = made(add)
    outer = made(lambda a: inner(a, 0.5) + inner(a, np.uint64(2)))
    assert outer(1.0) == 4.5
    assert {str(args) for args in inner.linked.overloads} == {
        "(float64, float64)",
        "(float64, uint64)",
    }


def test_a_kernel_may_call_itself(made: Made, monkeypatch: pytest.MonkeyPatch):
    for times in (1, 0):  # compiled, then loaded
        recursive = made(count_down)
        monkeypatch.setitem(count_down.__globals__, "count_down_kernel", recursive)
        assert recursive(10) == 10
        assert sum(recursive.stats.cache_misses.values()) == times


def test_both_forms_are_loaded_when_they_were_compiled_before(made: Made):
    first, again = made(add), made(add)
    assert (first(1, 2), again(1, 2)) == (3, 3)
    assert sum(first.stats.cache_misses.values()) == 1
    assert sum(again.stats.cache_hits.values()) == 1
    assert not again.linked.overloads  # Python needs none
    assert made(lambda n: again(n, 1))(1) == 2
    assert sum(again.linked.stats.cache_hits.values()) == 1
    assert sum(again.linked.stats.cache_misses.values()) == 0


def calling(inner: Any) -> Callable[[int], int]:
    return lambda n: int(inner(n))


def test_errors_of_a_kernel_reach_python(made: Made):
    for _ in ("compiled", "loaded"):
        inner = made(refuse)
        outer = made(calling(inner))
        assert outer(3) == inner(3) == 3
        for called in (inner, outer):
            with pytest.raises(ValueError, match="more than three"):
                called(4)


def test_a_closure_is_not_cached(made: Made):
    """Two of them have the same name and line, and call different kernels."""
    one, other = made(calling(made(refuse))), made(calling(doubled))
    assert (one(3), other(3)) == (3, 6)
    assert one.stats.cache_path is other.stats.cache_path is None


def test_a_kernel_travels_between_processes_by_its_name():
    assert pickle.loads(pickle.dumps(doubled)) is doubled


def test_quick_flags_are_equal_to_those_of_numba():
    ours, theirs = Flags(), compiler.Flags()
    assert ours == theirs
    assert theirs == ours
    assert hash(ours) == hash(theirs)
    ours.forceinline = True
    assert ours != theirs
    assert Flags(ours) == ours
    theirs.forceinline = True
    ours.nrt = compiler.Flags().nrt  # said, though it is the default
    assert ours == theirs
    assert hash(ours) == hash(theirs)


@pytest.mark.parametrize("name", games())
def test_the_rules_of_a_game_are_kernels(name: str):
    rules = Game(name).rules
    assert all(isinstance(getattr(rules, each), Kernel) for each in ("legal", "nature", "step"))

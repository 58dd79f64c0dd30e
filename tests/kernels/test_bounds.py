"""No kernel reads or writes outside of an array, whatever box or row it is given: `bounds_probe.py`
drives mutated ones through all of them, in a process for each game."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from faubourg.core.game import games
from tests.effort import LONG
from tests.kernels.checked import Guard, checked
from tests.server.client import PATIENCE

TRIES = {"cities": 14}  # its rules are the longest
USUAL = 120
MORE = 25  # times as many in the long run
# In plain Python these never run: a default that shipped games replace, and what only an
# environment with bots that think needs.
ELSEWHERE = ("faubourg.gamekit.", "faubourg.kernels.memory.", "faubourg.kernels.piles.")
LEAST = 0.8  # of a game's kernels run in a short run


def probe(game: str, mode: str) -> dict[str, Any]:
    tries = TRIES.get(game, USUAL) * (MORE if LONG else 1)
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernels.bounds_probe", game, str(tries)],
        env=os.environ | {mode: "1"},
        capture_output=True,
        text=True,
        timeout=30 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout)
    counts = found["counts"]
    assert sum(counts.values()) == tries
    assert counts.get("box", 0) + counts.get("row", 0) > 0  # the rest is refused in a sentence
    return found


@pytest.mark.parametrize("game", games())
def test_no_index_is_outside_of_its_array(game: str):
    found = probe(game, "NUMBA_DISABLE_JIT")
    missed = [name for name in found["missed"] if not name.startswith(ELSEWHERE)]
    assert len(missed) < (1 - LEAST) * found["kernels"], missed


if LONG:  # compiling with checks takes minutes

    @pytest.mark.parametrize("game", games())
    def test_no_index_of_machine_code_is_outside_of_its_array(game: str):
        probe(game, "NUMBA_BOUNDSCHECK")


# ------------------------------------------------------------ the checks themselves


def of_end(items: list[int], index: int) -> int:
    return items[index] + items[-1]


def put(items: list[int], index: int) -> None:
    items[index] += 1


@pytest.mark.parametrize("function", [of_end, put])
def test_a_negative_index_is_refused_unless_it_is_written_down(function: Any):
    guarded = checked(function)
    guarded([5, 6], 1)
    for wrong in (-1, 2):
        with pytest.raises(IndexError):
            guarded([5, 6], wrong)


def test_a_slice_that_is_cut_short_is_refused():
    import numpy as np

    array = Guard(np.arange(4))
    assert array[1:4].tolist() == [1, 2, 3]
    for wrong in (slice(1, 5), slice(-1, 2)):
        with pytest.raises(IndexError):
            array[wrong]

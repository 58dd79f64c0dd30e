"""No kernel reads or writes outside of an array, whatever box or row it is given."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from faubourg.core.game import games
from tests.effort import LONG

TRIES = 20_000 if LONG else 120
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", games())
def test_mutated_boxes_and_rows_stay_within_bounds(name: str, tmp_path: Path):
    """In a process of its own: machine code without the checks could end this one."""
    checked = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernels.bounds_probe", name, str(TRIES)],
        cwd=ROOT,
        env=os.environ | checked,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    counts = ast.literal_eval(done.stdout)
    assert counts["box"] > TRIES / 40  # some boxes can be played with all the same
    assert counts["row"] > TRIES / 40
    assert sum(counts.values()) == TRIES

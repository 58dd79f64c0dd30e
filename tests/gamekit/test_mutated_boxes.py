"""No box, however hostile, reaches a kernel unchecked: mutated ones are refused with their place,
or play a hundred random games without a fault (`box_probe.py`), in a process for each game."""

import json
import subprocess
import sys

import pytest

from faubourg.core.game import games
from tests.effort import LONG
from tests.server.client import PATIENCE

BOXES = 2500 if LONG else 50  # for each of the four games


@pytest.mark.parametrize("game", games())
def test_a_mutated_box_is_refused_or_played(game: str):
    done = subprocess.run(
        [sys.executable, "-m", "tests.gamekit.box_probe", game, str(BOXES), "17"],
        capture_output=True,
        text=True,
        timeout=(60 if LONG else 20) * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    counts = json.loads(done.stdout)
    assert counts["boxes"] == BOXES
    assert counts["played"] >= BOXES // 10
    assert counts["refused"] >= BOXES // 10

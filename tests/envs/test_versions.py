"""What an environment's version promises: the same actions give the same observations and rewards.

When a test here fails, an experiment of a reader no longer gives what it gave: raise `VERSION` in
the game's `observe.py`, and note down the new version with `python -m tests.envs.test_versions`.
"""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from faubourg.core.game import Game, games
from faubourg.envs.batch import BatchEnv
from faubourg.envs.gymnasium import title
from faubourg.envs.pettingzoo import env
from faubourg.envs.spaces import fields

FILE = Path(__file__).with_name("versions.json")


def promise(name: str) -> str:
    """A digest of the fields, the number of actions, and some games with fixed dice and actions."""
    seen = [(field.name, field.shape, field.low, field.high) for field in fields(name)]
    digest = hashlib.sha256(repr((seen, Game(name).actions)).encode())
    batch = BatchEnv(name, players=3, n=4, seed=1, workers=1)
    now = batch.reset()
    for step in range(150):
        for array in (now.observations, now.masks, now.seats, now.rewards, now.terminated):
            digest.update(np.ascontiguousarray(array).tobytes())
        places = (step * 7 + np.arange(4)) % batch.counts
        now = batch.step(batch.legals[np.arange(4), places])
    return digest.hexdigest()


@pytest.mark.parametrize("name", games())
def test_a_version_keeps_its_promise(name: str):
    assert json.loads(FILE.read_text())[title(name)] == promise(name), __doc__


@pytest.mark.parametrize("name", games())
def test_both_interfaces_have_the_same_version(name: str):
    assert env(name).metadata["name"].rpartition("_v")[2] == title(name).rpartition("-v")[2]


if __name__ == "__main__":
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    known |= {title(name): promise(name) for name in games()}
    FILE.write_text(json.dumps(known, indent=1) + "\n")

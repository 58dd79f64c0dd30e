"""Small studies for the tests of the lab."""

from collections.abc import Callable
from pathlib import Path

import pytest

SMALL = """
title = "A small study"
game = "minivilles"
players = 2
bots = ["greedy", "random"]
games = 700
luck = 300
shard = 256
seed = 7
"""
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a study; the text of the small one unless told."""

    def written(text: str = SMALL, name: str = "study") -> Path:
        path = tmp_path / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return written

"""The drawings for pictures are those of the page as it is now."""

import json

import pytest

from faubourg.core.game import folder, games, is_shipped
from scripts.art import digest


@pytest.mark.parametrize("name", [name for name in games() if is_shipped(name)])
def test_drawings_were_written_after_the_last_change_of_the_page(name: str):
    kept = json.loads((folder(name) / "art.json").read_text())
    assert kept["sources"] == digest(name), "run python -m scripts.art"
    assert all(kept["drawings"].values())

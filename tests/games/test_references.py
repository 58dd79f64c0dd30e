"""What comments and docstrings of the games refer to is what they mean."""

import re
from pathlib import Path

import pytest

from faubourg.core.game import folder, games

DECISIONS = Path(__file__).parents[2] / "docs/decisions"


def decisions_cited(game: str) -> set[str]:
    """The numbers of the decisions that the modules of a game name."""
    texts = (path.read_text(encoding="utf-8") for path in folder(game).rglob("*.py"))
    return {number for text in texts for number in re.findall(r"decisions/([0-9]{4})", text)}


@pytest.mark.parametrize("game", games())
def test_decisions_that_a_game_cites_are_about_that_game(game: str):
    for number in decisions_cited(game):
        [page] = DECISIONS.glob(f"{number}-*.md")
        assert game.replace("_", "-") in page.name


def test_the_games_cite_decisions():
    assert {game for game in games() if decisions_cited(game)} >= {"cities", "minivilles"}

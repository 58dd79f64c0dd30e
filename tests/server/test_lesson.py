"""Lessons with a box of one's own: the steps that stay true with it, and why others don't."""

import json
from pathlib import Path

import pytest

from faubourg.core.game import Game, games
from faubourg.gamekit import form
from faubourg.server.table.lesson import NEEDED, RULES_CHANGED, Taught, file_of, taught_with
from tests.server.process import ServerProcess
from tests.server.test_boxes import cheaper_mine, stored

PAGES = Path(__file__).parents[2] / "web" / "src" / "games"
TAUGHT = [game for game in games() if file_of(game)]


def own(game: str, old: str, new: str) -> str:
    text = Game(game).components.text
    assert old in text
    return text.replace(old, new, 1)


def fits(taught: list[Taught]) -> list[bool]:
    assert all((each.stage is None) == (each.why is not None) for each in taught)
    return [each.stage is not None for each in taught]


@pytest.mark.parametrize("game", TAUGHT)
def test_with_the_printed_box_in_other_words_the_whole_lesson_is_the_pages_own(game: str):
    text = form.toml(game, form.data(Game(game).components.text))
    shown = json.loads((PAGES / game / "lesson.json").read_text(encoding="utf-8"))
    taught = taught_with(game, text)
    assert json.loads(json.dumps([each.stage for each in taught])) == shown


def test_a_step_stays_where_what_it_speaks_of_is_as_printed():
    assert fits(taught_with("minivilles", cheaper_mine())) == [True] * 5
    ranch = own("minivilles", "cost = 1\ndeck = 5\neffect", "cost = 2\ndeck = 5\neffect")
    taught = taught_with("minivilles", ranch)
    assert fits(taught) == [False, True, True, True, True]
    assert taught[0].why == NEEDED.format(what=Game("minivilles").components.establishments[1].name)


def test_a_step_goes_where_it_would_go_otherwise():
    bakery = own("minivilles", "numbers = [2, 3]", "numbers = [3, 4]")
    assert not fits(taught_with("minivilles", bakery))[0]
    fewer = own("minivilles", "landmarks_to_win = 5", "landmarks_to_win = 4")
    assert {each.why for each in taught_with("minivilles", fewer)} == {RULES_CHANGED}
    three = taught_with("minivilles", own("minivilles", "players = [2, 5]", "players = [3, 5]"))
    assert all(each.why and "3 to 5" in each.why.en for each in three)


def test_the_lesson_with_a_stored_box_is_told_over_http(server: ServerProcess):
    told = server.api.get(f"/api/boxes/{stored(server)['digest']}/lesson")
    assert told["game"] == "minivilles"
    assert [each["why"] for each in told["stages"]] == [None] * 5
    assert told["box"]["cards"]["mine"]["cost"] == 5

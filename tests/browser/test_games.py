"""Every game on its own board: whole games by mouse and by keys, and what a board owes its players."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import BOARDS, BY_KEYS, Hand, Keys, Mouse, Seating
from tests.server.process import ServerProcess

Visit = Callable[..., Page]
GAMES = list(BOARDS)


def see_the_end(seating: Seating) -> None:
    """The end is shown, and it is the server's."""
    page, state = seating.page, seating.house.api.table(seating.id)["state"]
    assert state["phase"] == "over"
    assert state["hash"] == page.evaluate("told.state.hash")
    end = page.get_by_role("dialog")
    outcome = state["outcome"]
    expect(end).to_contain_text(outcome["reason"]["en"])
    for seat in state["seats"]:
        row = end.locator("tr", has_text=seat["name"]).first
        expect(row.get_by_role("cell")).to_have_text(str(outcome["scores"][seat["seat"]]))
        expect(row.get_by_text("winner")).to_have_count(int(seat["seat"] in outcome["winners"]))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse(visit: Visit, house: ServerProcess, game: str):
    seats = ["Anna:person", "Otto:greedy"]
    seating = Seating(visit, house, game, seats)
    assert seating.play_on(BOARDS[game](seating, Mouse())) > 5
    see_the_end(seating)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keys(visit: Visit, house: ServerProcess, game: str):
    seating = Seating(visit, house, game, ["Anna:person", "Otto:greedy"], reduced_motion="reduce")
    assert seating.play_on(BY_KEYS[game](seating, Keys())) > 5
    see_the_end(seating)

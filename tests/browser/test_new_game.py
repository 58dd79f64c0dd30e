"""A game made with `faubourg new-game`, in the page: the list of choices is its board."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from faubourg.gamekit.new_game import new_game
from tests.browser.tables import Visit, choose, wait_for_turn
from tests.server.process import ServerProcess

NAME, TITLE = "barges", "Barges"
MOST_CHOICES = 400


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    """A server that knows a game of one's own, which nobody has drawn a board for."""
    new_game(NAME, tmp_path / "games")
    monkeypatch.setenv("FAUBOURG_GAMES", str(tmp_path / "games"))
    process = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", pace=0.05)
    process.launch()
    assert process.process
    assert process.process.stdout
    assert process.process.stdout.readline().startswith("Faubourg is at")

    yield process
    process.close()


def is_over(page: Page) -> bool:
    """Whose turn it is, or that the game is over: whichever the page shows first."""
    end = page.get_by_role("dialog")
    expect(end.or_(page.locator(".banner.mine")).first).to_be_visible()
    return end.is_visible()


def test_a_game_without_a_board_is_played_from_home_to_its_end(
    visit: Visit, harbour: ServerProcess
):
    page = visit(harbour.url)
    page.get_by_role("button", name=f"Play {TITLE} now, against bots").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2].partition("#")[0]
    wait_for_turn(page)
    for _ in range(MOST_CHOICES):
        if is_over(page):
            break
        choose(page)
    state = harbour.api.table(table)["state"]
    assert state["phase"] == "over"
    end = page.get_by_role("dialog")
    expect(end).to_contain_text(state["outcome"]["reason"]["en"])
    for seat in state["seats"]:
        row = end.locator("tr", has_text=seat["name"]).first
        expect(row.get_by_role("cell")).to_have_text(str(state["outcome"]["scores"][seat["seat"]]))

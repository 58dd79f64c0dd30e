"""The whole situation at a glance: all towns in sight on a small laptop, a tap away on a phone."""

import pytest
from playwright.sync_api import Page, expect

from faubourg.core.game import Game
from faubourg.records.record import Record
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import BOARDS
from tests.browser.tables import GAMES, RECORDS, Visit, link, wait_for_turn
from tests.effort import in_turn
from tests.server.process import ServerProcess

MOST = {game: Game(game).components.players[1] for game in GAMES}
CROWDED = [(game, players) for game in GAMES for players in (MOST[game], *BOARDS[game].GLANCES)]
CHIPS = [game for game in GAMES if BOARDS[game].CHIP]
SHARES = (0.6, 0.97)

# The towns that are not wholly in sight, by their letters.
OUT_OF_SIGHT = """() => [...document.querySelectorAll("[data-town]")].filter((town) => {
  const { top, bottom, left, right, height } = town.getBoundingClientRect();
  const low = top < 0 || bottom > innerHeight + 0.5 || left < 0 || right > innerWidth + 0.5;
  return low || height < 20;
}).map((town) => town.dataset.town)"""


def sit(visit: Visit, house: ServerProcess, game: str, players: int, share: float, **looks: object):
    """A golden game of so many players, late, at a moment when Anna has a choice."""
    text = (RECORDS / game / f"{players}-players.txt").read_text(encoding="utf-8")
    record = Record.loads(text)
    most = int(share * len(record.moves))
    moves = max(
        at
        for at, now in enumerate(record.positions())
        if at <= most and now.turn == 0 and len(now.legal) > 1
    )
    names = ("Anna", "Barnabé", "Chloé", "Dominique", "Emma", "Frédérique")[:players]
    seats = [{"kind": "person", "name": name} for name in names]
    made = house.api.post("/api/tables/import", record=text, moves=moves, seats=seats)
    page = visit(link(house, made, "A"), **looks)
    wait_for_turn(page)
    page.locator(".middle > .board > *").first.wait_for()
    expect(page.locator("[data-town]")).to_have_count(players)
    return page


@pytest.mark.parametrize(("crowd", "share"), in_turn(CROWDED, SHARES))
def test_every_town_is_in_sight_on_a_small_laptop(
    visit: Visit, house: ServerProcess, crowd: tuple[str, int], share: float
):
    """With as many players as can play, and in the longer words of French."""
    page = sit(visit, house, *crowd, share, viewport=DESKTOP, locale="fr-FR")
    assert page.evaluate(OUT_OF_SIGHT) == []


@pytest.mark.parametrize("game", CHIPS)
def test_on_a_phone_a_tap_on_a_name_leads_to_the_town(
    visit: Visit, house: ServerProcess, game: str
):
    page = sit(visit, house, game, MOST[game], 0.9, viewport=PHONE, has_touch=True, is_mobile=True)
    assert "D" in page.evaluate(OUT_OF_SIGHT)
    chip = page.get_by_role("list", name="Players").get_by_role("button", name="Dominique")
    expect(chip).to_contain_text(BOARDS[game].CHIP or "")
    chip.tap()
    expect(page.locator('[data-town="D"]')).to_be_in_viewport(ratio=0.95)


def test_another_town_is_looked_at_closely(visit: Visit, house: ServerProcess):
    """Its cards are small; a tap shows them large, and each says what it does."""
    page = sit(visit, house, "minivilles", 5, 0.9, viewport=DESKTOP)
    town = page.get_by_role("region", name="Chloé's town")
    town.get_by_role("button", name="Look closer at Chloé's town").click()
    visited = page.get_by_role("dialog", name="Chloé's town")
    visited.get_by_role("list").first.get_by_role("button").first.click()
    card = page.get_by_role("dialog").last
    expect(card.get_by_role("heading")).to_be_visible()
    close(page)
    expect(visited).to_be_visible()
    close(page)
    expect(page.get_by_role("dialog")).to_have_count(0)


def close(page: Page) -> None:
    page.get_by_role("dialog").last.get_by_role("button", name="Close").last.click()

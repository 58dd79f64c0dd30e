"""axe finds nothing to complain about, whatever the page shows."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.tables import (
    GAMES, Visit, finished, link, offer, played, wait_for_turn,
)  # fmt: skip
from tests.server.process import ServerProcess

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
# Every look: the page as most see it, by night, on a phone, in French.
LOOKS = {
    "light": {"viewport": DESKTOP, "color_scheme": "light"},
    "dark": {"viewport": DESKTOP, "color_scheme": "dark"},
    "phone": {"viewport": PHONE, "color_scheme": "light", "locale": "fr-FR", "has_touch": True},
}
look = pytest.mark.parametrize("look", LOOKS)
game = pytest.mark.parametrize("game", GAMES)


def check(page: Page) -> None:
    """Nothing may move any more: colours that are just fading in are none to judge by."""
    page.evaluate(
        """() => {
          for (const motion of document.getAnimations())
            if (motion.effect.getComputedTiming().iterations !== Infinity) motion.finish();
        }"""
    )
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")
    said = [
        f"{fault['id']}: {node['html'][:160]} | {node['failureSummary'][:300]}"
        for fault in found["violations"]
        for node in fault["nodes"][:3]
    ]
    assert not said, "\n".join(said)
    assert found["passes"]


@look
def test_home_and_its_sheet(visit: Visit, house: ServerProcess, look: str):
    page = visit(house.url, **LOOKS[look])
    page.get_by_role("heading", name="Cities", exact=True).wait_for()
    check(page)
    page.locator("article").last.locator(".more").click()
    page.get_by_role("dialog").locator("summary").click()
    check(page)
    page.keyboard.press("Escape")
    page.locator("article").last.locator(".ways button").first.click()
    page.get_by_role("dialog").wait_for()
    check(page)


def test_home_with_tables(visit: Visit, house: ServerProcess):
    made = house.api.make("minivilles", ["Anna:person", "greedy"])
    page = visit(link(house, made, "A"), reduced_motion="reduce")
    wait_for_turn(page)
    page.goto(house.url)
    page.get_by_role("link", name="Minivilles Deluxe").first.wait_for()
    page.get_by_role("heading", name="Cities", exact=True).wait_for()
    check(page)


@look
def test_the_waiting_room_and_those_who_come(visit: Visit, house: ServerProcess, look: str):
    made = house.api.make("cities", ["Anna:person", "open"])
    guest = visit(f"{house.url}/join/{made['code']}", **LOOKS[look])
    guest.locator("#name").wait_for()
    check(guest)
    # The code is known to those who made the table in their own browser.
    page = visit(house.url, **LOOKS[look])
    page.get_by_role("heading", name="Cities", exact=True).wait_for()
    page.locator("article").last.locator(".ways button").first.click()
    page.get_by_role("dialog").locator("form > button").click()
    page.get_by_role("img", name="QR").wait_for()
    check(page)


@look
@game
def test_a_table(visit: Visit, house: ServerProcess, game: str, look: str):
    made = played(house, game, 0.6, "person", "person", turn="A")
    mine = visit(link(house, made, "A"), reduced_motion="reduce", **LOOKS[look])
    wait_for_turn(mine)
    mine.locator(".board > *").first.wait_for()
    check(mine)
    if look == "light":
        offer(mine).wait_for()
        check(mine)
        mine.locator(".tool").last.click()
    else:
        mine.locator(".tool").last.click()
    mine.get_by_role("dialog").wait_for()
    check(mine)


@game
def test_a_table_on_the_others_turn(visit: Visit, house: ServerProcess, game: str):
    made = played(house, game, 0.6, "person", "person", turn="A")
    other = visit(link(house, made, "B"), reduced_motion="reduce")
    other.locator(".banner .words p").get_by_text("Anna").wait_for()
    other.locator(".board > *").first.wait_for()
    check(other)
    other.locator(".log li button").first.click()
    other.get_by_role("region", name="Replay").wait_for()
    check(other)


@look
@game
def test_the_end(visit: Visit, house: ServerProcess, game: str, look: str):
    page = visit(link(house, finished(house, game)), reduced_motion="reduce", **LOOKS[look])
    end = page.get_by_role("dialog")
    end.locator(".fairness button").click()
    end.locator(".fairness summary").click()
    end.locator(".good").wait_for()
    check(page)
    page.keyboard.press("Escape")
    expect(end).to_have_count(0)
    check(page)


@look
def test_rules(visit: Visit, house: ServerProcess, look: str):
    page = visit(f"{house.url}/rules/cities", **LOOKS[look])
    page.locator("main section p[id]").first.wait_for()
    check(page)
    page.get_by_role("searchbox").fill("a")
    page.locator("mark").first.wait_for()
    check(page)


@look
@game
def test_a_lesson(visit: Visit, house: ServerProcess, game: str, look: str):
    page = visit(f"{house.url}/learn/{game}", reduced_motion="reduce", **LOOKS[look])
    page.locator(".progress").wait_for()
    check(page)


@pytest.mark.parametrize(
    "path", ["/nowhere", "/rules", "/rules/chess", "/join", "/join/bakolimute", "/t/abcdefghjkmnpqrs"]
)
def test_what_is_not_there(visit: Visit, house: ServerProcess, path: str):
    page = visit(house.url + path, refusals=True)
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_load_state("networkidle")
    check(page)


def test_axe_would_complain(visit: Visit, house: ServerProcess):
    """A page with a fault of each of three kinds: this test can fail."""
    page = visit(house.url)
    page.get_by_role("heading", name="Cities", exact=True).wait_for()
    page.evaluate("document.querySelector('main').innerHTML += '<button></button><img src>'")
    with pytest.raises(AssertionError, match="button-name"):
        check(page)

"""axe finds nothing to complain about, whatever the page shows."""

import re
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from faubourg import Position
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.tables import (
    GAMES,
    Visit,
    annas_turn,
    finished,
    link,
    offer,
    played,
    wait_for_board,
    wait_for_turn,
)
from tests.effort import LONG, half
from tests.server.process import ServerProcess

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
Looks = tuple[tuple[Literal["light", "dark"], dict[str, int]], ...]
# By day and by night, on a large screen and on a phone.
LOOKS: Looks = (("light", DESKTOP), ("dark", PHONE), ("dark", DESKTOP), ("light", PHONE))
BOTH = ("person", "person")
LOCALES = ["en-GB", "fr-FR"]
NOWHERE = ["/nowhere", "/rules", "/rules/chess", "/join", "/join/bakolimute", "/t/abcdefghjkmnpqrs"]
game = pytest.mark.parametrize("game", GAMES)
# Of states that differ little from game to game.
these = pytest.mark.parametrize("game", half(GAMES, 0))
those = pytest.mark.parametrize("game", half(GAMES, 1))


def offered(position: Position) -> list[str]:
    """What Anna may do, as its first words."""
    return [str(action) for action in position.legal] if annas_turn(position) else []


def builds(position: Position) -> bool:
    return any(text.startswith("build") for text in offered(position))


def stands(position: Position) -> bool:
    return any(text.startswith("standee") for text in offered(position))


def discards(position: Position) -> bool:
    """Something may be thrown away that has a place as well."""
    texts = offered(position)
    thrown = {text.split()[1] for text in texts if text.startswith("discard")}
    return any(text.startswith("put") and text.split()[1] in thrown for text in texts)


# Only what is wrong comes back, and how much was right: to hand all of it over takes a fifth of the
# time. All styles are the page's own and there are no frames: nothing is to be fetched.
RUN_AXE = """async (only) => {
  const { violations, passes } = await axe.run(
    { resultTypes: ["violations"], preload: false, iframes: false, ...only });
  return { violations, passes: passes.length };
}"""
# Of axe's usual rules those about colours; roles, names and order are the same by day and by night.
COLOURS = {
    "runOnly": {"type": "tag", "values": ["cat.color"]},
    "rules": {"color-contrast-enhanced": {"enabled": False}},  # which is none of the usual ones
}


def check(page: Page, only: dict[str, Any] | None = None) -> None:
    """Nothing may move any more: colours that are just fading in are none to judge by."""
    page.evaluate(
        """() => {
          for (const motion of document.getAnimations())
            if (motion.effect.getComputedTiming().iterations !== Infinity) motion.finish();
        }"""
    )
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(RUN_AXE, only or {})
    said = [
        f"{fault['id']}: {node['html'][:200]} | {node['failureSummary'][:300]}"
        for fault in found["violations"]
        for node in fault["nodes"][:3]
    ]
    assert not said, "\n".join(said)
    assert found["passes"]


def check_looks(page: Page, looks: Looks = LOOKS) -> None:
    """In each size by all rules once, and in its other light by those about colours."""
    sizes: list[dict[str, int]] = []
    for scheme, size in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)
        check(page, COLOURS if size in sizes else None)
        sizes.append(size)
    page.set_viewport_size(DESKTOP)


def two_looks(turn: int) -> Looks:
    """Each light and each size once, in turn the one way and the other; all in the long run."""
    return LOOKS if LONG else LOOKS[2:] if turn % 2 else LOOKS[:2]


def one_look(turn: int) -> Looks:
    """For what looks alike in all games, or in both languages: in each of them another look."""
    return LOOKS if LONG else (LOOKS[turn % len(LOOKS)],)


@pytest.mark.parametrize("locale", LOCALES)
def test_home_and_its_sheets(visit: Visit, house: ServerProcess, locale: str):
    page = visit(house.url, locale=locale)
    page.get_by_role("heading", name="Cities", exact=True).wait_for()
    check_looks(page, two_looks(LOCALES.index(locale)))
    page.locator("article").last.locator(".more").click()
    page.get_by_role("dialog").locator("summary").click()
    check_looks(page, one_look(LOCALES.index(locale)))
    page.keyboard.press("Escape")
    page.locator("article").last.locator(".ways button").first.click()
    page.get_by_role("dialog").wait_for()
    check(page)


def test_home_with_tables(visit: Visit, house: ServerProcess):
    made = house.api.make("minivilles", ["Anna:person", "greedy"])
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    page.goto(house.url)
    page.get_by_role("link", name="Minivilles Deluxe").first.wait_for()
    page.get_by_role("heading", name="Cities", exact=True).wait_for()
    check_looks(page, two_looks(0))


def test_the_waiting_room_and_those_who_come(visit: Visit, house: ServerProcess):
    page = visit(house.url)
    page.get_by_role("button", name="With friends, Cities").click()
    page.get_by_role("dialog").get_by_role("button", name="Set the table").click()
    page.get_by_role("button", name="Let devices in this home join").wait_for()
    check_looks(page, two_looks(1))
    guest = visit(page.locator("p.link a").inner_text())
    guest.locator("#name").wait_for()
    check_looks(guest, two_looks(1))


@game
def test_a_table(visit: Visit, house: ServerProcess, game: str):
    """My turn, all choices, the menu; then the same in French."""
    made = played(house, game, 0.6, "person", "person", when=annas_turn)
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    wait_for_board(page)
    check_looks(page, two_looks(GAMES.index(game)))
    offer(page).wait_for()
    check(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").wait_for()
    check_looks(page, one_look(GAMES.index(game)))
    page.get_by_role("dialog").get_by_text("Français").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    check(page)


@these
def test_a_table_on_the_others_turn(visit: Visit, house: ServerProcess, game: str):
    made = played(house, game, 0.6, "person", "person", when=annas_turn)
    page = visit(link(house, made, "B"))
    page.locator(".banner").get_by_text("Waiting for Anna").wait_for()
    wait_for_board(page)
    check(page)
    page.locator(".log li button").first.click()
    page.get_by_role("region", name="Replay").wait_for()
    check_looks(page, one_look(GAMES.index(game)))


def test_a_card_of_minivilles_and_what_may_be_done_with_it(visit: Visit, house: ServerProcess):
    page = visit(link(house, played(house, "minivilles", 0.6, *BOTH, when=builds), "A"))
    wait_for_turn(page)
    page.get_by_role("region", name="Market", exact=True).get_by_role("button").first.click()
    page.get_by_role("dialog").wait_for()
    check_looks(page, two_looks(0))
    page.keyboard.press("Escape")
    page.get_by_role("region", name="Your town").get_by_role("button").last.click()
    page.get_by_role("dialog").wait_for()
    check(page)


def test_a_thing_of_cities_and_a_second_thought(visit: Visit, house: ServerProcess):
    page = visit(link(house, played(house, "cities", 0.6, *BOTH, when=discards), "A"))
    wait_for_turn(page)
    page.get_by_role("button", name=re.compile("^Discard: ")).click()
    page.get_by_role("button", name="Yes, discard").wait_for()
    check_looks(page, two_looks(0))


def test_a_standee_and_its_rows(visit: Visit, house: ServerProcess):
    page = visit(link(house, played(house, "my_little_town", 0.6, *BOTH, when=stands), "A"))
    wait_for_turn(page)
    page.locator(".mlt-tray .standee.fits").first.click()
    page.get_by_role("button", name="The next spot").click()
    check_looks(page, two_looks(0))


@those
def test_hints(visit: Visit, house: ServerProcess, game: str):
    page = visit(link(house, played(house, game, 0.6, *BOTH, when=annas_turn), "A"))
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    page.locator(".hints li").first.wait_for()
    check_looks(page, one_look(GAMES.index(game)))


@these
def test_the_end_in_french(visit: Visit, house: ServerProcess, game: str):
    page = visit(link(house, finished(house, game)), locale="fr-FR")
    page.get_by_role("dialog").wait_for()
    check(page)
    page.get_by_role("dialog").get_by_role("button", name="Revoir la partie").click()
    past = page.get_by_role("region", name="Relecture")
    past.get_by_role("button", name="Pause").click()
    past.get_by_role("slider").fill("5")
    check_looks(page, one_look(GAMES.index(game)))


@those
def test_the_end(visit: Visit, house: ServerProcess, game: str):
    page = visit(link(house, finished(house, game)))
    end = page.get_by_role("dialog")
    end.locator(".fairness button").click()
    end.locator(".fairness summary").click()
    end.locator(".good").wait_for()
    check_looks(page, two_looks(GAMES.index(game)))
    page.keyboard.press("Escape")
    expect(end).to_have_count(0)
    check_looks(page, one_look(GAMES.index(game)))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_page_about_fair_dice(visit: Visit, house: ServerProcess, locale: str):
    page = visit(f"{house.url}/fair", locale=locale)
    page.get_by_role("heading", level=1).wait_for()
    check_looks(page, one_look(LOCALES.index(locale)))


def test_rules(visit: Visit, house: ServerProcess):
    page = visit(f"{house.url}/rules/cities")
    page.locator("figure .rule-picture svg:visible").first.wait_for()
    check_looks(page, two_looks(1))
    page.get_by_role("searchbox").fill("a")
    page.locator("mark").first.wait_for()
    check_looks(page, two_looks(0))


@these
def test_a_lesson(visit: Visit, house: ServerProcess, game: str):
    page = visit(f"{house.url}/learn/{game}")
    lesson = page.get_by_role("region", name="Lesson")
    lesson.wait_for()
    page.locator(".pointer").wait_for()
    check_looks(page, one_look(GAMES.index(game)))


@pytest.mark.parametrize("path", NOWHERE)
def test_what_is_not_there(visit: Visit, house: ServerProcess, path: str):
    page = visit(house.url + path, refusals=True)
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_load_state("networkidle")
    check_looks(page, one_look(NOWHERE.index(path)))


def test_axe_would_complain(visit: Visit, house: ServerProcess):
    """So that we know that it looks at all."""
    page = visit(house.url)
    page.get_by_role("heading", name="Cities", exact=True).wait_for()
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="button-name"):
        check(page)

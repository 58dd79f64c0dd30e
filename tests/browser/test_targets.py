"""Fingers: nothing to touch is smaller than 44 pixels on a small phone, or 64 for the lutins."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from faubourg import Position
from tests.browser.conftest import PHONE
from tests.browser.playing import BOARDS
from tests.browser.tables import (
    GAMES,
    Visit,
    annas_turn,
    link,
    played,
    wait_for_board,
    wait_for_turn,
)
from tests.browser.targets import too_small
from tests.effort import half, in_turn
from tests.server.process import ServerProcess

LEAST = {game: BOARDS[game].LEAST for game in GAMES}
SMALL = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def sit(
    visit: Visit,
    house: ServerProcess,
    game: str,
    share: float,
    when: Callable[[Position], bool] = annas_turn,
) -> Page:
    made = played(house, game, share, "person", "person", when=when)
    page = visit(link(house, made, "A"), **SMALL)
    wait_for_turn(page)
    wait_for_board(page)
    return page


@pytest.mark.parametrize(("game", "share"), in_turn(GAMES, [0.95, 0.6, 0.25]))
def test_a_table_is_made_for_fingers(visit: Visit, house: ServerProcess, game: str, share: float):
    page = sit(visit, house, game, share)
    assert too_small(page, LEAST[game]) == []
    for name in ("Menu", "Choices"):
        page.get_by_role("button", name=name).click()
        page.get_by_role("dialog").wait_for()
        assert too_small(page, LEAST[game]) == []
        page.keyboard.press("Escape")


@pytest.mark.parametrize("path", ["/", "/fair", "/rules/cities", "/join", "/join/bakolimute"])
def test_other_pages_are_made_for_fingers(visit: Visit, house: ServerProcess, path: str):
    page = visit(house.url + path, refusals=True, **SMALL)
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_load_state("networkidle")
    assert too_small(page, 44) == []
    if path == "/":
        page.get_by_role("button", name="More choices, Cities").click()
        page.get_by_role("dialog").locator("summary").click()
        assert too_small(page, 44) == []


def test_small_things_are_noticed(visit: Visit, house: ServerProcess):
    """So that we know that it looks at all."""
    page = visit(house.url, **SMALL)
    page.get_by_role("heading", name="Cities", exact=True).wait_for()
    shrink = "(button) => Object.assign(button.style, { minHeight: '0', height: '30px' })"
    page.get_by_role("button", name="More choices, Cities").evaluate(shrink)
    assert {thing["name"] for thing in too_small(page, 44)} >= {"More choices, Cities"}


def test_a_row_is_found_by_a_thick_finger_and_without_any_aim(visit: Visit, house: ServerProcess):
    """Rows are thin: a touch 20 pixels beside one means it, and a button tries them all."""
    made = played(
        house, "my_little_town", 0.6, "person", "person",
        when=lambda now: now.turn == 0 and any(str(one).startswith("standee") for one in now.legal),
    )  # fmt: skip
    page = visit(link(house, made, "A"), **SMALL)
    wait_for_turn(page)
    page.locator(".mlt-tray .standee.fits").first.tap()
    rows = page.locator(".mlt-rows [role=button]")
    rows.first.wait_for(state="attached")
    show = "(town) => town.scrollIntoView({ block: 'center', behavior: 'instant' })"
    page.locator(".mlt-town").evaluate(show)
    way = rows.first.locator(".way").evaluate(
        """(way) => {
          const { x, y, width, height } = way.getBoundingClientRect();
          const across = width < height ? [-20, 0] : [0, -20];
          return [x + width / 2 + across[0], y + height / 2 + across[1]];
        }"""
    )
    page.touchscreen.tap(*way)
    expect(page.locator(".mlt-rows [aria-pressed=true]")).to_have_count(1)
    assert too_small(page, 44) == []
    after, chosen = page.get_by_role("button", name="The next spot"), set()
    for _ in range(rows.count()):
        after.tap()
        chosen.add(page.locator(".mlt-rows [aria-pressed=true]").get_attribute("aria-label"))
    assert len(chosen) == rows.count()


def annas_draft(position: Position) -> bool:
    """Nothing is in her hand: what is to be placed is always placed from above."""
    return annas_turn(position) and position.view()["phase"] == "take"


def test_a_small_city_is_seen_from_above(visit: Visit, house: ServerProcess):
    """Slanted squares are too small for fingers, so the map comes first; one may look at both."""
    page = sit(visit, house, "cities", 0.5, annas_draft)
    map_ = page.get_by_role("button", name="Map", exact=True)
    expect(map_).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="City view").tap()
    expect(map_).to_have_attribute("aria-pressed", "false")
    box = map_.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44


@pytest.mark.parametrize("game", half(GAMES, 1))
def test_a_lesson_on_a_phone_covers_nothing(visit: Visit, house: ServerProcess, game: str):
    """The tip stands above the board, and what it is about is in sight below it."""
    page = visit(f"{house.url}/learn/{game}", **SMALL)
    lesson = page.get_by_role("region", name="Lesson")
    lesson.wait_for()
    page.locator(".pointer").wait_for()
    tip, board = lesson.bounding_box(), page.locator(".middle > .board").bounding_box()
    assert tip
    assert board
    assert tip["y"] + tip["height"] <= board["y"]
    assert too_small(page, LEAST[game]) == []

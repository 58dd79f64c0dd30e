"""Pieces that are dragged, squares that grow together, faces and colours that stay with people."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from faubourg import Position
from tests.browser.conftest import PHONE
from tests.browser.tables import (
    GAMES,
    Visit,
    annas_turn,
    finished,
    link,
    played,
    shown,
    state,
    wait_for_board,
    wait_for_number,
    wait_for_turn,
)
from tests.effort import half
from tests.server.client import Data
from tests.server.process import ServerProcess

HANDS: dict[str, dict[str, Any]] = {
    "mouse": {},
    "finger": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}
Spot = tuple[float, float]
LIES = re.compile(r"\blies\b")  # a piece that is seen where it would lie
OUTSIDE = (4.0, 4.0)  # over the banner


class Drag:
    """A pointer that is down: a mouse's, or a finger's."""

    def __init__(self, page: Page, hand: str, start: Spot) -> None:
        self.page, self.finger, self.at = page, hand == "finger", start
        self.devtools = page.context.new_cdp_session(page)
        if self.finger:
            self._touch("touchStart", [start])
        else:
            page.mouse.move(*start)
            page.mouse.down()

    def move(self, to: Spot) -> None:
        (x, y), (u, v) = self.at, to
        for step in range(1, 7):
            at = x + (u - x) * step / 6, y + (v - y) * step / 6
            if self.finger:
                self._touch("touchMove", [at])
            else:
                self.page.mouse.move(*at)
        self.at = to

    def release(self) -> None:
        if self.finger:
            self._touch("touchEnd", [])
        else:
            self.page.mouse.up()

    def _touch(self, kind: str, spots: list[Spot]) -> None:
        points = [{"x": x, "y": y} for x, y in spots]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(part: Locator) -> Spot:
    box = part.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def offers(verb: str, most: int = 10_000):
    """Anna may do such a thing, in no more ways than that."""

    def when(position: Position) -> bool:
        if not annas_turn(position):
            return False
        return 0 < sum(action.text.startswith(f"{verb} ") for action in position.legal) <= most

    return when


def sit(visit: Visit, house: ServerProcess, game: str, when, share=0.7, **more: Any) -> Page:
    made = played(house, game, share, "person", "person", when=when)
    page = visit(link(house, made, "A"), refusals=True, **more)
    wait_for_turn(page)
    wait_for_board(page)
    return page


def carried(page: Page) -> Locator:
    return page.locator("body > .carried")


# ---------------------------------------------------------------- drag and drop


@pytest.mark.parametrize("hand", HANDS)
def test_a_tile_is_dragged_to_its_place(visit: Visit, house: ServerProcess, hand: str):
    page = sit(visit, house, "my_little_town", offers("tile"), share=0.3, **HANDS[hand])
    pile, places = page.locator(".mlt-pile"), page.locator("[data-place]")
    chosen = page.locator("[data-place].chosen")
    scrolled = page.evaluate("scrollY")

    def drag(to: Locator) -> Drag:
        """Over a place it is seen lying there, before it is put down."""
        moved = Drag(page, hand, middle(pile))
        moved.move(middle(to))
        expect(carried(page)).to_have_class(LIES)
        expect(chosen).to_have_attribute("data-place", str(to.get_attribute("data-place")))
        return moved

    moved = drag(places.first)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    expect(carried(page)).to_have_count(0)
    moved.release()
    expect(places.first).to_have_attribute("data-top", "north")  # nor was the pile tapped

    moved = drag(places.last)
    moved.move(OUTSIDE)
    moved.release()
    expect(chosen).to_have_count(0)

    drag(places.last).release()
    expect(carried(page)).to_have_count(0)
    expect(chosen).to_have_count(1)
    if not HANDS[hand]:  # and from there to another; tiles on a phone may be too small for that
        moved = Drag(page, hand, middle(chosen))
        moved.move(middle(places.first))
        moved.release()
        expect(places.first).to_have_attribute("aria-pressed", "true")
    before = shown(page)
    page.get_by_role("button", name="Yes, like this").click()
    wait_for_number(page, before + 1)
    assert page.evaluate("scrollY") == scrolled


@pytest.mark.parametrize("hand", HANDS)
def test_figures_are_dragged_to_their_row(visit: Visit, house: ServerProcess, hand: str):
    page = sit(visit, house, "my_little_town", offers("standee"), **HANDS[hand])
    figures = page.locator(".mlt-tray .standee.fits").first
    ready = page.locator("[data-row][aria-pressed=true]")
    moved = Drag(page, hand, middle(figures))
    moved.move(middle(page.locator(".mlt-town")))  # from here on all rows are seen
    row = page.locator("[data-row]").first
    goal = middle(row.locator(".way"))
    moved.move(goal)
    expect(carried(page)).to_have_class(LIES)
    expect(ready).to_have_count(1)
    moved.move(OUTSIDE)
    expect(ready).to_have_count(0)
    moved.release()
    expect(page.locator("[data-row]")).to_have_count(0)
    moved = Drag(page, hand, middle(figures))
    moved.move(goal)
    moved.release()
    expect(ready).to_have_count(1)
    before = shown(page)
    page.get_by_role("button", name="Yes, like this").click()
    wait_for_number(page, before + 1)


@pytest.mark.parametrize("hand", HANDS)
def test_a_block_is_dragged_to_a_house(visit: Visit, house: ServerProcess, hand: str):
    page = sit(visit, house, "lutins", offers("take"), **HANDS[hand])
    blocks, over = page.locator("[data-block].shines"), page.locator("[data-house].over")
    name = str(blocks.first.get_attribute("data-block"))
    moved = Drag(page, hand, middle(blocks.first))
    moved.move((moved.at[0] - 20, moved.at[1] - 20))
    expect(carried(page).locator("[data-carried]")).to_have_attribute("data-carried", name)
    ready = page.locator("[data-house].ready")
    expect(ready.first.locator(".ghost").first).to_be_attached()  # seen where it may stand
    moved.move(middle(ready.first))
    expect(over).to_have_count(1)
    page.keyboard.press("Escape")
    expect(over).to_have_count(0)
    moved.release()
    expect(blocks.first).to_be_visible()
    expect(page.locator("[data-block].chosen")).to_have_count(0)

    moved = Drag(page, hand, middle(blocks.first))
    moved.move((moved.at[0] - 20, moved.at[1] - 20))
    expect(ready.first).to_be_visible()
    before, goal = shown(page), middle(ready.first)
    moved.move(goal)
    moved.move(OUTSIDE)
    moved.release()
    expect(page.locator("[data-block].chosen")).to_have_count(0)
    assert shown(page) == before
    moved = Drag(page, hand, middle(blocks.first))
    moved.move((moved.at[0] - 20, moved.at[1] - 20))
    expect(ready.first).to_be_visible()
    moved.move(middle(ready.first))
    expect(over).to_have_count(1)
    moved.release()
    wait_for_number(page, before + 1)


@pytest.mark.parametrize("hand", HANDS)
def test_things_of_cities_are_dragged_to_the_map(visit: Visit, house: ServerProcess, hand: str):
    page = sit(visit, house, "cities", offers("tile"), **HANDS[hand])
    lots = page.locator("[data-testid^='lot ']")
    moved = Drag(page, hand, middle(page.locator(".hand .tile")))
    moved.move(middle(lots.last))
    expect(carried(page)).to_have_class(LIES)
    expect(lots.last).to_have_attribute("aria-pressed", "true")
    moved.move(OUTSIDE)
    moved.release()
    expect(carried(page)).to_have_count(0)
    moved = Drag(page, hand, middle(page.locator(".hand .tile")))
    moved.move(middle(lots.last))
    moved.release()
    expect(lots.last).to_have_attribute("aria-pressed", "true")
    page.context.close()

    page = sit(visit, house, "cities", offers("put"), **HANDS[hand])
    square = page.locator("[data-square].can").first
    before = shown(page)
    moved = Drag(page, hand, middle(page.locator(".hand .thing.chosen")))
    moved.move(middle(square))
    expect(page.locator("[data-square].over")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-square].over")).to_have_count(0)
    moved.release()
    assert shown(page) == before
    moved = Drag(page, hand, middle(page.locator(".hand .thing.chosen")))
    moved.move(middle(square))
    moved.release()
    wait_for_number(page, before + 1)


def test_a_finger_beside_the_pieces_still_scrolls(visit: Visit, house: ServerProcess):
    """Only what may be dragged takes a finger for itself."""
    page = sit(visit, house, "my_little_town", offers("tile"), share=0.3, **HANDS["finger"])
    how = "(part) => getComputedStyle(part).touchAction"
    assert page.locator(".mlt-pile").evaluate(how) == "none"
    assert page.locator(".mlt-town .meadow > svg").evaluate(how) == "pan-y"
    assert {part.evaluate(how) for part in page.locator(".mlt-tray .standee").all()} == {"auto"}


# ---------------------------------------------------------------- what a mouse shows


def test_a_tile_and_figures_are_seen_where_the_mouse_is(visit: Visit, house: ServerProcess):
    page = sit(visit, house, "my_little_town", offers("tile"), share=0.3)
    preview, place = page.locator("[data-preview]"), page.locator("[data-place]").first
    lying = (
        "(part) => [...part.querySelectorAll('.plot')].map((plot) => plot.dataset.kind).join('')"
    )
    page.mouse.move(*middle(place))
    expect(preview).to_have_attribute("data-preview", str(place.get_attribute("data-place")))
    first = preview.evaluate(lying)
    assert first == page.locator(".mlt-pile .drawn").evaluate(lying)
    page.keyboard.press("r")  # turned as it would lie
    expect(place).to_have_attribute("data-top", "east")
    assert preview.evaluate(lying) == "".join(first[at] for at in (6, 3, 0, 7, 4, 1, 8, 5, 2))
    expect(page.locator(".chosen")).to_have_count(0)  # nothing was chosen
    page.mouse.move(*OUTSIDE)
    expect(preview).to_have_count(0)
    page.context.close()

    page = sit(visit, house, "my_little_town", offers("standee"))
    page.locator(".mlt-tray .standee.fits").first.click()
    row = page.locator("[data-row]").first
    page.mouse.move(*middle(row.locator(".way")))
    expect(page.locator("[data-preview]")).to_have_count(1)
    expect(page.locator("[data-row][aria-pressed=true]")).to_have_count(0)


# ---------------------------------------------------------------- squares that grow together

AROUND = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
    "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip


def test_squares_of_a_kind_are_drawn_as_one(visit: Visit, house: ServerProcess):
    made = played(house, "my_little_town", 0.9, "person", "person", when=annas_turn)
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    wait_for_board(page)
    tiles = state(house, made)["view"]["town"].values()
    squares = {(one["x"], one["y"]): one["kind"] for t in tiles for one in t["squares"].values()}
    plots = page.locator(".mlt-town .plot")
    expect(plots).to_have_count(len(squares))
    seen = plots.evaluate_all(
        "(all) => all.map((one) => ({ ...one.dataset, at: one.getBoundingClientRect().toJSON() }))"
    )
    tile_order = sorted(tiles, key=lambda tile: (tile["y"], tile["x"]))
    cells = [
        (tile["x"] * 3 + place % 3, tile["y"] * 3 + place // 3)
        for tile in tile_order
        for place in range(9)
    ]
    joined = 0
    for (x, y), plot in zip(cells, seen, strict=True):
        kind = squares[x, y]
        assert plot["kind"] == kind
        alike = {
            way
            for way, (across, down) in AROUND.items()
            if kind != "X" and squares.get((x + across, y + down)) == kind
        }
        sides = {way for way in alike if len(way) == 1}
        corners = {way for way in alike if len(way) == 2 and set(way) <= sides}
        assert set(plot["joins"].split()) == sides | corners, (x, y, kind)
        joined += len(sides)
    assert joined > 20
    # Joined grounds touch, others have a street between them.
    size = {cell: plot["at"] for cell, plot in zip(cells, seen, strict=True)}
    for (x, y), box in size.items():
        beside = size.get((x + 1, y))
        if beside:
            same = squares[x, y] == squares[x + 1, y] != "X"
            assert (beside["left"] - box["right"] < 1) == same, (x, y)


# ---------------------------------------------------------------- faces and colours

FACES = """() => [...document.querySelectorAll("[data-face]")].map((face) => ({
  ...face.dataset, label: face.ariaLabel, hidden: face.ariaHidden,
  colour: getComputedStyle(face).borderTopColor,
  where: face.closest(".banner, .log, aside .players, .board, .end, dialog")?.className ?? "",
}))"""


# The colour of the first player's pieces of My Little Town.
PIECES = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--piece-blue)";
  return getComputedStyle(probe).color;
}"""


def faces(page: Page) -> list[Data]:
    found: list[Data] = page.evaluate(FACES)
    return found


@pytest.mark.parametrize("game", half(GAMES, 0))
def test_everybody_has_one_face_and_one_colour(visit: Visit, house: ServerProcess, game: str):
    """In the banner, in the panels, in the log, on the board and at the end."""
    made = played(house, game, 0.5, "person", "steady", when=annas_turn)
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    wait_for_board(page)
    expect(page.locator(".board [data-face]").first).to_be_visible()
    seen = faces(page)
    assert len({face["where"] for face in seen}) >= 4, seen
    assert {(face["of"], face["face"]) for face in seen} == {("A", "fox"), ("B", "steady")}
    for letter in "AB":
        assert len({face["colour"] for face in seen if face["of"] == letter}) == 1, seen
    heard = {face["label"] for face in seen if face["hidden"] != "true"}
    assert heard == {"A, fox", "B, Steady bot"}  # the letters of records and of the notation
    page.goto(link(house, finished(house, game)))
    page.get_by_role("dialog").wait_for()
    assert {face["face"] for face in faces(page)} == {"random", "greedy"}


def test_a_face_is_picked_kept_and_seen_by_others(visit: Visit, house: ServerProcess):
    page = visit(house.url, locale="fr-FR")
    page.locator("article", has_text="Ma petite ville").get_by_role(
        "button", name="Plus de choix"
    ).click()
    sheet = page.get_by_role("dialog")
    bots = sheet.locator("[data-bot]")
    expect(bots).to_have_count(3)  # characters who say how they play
    expect(bots.filter(has=page.locator("[data-face=gentle]"))).to_contain_text(
        "laisse des chances"
    )
    mine = sheet.get_by_role("button", name="Visage de la place A")
    mine.click()
    sheet.locator("[data-pick=cat]").press("Escape")
    expect(sheet).to_be_visible()
    mine.press("Enter")
    sheet.get_by_role("button", name="A, hibou").press("Enter")
    expect(mine).to_be_focused()
    expect(mine.locator("[data-face]")).to_have_attribute("data-face", "owl")
    colours = {face["of"]: face["colour"] for face in faces(page) if face["of"]}
    sheet.locator(".button.main").click()
    wait_for_board(page)
    banner = page.locator("aside .players [data-face=owl]")
    expect(banner).to_have_attribute("aria-label", "A, hibou")
    assert {face["of"]: face["colour"] for face in faces(page)} == colours  # also in the set-up
    assert colours["A"] == page.evaluate(PIECES)  # the colour of the figures
    page.goto(house.url)
    kept = page.locator("section", has=page.locator("#mine")).locator("[data-face]")
    expect(kept.first).to_have_attribute("data-face", "owl")
    assert kept.first.evaluate("(face) => getComputedStyle(face).borderTopColor") == colours["A"]
    page.locator("article", has_text="Cities").get_by_role("button", name="Entre amis").click()
    page.get_by_role("dialog").locator(".button.main").click()
    room = page.locator(".waiting")
    expect(room.locator("[data-face]").first).to_have_attribute("data-face", "owl")
    room.get_by_role("button", name="Visage de la place A").click()
    room.locator("[data-pick=rabbit]").click()  # which was the next one's
    expect(room.locator("[data-of=A]")).to_have_attribute("data-face", "rabbit")
    expect(room.locator("[data-of=B]").first).not_to_have_attribute("data-face", "rabbit")
    friend = visit(page.url).locator(".waiting")
    expect(friend.locator("[data-of=A]")).to_have_attribute("data-face", "rabbit")
    room.get_by_role("button", name="Visage de la place A").click()
    room.locator("[data-pick=hedgehog]").click()
    expect(friend.locator("[data-of=A]")).to_have_attribute("data-face", "hedgehog")

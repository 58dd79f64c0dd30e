"""For those who don't read yet: what is heard, what is pointed at, and in which order."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from faubourg import Position
from tests.browser.conftest import PHONE
from tests.browser.playing import BOARDS, Finger, Mouse, Seating
from tests.browser.tables import (
    Visit,
    annas_turn,
    entries,
    finish,
    link,
    played,
    wait_for_board,
    wait_for_turn,
)
from tests.browser.test_senses import LISTEN, prompt, spoken
from tests.effort import in_turn
from tests.server.process import ServerProcess

CHILDREN = ("lutins", "my_little_town")
IN_HAND = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def sit(visit: Visit, house: ServerProcess, game: str, when=annas_turn, **more: object) -> Page:
    """Anna, in the middle of a golden game, with somebody who writes down what is said."""
    made = played(house, game, 0.6, "person", "person", when=when)
    page = visit("about:blank", **more)
    page.add_init_script(LISTEN)
    page.goto(link(house, made, "A"))
    wait_for_turn(page)
    page.locator(".middle > .board > :not(.loading)").first.wait_for()
    return page


def said(page: Page, text: str) -> None:
    """It is heard, sooner or later."""
    page.wait_for_function(
        "(text) => heard.spoken.some((one) => one.text.includes(text))", arg=text
    )


# ---------------------------------------------------------------- what is heard


@pytest.mark.parametrize(("game", "locale"), in_turn(CHILDREN, ["en-GB", "fr-FR"]))
def test_tasks_are_spoken_by_default_until_one_tap(
    visit: Visit, house: ServerProcess, game: str, locale: str
):
    page = sit(visit, house, game, locale=locale)
    said(page, prompt(page))
    assert {one["lang"] for one in spoken(page)} == {locale}
    loudspeaker = page.locator(".banner .aloud")
    expect(loudspeaker).to_have_attribute("aria-pressed", "true")
    loudspeaker.click()
    expect(loudspeaker).to_have_attribute("aria-pressed", "false")
    page.reload()  # and this device remembers it
    wait_for_turn(page)
    expect(loudspeaker).to_have_attribute("aria-pressed", "false")
    assert spoken(page) == []
    loudspeaker.click()
    said(page, prompt(page))


@pytest.mark.parametrize("game", CHILDREN)
def test_every_prompt_of_a_turn_is_spoken_in_its_order(
    visit: Visit, house: ServerProcess, game: str
):
    """Whatever the banner asks is said, and nothing else is said in between."""
    seating = Seating(visit, house, game, ["Anna:person", "Otto:person"])
    board, page = BOARDS[game](seating, Mouse()), seating.page
    page.add_init_script(LISTEN)
    page.reload()
    wait_for_board(page)
    wait_for_turn(page)
    page.evaluate(NOTE_PROMPTS)
    seating.play_on(board, most=6)
    page.wait_for_function("() => heard.spoken.at(-1)?.text === prompts.at(-1)")
    asked = page.evaluate("prompts")
    told = [one["text"] for one in spoken(page)]
    assert len(set(asked)) >= 3
    at = 0
    for text in told:  # a prompt that was over at once may be skipped, never put out of order
        assert text in asked[at:], (text, asked)
        at = asked.index(text, at)


# All that the banner asks of me, one after the other.
NOTE_PROMPTS = """() => {
  window.prompts = [];
  const look = () => {
    const text = document.querySelector(".banner.mine p")?.innerText.trim();
    if (text && text !== prompts.at(-1)) prompts.push(text);
  };
  heard.spoken.length = 0;
  look();
  if (prompts.length) heard.spoken.push({ text: prompts[0], lang: "" });
  new MutationObserver(look).observe(document.querySelector("header"),
    { subtree: true, childList: true, characterData: true, attributes: true });
}"""


@pytest.mark.parametrize("game", CHILDREN)
def test_one_loudspeaker_for_all_that_is_heard(visit: Visit, house: ServerProcess, game: str):
    """In the menu too: one switch, the same as in the banner."""
    page = sit(visit, house, game)
    expect(page.locator(".banner .aloud")).to_have_count(1)
    page.get_by_role("button", name="Menu").click()
    switches = page.get_by_role("dialog").get_by_role("switch")
    hear = page.get_by_role("dialog").get_by_role("switch", name="Voice and sounds")
    expect(hear).to_be_checked()
    expect(switches).to_have_count(3)  # the others are contrast and reactions
    hear.click()
    page.keyboard.press("Escape")
    expect(page.locator(".banner .aloud")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("localStorage['faubourg.sound']") == "off"


@pytest.mark.parametrize("game", CHILDREN)
def test_the_end_is_spoken(visit: Visit, house: ServerProcess, game: str):
    made = played(house, game, 0.6, "person", "person", when=annas_turn)
    page = visit("about:blank")
    page.add_init_script(LISTEN)
    page.goto(link(house, made, "A"))
    wait_for_turn(page)
    finish(house, made)
    page.get_by_role("dialog").wait_for()
    page.wait_for_function(
        "() => /(village|tower|town) is finished/.test(heard.spoken.at(-1)?.text)"
    )


@pytest.mark.parametrize("game", CHILDREN)
def test_a_lesson_is_spoken_with_a_picture_and_a_hand(
    visit: Visit, house: ServerProcess, game: str
):
    page = visit("about:blank")
    page.add_init_script(LISTEN)
    page.goto(f"{house.url}/learn/{game}")
    lesson = page.get_by_role("region", name="Lesson")
    tip = lesson.locator("p")
    expect(tip).to_have_text(re.compile(r"\w+ \w+"))
    said(page, tip.inner_text())
    assert not [one for one in spoken(page) if one["text"] != tip.inner_text()]
    expect(lesson.locator(".picture svg").first).to_be_visible()
    expect(page.locator(".pointer svg")).to_be_visible()


# ---------------------------------------------------------------- what is pointed at


def annas_tile(position: Position) -> bool:
    return annas_turn(position) and position.view()["phase"] == "place"


def annas_figures(position: Position) -> bool:
    return annas_turn(position) and any(str(one).startswith("standee") for one in position.legal)


def lies_over(page: Page, lid: Locator, part: Locator) -> bool:
    above, below = lid.bounding_box(), part.bounding_box()
    assert above
    assert below
    return above["y"] + above["height"] > below["y"] + 1


@pytest.mark.parametrize("size", [IN_HAND, {}], ids=["phone", "laptop"])
def test_a_refusal_is_spoken_and_points_at_the_block(
    visit: Visit, house: ServerProcess, size: dict[str, object]
):
    """Over the banner: no piece lies there."""
    page = sit(visit, house, "lutins", **size)
    block = page.locator("[data-block]:not(.shines)").first
    block.click()
    expect(block).to_have_class(re.compile(r"\bwrong\b"))
    toast = page.locator(".toast.rule")
    toast.wait_for()
    said(page, toast.locator("p").inner_text().split("\n")[0].split(" Read")[0].strip())
    assert not lies_over(page, toast, page.locator(".blocks"))


def test_a_refusal_points_at_the_square(visit: Visit, house: ServerProcess):
    page = sit(visit, house, "my_little_town", when=annas_figures, **IN_HAND)
    page.locator(".mlt-tray .standee.fits").last.tap()
    town = page.locator(".mlt-town .meadow > svg")
    spot = page.evaluate(NO_ROW)
    page.touchscreen.tap(*spot)
    toast = page.locator(".toast.rule")
    toast.wait_for()
    expect(town.locator(".wrong")).to_be_visible()
    assert not lies_over(page, toast, page.locator(".mlt-town"))


# A point of a tile that is as far as can be from every row that is offered.
NO_ROW = """() => {
  const boxes = (parts) => [...document.querySelectorAll(parts)].map((part) =>
    part.getBoundingClientRect());
  const ways = boxes(".mlt-rows .way");
  const far = (x, y) => Math.min(...ways.map(({ left, right, top, bottom }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))));
  const points = boxes(".mlt-town .plot").map(({ left, top, width, height }) =>
    [left + width / 2, top + height / 2]);
  return points.sort((one, other) => far(...other) - far(...one))[0];
}"""


def test_a_hint_shows_the_tile_where_it_goes(visit: Visit, house: ServerProcess):
    """On a phone there is no list of advice over the pieces, and one tap does it."""
    page = sit(visit, house, "my_little_town", when=annas_tile, **IN_HAND)
    page.get_by_role("button", name="Hint").tap()
    chosen = page.locator(".mlt-places .chosen.hinted")
    expect(chosen).to_have_count(1)
    expect(page.get_by_role("button", name="Yes, like this")).to_be_enabled()
    expect(page.locator("#hints-title")).to_have_count(0)


def test_a_hint_shows_the_block_in_its_house(visit: Visit, house: ServerProcess):
    page = sit(visit, house, "lutins", **IN_HAND)
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator("[data-block].hinted").first).to_be_visible()
    expect(page.locator(".house.hinted .ghost").first).to_be_visible()
    expect(page.locator("#hints-title")).to_have_count(0)


def test_a_hint_leaves_houses_where_they_are(visit: Visit, house: ServerProcess):
    """The frame of a hint is thicker, but a house in it is not wider: a row may be full."""
    page = sit(visit, house, "lutins", **IN_HAND)
    houses = page.locator(".featured .house")
    assert houses.count() > 1
    before = [each.bounding_box() for each in houses.all()]
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".house.hinted")).not_to_have_count(0)
    assert [each.bounding_box() for each in houses.all()] == before


# ---------------------------------------------------------------- in which order


def test_nothing_is_told_of_dice_that_wait_for_a_tap(visit: Visit, house: ServerProcess):
    """Neither by the log nor by the live region; the tower is as high as the log says."""
    more = {"options": {"first": "A"}, "pace": "fast"}
    seating = Seating(visit, house, "lutins", ["Anna:person", "Otto:person"], **more)
    board, page = BOARDS["lutins"](seating, Mouse()), seating.page
    log, live = page.locator("#tab-panel"), page.locator("[aria-live=polite]").first
    dice = page.get_by_role("button", name="Roll the dice")
    seen = 0
    while seen < 4:
        assert seating.wait()
        thrown = [
            event["en"]
            for entry in entries(house, seating.id)
            for event in entry.get("events", ())
            if event["kind"] == "thrown"
        ]
        dice.or_(page.locator(f"[data-number='{seating.number}']")).first.wait_for()
        if dice.count():
            seen += 1
            throws = log.get_by_text(re.compile(r"\bthrows\b"))
            expect(throws).to_have_count(len(thrown) - 1)
            assert thrown[-1] not in live.inner_text() or thrown[-1] in thrown[:-1]
            expect_tower(page, log)
            dice.click()
            expect(throws).to_have_count(len(thrown))
            expect_tower(page, log)
        seating.play(board, board.choose())


def expect_tower(page: Page, log: Locator) -> None:
    found = re.findall(r"tower(?: has)?:? (\d+) of", log.inner_text())
    if found:
        label = re.compile(rf"tower: {found[-1]} of")
        expect(page.locator(".tower > svg")).to_have_attribute("aria-label", label)


# What the log tells of tiles and figures, and what the town shows, after every change of the page.
WATCH = """() => {
  window.ahead = [];
  const log = () => document.querySelector("#tab-panel").innerText;
  const count = (pattern) => (log().match(pattern) ?? []).length;
  const look = () => {
    const told = [count(/ lays the tile/g) + count(/begins with a tile/g), count(/ puts \\d/g)];
    const town = document.querySelector(".mlt-town .meadow > svg");
    const shown = [town.querySelectorAll(".kerb").length, town.querySelectorAll(".board").length];
    if (told[0] > shown[0] || told[1] > shown[1]) ahead.push([told, shown]);
    window.looked = (window.looked ?? 0) + 1;
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


def test_a_tile_is_told_when_it_lies(visit: Visit, house: ServerProcess):
    seating = Seating(visit, house, "my_little_town", ["Anna:person", "Otto:greedy"])
    board, page = BOARDS["my_little_town"](seating, Mouse()), seating.page
    page.locator("#tab-panel").wait_for()
    page.evaluate(WATCH)
    seating.play_on(board, most=8)
    assert page.evaluate("looked") > 5
    assert page.evaluate("ahead") == []


# ---------------------------------------------------------------- one thing at a time


def test_a_held_block_is_seen_and_so_are_its_houses(visit: Visit, house: ServerProcess):
    """On a phone the blocks make room for the houses; a tap puts the block down again."""
    options = {"game": "together", "building": "imaginary"}
    more = {"options": options, **IN_HAND}
    seating = Seating(visit, house, "lutins", ["Anna:person", "Otto:person"], **more)
    board, page = BOARDS["lutins"](seating, Finger()), seating.page
    seating.wait()
    board.roll()
    page.locator("[data-block].shines").first.tap()
    held = page.get_by_role("button", name="Put it down again")
    expect(held).to_be_in_viewport(ratio=1)
    ready = page.locator("[data-house].ready")
    for nth in range(ready.count()):
        expect(ready.nth(nth)).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-block]").first).not_to_be_visible()
    held.tap()
    expect(page.locator("[data-block].shines").first).to_be_in_viewport(ratio=1)

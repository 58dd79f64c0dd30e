"""The course of a turn: one event at a time, each with its owner, and nothing told ahead of it."""

import itertools
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import BOARDS, Finger, Mouse, Seating
from tests.browser.playing.hands import Hand
from tests.browser.tables import GAMES, Visit, annas_turn, finished, link, played, wait_for_turn
from tests.server.process import ServerProcess

# Keeps, whenever the page changes and between, how many entries the server told, are shown, and
# are in the log.
WATCH = """() => {
  window.seen = [];
  window.rolls = [];
  let last = "";
  const text = (selector) => document.querySelector(selector)?.innerText ?? "";
  const look = () => {
    const shown = Number(document.querySelector("[data-number]").dataset.number);
    const lines = document.querySelectorAll(".log li").length;
    seen.push({ told: told.number, shown, lines });
    const roll = [...text(".log").matchAll(/(\\w+) rolls [^.]*?(\\d+)\\./g)].at(-1);
    const name = roll ? roll.slice(1).join(" ") : "";
    if (name !== last) rolls.push([name, text(".stage .who") + " " + text(".stage .number")]);
    last = name;
  };
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  setInterval(look, 50);
}"""
# The parts of what the prompt asks for that something lies over.
COVERED = """(over) => [...document.querySelectorAll("main [data-asked]")].filter((asked) => {
  const [one, other] = [asked, document.querySelector(over)].map((e) => e.getBoundingClientRect());
  return one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
}).length"""


def sit(visit: Visit, house: ServerProcess, game: str, **more: Any) -> Seating:
    """Anna begins against a bot; others are shown at a pace at which people can follow them."""
    more = {"options": {"first": "A"}, "pace": "fast"} | more
    return Seating(visit, house, game, ["Anna:person", "Otto:greedy"], **more)


def build_nothing(seating: Seating, hand: Hand) -> None:
    """The first turn in Minivilles: its throw waits for a tap too, and nothing is told of it. There
    is no Train Station yet, with which the rules ask before a throw."""
    seating.wait()
    page = seating.page
    throw = page.get_by_role("button", name="Roll the die", exact=True)
    throw.wait_for()
    assert page.locator(".stage .number").count() == 0
    assert "Anna rolls" not in page.locator("body").inner_text()
    hand.touch(throw)
    board = BOARDS["minivilles"](seating, hand)
    seating.play(board, next(action for action in seating.legal if action["text"] == "pass"))


def shift(page: Page) -> float:
    return float(page.evaluate("shifts.reduce((sum, { value }) => sum + value, 0)"))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_is_never_ahead_of_what_is_shown(
    visit: Visit, house: ServerProcess, game: str
):
    """The server runs ahead; log and number of the page do not. Nothing moves without a touch."""
    seating = sit(visit, house, game, pace="slow")
    page, board = seating.page, BOARDS[game](seating, Mouse())
    wait_for_turn(page)
    page.evaluate(WATCH)
    others = 0
    while others < 2:
        seating.wait()
        # A touch before all is shown would hurry it.
        throw = page.get_by_role("button", name="Roll the di")
        present = page.locator(f"[data-number='{seating.number}']")
        throw.or_(present).first.wait_for()
        if throw.count():
            throw.click()
        present.wait_for()
        seating.play(board, board.choose())
        others = len({one["number"] for one in seating.entries(0) if one["kind"] == "bot"})
    page.wait_for_function("() => seen.some(({ told, shown }) => told > shown)")  # behind, at least
    page.locator(".banner.mine").wait_for()
    seen = page.evaluate("seen")
    # The entry after the last that is wholly shown may be told in part.
    assert all(one["lines"] <= one["shown"] + 1 for one in seen)
    rolls = page.evaluate("rolls.slice(1)")
    assert [told for told, _ in rolls] == [shown.strip() for _, shown in rolls]
    events = [event["kind"] for one in seating.entries(0) for event in one.get("events") or ()]
    assert rolls or "rolled" not in events
    assert shift(page) < 0.05, page.evaluate("shifts")


@pytest.mark.parametrize(
    "looks", [{"viewport": DESKTOP}, {"viewport": PHONE}], ids=["desk", "phone"]
)
def test_a_tap_throws_and_what_others_did_is_told(visit: Visit, house: ServerProcess, looks: Any):
    seating = sit(visit, house, "minivilles", **looks, has_touch=True, drawer="")
    page = seating.page
    build_nothing(seating, Finger())
    throw = page.get_by_role("button", name="Roll the die", exact=True)
    expect(throw).to_be_in_viewport()
    expect(page.locator(".banner p")).to_have_text("Roll the die!")
    # The server has thrown long ago; nobody is told. Anna's first throw, which may have been the
    # same number, is still announced to screen readers.
    first, last = (
        event
        for one in seating.entries(0)
        for event in one.get("events") or ()
        if (event["kind"], event.get("seat")) == ("rolled", "A")
    )
    told = page.locator("body").inner_text().count(last["en"])
    assert told <= int(first["en"] == last["en"])
    assert page.locator(".stage .number").count() == 0
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    waited = page.get_by_role("region", name="While you waited")
    expect(waited).to_contain_text("Otto rolls")
    assert page.evaluate(COVERED, "section[aria-label='While you waited']") == 0
    throw.tap()
    expect(page.locator(".stage .number")).to_have_text(str(last["number"]))
    # It is put away by keys, and the players stand there again.
    waited.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(waited).to_have_count(0)
    expect(page.get_by_role("list", name="Players")).to_be_visible()


def test_small_children_too_see_what_others_did(visit: Visit, house: ServerProcess):
    """On a phone held upright the lutins' board fills the screen: the strip lies over the race, as
    long as the dice wait for their tap."""
    seating = sit(visit, house, "lutins", viewport=PHONE, has_touch=True)
    page, board = seating.page, BOARDS["lutins"](seating, Finger())
    throw = page.get_by_role("button", name="Roll the dice")
    waited = page.get_by_role("region", name="While you waited")
    while seating.wait():
        throw.or_(page.locator(f"[data-number='{seating.number}']")).first.wait_for()
        # A blue block that comes in a message of its own shows the dice before they are tapped.
        if any(one["kind"] == "bot" for one in seating.entries(0)) and throw.is_visible():
            break
        seating.play(board, board.choose())
    expect(waited).to_contain_text("Otto throws")
    assert page.evaluate(COVERED, "section[aria-label='While you waited']") == 0
    throw.tap()
    expect(waited).to_have_count(0)


def test_others_are_shown_faster_by_a_tap(visit: Visit, house: ServerProcess):
    seating = sit(visit, house, "minivilles", pace="slow", drawer="")
    page = seating.page
    build_nothing(seating, Mouse())
    page.wait_for_function(
        "() => told.entries.at(-1).events?.[0]?.kind === 'rolled' && told.legal?.length"
    )
    expect(page.locator(".banner.mine")).to_have_count(0)
    page.locator(".banner h1").click()
    expect(page.locator(".banner.mine p")).to_have_text("Roll the die!")
    # And so fast for good.
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("group", name="Others’ turns").get_by_text("Instant").click()
    assert page.evaluate("localStorage['faubourg.pace']") == "instant"


def test_dice_of_others_are_not_shown_as_mine(visit: Visit, house: ServerProcess):
    """With the Train Station one is asked before one rolls; the last dice are another player's."""
    made = played(
        house, "minivilles", 1, "person", "person",
        when=lambda now: now.turn == 0 and now.view()["phase"] == "roll" and now.view()["dice"],
    )  # fmt: skip
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    dice = page.get_by_role("region", name="Dice")
    expect(dice).to_contain_text("Anna's turn")
    expect(dice.locator(".number")).to_have_count(0)
    expect(page.locator(".forecast th.now")).to_have_count(0)


def test_the_log_is_a_drawer(visit: Visit, house: ServerProcess):
    """Opened and closed by keys, with the focus going in and coming back; remembered."""
    made = played(house, "cities", 0.3, "person", "person", when=annas_turn)
    page = visit(link(house, made, "A"), drawer="")
    wait_for_turn(page)
    drawer = page.get_by_role("complementary", name="Log and choices")
    expect(drawer).to_have_count(0)
    wide = page.locator(".board").first.evaluate("(board) => board.clientWidth")
    button = page.get_by_role("button", name="Log", exact=True)
    expect(button).to_have_attribute("aria-expanded", "false")
    button.focus()
    page.keyboard.press("Enter")
    expect(drawer.get_by_role("region", name="What happened")).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")
    assert page.evaluate("document.activeElement.closest('#drawer') !== null")
    assert page.locator(".board").first.evaluate("(board) => board.clientWidth") < wide
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(button).to_be_focused()
    page.get_by_role("button", name="Choices", exact=True).click()
    expect(drawer.locator(".choices li").first).to_be_visible()
    page.reload()
    expect(drawer.locator(".choices li").first).to_be_visible()


def test_a_replay_goes_turn_by_turn_and_the_log_follows(visit: Visit, house: ServerProcess):
    page = visit(link(house, finished(house, "minivilles")))
    page.get_by_role("dialog").get_by_role("button", name="Watch it again").click()
    past = page.get_by_role("region", name="Replay")
    past.get_by_role("button", name="Pause").click()
    slider = past.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    past.get_by_role("button", name="Turn by turn").click()
    ends = [int(slider.input_value())]
    for _ in range(4):
        past.get_by_role("button", name="Next turn").click()
        expect(slider).not_to_have_value(str(ends[-1]))
        ends.append(int(slider.input_value()))
    assert max(after - before for before, after in itertools.pairwise(ends)) > 1
    line = page.locator(".log [aria-current=step]")
    expect(line).to_be_in_viewport()
    expect(past.locator(".text")).to_contain_text(line.inner_text())
    past.get_by_role("button", name="Previous turn").click()
    expect(slider).to_have_value(str(ends[-2]))
    past.get_by_label("Speed").select_option("4")
    past.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(
        "(from) => Number(document.querySelector('[type=range]').value) > from", arg=ends[-1]
    )

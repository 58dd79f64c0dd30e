"""Every game on its own board: whole games by mouse and by keys, and what a board owes players."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from faubourg import Position
from faubourg.records.record import Record
from tests.browser.conftest import PHONE
from tests.browser.playing import (
    BOARDS,
    BY_KEYS,
    PATIENCE,
    Board,
    Finger,
    Mouse,
    ScreenReader,
    Seating,
)
from tests.browser.tables import played, ranks
from tests.effort import LONG, half
from tests.server.process import ServerProcess

Visit = Callable[..., Page]
GAMES = list(BOARDS)


# What may move on the screen in a whole game without anybody having touched it, and at first.
MOST_SHIFT, FIRST_SHIFT = 0.05, 0.01


def shift(page: Page) -> float:
    return float(page.evaluate("shifts.reduce((sum, { value }) => sum + value, 0)"))


def see_the_end(seating: Seating) -> None:
    """The end is shown, and it is the server's."""
    page, state = seating.page, seating.house.api.table(seating.id)["state"]
    assert state["phase"] == "over"
    assert state["hash"] == page.evaluate("told.hash")
    end = page.get_by_role("dialog")
    outcome = state["outcome"]
    expect(end).to_contain_text(outcome["reason"]["en"])
    for seat in state["seats"] if ranks(outcome) else []:
        row = end.locator("tr", has_text=seat["name"]).first
        expect(row.get_by_role("cell")).to_have_text(str(outcome["scores"][seat["seat"]]))
        expect(row.get_by_text("winner")).to_have_count(int(seat["seat"] in outcome["winners"]))


# ---------------------------------------------------------------- whole games

# Each game is played to its end by hand, in the long run wholly by mouse and wholly by keys. Else
# the two longer ones are begun the one way, and their second half is played the other way.
FIRST_MOVES, BEFORE = 12, 0.5
BEGUN = {} if LONG else {("minivilles", "mouse"): FIRST_MOVES, ("cities", "keys"): FIRST_MOVES}
ENDED = set() if LONG else {("minivilles", "keys"), ("cities", "mouse")}


def seated(visit: Visit, house: ServerProcess, game: str, hand: str, other: str) -> Seating:
    """At a new table, or at one whose game is far on."""
    if (game, hand) not in ENDED:
        return Seating(visit, house, game, ["Anna:person", other])
    kind = other.partition(":")[2]
    made = played(house, game, BEFORE, "person", kind, when=lambda now: now.turn == 0)
    return Seating(visit, house, game, [], made=made)


def play(seating: Seating, board: Board, most: int | None) -> None:
    """To the end, or so many moves; meanwhile nothing moves on the page by itself."""
    if most:
        assert seating.play_on(board, most) == most
    else:
        assert seating.play_on(board)
        see_the_end(seating)
    assert shift(seating.page) < MOST_SHIFT, seating.page.evaluate("shifts")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse(request: pytest.FixtureRequest, house: ServerProcess, game: str):
    """Against a bot, or two people around one screen."""
    visit = request.getfixturevalue("visit_in_a_window" if BOARDS[game].IN_A_WINDOW else "visit")
    seating = seated(visit, house, game, "mouse", BOARDS[game].OTHER)
    assert shift(seating.page) < FIRST_SHIFT, seating.page.evaluate("shifts")
    play(seating, BOARDS[game](seating, Mouse()), BEGUN.get((game, "mouse")))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keys_and_what_a_screen_reader_says(
    visit: Visit, house: ServerProcess, game: str
):
    seating = seated(visit, house, game, "keys", "Otto:greedy")
    reader = ScreenReader()
    play(seating, BY_KEYS[game](seating, reader), BEGUN.get((game, "keys")))
    assert reader.heard


def test_the_gnome_against_lutins_who_dream_up_houses(visit: Visit, house: ServerProcess):
    """Both sides by one hand, two bots beside them, cards picked openly."""
    seats = ["Anna:person", "Otto:person", "Ida:greedy", "Emil:greedy"]
    options = {"game": "gnome", "building": "imaginary", "cards": "picked"}
    more = {"options": options}
    seating = Seating(visit, house, "lutins", seats, **more)
    assert seating.play_on(BOARDS["lutins"](seating, Mouse())) > 5
    see_the_end(seating)


@pytest.mark.parametrize("game", half(GAMES, 0))
def test_the_list_of_choices_plays_any_game(visit: Visit, house: ServerProcess, game: str):
    """As a game is played that has no board of its own."""
    seating = Seating(visit, house, game, ["Anna:person", "Otto:greedy"])
    assert seating.play_on(Board(seating, Mouse()), most=4) == 4


# ---------------------------------------------------------------- what a board owes its players


@pytest.mark.parametrize("game", [game for game in GAMES if BOARDS[game].slip != Board.slip])
def test_what_is_not_legal_is_explained_by_the_rule(visit: Visit, house: ServerProcess, game: str):
    more = {"options": {"first": "A"}}
    seating = Seating(visit, house, game, ["Anna:person", "Otto:person"], **more)
    board = BOARDS[game](seating, Mouse())
    seating.wait()
    board.slip()
    toast = seating.page.locator(".toast.rule")
    expect(toast.locator("p")).to_have_text(re.compile(r"\w+ \w+.*Read the rule"))
    link = toast.get_by_role("link").get_attribute("href")
    assert link
    parts = house.api.get(f"/api/games/{game}/rules")["parts"]
    clauses = [clause["id"] for part in parts for clause in part["clauses"]]
    assert link in [f"/rules/{game}#{clause}" for clause in clauses]
    assert house.api.table(seating.id)["number"] == seating.number  # and nothing happened


@pytest.mark.parametrize("game", [game for game in GAMES if BOARDS[game].UNDO])
def test_a_move_is_taken_back(visit: Visit, house: ServerProcess, game: str):
    made = played(house, game, 1, "person", "person", when=lambda now: bool(undoable(now)))
    seating = Seating(visit, house, game, [], made=made)
    seating.wait()
    before = seating.state["hash"]
    position = Record.loads(house.api.record(made["table"])).replay()
    action = next(each for each in seating.legal if each["id"] in undoable(position))
    seating.play(BOARDS[game](seating, Mouse()), action)
    seating.wait()
    assert seating.state["hash"] != before
    seating.page.get_by_role("button", name="Undo").click()
    seating.wait()
    assert seating.state["hash"] == before
    # And the board lets it be done again.
    seating.play(BOARDS[game](seating, Mouse()), action)


def undoable(position: Position) -> list[int]:
    """Anna's choices after which it is still her turn, and no die was rolled."""
    return [id for id in position.legal.ids if position.turn == 0 and goes_on(position, id)]


def goes_on(position: Position, id: int) -> bool:
    after = position.copy()
    after.step(id)
    return (after.turn, after.row.turn_count) == (position.turn, position.row.turn_count)


@pytest.mark.parametrize("game", half(GAMES, 1))
def test_a_hint_points_at_something_on_the_board(visit: Visit, house: ServerProcess, game: str):
    more = {"options": {"first": "A"}}
    seating = Seating(visit, house, game, ["Anna:person", "Otto:greedy"], **more)
    seating.wait()
    board = seating.page.get_by_role("main")
    pointed = board.locator("button.hinted, [role=button].hinted, button.advised")
    expect(pointed).to_have_count(0)
    seating.page.get_by_role("button", name="Hint").click()
    expect(pointed.first).to_be_visible(timeout=PATIENCE)


PHONE_IN_HAND = {
    "viewport": PHONE, "has_touch": True, "is_mobile": True, "reduced_motion": "no-preference",
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_plays_by_taps(visit: Visit, house: ServerProcess, game: str):
    seating = Seating(visit, house, game, ["Anna:person", "Otto:greedy"], **PHONE_IN_HAND)
    assert seating.play_on(BOARDS[game](seating, Finger()), most=6) == 6
    wide = seating.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], "the page scrolls sideways"


def test_two_share_one_phone(visit: Visit, house: ServerProcess):
    """Around a small screen: it says to whom it goes, and both play on it."""
    seating = Seating(visit, house, "lutins", ["Anna:person", "Otto:person"], **PHONE_IN_HAND)
    board = BOARDS["lutins"](seating, Finger())
    turns: list[str] = []
    while len(set(turns)) < 2 or len(turns) < 6:
        assert seating.wait()
        turn = seating.named(seating.state["turn"])
        expect(seating.page.get_by_role("heading", level=1)).to_have_text(f"Your turn, {turn}!")
        if turns and turns[-1] != turn:
            expect(seating.page.locator(".pass")).to_contain_text(f"Pass the screen to {turn}")
        turns.append(turn)
        seating.play(board, board.choose())


# Chooses at once whenever there is news, and counts what was still moving then.
HASTE = """() => {
  window.moving = [];
  let last = null;
  setInterval(() => {
    const choice = document.querySelector(".choices li .button");
    const { number } = document.querySelector("[data-number]").dataset;
    if (!choice || (number !== last && moving.length >= 12)) return;
    if (number !== last) {
      last = number;
      moving.push(document.getAnimations().filter(
        ({ effect }) => effect.getComputedTiming().iterations !== Infinity).length);
    }
    choice.click();  // until the answer to the move before has come, it is too early
  }, 30);
}"""


def test_motion_keeps_nobody_waiting(visit: Visit, house: ServerProcess):
    """Two people click as soon as they are told, in the middle of all that moves."""
    more = {"options": {"first": "A"}, "reduced_motion": "no-preference"}
    seating = Seating(visit, house, "minivilles", ["Anna:person", "Otto:person"], **more)
    seating.wait()
    page = seating.page
    page.locator("#tab-choices").click()
    page.locator(".choices li .button").first.wait_for()
    page.evaluate(HASTE)
    page.wait_for_function("() => moving.length >= 12")
    assert sum(page.evaluate("moving")) > 0, "nothing moved: then this shows nothing"
    page.wait_for_function("() => told.entries.filter(({ seat }) => seat).length >= 12")


ENGLISH = re.compile(
    r"\b(the|your|you|of|and|with|take|choose|tile|turn|roll|build|costs?|left|die|block"
    r"|house|market|draw|round|card|coins?|street|water|free|building|north|south|east|west)\b",
    re.I,
)


@pytest.mark.parametrize("game", GAMES)
def test_french_is_french_all_over(visit: Visit, house: ServerProcess, game: str):
    """Prompt, texts and names of parts, through the first moves of a game."""
    more = {"locale": "fr-FR"}
    seating = Seating(visit, house, game, ["Anna:person", "Otto:person"], **more)
    board = BOARDS[game](seating, Mouse())
    page = seating.page
    for _ in range(8):
        assert seating.wait()
        prompt = page.locator(".banner p")
        expect(prompt).to_have_text(re.compile(r"\w+ \w+"))
        said = page.get_by_role("main").evaluate(
            """(main) => [main.innerText, ...[...main.querySelectorAll("[aria-label], title")].map(
              (part) => part.getAttribute("aria-label") ?? part.textContent)]"""
        )
        leftover = [text for text in [prompt.inner_text(), *said] if ENGLISH.search(text)]
        assert not leftover, leftover
        seating.move(board.choose())


# ---------------------------------------------------------------- slow answers


def test_a_late_answer_leaves_no_dead_board(visit: Visit, house: ServerProcess):
    """The news of a move may come long before the answer: the board waits, and then goes on."""
    held: list[tuple[WebSocketRoute, str]] = []

    def relay(browser: WebSocketRoute) -> None:
        def pass_on(said: str | bytes) -> None:
            if '"accepted"' in str(said):
                held.append((browser, str(said)))
            else:
                browser.send(said)

        browser.connect_to_server().on_message(pass_on)

    def visit_slowly(url: str, **more: Any) -> Page:
        page = visit(url, **more)
        page.route_web_socket("**/live", relay)
        return page

    more = {"options": {"first": "A"}}
    seating = Seating(visit_slowly, house, "lutins", ["Anna:person", "Otto:person"], **more)
    board = BOARDS["lutins"](seating, Mouse())
    seating.wait()
    take = next(action for action in seating.legal if action["words"][0] == "take")
    offered = seating.page.locator("[data-block].shines")
    seating.play(board, take)
    expect(offered).to_have_count(0)
    assert held
    for browser, said in held:
        browser.send(said)
    seating.wait()
    expect(offered.or_(seating.page.get_by_role("button", name="Roll the dice"))).not_to_have_count(
        0
    )

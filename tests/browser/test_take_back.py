"""Second thoughts: a move that ends a turn can be taken back while nobody has learnt from it."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from faubourg import Position
from tests.browser.playing import BOARDS, Board, Keys, Mouse, Seating
from tests.browser.tables import Visit, entries, moves_of, played, wait_for_turn
from tests.server.client import Data
from tests.server.process import ServerProcess, wait_until

LONG = 600  # seconds: longer than any test
GAMES = [game for game in BOARDS if BOARDS[game].ENDS]


def ending(game: str, position: Position) -> list[int]:
    """Anna's choices of the kinds that are held back, after which it is no longer her turn."""
    kinds = BOARDS[game].ENDS
    actions = [one for one in position.legal if position.turn == 0 and one.text.split()[0] in kinds]
    return [action.id for action in actions if after(position, action.id) != 0]


def after(position: Position, id: int) -> int | None:
    """Whose turn it is after a move, with nothing that Nature does."""
    there = position.copy()
    there.step(id)
    return there.turn


def sit(visit: Visit, house: ServerProcess, game: str, **more: object) -> tuple[Board, Data]:
    """Anna is about to end her turn; she alone sits at this page."""
    found: list[int] = []

    def ends(position: Position) -> bool:
        found[:] = ending(game, position) or found
        return bool(ending(game, position))

    made = played(house, game, 0.7, "person", "person", when=ends)
    made["keys"] = {"A": made["keys"]["A"]}
    seating = Seating(visit, house, game, [], made=made, hold=LONG, **more)
    seating.wait()
    wait_for_turn(seating.page)
    board = BOARDS[game](seating, Mouse())
    return board, next(one for one in seating.legal if one["id"] in found)


def held(page: Page) -> Locator:
    return page.get_by_role("group", name="Your turn ends")


def sent(board: Board) -> list[str]:
    """Anna's moves since she sat down here."""
    house, table = board.seating.house, board.seating.id
    return [entry["move"]["text"] for entry in moves_of(house, table, "A")]


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_ends_the_turn_is_taken_back(visit: Visit, house: ServerProcess, game: str):
    board, action = sit(visit, house, game)
    page, before = board.page, sent(board)
    board.do(action)
    expect(held(page)).to_be_visible()
    held(page).get_by_role("button", name="Take back").click()
    expect(held(page)).to_have_count(0)
    wait_for_turn(page)
    assert sent(board) == before
    board.do(action)  # and the board lets it be done again
    held(page).get_by_role("button", name="Done").click()
    wait_until(lambda: sent(board) == [*before, action["text"]])


def test_the_next_tap_sends_it(visit: Visit, house: ServerProcess):
    board, action = sit(visit, house, "minivilles")
    before = sent(board)
    board.do(action)
    expect(held(board.page)).to_be_visible()
    board.page.get_by_role("heading", name="Market").click()
    wait_until(lambda: sent(board) == [*before, action["text"]])
    expect(held(board.page)).to_have_count(0)


def test_it_is_taken_back_by_keys_and_by_the_undo_button(visit: Visit, house: ServerProcess):
    board, action = sit(visit, house, "minivilles")
    page, before = board.page, sent(board)
    board.do(action)
    expect(page.locator("[aria-live=polite]").first).to_have_text(re.compile("Undo takes"))
    page.keyboard.press("Control+z")
    expect(held(page)).to_have_count(0)
    board.do(action)
    Keys().touch(held(page).get_by_role("button", name="Take back"))
    expect(held(page)).to_have_count(0)
    board.do(action)
    page.get_by_role("button", name="Undo").click()
    expect(held(page)).to_have_count(0)
    assert sent(board) == before


@pytest.mark.parametrize("way", ["reload", "leave", "home"])
def test_closing_the_page_does_not_lose_it(visit: Visit, house: ServerProcess, way: str):
    board, action = sit(visit, house, "minivilles")
    page, before = board.page, sent(board)
    board.do(action)
    expect(held(page)).to_be_visible()
    if way == "reload":
        page.reload()
    elif way == "leave":
        page.goto("about:blank")
    else:
        page.evaluate(
            "history.pushState(null, '', '/'); dispatchEvent(new PopStateEvent('popstate'))"
        )
    wait_until(lambda: sent(board) == [*before, action["text"]])


def test_what_is_held_is_shown_as_done(visit: Visit, house: ServerProcess):
    """The card stands in the town and is paid for, though the server knows nothing yet."""
    board, action = sit(visit, house, "minivilles")
    card = action["words"][1]
    facts = board.box["cards"].get(card) or board.box["landmarks"][card]
    coins = board.view["towns"]["A"]["coins"] - facts["cost"]
    board.do(action)
    purse = board.page.locator('.mine [data-purse="A"]')
    expect(purse).to_have_text(str(coins))
    board.page.keyboard.press("Control+z")
    expect(purse).to_have_text(str(coins + facts["cost"]))


def test_building_nothing_is_asked_about_when_something_could_be_built(
    visit: Visit, house: ServerProcess
):
    board, _ = sit(visit, house, "minivilles")
    page, before = board.page, len(entries(house, board.seating.id))
    nothing = page.get_by_role("region", name="Dice").get_by_role("button", name="Build nothing")
    nothing.click()
    question = page.get_by_role("dialog", name="Build nothing?")
    question.get_by_role("button", name="Close").click()
    expect(question).to_have_count(0)
    expect(held(page)).to_have_count(0)
    nothing.click()
    question.get_by_role("button", name="Yes, build nothing").click()
    expect(held(page)).to_be_visible()
    assert len(entries(house, board.seating.id)) == before

"""Tables that stand where a test needs them, and the few things that a page does at any of them."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np
from playwright.sync_api import Locator, Page

from faubourg import Position
from faubourg.bots.bot import make
from faubourg.core.errors import FaubourgError
from faubourg.core.game import games, is_shipped
from faubourg.records.record import Record
from tests.server.client import Data
from tests.server.process import ServerProcess, wait_until

RECORDS = Path(__file__).parent.parent / "playthroughs"
GAMES = [name for name in games() if is_shipped(name)]
BOARD = ".middle > .board > :not(.loading)"
SOME_HINTS = re.compile("You could|One move stands out")  # where there is a choice
Visit = Callable[..., Page]


def link(house: ServerProcess, made: Data, seat: str | None = None) -> str:
    """The address by which a browser takes a seat; without a seat, only to watch."""
    address = f"{house.url}/t/{made['table']}"
    return f"{address}#{made['keys'][seat]}" if seat else address


def wait_for_promise(page: Page, script: str, arg: object = None) -> None:
    """Until what the page promises is true; `wait_for_function` takes any promise for true."""
    wait_until(lambda: bool(page.evaluate(script, arg)))


def state(house: ServerProcess, made: Data) -> Data:
    return dict(house.api.table(made["table"])["state"])


def ranks(outcome: Data) -> bool:
    """Whether some won and others did not, and points say the same."""
    scores, winners = outcome["scores"], outcome["winners"]
    best = {scores[seat] for seat in winners}
    others = [scores[seat] for seat in scores if seat not in winners]
    return bool(others) and len(best) == 1 and all(score <= max(best) for score in others)


def entries(house: ServerProcess, table: str) -> list[Data]:
    """All that the server has written down about a table."""
    found: list[Data] = []
    while page := house.api.get(f"/api/tables/{table}/entries?after={len(found)}")["entries"]:
        found += page
    return found


def moves_of(house: ServerProcess, table: str, seat: str) -> list[Data]:
    return [e for e in entries(house, table) if e["kind"] == "move" and e["seat"] == seat]


@cache
def finished(house: ServerProcess, game: str) -> Data:
    """A table at which two bots have played to the end."""
    made: Data = house.api.make(game, ["random", "greedy"])
    house.api.ask("PUT", f"/api/tables/{made['table']}/pace", made["host_key"], seconds=0)
    wait_until(lambda: state(house, made)["phase"] == "over")
    return made


@cache
def golden(game: str) -> Record:
    """The same game each time, so that a test meets the same position each time."""
    return Record.loads((RECORDS / game / "2-players.txt").read_text(encoding="utf-8"))


def played(
    house: ServerProcess,
    game: str,
    share: float,
    *seats: str,
    when: Callable[[Position], bool] = lambda position: True,
) -> Data:
    """A table on which a game lies as it was after a share of its moves (1: one before the end), or
    at the last moment before of which `when` is true."""
    record = golden(game)
    most = min(int(share * len(record.moves)), len(record.moves) - 1)
    moves = max(at for at, now in enumerate(record.positions()) if at <= most and when(now))
    names = {"A": "Anna", "B": "Ben"}
    wishes: list[Data] = [
        {"kind": "person", "name": names[letter]}
        if kind == "person"
        else {"kind": "bot", "level": kind, "name": ""}
        for letter, kind in zip("AB", seats, strict=True)
    ]
    made: Data = house.api.post(
        "/api/tables/import", record=record.dumps(), moves=moves, seats=wishes
    )
    return made


def finish(house: ServerProcess, made: Data) -> None:
    """Play on sensibly for everybody, past the page, until the game is over."""
    generator = np.random.default_rng(1)
    while (now := house.api.table(made["table"]))["state"]["phase"] == "playing":
        position = Record.loads(house.api.record(made["table"])).replay()
        action = make("greedy").choose(position, generator)
        turn, number = now["state"]["turn"], now["number"]
        asked = {"id": f"finish-{number}", "answers": number, "seat": turn, "action": action}
        house.api.post(f"/api/tables/{made['table']}/moves", made["keys"][turn], **asked)


def tampered(record: str) -> str:
    """The same game with one die changed, such that all moves are still legal."""
    for rolled in re.finditer(r"\bdie ([1-6])", record):
        for face in "123456".replace(rolled[1], ""):
            other = record[: rolled.start()] + f"die {face}" + record[rolled.end() :]
            with suppress(FaubourgError):
                Record.loads(other).replay()
                return other
    raise AssertionError("no die can be changed in this game")


def annas_turn(position: Position) -> bool:
    return position.turn == 0


# ---------------------------------------------------------------- what a page shows and does


def shown(page: Page) -> int:
    """The number of the last entry that is on the screen."""
    return int(page.locator("[data-number]").get_attribute("data-number") or 0)


def wait_for_number(page: Page, number: int) -> None:
    page.wait_for_function(
        "number => Number(document.querySelector('[data-number]')?.dataset.number) >= number",
        arg=number,
    )
    wait_for_answer(page)


def wait_for_answer(page: Page) -> None:
    """News of a move may come before the answer to it; until then the page takes no other move."""
    page.wait_for_function(
        "() => !Object.keys(sessionStorage).some((key) => key.startsWith('faubourg.pending.'))"
    )


def wait_for_turn(page: Page) -> None:
    page.locator(".banner.mine").wait_for()
    wait_for_answer(page)


def wait_for_board(page: Page) -> None:
    """The game's own part of the page comes after the rest."""
    page.locator(BOARD).first.wait_for()


def offer(page: Page) -> Locator:
    """The first of all choices, as a button of the list."""
    if not page.locator("#tab-choices[aria-selected=true]").count():
        page.locator("#tab-choices").click()
    choices, dice = page.locator(".choices li .button"), page.locator("#tab-panel .reveal")
    choices.or_(dice).first.wait_for(state="attached")
    if dice.count():  # they wait for a tap, and choices with them
        dice.click()
    choices.first.wait_for(state="attached")
    seen = page.locator(".choices li .button:visible")
    if not seen.count():  # so many that they are put away in groups
        page.locator(".choices summary").first.click()
    return seen.first


def choose(page: Page) -> int:
    """Play the first of all choices, and wait until it has happened; the number shown then."""
    before = shown(page)
    offer(page).click()
    wait_for_number(page, before + 1)
    return shown(page)

"""Tables that stand where a test needs them, and the few things that a page does at any of them."""

from collections.abc import Callable
from functools import cache

from playwright.sync_api import Locator, Page

from tests.server.client import Data
from tests.server.process import ServerProcess, wait_until

GAMES = ("my_little_town", "lutins", "minivilles", "cities")
Visit = Callable[..., Page]


def link(house: ServerProcess, made: Data, seat: str | None = None) -> str:
    """The address by which a browser takes a seat; without a seat, only to watch."""
    address = f"{house.url}/t/{made['table']}"
    return f"{address}#{made['keys'][seat]}" if seat else address


def state(house: ServerProcess, made: Data) -> Data:
    return dict(house.api.table(made["table"])["state"])


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


def played(
    house: ServerProcess, game: str, share: float, *seats: str, turn: str | None = None
) -> Data:
    """A table on which a game lies as it was after a share of its moves (1: one before the end); if
    it matters, at the last moment before it at which `turn` is to act."""
    done = finished(house, game)
    record = house.api.record(done["table"])
    moves = min(int(share * state(house, done)["moves"]), state(house, done)["moves"] - 1)
    names = {"A": "Anna", "B": "Ben"}
    wishes: list[Data] = [
        {"kind": "person", "name": names[letter]}
        if kind == "person"
        else {"kind": "bot", "level": kind, "name": ""}
        for letter, kind in zip("AB", seats, strict=True)
    ]
    while True:
        made: Data = house.api.post("/api/tables/import", record=record, moves=moves, seats=wishes)
        if turn is None or state(house, made)["turn"] == turn:
            return made
        moves -= 1


# ---------------------------------------------------------------- what a page shows and does


def shown(page: Page) -> int:
    """The number of the last entry that is on the screen."""
    return int(page.locator("[data-number]").get_attribute("data-number") or 0)


def wait_for_number(page: Page, number: int) -> None:
    page.wait_for_function(
        "number => Number(document.querySelector('[data-number]')?.dataset.number) >= number",
        arg=number,
    )


def wait_for_turn(page: Page) -> None:
    page.locator(".banner.mine").wait_for()


def offer(page: Page) -> Locator:
    """The first of all choices, as a button of the list."""
    if not page.locator("#tab-choices[aria-selected=true]").count():
        page.locator("#tab-choices").click()
    page.locator(".choices li .button").first.wait_for(state="attached")
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

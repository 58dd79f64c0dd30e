"""How soon a bot's move is on the screen, in a real Chromium with the built page.

    python -m bench.page                     # all four games
    python -m bench.page --game cities --phone

A bot plays with somebody and the page watches. For every move of the bot: when its frame of the
WebSocket reached the page, when the page's own elements had changed, and when they were painted;
and from the moment at which the server wrote the move down (the clock is the same). The bar is
150 ms for the last.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

from faubourg.core.game import games
from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS, PHONE
from tests.browser.tables import wait_for_board
from tests.server.client import Data
from tests.server.process import ServerProcess

BAR = 150  # milliseconds
MOVES = 60  # of each game
PACE = 0.25  # seconds between two moves of a bot
SPANS = ("frame to elements", "frame to screen", "server to screen")
# Our listener is the first of each connection, so it hears a frame before the page does.
WATCH = """
window.moves = [];
const arrived = new Map();
const now = () => performance.timeOrigin + performance.now();
const Native = WebSocket;
window.WebSocket = class extends Native {
  constructor(...address) {
    super(...address);
    this.addEventListener("message", ({ data }) => {
      const frame = now();
      const said = JSON.parse(data);
      if (said.type === "update") arrived.set(said.number, { frame, entries: said.entries });
    });
  }
};
new MutationObserver(() => {
  const number = Number(document.querySelector("[data-number]")?.dataset.number);
  const told = arrived.get(number);
  if (!told?.entries.some(({ kind }) => kind === "bot")) return;
  arrived.delete(number);
  const elements = now();
  const last = told.entries.at(-1);
  requestAnimationFrame(() => {
    const after = new MessageChannel(); // its message comes when the frame was painted
    after.port1.onmessage = () => moves.push([told.frame, elements, now(), last.at * 1000]);
    after.port2.postMessage(null);
  });
}).observe(document, {
  subtree: true, childList: true, attributes: true, attributeFilter: ["data-number"],
});
"""


@contextmanager
def rooms() -> Iterator[tuple[ServerProcess, Browser]]:
    """A server and a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = ServerProcess(f"sqlite:///{folder}/tables.db", pace=PACE).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield house, browser
        finally:
            browser.close()
            house.close()


def play(house: ServerProcess, made: Data) -> bool:
    """Any move of the person's, if it is their turn; false when the game is over."""
    now = house.api.table(made["table"])
    number = now["number"]
    if now["state"]["turn"] == "A":
        told = {"id": f"{number}", "answers": number, "seat": "A", "action": now["legal"][-1]["id"]}
        house.api.post(f"/api/tables/{made['table']}/moves", made["keys"]["A"], **told)
    return bool(now["state"]["phase"] == "playing")


def watch(
    house: ServerProcess, browser: Browser, game: str, size: Data, moves: int
) -> dict[str, np.ndarray]:
    """Milliseconds of each span, for so many moves of a game."""
    page = browser.new_context(viewport=size, locale="en-GB").new_page()
    page.add_init_script(WATCH)
    page.set_default_timeout(300_000)
    rows: list[list[float]] = []
    while len(rows) < moves:  # short games are played again
        made = house.api.make(game, ["person", "greedy"])  # bots among themselves know no pace
        page.goto(f"{house.url}/t/{made['table']}")
        wait_for_board(page)
        while len(rows) + page.evaluate("moves.length") < moves and play(house, made):
            page.wait_for_timeout(50)
        rows += page.evaluate("moves")
    page.context.close()
    frame, elements, screen, known = np.array(rows).T
    spans = (elements - frame, screen - frame, screen - known)
    return dict(zip(SPANS, spans, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.page", description=__doc__)
    parser.add_argument("--game", choices=list(games()), action="append")
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--phone", action="store_true", help="on a phone's screen")
    told = parser.parse_args()
    table = Table(title=f"A bot's move on the screen, in ms (bar: {BAR})")
    for column in ("game", "span", "median", "9 of 10", "moves"):
        table.add_column(column)
    kept = True
    with rooms() as (house, browser):
        for game in told.game or games():
            spans = watch(house, browser, game, PHONE if told.phone else DESKTOP, told.moves)
            for name, times in spans.items():
                half, most = np.percentile(times, (50, 90))
                table.add_row(game, name, f"{half:.0f}", f"{most:.0f}", str(len(times)))
            kept &= bool(np.median(spans[SPANS[-1]]) <= BAR)
    Console().print(table)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())

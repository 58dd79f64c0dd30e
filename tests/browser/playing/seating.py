"""A browser at a table: what the page was told, what is legal, and what became of what one does."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing.hands import Hand
from tests.browser.tables import wait_for_board, wait_for_number
from tests.server.client import Data, seat_wish
from tests.server.process import ServerProcess

PATIENCE = 120_000  # milliseconds; a busy machine is no fault of the page

# Keeps what the server told the page, and which requests are still without an answer.
LISTEN = """
window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach((shift) => {
  if (shift.hadRecentInput) return;
  const moved = shift.sources.map(({ node }) => node?.className?.toString() || node?.nodeName);
  shifts.push({ value: shift.value, moved });
})).observe({ type: "layout-shift", buffered: true });
window.told = { number: 0, phase: null, hash: null, legal: null, entries: [], asked: new Set() };
window.WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how);
    told.asked.clear();
    this.addEventListener("message", ({ data }) => {
      const said = JSON.parse(data);
      if (said.type === "accepted" || said.type === "refused") told.asked.delete(said.id);
      if (said.type !== "snapshot" && said.type !== "update") return;
      for (const { phase, hash } of said.changes ?? [said.state])
        Object.assign(told, { phase: phase ?? told.phase, hash: hash ?? told.hash });
      Object.assign(told, { number: said.number, legal: said.legal ?? null });
      const known = told.entries.at(-1)?.number ?? 0;
      const first = said.number - said.entries.length + 1;
      const whole = said.entries.map(({ kind = "nature", seat = "*", ...rest }, place) => ({
        ...rest, kind, seat, number: first + place,
        move: rest.move && { id: rest.move[0], text: rest.move[1] },
        events: rest.events?.map(([kind, fields, en, fr]) => ({ kind, ...fields, en, fr })),
      }));
      told.entries.push(...whole.filter((entry) => entry.number > known));
    });
  }
  send(data) {
    const said = JSON.parse(data);
    if (said.type === "move" || said.type === "undo") told.asked.add(said.id);
    super.send(data);
  }
};
"""
# The page may be asked something, or has nothing to be asked any more.
READY = """(number) => told.number > number && told.asked.size === 0
  && (told.phase === "over" || told.legal?.length)
  && { number: told.number, legal: told.legal ?? [] }"""


class Seating:
    """This browser at a table, with the seats of all persons there."""

    def __init__(
        self,
        open_page: Callable[..., Page],
        house: ServerProcess,
        game: str,
        seats: list[str],
        **more: Any,
    ) -> None:
        """Sit down at a table: at `made`, or else at a new one."""
        wishes = {"seats": [seat_wish(seat) for seat in seats], "options": more.pop("options", {})}
        made = more.pop("made", None) or house.api.post("/api/tables", game=game, **wishes)
        self.house, self.id, self.keys = house, made["table"], made["keys"]
        self.number = 0
        self.legal: list[Data] = []
        self.state: Data = {}
        self.box = house.api.get(f"/api/tables/{self.id}/box")
        self.page = open_page("about:blank", **more)
        self.page.add_init_script(LISTEN)
        for key in self.keys.values():
            self.page.goto(f"{house.url}/t/{self.id}#{key}")
            expect(self.page).to_have_url(f"{house.url}/t/{self.id}")
        wait_for_board(self.page)

    # ------------------------------------------------------------ without the page

    def move(self, action: Data) -> None:
        """A move, past the page."""
        seat = self.state["turn"]
        asked = {"id": f"move-{self.number}", "answers": self.number, "seat": seat}
        path = f"/api/tables/{self.id}/moves"
        self.house.api.post(path, self.keys[seat], **asked, action=action["id"])

    # ------------------------------------------------------------ on the page

    def wait(self) -> bool:
        """Until something may be done after all that is known; false when the game is over."""
        found = self.page.wait_for_function(READY, arg=self.number, timeout=PATIENCE).json_value()
        now = self.house.api.table(self.id)  # nobody else may move meanwhile
        assert now["number"] == found["number"]
        over = now["state"]["phase"] == "over"
        self.number, self.state = now["number"], now["state"]
        self.legal = [] if over else now["legal"]
        assert [action["id"] for action in self.legal] == found["legal"]
        return bool(self.state["phase"] != "over")

    def entries(self, after: int) -> list[Data]:
        return list(
            self.page.evaluate("(after) => told.entries.filter((one) => one.number > after)", after)
        )

    def named(self, seat: str) -> str:
        return str(next(each["name"] for each in self.state["seats"] if each["seat"] == seat))

    def play(self, board: "Board", action: Data) -> None:
        """Do something on the board, and see that the server wrote down just that."""
        before, seat = self.number, self.state["turn"]
        board.do(action)
        found = self.page.wait_for_function(
            "(after) => told.entries.find(({ number, move }) => number > after && move)?.move",
            arg=before, timeout=PATIENCE,
        ).json_value()  # fmt: skip
        assert found["text"] == action["text"], f"{seat} meant {action['text']}"

    def play_on(self, board: "Board", most: int = 10**6) -> int:
        """Play until the game is over, or so many moves; how many there were."""
        for moves in range(most):
            if not self.wait():
                return moves
            self.play(board, board.choose())
        return most


class Board:
    """How a game is played with a hand: by the list of choices, or on a board of its own."""

    OTHER = "Otto:greedy"  # who plays against Anna in a whole game
    UNDO = True  # whether a move may leave the same player to act, and no die to be rolled
    ENDS: tuple[str, ...] = ()  # kinds of moves that may end a turn, and are held back then
    LEAST = 44  # pixels: the size of everything to touch on a phone
    GLANCES: tuple[int, ...] = ()  # numbers of players, beside the most, that need much room
    IN_A_WINDOW = False  # whether a whole game is played in the whole of Chromium, menus and all
    STAGE = False  # whether throws are shown on a stage, with their owner and number
    # A clause, and questions that it answers, in English and in French, in the words of somebody
    # who has never read the rules.
    ANSWER: tuple[str, tuple[str, ...], tuple[str, ...]] = ("", (), ())
    CHIP: str | None = None  # on a phone, how the row of players says how far everybody is

    def __init__(self, seating: Seating, hand: Hand, seed: int = 1) -> None:
        self.seating, self.hand = seating, hand
        self.box = seating.box
        self.chance = random.Random(seed)

    @property
    def page(self) -> Page:
        return self.seating.page

    @property
    def legal(self) -> list[Data]:
        return self.seating.legal

    @property
    def view(self) -> Data:
        view: Data = self.seating.state["view"]
        return view

    def choose(self) -> Data:
        """Any legal action, such that the game comes to an end; where two have the same sentence,
        as equal things of a market do, the list could not tell which was meant."""
        said = Counter(action["en"] for action in self.legal)
        plain = [action for action in self.legal if said[action["en"]] == 1]
        return self.chance.choice(plain or self.legal)

    def do(self, action: Data) -> None:
        """Do it on the board; without one, by the list of choices."""
        choices = self.page.locator(".choices:has(li):visible")
        dice = self.page.locator("#tab-panel .reveal")  # they wait for a tap, and choices with them
        if not choices.count() and not dice.count():
            self.touch("#tab-choices")
        choices.or_(dice).first.wait_for()
        if dice.count():
            self.hand.touch(dice)
        choices.wait_for()
        wait_for_number(self.page, self.seating.number)  # else the list may still change
        search = choices.get_by_role("searchbox")
        if search.count():
            search.fill(action["en"])
        sentence = re.compile(rf"^\s*{re.escape(action['en'])}\s*$")
        named = choices.locator(".button", has_text=sentence)
        folded = choices.locator("details:not([open])", has=named)
        more = choices.locator(".button.more:visible")
        named.or_(more).first.wait_for(state="attached")
        if not named.count():
            self.hand.touch(more)
        if folded.count():
            self.hand.touch(folded.locator("summary"))
        self.hand.touch(named.first)  # the same may lie in two places

    def stages(self) -> Iterator[str]:
        """The steps in which the page asks for one move, by name; a stage may touch the page, but
        sends no move. Games whose board asks further (first a figure, then a place) add theirs."""
        yield ""

    def slip(self) -> None:
        """Touch something that is not legal; a list of choices has nothing of the kind."""
        raise NotImplementedError

    def touch(self, selector: str) -> None:
        self.hand.touch(self.page.locator(selector))

    def button(self, name: str | re.Pattern[str], inside: Locator | None = None) -> None:
        place = inside or self.page.locator("main")
        self.hand.touch(place.get_by_role("button", name=name, exact=isinstance(name, str)))

"""Playing on the boards themselves: with a hand (mouse, finger or keys), each action where it lies.

A `Seating` listens to what the page is told and knows so what is legal; a `Board` then does it with
a hand, on the game's own pictures and buttons. What the server wrote down must be what was meant.
"""

import random
import re
from collections.abc import Callable
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

from tests.server.client import Data, seat_wish
from tests.server.process import ServerProcess

PATIENCE = 120_000  # milliseconds; a busy machine is no fault of the page
expect.set_options(timeout=60_000)

# Keeps what the server told the page, and which requests are still without an answer.
LISTEN = """
window.told = { number: 0, state: null, legal: null, entries: [], asked: new Set() };
window.WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how);
    told.asked.clear();
    this.addEventListener("message", ({ data }) => {
      const said = JSON.parse(data);
      if (said.type === "accepted" || said.type === "refused") told.asked.delete(said.id);
      if (!said.state) return;
      Object.assign(told, { number: said.number, state: said.state, legal: said.legal });
      const known = told.entries.at(-1)?.number ?? 0;
      told.entries.push(...said.entries.filter((entry) => entry.number > known));
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
READY = """(number) => told.state && told.number > number && told.asked.size === 0
  && (told.state.phase === "over" || told.legal?.length)
  && { number: told.number, state: told.state, legal: told.legal ?? [] }"""


class Hand(Protocol):
    """What people touch things with."""

    def touch(self, part: Locator) -> None: ...


class Mouse:
    def touch(self, part: Locator) -> None:
        part.click()


class Finger:
    def touch(self, part: Locator) -> None:
        part.tap()


class Keys:
    """Tab to a thing, then Enter; nothing else moves the focus."""

    # How often to press Tab; null if the focus is nowhere.
    WAY = """(target) => {
      const scope = document.querySelector("dialog:modal") ?? document;
      const all = scope.querySelectorAll("a[href], button, input, summary, [tabindex]");
      const seen = (one) => one.checkVisibility({ visibilityProperty: true });
      const reachable = [...all].filter((one) => one.tabIndex >= 0 && !one.disabled && seen(one));
      const here = reachable.indexOf(document.activeElement);
      const there = reachable.indexOf(target);
      if (there < 0) throw new Error(`Tab does not lead to ${target.outerHTML.slice(0, 200)}`);
      return here < 0 ? null : there - here;
    }"""

    def touch(self, part: Locator) -> None:
        self.reach(part)
        part.page.keyboard.press("Enter")

    def reach(self, part: Locator) -> None:
        part.wait_for()
        keyboard = part.page.keyboard
        for _ in range(6):
            way = part.evaluate(self.WAY)
            if way == 0:
                return
            for _ in range(abs(way or 1)):
                keyboard.press("Tab" if way is None or way > 0 else "Shift+Tab")
        raise AssertionError(f"Tab does not reach {part}")


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
        """Make a table, and sit down there. `meanwhile` is done before the page is opened."""
        wishes = {"seats": [seat_wish(seat) for seat in seats], "options": more.pop("options", {})}
        made = house.api.post("/api/tables", game=game, **wishes)
        self.house, self.id, self.keys = house, made["table"], made["keys"]
        self.number = 0
        self.legal: list[Data] = []
        self.state: Data = {}
        self.box = house.api.get(f"/api/tables/{self.id}/box")
        meanwhile = more.pop("meanwhile", None)
        if meanwhile:
            meanwhile(self)
        self.page = open_page("about:blank", **more)
        self.page.add_init_script(LISTEN)
        for key in self.keys.values():
            self.page.goto(f"{house.url}/t/{self.id}#{key}")
            expect(self.page).to_have_url(f"{house.url}/t/{self.id}")

    # ------------------------------------------------------------ without the page

    def look(self) -> None:
        """What the server knows, for those who play without the page."""
        told = self.house.api.table(self.id)
        self.number, self.state, self.legal = told["number"], told["state"], told["legal"] or []

    def ask(self, what: str, **more: Any) -> None:
        """A move or an undo, past the page."""
        seat = self.state["turn"]
        request = {"id": f"{what}-{self.number}", "answers": self.number, "seat": seat}
        self.house.api.post(f"/api/tables/{self.id}/{what}", self.keys[seat], **request, **more)

    # ------------------------------------------------------------ on the page

    def wait(self) -> bool:
        """Until something may be done after all that is known; false when the game is over."""
        found = self.page.wait_for_function(READY, arg=self.number, timeout=PATIENCE).json_value()
        self.number, self.state, self.legal = found["number"], found["state"], found["legal"]
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
    """How a game is played with a hand."""

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
        """Any legal action, such that the game comes to an end."""
        return self.chance.choice(self.legal)

    def do(self, action: Data) -> None:
        """Do it on the board."""
        raise NotImplementedError

    def slip(self) -> None:
        """Touch something that is not legal."""
        raise NotImplementedError

    def touch(self, selector: str) -> None:
        self.hand.touch(self.page.locator(selector))

    def button(self, name: str | re.Pattern[str], inside: Locator | None = None) -> None:
        place = inside or self.page.locator("main")
        self.hand.touch(place.get_by_role("button", name=name, exact=isinstance(name, str)))


ON_THE_STAGE = {
    "roll 1": "Roll one die", "roll 2": "Roll two dice", "reroll": "Roll again",
    "keep": "Keep ", "stay": "Stay at ", "add 2": "Make it ", "pass": "Build nothing",
    "no swap": "No exchange",
}  # fmt: skip
ON_A_CARD = {
    "build": "Build for", "demolish": "Give up", "offer": "Offer", "for": "Take it for",
    "give": "Give to ",
}  # fmt: skip


class Minivilles(Board):
    def choose(self) -> Data:
        """Landmarks as soon as they can be paid, else cards; save when there are enough."""
        legal = {action["text"]: action for action in self.legal}
        landmarks = [text for text in legal if text[6:] in self.box["landmarks"]]
        if any(text.startswith("build") for text in landmarks):
            return legal[max(landmarks, key=lambda text: self.box["landmarks"][text[6:]]["cost"])]
        town = self.view["towns"][self.view["seat"]]
        if "pass" in legal and len(legal) > 1:
            cards = sum(town["cards"].values())
            return self.chance.choice(self.legal[1:]) if cards < 12 else legal["pass"]
        return legal.get("roll 2") or super().choose()

    def do(self, action: Data) -> None:
        verb, *words = action["words"]
        if action["text"] in ON_THE_STAGE:
            name = re.compile("^[^a-z]*" + ON_THE_STAGE[action["text"]], re.I)
            self.button(name, self.page.get_by_role("region", name="Dice"))
        elif verb == "take":
            self.button(re.compile(f"^Take up to .* from {self.seating.named(words[1])}"))
        else:
            landmark = words[0] in self.box["landmarks"]
            card = self.box["landmarks" if landmark else "cards"][words[0]]["name"]["en"]
            owner = self.seating.named(words[2]) if verb in ("for", "give") else ""
            place = "Your town" if landmark or verb in ("offer", "give") else "Market"
            place = f"{owner}'s town" if verb == "for" else place
            region = self.page.get_by_role("region", name=place, exact=True)
            self.button(re.compile(f"^{re.escape(card)}, "), region)
            said = ON_A_CARD[verb] + (owner if verb == "give" else "")
            self.button(re.compile(f"^{said}"), self.page.get_by_role("dialog"))

    def slip(self) -> None:
        """The dearest landmark, when one has nothing yet."""
        landmarks = self.box["landmarks"].values()
        dearest = max(landmarks, key=lambda landmark: landmark["cost"])
        self.button(re.compile(f"^{dearest['name']['en']}, costs"))
        self.button(f"Build for {dearest['cost']}", self.page.get_by_role("dialog"))


class Lutins(Board):
    declined = 0

    def choose(self) -> Data:
        """Blocks; but once a die is left alone although it could be used."""
        takes = [action for action in self.legal if action["words"][0] == "take"]
        if takes and not self.declined and len(takes) < 30:
            self.declined = 1
            return next(action for action in self.legal if action["words"][0] == "decline")
        return self.chance.choice(takes or self.legal)

    def roll(self) -> None:
        """Dice that have just been thrown wait for a tap."""
        dice = self.page.get_by_role("button", name="Roll the dice")
        if dice.count():
            self.hand.touch(dice)

    def do(self, action: Data) -> None:
        verb, *words = action["words"]
        self.roll()
        if verb == "take":
            block, house = f"{words[0]} {words[1]}", words[3]
            self.touch(f'[data-block="{block}"]')
            if sum(other["words"][:3] == action["words"][:3] for other in self.legal) > 1:
                self.touch(f'[data-house="{house}"]')
        elif verb == "decline":
            dice = self.page.get_by_role("button", name=f"{words[0]} die, to play").first
            self.hand.touch(dice)
            self.touch(".leave")
        elif verb == "destroy":
            house = self.page.locator(f'[data-house="{words[0]}"]')
            self.hand.touch(house)
            expect(house).to_have_attribute("aria-pressed", "true")
            self.hand.touch(house)
        else:
            self.button(f"Choose {self.box['houses'][words[0]]['name']['en']}")

    def slip(self) -> None:
        """A house of somebody else."""
        self.roll()
        theirs = self.page.get_by_role("region", name="Houses of Otto")
        self.hand.touch(theirs.locator("[data-house]").first)


class MyLittleTown(Board):
    SIDES = ("north", "east", "south", "west")

    def choose(self) -> Data:
        """Standees when they fit, the long ones first."""
        standees = [action for action in self.legal if action["words"][0] == "standee"]
        longest = max((int(action["words"][1]) for action in standees), default=0)
        fitting = [action for action in standees if int(action["words"][1]) == longest]
        return self.chance.choice(fitting or self.legal)

    def do(self, action: Data) -> None:
        verb, *words = action["words"]
        if verb == "extend":
            self.button(re.compile("^Draw a tile"))
        elif verb == "pass":
            self.button(re.compile("^I stop here"))
        elif verb == "tile":
            self.lay(words[0], words[2], words[4])
        else:
            self.stand(action)

    def lay(self, side: str, number: str, top: str) -> None:
        name = f"Place {side} of tile {number}, top "
        place = self.page.get_by_role("button", name=re.compile(name))
        self.choose_place(place)
        expect(place).to_have_attribute("aria-pressed", "true")
        for now in self.SIDES[: self.SIDES.index(top)]:
            expect(place).to_have_attribute("aria-label", name + now)
            self.turn(place)
        expect(place).to_have_attribute("aria-label", name + top)
        self.confirm(place)

    def choose_place(self, place: Locator) -> None:
        self.hand.touch(place)

    def turn(self, place: Locator) -> None:
        """By touching the place again, or by the button."""
        if self.chance.random() < 0.5:
            self.hand.touch(place)
        else:
            self.button("Turn right")

    def confirm(self, place: Locator) -> None:
        self.button("Yes, like this")

    def stand(self, action: Data) -> None:
        length, number, square, heading = (action["words"][place] for place in (1, 3, 4, 5))
        self.touch(f'[data-standee="{length}"]')
        name = f"Row from {number} {square}, going {heading} to"
        row = self.page.get_by_role("button", name=re.compile(name))
        expect(row).to_have_count(1)
        self.choose_row(row)
        expect(row).to_have_attribute("aria-pressed", "true")
        self.confirm(row)

    def choose_row(self, row: Locator) -> None:
        """Touch the town where the row is; where several are, again for the next."""
        way = row.locator(".way")
        for _ in range(12):
            box = way.bounding_box()
            assert box
            at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            if isinstance(self.hand, Finger):
                self.page.touchscreen.tap(*at)
            else:
                self.page.mouse.click(*at)
            if row.get_attribute("aria-pressed") == "true":
                return
        while row.get_attribute("aria-pressed") != "true":
            self.button("The next spot")

    def slip(self) -> None:
        """Figures, when the tile that was drawn is to be laid."""
        draw = next(action for action in self.legal if action["text"] == "extend")
        self.seating.play(self, draw)
        self.seating.wait()
        self.touch("[data-standee='7']")


class MyLittleTownByKeys(MyLittleTown):
    """Places and rows by their arrows."""

    def choose_place(self, place: Locator) -> None:
        self.step_to(place, ".mlt-places")
        if place.get_attribute("aria-pressed") != "true":
            self.page.keyboard.press("Enter")

    def turn(self, place: Locator) -> None:
        self.page.keyboard.press("r")

    def confirm(self, place: Locator) -> None:
        self.page.keyboard.press("Enter")

    def choose_row(self, row: Locator) -> None:
        self.step_to(row, ".mlt-rows")
        if row.get_attribute("aria-pressed") != "true":
            self.page.keyboard.press("Enter")

    def step_to(self, part: Locator, group: str) -> None:
        """Whichever arrow leads there; all of them if need be."""
        assert isinstance(self.hand, Keys)
        if not self.page.locator(f"{group} :focus").count():
            self.hand.reach(self.page.locator(f"{group} [tabindex='0']"))
        for _ in range(400):
            if part.evaluate("(part) => part === document.activeElement"):
                return
            self.page.keyboard.press(self.arrow(part, group))
        raise AssertionError(f"no arrow leads to {part}")

    def arrow(self, part: Locator, group: str) -> str:
        if group == ".mlt-rows":
            return "ArrowRight"
        if self.chance.random() < 0.2:
            return self.chance.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
        across, down = part.evaluate(
            """(part) => {
              const middle = (one) => { const box = one.getBoundingClientRect();
                return [box.left + box.width / 2, box.top + box.height / 2]; };
              const [here, there] = [middle(document.activeElement), middle(part)];
              return [there[0] - here[0], there[1] - here[1]];
            }"""
        )
        if abs(across) > abs(down):
            return "ArrowRight" if across > 0 else "ArrowLeft"
        return "ArrowDown" if down > 0 else "ArrowUp"


class Cities(Board):
    TOPS = ("north", "east", "south", "west")
    discarded = 0

    def choose(self) -> Data:
        """Anything but to throw away what has a place; that only once."""
        kept = [action for action in self.legal if action["words"][0] != "discard"]
        if len(kept) < len(self.legal) and not self.discarded:
            self.discarded = 1
            kept = []
        return self.chance.choice(kept or self.legal)

    def do(self, action: Data) -> None:
        verb, *words = action["text"].split(" ")
        if verb == "start":
            self.button(re.compile(f"^Starting tile {words[0]}:"))
        elif verb == "take":
            place = self.page.get_by_test_id(action["text"])
            self.hand.touch(place)
            expect(place).to_have_attribute("aria-pressed", "true")
            if self.chance.random() < 0.5:
                self.hand.touch(place)
            else:
                self.button("Take")
        elif verb == "tile":
            self.lay(*words)
        else:
            self.pick(words[0])
            if verb == "put":
                self.put(words[1])
            else:
                self.button(re.compile("^Discard: "))
                sure = self.page.get_by_role("button", name="Yes, discard")
                if any(other["text"].startswith(f"put {words[0]} ") for other in self.legal):
                    self.hand.touch(sure)

    def lay(self, where: str, top: str) -> None:
        lot = self.page.get_by_test_id(f"lot {where}")
        if lot.get_attribute("aria-pressed") != "true":
            self.hand.touch(lot)
        expect(lot).to_have_attribute("aria-pressed", "true")
        for _ in range(self.TOPS.index(top)):
            self.button("Turn right")
        self.button("Lay it here")

    def pick(self, item: str) -> None:
        """Which of the things that were taken comes next."""
        name = (self.box["modules"].get(item) or self.box["attractions"].get(item))["name"]["en"]
        thing = self.page.locator("button.thing").filter(has_text=re.compile(name, re.I))
        if thing.get_attribute("aria-pressed") != "true":
            self.hand.touch(thing)
        expect(thing).to_have_attribute("aria-pressed", "true")

    def put(self, square: str) -> None:
        part = self.page.locator(f'[data-square="{square}"]')
        if not isinstance(self.hand, Keys) and self.is_hidden(part):
            self.button("Map")
        self.hand.touch(part)

    def is_hidden(self, part: Locator) -> bool:
        """Whether something else stands before its middle."""
        return bool(
            part.evaluate(
                """(part) => {
                  const { x, y, width, height } = part.getBoundingClientRect();
                  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
                  return seen?.closest("[data-square]") && !part.contains(seen);
                }"""
            )
        )

    def slip(self) -> None:
        """A starting tile that somebody else has."""
        self.seating.play(self, self.choose())
        self.seating.wait()
        self.hand.touch(self.page.get_by_role("button", name=re.compile(", taken$")))


BOARDS: dict[str, type[Board]] = {
    "minivilles": Minivilles,
    "lutins": Lutins,
    "my_little_town": MyLittleTown,
    "cities": Cities,
}
BY_KEYS = BOARDS | {"my_little_town": MyLittleTownByKeys}

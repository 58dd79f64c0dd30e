"""My Little Town on its board: by hand, and by arrows alone."""

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, expect

from tests.browser.playing.hands import Finger, Keys
from tests.browser.playing.seating import Board
from tests.server.client import Data


class MyLittleTown(Board):
    ANSWER = ("mlt-15", ("who has won", "wnis"), ("qui a gagné", "gagnants"))
    UNDO = False  # every move ends the turn or turns a tile up
    ENDS = ("standee",)
    IN_A_WINDOW = True
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
        place = self.page.locator(f'[data-place="{side} of {number}"]')
        self.choose_place(place)
        expect(place).to_have_attribute("aria-pressed", "true")
        for now in self.SIDES[: self.SIDES.index(top)]:
            expect(place).to_have_attribute("data-top", now)
            self.turn(place)
        expect(place).to_have_attribute("data-top", top)
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
        self.touch(f'[data-standee="{action["words"][1]}"]')
        row = self.page.locator(f'[data-row="{action["text"]}"]')
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

    def stages(self) -> Iterator[str]:
        """A tile: its place, then how it lies. Figures: which, where, and yes."""
        yield ""
        if any(action["words"][0] == "tile" for action in self.legal):
            box = self.page.locator(".mlt-places .place").first.bounding_box()
            assert box
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.page.touchscreen.tap(x, y)
            yield "like this"
        elif any(action["words"][0] == "standee" for action in self.legal):
            self.hand.touch(self.page.locator(".mlt-tray .standee.fits").first)
            yield "a spot for them"
            box = self.page.locator(".mlt-rows .way").first.bounding_box()
            assert box
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            yield "like this"

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
            self.press()

    def turn(self, place: Locator) -> None:
        self.page.keyboard.press("r")

    def confirm(self, place: Locator) -> None:
        self.press()

    def choose_row(self, row: Locator) -> None:
        self.step_to(row, ".mlt-rows")
        if row.get_attribute("aria-pressed") != "true":
            self.press()

    def press(self) -> None:
        assert isinstance(self.hand, Keys)
        self.hand.press(self.page)

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


BOARD = MyLittleTown
BY_KEYS = MyLittleTownByKeys

"""Cities on its board."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.playing.hands import Keys
from tests.browser.playing.seating import Board
from tests.server.client import Data


class Cities(Board):
    ANSWER = ("cit-37", ("Who wins?", "winners"), ("Qui gagne ?", "gagnre"))
    CHIP = "pts"
    ENDS = ("put", "tile")
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


BOARD = Cities

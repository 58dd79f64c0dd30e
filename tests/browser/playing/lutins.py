"""La Cité des lutins on its board."""

from collections import Counter
from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.playing.hands import Keys
from tests.browser.playing.seating import Board
from tests.server.client import Data


class Lutins(Board):
    ANSWER = ("lut-26", ("how do we win", "victory"), ("comment on gagne", "gagner"))
    LEAST = 64  # for small hands
    GLANCES = (2,)  # two have more houses each than six
    ENDS = ("take",)
    IN_A_WINDOW = True
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
            several = sum(other["words"][:3] == action["words"][:3] for other in self.legal) > 1
            if self.view["building"] == "imaginary":
                self.imagine(house)
            elif several:
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
            card = self.box["houses"][words[0]]
            side = card["back"] if self.view["building"] == "imaginary" else card
            self.button(f"Choose {side['name']['en']}")

    def imagine(self, id: str) -> None:
        """In an imaginary house one also says where the block stands, if there is a choice."""
        house = self.page.locator(f'[data-house="{id}"]')
        if self.is_asked("[data-block][aria-pressed=true]"):
            self.hand.touch(house)
            if self.is_asked(f'[data-house="{id}"][aria-pressed=true]'):
                spots = house.locator("[data-spot]")
                by_keys = isinstance(self.hand, Keys)
                spot = spots.nth(self.chance.randrange(spots.count()))
                self.hand.touch(house if by_keys else spot)

    def is_asked(self, selector: str) -> bool:
        """Whether the page asks further, and has not sent a move instead."""
        sent = f"(told.asked.size > 0 || told.number > {self.seating.number})"
        found = "document.querySelector(selector)"
        self.page.wait_for_function(f"(selector) => {sent} || {found}", arg=selector)
        return bool(self.page.evaluate(f"(selector) => !{sent} && {found} !== null", selector))

    def stages(self) -> Iterator[str]:
        """First a block; then, where several houses need it, a house."""
        yield ""
        takes = Counter(" ".join(one["words"][1:3]) for one in self.legal if "take" in one["words"])
        block = next((block for block, count in takes.items() if count > 1), None)
        if block:
            self.touch(f'[data-block="{block}"]')
            yield "a house for it"

    def slip(self) -> None:
        """A house of somebody else; after three blue dice it may be another's turn at once."""
        self.roll()
        state = self.seating.state
        other = next(seat["name"] for seat in state["seats"] if seat["seat"] != state["turn"])
        theirs = self.page.get_by_role("region", name=f"Houses of {other}")
        self.hand.touch(theirs.locator("[data-house]").first)


BOARD = Lutins

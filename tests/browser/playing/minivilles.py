"""Minivilles on its board."""

import re

from tests.browser.playing.seating import Board
from tests.server.client import Data

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
    ANSWER = ("mv-19", ("who wins", "winer"), ("qui gagne", "vainqueur"))
    STAGE = True
    OTHER = "Otto:person"  # so that one of the two whom we play wins
    CHIP = "⚑"
    ENDS = ("build",)

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
            if action["text"] == "pass" and len(self.legal) > 1:
                self.button("Yes, build nothing", self.page.get_by_role("dialog"))
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


BOARD = Minivilles

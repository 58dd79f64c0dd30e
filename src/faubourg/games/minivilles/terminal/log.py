"""The log of Minivilles in a terminal: events as sentences, coins and dice highlighted."""

import re
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Event, Scene
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit.terminal import EARLIER, MOST_TURNS, columns, sentence
from faubourg.games.minivilles.events import tell
from faubourg.games.minivilles.terminal.look import (
    BADGES,
    GAIN,
    GOLD,
    LOSS,
    dice,
    small_dice,
)

NEW_CARDS = Text("New in the market: {cards}.", "Nouveau au marché : {cards}.")


def lines(scene: Scene, events: Sequence[Event]) -> list[Line]:
    """A line for each event; cards turned up together share one."""
    return [
        Line.assemble((f"{_sign(group[0])} ", _sign_style(group[0])), _sentence(scene, group))
        for group in _groups(events)
    ]


def story(scene: Scene, turns: Sequence[Sequence[Event]]) -> RenderableType:
    """A paragraph for each turn, and the present roll beside them."""
    paragraphs = columns(1)
    shown = turns[-MOST_TURNS[scene.detail] :]
    if len(shown) < len(turns):
        paragraphs.add_row("", Line(EARLIER.to(scene.language), style="dim"))
    for turn in shown:
        groups = [g for g in _groups(turn) if scene.detail > 1 or g[0]["kind"] != "drawn"]
        sentences = [_sentence(scene, group) for group in groups]
        if not sentences:
            continue
        rolled = [event for event in turn if event["kind"] == "rolled"]
        sign = small_dice(rolled[-1]["dice"]) if rolled else "·"
        paragraphs.add_row(Line(sign, style="bold"), Line(" ").join(sentences))
    now = turns[-1] if turns else []
    faces: list[int] = next(
        (event["dice"] for event in reversed(now) if event["kind"] == "rolled"), []
    )
    if not faces or scene.detail < 1 or scene.width < 50:
        return paragraphs
    both = columns(1, gap=2)
    both.add_row(dice(scene, faces), paragraphs)
    return both


def _groups(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Single events, but neighbouring cards from the deck together; not the turn's beginning."""
    drawn: list[Event] = []
    for event in events:
        if event["kind"] == "drawn":
            drawn.append(event)
            continue
        if drawn:
            yield drawn
            drawn = []
        if event["kind"] != "turn":
            yield [event]
    if drawn:
        yield drawn


def _sentence(scene: Scene, group: list[Event]) -> Line:
    event = group[0]
    if event["kind"] == "drawn":
        cards = {card.id: card.name.to(scene.language) for card in scene.components.establishments}
        names = dict.fromkeys(cards[event["card"]] for event in group)
        said = NEW_CARDS.to(scene.language).format(cards=", ".join(names))
        return Line(said, style="dim")
    line = sentence(scene, tell(scene.components, event, scene.names))
    amount = re.search(rf"(?<!× )\b{event.get('coins')}\b", line.plain)
    if amount and event["coins"] > 0:
        line.stylize(_coin_style(scene, event), *amount.span())
    if event["kind"] in ("won", "again"):
        line.stylize(GOLD)
    return line


def _coin_style(scene: Scene, event: Event) -> str:
    """Green for income; between two players, red or green as it is for a person."""
    if event["kind"] != "paid":
        return GAIN
    pays, gets = (SEAT_LETTERS.index(event[side]) in scene.people for side in ("from", "to"))
    return f"bold {GOLD}" if pays == gets else LOSS if pays else GAIN


SIGNS = {
    "paid": "●", "earned": "●", "airport": "●", "relief": "●", "gave": "●", "demolished": "●",
    "built": "▲", "drawn": "+", "won": "★", "again": "★", "swapped": "⇄",
}  # fmt: skip


def _sign(event: Event) -> str:
    if event["kind"] in ("rolled", "fished"):
        return small_dice(event["dice"])
    return SIGNS.get(event["kind"], "·")


def _sign_style(event: Event) -> str:
    sign = SIGNS.get(event["kind"], "")
    if event["kind"] == "built":
        return "bold " + BADGES["green"].rsplit(" ", 1)[-1]
    return GOLD if sign in ("●", "★") else "bold"

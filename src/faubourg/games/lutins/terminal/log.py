"""The log of La Cité des lutins in a terminal: a sign and a sentence for each event."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Event, Scene
from faubourg.gamekit.terminal import paragraphs, sentence
from faubourg.games.lutins.events import tell
from faubourg.games.lutins.notation import FACE_NAMES
from faubourg.games.lutins.terminal.look import BAD, GOLD, GOOD, PAINT

SIGNS = {
    "took": ("▲", GOOD), "gave": ("▲", GOOD), "finished": ("★", GOLD), "village": ("★", GOLD),
    "destroyed": ("×", BAD), "tower": ("×", BAD), "emblem": ("●", BAD),
    "asleep": ("z", "dim"), "woken": ("!", BAD),
    "blue": ("●", PAINT["blue"]), "grown": ("●", PAINT["blue"]),
}  # fmt: skip


def lines(scene: Scene, events: Sequence[Event]) -> list[Line]:
    """A line for each event but the beginning of a turn."""
    lines = []
    for event in events:
        sign, style = SIGNS.get(event["kind"], ("·", "dim"))
        said = _sentence(scene, event)
        if said is not None:
            lines.append(Line.assemble((f"{sign} ", style), said))
    return lines


def story(scene: Scene, turns: Sequence[Sequence[Event]]) -> RenderableType:
    """A paragraph for each turn."""
    return paragraphs(scene, turns, lambda event: _sentence(scene, event))


def _sentence(scene: Scene, event: Event) -> Line | None:
    """An event in words, with the players' names and the colours highlighted."""
    if event["kind"] == "turn":
        return None
    line = sentence(scene, tell(scene.components, event, scene.names))
    for face, words in FACE_NAMES.items():
        if face not in ("white", "blue"):
            line.highlight_regex(rf"\b{words.to(scene.language)}\b", f"bold {PAINT[face]}")
    if event["kind"] in ("finished", "village"):
        line.stylize(GOLD)
    if event["kind"] in ("destroyed", "tower", "emblem"):
        line.stylize(BAD)
    return line

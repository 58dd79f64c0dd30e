"""What happened in La Cité des lutins, for a terminal: a sign and a sentence for each event."""

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Event, Scene
from faubourg.core.text import Text
from faubourg.games.lutins import events as told
from faubourg.games.lutins.drawing.look import BAD, GOLD, GOOD, PAINT
from faubourg.games.lutins.notation import FACE_NAMES

EARLIER = Text("… ('log' shows more)", "… (« journal » en montre plus)")
MOST_TURNS = {0: 2, 1: 4, 2: 8}
SIGNS = {
    "took": ("▲", GOOD), "gave": ("▲", GOOD), "finished": ("★", GOLD), "village": ("★", GOLD),
    "destroyed": ("×", BAD), "tower": ("×", BAD), "emblem": ("●", BAD),
    "blue": ("●", PAINT["blue"]), "grown": ("●", PAINT["blue"]),
}  # fmt: skip


def lines(scene: Scene, events: Sequence[Event]) -> list[Line]:
    """A line for each event but the beginning of a turn."""
    said = []
    for event in events:
        if event["kind"] != "turn":
            sign, style = SIGNS.get(event["kind"], ("·", "dim"))
            said.append(Line.assemble((f"{sign} ", style), _sentence(scene, event)))
    return said


def story(scene: Scene, turns: Sequence[Sequence[Event]]) -> RenderableType:
    """A paragraph for each turn."""
    shown = turns[-MOST_TURNS[scene.detail] :]
    parts = []
    if len(shown) < len(turns):
        parts.append(Line(EARLIER.to(scene.language), style="dim"))
    for turn in shown:
        sentences = [_sentence(scene, event) for event in turn if event["kind"] != "turn"]
        if sentences:
            parts.append(Line.assemble(("· ", "dim"), Line(" ").join(sentences)))
    return Group(*parts)


def _sentence(scene: Scene, event: Event) -> Line:
    """An event in words, with the players' names and the colours brought out."""
    line = Line(told.tell(scene.components, event, scene.names).to(scene.language))
    for name in scene.names:
        line.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", "bold")
    for face, words in FACE_NAMES.items():
        if face not in ("white", "blue"):
            line.highlight_regex(rf"\b{words.to(scene.language)}\b", f"bold {PAINT[face]}")
    if event["kind"] in ("finished", "village"):
        line.stylize(GOLD)
    if event["kind"] in ("destroyed", "tower", "emblem"):
        line.stylize(BAD)
    return line

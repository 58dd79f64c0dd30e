"""What happened in My Little Town, for a terminal."""

import re
from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text as Line

from faubourg.core.contract import Event, Scene
from faubourg.core.text import Text
from faubourg.games.my_little_town import events as told
from faubourg.games.my_little_town.drawing.look import GOLD

EARLIER = Text("… ('log' shows more)", "… (« journal » en montre plus)")
MOST_TURNS = {0: 2, 1: 4, 2: 8}
SIGNS = {"standee": "▲", "tile": "+", "won": "★", "final": "★"}


def lines(scene: Scene, events: Sequence[Event]) -> list[Line]:
    """A line for each event but the beginning of a turn."""
    return [
        Line.assemble((f"{SIGNS.get(event['kind'], '·')} ", GOLD), _sentence(scene, event))
        for event in events
        if event["kind"] != "turn"
    ]


def story(scene: Scene, turns: Sequence[Sequence[Event]]) -> RenderableType:
    """A paragraph for each turn."""
    grid = Table.grid(padding=(0, 1, 0, 0), expand=True)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1, overflow="fold")
    shown = turns[-MOST_TURNS[scene.detail] :]
    if len(shown) < len(turns):
        grid.add_row("", Line(EARLIER.to(scene.language), style="dim"))
    for turn in shown:
        sentences = [_sentence(scene, event) for event in turn if event["kind"] != "turn"]
        if sentences:
            grid.add_row("·", Line(" ").join(sentences))
    return grid


def _sentence(scene: Scene, event: Event) -> Line:
    line = Line(told.tell(scene.components, event, scene.names).to(scene.language))
    for name in scene.names:
        line.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", "bold")
    if event["kind"] in ("won", "final"):
        line.stylize(GOLD)
    return line

"""The log of My Little Town in a terminal."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Event, Scene
from faubourg.gamekit.terminal import marked, paragraphs, sentence
from faubourg.games.my_little_town.events import tell
from faubourg.games.my_little_town.terminal.look import GOLD

SIGNS = {"standee": "▲", "tile": "+", "won": "★", "final": "★"}


def lines(scene: Scene, events: Sequence[Event]) -> list[Line]:
    """A line for each event but the beginning of a turn."""
    return marked(events, SIGNS, GOLD, lambda event: _sentence(scene, event))


def story(scene: Scene, turns: Sequence[Sequence[Event]]) -> RenderableType:
    """A paragraph for each turn."""
    return paragraphs(scene, turns, lambda event: _sentence(scene, event))


def _sentence(scene: Scene, event: Event) -> Line | None:
    if event["kind"] == "turn":
        return None
    line = sentence(scene, tell(scene.components, event, scene.names))
    if event["kind"] in ("won", "final"):
        line.stylize(GOLD)
    return line

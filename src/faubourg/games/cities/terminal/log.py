"""The log of Cities in a terminal."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Event, Scene
from faubourg.gamekit.terminal import marked, paragraphs, sentence
from faubourg.games.cities.events import tell
from faubourg.games.cities.terminal.look import GAIN, GOLD

# The board shows it anyway.
LEFT_OUT = ("turn", "dealt")
SIGNS = {
    "tile": "+", "attraction": "+", "module": "▲", "objective": "★", "discarded": "×", "won": "★",
    "star": "★", "star_taken": "★", "scored": "●",
}  # fmt: skip
GOLDEN = ("won", "star_taken", "round")


def lines(scene: Scene, events: Sequence[Event]) -> list[Line]:
    """A line for each event but those left out."""
    return marked(events, SIGNS, GOLD, lambda event: _sentence(scene, event))


def story(scene: Scene, turns: Sequence[Sequence[Event]]) -> RenderableType:
    """A paragraph for each turn."""
    return paragraphs(scene, turns, lambda event: _sentence(scene, event))


def _sentence(scene: Scene, event: Event) -> Line | None:
    if event["kind"] in LEFT_OUT:
        return None
    line = sentence(scene, tell(scene.components, event, scene.names))
    if event["kind"] in GOLDEN:
        line.stylize(GOLD)
    if event["kind"] == "objective":
        line.stylize(GAIN)
    return line

"""Rich layouts that the terminal screens of all games share."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.table import Table
from rich.text import Text as Line

from faubourg.core.contract import Event, Scene
from faubourg.core.text import Text

EARLIER = Text("… ('log' shows more)", "… (« journal » en montre plus)")
MOST_TURNS = {0: 2, 1: 4, 2: 8}  # in a story, by the detail of the scene


def flow(
    pieces: Iterable[Line], width: int, gap: str = "  ", indent: int = 0, hang: int = 0
) -> Line:
    """Pieces one after the other, a new line only between two of them; later lines hang in."""
    rows = [Line(" " * indent)]
    begun = False  # whether the last row has a piece
    for piece in pieces:
        if begun and rows[-1].cell_len + len(gap) + piece.cell_len > width:
            rows.append(Line(" " * (indent + hang)))
            begun = False
        rows[-1].append(gap if begun else "").append_text(piece)
        begun = True
    return Line("\n").join(rows)


def columns(fixed: int, gap: int = 1) -> Table:
    """A grid of fixed columns and a last one that takes the rest and wraps."""
    grid = Table.grid(padding=(0, gap, 0, 0), expand=True)
    for _ in range(fixed):
        grid.add_column(no_wrap=True, overflow="fold")
    grid.add_column(ratio=1, overflow="fold")
    return grid


def sentence(scene: Scene, said: Text) -> Line:
    """A sentence with the players' names brought out."""
    line = Line(said.to(scene.language))
    for name in scene.names:
        line.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", "bold")
    return line


def marked(
    events: Sequence[Event],
    signs: Mapping[str, str],
    style: str,
    say: Callable[[Event], Line | None],
) -> list[Line]:
    """A line for each event that `say` says something about, behind a sign for its kind."""
    return [
        Line.assemble((f"{signs.get(event['kind'], '·')} ", style), said)
        for event in events
        if (said := say(event)) is not None
    ]


def paragraphs(
    scene: Scene, turns: Sequence[Sequence[Event]], say: Callable[[Event], Line | None]
) -> Table:
    """A paragraph for each of the last turns, of what `say` says about its events."""
    grid = columns(1)
    shown = turns[-MOST_TURNS[scene.detail] :]
    if len(shown) < len(turns):
        grid.add_row("", Line(EARLIER.to(scene.language), style="dim"))
    for turn in shown:
        sentences = [said for event in turn if (said := say(event)) is not None]
        if sentences:
            grid.add_row("·", Line(" ").join(sentences))
    return grid

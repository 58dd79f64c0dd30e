"""The default `terminal/screen.py`: the view as a table, and the choices as a plain list."""

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from faubourg.core.contract import Box, Data, Event, Row, Scene
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit.fields import Fields, RowField
from faubourg.gamekit.terminal import columns, flow, marked, paragraphs, sentence

FIELDS_OF: Fields
step: Callable[[Box, Row, int], None]
view: Callable[[Any, Row], Data]
tell: Callable[[Any, Event, Sequence[str]], Text]

GOLD = "#c08a1e"
SIGNS = {"moved": "▶", "points": "+", "won": "★"}
POINTS = Text("points", "points")
QUESTION = Text("What do you do?", "Que fais-tu ?")
LEGEND = Text(
    "{game}: choose by number, or type what is written beside it. ▶ marks whose turn it is.",
    "{game} : choisis par numéro, ou tape ce qui est écrit à côté. ▶ marque à qui c'est le tour.",
)


def order(components: Any, row: Row, actions: Sequence[int]) -> list[int]:
    return list(actions)


def ends_turn(components: Any, row: Row, action: int) -> bool:
    """Whether another turn has begun after it."""
    after = row.copy()
    step(components.box, after, action)
    return bool(after.turn_count != row.turn_count)


def question(scene: Scene) -> str:
    return QUESTION.to(scene.language)


def choices(scene: Scene) -> RenderableType | None:
    return None


# ---------------------------------------------------------------- what lies on the table


def table(scene: Scene) -> RenderableType:
    """A line for each player, then what all share."""
    grid = columns(1)
    data = view(scene.components, scene.row)
    for seat in range(int(scene.row.players)):
        own = data.get("players", {}).get(SEAT_LETTERS[seat], {})
        grid.add_row(_name(scene, seat), _values(scene, FIELDS_OF.by_seat, own, seat))
    shared = _values(scene, FIELDS_OF.shared, data, None)
    return Group(grid, shared) if shared.plain.strip() else grid


def _name(scene: Scene, seat: int) -> Line:
    turn = seat == int(scene.row.turn_of)
    role = f" ({scene.roles[seat]})" if scene.roles[seat] else ""
    return Line.assemble(
        ("▶ " if turn else "  ", GOLD), (scene.names[seat], "bold" if turn else ""), (role, "dim")
    )


def _values(scene: Scene, fields: Sequence[RowField], data: Data, seat: int | None) -> Line:
    """The fields with their labels, as the view has them, else as the row does."""
    pieces = []
    if seat is not None and "points" in data and "points" not in [f.name for f in fields]:
        pieces.append(_piece(scene, POINTS, data["points"]))
    for field in fields:
        value = data[field.name] if field.name in data else field.of(scene.row, seat)
        pieces.append(_piece(scene, field.label, value))
    room = scene.width if seat is None else max(20, scene.width - _widest(scene) - 1)
    return flow(pieces, room)


def _widest(scene: Scene) -> int:
    return max(_name(scene, seat).cell_len for seat in range(int(scene.row.players)))


def _piece(scene: Scene, label: Text, value: Any) -> Line:
    return Line.assemble((f"{label.to(scene.language)} ", "dim"), (_written(value), "bold"))


def _written(value: Any) -> str:
    """Lists without their brackets: 3 1 2; rows of a list apart: 0 1 / 1 0."""
    if not isinstance(value, list):
        return str(value)
    nested = any(isinstance(item, list) for item in value)
    return (" / " if nested else " ").join(map(_written, value))


# ---------------------------------------------------------------- what happened, and help


def lines(scene: Scene, events: Sequence[Event]) -> list[Line]:
    return marked(events, SIGNS, GOLD, lambda event: _say(scene, event))


def story(scene: Scene, turns: Sequence[Sequence[Event]]) -> Table:
    return paragraphs(scene, turns, lambda event: _say(scene, event))


def _say(scene: Scene, event: Event) -> Line | None:
    if event["kind"] == "turn":
        return None
    return sentence(scene, tell(scene.components, event, scene.names))


def explain(scene: Scene, word: str) -> RenderableType | None:
    """A field by its name or label, with the values that it can have."""
    for field in FIELDS_OF.all:
        if word and word.casefold() in (field.name, *(each.casefold() for each in field.label)):
            label = field.label.to(scene.language)
            return Line(f"{label}: {field.low} – {field.high}")
    return None


def legend(scene: Scene) -> RenderableType:
    return Line(LEGEND.format(game=scene.components.name).to(scene.language))

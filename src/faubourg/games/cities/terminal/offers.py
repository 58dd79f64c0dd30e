"""The choices of Cities in a terminal: starting tiles, turns of a tile, squares for each item."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.text import Text
from faubourg.gamekit.terminal import flow
from faubourg.games.cities import actions as act
from faubourg.games.cities.notation import square_name
from faubourg.games.cities.state import ATTRACTIONS, KINDS, NOTHING, START, TAKE, TURNS
from faubourg.games.cities.terminal.board import bag, board
from faubourg.games.cities.terminal.look import (
    COLON,
    NUMBER,
    attraction,
    colour_name,
    module,
    number,
    tile_rows,
)
from faubourg.games.cities.text.descriptions import height_on

TURN_HINT = Text(
    "Type the number of a place on the map, plus 1, 2 or 3 to turn the tile:",
    "Tape le numéro d'une place du plan, plus 1, 2 ou 3 pour tourner la tuile :",
)
DISCARD = Text("discard", "écarter")


def choices(scene: Scene) -> RenderableType:
    if scene.row.phase == TAKE:
        return Group(board(scene), *([bag(scene)] if scene.detail else []))
    if scene.row.phase == START:
        return _starters(scene)
    return _turns(scene) if scene.row.tile != NOTHING else _items(scene)


def _starters(scene: Scene) -> RenderableType:
    blocks = []
    for action in scene.choices:
        head = number(scene, action)
        first = len(scene.components.districts)
        rows = tile_rows(scene, first + action - act.START)
        gap = " " * (head.cell_len + 1)
        blocks.append(Line.assemble(head, " ", rows[0], "\n", gap, rows[1]))
    return Columns(blocks, padding=(0, 2))


def _turns(scene: Scene) -> RenderableType:
    """The tile in its four turns, each beside what to add to the number of a place."""
    blocks = []
    for top in range(TURNS):
        rows = tile_rows(scene, int(scene.row.tile), top)
        blocks.append(Line.assemble((f"+{top}", NUMBER), " ", rows[0], "\n   ", rows[1]))
    hint = Line(TURN_HINT.to(scene.language), style="dim")
    return Group(hint, Columns(blocks, padding=(0, 2)))


def _items(scene: Scene) -> RenderableType:
    """For each kind of item in hand the squares that take it, and getting rid of it."""
    rows = []
    for kind in range(ATTRACTIONS):
        if scene.row.attractions[kind]:
            head = _many(attraction(scene, kind), int(scene.row.attractions[kind]))
            first = act.ATTRACTION + kind * act.SQUARES
            rows.append(_squares(scene, head, first, act.DROP_ATTRACTION + kind))
    for colour in range(KINDS):
        if scene.row.modules[colour]:
            named = Line.assemble(module(scene, colour), f" {colour_name(scene, colour)}")
            head = _many(named, int(scene.row.modules[colour]))
            first = act.MODULE + colour * act.SQUARES
            rows.append(_squares(scene, head, first, act.DROP_MODULE + colour))
    return Group(*rows)


def _many(head: Line, count: int) -> Line:
    return head.append(f" ×{count}", style="bold") if count > 1 else head


def _squares(scene: Scene, head: Line, first: int, drop: int) -> Line:
    pieces = [head.append(COLON.to(scene.language))]
    for action in scene.choices:
        if first <= action < first + act.SQUARES:
            _, x, y = act.square_of(action)
            piece = Line.assemble(number(scene, action), f" {square_name(x, y)}")
            height = height_on(scene.row, int(scene.row.turn_of), x, y)
            if height:
                piece.append(f" {height}→{height + 1}", style="dim")
            pieces.append(piece)
    said = DISCARD.to(scene.language)
    pieces.append(Line.assemble(number(scene, drop), (f" {said}", "italic")))
    return flow(pieces, scene.width, hang=2)

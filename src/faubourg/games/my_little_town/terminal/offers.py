"""The choices of My Little Town in a terminal, many of them in few lines."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.text import Text
from faubourg.gamekit.terminal import flow
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town.notation import square_name
from faubourg.games.my_little_town.state import CHOOSE, LONGEST, PLACE, SHORTEST, SIDES
from faubourg.games.my_little_town.terminal.look import NUMBER, free_square, number
from faubourg.games.my_little_town.terminal.plan import hidden
from faubourg.games.my_little_town.view import PLAIN, SIDE_TEXTS, TOP_TEXTS

MOST_SHOWN = {0: 4, 1: 8, 2: 16}  # placements of one standee
ARROWS = (">", "v")  # to the east, to the south
STANDEE = Text("Standee of {length}:", "Figurine de {length} :")
MORE = Text(
    "and {count} more (? {length} lists them all)",
    "et {count} autres (? {length} les donne toutes)",
)
TURNS = Text(
    "Type the number of a place on the map, plus 1, 2 or 3 to turn the tile:",
    "Tape le numéro d'une place du plan, plus 1, 2 ou 3 pour tourner la tuile :",
)
BESIDE = Text(" {side} of {number}", " {side} de {number}")
TOP = Text("top {top}", "haut {top}")


def choices(scene: Scene) -> RenderableType:
    if scene.row.phase == PLACE:
        return _tile_choices(scene)
    if scene.row.phase == CHOOSE:
        return _colour_choices(scene)
    parts: list[RenderableType] = []
    for code in (act.EXTEND, act.PASS):
        action = act.number_of(code)
        if action in scene.choices:
            said = PLAIN[code].to(scene.language)
            parts.append(number(scene, action).append_text(Line(f" {said}", style="not bold")))
    for length in range(LONGEST, SHORTEST - 1, -1):
        if placements(scene, length):
            parts.append(standee_choices(scene, length, MOST_SHOWN[scene.detail]))
    return Group(*parts)


def placements(scene: Scene, length: int) -> list[int]:
    """The choices that place the standee of a length."""
    standees = (action for action in scene.choices if act.is_standee(action))
    return [action for action in standees if act.standee_of(action)[3] == length]


def standee_choices(scene: Scene, length: int, most: int) -> Line:
    """Where a standee begins and whether it goes on to the east (>) or to the south (v)."""
    found = placements(scene, length)
    head = STANDEE.format(length=length).to(scene.language)
    pieces = [Line(head, style="bold")]
    for action in found[:most]:
        tile, square, south, _ = act.standee_of(action)
        said = f" {tile + 1} {square_name(square)} {ARROWS[south]}"
        pieces.append(number(scene, action).append_text(Line(said, style="not bold")))
    if len(found) > most:
        said = MORE.format(count=len(found) - most, length=length).to(scene.language)
        pieces.append(Line(said, style="dim"))
    return flow(pieces, scene.width, hang=2)


def _colour_choices(scene: Scene) -> Line:
    """The colours that are left, as squares, with what their standees show."""
    pieces = []
    for action in scene.choices:
        kind = act.code_of(action) - act.COLOUR
        colour = scene.components.colours[kind]
        said = f" {colour.name.to(scene.language)}, {colour.shows.to(scene.language)}"
        line = number(scene, action).append(" ").append(*free_square(scene, kind))
        pieces.append(line.append(said, style="not bold"))
    return flow(pieces, scene.width)


def _tile_choices(scene: Scene) -> RenderableType:
    """The drawn tile in its four turns; the places too where the map can't show them all."""
    parts: list[RenderableType] = []
    if hidden(scene):
        pieces = []
        for action in scene.choices:
            tile, side, top = act.tile_of(action)
            if top == 0:
                said = BESIDE.format(side=SIDE_TEXTS[side], number=tile + 1).to(scene.language)
                pieces.append(number(scene, action).append_text(Line(said, style="not bold")))
        parts.append(flow(pieces, scene.width))
    parts.append(Line(TURNS.to(scene.language), style="dim"))
    return Group(*parts, _turned(scene))


def _turned(scene: Scene) -> RenderableType:
    """The four turns side by side, each under what to add to the number."""
    blocks = []
    for top in range(SIDES):
        said = TOP.format(top=TOP_TEXTS[top]).to(scene.language)
        block = Line.assemble((f"+{top}", NUMBER), f" {said}")
        for row in range(3):
            block.append("\n")
            for column in range(3):
                kind = scene.components.box.squares[scene.row.drawn, top, row * 3 + column]
                block.append(*free_square(scene, int(kind)))
        blocks.append(block)
    return Columns(blocks, padding=(0, 2))

"""The town as a map: tiles with their numbers, squares, standees, and free places to choose from.

Every tile has a line above it that begins with its number, and a bar before it; where lines are
few (detail 0), only bars, with the numbers in them. A town wider than the window is cut around its
middle, and a line says how much there is on either side.
"""

from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.text import Text
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town.placement import STEP_X, STEP_Y
from faubourg.games.my_little_town.state import PLACE
from faubourg.games.my_little_town.terminal.look import NUMBER, square

SQUARES = 6  # columns for three squares
CUT = Text(
    "Not shown: {west} column(s) of tiles to the west, {east} to the east.",
    "Hors de l'écran : {west} colonne(s) de tuiles à l'ouest, {east} à l'est.",
)

Place = tuple[int, int]


def plan(scene: Scene) -> Line:
    """The map, and what it leaves out."""
    tiles = {
        (int(scene.row.x[number]), int(scene.row.y[number])): number
        for number in range(int(scene.row.placed))
    }
    offers = free_places(scene)
    there = [*tiles, *offers]
    if not there:
        return Line("")
    west, east = min(x for x, _ in there), max(x for x, _ in there)
    north, south = min(y for _, y in there), max(y for _, y in there)
    first, last = _window(scene, west, east)
    lines = [
        line
        for y in range(north, south + 2)
        for line in _band(scene, tiles, offers, range(first, last + 1), y, y > south)
    ]
    while not lines[0].plain.strip():  # above and below free places
        lines.pop(0)
    while not lines[-1].plain.strip():
        lines.pop()
    if first > west or last < east:
        said = CUT.format(west=first - west, east=east - last).to(scene.language)
        lines.append(Line(said, style="dim"))
    return Line("\n").join(lines)


def free_places(scene: Scene) -> dict[Place, int]:
    """Where the drawn tile may go, with the number of the first of its four turns."""
    found: dict[Place, int] = {}
    if scene.row.phase != PLACE:
        return found
    for typed, action in enumerate(scene.choices, start=1):
        number, side, _ = act.tile_of(action)
        x, y = scene.row.x[number] + STEP_X[side], scene.row.y[number] + STEP_Y[side]
        found.setdefault((int(x), int(y)), typed)
    return found


def hidden(scene: Scene) -> bool:
    """Whether the map leaves out free places."""
    offers = free_places(scene)
    west, east = min(x for x, _ in offers), max(x for x, _ in offers)
    return _window(scene, west, east) != (west, east)


def _window(scene: Scene, west: int, east: int) -> tuple[int, int]:
    """The first and the last column of tiles that there is room for."""
    room = max(1, (scene.width - _bar_width(scene)) // (_bar_width(scene) + SQUARES))
    spare = east - west + 1 - room
    if spare <= 0:
        return west, east
    return west + spare // 2, west + spare // 2 + room - 1


def _bar_width(scene: Scene) -> int:
    return 1 if scene.detail else 2


def _band(
    scene: Scene,
    tiles: dict[Place, int],
    offers: dict[Place, int],
    columns: range,
    y: int,
    closing: bool,
) -> list[Line]:
    """The line above a row of tiles and, unless it closes the map, the row itself."""
    lines = [_border(tiles, columns, y)] if scene.detail else []
    if not closing:
        lines += [_squares(scene, tiles, offers, columns, y, row) for row in range(3)]
    return lines


def _border(tiles: dict[Place, int], columns: range, y: int) -> Line:
    line = Line()
    for x in (*columns, columns[-1] + 1):
        corner = {(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)}
        line.append("+" if corner & tiles.keys() else " ", style="dim")
        if x > columns[-1]:
            break
        said = str(tiles[x, y] + 1) if (x, y) in tiles else ""
        edge = "-" if {(x, y), (x, y - 1)} & tiles.keys() else " "
        line.append(said, style="bold").append(edge * (SQUARES - len(said)), style="dim")
    return line


def _squares(
    scene: Scene,
    tiles: dict[Place, int],
    offers: dict[Place, int],
    columns: range,
    y: int,
    row: int,
) -> Line:
    line = Line()
    for x in (*columns, columns[-1] + 1):
        line.append(*_bar(scene, tiles, x, y, row))
        if x > columns[-1]:
            break
        if (x, y) in tiles:
            for column in range(3):
                line.append(*square(scene, tiles[x, y], row * 3 + column))
        elif (x, y) in offers and row == 1:
            said = f" {offers[x, y]} "
            before = (SQUARES - len(said)) // 2
            line.append(" " * before).append(said, style=NUMBER)
            line.append(" " * (SQUARES - len(said) - before))
        else:
            line.append(" " * SQUARES)
    return line


def _bar(scene: Scene, tiles: dict[Place, int], x: int, y: int, row: int) -> tuple[str, str]:
    """What stands before a tile: a line, or its number where there is no border to hold it."""
    if not scene.detail and row == 0 and (x, y) in tiles:
        return f"{tiles[x, y] + 1:>2}", "bold"
    bar = "|" if {(x, y), (x - 1, y)} & tiles.keys() else " "
    return bar.rjust(_bar_width(scene)), "dim"

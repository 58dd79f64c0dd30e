"""The map of a centre: large with its coordinates, or small; free places for a tile on it."""

from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.games.cities import actions as act
from faubourg.games.cities.notation import LETTERS
from faubourg.games.cities.state import NOTHING, PLACE
from faubourg.games.cities.terminal.look import NUMBER, cell, small_cell
from faubourg.games.cities.text.contents import squares_of

LARGE, SMALL = 3, 2  # columns for a square
LABEL = 3  # columns for the number of a line

At = tuple[int, int]


def plan(scene: Scene, seat: int, large: bool) -> list[Line]:
    """The map, line by line; large with free places to choose from and where items may go."""
    wide = LARGE if large or not scene.colour else SMALL
    open = _open_squares(scene) if large else set()
    cells = {
        (square.x, square.y): cell(scene, square, (square.x, square.y) in open)
        if large
        else small_cell(scene, square)
        for square in squares_of(scene.row, seat)
    }
    lots = free_lots(scene) if large else {}
    columns, rows = _extent(cells, lots)
    lines = [_letters(cells, columns, wide)] if large else []
    for y in rows:
        label = str(y + 1) if any(at[1] == y for at in cells) else ""
        line = Line(f"{label:>{LABEL - 1}} " if large else "", style="dim")
        for x in columns:
            line.append_text(cells.get((x, y)) or _beside(lots, x, y, wide))
        lines.append(line)
    return lines


def _extent(cells: dict[At, Line], lots: dict[At, int]) -> tuple[range, range]:
    xs = [x for x, _ in cells] + [2 * x + more for x, _ in lots for more in (0, 1)]
    ys = [y for _, y in cells] + [2 * y + more for _, y in lots for more in (0, 1)]
    if not xs:
        return range(0), range(0)
    return range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)


def _letters(cells: dict[At, Line], columns: range, wide: int) -> Line:
    """The names of the columns."""
    there = {x for x, _ in cells}
    said = "".join((LETTERS[x] if x in there else " ").center(wide) for x in columns)
    return Line(" " * LABEL + said, style="dim")


def free_lots(scene: Scene) -> dict[At, int]:
    """Where the tile in hand may go, with the number of the first of its four turns."""
    found: dict[At, int] = {}
    if scene.row.phase == PLACE and scene.row.tile != NOTHING:
        for typed, action in enumerate(scene.choices, start=1):
            x, y, _ = act.tile_of(action)
            found.setdefault((x, y), typed)
    return found


def _beside(lots: dict[At, int], x: int, y: int, wide: int) -> Line:
    """A square without a tile; a free place has its number across its northern squares."""
    typed = lots.get((x // 2, y // 2))
    if typed is None or y % 2:
        return Line(" " * wide)
    label = f"{typed:^4}"
    if x % 2:
        return Line.assemble((label[2:], NUMBER), " ")
    return Line.assemble(" ", (label[:2], NUMBER))


def _open_squares(scene: Scene) -> set[At]:
    """Squares that take something in hand."""
    return {
        act.square_of(action)[1:]
        for action in scene.choices
        if act.ATTRACTION <= action < act.DROP_ATTRACTION
    }

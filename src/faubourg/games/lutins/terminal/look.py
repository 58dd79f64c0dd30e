"""How the things of La Cité des lutins look in a terminal: blocks, dice, houses, and rows of them.

A block shows the first letter of its colour, so that it can be distinguished without colours too.
"""

from collections.abc import Iterable, Sequence

from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.text import Text
from faubourg.games.lutins.notation import FACE_NAMES
from faubourg.games.lutins.state import COLOURS, FACES, IMPOSED, KINDS, SHAPES

CUBE, LONG, ROOF, ARCH = range(SHAPES)  # the drawings, in the order of the shapes in the box
PAINT = {
    "red": "#d9534a", "orange": "#e8963c", "yellow": "#e6cf4a", "mauve": "#b48ad1",
    "white": "#f4f1ea", "blue": "#5b93d6",
}  # fmt: skip
GOLD = "#c08a1e"
GOOD = "bold #2f9e5a"
BAD = "bold #cf4a40"
NUMBER = "bold black on #d9d9d9"  # the number to type for a choice
BLOCKS_ACROSS = 3  # in a level of an imaginary house
STACKED = (LONG, CUBE, ARCH, ROOF)  # from the ground up, in an imaginary house


def letter(scene: Scene, face: str) -> str:
    """The first letter of a colour, in capitals."""
    return FACE_NAMES[face].to(scene.language)[0].upper()


def block(scene: Scene, kind: int) -> Line:
    """A block of the middle or of a house."""
    colour, shape = COLOURS[kind // SHAPES], kind % SHAPES
    mark = letter(scene, colour)
    paint = PAINT[colour]
    left, hole, right = ("◢", "∩", "◣") if scene.pictures else ("/", "n", "\\")
    if shape == ROOF:
        return Line.assemble((left, paint), (mark, _on(paint)), (right, paint))
    if shape == ARCH:
        return Line.assemble((mark, _on(paint)), (hole, paint), (mark, _on(paint)))
    inside = f" {mark} " if shape == LONG else mark
    return Line(f" {inside} " if scene.colour else f"[{inside}]", style=_on(paint))


def missing(scene: Scene, shape: int) -> Line:
    """The place of a block that is not there yet."""
    hole = "∩" if scene.pictures else "n"
    drawn = {CUBE: "[ ]", LONG: "[   ]", ROOF: "/ \\", ARCH: f"|{hole}|"}
    return Line(drawn[shape], style="dim")


def _on(paint: str) -> str:
    return f"bold black on {paint}"


def die(scene: Scene, face: str) -> Line:
    """What a die of the lutins shows."""
    name = FACE_NAMES[face].to(scene.language)
    return Line(f" {name} " if scene.colour else f"({name})", style=_on(PAINT[face]))


def dice(scene: Scene, shown: Iterable[int]) -> list[Line]:
    """Dice by how many show each face."""
    return [die(scene, FACES[face]) for face, count in enumerate(shown) for _ in range(int(count))]


# ---------------------------------------------------------------- houses


def levels(scene: Scene, house: int) -> list[list[Line]]:
    """The blocks of a house, there or missing, from the top level to the ground."""
    there = [kind for kind in range(KINDS) for _ in range(int(scene.row.blocks[house, kind]))]
    if scene.row.building != IMPOSED:
        there.sort(key=lambda kind: STACKED.index(kind % SHAPES))
        pieces = [block(scene, kind) for kind in there]
        pieces += [Line(" · ", style="dim")] * int(scene.row.missing[house])
        ground_up = [
            pieces[first : first + BLOCKS_ACROSS] for first in range(0, len(pieces), BLOCKS_ACROSS)
        ]
        return ground_up[::-1]
    drawn = []
    for level in reversed(scene.components.houses[house].levels):
        drawn.append([_next(scene, there, shape) for shape in level])
    return drawn[::-1]


def _next(scene: Scene, there: list[int], shape: int) -> Line:
    """The next block of a shape, taken from those that are there."""
    for kind in there:
        if kind % SHAPES == shape:
            there.remove(kind)
            return block(scene, kind)
    return missing(scene, shape)


def picture(scene: Scene, house: int) -> list[Line]:
    """A house as its blocks stack, every line as wide as the widest."""
    rows = [Line(" " if scene.colour else "").join(level) for level in levels(scene, house)]
    widest = max(row.cell_len for row in rows)
    for row in rows:
        room = widest - row.cell_len
        row.pad_left(room // 2)
        row.pad_right(room - room // 2)
    return rows


# ---------------------------------------------------------------- laying out


def beside(pictures: Sequence[list[Line]], width: int, gap: int = 3) -> list[Line]:
    """Pictures side by side as far as they fit, standing on one ground; then a row below."""
    rows: list[list[list[Line]]] = [[]]
    used = 0
    for lines in pictures:
        wide = max(line.cell_len for line in lines)
        if rows[-1] and used + gap + wide > width:
            rows.append([])
            used = 0
        used += wide + (gap if rows[-1] else 0)
        rows[-1].append(lines)
    return [line for row in rows if row for line in _joined(row, gap)]


def _joined(row: Sequence[list[Line]], gap: int) -> list[Line]:
    tallest = max(len(lines) for lines in row)
    joined = [Line() for _ in range(tallest)]
    for nth, lines in enumerate(row):
        wide = max(line.cell_len for line in lines)
        padded = [Line()] * (tallest - len(lines)) + lines
        for target, line in zip(joined, padded, strict=True):
            target.append(" " * gap if nth else "").append_text(line)
            target.append(" " * (wide - line.cell_len))
    return joined


def heading(scene: Scene, title: Text, note: str, width: int) -> Line:
    """A title with a line drawn behind it."""
    line = Line.assemble(
        (f"{title.to(scene.language)} ", "bold"), (f"{note} " if note else "", "dim")
    )
    return line.append("─" * max(0, width - line.cell_len - 1), style="dim")

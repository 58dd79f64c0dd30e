"""The table of La Cité des lutins in a terminal: the houses, the middle, the gnome's tower."""

from rich.console import Group, RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit.terminal import flow
from faubourg.games.lutins.state import BOOK, COLOURS, ENDED, HOUSES, NOBODY, SHAPES
from faubourg.games.lutins.terminal.look import (
    GOLD,
    PAINT,
    beside,
    block,
    heading,
    letter,
    levels,
    missing,
    picture,
)

MIDDLE = Text("In the middle", "Au milieu")
CARDS = Text("{count} cards in the pile", "{count} cartes dans la pile")
TOWER = Text("Tower", "Tour")
THE_GNOME = Text("the gnome", "le gnome")
ASLEEP = Text(
    "calm gnome, asleep: throws with blue, {left}",
    "gnome calme, il dort : jets avec du bleu, {left}",
)
STRENGTH = (Text("", ""), Text("calm gnome", "gnome calme"), Text("furious gnome", "gnome furieux"))
NO_CARD = Text("no card yet", "pas encore de carte")
ACROSS = 3  # blocks in a level of the tower


def village(scene: Scene) -> RenderableType:
    """Every player's houses, then what lies between them."""
    parts: list[RenderableType] = []
    for seat in range(int(scene.row.players)):
        if scene.detail > 1:
            parts += [_title(scene, seat), *_pictures(scene, seat)]
        else:
            parts.append(_tight(scene, seat))
    return Group(*parts, *middle(scene))


def _title(scene: Scene, seat: int) -> Line:
    row = scene.row
    active = seat == int(row.turn_of) and row.phase != ENDED
    gnome = f" · {THE_GNOME.to(scene.language)}" if seat == row.gnome else ""
    return Line.assemble(
        ("▶ " if active else "  ", GOLD),
        (f"{SEAT_LETTERS[seat]} ", "dim"),
        (scene.names[seat], "bold"),
        (f" · {scene.roles[seat]}{gnome}", "dim"),
    )


def _houses(scene: Scene, seat: int) -> list[int]:
    """A player's cards: houses under construction first."""
    own = [house for house in range(HOUSES) if scene.row.own[seat] >> house & 1]
    return sorted(own, key=lambda house: scene.row.missing[house] == 0)


def _name(scene: Scene, house: int) -> Line:
    name = scene.components.houses[house].called(int(scene.row.building)).to(scene.language)
    done = scene.row.missing[house] == 0
    return Line.assemble(("★ " if done else "", GOLD), (name, "bold" if not done else "dim"))


def _pictures(scene: Scene, seat: int) -> list[Line]:
    """The houses side by side, each over its name."""
    drawn = []
    for house in _houses(scene, seat):
        rows, name = picture(scene, house), _name(scene, house)
        for row in rows:
            row.pad_left(max(0, (name.cell_len - row.cell_len) // 2))
        drawn.append([*rows, name])
    lines = beside(drawn, scene.width - 4)
    if not lines and seat != scene.row.gnome:
        lines = [Line(NO_CARD.to(scene.language), style="dim")]
    return [Line("    ").append_text(line) for line in lines]


def _tight(scene: Scene, seat: int) -> Line:
    """A player on one line or two: houses under construction with their blocks."""
    pieces = [_title(scene, seat)]
    finished = 0
    for house in _houses(scene, seat):
        if scene.row.missing[house] == 0:
            finished += 1
            continue
        blocks = [piece for level in reversed(levels(scene, house)) for piece in level]
        pieces.append(_name(scene, house).append(" "))
        pieces.append(Line(" " if scene.colour else "").join(blocks))
    if finished:
        pieces.append(Line(f"★ {finished}", style=GOLD))
    return flow(pieces, scene.width, gap=" ", hang=4)


# ---------------------------------------------------------------- the middle and the tower


def middle(scene: Scene) -> list[RenderableType]:
    """What everybody builds from, and how far the gnome is."""
    note = CARDS.to(scene.language).format(count=int(scene.row.left))
    head = heading(scene, MIDDLE, note, scene.width)
    if scene.detail > 1 and scene.width >= 60:
        return [head, *beside([_stock(scene), _tower(scene)], scene.width, gap=4)]
    return [head, _tight_stock(scene), _tower_line(scene), *_strength(scene)]


def _stock(scene: Scene) -> list[Line]:
    """A table of colours and shapes: each block with how many of it there are."""
    lines = [Line()]
    for shape in scene.components.shapes:
        lines[0].append(f"{shape.name.to(scene.language):^11}", style="dim")
    for colour in range(len(COLOURS)):
        line = Line()
        for shape in range(SHAPES):
            kind = colour * SHAPES + shape
            count = int(scene.row.middle[kind])
            drawn = block(scene, kind) if count else missing(scene, shape)
            drawn.pad_left((5 - drawn.cell_len) // 2)
            drawn.pad_right(5 - drawn.cell_len)
            line.append(f"{count:>3} " if count else "  · ", style="bold" if count else "dim")
            line.append_text(drawn).append("  ")
        lines.append(line)
    return lines


def _tight_stock(scene: Scene) -> Line:
    """One piece for each colour: how many of every shape."""
    pieces = []
    for index, colour in enumerate(COLOURS):
        piece = Line.assemble((f" {letter(scene, colour)} ", f"bold black on {PAINT[colour]}"))
        for shape in range(SHAPES):
            count = int(scene.row.middle[index * SHAPES + shape])
            piece.append(f" {count}", style="bold" if count else "dim")
            piece.append(_shape_sign(scene, shape), style=PAINT[colour] if count else "dim")
        pieces.append(piece)
    return flow(pieces, scene.width, gap="   ")


def _shape_sign(scene: Scene, shape: int) -> str:
    return ("■", "▬", "▲", "∩")[shape] if scene.pictures else ("c", "l", "^", "n")[shape]


def _tower(scene: Scene) -> list[Line]:
    """The gnome's tower, growing from the ground."""
    total = int(scene.components.box.tower)
    tower = int(scene.row.tower)
    rows = []
    for first in range(0, total, ACROSS):
        places = range(first, min(first + ACROSS, total))
        rows.append(Line(" ").join(_blue(scene, place) for place in places))
    title = Line(f"{TOWER.to(scene.language)} {tower}/{total}", style="bold")
    return [*rows[::-1], title, *_strength(scene)]


def _strength(scene: Scene) -> list[Line]:
    """A line on the gnome who is not the rulebook's, and on how long he sleeps."""
    row = scene.row
    said = ASLEEP.format(left=int(row.asleep)) if row.asleep else STRENGTH[int(row.strength)]
    return [Line(said.to(scene.language), style="dim")] if row.strength != BOOK else []


def _tower_line(scene: Scene) -> Line:
    total = int(scene.components.box.tower)
    line = Line(f"{TOWER.to(scene.language)} ", style="bold")
    for place in range(total):
        built = place < int(scene.row.tower)
        sign = "G" if place < int(scene.row.emblems) else "#" if not scene.pictures else "■"
        line.append(sign if built else "·", style=PAINT["blue"] if built else "dim")
    return line.append(f" {int(scene.row.tower)}/{total}", style="bold")


def _blue(scene: Scene, place: int) -> Line:
    """A block of the tower; those with the gnome's emblem are shown first."""
    if place >= int(scene.row.tower):
        return Line("[ ]", style="dim")
    emblem = scene.row.gnome == NOBODY and place < int(scene.row.emblems)
    mark = "G" if emblem else " " if scene.colour else "#"
    return Line(f" {mark} " if scene.colour else f"[{mark}]", f"bold black on {PAINT['blue']}")

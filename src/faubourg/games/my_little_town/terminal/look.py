"""How the things of My Little Town look in a terminal: squares, standees, rows of pieces."""

from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.players import SEAT_LETTERS
from faubourg.gamekit.terminal import flow
from faubourg.games.my_little_town.state import CROSS, ENDED, NOTHING
from faubourg.games.my_little_town.view import standee_name, standees_in_hand

# Squares have a background of their own, so that they can be read on any terminal; standees stand
# out by a darker one.
GROUND = ("black on #9cc4e4", "black on #a5d3a7", "black on #f2e08c", "black on #eaa79f")
STANDING = (
    "bold white on #1d5a94", "bold white on #22703a", "bold black on #d2a106",
    "bold white on #a52a22",
)  # fmt: skip
CROSSED = "#808080 on #3a3a3a"
NO_COLOUR = "reverse"  # of a player who has not chosen yet
GOLD = "#c08a1e"
NUMBER = "bold black on #d9d9d9"  # the number to type for a choice


def square(scene: Scene, number: int, place: int) -> tuple[str, str]:
    """Two columns: the standee there, or the letter of a free square's colour, or an X."""
    row = scene.row
    mark, kind = int(row.standing[number, place]), int(row.squares[number, place])
    if mark != NOTHING:
        name = standee_name(mark)
        return name, STANDING[int(row.colours[SEAT_LETTERS.index(name[0])])]
    return free_square(scene, kind)


def free_square(scene: Scene, kind: int) -> tuple[str, str]:
    if kind == CROSS:
        return "><", CROSSED
    return f"{scene.components.letters[kind].lower()} ", GROUND[kind]


def tray(scene: Scene) -> Line:
    """Every player with the standees still in hand."""
    rows = []
    for seat in range(int(scene.row.players)):
        active = seat == int(scene.row.turn_of) and scene.row.phase != ENDED
        colour = int(scene.row.colours[seat])
        chosen = colour != NOTHING
        shows = scene.components.colours[colour].shows.to(scene.language) if chosen else ""
        hand = standees_in_hand(scene.row, seat) if chosen else []
        pieces = [
            Line.assemble(
                ("▶ " if active else "  ", GOLD),
                (f" {SEAT_LETTERS[seat]} ", STANDING[colour] if chosen else NO_COLOUR),
                (f" {scene.names[seat]}", "bold"),
                (f" · {scene.roles[seat]}", "dim"),
            ),
            Line(shows, style="dim"),
            *(Line(f" {length} ", style=GROUND[colour]) for length in hand),
        ]
        rows.append(flow(pieces, scene.width, gap=" ", hang=6))
    return Line("\n").join(rows)


def number(scene: Scene, action: int) -> Line:
    """What to type for a choice."""
    typed = scene.choices.index(action) + 1
    return Line(f" {typed} " if scene.colour else f"{typed})", style=NUMBER)

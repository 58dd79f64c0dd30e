"""What the lab counts in a game of My Little Town: standees, tiles, and the standing."""

from faubourg.core.contract import Box, Floats, Ints, Item, Row
from faubourg.core.text import Text
from faubourg.games.my_little_town.components import MyLittleTown
from faubourg.games.my_little_town.state import (
    LENGTHS,
    LONGEST,
    NOTHING,
    SHORTEST,
    SQUARES,
    TILES,
)
from faubourg.kernels.compile import kernel

PLACED = Text("standees placed", "silhouettes placées")
USED = Text("tiles used by a standee", "tuiles occupées par une silhouette")


def items(components: MyLittleTown, row: Row) -> list[Item]:
    standees = [
        Item(f"standee_{length}", Text(f"standee of {length}", f"silhouette de {length}"), PLACED)
        for length in range(SHORTEST, LONGEST + 1)
        if int(components.box.hand) >> length & 1
    ]
    tiles = [
        Item(f"tile_{number}", Text(f"tile {number}: {rows}", f"tuile {number} : {rows}"), USED)
        for number, rows in enumerate(components.tiles, start=1)
    ]
    return standees + tiles


@kernel
def tally(box: Box, row: Row, counts: Ints) -> None:
    """Standees that are no longer in hand, and the tiles on which they stand."""
    standees = 0  # lengths that the box has
    for length in range(SHORTEST, LONGEST + 1):
        if (box.hand >> length) & 1:
            for seat in range(row.players):
                counts[seat, standees] = 1 - ((row.hand[seat] >> length) & 1)
            standees += 1
    for number in range(min(int(row.placed), TILES)):
        for square in range(SQUARES):
            mark = row.standing[number, square]
            if mark != NOTHING:
                counts[mark // LENGTHS, standees + row.tiles[number]] = 1


@kernel
def standing(box: Box, row: Row, marks: Floats) -> None:
    """Items placed."""
    for seat in range(row.players):
        placed = box.items
        for length in range(SHORTEST, LONGEST + 1):
            placed -= ((row.hand[seat] >> length) & 1) * length
        marks[seat] = placed


def roles(components: MyLittleTown, row: Row) -> list[Text]:
    """mlt-3: the colours, if the seats have them from the beginning."""
    colours = [int(row.colours[seat]) for seat in range(row.players)]
    return [] if NOTHING in colours else [components.colours[each].name for each in colours]

"""What the lab counts in a game of the lutins: houses, and the standing."""

from faubourg.core.contract import Box, Floats, Ints, Item, Row
from faubourg.core.text import Text
from faubourg.games.lutins.components import Lutins
from faubourg.games.lutins.state import NOBODY
from faubourg.kernels.compile import kernel

FINISHED = Text("houses finished", "maisons finies")
GNOME, LUTIN = Text("gnome", "gnome"), Text("lutin", "lutin")


def items(components: Lutins, row: Row) -> list[Item]:
    return [
        Item(house.id, house.called(int(row.building)), FINISHED) for house in components.houses
    ]


@kernel
def tally(box: Box, row: Row, counts: Ints) -> None:
    """The finished houses, each with the seat that has its card."""
    for seat in range(row.players):
        finished = row.own[seat] & ~row.open
        for house in range(box.count):
            counts[seat, house] = (finished >> house) & 1


@kernel
def standing(box: Box, row: Row, marks: Floats) -> None:
    """The share of the blocks that stand in houses, and of the blocks on the gnome's tower."""
    blocks = box.blocks.sum()
    built, tower = (blocks - row.lying) / blocks, row.tower / box.tower
    for seat in range(row.players):
        marks[seat] = tower if seat == row.gnome else built
    if row.gnome == NOBODY:
        marks[row.players] = tower


def roles(components: Lutins, row: Row) -> list[Text]:
    if row.gnome == NOBODY:
        return []
    return [GNOME if seat == row.gnome else LUTIN for seat in range(row.players)]

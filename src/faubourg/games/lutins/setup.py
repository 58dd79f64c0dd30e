"""A position of La Cité des lutins from a partial view, for scenarios.

Houses that are not named lie in the pile, or are cards of the player named by `rest`.
"""

from collections.abc import Mapping
from typing import Any

from faubourg.core.contract import Row
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit import positions
from faubourg.games.lutins.components import Lutins
from faubourg.games.lutins.notation import block_id
from faubourg.games.lutins.state import HOUSES, KINDS, NOBODY, ORANGE, SHAPES, THROW

KEYS = {"seat", "turns", "houses", "rest", "tower", "emblems", "asleep"}
MOST_TURNS = 9999


def arrange(components: Lutins, row: Row, given: Mapping[str, Any]) -> None:
    """Lay out the beginning of a turn with what is given; all else is reached by playing."""
    positions.table(given, "position", KEYS)
    letters = [*SEAT_LETTERS[: int(row.players)]]
    owners = [letter for letter in letters if SEAT_LETTERS.index(letter) != row.gnome]
    ids = [house.id for house in components.houses]
    for id, house in positions.table(given.get("houses", {}), "houses", set(ids)).items():
        _arrange_house(components, row, ids.index(id), house, owners)
    if "rest" in given:
        seat = letters.index(positions.one_of(given["rest"], owners, "rest"))
        for house in range(HOUSES):
            if row.pile >> house & 1:
                _give(row, house, seat)
    laid, tallest = int(row.tower), int(components.box.tower) - 1  # a furious gnome's, lut-37
    row.tower = positions.whole(given.get("tower", laid), laid, tallest, "tower")
    most = min(int(components.box.emblems), int(row.tower) - laid) if row.gnome == NOBODY else 0
    row.emblems = positions.whole(given.get("emblems", 0), 0, most, "emblems")
    plain = int(components.box.tower - components.box.emblems)
    if row.gnome == NOBODY and row.tower - row.emblems > plain:
        said = Text(f"at least {int(row.tower) - plain}", f"au moins {int(row.tower) - plain}")
        raise positions.fault("emblems", int(row.emblems), said)
    sleeps = 0 if row.tower else int(row.asleep)  # lut-36: who builds is awake
    row.asleep = positions.whole(given.get("asleep", sleeps), 0, sleeps, "asleep")
    row.turn_of = letters.index(positions.one_of(given.get("seat", "A"), letters, "seat"))
    row.first = row.turn_of
    row.turn_count = positions.whole(given.get("turns", 1), 1, MOST_TURNS, "turns")
    row.phase = ORANGE if row.turn_of == row.gnome else THROW
    row.to_act = NATURE


def _arrange_house(
    components: Lutins, row: Row, house: int, given: object, owners: list[str]
) -> None:
    what = f"houses.{components.houses[house].id}"
    entry = positions.table(given, what, {"owner", "blocks", "finished"})
    seat = SEAT_LETTERS.index(
        positions.one_of(entry.get("owner", owners[0]), owners, f"{what}.owner")
    )
    _give(row, house, seat)
    kinds = [block_id(components, kind) for kind in range(KINDS)]
    for block, count in positions.table(
        entry.get("blocks", {}), f"{what}.blocks", set(kinds)
    ).items():
        kind = kinds.index(block)
        room = min(int(row.needs[house, kind % SHAPES]), int(row.missing[house]))
        most = min(room, int(row.middle[kind]))
        for _ in range(positions.whole(count, 0, most, f"{what}.blocks.{block}")):
            _place(row, house, kind)
    if positions.one_of(entry.get("finished", False), [False, True], f"{what}.finished"):
        while row.missing[house]:
            kind = _most_common(row, house)
            if not row.middle[kind]:
                said = Text("a house whose blocks are there", "une maison dont les blocs sont là")
                raise positions.fault(f"{what}.finished", True, said)
            _place(row, house, kind)
    if row.lying == 0:
        raise positions.fault(
            what, "finished", Text("a block left in the middle", "un bloc au milieu")
        )


def _give(row: Row, house: int, seat: int) -> None:
    row.own[seat] |= 1 << house
    row.pile &= ~(1 << house)
    row.left -= 1


def _place(row: Row, house: int, kind: int) -> None:
    row.middle[kind] -= 1
    row.lying -= 1
    row.blocks[house, kind] += 1
    row.needs[house, kind % SHAPES] -= 1
    row.placed[house] += 1
    row.missing[house] -= 1
    if row.missing[house] == 0:
        row.open &= ~(1 << house)


def _most_common(row: Row, house: int) -> int:
    """The block of which most lie in the middle, among those that a house takes."""
    kinds = [kind for kind in range(KINDS) if row.needs[house, kind % SHAPES]]
    return max(kinds, key=lambda kind: int(row.middle[kind]))

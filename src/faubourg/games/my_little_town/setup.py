"""A position of My Little Town from a partial view, for scenarios and puzzles."""

from collections.abc import Mapping
from typing import Any

from faubourg.core.contract import Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit import positions
from faubourg.games.my_little_town.components import MyLittleTown
from faubourg.games.my_little_town.notation import HEADINGS
from faubourg.games.my_little_town.placement import (
    STEP_X,
    STEP_Y,
    lay_tile,
    next_square,
    put_standee,
)
from faubourg.games.my_little_town.state import (
    ACT,
    LONGEST,
    NOTHING,
    SHORTEST,
    SIDE_NAMES,
    SIDES,
    TILES,
)

FAR = 3 * TILES


def arrange(components: MyLittleTown, row: Row, given: Mapping[str, Any]) -> None:
    """Lay out the beginning of a turn with what is given; all else is reached by playing.

        seat = "A"                                        whose turn it is
        town = [{ tile = 3, x = 1, y = 0, top = "east" }] the start tile first, at (0, 0)
        standees = { A = [{ length = 4, x = 0, y = 2, towards = "east" }] }
        hands = { A = [2, 3] }                            those not placed, unless all others
        pile = [7, 8]                                     those left, unless all others

    A town not given is tile 1 alone. Places of standees are counted in squares.
    """
    positions.table(given, "position", {"seat", "turns", "town", "standees", "hands", "pile"})
    letters = list(SEAT_LETTERS[: int(row.players)])
    for seat in range(int(row.players)):  # where they are chosen, they are the usual ones
        row.colours[seat] = seat if row.colours[seat] == NOTHING else row.colours[seat]
    for index, entry in enumerate(positions.items(given.get("town", [{"tile": 1}]), "town")):
        _arrange_tile(components, row, index, entry)
    if not row.placed:
        raise positions.fault("town", [], Text("at least one tile", "au moins une tuile"))
    for letter, entries in positions.table(
        given.get("standees", {}), "standees", set(letters)
    ).items():
        for entry in positions.items(entries, f"standees.{letter}"):
            _arrange_standee(row, SEAT_LETTERS.index(letter), entry, f"standees.{letter}")
    for letter, hand in positions.table(given.get("hands", {}), "hands", set(letters)).items():
        _arrange_hand(row, SEAT_LETTERS.index(letter), hand, f"hands.{letter}")
    if not row.hand[: int(row.players)].all():
        raise positions.fault(
            "hands", [], Text("at least one standee each", "au moins une silhouette chacun")
        )
    _arrange_pile(row, given)
    row.turn_of = letters.index(positions.one_of(given.get("seat", "A"), letters, "seat"))
    row.first = row.turn_of
    row.turn_count = positions.whole(given.get("turns", 1), 1, 10**9, "turns")
    row.phase = ACT
    row.to_act = row.turn_of


def _arrange_tile(components: MyLittleTown, row: Row, index: int, given: object) -> None:
    what = f"town.{index}"
    entry = positions.table(given, what, {"tile", "x", "y", "top"})
    tile = positions.whole(entry.get("tile"), 1, len(components.tiles), f"{what}.tile") - 1
    x = positions.whole(entry.get("x", 0), -TILES, TILES, f"{what}.x")
    y = positions.whole(entry.get("y", 0), -TILES, TILES, f"{what}.y")
    top = SIDE_NAMES.index(
        positions.one_of(entry.get("top", "north"), list(SIDE_NAMES), f"{what}.top")
    )
    if not row.pile[tile]:
        said = Text("a tile that is not there yet", "une tuile qui n'y est pas encore")
        raise positions.fault(f"{what}.tile", tile + 1, said)
    there = {(int(row.x[n]), int(row.y[n])) for n in range(int(row.placed))}
    around = {(x + int(STEP_X[side]), y + int(STEP_Y[side])) for side in range(SIDES)}
    if (x, y) in there or not (there & around if index else (x, y) == (0, 0)):
        said = Text(
            "a free place beside the town, the first at (0, 0)",
            "une place libre au bord de la ville, la première en (0, 0)",
        )
        raise positions.fault(what, (x, y), said)
    row.pile[tile] = 0
    lay_tile(components.box, row, tile, top, x, y)


def _arrange_standee(row: Row, seat: int, given: object, what: str) -> None:
    """Checks that it fits, not that its ends have the right colour."""
    entry = positions.table(given, what, {"length", "x", "y", "towards"})
    length = positions.whole(entry.get("length"), SHORTEST, LONGEST, f"{what}.length")
    x = positions.whole(entry.get("x", 0), -FAR, FAR, f"{what}.x")
    y = positions.whole(entry.get("y", 0), -FAR, FAR, f"{what}.y")
    south = HEADINGS.index(
        positions.one_of(entry.get("towards", "east"), [*HEADINGS], f"{what}.towards")
    )
    if not row.hand[seat] >> length & 1:
        raise positions.fault(
            f"{what}.length", length, Text("another length", "une autre longueur")
        )
    start = _square_at(row, x, y)
    number, square = start
    for _ in range(length):
        if number == NOTHING or row.standing[number, square] != NOTHING:
            said = Text("free squares of the town", "des carrés libres de la ville")
            raise positions.fault(what, (x, y), said)
        number, square = next_square(row, number, square, south)
    put_standee(row, seat, *start, south, length)


def _square_at(row: Row, x: int, y: int) -> tuple[int, int]:
    for number in range(int(row.placed)):
        if (int(row.x[number]), int(row.y[number])) == (x // 3, y // 3):
            return number, y % 3 * 3 + x % 3
    return NOTHING, 0


def _arrange_hand(row: Row, seat: int, given: object, what: str) -> None:
    hand = 0
    for length in positions.items(given, what):
        bit = 1 << positions.whole(length, SHORTEST, LONGEST, what)
        if hand & bit or not row.hand[seat] & bit:
            raise positions.fault(
                what, length, Text("a standee not placed", "une silhouette non placée")
            )
        hand |= bit
    row.hand[seat] = hand


def _arrange_pile(row: Row, given: Mapping[str, Any]) -> None:
    if "pile" in given:
        wanted = positions.items(given["pile"], "pile")
        free = [tile + 1 for tile in range(TILES) if row.pile[tile]]
        row.pile[:] = 0
        for tile in wanted:
            row.pile[positions.one_of(tile, free, "pile") - 1] = 1
    row.left = int(row.pile.sum())
    if not row.left:
        raise positions.fault("pile", [], Text("at least one tile", "au moins une tuile"))

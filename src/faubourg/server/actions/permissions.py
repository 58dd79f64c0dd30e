"""Permissions: what a holder of keys may do at a table. Whoever has a key holds its seat."""

from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.server.errors import NotAllowed, NotFound
from faubourg.server.table.keys import Holder
from faubourg.server.table.table import Table

NO_SEAT = Text("There is no seat {seat} here.", "Il n'y a pas de place {seat} ici.")
NOT_YOURS = Text("Your key does not open seat {seat}.", "Ta clé n'ouvre pas la place {seat}.")
NOT_HOST = Text("Only the host may do this.", "Seul l'hôte peut faire cela.")
NOT_PART = Text(
    "Only the host and those who play may do this.",
    "Seuls l'hôte et ceux qui jouent peuvent faire cela.",
)


def seat_of(table: Table, letter: str) -> int:
    """The seat of a letter; NotFound if the table has none."""
    seat = SEAT_LETTERS.find(letter)
    if not 0 <= seat < len(table.seats) or len(letter) != 1:
        raise NotFound("no-seat", NO_SEAT.format(seat=letter[:1]))
    return seat


def held_seat(table: Table, holder: Holder, letter: str) -> int:
    """The seat of a letter, which the holder's keys must open."""
    seat = seat_of(table, letter)
    check_seat(holder, seat)
    return seat


def check_seat(holder: Holder, seat: int) -> None:
    if seat not in holder.seats:
        raise NotAllowed("not-your-seat", NOT_YOURS.format(seat=SEAT_LETTERS[seat]))


def check_host(holder: Holder) -> None:
    if not holder.host:
        raise NotAllowed("not-host", NOT_HOST)


def check_part(holder: Holder) -> None:
    """The host and the players may."""
    if not holder.takes_part:
        raise NotAllowed("not-part", NOT_PART)

"""The entries of a table's history, as plain records: importing them loads no database library."""

from dataclasses import dataclass
from typing import Literal

# For what a table waits: open seats or its beginning, a person, a person whose clock runs, a bot or
# Nature, or nothing more.
Waits = Literal["players", "person", "clock", "machine", "nobody"]

Kind = Literal[
    # Moves: of a record that was imported, a person's, a bot's, Nature's.
    "past", "move", "bot", "nature",
    "undo",  # the last move is taken back; or, when all agree, those after a certain one
    "join",  # somebody claims an open seat
    "filled",  # the host gives an open seat to a bot
    "word",  # a player's word for the dice; it fits the seal that the player gave
    "seal",  # the seal of a player's word, or another one
    "face",  # a player's face, or another one
    "closed",  # all seats are taken and the seals are final: now words are opened
    "begin",
    "handed",  # a bot plays for a person who is away
    "back",  # the person is back
    "rematch",  # another table was made of this one
    "pace",  # how long bots take from now on
    "name",  # a player's name, or another one
    "left",  # somebody leaves before the beginning: the seat is open again
    "offered",  # somebody else may have a player's seat, by the code
    "quiet",  # whether reactions are off
    # Moves shall be taken back: asked for, agreed to by one of the others, declined.
    "asked", "agreed", "declined",
    "clock",  # how much time players have
    "credit",  # time that a player was given back whose connection was lost
    "late",  # a player's time is up
]  # fmt: skip
MOVES: tuple[Kind, ...] = ("past", "move", "bot", "nature")


@dataclass(frozen=True)
class Entry:
    """One line of a table's history."""

    number: int
    kind: Kind
    seat: int = -1
    action: int | None = None
    client: str | None = None
    data: str | None = None
    at: float = 0.0


@dataclass(frozen=True)
class Append:
    """Optimistic concurrency: entries to add if the table's last one still has the number
    `after`."""

    table: str
    after: int
    entries: tuple[Entry, ...]
    waits: Waits

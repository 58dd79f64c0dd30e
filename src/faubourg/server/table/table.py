"""A table as the fold of its entries: position, seats, and what may be done. Pure: no I/O.

Nothing here is stored. Any process that reads a table's row and its entries gets the same. `apply`
is the one place that says what each kind of entry does: a draft calls it on a copy of the table
before a commit, and whoever reads stored entries calls it after.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from faubourg.core.contract import Data, Row
from faubourg.core.game import versions
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.core.text import Text, listed
from faubourg.records.fairness import Fairness, commitment_of, key_of
from faubourg.records.record import Record
from faubourg.server.errors import Refused
from faubourg.server.store.entry import MOVES, Entry, Kind, Waits
from faubourg.server.table.game_cache import shared_game
from faubourg.server.table.history import Granted, Moves, Requests

BY_PERSON: tuple[Kind, ...] = ("move", "undo", "word", "back")
Phase = Literal["waiting", "playing", "over", "stopped", "record"]
OTHER_RULES = Text(
    "This table was played with rules {stored} of {game}; this server knows rules {known}.",
    "Cette table suit les règles {stored} de {game} ; ce serveur connaît les règles {known}.",
)


class Applied(NamedTuple):
    """An entry, and the part of its effect that clients see: JSON fields, and a move's rows."""

    entry: Entry
    fields: Data
    before: Row | None = None
    after: Row | None = None


@dataclass(frozen=True)
class Seat:
    """One seat at the table. `past` is a player in a record that is only watched."""

    kind: str  # person, bot, open, past
    name: str
    level: str | None = None  # of a bot
    key: str | None = None  # the hash of a person's key
    seal: str | None = None  # the SHA-256 of a word
    next_seal: str | None = None  # of the word for a rematch
    word: str = ""
    handed: str | None = None  # the level of a bot that plays for an absent person
    face: str | None = None  # that a person picked; a page has one for everybody else
    since: float = 0.0  # when it was taken

    @property
    def unopened(self) -> bool:
        """Whether its word is waited for."""
        return self.seal is not None and not self.word and not self.handed

    @property
    def bot(self) -> str | None:
        """The level of the bot that moves here now."""
        return self.level if self.kind == "bot" else self.handed


class Table:
    """The state to which a table's entries lead. Only `apply` and `replay` change it."""

    def __init__(self, row: dict[str, Any], box: str) -> None:
        self.id: str = row["id"]
        self.code: str | None = row["code"]
        self.host: str = row["host"]
        self.begins: str = row["begin"]
        self.secret: str | None = row["secret"]
        self.commitment = commitment_of(self.secret) if self.secret else None
        options: dict[str, str] = json.loads(row["options"])
        name, version = row["game"], row["rules"]
        if version not in versions(name):
            known = listed([str(number) for number in versions(name)])
            raise Refused("rules", OTHER_RULES.format(stored=version, game=name, known=known))
        self.game = shared_game(name, row["players"], options, box, version)
        self.seats = [Seat(**seat, since=row["created"]) for seat in json.loads(row["seats"])]
        self.position = self.game.start()
        self.moves = Moves()
        self.past = 0  # how many of them came with a record
        self.begun = False
        self.closed = False  # the seals are final
        self.key = b""  # Nature's; known when the words are
        self.number = 0  # of the last entry
        self.moved = 0  # of the last entry that changed the position
        self.moved_at: float = row["created"]  # when that was
        self.undoable: tuple[Position, ...] = ()  # those before moves that can be taken back
        self.acted: dict[int, float] = {}  # when a person at a seat last did something
        self.granted = Requests()  # by seat and the client's request id
        self.rematch: str | None = None
        self.pace: float | None = None  # how long a bot takes; None: as the server is set
        self._legal: tuple[int, list[int]] | None = None  # a cache, with the `moved` it is for

    @classmethod
    def load(cls, row: dict[str, Any], box: str, entries: Iterable[Entry]) -> "Table":
        """A table from what is stored of it."""
        table = cls(row, box)
        table.replay(entries)
        return table

    def copy(self) -> "Table":
        """A copy that can be changed alone, at the same cost however long the game is: positions,
        seats and the past are shared, since `apply` replaces or adds to them and changes none."""
        twin = object.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.moves = self.moves.copy()
        twin.granted = self.granted.copy()
        return twin

    # ------------------------------------------------------------ queries

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def only_watched(self) -> bool:
        return self.secret is None

    @property
    def legal(self) -> list[int]:
        """The legal actions of the player to act."""
        if self._legal is None or self._legal[0] != self.moved:
            self._legal = (self.moved, self.position.legal.ids)
        return self._legal[1]

    def check(self, action: str | int) -> int:
        """The number of a legal action; else IllegalAction says why not."""
        if isinstance(action, int) and action in self.legal:
            return action
        return self.position.legal_id(action)

    @property
    def phase(self) -> Phase:
        if self.position.turn is None:
            return "over"
        if self.only_watched:
            return "record"
        if not self.begun:
            return "waiting"
        return "playing" if len(self.moves) < self.game.rules.BOUND else "stopped"

    @property
    def turn(self) -> int | None:
        """The seat to act, NATURE, or None when nobody is."""
        return self.position.turn if self.phase == "playing" else None

    @property
    def bot_to_move(self) -> str | None:
        turn = self.turn
        return None if turn is None or turn == NATURE else self.seats[turn].bot

    @property
    def waits(self) -> Waits:
        """For what it waits; stored, so that abandoned tables are found."""
        turn = self.turn
        if turn is None:
            return "players" if self.phase == "waiting" else "nobody"
        return "machine" if turn == NATURE or self.seats[turn].bot else "person"

    @property
    def may_undo(self) -> int | None:
        """The seat whose last move can be taken back."""
        return self.turn if self.undoable else None

    @property
    def fairness(self) -> Fairness | None:
        if self.commitment is None:
            return None
        words = tuple(seat.word for seat in self.seats)
        seals = tuple(seat.seal or "" for seat in self.seats)
        secret = self.secret if self.phase == "over" else None
        return Fairness(self.commitment, words, secret, self.past, seals if any(seals) else ())

    def record(self) -> Record:
        """All moves so far, with the seats as a record writes them."""
        return Record(
            self.game,
            [f"{seat.name}={seat.bot or 'me'}" for seat in self.seats],
            moves=list(self.moves),
            fairness=self.fairness,
        )

    # ------------------------------------------------------------ what each kind of entry does

    def replay(self, entries: Iterable[Entry]) -> None:
        """Apply entries of long ago, of which nobody is shown more than the position they lead to:
        moves are played in place where no undo can need the row before."""
        for entry in entries:
            self.apply(entry, in_place=entry.kind != "move")

    def apply(self, entry: Entry, *, in_place: bool = False) -> Applied:
        """Change the table as the next entry says."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} after {self.number}")
        if entry.kind in MOVES:
            applied = self._move(entry, in_place)
        else:
            data = json.loads(entry.data) if entry.data else {}
            applied = Applied(entry, getattr(self, f"_{entry.kind}")(entry, data))
        self.number = entry.number
        if entry.kind in BY_PERSON:
            self.acted = {**self.acted, entry.seat: entry.at}
        if entry.client is not None:
            granted = Granted(entry.number, entry.kind, entry.action)
            self.granted.add(entry.seat, entry.client, granted)
        return applied

    def _move(self, entry: Entry, in_place: bool) -> Applied:
        assert entry.action is not None
        before = self.position
        after = before if in_place else before.copy()
        after.step(entry.action)
        self.position = after
        self.moves.append(entry.action)
        self.past += entry.kind == "past"
        self.moved = entry.number
        self.moved_at = entry.at
        if entry.kind == "move" and _same_turn(before.row, after.row):
            self.undoable = (*self.undoable, before)
        else:
            self.undoable = ()
        return Applied(entry, {"moves": len(self.moves)}, before.row, after.row)

    def _undo(self, entry: Entry, data: Data) -> Data:
        self.position = self.undoable[-1]
        self.undoable = self.undoable[:-1]
        self.moves.pop()
        self.moved = entry.number
        self.moved_at = entry.at
        return {"moves": len(self.moves)}

    def _join(self, entry: Entry, data: Data) -> Data:
        word, seal = data.get("word", ""), data.get("seal")
        seat = Seat("person", data["name"], key=data["key"], seal=seal, word=word, since=entry.at)
        self._sit(entry.seat, replace(seat, face=data.get("face")))
        return {"name": data["name"]}

    def _filled(self, entry: Entry, data: Data) -> Data:
        seat = self.seats[entry.seat]
        self._sit(entry.seat, Seat("bot", seat.name, data["level"], since=entry.at))
        return {"name": seat.name, "level": data["level"]}

    def _word(self, entry: Entry, data: Data) -> Data:
        next_seal = data.get("next")
        seat = replace(self.seats[entry.seat], word=data["word"], next_seal=next_seal)
        self._sit(entry.seat, seat)
        return {"word": data["word"]}

    def _seal(self, entry: Entry, data: Data) -> Data:
        self._sit(entry.seat, replace(self.seats[entry.seat], seal=data["seal"]))
        return {"seal": data["seal"]}

    def _face(self, entry: Entry, data: Data) -> Data:
        self._sit(entry.seat, replace(self.seats[entry.seat], face=data["face"]))
        return {"face": data["face"]}

    def _closed(self, entry: Entry, data: Data) -> Data:
        self.closed = True
        return {}

    def _begin(self, entry: Entry, data: Data) -> Data:
        self.begun = True
        self.moved_at = entry.at
        self.key = key_of(self.secret or "", [seat.word for seat in self.seats])
        return {}

    def _handed(self, entry: Entry, data: Data) -> Data:
        self._sit(entry.seat, replace(self.seats[entry.seat], handed=data["level"]))
        return {"level": data["level"]}

    def _back(self, entry: Entry, data: Data) -> Data:
        self._sit(entry.seat, replace(self.seats[entry.seat], handed=None))
        return {}

    def _sit(self, index: int, seat: Seat) -> None:
        """Put another seat in place of one, in a new list: copies of the table share the old."""
        self.seats = [*self.seats[:index], seat, *self.seats[index + 1 :]]

    def _rematch(self, entry: Entry, data: Data) -> Data:
        self.rematch = data["table"]
        return {"table": data["table"]}

    def _pace(self, entry: Entry, data: Data) -> Data:
        self.pace = data["seconds"]
        return {"seconds": self.pace}


def _same_turn(before: Row, after: Row) -> bool:
    """Whether the same player goes on with the same turn."""
    return bool(before.turn_count == after.turn_count and before.to_act == after.to_act)

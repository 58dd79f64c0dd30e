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
from faubourg.core.players import DEFAULT_NAMES, NATURE, SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.core.text import Text, listed
from faubourg.records.fairness import Fairness, commitment_of, key_of
from faubourg.records.record import Record
from faubourg.server.errors import Refused
from faubourg.server.store.entry import MOVES, Entry, Kind, Waits
from faubourg.server.table.clock import Clock, Running
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
    resigned: bool = False  # the person has asked for that bot, and says when they are back
    offered: bool = False  # whoever has the code may sit down instead
    lent: bool = False  # the bot plays this turn only: the person's time for it was up
    out: bool = False  # all of the person's time is up: the bot plays to the end

    @property
    def unopened(self) -> bool:
        """Whether its word is waited for."""
        return self.seal is not None and not self.word and not self.handed

    @property
    def bot(self) -> str | None:
        """The level of the bot that moves here now."""
        return self.level if self.kind == "bot" else self.handed


class Asked(NamedTuple):
    """Somebody asks the others whether moves may be taken back, down to so many."""

    seat: int
    moves: int
    at: float
    agreed: frozenset[int] = frozenset()


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
        self.quiet = False  # no reactions are sent here
        self.asked: Asked | None = None
        self.rekeyed = 0  # the last entry by which a seat got another key, or none
        self.turn_began = 0  # the entry with which whoever is to act came to act
        self._acting = (NATURE, 0)  # they, and the count of turns
        self.rewound = 0  # the last entry by which moves were taken back after asking
        self.clock: Clock | None = None  # None: no hurry
        self.running = Running()
        self.used: tuple[float, ...] = ()  # seconds of their time, by seat; only with a clock
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
        if turn == NATURE or self.seats[turn].bot:
            return "machine"
        return "person" if self.clock is None else "clock"

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
        if self.asked is not None and entry.kind == "move":
            self.asked = None
        self._note_turn(entry.number)
        if self.clock is not None:
            self._count_time(entry)
        return Applied(entry, {"moves": len(self.moves)}, before.row, after.row)

    def _note_turn(self, number: int, is_new: bool = False) -> None:
        """Somebody's turn begins when another acts than before, or the same in another turn. What
        Nature does between is part of it."""
        row = self.position.row
        acting = (int(row.to_act), int(row.turn_count))
        if acting[0] != NATURE and (is_new or acting != self._acting):
            self._acting, self.turn_began = acting, number

    def _undo(self, entry: Entry, data: Data) -> Data:
        if "moves" in data:
            self._rewind(entry, data["moves"])
            return {"moves": len(self.moves)}
        self.position = self.undoable[-1]
        self.undoable = self.undoable[:-1]
        self.moves.pop()
        self.moved = entry.number
        self.moved_at = entry.at
        return {"moves": len(self.moves)}

    def _join(self, entry: Entry, data: Data) -> Data:
        if self.begun:  # the words for the dice stay what they were
            sitting = self.seats[entry.seat]
            own = {"name": data["name"], "key": data["key"], "face": data.get("face")}
            seat = replace(sitting, **own, since=entry.at, handed=None)
            self._sit(entry.seat, replace(seat, resigned=False, offered=False, lent=False))
            self.rekeyed = entry.number
            return {"name": data["name"]}
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
        self._note_turn(entry.number, is_new=True)
        self.key = key_of(self.secret or "", [seat.word for seat in self.seats])
        if self.clock is not None:
            self._start_clock(entry.at)
        return {}

    def _handed(self, entry: Entry, data: Data) -> Data:
        is_own = data.get("own", False)
        seat = replace(self.seats[entry.seat], handed=data["level"], resigned=is_own)
        self._sit(entry.seat, seat)
        return data

    def _back(self, entry: Entry, data: Data) -> Data:
        seat = replace(self.seats[entry.seat], handed=None, resigned=False, offered=False)
        self._sit(entry.seat, seat)
        if self.running.seat == entry.seat:  # the bot's time does not count
            self.running = replace(self.running, since=entry.at, credit=0.0)
        return {}

    # ------------------------------------------------------------ the clock

    def _clock(self, entry: Entry, data: Data) -> Data:
        self.clock = Clock(**data)
        self.used = (0.0,) * len(self.seats)
        return data

    def _credit(self, entry: Entry, data: Data) -> Data:
        self.running = self.running.with_credit(data["seconds"])
        return data

    def _late(self, entry: Entry, data: Data) -> Data:
        """A player's time is up: a bot plays this turn or to the end; or the turn passes, by the
        move that follows."""
        if "level" in data:
            is_out = data["until"] == "game"
            seat = self.seats[entry.seat]
            self._sit(entry.seat, replace(seat, handed=data["level"], lent=not is_out, out=is_out))
        return data

    def _count_time(self, entry: Entry) -> None:
        """After a move: count what it took, and see whose clock runs now."""
        if entry.kind == "move" and entry.data is not None:
            spent: float = json.loads(entry.data)["spent"]
            used = self.used[entry.seat] + spent
            self.used = (*self.used[: entry.seat], used, *self.used[entry.seat + 1 :])
            self.running = self.running.counted(spent, entry.at)
        row = self.position.row
        if row.to_act != NATURE and not self.running.is_same(row.to_act, row.turn_count):
            self._start_clock(entry.at)

    def _start_clock(self, at: float) -> None:
        """Somebody's turn begins; a bot that was lent for the last one goes."""
        last, row = self.running.seat, self.position.row
        if last >= 0 and self.seats[last].lent:
            self._sit(last, replace(self.seats[last], handed=None, lent=False))
        self.running = Running(int(row.to_act), int(row.turn_count), at)

    def time_left(self, elapsed: float) -> float:
        """Seconds that the player whose clock runs has still, when `elapsed` have gone by since
        time was last counted."""
        assert self.clock is not None
        running = self.running
        used = running.used if self.clock.per == "move" else self.used[running.seat]
        return self.clock.seconds - used - max(0.0, elapsed - running.credit)

    def _name(self, entry: Entry, data: Data) -> Data:
        before = self.seats[entry.seat]
        self._sit(entry.seat, replace(before, name=data["name"]))
        return {"name": data["name"], "before": before.name}

    def _left(self, entry: Entry, data: Data) -> Data:
        """Before the beginning a seat is open again."""
        before = self.seats[entry.seat]
        self.code = data["code"]
        name = DEFAULT_NAMES[SEAT_LETTERS[entry.seat]]
        self._sit(entry.seat, Seat("open", name, since=entry.at))
        self.rekeyed = entry.number
        return {"name": before.name}

    def _offered(self, entry: Entry, data: Data) -> Data:
        self.code = data["code"]
        self._sit(entry.seat, replace(self.seats[entry.seat], offered=True))
        return {}

    def _quiet(self, entry: Entry, data: Data) -> Data:
        self.quiet = data["on"]
        return data

    # ------------------------------------------------------------ taking back by asking

    def _asked(self, entry: Entry, data: Data) -> Data:
        self.asked = Asked(entry.seat, data["moves"], entry.at)
        return {"back_to": data["moves"]}

    def _agreed(self, entry: Entry, data: Data) -> Data:
        assert self.asked is not None
        self.asked = self.asked._replace(agreed=self.asked.agreed | {entry.seat})
        return {}

    def _declined(self, entry: Entry, data: Data) -> Data:
        self.asked = None
        return {}

    def _rewind(self, entry: Entry, moves: int) -> None:
        """Go back to the position after so many moves. Nature's numbers depend on the count of
        moves: the same moves meet the same dice again."""
        self.position = self.game.start()
        for action in self.moves[:moves]:
            self.position.step(action)
        while len(self.moves) > moves:
            self.moves.pop()
        self.undoable, self.asked = (), None
        self.moved = self.rewound = entry.number
        self._note_turn(entry.number, is_new=True)
        self.moved_at = entry.at
        if self.clock is not None:
            self._start_clock(entry.at)

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

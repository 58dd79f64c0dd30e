"""A table as its entries make it: the position, the seats, and what happened lately.

Nothing here is stored. Any process that reads a table's row and its entries gets the same.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat, takewhile
from typing import Any, Literal, NamedTuple, TypeVar, cast

import msgspec

from faubourg.core.contract import Row
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import action_of
from faubourg.core.text import Text
from faubourg.records.fairness import Fairness, commitment_of, key_of
from faubourg.records.record import Record
from faubourg.server.errors import Refused
from faubourg.server.store.schema import MOVES, Entry
from faubourg.server.table.game_cache import shared_game
from faubourg.server.table.telling import happened

T = TypeVar("T")
Phase = Literal["waiting", "playing", "over", "stopped", "record"]
RECENT = 100  # entries that are told again to a client that missed them
OTHER_RULES = Text(
    "This table was played with rules {stored} of {game}; this server knows rules {known}.",
    "Cette table suit les règles {stored} de {game} ; ce serveur connaît les règles {known}.",
)


class Answered(NamedTuple):
    """A request that was granted, as the entry of this number."""

    number: int
    kind: str
    action: int | None


@dataclass
class Seat:
    """One place at the table. `past` is a player in a record that is only watched."""

    kind: str  # person, bot, open, past
    name: str
    level: str | None = None  # of a bot
    key: str | None = None  # the hash of a person's key
    word: str = ""
    handed: str | None = None  # the level of a bot that plays for an absent person
    since: float = 0.0  # when it was taken

    @property
    def bot(self) -> str | None:
        """The level of the bot that moves here now."""
        return self.level if self.kind == "bot" else self.handed


class Table:
    """The fold of a table's entries. Change it only with `apply_all`, after a commit."""

    def __init__(self, row: dict[str, Any], box: str) -> None:
        self.id: str = row["id"]
        self.code: str | None = row["code"]
        self.host: str = row["host"]
        self.begins: str = row["begin"]
        self.secret: str | None = row["secret"]
        self.commitment = commitment_of(self.secret) if self.secret else None
        options: dict[str, str] = json.loads(row["options"])
        self.game = shared_game(row["game"], row["players"], options, box)
        if row["rules"] != self.game.rules.VERSION:
            known, name = self.game.rules.VERSION, self.game.name
            raise Refused("rules", OTHER_RULES.format(stored=row["rules"], game=name, known=known))
        self.seats = [Seat(**seat, since=row["created"]) for seat in json.loads(row["seats"])]
        self.position = self.game.start()
        self.moves: list[int] = []
        self.past = 0  # how many of them came with a record
        self.begun = False
        self.key = b""  # Nature's; known when the words are
        self.number = 0  # of the last entry
        self.moved = 0  # of the last entry that changed the position
        self.undoable: list[Row] = []  # the rows before the moves that can be taken back
        self.answered: dict[tuple[int, str], Answered] = {}  # requests by seat and client's name
        self.rematch: str | None = None
        self.pace: float | None = None  # how long a bot takes; None: as the server is set
        self._asked: dict[str, Any] = {}  # answers about the position, until it changes
        self._asked_at = -1
        # What was told of the last entries, encoded: as objects they would be most of a table.
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT)

    # ------------------------------------------------------------ asking

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def only_watched(self) -> bool:
        return self.secret is None

    def _once(self, question: str, answer: Callable[[], T]) -> T:
        if self._asked_at != self.moved:
            self._asked.clear()
            self._asked_at = self.moved
        if question not in self._asked:
            self._asked[question] = answer()
        return cast(T, self._asked[question])

    @property
    def _to_act(self) -> int | None:
        return self._once("turn", lambda: self.position.turn)

    @property
    def legal(self) -> list[int]:
        """What the player to act may do."""
        return self._once("legal", lambda: self.position.legal.ids)

    def check(self, action: str | int) -> int:
        """The number of an action that may be played now; else IllegalAction says why not."""
        if isinstance(action, int) and action in self.legal:
            return action
        return self.position.check(action).id

    @property
    def phase(self) -> Phase:
        if self._to_act is None:
            return "over"
        if self.only_watched:
            return "record"
        if not self.begun:
            return "waiting"
        return "playing" if len(self.moves) < self.game.rules.BOUND else "stopped"

    @property
    def turn(self) -> int | None:
        """The seat to act, NATURE, or None when nobody is."""
        return self._to_act if self.phase == "playing" else None

    @property
    def bot_to_move(self) -> str | None:
        turn = self.turn
        return None if turn is None or turn == NATURE else self.seats[turn].bot

    @property
    def may_undo(self) -> int | None:
        """The seat whose last move can be taken back."""
        return self.turn if self.undoable else None

    @property
    def fairness(self) -> Fairness | None:
        if self.commitment is None:
            return None
        words = tuple(seat.word for seat in self.seats)
        secret = self.secret if self.phase == "over" else None
        return Fairness(self.commitment, words, secret, self.past)

    def record(self) -> Record:
        """All moves so far; who sits where in the words of a record."""
        return Record(
            self.game,
            [f"{seat.name}={seat.bot or 'me'}" for seat in self.seats],
            moves=list(self.moves),
            fairness=self.fairness,
        )

    @property
    def forgotten(self) -> int:
        """The last entry that can't be told again."""
        return self.recent[0][0] - 1 if self.recent else self.number

    def told_after(self, number: int) -> list[msgspec.Raw]:
        """What was told of the entries after one, as far as it is kept."""
        newest_first = takewhile(lambda told: told[0] > number, reversed(self.recent))
        return [msgspec.Raw(told) for _, told in newest_first][::-1]

    # ------------------------------------------------------------ what entries do

    def apply_all(
        self,
        entries: Sequence[Entry],
        rows: Iterable[Row | None] = (),
        events: Iterable[bytes | None] = (),
    ) -> None:
        """Take over what was stored; only what may be asked for again is told. `rows` are those
        to which the moves lead, and `events` what they did, as JSON, where that is known."""
        first_told = len(entries) - RECENT
        known = zip(entries, chain(rows, repeat(None)), chain(events, repeat(None)), strict=False)
        for place, (entry, row, did) in enumerate(known):
            self.apply(entry, row, did, tell=place >= first_told)

    def apply(
        self,
        entry: Entry,
        row: Row | None = None,
        did: bytes | None = None,
        *,
        tell: bool = True,
    ) -> None:
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} after {self.number}")
        told: dict[str, Any] = {"number": entry.number, "kind": entry.kind, "seat": _by(entry)}
        if entry.kind in MOVES:
            told |= self._move(entry, row, did, tell)
        else:
            told |= getattr(self, f"_{entry.kind}")(entry, json.loads(entry.data or "{}"))
        self.number = entry.number
        if entry.client is not None:
            done = Answered(entry.number, entry.kind, entry.action)
            self.answered[entry.seat, entry.client] = done
        if tell:
            told["at"] = round(entry.at, 3)
            self.recent.append((entry.number, msgspec.json.encode(told)))

    def _move(self, entry: Entry, row: Row | None, did: bytes | None, tell: bool) -> dict[str, Any]:
        assert entry.action is not None
        before = self.position.row
        if row is None:
            row = before.copy() if tell or entry.kind == "move" else before
            self.game.rules.step(self.game.components.box, row, entry.action)
        self.position.row = row
        self.moves.append(entry.action)
        self.past += entry.kind == "past"
        self.moved = entry.number
        if entry.kind == "move" and _same_turn(before, self.position.row):
            self.undoable.append(before)
        elif self.undoable:
            self.undoable.clear()
        return self._told(entry.action, before, did) if tell else {}

    def _told(self, id: int, before: Row, did: bytes | None) -> dict[str, Any]:
        """A move, and what it did, as data and in words."""
        game = self.game
        return {
            "move": {"id": id, "text": action_of(game, id).text},
            "moves": len(self.moves),
            "events": msgspec.Raw(did)
            if did is not None
            else happened(game, before, id, self.position.row, self.names),
        }

    def _undo(self, entry: Entry, data: dict[str, Any]) -> dict[str, Any]:
        self.position.row = self.undoable.pop()
        self.moves.pop()
        self.moved = entry.number
        return {"moves": len(self.moves)}

    def _join(self, entry: Entry, data: dict[str, Any]) -> dict[str, Any]:
        word = data.get("word", "")
        self.seats[entry.seat] = Seat(
            "person", data["name"], key=data["key"], word=word, since=entry.at
        )
        return {"name": data["name"]}

    def _filled(self, entry: Entry, data: dict[str, Any]) -> dict[str, Any]:
        seat = self.seats[entry.seat]
        self.seats[entry.seat] = Seat("bot", seat.name, data["level"], since=entry.at)
        return {"name": seat.name, "level": data["level"]}

    def _word(self, entry: Entry, data: dict[str, Any]) -> dict[str, Any]:
        self.seats[entry.seat].word = data["word"]
        return {"word": data["word"]}

    def _begin(self, entry: Entry, data: dict[str, Any]) -> dict[str, Any]:
        self.begun = True
        self.key = key_of(self.secret or "", [seat.word for seat in self.seats])
        return {}

    def _handed(self, entry: Entry, data: dict[str, Any]) -> dict[str, Any]:
        self.seats[entry.seat].handed = data["level"]
        return {"level": data["level"]}

    def _back(self, entry: Entry, data: dict[str, Any]) -> dict[str, Any]:
        self.seats[entry.seat].handed = None
        return {}

    def _rematch(self, entry: Entry, data: dict[str, Any]) -> dict[str, Any]:
        self.rematch = data["table"]
        return {"table": data["table"]}

    def _pace(self, entry: Entry, data: dict[str, Any]) -> dict[str, Any]:
        self.pace = data["seconds"]
        return {"seconds": self.pace}


def _same_turn(before: Row, after: Row) -> bool:
    """Whether the same player goes on with the same turn."""
    return bool(before.turn_count == after.turn_count and before.to_act == after.to_act)


def _by(entry: Entry) -> str | None:
    """Who did it, as clients know them: a seat letter, * for Nature, nobody."""
    if entry.kind == "nature":
        return "*"
    return None if entry.seat < 0 else SEAT_LETTERS[entry.seat]

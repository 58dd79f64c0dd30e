"""What must hold of a table, whatever happened to the servers: read from the database itself and
folded here, apart from the server's own code for that."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from faubourg.core.game import Game
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.records.fairness import commitment_of, verify
from faubourg.records.record import Record
from faubourg.server.store import schema
from faubourg.server.store.engine import is_postgres, open_engine
from tests.server.client import Player, StubbornPlayer

MOVE_KINDS = {"past", "move", "bot", "nature"}


@dataclass(frozen=True)
class Truth:
    """A table as it is stored."""

    entries: list[Any]  # rows of the database, from number 1
    moves: list[int]
    position: Position
    commitment: str

    @property
    def hash(self) -> str:
        return hash_of(self.position)


def hash_of(position: Position) -> str:
    return hashlib.sha256(position.to_bytes()).hexdigest()[:16]


def stored(database: str, table: str) -> Truth:
    """Read and fold; every entry must follow from the one before."""
    engine = open_engine(database)
    # One snapshot: bots may play on meanwhile. SQLite's transactions are such anyway.
    snapshot = {"isolation_level": "REPEATABLE READ"} if is_postgres(engine) else {}
    with engine.execution_options(**snapshot).connect() as connection:
        row = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).one()
        of_table = sa.select(schema.entries).where(schema.entries.c.table == table)
        entries = list(connection.execute(of_table.order_by(schema.entries.c.number)))
    engine.dispose()
    assert [entry.number for entry in entries] == list(range(1, row.last + 1)), "a gap"
    position, moves = _fold(Game(row.game, row.players, **json.loads(row.options)), entries)
    return Truth(entries, moves, position, commitment_of(row.secret))


def _fold(game: Game, entries: Sequence[Any]) -> tuple[Position, list[int]]:
    position, moves, before = game.start(), [], []
    for entry in entries:
        if entry.kind in MOVE_KINDS:
            mover = NATURE if entry.kind == "nature" else entry.seat
            assert position.turn == mover, f"entry {entry.number} is not {mover}'s to make"
            before.append(position.copy())
            position.step(position.check(entry.action).id)
            moves.append(entry.action)
        elif entry.kind == "undo":
            kept = json.loads(entry.data)["moves"] if entry.data else len(moves) - 1
            position = before[kept]
            assert position.turn == entry.seat
            del before[kept:], moves[kept:]
    return position, moves


def check_finished(database: str, table: str, players: Sequence[Player], record: str) -> Truth:
    """A game that was played to its end: nothing lost, nothing twice, everybody knows the same, and
    the dice are the promised ones. `record` is what the server exports."""
    truth = stored(database, table)
    assert truth.position.outcome is not None
    for player in players:
        check_told(truth, player)
        assert player.number == len(truth.entries)
        assert player.state["hash"] == truth.hash
    check_asked(truth, [player for player in players if isinstance(player, StubbornPlayer)])
    exported = Record.loads(record)
    assert exported.moves == truth.moves
    assert exported.fairness is not None
    assert exported.fairness.commitment == truth.commitment
    assert verify(exported).holds
    return truth


def check_told(truth: Truth, player: Player) -> None:
    """Every entry that a client was ever told of is stored just so."""
    for number, told in player.entries.items():
        entry = truth.entries[number - 1]
        assert (told["kind"], told["seat"]) == (entry.kind, _by(entry)), told
        if "move" in told:
            assert told["move"]["id"] == entry.action


def check_asked(truth: Truth, players: Sequence[StubbornPlayer]) -> None:
    """What was acknowledged is stored once, as the entry that was named; what was refused is not;
    and nothing is stored in a person's name that nobody asked for."""
    asked = {id: request for player in players for id, request in player.asked.items()}
    found: dict[str, Any] = {}
    for entry in truth.entries:
        if entry.kind in ("move", "undo"):
            assert entry.client not in found, "played twice"
            found[entry.client] = entry
            request = asked[entry.client]
            assert (request["type"], request["seat"]) == (entry.kind, SEAT_LETTERS[entry.seat])
            assert request.get("action") == entry.action
    for player in players:
        assert not set(player.refused) & set(found)
        for id, number in player.accepted.items():
            assert found[id].number == number, "an acknowledged move is lost"


def _by(entry: Any) -> str | None:
    if entry.kind == "nature":
        return "*"
    return None if entry.seat < 0 else SEAT_LETTERS[entry.seat]

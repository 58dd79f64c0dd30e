"""What clients are shown of a table, as plain data. Everybody is shown the same: no game has a
secret. Keys, hashes and an unpublished secret never come near this module."""

import hashlib
from collections.abc import Sequence

import msgspec

from faubourg.bots.hints import Hint
from faubourg.core.contract import Data
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position, mover
from faubourg.server.table.table import Table
from faubourg.server.table.telling import both, choices


def state(table: Table, view: msgspec.Raw) -> Data:
    """The table as it is now, but for what may be done and who is connected."""
    turn, may_undo = table.turn, table.may_undo
    return {
        "table": table.id,
        "game": table.game.name,
        "title": both(table.game.title),
        "players": table.game.players,
        "options": table.game.options,
        "components": "standard" if table.game.is_standard else table.game.components.digest,
        "phase": table.phase,
        "begins": table.begins,
        "number": table.number,
        "moves": len(table.moves),
        "turn": None if turn is None else mover(turn),
        "undo": None if may_undo is None else SEAT_LETTERS[may_undo],
        "seats": seats(table),
        "view": view,
        **_how_it_stands(table.position),
        "fairness": _fairness(table),
        "rematch": table.rematch,
        "pace": table.pace,
    }


def seats(table: Table) -> list[Data]:
    """Who sits where."""
    return [_seat(table, place) for place in range(len(table.seats))]


def shown(position: Position) -> Data:
    """A position, how it ended if it did, and a digest by which two clients can compare it."""
    return {"view": position.view(), **_how_it_stands(position)}


def _how_it_stands(position: Position) -> Data:
    return {
        "outcome": _outcome(position),
        "hash": hashlib.sha256(position.to_bytes()).hexdigest()[:16],
    }


def legal(table: Table) -> list[Data]:
    """What the player to act may do."""
    return actions(table, table.legal) if table.turn is not None else []


def actions(table: Table, ids: Sequence[int]) -> list[Data]:
    return choices(table.game, table.position.row, ids, table.names)


def hint(table: Table, found: Hint) -> Data:
    """A move worth making, everybody's chance to win after it, and what speaks for it."""
    [action] = actions(table, [found.action])
    chances = found.chances and dict(zip(SEAT_LETTERS, found.chances, strict=False))
    return {"action": action, "chances": chances, "why": both(found.why)}


def _seat(table: Table, place: int) -> Data:
    seat = table.seats[place]
    return {
        "seat": SEAT_LETTERS[place],
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "handed": seat.handed,
        "word": seat.word,
    }


def _outcome(position: Position) -> Data | None:
    outcome = position.outcome
    if outcome is None:
        return None
    return {
        "winners": [SEAT_LETTERS[seat] for seat in outcome.winners],
        "scores": dict(zip(SEAT_LETTERS, outcome.scores, strict=False)),
        "reason": both(outcome.reason),
    }


def _fairness(table: Table) -> Data | None:
    fairness = table.fairness
    return None if fairness is None else vars(fairness)


def after_moves(table: Table, number: int) -> Position:
    """The position after so many moves of a table, its last one included."""
    position = table.game.start()
    for id in table.moves[:number]:
        position.step(id)
    return position

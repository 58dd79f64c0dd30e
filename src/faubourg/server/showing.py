"""What clients are shown of a table, as plain data. Everybody is shown the same: no game has a
secret. Keys, hashes and an unpublished secret never come near this module."""

import hashlib
from functools import lru_cache

from faubourg.bots.hints import Hint
from faubourg.core.contract import SEAT_LETTERS, Data
from faubourg.core.position import Position, action_of, mover
from faubourg.core.text import Text
from faubourg.server.table import Table


def state(table: Table) -> Data:
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
        **shown(table.position),
        "fairness": _fairness(table),
        "rematch": table.rematch,
        "pace": table.pace,
    }


def seats(table: Table) -> list[Data]:
    """Who sits where."""
    return [_seat(table, place) for place in range(len(table.seats))]


def shown(position: Position) -> Data:
    """A position, how it ended if it did, and a digest by which two clients can compare it."""
    return {
        "view": position.view(),
        "outcome": _outcome(position),
        "hash": hashlib.sha256(position.to_bytes()).hexdigest()[:16],
    }


def legal(table: Table) -> list[Data]:
    """What the player to act may do."""
    return [action(table, id) for id in table.legal] if table.turn is not None else []


def action(table: Table, id: int) -> Data:
    """One action: for machines its number and notation, with the words of that for a page to
    find the places on the board, and for people a sentence."""
    game = table.game
    written = _written(game.name, game.components.digest)
    if id not in written:
        text = action_of(game, id).text
        written[id] = (text, text.split())
    text, words = written[id]
    said = game.part("view").describe(game.components, table.position.row, id, table.names)
    return {"id": id, "text": text, "words": words, **both(said)}


def hint(table: Table, found: Hint) -> Data:
    """A move worth making, everybody's chance to win after it, and what speaks for it."""
    chances = found.chances and dict(zip(SEAT_LETTERS, found.chances, strict=False))
    return {"action": action(table, found.action), "chances": chances, "why": both(found.why)}


@lru_cache(maxsize=32)
def _written(game: str, box: str) -> dict[int, tuple[str, list[str]]]:
    """The notation of actions that were met with a box; it is the same at every table."""
    return {}


def both(text: Text) -> dict[str, str]:
    return text._asdict()


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

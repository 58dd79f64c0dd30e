"""What clients are shown of a table, as plain data for JSON. Everybody is shown the same: no game
has a secret. Keys, hashes and an unpublished secret never come near this module.

The first part knows no table, only a game: the encoder process (`runtime/encoder.py`) uses it too.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from faubourg.core.contract import Data, Row
from faubourg.core.game import Game
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position, action_of, mover
from faubourg.core.text import Text
from faubourg.server.store.entry import Entry
from faubourg.server.table.table import Applied, Table

if TYPE_CHECKING:
    from faubourg.bots.hints import Hint  # the encoder process needs no bots

# ---------------------------------------------------------------- moves of a game


def both(text: Text) -> dict[str, str]:
    """A text in both languages."""
    return text._asdict()


def events(game: Game, before: Row, id: int, after: Row, names: Sequence[str]) -> list[Data]:
    """What a move did, as data and as sentences; `names` are what the seats are called."""
    part = game.part("events")
    found = part.events(game.components, before, id, after)
    return [{**event, **both(part.tell(game.components, event, names))} for event in found]


def actions(game: Game, row: Row, ids: Sequence[int], names: Sequence[str]) -> list[Data]:
    """Actions: for programs their number and notation, with the words of that for a page to find
    the places on the board, and for people a sentence."""
    describe, components = game.part("view").describe, game.components
    notations = _notations(game.name, components.digest)
    found = []
    for id in ids:
        text, words = notations.get(id) or _notation(game, id)
        sentence = describe(components, row, id, names)
        found.append({"id": id, "text": text, "words": words, "en": sentence.en, "fr": sentence.fr})
    return found


def _notation(game: Game, id: int) -> tuple[str, list[str]]:
    """The notation of an action, and its words."""
    notations = _notations(game.name, game.components.digest)
    if id not in notations:
        text = action_of(game, id).text
        notations[id] = (text, text.split())
    return notations[id]


@lru_cache(maxsize=32)
def _notations(game: str, box: str) -> dict[int, tuple[str, list[str]]]:
    """A cache, shared by all tables: the notation of the actions met with a box."""
    return {}


# ---------------------------------------------------------------- entries


def entry(game: Game, names: Sequence[str], applied: Applied, known: bytes | None = None) -> bytes:
    """An entry as JSON; `known` are its events, if they are serialised already."""
    entry, fields, before, after = applied
    data: Data = {"number": entry.number, "kind": entry.kind, "seat": _author(entry)}
    if before is not None and after is not None and entry.action is not None:
        data["move"] = {"id": entry.action, "text": _notation(game, entry.action)[0]}
        data |= fields
        data["events"] = (
            events(game, before, entry.action, after, names)
            if known is None
            else msgspec.Raw(known)
        )
    else:
        data |= fields
    data["at"] = round(entry.at, 3)
    return msgspec.json.encode(data)


def _author(entry: Entry) -> str | None:
    """The seat letter, * for Nature, None for nobody."""
    if entry.kind == "nature":
        return "*"
    return None if entry.seat < 0 else SEAT_LETTERS[entry.seat]


# ---------------------------------------------------------------- tables


def state(table: Table, view: msgspec.Raw) -> Data:
    """The table as it is now, without the legal actions and the connections."""
    turn, may_undo = table.turn, table.may_undo
    return {
        "table": table.id,
        "game": table.game.name,
        "title": both(table.game.title),
        "rules": table.game.version,
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
        **_result(table.position),
        "fairness": _fairness(table),
        "rematch": table.rematch,
        "pace": table.pace,
    }


def seats(table: Table) -> list[Data]:
    return [
        {
            "seat": letter,
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "handed": seat.handed,
            "word": seat.word,
        }
        for letter, seat in zip(SEAT_LETTERS, table.seats, strict=False)
    ]


def legal(table: Table) -> list[Data]:
    """The legal actions of the player to act."""
    if table.turn is None:
        return []
    return actions(table.game, table.position.row, table.legal, table.names)


def hint(table: Table, hint: "Hint") -> Data:
    """A move worth making, everybody's chance to win after it, and what speaks for it."""
    [action] = actions(table.game, table.position.row, [hint.action], table.names)
    chances = hint.chances and dict(zip(SEAT_LETTERS, hint.chances, strict=False))
    return {"action": action, "chances": chances, "why": both(hint.why)}


def moment(table: Table, number: int) -> Data:
    """The position after a number of moves: its view, outcome and hash."""
    position = table.game.start()
    for id in table.moves[:number]:
        position.step(id)
    return {"view": position.view(), **_result(position)}


def _result(position: Position) -> Data:
    """The outcome, and a hash by which two clients can compare positions."""
    return {
        "outcome": _outcome(position),
        "hash": hashlib.sha256(position.to_bytes()).hexdigest()[:16],
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

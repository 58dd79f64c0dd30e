"""What clients are shown of a table, as plain data for JSON. Everybody is shown the same: no game
has a secret. Keys, hashes and an unpublished secret never come near this module.

`state` is the whole; `change` is the patch from one state to the next, made of what a move touched.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from faubourg.bots.hints import Hint
from faubourg.core.contract import Data, Row
from faubourg.core.game import Game
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position, action_of, mover
from faubourg.core.text import Text
from faubourg.server.store.entry import Entry
from faubourg.server.table.box_info import box_info
from faubourg.server.table.patch import Patch, difference, note
from faubourg.server.table.table import Applied, Asked, Phase, Seat, Table

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


def entry(game: Game, names: Sequence[str], applied: Applied) -> Data:
    """An entry; `names` are what the seats were called then."""
    entry, fields, before, after = applied
    data: Data = {"number": entry.number, "kind": entry.kind, "seat": _author(entry)}
    if before is not None and after is not None and entry.action is not None:
        data["move"] = {"id": entry.action, "text": _notation(game, entry.action)[0]}
        data |= fields
        data["events"] = events(game, before, entry.action, after, names)
    else:
        data |= fields
    if entry.kind != "nature":  # which moves at the same time as whoever moved before
        data["at"] = round(entry.at, 3)
    return data


def _author(entry: Entry) -> str | None:
    """The seat letter, * for Nature, None for nobody."""
    if entry.kind == "nature":
        return "*"
    return None if entry.seat < 0 else SEAT_LETTERS[entry.seat]


# ---------------------------------------------------------------- tables


def state(table: Table) -> Data:
    """The table as it is now, without the legal actions and the connections."""
    return {
        "table": table.id,
        "game": table.game.name,
        "title": both(table.game.title),
        "rules": table.game.version,
        "players": table.game.players,
        "options": table.game.options,
        "components": "standard" if table.game.is_standard else table.game.components.digest,
        "box": box_info(table.game),
        "begins": table.begins,
        "clock": table.clock and vars(table.clock),  # it is set before anybody looks
        **_course(shown(table)),
        "seats": seats(table.seats),
        "view": table.position.view(),
        **_result(table.position),
        "fairness": _fairness(table),
    }


def seats(sitting: Sequence[Seat]) -> list[Data]:
    return [
        {
            "seat": letter,
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "handed": seat.handed,
            "word": seat.word,
            "face": seat.face,
            "offered": seat.offered,
            "resigned": seat.resigned,
        }
        for letter, seat in zip(SEAT_LETTERS, sitting, strict=False)
    ]


def legal(table: Table) -> list[Data]:
    """The legal actions of the player to act, in words."""
    if table.turn is None:
        return []
    return actions(table.game, table.position.row, table.legal, table.names)


def hint(table: Table, hint: Hint) -> Data:
    """A move worth making, everybody's chance to win after it, and what speaks for it."""
    [action] = actions(table.game, table.position.row, [hint.action], table.names)
    chances = hint.chances and dict(zip(SEAT_LETTERS, hint.chances, strict=False))
    return {"action": action, "chances": chances, "why": both(hint.why), "equal": hint.equal}


def moment(position: Position) -> Data:
    """A position of long ago: its view, outcome and hash."""
    return {"view": position.view(), **_result(position)}


def _result(position: Position) -> Data:
    """The outcome, and a hash by which two clients can compare positions."""
    return {
        "outcome": _outcome(position),
        "hash": _hash(position.row),
    }


def _hash(row: Row) -> str:
    return hashlib.sha256(row.tobytes()).hexdigest()[:16]


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
    if fairness is None:
        return None
    return {**vars(fairness), "scheme": fairness.scheme, "closed": table.closed}


# ---------------------------------------------------------------- changes


class Shown(NamedTuple):
    """All of a table that an entry can change, apart from the table itself, which goes on."""

    number: int
    moves: int
    phase: Phase
    turn: int | None
    undo: int | None
    rematch: str | None
    pace: float | None
    quiet: bool
    asked: Asked | None
    seats: tuple[Seat, ...]
    closed: bool
    row: Row


def shown(table: Table) -> Shown:
    turn = table.turn
    return Shown(
        table.number,
        len(table.moves),
        table.phase,
        turn,
        turn if table.undoable else None,
        table.rematch,
        table.pace,
        table.quiet,
        table.asked,
        tuple(table.seats),
        table.closed,
        table.position.row,
    )


def change(table: Table, before: Shown) -> Patch:
    """What has changed of a table since it was shown: the patch of its `state`, but for `number`,
    which a message has by itself."""
    now = shown(table)
    patch = dict(_difference(_course(before), _course(now)))
    patch.pop("number", None)
    if before.seats != now.seats:
        note(patch, "seats", seats(before.seats), seats(now.seats))
    if before.row is not now.row:
        view = view_change(table.game, before.row, now.row)
        if view:
            patch["view"] = view
        patch["hash"] = _hash(now.row)
    if (before.phase, before.seats, before.closed) != (now.phase, now.seats, now.closed):
        patch["fairness"] = [_fairness(table)]
        outcome = _outcome(table.position)
        patch["outcome"] = outcome and [outcome]
    return patch


def _difference(before: Data, now: Data) -> Patch:
    found = difference(before, now)
    assert found is not None, "a state never changes as a whole"
    return found


def view_change(game: Game, before: Row, now: Row) -> Patch:
    """The patch from the view of one position to that of another. A game whose `view.py` has
    `changes` need not make both of them whole."""
    part, components = game.part("view"), game.components
    changes = getattr(part, "changes", None)
    if changes is None:
        return _difference(part.view(components, before), part.view(components, now))
    return _difference(*changes(components, before, now))


def _asked(asked: Asked) -> Data:
    agreed = [SEAT_LETTERS[seat] for seat in sorted(asked.agreed)]
    return {"seat": SEAT_LETTERS[asked.seat], "moves": asked.moves, "agreed": agreed}


def _course(shown: Shown) -> Data:
    """How far a table is, and who is to act."""
    return {
        "phase": shown.phase,
        "number": shown.number,
        "moves": shown.moves,
        "turn": None if shown.turn is None else mover(shown.turn),
        "undo": None if shown.undo is None else SEAT_LETTERS[shown.undo],
        "rematch": shown.rematch,
        "pace": shown.pace,
        "quiet": shown.quiet,
        "asked": shown.asked and _asked(shown.asked),
    }

"""Records that clients bring, read and checked in a worker process: they may be long."""

from typing import NamedTuple, TypeVar

from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game
from faubourg.core.text import Text
from faubourg.records.fairness import verify
from faubourg.records.record import Record
from faubourg.server.errors import Refused
from faubourg.server.runtime.workers import Thinkers

T = TypeVar("T")


class Fault(NamedTuple):
    """Why a record was not accepted; errors themselves don't travel well between processes."""

    code: str
    text: Text
    clause: str | None


class Read(NamedTuple):
    """A record that was read and replayed without a fault."""

    game: str
    players: int
    options: dict[str, str]
    box: str | None
    seats: list[str]
    moves: list[int]

    def open(self) -> Game:
        return Game(self.game, self.players, components=self.box, **self.options)


class Checked(NamedTuple):
    """What a check of Nature's moves found."""

    holds: bool
    checked: int
    text: Text
    faults: list[Text]


async def read(thinkers: Thinkers, text: str) -> Read:
    return _good(await thinkers.run(_read, text))


async def check(thinkers: Thinkers, text: str) -> Checked:
    return _good(await thinkers.run(_check, text))


def _good(found: T | Fault) -> T:
    if isinstance(found, Fault):
        raise Refused(*found)
    return found


def _read(text: str) -> Read | Fault:
    try:
        record = Record.loads(text)
    except FaubourgError as error:
        return Fault(error.code, error.text, error.clause)
    game = record.game
    box = None if game.is_standard else game.components.text
    return Read(game.name, game.players, game.options, box, list(record.seats), record.moves)


def _check(text: str) -> Checked | Fault:
    try:
        verdict = verify(Record.loads(text))
    except FaubourgError as error:
        return Fault(error.code, error.text, error.clause)
    return Checked(verdict.holds, verdict.checked, verdict.text, list(verdict.faults))

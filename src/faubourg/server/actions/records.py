"""Records that clients upload, read and verified in a process with limits: they may be hostile."""

from typing import NamedTuple, TypeVar

from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game
from faubourg.core.text import Text
from faubourg.records.fairness import verify
from faubourg.records.record import Record
from faubourg.server.errors import Refused
from faubourg.server.runtime.sandbox import Sandbox

T = TypeVar("T")


class Fault(NamedTuple):
    """Why a record was not accepted; exceptions themselves don't pickle well."""

    code: str
    text: Text
    clause: str | None


class ReadRecord(NamedTuple):
    """A record that was read and replayed without a fault."""

    game: str
    players: int
    options: dict[str, str]
    box: str | None
    version: int
    seats: list[str]
    moves: list[int]

    def open(self) -> Game:
        return Game(
            self.game, self.players, components=self.box, rules=self.version, **self.options
        )


class Checked(NamedTuple):
    """The verdict on Nature's moves."""

    holds: bool
    checked: int
    text: Text
    faults: list[Text]


async def read(sandbox: Sandbox, text: str, most_moves: int) -> ReadRecord:
    return _or_raise(await sandbox.run(_read, text, most_moves))


async def check(sandbox: Sandbox, text: str, most_moves: int) -> Checked:
    return _or_raise(await sandbox.run(_check, text, most_moves))


def _or_raise(result: T | Fault) -> T:
    if isinstance(result, Fault):
        raise Refused(*result)
    return result


def _read(text: str, most_moves: int) -> ReadRecord | Fault:
    try:
        record = Record.loads(text, most_moves)
    except FaubourgError as error:
        return Fault(error.code, error.text, error.clause)
    game = record.game
    box = None if game.is_standard else game.components.text
    return ReadRecord(
        game.name,
        game.players,
        game.options,
        box,
        game.version,
        list(record.seats),
        record.moves,
    )


def _check(text: str, most_moves: int) -> Checked | Fault:
    try:
        verdict = verify(Record.loads(text, most_moves))
    except FaubourgError as error:
        return Fault(error.code, error.text, error.clause)
    return Checked(verdict.holds, verdict.checked, verdict.text, list(verdict.faults))

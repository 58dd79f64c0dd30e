"""The record that a game begins with: an empty one, or one read from a file."""

from pathlib import Path

from faubourg.core.driver import check_seed
from faubourg.core.errors import FaubourgError, OptionError
from faubourg.core.game import Game
from faubourg.core.options import unknown
from faubourg.core.record import Record
from faubourg.core.text import Text
from faubourg.terminal import words
from faubourg.terminal.seats import DEFAULT_PLAYERS, default_labels, read_seats


def begin(
    name: str,
    players: int | None,
    seats: list[str] | None,
    options: dict[str, str],
    seed: int | None,
) -> Record:
    """A new game; who is not named sits down as a bot."""
    if players is None:
        least, most = Game(name).components.players
        players = len(seats) if seats else min(max(DEFAULT_PLAYERS, least), most)
    for option in ("name", "players"):
        if option in options:
            raise unknown("option", option, [o.name for o in Game(name).part("state").OPTIONS])
    game = Game(name, players, **options)
    labels = seats or default_labels(players)
    read_seats(labels, players)
    return Record(game, labels, check_seed(seed))


def resumed(
    path: Path,
    name: str,
    players: int | None,
    seats: list[str] | None,
    options: dict[str, str],
    seed: int | None,
) -> Record:
    """A game from a file. What is asked for beside it must agree; only the seats may change."""
    try:
        record = Record.load(path)
    except FaubourgError as error:
        if str(path) in error.text.en:
            raise
        where = Text(f"{path}, ", f"{path}, ")
        text = Text(where.en + error.text.en, where.fr + error.text.fr)
        raise FaubourgError(error.code, text, error.clause) from error
    if record.game.name != name:
        raise _differs(words.OTHER_GAME, record.game.name, name)
    if players is not None and players != record.game.players:
        raise _differs(words.OTHER_PLAYERS, record.game.players, players)
    if seed is not None and record.seed not in (None, seed):
        raise _differs(words.OTHER_SEED, str(record.seed), seed)
    for option, wanted in options.items():
        found = record.game.options.get(option, "")
        if found != wanted:
            raise _differs(words.OTHER_OPTION.format(name=option, found=found, wanted=wanted))
    labels = seats or record.seats
    read_seats(labels, record.game.players)
    record.seats = list(labels)
    record.seed = seed if record.seed is None else record.seed
    return record


def _differs(text: Text, found: str | int = "", wanted: str | int = "") -> OptionError:
    return OptionError("resume", text.format(found=found, wanted=wanted))

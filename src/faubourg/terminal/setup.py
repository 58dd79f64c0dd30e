"""The record that a game begins with: an empty one, or one read from a file."""

from pathlib import Path

from faubourg.core.errors import FaubourgError, OptionError
from faubourg.core.game import Game, part
from faubourg.core.options import unknown
from faubourg.core.streams import check_seed
from faubourg.core.text import Text
from faubourg.records.record import Record
from faubourg.terminal import messages
from faubourg.terminal.request import Asked
from faubourg.terminal.seats import DEFAULT_PLAYERS, default_labels, read_seats


def begin(asked: Asked) -> Record:
    """A new game, or the one in the file to resume; who is not named sits down as a bot."""
    if asked.resume is not None:
        return _resumed(asked, asked.resume)
    players = asked.players
    if players is None:
        least, most = Game(asked.game, components=asked.components).components.players
        players = len(asked.seats) if asked.seats else min(max(DEFAULT_PLAYERS, least), most)
    for option in ("name", "players", "components"):
        if option in asked.options:
            known = [known.name for known in part(asked.game, "state").OPTIONS]
            raise unknown("option", option, known)
    game = Game(asked.game, players, components=asked.components, **asked.options)
    labels = asked.seats or default_labels(players)
    read_seats(labels, players)
    return Record(game, labels, check_seed(asked.seed))


def _resumed(asked: Asked, path: Path) -> Record:
    """A game from a file. What is asked for beside it must agree; only the seats may change."""
    try:
        record = Record.load(path)
    except FaubourgError as error:
        if str(path) in error.text.en:
            raise
        where = Text(f"{path}, ", f"{path}, ")
        text = Text(where.en + error.text.en, where.fr + error.text.fr)
        raise FaubourgError(error.code, text, error.clause) from error
    if record.game.name != asked.game:
        raise _differs(messages.OTHER_GAME, record.game.name, asked.game)
    if asked.players not in (None, record.game.players):
        raise _differs(messages.OTHER_PLAYERS, record.game.players, str(asked.players))
    if asked.seed is not None and record.seed not in (None, asked.seed):
        raise _differs(messages.OTHER_SEED, str(record.seed), asked.seed)
    if asked.components and Game(asked.game, components=asked.components).components.digest != (
        record.game.components.digest
    ):
        raise _differs(messages.OTHER_COMPONENTS)
    for option, wanted in asked.options.items():
        found = record.game.options.get(option, "")
        if found != wanted:
            raise _differs(messages.OTHER_OPTION.format(name=option, found=found, wanted=wanted))
    labels = asked.seats or record.seats
    read_seats(labels, record.game.players)
    record.seats = list(labels)
    record.seed = asked.seed if record.seed is None else record.seed
    return record


def _differs(text: Text, found: str | int = "", wanted: str | int = "") -> OptionError:
    return OptionError("resume", text.format(found=found, wanted=wanted))

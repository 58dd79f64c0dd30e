"""Start or resume: the record that a game begins with, new or read from a file."""

from pathlib import Path

from faubourg.bots.levels import options_for_levels
from faubourg.core.errors import FaubourgError, OptionError
from faubourg.core.game import Game, part
from faubourg.core.options import unknown
from faubourg.core.streams import check_seed
from faubourg.core.text import Text
from faubourg.records.record import Record
from faubourg.terminal import messages
from faubourg.terminal.request import Request
from faubourg.terminal.seats import DEFAULT_PLAYERS, default_labels, read_seats


def start_or_resume(request: Request) -> Record:
    """A new game, or the one in the file to resume; seats without a label are bots."""
    if request.resume is not None:
        return _resumed(request, request.resume)
    players = request.players
    if players is None:
        least, most = Game(request.game, components=request.components).components.players
        players = len(request.seats) if request.seats else min(max(DEFAULT_PLAYERS, least), most)
    for option in ("name", "players", "components", "rules"):
        if option in request.options:
            known = [known.name for known in part(request.game, "state").OPTIONS]
            raise unknown("option", option, known)
    game = Game(request.game, players, components=request.components, **request.options)
    labels = request.seats or default_labels(players)
    levels = [seat.player if seat.bot else None for seat in read_seats(labels, players)]
    options = options_for_levels(request.game, players, request.options, levels)
    if options != request.options:
        game = Game(request.game, players, components=request.components, **options)
    return Record(game, labels, check_seed(request.seed))


def _resumed(request: Request, path: Path) -> Record:
    """A game from a file. Whatever else is requested must agree; only the seats may change."""
    try:
        record = Record.load(path)
    except FaubourgError as error:
        if str(path) in error.text.en:
            raise
        where = Text(f"{path}, ", f"{path}, ")
        text = Text(where.en + error.text.en, where.fr + error.text.fr)
        raise FaubourgError(error.code, text, error.clause) from error
    if record.game.name != request.game:
        raise _differs(messages.OTHER_GAME, record.game.name, request.game)
    if request.players not in (None, record.game.players):
        raise _differs(messages.OTHER_PLAYERS, record.game.players, str(request.players))
    if request.seed is not None and record.seed not in (None, request.seed):
        raise _differs(messages.OTHER_SEED, str(record.seed), request.seed)
    box = record.game.components.digest
    if (
        request.components
        and Game(request.game, components=request.components).components.digest != box
    ):
        raise _differs(messages.OTHER_COMPONENTS)
    for option, wanted in request.options.items():
        found = record.game.options.get(option, "")
        if found != wanted:
            raise _differs(messages.OTHER_OPTION.format(name=option, found=found, wanted=wanted))
    labels = request.seats or record.seats
    read_seats(labels, record.game.players)
    record.seats = list(labels)
    record.seed = request.seed if record.seed is None else record.seed
    return record


def _differs(text: Text, found: str | int = "", wanted: str | int = "") -> OptionError:
    return OptionError("resume", text.format(found=found, wanted=wanted))

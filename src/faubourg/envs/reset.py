"""What `reset(options=…)` may ask for, in every environment of one game."""

from collections.abc import Mapping
from typing import Any

from faubourg.core.checks import is_whole, not_allowed, plain, span
from faubourg.core.errors import OptionError
from faubourg.core.game import Game
from faubourg.core.options import unknown
from faubourg.core.position import Position
from faubourg.core.text import Text

SEAT, POSITION = "seat", "position"


def check_reset(game: Game, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """What was asked for; OptionError says what is allowed."""
    asked = dict(options or {})
    for option in asked:
        if option not in (SEAT, POSITION):
            raise unknown("option", option, (SEAT, POSITION))
    if SEAT in asked:
        asked[SEAT] = check_seat(game, asked[SEAT])
    if POSITION in asked:
        check_position(game, asked[POSITION])
    return asked


def check_seat(game: Game, seat: object) -> int:
    given = plain(seat)
    if not is_whole(given, 0, game.players - 1):
        subject = Text("The seat is", "La place est")
        raise not_allowed(SEAT, seat, span(0, game.players - 1), subject)
    return given


def over(position: object) -> OptionError:
    """The refusal of a position from which Nature and bots play to the end."""
    allowed = Text(
        "positions in which the learner decides before the end",
        "les positions où l'élève décide avant la fin",
    )
    return not_allowed(POSITION, position, allowed)


def check_position(game: Game, position: object) -> Position:
    """A position to begin with."""
    if not isinstance(position, Position) or position.game != game or position.turn is None:
        allowed = Text(
            f"positions of {game!r} that are not over",
            f"les positions de {game!r} qui ne sont pas finies",
        )
        raise not_allowed(POSITION, position, allowed)
    return position

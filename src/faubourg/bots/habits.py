"""The habits by which a game is searched or reviewed, and how far they look ahead."""

from faubourg.bots.horizon import cut_off
from faubourg.core.contract import Habits
from faubourg.core.game import Game, versions


def habits_named(game: Game, name: str) -> Habits:
    """Habits of this name in a game's `insight`, which are for the printed box and the newest
    rules; of other boxes and older rules, or if there are none of this name, `HABITS`."""
    insight = game.part("insight")
    newest = game.is_standard and game.version == versions(game.name)[-1]
    found: Habits | dict[int, Habits] = getattr(insight, name, insight.HABITS)
    habits = found[game.players] if isinstance(found, dict) else found
    return habits if newest else insight.HABITS


def review_habits(game: Game) -> Habits:
    """How a game is reviewed, and hints for it are found.

    >>> review_habits(Game("cities")).network, review_habits(Game("minivilles")).network
    (1, 0)
    """
    return habits_named(game, "REVIEWED")


def last_turn(habits: Habits, turn: int) -> int:
    """The turn before which a search from a position in a `turn` is cut off."""
    return cut_off(turn, habits.horizon, habits.period)


def playouts_end(habits: Habits, turn: int) -> int:
    """The turn before which playouts from a position in a `turn` are cut off: as a search would be,
    but in the last turn of a round at the end of the next one. What Nature deals between two rounds
    is luck of the second, which the end of the first does not show.

    >>> rounds = Habits(period=16)
    >>> [last_turn(rounds, turn) for turn in (0, 1, 15, 16, 17)]
    [17, 17, 17, 17, 33]
    >>> [playouts_end(rounds, turn) for turn in (0, 1, 15, 16, 17)]
    [17, 17, 17, 33, 33]
    """
    return last_turn(habits, turn + 1 if habits.period else turn)

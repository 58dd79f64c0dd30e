"""Levels of difficulty: the bots that people choose from, and what each means, in words."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from faubourg.bots.bot import OPTIONS, Bot, MctsBot, make
from faubourg.core.game import part, versions
from faubourg.core.position import Position
from faubourg.core.text import Text

SECONDS = 1.0  # the longest that a level thinks about a move at a table
MOST_THREADS = 4  # of an expert that has the machine to itself; each has a tree in memory


class Level(NamedTuple):
    """The name of a level, and one line on how it plays."""

    name: Text
    means: Text


LEVELS = {
    "gentle": Level(
        Text("gentle", "tranquille"),
        Text(
            "plays plausibly and leaves you chances; good with children",
            "joue de façon plausible et te laisse des chances ; bien avec des enfants",
        ),
    ),
    "steady": Level(
        Text("steady", "solide"),
        Text("plays soundly and looks a little ahead", "joue bien et regarde un peu plus loin"),
    ),
    "expert": Level(
        Text("expert", "expert"),
        Text(
            "thinks for up to a second and gives nothing away",
            "réfléchit jusqu'à une seconde et ne laisse rien passer",
        ),
    ),
}
USUAL = "steady"
KIND = "gentle"  # the level that leaves chances to whoever plays against it
STAND_IN = "greedy"  # plays for a level that searches, until the search is compiled


def beside_people(bot: str, position: Position, people: Collection[int]) -> str:
    """The bot that moves for one which is to act: who plays on the side of a person is a partner,
    and no partner plays worse than it can to be kind.

    >>> from faubourg.core.game import Game
    >>> together = Game("lutins", players=2, first="A").start()
    >>> beside_people("gentle", together, people=[1])
    'steady'
    >>> beside_people("gentle", together, people=[])
    'gentle'
    """
    if bot != KIND:
        return bot
    row, side = position.row, position.game.part("observe").side
    acting = int(row.turn_of)
    friends = any(side(row, seat) == side(row, acting) for seat in people if seat != acting)
    return USUAL if friends else bot


def options_for_levels(
    name: str, players: int, given: Mapping[str, str], levels: Sequence[str | None]
) -> dict[str, str]:
    """The options of a new game in which bots sit with people; `levels` has None for a seat that is
    no bot's. Where bots are on the people's side, their level says how hard the game is to be
    (`Option.by_level`), unless the option is named, or not all bots are of one level.

    >>> options_for_levels("lutins", 2, {}, [None, "gentle"])
    {'strength': 'calm'}
    >>> options_for_levels("lutins", 2, {"strength": "book"}, [None, "gentle"])
    {'strength': 'book'}
    >>> options_for_levels("lutins", 3, {}, [None, "gentle", "expert"])
    {}
    """
    options, bots = dict(given), {level for level in levels if level is not None}
    if len(bots) != 1 or None not in levels:
        return options
    known, version = part(name, "state").OPTIONS, versions(name)[-1]
    chosen = {option.name: option.usual(players, version) for option in known} | options
    for option in known:
        value = option.by_level.get(*bots)
        if value and option.name not in given and option.when.items() <= chosen.items():
            options[option.name] = value
    return options


def at_table(
    bot: str,
    seconds: float = SECONDS,
    threads: int = MOST_THREADS,
    crowded: Callable[[], bool] = lambda: False,
) -> Bot:
    """A bot for a table at which people wait: its time a move is capped. An expert thinks on so
    many threads, but on no more than there are cores, and on one when it becomes `crowded`."""
    if bot not in OPTIONS:
        return make(bot)
    made = make(bot, seconds=min(seconds, SECONDS))
    if isinstance(made, MctsBot) and not made.frozen:
        made.threads, made.crowded = min(threads, MOST_THREADS, cores()), crowded
    return made


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def level_name(bot: str) -> Text:
    """The name of a bot for people; bots that are no level go by their own."""
    return LEVELS[bot].name if bot in LEVELS else Text(bot, bot)

"""The games that tests are repeated for.

`VARIANTS` has one option changed at a time, for every number of players. `DRAWN` are fewer games in
which several options are changed at once: they have every number of players and every value of
every option (of those with very many, such as the order of colours, some). Tests of what the rules
do play all variants each time; tests of how a position is told, kept or handed on take those that
are drawn, and in the long run all.
"""

import itertools
from collections.abc import Iterator

from faubourg.core.game import Game, games, part, variants
from tests.effort import LONG

MOST = 8  # values of one option


def drawn(name: str) -> Iterator[Game]:
    """Games that together have every number of players and the values of every option.

    >>> sorted({game.players for game in drawn("minivilles")})
    [2, 3, 4, 5]
    """
    options = part(name, "state").OPTIONS
    numbers = sorted({players for players, _ in variants(name)}, reverse=True)
    left = {
        (players, option.name): _some([*option.allowed(players)])
        for players in numbers
        for option in options
    }
    had: set[tuple[str, str]] = set()
    for turn in itertools.count():
        players = numbers[turn % len(numbers)]
        chosen = {}
        for number, option in enumerate(options):
            values = left[players, option.name]
            new = [value for value in values if (option.name, value) not in had]
            chosen[option.name] = new[0] if new else values[(turn + number) % len(values)]
        had |= set(chosen.items())
        yield Game(name, players, **chosen)
        wanted = {(option, value) for (_, option), values in left.items() for value in values}
        if turn + 1 >= len(numbers) and wanted <= had:
            return


def _some(values: list[str]) -> list[str]:
    """The first two, which have names of their own, and some of the others."""
    return values if len(values) <= MOST else values[:2] + values[2 :: -(-len(values) // MOST)]


VARIANTS = [
    Game(name, players, **options) for name in games() for players, options in variants(name)
]
DRAWN = VARIANTS if LONG else [game for name in games() for game in drawn(name)]

"""A ladder: a round robin between bots, seats alternating, on all cores.

The sides are inferred from some random games: mostly every seat is for itself; in a co-operative
game all win or lose together, and then a team of one bot has a win rate; and one player may stand
against all others, who are then one side.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from multiprocessing import get_context
from typing import NamedTuple

from faubourg.bots.bot import make_with_effort
from faubourg.bots.effort import Effort
from faubourg.bots.match import play_on
from faubourg.core.errors import OptionError
from faubourg.core.game import Game
from faubourg.core.streams import streams
from faubourg.core.text import Text
from faubourg.lab.simulate import simulate

PROBES = 400  # random games from which the sides are inferred
Sides = tuple[tuple[int, ...], ...]  # the seats of each side
TOO_FEW = Text(
    "A ladder needs at least two different bots.", "Il faut au moins deux robots différents."
)


@dataclass(frozen=True)
class Rung:
    """One round robin: a game for a number of players, played by these bots."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    effort: Effort
    seed: int

    def open(self) -> Game:
        return Game(self.game, self.players, **dict(self.options))


class Played(NamedTuple):
    """One game: the bot of each side, and each side's share of the victory."""

    bots: tuple[str, ...]
    shares: tuple[float, ...]
    unfinished: bool


def sides_of(game: Game, seed: int = 0) -> Sides:
    """Which seats win or lose together."""
    batch = simulate(game, ["random"] * game.players, games=PROBES, seed=seed)
    everybody = (1 << game.players) - 1
    met = {int(winners) for winners in batch.winners if winners not in (0, everybody)}
    if not met:
        return (tuple(range(game.players)),)
    if all(met <= {one, everybody ^ one} for one in met):
        one = min(met, key=lambda side: (side.bit_count(), side))
        return tuple(
            tuple(seat for seat in range(game.players) if side >> seat & 1)
            for side in (one, everybody ^ one)
        )
    return tuple((seat,) for seat in range(game.players))


def groups(bots: Sequence[str], sides: Sides) -> list[tuple[str, ...]]:
    """The line-ups: every group of bots, each in every rotation of the seats; unequal sides are
    taken by each bot in turn."""
    if len(set(bots)) < 2:
        raise OptionError("bots", TOO_FEW)
    if len(sides) == 1:
        return [(bot,) for bot in bots]
    if len({len(side) for side in sides}) > 1:
        return list(permutations(bots, len(sides)))
    if len(sides) <= len(bots):
        chosen = list(combinations(bots, len(sides)))
    else:
        every = combinations_with_replacement(bots, len(sides))
        chosen = [group for group in every if set(group) == set(bots)]
    return [group[turn:] + group[:turn] for group in chosen for turn in range(len(group))]


def schedule(rung: Rung, sides: Sides, games: int) -> list[tuple[str, ...]]:
    """The bots of the sides for every game: `games` for each group of bots, or a few more so that
    every order of seats is played as often as any other."""
    found = groups(rung.bots, sides)
    orders = len(sides) if len(sides) > 1 and len({len(side) for side in sides}) == 1 else 1
    return found * -(-games // orders)


def play_rung(
    rung: Rung,
    sides: Sides,
    games: int,
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> list[Played]:
    """Play all games of a rung; the same games in the same order, however many workers."""
    lineups = schedule(rung, sides, games)
    for bot in rung.bots:
        make_with_effort(bot, rung.effort)
    found: list[Played | None] = [None] * len(lineups)
    with ProcessPoolExecutor(workers or os.cpu_count() or 1, get_context("spawn")) as pool:
        waiting = {
            pool.submit(play_one, rung, sides, lineup, number): number
            for number, lineup in enumerate(lineups)
        }
        try:
            for done, future in enumerate(as_completed(waiting), start=1):
                found[waiting[future]] = future.result()
                progress(done, len(lineups))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [played for played in found if played is not None]


def play_one(rung: Rung, sides: Sides, lineup: tuple[str, ...], number: int) -> Played:
    """One game of a rung, by its number."""
    game = _game(rung)
    seats = dict(_bots_by_seat(sides, lineup))
    bots = [make_with_effort(seats[seat], rung.effort) for seat in range(game.players)]
    position = game.start()
    play_on(position, bots, streams(rung.seed, number))
    outcome = position.outcome
    won = [len(set(side) & set(outcome.winners)) > 0 if outcome else False for side in sides]
    shares = tuple(float(each) / max(1, sum(won)) for each in won)
    return Played(lineup, shares, outcome is None)


def _bots_by_seat(sides: Sides, lineup: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    for side, bot in zip(sides, lineup, strict=True):
        yield from ((seat, bot) for seat in side)


@cache
def _game(rung: Rung) -> Game:
    return rung.open()

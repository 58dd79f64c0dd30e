"""A ladder: bots play each other in turn, seats alternating, on all cores.

Who is against whom is found by looking at some games of chance: mostly every seat is for itself;
in a co-operative game all win or lose together, and then a team of one bot has a win rate; and one
player may stand against all others, who are then one side.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from multiprocessing import get_context
from typing import NamedTuple

from faubourg.bots.bot import OPTIONS, Bot, make
from faubourg.bots.effort import Effort
from faubourg.bots.match import play_on
from faubourg.core.errors import OptionError
from faubourg.core.game import Game
from faubourg.core.streams import streams
from faubourg.core.text import Text
from faubourg.lab.simulate import simulate

LOOKED_AT = 400  # games of chance by which it is found who is against whom
Sides = tuple[tuple[int, ...], ...]  # the seats of each side
TOO_FEW = Text("A ladder needs at least two different bots.",
               "Il faut au moins deux robots différents.")  # fmt: skip


@dataclass(frozen=True)
class Rung:
    """What is played: a game for a number of players, by these bots."""

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
    batch = simulate(game, ["random"] * game.players, games=LOOKED_AT, seed=seed)
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
    """Who plays whom: every group of bots, each in every order of seats that differs by a turn;
    unequal sides are taken by each bot in turn."""
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


def climb(
    rung: Rung,
    sides: Sides,
    games: int,
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> list[Played]:
    """Play all games of a rung; the same games in the same order whoever plays them."""
    lineups = schedule(rung, sides, games)
    for bot in rung.bots:
        _bot(bot, rung.effort)
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
    seats = dict(_seated(sides, lineup))
    bots = [_bot(seats[seat], rung.effort) for seat in range(game.players)]
    position = game.start()
    play_on(position, bots, streams(rung.seed, number))
    outcome = position.outcome
    won = [len(set(side) & set(outcome.winners)) > 0 if outcome else False for side in sides]
    shares = tuple(float(each) / max(1, sum(won)) for each in won)
    return Played(lineup, shares, outcome is None)


def _seated(sides: Sides, lineup: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    for side, bot in zip(sides, lineup, strict=True):
        yield from ((seat, bot) for seat in side)


@cache
def _game(rung: Rung) -> Game:
    return rung.open()


@cache
def _bot(name: str, effort: Effort) -> Bot:
    """A bot that thinks that much, if it is one that thinks."""
    given = {} if effort.seconds is None else {"seconds": effort.seconds}
    if effort.simulations is not None:
        given = {"simulations": effort.simulations}
    return make(name, **(given if name in OPTIONS else {}))

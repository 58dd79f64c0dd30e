"""The ladder of levels: each of them among the level below it, at every number of players.

    python -m bench.levels  # as in docs/designers/ladder.md
    python -m bench.levels minivilles --players 2,4 --games 20,40,200 --simulations 1000
    python -m bench.levels lutins --option game=gnome

One seat is of the higher level and all others of the lower one, seats alternating; `expert` has a
number of simulations, so that machine code plays whole games. Where there are two sides, a side is
of the higher level, in turn. Where all seats win together a team of the higher level is held
against a team of the lower one. The table is Markdown: per cent won by the higher level, its 95 %
interval, and what an equal player would win. Rungs that are far apart need few games: --games may
have a number for each of the three. With --less-luck the luck is taken from the results of games
that have a network (bench/control_variates.py).
"""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from bench.control_variates import has_network, luck_of
from bench.many_games import play_many
from faubourg.bots.bot import Bot, make
from faubourg.bots.evaluate import heuristic
from faubourg.bots.match import play_on
from faubourg.core.game import Game, games
from faubourg.core.streams import streams
from faubourg.lab.intervals import Z, wilson

LADDER = ("random", "gentle", "steady", "expert")
SIMULATIONS = 400


@dataclass(frozen=True)
class Rung:
    """A level and the one below it, at a number of players."""

    game: str
    players: int
    lower: str
    higher: str
    simulations: int
    seed: int
    less_luck: bool
    options: tuple[tuple[str, str], ...] = ()

    def new_game(self) -> Game:
        return Game(self.game, self.players, **dict(self.options))

    @cached_property
    def sides(self) -> list[list[int]]:
        """The seats that win together, side by side."""
        game = self.new_game()
        row, side_of = game.start().row, game.part("observe").side
        found: dict[int, list[int]] = {}
        for seat in range(self.players):
            found.setdefault(side_of(row, seat), []).append(seat)
        return list(found.values())

    @property
    def together(self) -> bool:
        """Whether all seats win together."""
        return len(self.sides) == 1


def bot_of(rung: Rung, level: str) -> Bot:
    return make(level, simulations=rung.simulations) if level == "expert" else make(level)


def play_one(rung: Rung, number: int) -> float:
    """The higher level's share of the win in one game, maybe less luck; sides turn with its
    number."""
    game = rung.new_game()
    higher, lower = bot_of(rung, rung.higher), bot_of(rung, rung.lower)
    side = rung.sides[number % len(rung.sides)]
    seat, bots = side[0], [higher if each in side else lower for each in range(rung.players)]
    position = game.start()
    moves = play_on(position, bots, streams(rung.seed, number))
    luck = luck_of(game, moves, number)[seat] if rung.less_luck else 0.0
    return heuristic(position)[seat] - float(luck)


def cell(shares: Sequence[float], less_luck: bool) -> str:
    """The mean with its interval, in per cent: Wilson's, or the normal one of results less luck.

    >>> cell([1.0, 0.0] * 50, less_luck=False)
    '50.0 (40.4 to 59.6) of 100'
    """
    games, mean = len(shares), float(np.mean(shares))
    margin = Z * float(np.std(shares)) / games**0.5
    low, high = (mean - margin, mean + margin) if less_luck else wilson(sum(shares), games)
    return f"{100 * mean:.1f} ({100 * low:.1f} to {100 * high:.1f}) of {games}"


def share_of(rung: Rung, count: int, workers: int) -> str:
    title = f"{rung.game}, {rung.players}: {rung.higher}, {rung.lower}"
    return cell(play_many(title, play_one, rung, count, workers), rung.less_luck)


def lines(name: str, told: argparse.Namespace) -> Iterator[str]:
    """The table's lines of a game; a team of random players is the foot of its own ladder."""
    least, most = Game(name).components.players
    counts = [int(each) for each in told.players.split(",")] if told.players else None
    less_luck = told.less_luck and has_network(Game(name))
    options = tuple(tuple(each.split("=", 1)) for each in told.option)
    games = [int(each) for each in told.games.split(",")]
    for players in counts or range(least, most + 1):
        ladder = [
            Rung(name, players, lower, higher, told.simulations, told.seed, less_luck, options)
            for lower, higher in pairwise(LADDER)
        ]
        cells = [
            share_of(rung, count, told.workers) if count else "–"
            for rung, count in zip(ladder, games * (len(ladder) // len(games)), strict=True)
        ]
        equal = f"{100 / len(ladder[0].sides):.0f}"
        if ladder[0].together:
            foot = replace(ladder[0], higher=LADDER[0])
            equal = f"teams; random: {share_of(foot, max(games), told.workers)}"
        yield f"| {name} | {players} | {' | '.join(cells)} | {equal} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.levels", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", nargs="*", help=f"{', '.join(games())}; else all")
    parser.add_argument("--players", help="numbers of players, such as 2,4; else all")
    parser.add_argument(
        "--games", default="100", help="for each pair of levels; 20,40,100; 0: none"
    )
    parser.add_argument("--option", action="append", default=[], help="such as game=gnome")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help="of expert")
    parser.add_argument("--less-luck", action="store_true", help="control variates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    told = parser.parse_args()
    begun = time.perf_counter()
    heads = [f"{higher} among {lower}" for lower, higher in pairwise(LADDER)]
    print(f"| game | players | {' | '.join(heads)} | equal |")
    print("|---" * (3 + len(heads)) + "|")
    for name in told.game or games():
        for line in lines(name, told):
            print(line, flush=True)
    took = time.perf_counter() - begun
    print(f"\n{told.simulations} simulations, seed {told.seed}, {took:.0f} s")


if __name__ == "__main__":
    main()

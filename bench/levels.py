"""The ladder of levels: each of them among the level below it, at every number of players.

    python -m bench.levels  # as in docs/designers/ladder.md
    python -m bench.levels minivilles --players 2,4 --games 20,40,200 --simulations 1000
    python -m bench.levels lutins --option game=gnome --levels gentle,steady

One seat is of the higher level and all others of the lower one, seats alternating; `expert` has a
number of simulations, so that machine code plays whole games. The table is Markdown: per cent won
by the higher level, its 95 % interval, and what an equal player would win. Rungs that are far apart
need few games: --games may have a number for each of the three. With --less-luck the luck is taken
from the results of games that have a network (bench/control_variates.py).

Where seats win together a whole side is of the higher level, and is held against the same side of
the lower one in the same game: the others are of the lower level, and dice are common random
numbers. So a cell has per cent won, and how many points that is more, with the interval of this
difference, for each side.
"""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import pairwise

import numpy as np

from bench.control_variates import has_network, luck_of
from bench.many_games import play_many
from faubourg.bots.bot import Bot, make
from faubourg.bots.compiled_match import play_moves, searching_seats
from faubourg.bots.evaluate import heuristic
from faubourg.bots.match import play_on
from faubourg.core.game import Game, games
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.streams import streams
from faubourg.kernels.common_numbers import game_key
from faubourg.lab.intervals import Z, wilson

LADDER = ("random", "gentle", "steady", "expert")
SIMULATIONS = 400


def sides_of(game: Game) -> list[list[int]]:
    """The seats that win together, side by side."""
    row, side_of = game.start().row, game.part("observe").side
    found: dict[int, list[int]] = {}
    for seat in range(game.players):
        found.setdefault(side_of(row, seat), []).append(seat)
    return list(found.values())


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
        return sides_of(self.new_game())

    @property
    def teams(self) -> bool:
        """Whether some seats win together."""
        return len(self.sides) < self.players


def bot_of(rung: Rung, level: str) -> Bot:
    return make(level, simulations=rung.simulations) if level == "expert" else make(level)


def shares_of(rung: Rung, levels: Sequence[str], number: int) -> list[float]:
    """Each side's share of the win in one game, a level for each side. Games of one number have
    common random numbers if somebody searches."""
    game, generators = rung.new_game(), streams(rung.seed, number)
    level_of = {
        seat: level for side, level in zip(rung.sides, levels, strict=True) for seat in side
    }
    bots = [bot_of(rung, level_of[seat]) for seat in range(rung.players)]
    position = game.start()
    if seats := searching_seats(game, bots):
        key = np.uint64(game_key(np.uint64(rung.seed), number))
        for move in play_moves(game, position.row, seats, generators, key).tolist():
            position.step(move)
    else:
        play_on(position, bots, generators)
    return [heuristic(position)[side[0]] for side in rung.sides]


def play_teams(ladder: tuple[Rung, ...], number: int) -> list[list[tuple[float, float]]]:
    """For each rung and side its share of the win if everybody is of the lower level, and if this
    side is of the higher one."""
    shares = cache(partial(shares_of, ladder[0], number=number))
    found = []
    for rung in ladder:
        low = (rung.lower,) * len(rung.sides)
        highs = [(*low[:side], rung.higher, *low[side + 1 :]) for side in range(len(low))]
        found.append([(shares(low)[side], shares(high)[side]) for side, high in enumerate(highs)])
    return found


def play_one(rung: Rung, number: int) -> float:
    """The higher level's share of the win in one game, maybe less luck; its seat turns with the
    number."""
    game, seat = rung.new_game(), number % rung.players
    bots = [bot_of(rung, rung.lower)] * rung.players
    bots[seat] = bot_of(rung, rung.higher)
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


def team_cell(before: Sequence[float], after: Sequence[float]) -> str:
    """Per cent won, and the mean difference of pairs with its interval.

    >>> team_cell([0.0, 1.0] * 50, [1.0] * 100)
    '100.0, +50.0 (+40.2 to +59.8)'
    """
    more = 100 * (np.array(after) - np.array(before))
    mean, margin = float(more.mean()), Z * float(more.std()) / len(more) ** 0.5
    told = f"{mean:+.1f} ({mean - margin:+.1f} to {mean + margin:+.1f})"
    return f"{100 * float(np.mean(after)):.1f}, {told}"


def team_cells(ladder: tuple[Rung, ...], count: int, workers: int) -> list[str]:
    """A cell for each rung, the sides by their seats; then the foot of the ladder."""
    sides = ["".join(SEAT_LETTERS[seat] for seat in side) for side in ladder[0].sides]
    title = f"{ladder[0].game}, {ladder[0].players}"
    found = np.array(play_many(title, play_teams, ladder, count, workers))
    cells = [
        "; ".join(
            f"{name}: {team_cell(*found[:, rung, side].T)}" for side, name in enumerate(sides)
        )
        for rung in range(len(ladder))
    ]
    foot = [f"{name}: {100 * found[:, 0, side, 0].mean():.1f}" for side, name in enumerate(sides)]
    return [*cells, f"{ladder[0].lower}: {'; '.join(foot)} of {count}"]


def share_of(rung: Rung, count: int, workers: int) -> str:
    title = f"{rung.game}, {rung.players}: {rung.higher}, {rung.lower}"
    return cell(play_many(title, play_one, rung, count, workers), rung.less_luck)


def lines(name: str, told: argparse.Namespace) -> Iterator[str]:
    """The table's lines of a game."""
    least, most = Game(name).components.players
    counts = [int(each) for each in told.players.split(",")] if told.players else None
    less_luck = told.less_luck and has_network(Game(name))
    options = tuple(tuple(each.split("=", 1)) for each in told.option)
    games = [int(each) for each in told.games.split(",")]
    for players in counts or range(least, most + 1):
        ladder = [
            Rung(name, players, lower, higher, told.simulations, told.seed, less_luck, options)
            for lower, higher in pairwise(told.levels.split(","))
        ]
        if ladder[0].teams:
            cells = team_cells(tuple(ladder), max(games), told.workers)
        else:
            cells = [
                share_of(rung, count, told.workers) if count else "–"
                for rung, count in zip(ladder, games * (len(ladder) // len(games)), strict=True)
            ]
            cells.append(f"{100 / players:.0f}")
        yield f"| {name} | {players} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.levels", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", nargs="*", help=f"{', '.join(games())}; else all")
    parser.add_argument("--players", help="numbers of players, such as 2,4; else all")
    parser.add_argument(
        "--games", default="100", help="for each pair of levels; 20,40,100; 0: none"
    )
    parser.add_argument("--levels", default=",".join(LADDER), help="from the lowest on")
    parser.add_argument("--option", action="append", default=[], help="such as game=gnome")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help="of expert")
    parser.add_argument("--less-luck", action="store_true", help="control variates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    told = parser.parse_args()
    begun = time.perf_counter()
    heads = [f"{higher} among {lower}" for lower, higher in pairwise(told.levels.split(","))]
    print(f"| game | players | {' | '.join(heads)} | equal |")
    print("|---" * (3 + len(heads)) + "|")
    for name in told.game or games():
        for line in lines(name, told):
            print(line, flush=True)
    took = time.perf_counter() - begun
    print(f"\n{told.simulations} simulations, seed {told.seed}, {took:.0f} s")


if __name__ == "__main__":
    main()

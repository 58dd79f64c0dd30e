"""How much bots give away in end games that can be solved exactly.

    python -m bench.endgames lutins --games 40 --option building=imposed
    python -m bench.endgames cities --games 20 --bots greedy,expert --simulations 200

Of each game, played by `steady`, the earliest decision is taken of which all that can come after it
fits into a table (`faubourg.solve`). There the chance of each side under best play is exact, and so
is its chance if every decision of its own that can come is a bot's: the bot is asked at each of
them, and the table is solved again with its answers, all others playing what is best for them. The
difference is what it gives away, in points.
"""

import argparse
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.levels import sides_of
from bench.many_games import play_many
from faubourg.bots.bot import Bot, make
from faubourg.bots.expectimax import Graph, Node, best_chances, key_of, reachable
from faubourg.bots.match import play
from faubourg.core.errors import PositionError
from faubourg.core.game import Game
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.lab.intervals import Z

IGNORED = ("turn_count", "thrown")  # by which nobody plays, where a row has them
SURE = 1e-6  # a chance so near to 0 or 1 is none
PLAYED_BY = "steady"


@dataclass(frozen=True)
class Trial:
    """What is played and solved; every process makes it anew."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    simulations: int
    most: int
    seed: int


def ignored_in(game: Game) -> list[str]:
    return [field for field in IGNORED if field in (game.row_type.names or ())]


def bot_of(trial: Trial, name: str) -> Bot:
    return make(name, simulations=trial.simulations) if name == "expert" else make(name)


def solved(decisions: Iterable[Position], most: int) -> tuple[Position, Graph] | None:
    """The earliest of some decisions, given from the last on, that fits into a table; with the
    graph of all that can come."""
    found = None
    for position in decisions:
        try:
            found = position, reachable(position, most, ignored_in(position.game))
        except PositionError:
            return found
    return found


def followed(game: Game, graph: Graph, seats: list[int], bot: Bot) -> Graph:
    """A graph in which every decision of some seats is what a bot chooses. Where positions have one
    entry, the bot is asked at the one that was found first."""
    nodes = dict(graph.nodes)
    generator = np.random.default_rng(1)
    for data, (key, node) in zip(graph.rows, graph.nodes.items(), strict=True):
        if node is not None and node.to_act in seats and len(node.parts) > 1:
            position = Position.from_bytes(game, data)
            chosen = position.legal_id(bot.choose(position.copy(), generator))
            at = position.legal.ids.index(chosen)
            nodes[key] = Node(NATURE, np.array([1.0]), node.followers[at : at + 1])
    return graph._replace(nodes=nodes)


def one_game(trial: Trial, number: int) -> list[list[float]] | None:
    """Of an end game the size; then for each side its chance under best play and what each bot gets
    of it."""
    game = Game(trial.game, trial.players, **dict(trial.options))
    record = play(game, [PLAYED_BY] * game.players, seed=1000 * trial.seed + number)
    decisions = [
        position.copy()
        for position in record.positions()
        if position.turn not in (None, NATURE) and len(position.legal) > 1
    ]
    found = solved(reversed(decisions), trial.most)
    if found is None:
        return None
    position, graph = found
    key, best = key_of(position, ignored_in(game)), best_chances(game, graph)
    chances = []
    for seats in sides_of(game):
        graphs = [followed(game, graph, seats, bot_of(trial, name)) for name in trial.bots]
        gets = [best, *(best_chances(game, each) for each in graphs)]
        chances.append([float(len(graph.rows)), *(each[key][seats[0]] for each in gets)])
    return chances


def report(trial: Trial, found: list[list[list[float]] | None]) -> Iterable[str]:
    ends = np.array([each for each in found if each is not None])
    if not len(ends):
        yield "no end game fits into a table"
        return
    game = Game(trial.game, trial.players, **dict(trial.options))
    for side, seats in enumerate(sides_of(game)):
        yield f"{', '.join(SEAT_LETTERS[seat] for seat in seats)}:"
        yield from given_away(trial, ends[:, side])


def given_away(trial: Trial, ends: Any) -> Iterable[str]:
    """What bots give away on one side, where there is something to lose."""
    told = ends[(ends[:, 1] > SURE) & (ends[:, 1] < 1 - SURE)]
    yield f"{len(ends)} end games, {len(told)} of them neither won nor lost for sure"
    if not len(told):
        return
    best = 100 * told[:, 1]
    yield (
        f"these: {told[:, 0].mean():.0f} positions each, best {best.mean():.1f} % "
        f"({best.min():.1f} to {best.max():.1f})"
    )
    for column, name in enumerate(trial.bots):
        lost = best - 100 * told[:, 2 + column]
        margin = Z * lost.std() / len(lost) ** 0.5
        yield (
            f"{name}: gives away {lost.mean():.2f} points ({lost.mean() - margin:.2f} to "
            f"{lost.mean() + margin:.2f}), at most {lost.max():.2f}; over 1 in "
            f"{(lost > 1).sum()}, nothing in {(lost < SURE).sum()} of {len(lost)}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.endgames", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], help="such as building=imposed")
    parser.add_argument("--bots", default="greedy,steady,expert")
    parser.add_argument("--simulations", type=int, default=300, help="of expert")
    parser.add_argument("--most", type=int, default=3000, help="positions of a table")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    told = parser.parse_args()
    options = tuple(tuple(each.split("=", 1)) for each in told.option)
    bots = tuple(told.bots.split(","))
    trial = Trial(told.game, told.players, options, bots, told.simulations, told.most, told.seed)
    begun = time.perf_counter()
    found = play_many(f"end games of {trial.game}", one_game, trial, told.games, told.workers)
    print(f"{trial.game}, {trial.players} players, {dict(options) or 'as usual'}:")
    for line in report(trial, found):
        print(f"  {line}")
    print(f"{len(found)} games, {time.perf_counter() - begun:.0f} s, seed {trial.seed}")


if __name__ == "__main__":
    main()

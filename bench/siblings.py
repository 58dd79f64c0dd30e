"""How well an evaluation tells the choices of one decision apart, and how far it should look.

    python -m bench.siblings --positions 60 --playouts 120 --seed 3

Values of positions all over a game are easily right on average; a search only compares siblings. So
at random moments of greedy games of Cities for two each open place of the main board is taken, and
the turn finished as greedy does. What each is worth is the mean difference in points at the end of
so many playouts with common random numbers; and each evaluation is asked after some turns more, or
at the end of the round, with other numbers. Told are the points that are lost by choosing what an
evaluation likes best, and how its values correlate with the points.
"""

import argparse
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table

from faubourg.bots import playout_kernels
from faubourg.bots.bot import make
from faubourg.bots.horizon import FOREVER
from faubourg.bots.match import next_move
from faubourg.bots.paired_playouts import playout_numbers
from faubourg.core.contract import Box, Floats, Row
from faubourg.core.game import Game
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.core.streams import Streams, streams
from faubourg.games.cities import value_network as network
from faubourg.games.cities.bot.worth import worth
from faubourg.games.cities.insight import HABITS, LEARNED
from faubourg.games.cities.state import CITIES, COLUMNS, OPEN, TAKE
from faubourg.kernels.compile import kernel
from faubourg.kernels.template import kernels_of, specialise

Values = npt.NDArray[np.float64]
PLAYERS, LAST = 2, 61  # a later turn has hardly a choice
LOOKS = 40  # playouts of an evaluation
TO_THE_END = -1
ROUND = 0
# Whose evaluation after how many turns from the decision on.
EVALUATIONS = [
    (name, turns) for name in ("worth", "network") for turns in (1, HABITS.horizon, 8, 12, ROUND)
]


@kernel
def worths(box: Box, row: Row, points: Floats) -> None:
    for seat in range(row.players):
        points[seat] = worth(box, row, seat)


VALUES = {"worth": worths, "network": network.write_foretold, "result": network.result}


@cache
def kernels(value: str) -> ModuleType:
    asked = dict.fromkeys(("value", "learned_value"), VALUES[value])
    found: dict[str, Any] = kernels_of("cities") | asked
    return specialise("cities", Path(playout_kernels.__file__), "faubourg.bots", found, f"_{value}")


def ahead(position: Position, value: str, playouts: int, turns: int, seed: int) -> float:
    """The first player's mean lead after so many turns more."""
    game, module = position.game, kernels(value)
    keys, strata = playout_numbers(seed, playouts, module.PRIME, module.TURNS, module.STREAMS)
    root, work = game.new_rows(1), game.new_rows(1)
    root[0] = position.row
    until = FOREVER if turns == TO_THE_END else int(position.row.turn_count) + turns
    results = np.zeros((playouts, len(SEAT_LETTERS)))
    module.play_out(
        game.box, root, work, HABITS.sample, until, 0, keys, strata,
        np.zeros(module.STREAMS, np.int64), np.zeros(game.rules.MOST, np.int32), results,
    )  # fmt: skip
    return float((results[:, 0] - results[:, 1]).mean())


def decision(game: Game, turn: int, generators: Streams) -> Position:
    """The first choice of a place from a turn on, in a greedy game."""
    position, bots = game.start(), [make("greedy")] * PLAYERS
    while position.row.turn_count < turn or position.row.phase != TAKE:
        position.step(next_move(position, bots, generators))
    return position


def siblings(position: Position, generators: Streams) -> Iterator[Position]:
    """The beginning of the next turn after each open place."""
    bots, turn = [make("greedy")] * PLAYERS, int(position.row.turn_count)
    for action in position.legal.ids:
        if action % COLUMNS != OPEN:
            after = position.copy()
            after.step(action)
            while after.turn is not None and after.turn >= 0 and after.row.turn_count == turn:
                after.step(next_move(after, bots, generators))
            if after.turn is not None:
                yield after


def judged(number: int, turn: int, playouts: int, seed: int) -> tuple[Values, list[Values]] | None:
    """The points of a decision's choices, and what each evaluation says of them."""
    game = Game("cities", PLAYERS, city=CITIES[number % len(CITIES)])
    generators = streams(1000 * seed + number)
    position = decision(game, turn, generators)
    found = list(siblings(position, generators))
    if len(found) < 2:
        return None
    sign = 1.0 if position.turn == 0 else -1.0
    period = LEARNED[PLAYERS].period
    rest = period - (int(position.row.turn_count) - 1) % period

    def all_of(value: str, playouts: int, turns: int, seed: int) -> Values:
        left = turns if turns == TO_THE_END else max(0, (turns or rest) - 1)
        return sign * np.array([ahead(each, value, playouts, left, seed) for each in found])

    points = network.POINTS * all_of("result", playouts, TO_THE_END, number)
    said = [all_of(value, LOOKS, turns, 1000 + number) for value, turns in EVALUATIONS]
    return points, said


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.siblings", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--playouts", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    turns = np.random.default_rng(told.seed).integers(2, LAST, told.positions)
    lost: list[list[float]] = [[] for _ in EVALUATIONS]
    alike: list[list[float]] = [[] for _ in EVALUATIONS]
    for number in track(range(told.positions), "decisions"):
        found = judged(number, int(turns[number]), told.playouts, told.seed)
        if found is None:
            continue
        points, said = found
        for i, values in enumerate(said):
            lost[i].append(float(points.max() - points[values.argmax()]))
            if points.std() > 0 and values.std() > 0:
                alike[i].append(float(np.corrcoef(points, values)[0, 1]))
    table = Table(title=f"Cities, {len(lost[0])} decisions, seed {told.seed}")
    for column in ("evaluation", "asked after", "points lost", "correlation"):
        table.add_column(column)
    for (name, after), losses, correlations in zip(EVALUATIONS, lost, alike, strict=True):
        error = np.std(losses) / max(1, len(losses)) ** 0.5
        when = "the round" if after == ROUND else f"{after} turns" if after > 1 else "1 turn"
        table.add_row(
            name, when, f"{np.mean(losses):.2f} ± {error:.2f}", f"{np.mean(correlations):.2f}"
        )
    Console().print(table)


if __name__ == "__main__":
    main()

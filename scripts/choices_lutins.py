"""How much a turn of the lutins could be played better than greedily, with imposed houses.

    .venv/bin/python scripts/choices_lutins.py --players 2 --positions 120 --playouts 4000

Turns are taken from greedy games. Of all ways to play a throw, those that the network values
most and greedy's own are played on by greedy lutins to the end, all with the same dice. The way
that wins most often is then judged by other dice than those it was chosen by, so that the choice
does not bias it. What it gains over greedy's own is what better play of that turn brings if all
play greedily later; times the turns of a game that is about what can be won turn by turn.
"""

import argparse
import time

import numpy as np
import numpy.typing as npt
from lutins_self_play import MOST, expand, simple
from rich.progress import Progress

from faubourg.core.contract import Box, Ints, Row
from faubourg.core.game import Game
from faubourg.core.players import GREEDY, NATURE, OVER
from faubourg.games.lutins.rules import legal, nature, step
from faubourg.games.lutins.value_network import HIDDEN_WEIGHTS, OUTPUT_WEIGHTS, chance_of_lutins
from faubourg.kernels.compile import kernel

Rows = npt.NDArray[np.generic]
Grid = npt.NDArray[np.int32]
DEEPEST = 10  # decisions in a turn
WAYS = 400  # to play a throw
FOLLOWED = 8  # of them, those of the highest value
TURNS = 24  # the last that is looked at
EVEN = 0.5  # decides between equals, always in the same way


@kernel
def ways_to_play(box: Box, rows: Rows, actions: Grid, ends: Rows) -> int:
    """Depth-first search for all ends of the turn of rows[0]; returns how many."""
    found, depth, turn_count = 0, 0, rows[0].turn_count
    counts, at = np.zeros(DEEPEST + 1, np.int64), np.zeros(DEEPEST + 1, np.int64)
    counts[0] = expand(box, rows[0], actions[0], -1)
    while depth >= 0:
        if at[depth] == counts[depth]:
            depth -= 1
            continue
        action = actions[depth, at[depth]]
        at[depth] += 1
        rows[depth + 1] = rows[depth]
        row = rows[depth + 1]
        step(box, row, action)
        if row.to_act < 0 or row.turn_count != turn_count:
            if found < len(ends):
                ends[found] = rows[depth + 1]
                found += 1
        elif depth < DEEPEST:
            depth += 1
            counts[depth], at[depth] = expand(box, rows[depth], actions[depth], -1), 0
    return found


@kernel
def play_greedily(box: Box, row: Row, actions: Ints, until: int) -> None:
    """Play until so many turns are over, or the game is."""
    while row.to_act != OVER and row.turn_count < until:
        if row.to_act == NATURE:
            step(box, row, nature(box, row, np.random.random()))
        else:
            n = legal(box, row, actions)
            step(box, row, actions[simple(GREEDY, box, row, actions, n, EVEN)])


@kernel
def games_won(box: Box, start: Rows, work: Rows, count: int, seed: int, actions: Ints) -> int:
    """Playouts: how many of `count` games are won from here, each with its own seed."""
    won = 0
    for game in range(count):
        np.random.seed(seed + game)
        work[0] = start[0]
        play_greedily(box, work[0], actions, 1 << 30)
        won += int(work[0].lying == 0)
    return won


class Judge:
    """Finds turns with a choice, and what their ways win."""

    def __init__(self, players: int, playouts: int) -> None:
        self.game = Game("lutins", players, building="imposed")
        self.box = self.game.components.box
        self.playouts = playouts
        self.actions = np.zeros((DEEPEST + 1, MOST), np.int32)
        self.ends = self.game.new_rows(WAYS)
        self.one, self.work = self.game.new_rows(1), self.game.new_rows(1)

    def ends_of_turn(self, seed: int) -> list[Rows]:
        """The ends to be judged of a turn out of a greedy game, greedy's first; none if that turn
        leaves no choice."""
        rows = self.game.new_rows(DEEPEST + 2)
        rows[0] = self.game.start_row()
        seed_dice(seed)
        play_greedily(self.box, rows[0], self.actions[0], seed % TURNS)
        while rows[0].to_act == NATURE:
            step(self.box, rows[0], nature(self.box, rows[0], draw()))
        if rows[0].to_act == OVER:
            return []
        self.work[0] = rows[0]
        own = self.work[0]
        turn_count = own.turn_count
        while own.to_act >= 0 and own.turn_count == turn_count:
            n = legal(self.box, own, self.actions[0])
            chosen = simple(GREEDY, self.box, own, self.actions[0], n, EVEN)
            step(self.box, own, self.actions[0][chosen])
        found = ways_to_play(self.box, rows, self.actions, self.ends)
        others = {end.tobytes(): end for end in self.ends[:found].copy()}
        others.pop(own.tobytes(), None)
        best = sorted(others.values(), key=self.value, reverse=True)[:FOLLOWED]
        return [self.work[0].copy(), *best] if best else []

    def value(self, end: Row) -> float:
        if end.to_act == OVER:
            return float(end.lying == 0)
        building = end.building
        return float(
            chance_of_lutins(
                self.box, end, HIDDEN_WEIGHTS[building, 0], OUTPUT_WEIGHTS[building, 0]
            )
        )

    def gain(self, seed: int) -> float | None:
        """What the best way brings over greedy's, as a share of games."""
        ends = self.ends_of_turn(seed)
        if not ends:
            return None
        halves = np.array([[self.won(end, 2 * seed + half) for end in ends] for half in range(2)])
        better = [
            halves[1 - half][halves[half].argmax()] - halves[1 - half][0] for half in range(2)
        ]
        return float(np.mean(better))

    def won(self, end: Rows, seed: int) -> float:
        self.one[0] = end
        first = seed * self.playouts
        room = self.actions[0]
        won = games_won(self.box, self.one, self.work, self.playouts, first, room)
        return float(won) / self.playouts


@kernel
def seed_dice(seed: int) -> None:
    np.random.seed(seed)


@kernel
def draw() -> float:
    return np.random.random()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--playouts", type=int, default=4000)
    arguments = parser.parse_args()
    judge, begun = Judge(arguments.players, arguments.playouts), time.perf_counter()
    gains: list[float] = []
    looked = 0
    with Progress(transient=True) as progress:
        task = progress.add_task(f"{arguments.players} players", total=arguments.positions)
        while len(gains) < arguments.positions:
            found = judge.gain(looked)
            looked += 1
            if found is not None:
                gains.append(100 * found)
                progress.advance(task)
    mean, error = np.mean(gains), np.std(gains) / np.sqrt(len(gains))
    print(
        f"{arguments.players} players, {len(gains)} turns with a choice of {looked}: the best way "
        f"wins {mean:+.3f} points (standard error {error:.3f}) more than greedy's, "
        f"{time.perf_counter() - begun:.0f} s"
    )


if __name__ == "__main__":
    main()

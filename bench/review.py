"""What a review says held against what is so: luck's mean, calibration, coverage, own play.

    python -m bench.review luck minivilles --games 50 --simulations 4,16,64
    python -m bench.review calibration cities --games 50 --seats steady
    python -m bench.review coverage lutins --games 50
    python -m bench.review players my_little_town --games 50 --seats random,steady --seconds 12
    python -m bench.review mistakes minivilles --games 50 --seats gentle,steady --seconds 12

`luck`: the mean of all pieces of luck, for the seat whose turn it is, at each effort.
`calibration`: how often seats won of which a chance was told. `coverage`: how often the 95 %
intervals of chances and of luck hold against long playouts. `players`: everybody's own play.
`mistakes`: those told with over 10 points, played on from both positions by `expert` with 400
simulations. The last of the seats fills a game up, and seats turn from game to game. Ctrl-C reports
what was done so far.
"""

import argparse
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.many_games import play_many
from faubourg.bots.bot import make
from faubourg.bots.evaluate import heuristic
from faubourg.bots.match import play, play_on
from faubourg.bots.paired_playouts import paired_playouts
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.streams import streams
from faubourg.lab.intervals import wilson
from faubourg.records.record import Record
from faubourg.review import Review, review
from faubourg.review.result import WHOLE, Z

POINT = WHOLE / 100
LONG = 20_000  # playouts that count as the truth
LOOKED_AT = 4  # positions and pieces of luck of a game that are played out so long
LARGE = 10  # points from which on mistakes are checked
MOST_CHECKED = 2  # of a game
PLAYED_ON = 40  # games from each of the two positions
JUDGE = 400  # simulations of the expert that plays on


@dataclass(frozen=True)
class Trial:
    """What is played and reviewed; every process makes it anew."""

    what: str
    game: str
    players: int
    seats: tuple[str, ...]
    simulations: tuple[int, ...]
    seconds: float | None
    seed: int


def played(trial: Trial, number: int) -> tuple[Record, list[str]]:
    """One game, and who sat where."""
    game = Game(trial.game, trial.players)
    seats = [trial.seats[min(seat, len(trial.seats) - 1)] for seat in range(game.players)]
    turn = number % game.players
    seats = seats[turn:] + seats[:turn]
    bots = [make(seat, simulations=JUDGE) if seat == "expert" else make(seat) for seat in seats]
    return play(game, bots, seed=1000 * trial.seed + number), seats


def reviewed(trial: Trial, record: Record, number: int, simulations: int | None = None) -> Review:
    if simulations is None and trial.seconds is None:
        simulations = trial.simulations[0]
    seconds = None if simulations else trial.seconds
    return review(record, seconds=seconds, simulations=simulations, seed=number, workers=1)


# ---------------------------------------------------------------- one game


def luck(trial: Trial, number: int) -> Any:
    """For each effort the pieces of luck of the seats whose turn it is, in points."""
    record, _ = played(trial, number)
    found = {}
    for simulations in trial.simulations:
        told = reviewed(trial, record, number, simulations)
        found[simulations] = [
            move.change[int(told.timeline.rows[move.number - 1].turn_of)] / POINT
            for move in told.moves
            if move.mover == NATURE and move.number - 1 in told.timeline.lucky
        ]
    return found


def calibration(trial: Trial, number: int) -> Any:
    """Chances told at forty moments of a game, and the results."""
    record, _ = played(trial, number)
    told = reviewed(trial, record, number)
    moments = np.linspace(0, len(told.chances) - 2, 40).astype(int)
    seat = number % trial.players
    return [(told.chances[moment][seat] / WHOLE, told.result[seat] / WHOLE) for moment in moments]


def coverage(trial: Trial, number: int) -> Any:
    """For some chances and pieces of luck: how many standard errors they are off."""
    record, _ = played(trial, number)
    simulations, generator = trial.simulations[-1], np.random.default_rng(number)
    told = reviewed(trial, record, number, simulations)
    timeline, found = told.timeline, []
    lucky = [index for index in timeline.lucky if any(told.moves[index].errors)]
    for index in generator.permutation(lucky)[:LOOKED_AT]:
        first, horizon = timeline.lucky[index], timeline.game.part("insight").HABITS.horizon
        turns = [int(timeline.rows[at].turn_count) for at in (first, index + 1)]
        passed = turns[1] - turns[0] if horizon else 0
        before = paired_playouts(timeline.position(first), LONG, seed=10**6 + number)
        after = paired_playouts(timeline.position(index + 1), LONG, 10**6 + number, passed)
        true, move = (after - before).mean(axis=0) * WHOLE, told.moves[index]
        found.append(("luck", float((move.change[0] - true[0]) / move.errors[0])))
        short = paired_playouts(timeline.position(first), simulations, seed=number)
        error = float(short.std(axis=0)[0]) / simulations**0.5
        if error > 0:
            off = float(short.mean(axis=0)[0] - before.mean(axis=0)[0])
            found.append(("chance", off / error))
    return found


def players(trial: Trial, number: int) -> Any:
    """Everybody's own play with its margin, in points, and how long the review took."""
    record, seats = played(trial, number)
    begun = time.perf_counter()
    told = reviewed(trial, record, number)
    took = time.perf_counter() - begun
    return [
        (seat, *(part / POINT for part in (b.luck, b.luck_margin, b.skill, b.skill_margin, b.rest)),
         len([move for move in told.mistakes if move.mover == place]), took)
        for place, (seat, b) in enumerate(zip(seats, told.balances, strict=True))
    ]  # fmt: skip


def mistakes(trial: Trial, number: int) -> Any:
    """Large mistakes: the points told, and those that the expert loses by them when it plays on."""
    record, _ = played(trial, number)
    told = reviewed(trial, record, number)
    found = []
    large = [move for move in told.mistakes if -move.change[move.mover] > LARGE * POINT]
    for move in np.random.default_rng(number).permutation(np.arange(len(large)))[:MOST_CHECKED]:
        one = large[move]
        assert one.better is not None
        wins = []
        for action in (one.action, one.better.action):
            start = told.timeline.position(one.number - 1)
            start.step(action)
            wins.append([won(start, one.mover, number, game) for game in range(PLAYED_ON)])
        lost = 100 * (np.array(wins[1]) - np.array(wins[0]))
        error = float(lost.std(ddof=1)) / PLAYED_ON**0.5
        found.append((-one.change[one.mover] / POINT, float(lost.mean()), error))
    return found


def won(start: Any, seat: int, number: int, game: int) -> float:
    """The share of a win of a seat when experts play a position on."""
    position = start.copy()
    bots = [make("expert", simulations=JUDGE)] * position.game.players
    play_on(position, bots, streams(10**6 + number, game))
    return heuristic(position)[seat]


# ---------------------------------------------------------------- all games


def report_luck(trial: Trial, found: list[Any]) -> Iterable[str]:
    for simulations in trial.simulations:
        pieces = np.concatenate([one[simulations] for one in found])
        mean, error = pieces.mean(), pieces.std(ddof=1) / len(pieces) ** 0.5
        yield f"{simulations} playouts: {mean:+.2f} ± {error:.2f} points, {len(pieces)} pieces"


def report_calibration(trial: Trial, found: list[Any]) -> Iterable[str]:
    pairs = np.array([pair for one in found for pair in one])
    for low in np.arange(0.0, 1.0, 0.1):
        within = pairs[(pairs[:, 0] >= low) & (pairs[:, 0] < low + 0.1 + (low > 0.85))]
        if len(within):
            told, so = 100 * within.mean(axis=0)
            yield f"told {told:5.1f} %: won {so:5.1f} % of {len(within)}"


def report_coverage(trial: Trial, found: list[Any]) -> Iterable[str]:
    for kind in ("chance", "luck"):
        off = np.array([each for one in found for name, each in one if name == kind])
        inside = int((np.abs(off) <= Z).sum())
        low, high = wilson(inside, len(off))
        yield f"{kind}: {inside / len(off):.1%} of {len(off)} hold ({low:.1%} to {high:.1%})"


def report_players(trial: Trial, found: list[Any]) -> Iterable[str]:
    for name in dict.fromkeys(trial.seats):
        rows = np.array([row[1:] for one in found for row in one if row[0] == name])
        luck, luck_margin, skill, margin, rest, told, took = rows.T
        yield (
            f"{name}: own play {skill.mean():+.1f} (±{margin.mean():.1f}; {skill.min():+.1f} to "
            f"{skill.max():+.1f}), clearly below 0 in {(skill + margin < 0).sum()} of {len(rows)}, "
            f"0 within the margin in {(np.abs(skill) <= margin).sum()}; luck {luck.mean():+.1f} "
            f"(±{luck_margin.mean():.1f}), rest {rest.mean():+.1f}; {told.mean():.1f} mistakes, "
            f"{took.mean():.1f} s (at most {took.max():.1f})"
        )


def report_mistakes(trial: Trial, found: list[Any]) -> Iterable[str]:
    rows = np.array([row for one in found for row in one])
    if not len(rows):
        yield "no mistake of over 10 points was told"
        return
    told, lost, error = rows.T
    for each in rows:
        yield f"  told {each[0]:.1f}, lost {each[1]:.1f} ± {each[2]:.1f}"
    size = lost.mean() / told.mean()
    off = (error**2).sum() ** 0.5 / told.sum()
    yield (
        f"{len(rows)} mistakes: {(lost > 0).sum()} confirmed in sign, {100 * size:.0f} % of their "
        f"size (standard error {100 * off:.0f})"
    )


WORK: dict[str, tuple[Callable[[Trial, int], Any], Callable[[Trial, list[Any]], Iterable[str]]]] = {
    "luck": (luck, report_luck),
    "calibration": (calibration, report_calibration),
    "coverage": (coverage, report_coverage),
    "players": (players, report_players),
    "mistakes": (mistakes, report_mistakes),
}


def one_game(trial: Trial, number: int) -> Any:
    return WORK[trial.what][0](trial, number)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.review", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=list(WORK))
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seats", default="greedy")
    parser.add_argument("--simulations", default="100", help="one or more, such as 4,16,64")
    parser.add_argument("--seconds", type=float, help="for a whole review, in place of them")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    told = parser.parse_args()
    simulations = tuple(int(one) for one in told.simulations.split(","))
    seats = tuple(told.seats.split(","))
    trial = Trial(told.what, told.game, told.players, seats, simulations, told.seconds, told.seed)
    begun = time.perf_counter()
    found = play_many(f"{trial.what}, {trial.game}", one_game, trial, told.games, told.workers)
    print(f"{trial.what}, {trial.game}, {trial.players} players, {', '.join(seats)}:")
    for line in WORK[trial.what][1](trial, found):
        print(f"  {line}")
    print(f"{len(found)} games, {time.perf_counter() - begun:.0f} s, seed {trial.seed}")


if __name__ == "__main__":
    main()

"""What a review says held against what is so: luck's mean, calibration, coverage, own play.

    python -m bench.review luck minivilles --games 50 --simulations 4,16,64
    python -m bench.review calibration cities --games 50 --seats steady
    python -m bench.review coverage lutins --games 50
    python -m bench.review players my_little_town --games 50 --seats random,steady --seconds 12
    python -m bench.review mistakes minivilles --games 50 --seats gentle,steady --seconds 12
    python -m bench.review choices lutins --games 50 --seats random,greedy --judge 0 --least -100

`luck`: the mean of all pieces of luck, for the seat whose turn it is, at each effort.
`calibration`: how often seats won of which a chance was told. `coverage`: how often the 95 %
intervals of chances and of luck hold against long playouts. `players`: everybody's own play.
`mistakes`: those told with over 10 points, played on from both positions by `expert` with 400
simulations. `choices`: the same for any choices that seem to cost something, and how far the told
cost is off beside its noise, which `JUDGEMENT` of a game's insight says. With --judge 0 everybody
plays on simply, with --learned experts search by what was learned. The last of the seats fills a
game up, and seats turn from game to game. Ctrl-C reports what was done so far.
"""

import argparse
import math
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.many_games import play_many
from faubourg.bots.bot import Bot, MctsBot, make_with_effort
from faubourg.bots.effort import Effort
from faubourg.bots.evaluate import heuristic
from faubourg.bots.habits import playouts_end, review_habits
from faubourg.bots.horizon import FOREVER
from faubourg.bots.match import play, play_on
from faubourg.bots.paired_playouts import paired_playouts
from faubourg.bots.search import habits_of
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.core.streams import streams
from faubourg.lab.intervals import wilson
from faubourg.records.record import Record
from faubourg.review import Review, review
from faubourg.review.attribution import DEEPER, HALVES, Attribution, Question, error_of_mean
from faubourg.review.ranges import Z
from faubourg.review.result import WHOLE
from faubourg.review.schedule import MORE, answer
from faubourg.review.timeline import timeline_of

Pairs = npt.NDArray[np.float64]  # chances told and results, a line each
POINT = WHOLE / 100
LONG = 20_000  # playouts that count as the truth, if nothing else is said
RESAMPLED = 400  # times, for intervals by games
NEWTON = 12  # steps, after which a logistic regression stands
LOOKED_AT = 4  # positions and pieces of luck of a game that are played out so long
LARGE = 10.0  # points from which on mistakes are checked, if nothing else is said
MOST_CHECKED = 2  # of a game
PLAYED_ON = 40  # games from each of the two positions
JUDGE = 400  # simulations of the expert that plays on
SIZES = (-100.0, 0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 100.0)  # of choices, in points


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
    long: int = LONG
    judge: int = JUDGE
    played_on: int = PLAYED_ON
    most: int = MOST_CHECKED
    least: float = LARGE
    learned: bool = False


def played(trial: Trial, number: int) -> tuple[Record, list[str]]:
    """One game, and who sat where."""
    game = Game(trial.game, trial.players)
    seats = [trial.seats[min(seat, len(trial.seats) - 1)] for seat in range(game.players)]
    turn = number % game.players
    seats = seats[turn:] + seats[:turn]
    bots = [player(trial, game, seat) for seat in seats]
    return play(game, bots, seed=1000 * trial.seed + number), seats


def player(trial: Trial, game: Game, name: str) -> Bot:
    """A bot by its name; experts have a number of simulations and no clock."""
    effort = Effort(simulations=trial.judge or JUDGE)
    if name == "expert" and trial.learned:
        return MctsBot(effort, habits_of(game))
    return make_with_effort(name, effort)


def reviewed(trial: Trial, record: Record, number: int, simulations: int | None = None) -> Review:
    if simulations is None and trial.seconds is None:
        simulations = trial.simulations[0]
    seconds = None if simulations else trial.seconds
    return review(record, seconds=seconds, simulations=simulations, seed=number, workers=1)


# ---------------------------------------------------------------- one game


def played_out(record: Record, playouts: int, seed: int) -> Review:
    """What a review says of chances and luck, which need no search; its own play is 0."""
    timeline = timeline_of(record)
    attribution = Attribution(timeline)
    values = {
        question: paired_playouts(timeline.position(question.step), playouts, seed, question.until)
        for question in attribution.values()
    }
    seats = [str(seat) for seat in range(record.game.players)]
    return attribution.account(seats, values, {}, {}, {})


def luck(trial: Trial, number: int) -> Any:
    """For each effort the pieces of luck of the seats whose turn it is, in points."""
    record, _ = played(trial, number)
    found = {}
    for simulations in trial.simulations:
        told = played_out(record, simulations, number)
        found[simulations] = [
            move.change[int(told.timeline.rows[move.number - 1].turn_of)] / POINT
            for move in told.moves
            if move.mover == NATURE and move.number - 1 in told.timeline.lucky
        ]
    return found


def calibration(trial: Trial, number: int) -> Any:
    """Chances of a seat at forty moments of a game, and its result."""
    record, _ = played(trial, number)
    timeline, seat = timeline_of(record), number % trial.players
    result = heuristic(timeline.position(len(timeline.steps)))[seat]
    found = []
    for moment in np.linspace(0, len(timeline.steps) - 1, 40).astype(int):
        position = timeline.position(timeline.anchors[moment])
        samples = paired_playouts(position, trial.simulations[0], seed=number)
        found.append((float(samples[:, seat].mean()), result))
    return found


def coverage(trial: Trial, number: int) -> Any:
    """For some chances and pieces of luck, and for all luck of a game: how many standard errors
    they are off. All luck is held against a second look of the same length with other dice."""
    record, _ = played(trial, number)
    simulations, generator = trial.simulations[-1], np.random.default_rng(number)
    told, again = (played_out(record, simulations, seed) for seed in (number, 10**6 + number))
    timeline, found = told.timeline, []
    lucky = [index for index in timeline.lucky if any(told.moves[index].errors)]
    for index in generator.permutation(lucky)[:LOOKED_AT]:
        first = timeline.lucky[index]
        until = playouts_end(review_habits(timeline.game), int(timeline.rows[first].turn_count))
        before = paired_playouts(timeline.position(first), trial.long, seed=10**6 + number)
        after = paired_playouts(timeline.position(index + 1), trial.long, 10**6 + number, until)
        true, move = (after - before).mean(axis=0) * WHOLE, told.moves[index]
        found.append(("luck", float((move.change[0] - true[0]) / move.errors[0])))
        short = paired_playouts(timeline.position(first), simulations, seed=number)
        error = float(error_of_mean(short)[0])
        off = float(short.mean(axis=0)[0] - before.mean(axis=0)[0])
        found.append(("chance", off / error))
    apart = told.balances[0].luck - again.balances[0].luck
    error = math.hypot(told.luck_errors[0], again.luck_errors[0])
    if error > 0:
        found.append(("all luck of a game", apart / error))
    return found


def players(trial: Trial, number: int) -> Any:
    """Everybody's luck and own play with their ranges, in points, and how long the review took."""
    record, seats = played(trial, number)
    begun = time.perf_counter()
    told = reviewed(trial, record, number)
    took = time.perf_counter() - begun
    return [
        (seat, *(part / POINT for part in (b.luck, *b.luck_range, b.skill, *b.skill_range, b.rest)),
         len([move for move in told.mistakes if move.mover == place]), took)
        for place, (seat, b) in enumerate(zip(seats, told.balances, strict=True))
    ]  # fmt: skip


def mistakes(trial: Trial, number: int) -> Any:
    """Large mistakes: the points told, the error by noise and the ends of the range, and the points
    that the expert loses by them when it plays on, and their error."""
    record, _ = played(trial, number)
    told = reviewed(trial, record, number)
    found = []
    large = [move for move in told.mistakes if -move.change[move.mover] > trial.least * POINT]
    for at in np.random.default_rng(number).permutation(np.arange(len(large)))[: trial.most]:
        move = large[at]
        assert move.better is not None
        start, pair = told.timeline.position(move.number - 1), (move.action, move.better.action)
        lost = lost_by(trial, start, pair, number)
        least, most = sorted(map(abs, move.ranges[move.mover]))
        told_of = (-move.change[move.mover], move.errors[move.mover], least, most)
        found.append((*(part / POINT for part in told_of), *lost))
    return found


def won(trial: Trial, start: Any, seat: int, number: int, game: int) -> float:
    """The share of a win of a seat when experts play a position on."""
    position = start.copy()
    bots = [player(trial, position.game, "expert")] * position.game.players
    play_on(position, bots, streams(10**6 + number, game))
    return heuristic(position)[seat]


def lost_by(
    trial: Trial, start: Position, pair: tuple[int, int], number: int
) -> tuple[float, float]:
    """The points that the first of two choices loses against the other, and the standard error,
    when both positions are played on."""
    seat, shares = int(start.row.to_act), []
    for action in pair:
        after = start.copy()
        after.step(action)
        if trial.judge:
            games = [won(trial, after, seat, number, game) for game in range(trial.played_on)]
            shares.append(np.array(games))
        else:
            playouts = paired_playouts(after, trial.played_on, 10**6 + number, until=FOREVER)
            shares.append(playouts[:, seat])
    lost = 100 * (shares[1] - shares[0])
    return float(lost.mean()), float(lost.std(ddof=1)) / trial.played_on**0.5


def choices(trial: Trial, number: int) -> Any:
    """Choices that seem to cost something: the points told and their error, and those lost."""
    record, _ = played(trial, number)
    timeline = timeline_of(record)
    attribution, simulations = Attribution(timeline), trial.simulations[0]

    def answers(questions: list[Question], more: int = 1) -> Any:
        return {
            each: answer(timeline.position(each.step), each, more * simulations, number).found
            for each in questions
        }

    looks = answers(attribution.looks())
    first = answers(attribution.choices(looks))
    deeper = answers(attribution.doubts(looks, first), MORE)
    preferred = attribution.preferred(looks)
    costs = attribution.costs(preferred, first, HALVES)
    costs |= attribution.costs(preferred, deeper, DEEPER)
    costly = [
        index
        for index, cost in costs.items()
        if cost.change.any() and -100 * cost.change[timeline.steps[index].mover] > trial.least
    ]
    found = []
    for index in np.random.default_rng(number).permutation(costly)[: trial.most]:
        step, cost = timeline.steps[index], costs[index]
        pair = (step.action, preferred[index])
        lost = lost_by(trial, timeline.position(index), pair, number)
        found.append((-100 * cost.change[step.mover], 100 * cost.noise[step.mover], *lost))
    return found


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
    games, generator = np.array(found), np.random.default_rng(1)
    again = [games[generator.integers(0, len(games), len(games))] for _ in range(RESAMPLED)]
    for name, measure in MEASURES.items():
        low, high = np.quantile([measure(each.reshape(-1, 2)) for each in again], (0.025, 0.975))
        yield f"{name}: {measure(pairs):.3f} ({low:.3f} to {high:.3f}, games resampled)"


def brier(pairs: Pairs) -> float:
    """The mean square of told chance less result: 0 for a prophet, 0.25 for who always says 50 %
    of two players."""
    return float(((pairs[:, 0] - pairs[:, 1]) ** 2).mean())


def slope(pairs: Pairs) -> float:
    """Of the logistic regression of the results on the log odds told: 1 if chances are what they
    say, below 1 if they are too sure, above 1 if not sure enough."""
    odds, so = _log_odds(pairs[:, 0]), pairs[:, 1]
    level = factor = 0.0
    for _ in range(NEWTON):
        said = 1 / (1 + np.exp(-(level + factor * odds)))
        weight = said * (1 - said) + 1e-9
        matrix = np.array(
            [[weight.sum(), (weight * odds).sum()], [0.0, (weight * odds**2).sum() + 1e-6]]
        )
        matrix[1, 0] = matrix[0, 1]
        step = np.linalg.solve(matrix, [(so - said).sum(), ((so - said) * odds).sum()])
        level, factor = level + step[0], factor + step[1]
    return float(factor)


def error_by_tenths(pairs: Pairs) -> float:
    """The expected calibration error: how far told and so lie apart, over tenths by their sizes."""
    tenth = np.minimum(pairs[:, 0] * 10, 9).astype(int)
    return float(
        sum(
            abs(pairs[tenth == each, 0].sum() - pairs[tenth == each, 1].sum()) for each in range(10)
        )
        / len(pairs)
    )


def _log_odds(chances: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    inside = np.clip(chances, 0.005, 0.995)
    return np.log(inside / (1 - inside))


MEASURES: dict[str, Callable[[Pairs], float]] = {
    "Brier score": brier,
    "expected calibration error": error_by_tenths,
    "slope of the log odds": slope,
}


def report_coverage(trial: Trial, found: list[Any]) -> Iterable[str]:
    for kind in ("chance", "luck", "all luck of a game"):
        off = np.array([each for one in found for name, each in one if name == kind])
        if not len(off):
            continue
        inside = int((np.abs(off) <= Z).sum())
        low, high = wilson(inside, len(off))
        yield (
            f"{kind}: {inside / len(off):.1%} of {len(off)} hold ({low:.1%} to {high:.1%}); off "
            f"by {off.std():.2f} standard errors"
        )


def report_players(trial: Trial, found: list[Any]) -> Iterable[str]:
    for name in dict.fromkeys(trial.seats):
        rows = np.array([row[1:] for one in found for row in one if row[0] == name])
        if not len(rows):
            yield f"{name} sat at no table"
            continue
        luck, luck_low, luck_high, skill, low, high, rest, told, took = rows.T
        nearer = np.where(skill > 0, skill - low, high - skill)  # how far to the end nearer to 0
        yield (
            f"{name}: own play {skill.mean():+.1f} ({low.mean():+.1f} to {high.mean():+.1f}; in "
            f"single games {skill.min():+.1f} to {skill.max():+.1f}), clearly below 0 in "
            f"{(high < 0).sum()} of {len(rows)}, 0 within the range in "
            f"{((low <= 0) & (high >= 0)).sum()} (off by {_errors_off(skill, nearer):.2f} standard "
            f"errors); luck {luck.mean():+.1f} (±{(luck_high - luck_low).mean() / 2:.1f}), rest "
            f"{rest.mean():+.1f}; {told.mean():.1f} mistakes, {took.mean():.1f} s (at most "
            f"{took.max():.1f})"
        )


def _errors_off(found: npt.NDArray[np.float64], margins: npt.NDArray[np.float64]) -> float:
    """The root mean square of numbers in their standard errors: 1 if they are 0 but for noise."""
    known = margins > 0
    return float(((Z * found[known] / margins[known]) ** 2).mean() ** 0.5) if known.any() else 0.0


def report_mistakes(trial: Trial, found: list[Any]) -> Iterable[str]:
    rows = np.array([row for one in found for row in one])
    if not len(rows):
        yield f"no mistake of over {trial.least:g} points was told"
        return
    said, noise, low, high, lost, error = rows.T
    for each in rows:
        yield (
            f"  told {each[0]:.1f} ({each[2]:.1f} to {each[3]:.1f}), lost {each[4]:.1f} ± "
            f"{each[5]:.1f}"
        )
    size, off = lost.mean() / said.mean(), (error**2).sum() ** 0.5 / said.sum()
    beside = max(0.0, float(((lost - said) ** 2 - noise**2 - error**2).mean())) ** 0.5
    away = np.where(lost < said, said - low, high - said)
    hold = np.abs(lost - said) <= np.hypot(away, Z * error)
    yield (
        f"{len(rows)} mistakes: {(lost > 0).sum()} confirmed in sign, {100 * size:.0f} % of their "
        f"size (standard error {100 * off:.0f}); told {said.mean():.1f} on average, off by "
        f"{beside:.1f} beside all noise, ranges hold in {hold.sum()}"
    )


def report_choices(trial: Trial, found: list[Any]) -> Iterable[str]:
    rows = np.array([row for one in found for row in one])
    if not len(rows):
        yield f"no choice seemed to cost more than {trial.least:g} points"
        return
    told = rows[:, 0]
    for low, high in pairwise(SIZES):
        within = rows[(told >= low) & (told < high)]
        if len(within) > 1:
            said, noise, lost, error = within.T
            off = ((lost - said) ** 2).mean() - (noise**2).mean() - (error**2).mean()
            yield (
                f"told {said.mean():5.2f} (noise {(noise**2).mean() ** 0.5:.2f}): lost "
                f"{lost.mean():5.2f} ± {lost.std(ddof=1) / len(lost) ** 0.5:.2f}, of "
                f"{len(within)}; off by {max(off, 0.0) ** 0.5:.2f} beside all noise"
            )
    yield f"lost in all {100 * rows[:, 2].sum() / told.sum():.0f} % of what was told"


WORK: dict[str, tuple[Callable[[Trial, int], Any], Callable[[Trial, list[Any]], Iterable[str]]]] = {
    "luck": (luck, report_luck),
    "calibration": (calibration, report_calibration),
    "coverage": (coverage, report_coverage),
    "players": (players, report_players),
    "mistakes": (mistakes, report_mistakes),
    "choices": (choices, report_choices),
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
    parser.add_argument("--long", type=int, default=LONG, help="playouts that count as the truth")
    parser.add_argument("--judge", type=int, default=JUDGE, help="simulations of every expert")
    parser.add_argument("--learned", action="store_true", help="experts ask a game's network")
    parser.add_argument("--played-on", type=int, default=PLAYED_ON, help="games for a position")
    parser.add_argument("--least", type=float, default=LARGE, help="points of what is checked")
    parser.add_argument("--most", type=int, default=MOST_CHECKED, help="choices of a game")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    told = parser.parse_args()
    simulations = tuple(int(one) for one in told.simulations.split(","))
    seats = tuple(told.seats.split(","))
    trial = Trial(
        told.what, told.game, told.players, seats, simulations, told.seconds, told.seed, told.long,
        told.judge, told.played_on, told.most, told.least,
        told.learned,
    )  # fmt: skip
    begun = time.perf_counter()
    found = play_many(f"{trial.what}, {trial.game}", one_game, trial, told.games, told.workers)
    print(f"{trial.what}, {trial.game}, {trial.players} players, {', '.join(seats)}:")
    for line in WORK[trial.what][1](trial, found) if found else ():
        print(f"  {line}")
    print(f"{len(found)} games, {time.perf_counter() - begun:.0f} s, seed {trial.seed}")


if __name__ == "__main__":
    main()

"""The sequential design of a study: after each look, which shards to play next, or none.

Looks are at fixed numbers of games and see exactly these games, so that a study ends with the same
answer however often it was interrupted. What is known at a look is a confidence sequence: it holds
at all looks at once, with Bonferroni's correction where several things are asked.
"""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from math import ceil, log2

import numpy as np

from faubourg.core.errors import StudyError
from faubourg.core.text import Text, listed
from faubourg.lab.intervals import sequence
from faubourg.lab.play.columns import Columns
from faubourg.lab.play.results import Played, Results
from faubourg.lab.play.runner import LOCAL, Progress, play, session
from faubourg.lab.play.shards import Shard, shards_of
from faubourg.lab.stats.per_game import Sample, deviation, joined, samples
from faubourg.lab.study.study import Cell, Study

ALPHA = 0.05
LEAST = 128  # games before the first look: the sequence needs some to be right
GROWTH = 4  # each look sees a quarter more games than the last


@dataclass(frozen=True)
class Known:
    """What is known of a measure of a cell, or of its difference from the first variant's."""

    cell: Cell
    base: Cell | None
    games: int
    value: float
    half: float  # half the width of the confidence sequence

    @property
    def interval(self) -> tuple[float, float]:
        return self.value - self.half, self.value + self.half

    def side(self, target: float) -> int:
        """1 above the target for sure, -1 below it for sure, else 0."""
        low, high = self.interval
        return int(low > target) - int(high < target)


@dataclass(frozen=True)
class Answer:
    """What a study with a goal has found so far."""

    name: Text  # of the measure
    known: list[Known]
    wanted: list[Shard]  # to be played next; none: the study has ended
    sure: bool = False  # the goal is reached; else the games were used up
    between: tuple[Cell, Cell] | None = None  # the neighbours between which the target is crossed


@dataclass
class Sampler:
    """Samples of one measure, each shard read once."""

    results: Played
    measure: str
    kept: dict[str, Sample] = field(default_factory=dict)

    def sample(self, cell: Cell, games: int) -> Sample:
        """The first games of a cell."""
        parts = [shard for shard in games_of(self.results.study, cell) if shard.first < games]
        return joined(self._of(cell, shard) for shard in parts).first(games)

    def _of(self, cell: Cell, shard: Shard) -> Sample:
        if shard.name not in self.kept:
            table = self.results.read(shard)
            found = samples(cell, table)
            self.kept[shard.name] = found[find_name(self.measure, list(found))]()
        return self.kept[shard.name]


def run(
    results: Results, on: str = LOCAL, workers: int | None = None, progress: Progress | None = None
) -> None:
    """Play a study to its end: all shards, or as many as its goal needs."""
    check_goal(results.study)
    sampler = Sampler(results, goal_measure(results.study))
    wanted = next_shards(results, sampler)
    with session(on) if wanted else nullcontext():
        while wanted:
            play(results, wanted, on, workers, progress)
            wanted = next_shards(results, sampler)


def next_shards(results: Played, sampler: Sampler | None = None) -> list[Shard]:
    """The shards to be played next; none: the study has ended."""
    if not goal_measure(results.study):
        return results.missing
    return answer(results, sampler).wanted


def answer(results: Played, sampler: Sampler | None = None) -> Answer:
    """What a study with a goal has found so far, and which shards it needs next."""
    sampler = sampler or Sampler(results, goal_measure(results.study))
    if results.study.find:
        return _find(results, sampler, results.study.find.target)
    return _stop(results, sampler)


def check_goal(study: Study) -> None:
    """StudyError if the goal names a measure that the study does not have."""
    if measure := goal_measure(study):
        find_name(measure, measure_names(study.cells[0]))


def measure_names(cell: Cell) -> list[Text]:
    """The measures of a cell that a goal can name."""
    seats = [f"{word}_{seat}" for word in ("points", "choices") for seat in "ABCDEF"]
    empty = Columns(
        {name: np.zeros(0, np.int32) for name in ("winners", "starter", "turns", *seats)}
    )
    return list(samples(cell, empty))


def find_name(measure: str, known: list[Text]) -> Text:
    """The name of a measure, by its English or French name."""
    for name in known:
        if measure in name:
            return name
    said = Text(
        "There is no measure '{measure}'; there is: {known}.",
        "Pas de mesure « {measure} » ; il y a : {known}.",
    )
    raise StudyError("measure", said.format(measure=measure, known=listed(known)))


# ---------------------------------------------------------------- stop when the answer is sure


def _stop(results: Played, sampler: Sampler) -> Answer:
    study, goal = results.study, results.study.stop
    assert goal is not None
    pairs = [(cell, _base(study, cell)) for cell in study.cells]
    if len(study.variants) > 1:
        pairs = [(cell, base) for cell, base in pairs if base is not None]
    name = find_name(goal.measure, measure_names(study.cells[0]))
    for games in looks(study):
        wanted = _missing(results, study.cells, games)
        if wanted:
            return Answer(name, [], wanted)
        known = [_known(sampler, cell, base, games, ALPHA / len(pairs)) for cell, base in pairs]
        if goal.within is None:
            sure = all(each.side(0) for each in known)
        else:
            sure = all(each.half <= goal.within for each in known)
        if sure:
            return Answer(name, known, [], sure=True)
    return Answer(name, known, [])


def _base(study: Study, cell: Cell) -> Cell | None:
    """The first variant with as many players, if that is another one."""
    first = next(each for each in study.cells if each.players == cell.players)
    return None if first is cell else first


# ---------------------------------------------------------------- find the value at which …


def _find(results: Played, sampler: Sampler, target: float) -> Answer:
    """Noisy bisection: at each level play until it is sure on which side of the target it lies. It
    supposes that the measure only rises or only falls with the level."""
    study = results.study
    [factor] = study.factors
    cells = sorted(study.cells, key=lambda cell: cell.variant.levels[factor.name])
    alpha = ALPHA / (2 + ceil(log2(len(cells))))
    found: dict[int, Known] = {}
    assert study.find is not None
    name = find_name(study.find.measure, measure_names(cells[0]))
    low, high = 0, len(cells) - 1
    probes = [low, high]
    while probes:
        wanted: list[Shard] = []
        for index in probes:
            known, shards = _probe(results, sampler, cells[index], target, alpha)
            wanted += shards
            if known:
                found[index] = known
        told = [found[index] for index in sorted(found)]
        if wanted:
            return Answer(name, told, wanted)
        undecided = any(found[index].side(target) == 0 for index in probes)
        if undecided or found[low].side(target) == found[high].side(target):
            return Answer(name, told, [], sure=not undecided)
        if high - low == 1:
            return Answer(name, told, [], True, (cells[low], cells[high]))
        middle = (low + high) // 2
        if middle in found:
            if found[middle].side(target) == found[low].side(target):
                low = middle
            else:
                high = middle
            probes = [low, high]
        else:
            probes = [middle]
    raise AssertionError("bisection always ends above")


def _probe(
    results: Played, sampler: Sampler, cell: Cell, target: float, alpha: float
) -> tuple[Known | None, list[Shard]]:
    """What is known of one level, or the shards that it needs next."""
    known = None
    for games in looks(results.study):
        wanted = _missing(results, (cell,), games)
        if wanted:
            return None, wanted
        known = _known(sampler, cell, None, games, alpha)
        if known.side(target):
            break
    return known, []


# ---------------------------------------------------------------- looks


def looks(study: Study) -> Iterator[int]:
    """The numbers of games after which the study is looked at: whole shards, a quarter more each
    time, and in the end all."""
    size = max(next(games_of(study, cell)).games for cell in study.cells)
    games = LEAST
    while True:
        games = min(study.games, -(-games // size) * size)
        yield games
        if games == study.games:
            return
        games += max(1, games // GROWTH)


def games_of(study: Study, cell: Cell) -> Iterator[Shard]:
    """The shards of a cell, without those that measure luck."""
    return (shard for shard in shards_of(study) if shard.cell == cell.number and not shard.luck)


def _missing(results: Played, cells: tuple[Cell, ...], games: int) -> list[Shard]:
    """The shards of some cells that a look needs; those that measure luck come with the first."""
    numbers = {cell.number for cell in cells}
    return [
        shard
        for shard in results.missing
        if shard.cell in numbers and (shard.luck or shard.first < games)
    ]


def _known(sampler: Sampler, cell: Cell, base: Cell | None, games: int, alpha: float) -> Known:
    study = sampler.results.study
    mine = sampler.sample(cell, games)
    theirs = None if base is None else sampler.sample(base, games)
    value = mine.value - (theirs.value if theirs else 0)
    half = sequence(
        games, deviation(mine, theirs, study.common), alpha, max(LEAST, study.games // GROWTH)
    )
    return Known(cell, base, games, value, half)


def goal_measure(study: Study) -> str:
    """The measure of the study's goal; none without one."""
    goal = study.find or study.stop
    return goal.measure if goal else ""

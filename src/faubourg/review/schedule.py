"""The schedule of a review's evaluations, for any executor: this machine or a server's workers.

`review_schedule` is a generator (a coroutine in the old sense): it yields batches of questions, is
sent their answers, and returns the review.
"""

import time
from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import NamedTuple, cast

import numpy as np

from faubourg.bots.effort import Effort
from faubourg.bots.evaluate import Evaluation, evaluate, evaluate_root, heuristic
from faubourg.bots.habits import last_turn, review_habits
from faubourg.bots.horizon import FOREVER
from faubourg.bots.paired_playouts import Samples, paired_playouts
from faubourg.core.position import Position
from faubourg.review.attribution import CHOICE, LOOK, VALUE, Answers, Attribution, Question, Values
from faubourg.review.result import Review
from faubourg.review.timeline import Timeline

SECONDS = 12.0  # that a review takes by default
PROBES = 8  # positions that calibrate how long a playout and a simulation take
PROBE = 24  # of each
FEWEST, MOST = 16, 4000  # for one evaluation, where the budget is in seconds
MORE = 4  # times the simulations for a second look, where the budget is in simulations
# The rounds: which part of the time that is left each of them takes.
SHARES = {"values": 0.35, "looks": 0.4, "choices": 0.5, "doubts": 1.0}
DONE = (0.03, 0.36, 0.6, 0.8, 1.0)  # of all work, before each round and at the end


class Batch(NamedTuple):
    """Questions that can be answered in any order, with so many playouts or simulations for each,
    and which part of the whole work they are, from 0 to 1."""

    questions: list[Question]
    simulations: int
    begins: float
    ends: float


class Answer(NamedTuple):
    """An evaluation, or the values of playouts, and how long it took."""

    found: Evaluation | Samples
    seconds: float


Answered = Mapping[Question, Answer]
Schedule = Generator[Batch, Answered, Review]
Round = Generator[Batch, Answered, dict[Question, Evaluation | Samples]]


def review_schedule(timeline: Timeline, seats: list[str], budget: Effort, workers: int) -> Schedule:
    """All evaluations that a review needs. The budget is in seconds for the whole, while so many
    workers answer at the same time, or in playouts and simulations for each evaluation."""
    attribution, clock = Attribution(timeline), _Clock(budget, workers)
    if budget.seconds is not None:
        for kind, *part in ((VALUE, 0.0, DONE[0] / 2), (LOOK, DONE[0] / 2, DONE[0])):
            probes = _probes(timeline, kind)
            yield Batch(probes[:1], 1, part[0], part[0])  # compiles what is not yet
            clock.note((yield Batch(probes, PROBE, *part)), PROBE)
    values = cast(Values, (yield from _round(clock, 0, attribution.values())))
    looks = cast(Answers, (yield from _round(clock, 1, attribution.looks())))
    choices = cast(Answers, (yield from _round(clock, 2, attribution.choices(looks))))
    doubtful = attribution.doubts(looks, choices)
    doubts = cast(Answers, (yield from _round(clock, 3, doubtful, MORE)))
    return attribution.account(seats, values, looks, choices, doubts)


def _round(clock: "_Clock", number: int, questions: list[Question], more: int = 1) -> Round:
    """The answers to the questions of a round."""
    share = list(SHARES.values())[number]
    simulations = clock.simulations(questions, share, more)
    answers = yield Batch(questions, simulations, *DONE[number : number + 2])
    clock.note(answers, simulations)
    return {question: answer.found for question, answer in answers.items()}


class _Clock:
    """Time budget: how many playouts or simulations fit into the seconds that are left."""

    def __init__(self, budget: Effort, workers: int) -> None:
        self._budget = budget
        self._left = (budget.seconds or 0.0) * workers
        self._seconds: dict[bool, float] = {}  # that a playout takes, and a simulation

    def note(self, answers: Answered, simulations: int) -> None:
        took = sum(answer.seconds for answer in answers.values())
        self._left -= took
        if answers:
            is_value = next(iter(answers)).kind == VALUE
            self._seconds[is_value] = took / (simulations * len(answers))

    def simulations(self, questions: list[Question], share: float, more: int) -> int:
        """The same for every question: values that are compared should have the same error."""
        if self._budget.simulations is not None:
            return more * self._budget.simulations
        if not questions:
            return FEWEST
        each = max(self._seconds.get(questions[0].kind == VALUE, 0.0), 1e-9)
        return round(min(max(self._left * share / len(questions) / each, FEWEST), MOST))


def answer(position: Position, question: Question, simulations: int, seed: int) -> Answer:
    """Answer a question about the position at its step. Random numbers depend on the seed and the
    question's stream only, so that of the difference of two answers less is chance."""
    begun = time.perf_counter()
    found: Evaluation | Samples
    if question.kind == VALUE:
        found = paired_playouts(position, simulations, seed, question.until)
    elif question.kind == CHOICE:
        found = _after(position, question, simulations, seed)
    else:
        generator = np.random.default_rng((seed, question.stream))
        habits = review_habits(position.game)
        found = evaluate(position, simulations=simulations, habits=habits, generator=generator)
    return Answer(found, time.perf_counter() - begun)


def _after(position: Position, question: Question, simulations: int, seed: int) -> Evaluation:
    """The chances after a choice. Searches after different choices look ahead to the same turn."""
    assert question.action is not None
    habits = review_habits(position.game)
    until = last_turn(habits, int(position.row.turn_count))
    position.step(question.action)
    generator = np.random.default_rng((seed, question.stream))
    if until < FOREVER:
        left = until - int(position.row.turn_count)
        if left <= 0:
            return Evaluation(heuristic(position, learned=habits.network > 0), ())
        habits = replace(habits, horizon=left, period=0)
    return evaluate_root(position, simulations, habits, generator)


def _probes(timeline: Timeline, kind: str) -> list[Question]:
    """Some positions from all parts of the game, to calibrate with."""
    end = len(timeline.steps)
    indices = sorted({end * probe // PROBES for probe in range(PROBES)})
    return [Question(kind, index) for index in indices]

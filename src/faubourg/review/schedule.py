"""The schedule of a review's evaluations, for any executor: this machine or a server's workers.

`review_schedule` is a generator (a coroutine in the old sense): it yields batches of questions, is
sent their answers, and returns the review.
"""

from collections.abc import Generator, Mapping
from typing import NamedTuple

import numpy as np

from faubourg.bots.effort import Effort
from faubourg.bots.evaluate import Evaluation, evaluate
from faubourg.core.position import Position
from faubourg.review.attribution import LOOKING, Attribution, Question
from faubourg.review.result import Review
from faubourg.review.timeline import Timeline

SECONDS = 12.0  # that a review takes by default
SHARE_OF_PROBES = 0.03  # of all work, for a progress bar
SHARE_OF_LOOKS = 0.4  # of the time; the rest is for values
PROBES = 8  # positions that calibrate how long a simulation takes
PROBE = Effort(simulations=24)
FEWEST, MOST = 16, 4000  # simulations for one evaluation, where the budget is in seconds


class Batch(NamedTuple):
    """Questions that can be answered in any order, with the same effort for each, and which part of
    the whole work they are, from 0 to 1."""

    questions: list[Question]
    effort: Effort
    begins: float
    ends: float


class Answer(NamedTuple):
    """An evaluation and how long it took."""

    evaluation: Evaluation
    seconds: float


Answered = Mapping[Question, Answer]
Schedule = Generator[Batch, Answered, Review]


def review_schedule(timeline: Timeline, seats: list[str], budget: Effort, workers: int) -> Schedule:
    """All evaluations that a review needs. The budget is in seconds for the whole, while so many
    workers answer at the same time, or in simulations for each evaluation."""
    attribution, clock = Attribution(timeline), _Clock(budget, workers)
    if budget.seconds is not None:
        probes = _probes(timeline)
        yield Batch(probes[:1], Effort(simulations=1), 0.0, 0.0)  # compiles what is not yet
        clock.note((yield Batch(probes, PROBE, 0.0, SHARE_OF_PROBES)), PROBE)
    middle = SHARE_OF_PROBES + SHARE_OF_LOOKS * (1 - SHARE_OF_PROBES)
    questions = attribution.looks()
    effort = clock.effort(len(questions), SHARE_OF_LOOKS)
    answers = yield Batch(questions, effort, SHARE_OF_PROBES, middle)
    looks = {question: answer.evaluation for question, answer in answers.items()}
    clock.note(answers, effort)
    questions = attribution.values(looks)
    answers = yield Batch(questions, clock.effort(len(questions), 1.0), middle, 1.0)
    values = {question: answer.evaluation for question, answer in answers.items()}
    return attribution.account(seats, looks, values)


class _Clock:
    """Time budget: how many simulations fit into the seconds that are left."""

    def __init__(self, budget: Effort, workers: int) -> None:
        self._budget = budget
        self._left = (budget.seconds or 0.0) * workers
        self._simulation = 0.0  # seconds that one takes

    def note(self, answers: Answered, effort: Effort) -> None:
        took = sum(answer.seconds for answer in answers.values())
        self._left -= took
        if answers and effort.simulations:
            self._simulation = took / (effort.simulations * len(answers))

    def effort(self, questions: int, share: float) -> Effort:
        """The same for every question: values that are compared should have the same error."""
        if self._budget.seconds is None:
            return self._budget
        fitting = self._left * share / max(1, questions) / max(self._simulation, 1e-9)
        return Effort(simulations=round(min(max(fitting, FEWEST), MOST)))


def evaluate_seeded(position: Position, effort: Effort, seed: int, stream: int) -> Evaluation:
    """Evaluate a position with common random numbers: neighbouring positions get the same, so that
    less of their difference is chance."""
    generator = np.random.default_rng((seed, stream))
    return evaluate(
        position, seconds=effort.seconds, simulations=effort.simulations, generator=generator
    )


def _probes(timeline: Timeline) -> list[Question]:
    """Some positions from all parts of the game, to calibrate with."""
    end = len(timeline.steps)
    indices = sorted({end * probe // PROBES for probe in range(PROBES)})
    return [Question(index, None, LOOKING) for index in indices]

"""How a review is conducted, whoever answers its questions: this machine or a server's workers.

`conduct` is a generator: it yields batches of questions, is sent their answers, and returns the
review.
"""

from collections.abc import Generator, Mapping
from typing import NamedTuple

import numpy as np

from faubourg.bots.effort import Effort
from faubourg.bots.evaluate import Judgement, judge
from faubourg.core.position import Position
from faubourg.review.attribution import LOOKING, Inquiry, Question
from faubourg.review.result import Review
from faubourg.review.timeline import Course

SECONDS = 12.0  # that a review takes unless told otherwise
SHARE_OF_PROBES = 0.03  # of all that there is to do, for who wants to know how far it is
SHARE_OF_LOOKS = 0.4  # of the time; the rest is for values
PROBES = 8  # positions on which it is measured how long a simulation takes
PROBE = Effort(simulations=24)
FEWEST, MOST = 16, 4000  # simulations for one judgement, where it is a matter of time


class Batch(NamedTuple):
    """Questions that can be answered in any order, with the same effort for each, and which part of
    the whole work they are, from 0 to 1."""

    questions: list[Question]
    effort: Effort
    begins: float
    ends: float


class Answer(NamedTuple):
    """A judgement and how long it took."""

    judgement: Judgement
    seconds: float


Answered = Mapping[Question, Answer]
Conduct = Generator[Batch, Answered, Review]


def conduct(course: Course, seats: list[str], budget: Effort, workers: int) -> Conduct:
    """Ask all that a review needs. The budget is in seconds for the whole, while so many workers
    answer at the same time, or in simulations for each judgement."""
    inquiry, clock = Inquiry(course), _Clock(budget, workers)
    if budget.seconds is not None:
        probes = _probes(course)
        yield Batch(probes[:1], Effort(simulations=1), 0.0, 0.0)  # compiles what is not yet
        clock.note((yield Batch(probes, PROBE, 0.0, SHARE_OF_PROBES)), PROBE)
    middle = SHARE_OF_PROBES + SHARE_OF_LOOKS * (1 - SHARE_OF_PROBES)
    asked = inquiry.looks()
    effort = clock.effort(len(asked), SHARE_OF_LOOKS)
    answers = yield Batch(asked, effort, SHARE_OF_PROBES, middle)
    looks = {question: answer.judgement for question, answer in answers.items()}
    clock.note(answers, effort)
    asked = inquiry.values(looks)
    answers = yield Batch(asked, clock.effort(len(asked), 1.0), middle, 1.0)
    values = {question: answer.judgement for question, answer in answers.items()}
    return inquiry.account(seats, looks, values)


class _Clock:
    """How many simulations fit into the time that is left."""

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
        """The same for every question: what is compared should be equally well known."""
        if self._budget.seconds is None:
            return self._budget
        fitting = self._left * share / max(1, questions) / max(self._simulation, 1e-9)
        return Effort(simulations=round(min(max(fitting, FEWEST), MOST)))


def judged(position: Position, effort: Effort, seed: int, stream: int) -> Judgement:
    """What the bots think of a position. Neighbouring positions get the same random numbers, so
    that less of their difference is chance."""
    generator = np.random.default_rng((seed, stream))
    return judge(
        position, seconds=effort.seconds, simulations=effort.simulations, generator=generator
    )


def _probes(course: Course) -> list[Question]:
    """Some positions from all parts of the game, to find out how long a simulation takes."""
    end = len(course.steps)
    places = sorted({end * probe // PROBES for probe in range(PROBES)})
    return [Question(place, None, LOOKING) for place in places]

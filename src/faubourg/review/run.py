"""A review on this machine: all questions answered on all cores."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from faubourg.bots.judging import Judgement, judge
from faubourg.core.driver import check_seed
from faubourg.core.position import Position
from faubourg.core.record import Record
from faubourg.review.course import Course, course_of
from faubourg.review.inquiry import SHARE_OF_LOOKS, Effort, Inquiry, Question
from faubourg.review.result import Review

SECONDS = 12.0  # that a review takes unless told otherwise
Progress = Callable[[float], None]  # told the share that is done, from 0 to 1


def review(
    record: Record,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Review:
    """Explain a game, finished or not: in about so many seconds, or with so many simulations for
    each judgement, which gives the same review every time."""
    workers = workers or os.cpu_count() or 1
    if seconds is None and simulations is None:
        seconds = SECONDS
    budget = Effort(None if seconds is None else seconds * workers, simulations)
    inquiry, seed = Inquiry(course_of(record), budget), check_seed(seed)
    tell = progress or (lambda share: None)
    with ThreadPoolExecutor(workers) as pool:

        def answers(
            asked: Sequence[Question], effort: Effort, begun: float, share: float
        ) -> dict[Question, Judgement]:
            found = {}
            results = pool.map(lambda one: answer(inquiry.course, one, effort, seed), asked)
            for question, judgement in zip(asked, results, strict=True):
                found[question] = judgement
                tell(begun + share * len(found) / len(asked))
            return found

        looks = answers(inquiry.looks(), inquiry.effort_of_looks(), 0.0, SHARE_OF_LOOKS)
        asked, effort = inquiry.values(looks), inquiry.effort_of_values(looks)
        values = answers(asked, effort, SHARE_OF_LOOKS, 1.0 - SHARE_OF_LOOKS)
    return inquiry.account(list(record.seats), looks, values)


def answer(course: Course, question: Question, effort: Effort, seed: int) -> Judgement:
    """What the bots think of a position that a review asks about."""
    position = course.position(question.place, question.action)
    return judged(position, effort, (seed, question.stream))


def judged(position: Position, effort: Effort, key: tuple[int, int]) -> Judgement:
    """A judgement by random numbers of its own. Neighbouring positions get the same numbers, so
    that less of their difference is chance."""
    generator = np.random.default_rng(key)
    return judge(
        position, seconds=effort.seconds, simulations=effort.simulations, generator=generator
    )

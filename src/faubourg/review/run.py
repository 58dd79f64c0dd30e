"""A review on this machine: all questions answered on all cores."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from faubourg.bots.effort import Effort, check_effort
from faubourg.core.streams import check_seed
from faubourg.records.record import Record
from faubourg.review.attribution import Question
from faubourg.review.result import Review
from faubourg.review.schedule import SECONDS, Answer, Batch, conduct, judged
from faubourg.review.timeline import Course, course_of
from faubourg.review.words import names_of

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
    """Explain a game, finished or not: in about so many seconds (12 if nothing is said), or with so
    many simulations for each judgement, which gives the same review every time.

    >>> from faubourg import Game, play
    >>> record = play(Game("minivilles", players=2), ["gentle", "random"], seed=1)
    >>> found = review(record, simulations=1)
    >>> [b.start + b.luck + b.skill + b.others == b.result for b in found.balances]
    [True, True]
    """
    budget = check_effort(seconds, simulations, Effort(seconds=SECONDS))
    course, seed = course_of(record), check_seed(seed)
    workers = workers or os.cpu_count() or 1
    asking = conduct(course, names_of(record.seats), budget, workers)
    batch = next(asking)
    with ThreadPoolExecutor(workers) as pool:  # judging is compiled and lets other threads run
        while True:
            answers = _answers(pool, course, batch, seed, progress or (lambda share: None))
            try:
                batch = asking.send(answers)
            except StopIteration as done:
                found: Review = done.value
                return found


def _answers(
    pool: ThreadPoolExecutor, course: Course, batch: Batch, seed: int, progress: Progress
) -> dict[Question, Answer]:
    def answer(question: Question) -> Answer:
        position = course.position(question.place, question.action)
        begun = time.perf_counter()
        judgement = judged(position, batch.effort, seed, question.stream)
        return Answer(judgement, time.perf_counter() - begun)

    found: dict[Question, Answer] = {}
    try:
        answers = pool.map(answer, batch.questions)
        for question, one in zip(batch.questions, answers, strict=True):
            found[question] = one
            share = len(found) / len(batch.questions)
            progress(batch.begins + (batch.ends - batch.begins) * share)
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
    return found

"""Runner of a review on this machine: evaluates all positions on all cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from faubourg.bots.effort import Effort, check_effort
from faubourg.core.streams import check_seed
from faubourg.records.record import Record
from faubourg.review.attribution import Question
from faubourg.review.descriptions import seat_names
from faubourg.review.result import Review
from faubourg.review.schedule import SECONDS, Answer, Batch, answer, review_schedule
from faubourg.review.timeline import Timeline, timeline_of

Progress = Callable[[float], None]  # gets the share that is done, from 0 to 1


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
    many playouts and simulations for each evaluation, which gives the same review every time.

    >>> from faubourg import Game, play
    >>> record = play(Game("minivilles", players=2), ["gentle", "random"], seed=1)
    >>> found = review(record, simulations=1)
    >>> [b.start + b.luck + b.skill + b.others + b.rest == b.result for b in found.balances]
    [True, True]
    """
    budget = check_effort(seconds, simulations, Effort(seconds=SECONDS))
    timeline, seed = timeline_of(record), check_seed(seed)
    workers = workers or os.cpu_count() or 1
    schedule = review_schedule(timeline, seat_names(record.seats), budget, workers)
    batch = next(schedule)
    with ThreadPoolExecutor(workers) as pool:  # the search releases the interpreter lock
        while True:
            answers = _answers(pool, timeline, batch, seed, progress or (lambda share: None))
            try:
                batch = schedule.send(answers)
            except StopIteration as done:
                found: Review = done.value
                return found


def _answers(
    pool: ThreadPoolExecutor, timeline: Timeline, batch: Batch, seed: int, progress: Progress
) -> dict[Question, Answer]:
    def work(question: Question) -> Answer:
        return answer(timeline.position(question.step), question, batch.simulations, seed)

    found: dict[Question, Answer] = {}
    try:
        answers = pool.map(work, batch.questions)
        for question, one in zip(batch.questions, answers, strict=True):
            found[question] = one
            share = len(found) / len(batch.questions)
            progress(batch.begins + (batch.ends - batch.begins) * share)
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
    return found

"""Reviews of finished games, searched by the worker processes one question at a time, so that bots
come in between; an LRU cache of results."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from faubourg.bots.effort import Effort
from faubourg.core.contract import Data
from faubourg.core.text import Text
from faubourg.review.as_json import as_data
from faubourg.review.attribution import Question
from faubourg.review.result import Review
from faubourg.review.schedule import Answer, Batch, review_schedule
from faubourg.review.timeline import Timeline, timeline_of
from faubourg.server.errors import NotFound, Refused, Unavailable
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms

KEPT = 100  # reviews in memory; an older one is made anew
MOST_WAITING = 20  # games that are reviewed or wait for it
AT_ONCE = 1
OVER = ("over", "stopped", "record")
NOT_OVER = Text(
    "A game is reviewed when it is over.", "Une partie s'explique quand elle est finie."
)
NOT_ASKED = Text("Nobody has asked for a review here.", "Personne n'a demandé d'explication ici.")
BUSY = Text(
    "Too many games are being reviewed; try again in a moment.",
    "Trop de parties sont en cours d'explication ; réessaie dans un instant.",
)


@dataclass
class Job:
    """One review, under way or done."""

    moves: int  # of the table when it was requested
    share: float = 0.0  # done, from 0 to 1
    result: Data | None = None
    task: asyncio.Task[None] | None = None


class Reviews:
    """The reviews that this process has made or is making."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._slots = asyncio.Semaphore(AT_ONCE)

    def request(self, room: Room) -> Job:
        """The review of a table, begun if there is none."""
        table = room.table
        if table.phase not in OVER:
            raise Refused("not-over", NOT_OVER)
        job = self._jobs.get(table.id)
        if job is None or job.moves != len(table.moves):
            if sum(other.result is None for other in self._jobs.values()) >= MOST_WAITING:
                raise Unavailable("busy", BUSY)
            job = self._jobs[table.id] = Job(len(table.moves))
            job.task = self._rooms.spawn(self._make(room, job))
        self._jobs.move_to_end(table.id)
        return job

    def get(self, room: Room) -> Job:
        """The review of a table that was requested."""
        job = self._jobs.get(room.table.id)
        if job is None:
            raise NotFound("no-review", NOT_ASKED)
        return job

    def stop(self) -> None:
        """Cancel what is under way: the server stops."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()

    async def _make(self, room: Room, job: Job) -> None:
        table = room.table
        try:
            await self._rooms.warmup.settled(table.game.name)
            self._rooms.check_open()
            async with self._slots:
                timeline = await asyncio.to_thread(timeline_of, table.record())
                review = await self._conduct(timeline, table.names, job)
                job.result = await asyncio.to_thread(as_data, review)
        except BaseException:
            self._jobs.pop(table.id, None)  # the next request begins anew
            raise
        job.share, job.task = 1.0, None
        done = [id for id, other in self._jobs.items() if other.result is not None]
        for id in done[:-KEPT]:
            del self._jobs[id]

    async def _conduct(self, timeline: Timeline, names: list[str], job: Job) -> Review:
        settings = self._rooms.settings
        workers = max(1, settings.thinkers)
        asking = review_schedule(timeline, names, Effort(seconds=settings.review_seconds), workers)
        batch = next(asking)
        while True:
            answers = await self._answers(timeline, batch, workers, job)
            try:
                batch = asking.send(answers)
            except StopIteration as done:
                review: Review = done.value
                return review

    async def _answers(
        self, timeline: Timeline, batch: Batch, workers: int, job: Job
    ) -> dict[Question, Answer]:
        """As many questions at once as there are workers; the rest waits here and not in the pool's
        queue, so that bots come in between."""
        left, answers = iter(batch.questions), dict[Question, Answer]()

        async def work() -> None:
            for question in left:
                answers[question] = await self._rooms.workers.judge(
                    timeline.position(question.step), question, batch.simulations
                )
                share = len(answers) / len(batch.questions)
                job.share = batch.begins + (batch.ends - batch.begins) * share

        await asyncio.gather(*(work() for _ in range(workers)))
        return answers

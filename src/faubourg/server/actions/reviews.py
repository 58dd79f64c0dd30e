"""Reviews of finished games: thought about by the bots' worker processes, a question at a time, so
that bots come in between; kept in memory for who asks again."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from faubourg.bots.effort import Effort
from faubourg.core.contract import Data
from faubourg.core.text import Text
from faubourg.review.as_json import as_data
from faubourg.review.attribution import Question
from faubourg.review.result import Review
from faubourg.review.schedule import Answer, Batch, conduct
from faubourg.review.timeline import Course, course_of
from faubourg.server.errors import NotFound, Refused, Unavailable
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import House

KEPT = 100  # reviews in memory; who asks for an older one waits again
MOST_WAITING = 20  # games that are reviewed or wait for it
AT_ONCE = 1
OVER = ("over", "stopped", "record")
NOT_OVER = Text(
    "A game is reviewed when it is over.", "Une partie s'explique quand elle est finie."
)
NOT_ASKED = Text("Nobody has asked for a review here.", "Personne n'a demandé d'explication ici.")
BUSY = Text(
    "Too many games are being reviewed; try again in a moment.",
    "Trop de parties sont en cours d'explication ; réessayez dans un instant.",
)


@dataclass
class Job:
    """One review, on its way or done."""

    moves: int  # of the table when it was asked for
    share: float = 0.0  # done, from 0 to 1
    found: Data | None = None
    task: asyncio.Task[None] | None = None


class Reviews:
    """The reviews that this process has made or is making."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._turn = asyncio.Semaphore(AT_ONCE)

    def ask(self, room: Room) -> Job:
        """The review of a table, begun if it was not."""
        table = room.table
        if table.phase not in OVER:
            raise Refused("not-over", NOT_OVER)
        job = self._jobs.get(table.id)
        if job is None or job.moves != len(table.moves):
            if sum(other.found is None for other in self._jobs.values()) >= MOST_WAITING:
                raise Unavailable("busy", BUSY)
            job = self._jobs[table.id] = Job(len(table.moves))
            job.task = self._house.spawn(self._make(room, job))
        self._jobs.move_to_end(table.id)
        return job

    def look(self, room: Room) -> Job:
        """The review of a table that was asked for."""
        job = self._jobs.get(room.table.id)
        if job is None:
            raise NotFound("no-review", NOT_ASKED)
        return job

    def stop(self) -> None:
        """The server stops: what is not done is never done."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()

    async def _make(self, room: Room, job: Job) -> None:
        table = room.table
        try:
            async with self._turn:
                course = await asyncio.to_thread(course_of, table.record())
                found = await self._conduct(course, table.names, job)
                job.found = await asyncio.to_thread(as_data, found)
        except BaseException:
            self._jobs.pop(table.id, None)  # who asks again begins anew
            raise
        job.share, job.task = 1.0, None
        done = [id for id, other in self._jobs.items() if other.found is not None]
        for id in done[:-KEPT]:
            del self._jobs[id]

    async def _conduct(self, course: Course, names: list[str], job: Job) -> Review:
        settings = self._house.settings
        workers = max(1, settings.thinkers)
        asking = conduct(course, names, Effort(seconds=settings.review_seconds), workers)
        batch = next(asking)
        while True:
            answers = await self._answers(course, batch, workers, job)
            try:
                batch = asking.send(answers)
            except StopIteration as done:
                found: Review = done.value
                return found

    async def _answers(
        self, course: Course, batch: Batch, workers: int, job: Job
    ) -> dict[Question, Answer]:
        """As many questions at once as there are workers; the rest waits here, so that bots need
        not wait for all of them."""
        left, found = iter(batch.questions), dict[Question, Answer]()

        async def work() -> None:
            for question in left:
                position = course.position(question.place, question.action)
                found[question] = await self._house.thinkers.judge(
                    position, batch.effort, 0, question.stream
                )
                share = len(found) / len(batch.questions)
                job.share = batch.begins + (batch.ends - batch.begins) * share

        await asyncio.gather(*(work() for _ in range(workers)))
        return found

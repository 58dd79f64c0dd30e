"""Periodic tasks: polling, heartbeats, sweeping for abandoned tables, removing old ones; and
listening for PostgreSQL's notifications."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

import sqlalchemy as sa

from faubourg.server import metrics
from faubourg.server.errors import Refused
from faubourg.server.runtime import background, gc_tuning
from faubourg.server.runtime.bot_driver import BotDriver
from faubourg.server.runtime.clocks import ClockKeeper
from faubourg.server.runtime.push import Push
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.store.boxes import remove_boxes
from faubourg.server.store.engine import CHANNEL, REACTIONS
from faubourg.server.store.studies import remove_studies

log = logging.getLogger(__name__)
LEAST_JUMP = 5.0  # seconds: less is how clocks are kept right
AFTER_JUMP = 24 * 3600.0
RECONNECT_SECONDS = 0.5  # after the connection to PostgreSQL was lost


class Housekeeping:
    """The tasks that run as long as the server does."""

    def __init__(
        self, rooms: Rooms, driver: BotDriver, clocks: ClockKeeper, push: Push | None
    ) -> None:
        self._rooms = rooms
        self._driver = driver
        self._clocks = clocks
        self._push = push
        self._tasks: set[asyncio.Task[None]] = set()
        self._clock = ClockWatch()
        self._remove_from = 0.0  # no table is removed before this time of the monotonic clock

    def start(self) -> None:
        settings = self._rooms.settings
        periodic: list[tuple[float, Callable[[], Awaitable[None]]]] = [
            (settings.poll, self._poll),
            (settings.beat, self._clocks.beat),
            (settings.sweep, self._clocks.sweep),
            (settings.sweep, lambda: self._driver.sweep(settings.sweep)),
        ]
        if self._push is not None:
            periodic.append((settings.sweep, self._push.sweep))
        chores = [_repeat(*each) for each in periodic]
        # Not at once: the clock of a machine that has just started may be wrong.
        chores.append(_repeat(settings.tidy, self._remove_old, settings.tidy))
        if self._rooms.store.is_postgres:
            chores.append(_repeat(RECONNECT_SECONDS, self._listen))
        for chore in chores:
            background.start(chore, self._tasks, lasts=True)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _look_at_clock(self) -> None:
        """What is old is known by the clock: after a change of it nothing is removed for a day, in
        which somebody may notice."""
        jump = self._clock.jump()
        if abs(jump) > LEAST_JUMP:
            metrics.CLOCK_JUMPS.inc()
            self._remove_from = time.monotonic() + AFTER_JUMP
            log.warning("the clock was changed", extra={"seconds": round(jump, 1)})

    async def _poll(self) -> None:
        self._look_at_clock()
        if not self._rooms.is_alone:
            await self._rooms.poll()
        self._rooms.evict_idle()
        gc_tuning.collect_young()

    async def _remove_old(self) -> None:
        """Remove old tables, by the policy that the settings state."""
        self._look_at_clock()
        if time.monotonic() < self._remove_from:
            log.info("no table is removed so soon after a change of the clock")
            return
        settings, store, now = self._rooms.settings, self._rooms.store, time.time()
        removed = 0
        for waits, keep in (
            (("players",), settings.keep_waiting),
            (("person", "clock", "machine"), settings.keep_unfinished),
            (("nobody",), settings.keep_finished),
        ):
            while count := await store.remove_tables(waits, now - keep):
                removed += count
        await remove_studies(store, now - settings.keep_studies)
        await remove_boxes(store, now - settings.keep_boxes)
        await store.forget_dead_processes()
        await self._rooms.poll(idle=True)  # disconnects their clients
        if removed:
            metrics.REMOVED.inc(removed)
            log.info("old tables removed", extra={"count": removed})
        gc_tuning.collect_all()

    async def _listen(self) -> None:
        """LISTEN: be woken when another process has stored something, until the connection is lost.
        If a notification is missed, polling finds out."""
        import psycopg  # which a server with SQLite does without

        store = self._rooms.store
        url = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with suppress(psycopg.Error):
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                await connection.execute(f"LISTEN {REACTIONS}")
                async for notification in connection.notifies():
                    process, *words = notification.payload.split()
                    if process != store.process:
                        self._notified(notification.channel, words)

    def _notified(self, channel: str, words: list[str]) -> None:
        """Another process has changed tables, or shows a reaction at one."""
        if channel == REACTIONS:
            id, seat, what = words
            self._rooms.show_reaction(id, int(seat), what)
            return
        for id in words:
            self._rooms.spawn(self._rooms.wake_up(id))


class ClockWatch:
    """Compares the clock with one that nobody sets."""

    def __init__(self) -> None:
        self._offset = self._now()

    def jump(self) -> float:
        """By how many seconds the clock was changed since the last look."""
        before, self._offset = self._offset, self._now()
        return self._offset - before

    def _now(self) -> float:
        # A monotonic clock that goes on while the machine sleeps, where there is one.
        since_boot = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
        return time.time() - time.clock_gettime(since_boot)


async def _repeat(seconds: float, task: Callable[[], Awaitable[None]], first: float = 0.0) -> None:
    """Run a periodic task. If it fails, the next time may be better."""
    await asyncio.sleep(first)
    while True:
        try:
            await task()
        except (sa.exc.DBAPIError, Refused) as error:
            log.warning("a chore failed", extra={"why": str(error)})
        except Exception:
            metrics.UNNOTICED.labels("chore").inc()
            log.exception("a chore failed")
        await asyncio.sleep(seconds)

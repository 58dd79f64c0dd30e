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
from faubourg.server.runtime import gc_tuning
from faubourg.server.runtime.bot_driver import BotDriver
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.store.engine import CHANNEL

log = logging.getLogger(__name__)
RECONNECT_SECONDS = 0.5  # after the connection to PostgreSQL was lost


class Housekeeping:
    """The tasks that run as long as the server does."""

    def __init__(self, rooms: Rooms, driver: BotDriver) -> None:
        self._rooms = rooms
        self._driver = driver
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        settings = self._rooms.settings
        periodic: list[tuple[float, Callable[[], Awaitable[None]]]] = [
            (settings.poll, self._poll),
            (settings.beat, self._rooms.store.heartbeat),
            (settings.sweep, lambda: self._driver.sweep(settings.sweep)),
            (settings.tidy, self._remove_old),
        ]
        self._tasks = [asyncio.create_task(_repeat(*each)) for each in periodic]
        if self._rooms.store.is_postgres:
            self._tasks.append(asyncio.create_task(self._listen()))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _poll(self) -> None:
        if not self._rooms.is_alone:
            await self._rooms.poll()
        self._rooms.evict_idle()
        gc_tuning.collect_young()

    async def _remove_old(self) -> None:
        """Remove old tables, by the policy that the settings state."""
        settings, store, now = self._rooms.settings, self._rooms.store, time.time()
        removed = 0
        for waits, keep in (
            (("players",), settings.keep_waiting),
            (("person", "machine"), settings.keep_unfinished),
            (("nobody",), settings.keep_finished),
        ):
            while count := await store.remove_tables(waits, now - keep):
                removed += count
        await store.forget_dead_processes()
        await self._rooms.poll(idle=True)  # disconnects their clients
        if removed:
            metrics.REMOVED.inc(removed)
            log.info("old tables removed", extra={"count": removed})
        gc_tuning.collect_all()

    async def _listen(self) -> None:
        """LISTEN: be woken when another process has stored something. If a notification is missed,
        polling finds out."""
        import psycopg  # which a server with SQLite does without

        store = self._rooms.store
        url = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            with suppress(psycopg.Error):
                async with await psycopg.AsyncConnection.connect(
                    url, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    async for notification in connection.notifies():
                        process, *ids = notification.payload.split()
                        for id in ids if process != store.process else []:
                            self._rooms.spawn(self._rooms.wake_up(id))
            await asyncio.sleep(RECONNECT_SECONDS)


async def _repeat(seconds: float, task: Callable[[], Awaitable[None]]) -> None:
    """Run a periodic task. If it fails, the next time may be better."""
    while True:
        try:
            await task()
        except (sa.exc.DBAPIError, Refused) as error:
            log.warning("a chore failed", extra={"why": str(error)})
        except Exception:
            log.exception("a chore failed")
        await asyncio.sleep(seconds)

"""What a server does by itself, again and again: keep in step, take up what was left, tidy."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

import psycopg
import sqlalchemy as sa

from faubourg.server import metrics
from faubourg.server.errors import Refused
from faubourg.server.runtime import gc_tuning
from faubourg.server.runtime.bot_driver import Driver
from faubourg.server.runtime.rooms import House
from faubourg.server.store.engine import CHANNEL

log = logging.getLogger(__name__)
LISTEN_AGAIN = 5.0  # seconds, when the line to PostgreSQL was cut


class Chores:
    """The tasks that run as long as the server does."""

    def __init__(self, house: House, driver: Driver) -> None:
        self._house = house
        self._driver = driver
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        settings = self._house.settings
        chores: list[tuple[float, Callable[[], Awaitable[None]]]] = [
            (settings.poll, self._poll),
            (settings.beat, self._house.store.beat),
            (settings.sweep, lambda: self._driver.sweep(settings.sweep)),
            (settings.tidy, self._tidy),
        ]
        self._tasks = [asyncio.create_task(_again(*chore)) for chore in chores]
        if self._house.store.is_postgres:
            self._tasks.append(asyncio.create_task(self._listen()))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _poll(self) -> None:
        if self._house.store.is_postgres:  # SQLite is for one process: there are no others
            await self._house.look_around()
        self._house.forget_idle()
        gc_tuning.look_at_new()

    async def _tidy(self) -> None:
        """Remove old tables, by the policy that the settings state."""
        settings, store, now = self._house.settings, self._house.store, time.time()
        removed = 0
        for waits, keep in (
            (("players",), settings.keep_waiting),
            (("person", "machine"), settings.keep_unfinished),
            (("nobody",), settings.keep_finished),
        ):
            while count := await store.remove(waits, now - keep):
                removed += count
        if removed:
            await self._house.look_around()  # whoever sits at one of them is told
            metrics.REMOVED.inc(removed)
            log.info("old tables removed", extra={"count": removed})
        gc_tuning.look_everywhere()

    async def _listen(self) -> None:
        """Be woken when another process has stored something. Only a hint: if one is missed, the
        polling finds out."""
        store = self._house.store
        url = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            with suppress(psycopg.Error):
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as line:
                    await line.execute(f"LISTEN {CHANNEL}")
                    async for hint in line.notifies():
                        process, *ids = hint.payload.split()
                        for id in ids if process != store.process else []:
                            self._house.spawn(self._house.hint(id))
            await asyncio.sleep(LISTEN_AGAIN)


async def _again(seconds: float, chore: Callable[[], Awaitable[None]]) -> None:
    """Do a chore now and from time to time. If it fails, the next time may be better."""
    while True:
        try:
            await chore()
        except (sa.exc.DBAPIError, Refused) as error:
            log.warning("a chore failed", extra={"why": str(error)})
        except Exception:
            log.exception("a chore failed")
        await asyncio.sleep(seconds)

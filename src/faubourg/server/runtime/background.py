"""Background tasks: one that fails is logged and counted, whether or not somebody waits for it."""

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from typing import Any, TypeVar

from faubourg.server import failstop, metrics
from faubourg.server.errors import Refused

T = TypeVar("T")
log = logging.getLogger(__name__)


def start(
    work: Coroutine[Any, Any, T], tasks: set[asyncio.Task[Any]], lasts: bool = False
) -> asyncio.Task[T]:
    """Start a task, which is in `tasks` until it is done. Without one that `lasts` as long as the
    server does, the server would go on only in part: if it ends by itself, the program ends."""
    task = asyncio.create_task(work, name=getattr(work, "__qualname__", None))
    tasks.add(task)
    task.add_done_callback(partial(_ended, tasks, lasts))
    return task


def _ended(tasks: set[asyncio.Task[Any]], lasts: bool, task: asyncio.Task[Any]) -> None:
    tasks.discard(task)
    if task.cancelled():
        return
    error = task.exception()
    if lasts:
        failstop.end(f"a task that lasts has ended: {task.get_name()}", error)
    if error is not None and not isinstance(error, Refused):
        metrics.UNNOTICED.labels("task").inc()
        log.error("work failed", exc_info=error)

"""Fail-stop: a server that can't be trusted to go on ends, and whoever runs it starts it again.

Without memory any line of Python may fail, also one that was to wake somebody: a lock that is not
handed on, a result that never reaches who waits for it. No code can know which, and a table would
stand still for ever. So the first MemoryError that is not the answer of the database or of a worker
ends the program, like a kill: nothing that was acknowledged is lost, and another is there within
two seconds. The same holds for a thread that fails, since nobody waits for one.
"""

import asyncio
import logging
import os
import sys
import threading
from contextlib import suppress
from typing import Any, NoReturn

from faubourg.server import metrics

STATUS = os.EX_SOFTWARE  # by which systemd and compose start it again
RESERVE = 2**20  # bytes that are given back so that the last words can be said
log = logging.getLogger(__name__)
_reserve = bytearray()


def end(why: str, error: BaseException | None = None) -> NoReturn:
    """End the program at once, with the reason in the log if there is memory for it."""
    global _reserve
    with suppress(BaseException):
        logging.getLogger().removeHandler(_starved)
        _reserve = bytearray()
        log.critical(why, exc_info=error)
    os._exit(STATUS)


def watch() -> None:
    """From now on what fails without anybody's knowing ends the program or is counted; call it in
    the event loop."""
    global _reserve
    _reserve = bytearray(RESERVE)
    logging.getLogger().addHandler(_starved)
    threading.excepthook = _on_thread_error
    sys.unraisablehook = _on_unraisable
    asyncio.get_running_loop().set_exception_handler(_on_loop_error)


class Starved(logging.Handler):
    """Whoever catches an error that nobody expected logs it: asyncio, uvicorn, Python's pools and
    we ourselves. So this sees every MemoryError that was caught."""

    def handle(self, record: logging.LogRecord) -> bool:  # without a lock
        if record.exc_info and isinstance(record.exc_info[1], MemoryError):
            end("no memory left: the server ends", record.exc_info[1])
        return True


_starved = Starved()


def _on_thread_error(failed: Any) -> None:
    end("a thread has failed: the server ends", failed.exc_value)


def _on_unraisable(failed: Any) -> None:
    if isinstance(failed.exc_value, MemoryError):
        end("no memory left: the server ends", failed.exc_value)
    sys.__unraisablehook__(failed)


def _on_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A callback has failed, or a task whose result nobody looked at."""
    error = context.get("exception")
    if isinstance(error, MemoryError):
        end("no memory left: the server ends", error)
    metrics.UNNOTICED.labels("callback").inc()
    loop.default_exception_handler(context)

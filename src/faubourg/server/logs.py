"""Structured logs: lines of JSON. Keys never reach them: they are sent in headers and messages,
which are not logged, and no address of this server has one in it."""

import json
import logging
import sys
import time
import traceback

# The attributes of every LogRecord; the rest was given as `extra`.
STANDARD = set(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}
# Errors of uvicorn that are none: a WebSocket that was refused with a response, and one that was
# closed because the client sent no UTF-8.
HARMLESS = (
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
)


class JsonLines(logging.Formatter):
    """One event a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "where": record.name.removeprefix("faubourg."),
            "event": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info and record.exc_info[1]:
            line["trace"] = "".join(traceback.format_exception(record.exc_info[1]))
        return json.dumps(line, default=str)


def configure(level: str) -> None:
    """Log to stderr from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.getLogger("uvicorn.error").addFilter(lambda record: record.msg not in HARMLESS)
    # We log requests and connections ourselves.
    for noisy in ("uvicorn.access", "websockets", "uvicorn.error"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))

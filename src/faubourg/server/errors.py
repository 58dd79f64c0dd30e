"""Refusals of the server as exceptions, each with its HTTP status."""

from typing import Any

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Text


class Refused(FaubourgError):  # noqa: N818 - what happened; it is no mistake of ours
    """A request that can't be granted; nothing has changed."""

    status = 409


class NotFound(Refused):
    """There is no such table, seat or page."""

    status = 404


class NotAllowed(Refused):
    """The key that came with the request does not open this."""

    status = 403


class BadRequest(Refused):
    """A message that is not understood."""

    status = 422


class Faulty(BadRequest):
    """A box with faults; `faults` are all of them, as JSON."""

    def __init__(self, code: str, text: Text, faults: list[dict[str, Any]]) -> None:
        super().__init__(code, text)
        self.faults = faults


class TooLarge(Refused):
    """A message with too many bytes."""

    status = 413


class TooSlow(Refused):
    """A request whose body did not arrive in time."""

    status = 408


class TooOften(Refused):
    """Too many requests in too short a time; `wait` says for how many seconds."""

    status = 429

    def __init__(self, code: str, text: Text, wait: float = 1.0) -> None:
        super().__init__(code, text)
        self.wait = wait


class Unavailable(Refused):
    """Not now: the server is stopping, or its database is out of reach."""

    status = 503


class Inside(Refused):
    """An internal error: the log has the details, the user gets a sentence."""

    status = 500


class StoreError(FaubourgError):
    """A database that can't be used."""


def encodable(text: Text) -> Text:
    """A text without lone surrogates, which a client may have sent and UTF-8 can't encode."""
    return Text(*(each.encode("utf-8", "replace").decode() for each in text))


def no_table(id: str) -> NotFound:
    text = Text("There is no table '{id}'.", "Il n'y a pas de table « {id} ».")
    return NotFound("no-table", text.format(id=id[:40]))

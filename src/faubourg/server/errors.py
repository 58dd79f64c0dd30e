"""What a server refuses, as types with the HTTP status that says so."""

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


class TooLarge(Refused):
    """A message with too many bytes."""

    status = 413


class TooSlow(Refused):
    """A request that did not come to its end."""

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
    """A mistake of ours: the log has the details, the user gets a sentence."""

    status = 500


class StoreError(FaubourgError):
    """A database that can't be used."""


def speakable(text: Text) -> Text:
    """A text without the halves of letters that a client may have sent and nothing can encode."""
    return Text(*(said.encode("utf-8", "replace").decode() for said in text))


def no_table(id: str) -> NotFound:
    said = Text("There is no table '{id}'.", "Il n'y a pas de table « {id} ».")
    return NotFound("no-table", said.format(id=id[:40]))

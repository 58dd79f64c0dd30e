"""Answers as JSON, and refusals in the one form that all of them have."""

from typing import Any

import msgspec
from starlette.responses import Response

from faubourg.core.errors import FaubourgError
from faubourg.server import metrics
from faubourg.server.errors import Refused, TooOften, speakable


class Json(Response):
    """An answer that is encoded by msgspec, or was before."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else msgspec.json.encode(content)


def status_of(error: FaubourgError) -> int:
    """What is understood but can't be done is a conflict: with the position, the options, …"""
    return error.status if isinstance(error, Refused) else Refused.status


def refusal(error: FaubourgError) -> Json:
    """A sentence in both languages, a code for programs, and the rule that forbids it."""
    metrics.REFUSED.labels(error.code).inc()
    said = {"code": error.code, **speakable(error.text)._asdict(), "clause": error.clause}
    headers = {"Retry-After": str(max(1, round(error.wait)))} if isinstance(error, TooOften) else {}
    return Json(said, status_of(error), headers)

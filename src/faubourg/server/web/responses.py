"""JSON responses, and the one form of all refusals."""

from typing import Any

import msgspec
from starlette.responses import Response

from faubourg.core.errors import FaubourgError
from faubourg.server import metrics
from faubourg.server.errors import Faulty, Refused, TooOften, encodable


class JsonResponse(Response):
    """Encoded by msgspec, unless it is bytes already."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else msgspec.json.encode(content)


def status_of(error: FaubourgError) -> int:
    """The HTTP status: 409 for what conflicts with the position, the options, …"""
    return error.status if isinstance(error, Refused) else Refused.status


def refusal(error: FaubourgError) -> JsonResponse:
    """A sentence in both languages, a code for programs, and the rule that forbids it."""
    metrics.REFUSED.labels(error.code).inc()
    content: dict[str, Any] = {
        "code": error.code,
        **encodable(error.text)._asdict(),
        "clause": error.clause,
    }
    if isinstance(error, Faulty):
        content["faults"] = error.faults
    headers = {"Retry-After": str(max(1, round(error.wait)))} if isinstance(error, TooOften) else {}
    return JsonResponse(content, status_of(error), headers)

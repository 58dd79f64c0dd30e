"""Bounds on HTTP before it is parsed: uvicorn's protocol with limits of bytes, headers and time.

uvicorn hands every byte to the parser, and the parser keeps what it has of a header until it ends:
an endless one is kept without end. Here a request's head is fed in small pieces and counted.
"""

import asyncio
from typing import Any, cast

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.server import ServerState

from faubourg.core.text import Text
from faubourg.server import metrics
from faubourg.server.settings import Settings
from faubourg.server.web.connections import Connections

PIECE = 4096  # bytes that are parsed before the limits are looked at again
MOST_PIPELINED = 8  # requests that came before the answer to the one before
STALLED_SECONDS = 30.0  # for which a client may leave an answer unread
BODY_SLACK = 64 * 1024  # bytes beside twice the largest body, refused already, until we hang up

BAD = (400, "http", Text("This is no HTTP request.", "Ce n'est pas une requête HTTP."))
SLOW = (
    408,
    "slow",
    Text("The request did not come in time.", "La requête n'est pas venue à temps."),
)
LARGE_HEAD = (
    431,
    "large-headers",
    Text("The request's headers are too large.", "Les en-têtes de la requête sont trop longs."),
)
TOO_MANY = (
    429,
    "too-many-connections",
    Text(
        "There are too many connections; close some or try later.",
        "Il y a trop de connexions ; fermes-en ou réessaie plus tard.",
    ),
)
Refusal = tuple[int, str, Text]


class Config(uvicorn.Config):
    """uvicorn's configuration, with what our protocols need."""

    settings: Settings
    open_connections: Connections


class GuardedHttp(HttpToolsProtocol):
    """One connection, until it closes or becomes a WebSocket."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        ours = cast(Config, config)
        self._settings = ours.settings
        self._all = ours.open_connections
        self._peer = ""
        self.cycle: RequestResponseCycle | None = None  # type: ignore[assignment]
        self._done = False  # refused, or handed on
        self._head_bytes = 0
        self._in_head = True
        self._body_left = 0
        self._answering: RequestResponseCycle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------ the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = self.client[0] if self.client else "unknown"
        if not self._all.count(self._peer):
            self._refuse(TOO_MANY)
            return
        self._all.mark_idle(self, True)
        self._within(self._settings.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        self._stop_answer()
        self._all.mark_idle(self, False)
        self._all.discard(self._peer)
        super().connection_lost(exc)

    def give_up(self) -> None:
        """Another connection needs the place of this one, which has no request."""
        self._done = True
        metrics.CUT.labels("idle").inc()
        self.transport.abort()

    def handle_websocket_upgrade(self) -> None:
        self._done = True
        self._stop_timers()
        self._all.mark_idle(self, False)
        super().handle_websocket_upgrade()

    # ------------------------------------------------------------ reading

    def data_received(self, data: bytes) -> None:
        most = self._settings.header_bytes
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            if self._done or self.transport.is_closing():
                return
            if self._in_head:
                self._head_bytes += len(piece)
                if self._head_bytes > most + PIECE:
                    self._refuse(LARGE_HEAD)
                    return
            super().data_received(piece)
            if not self._in_head:
                self._body_left -= len(piece)
                if self._body_left < 0:
                    self._cut("endless-body")

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED:
            self._cut("pipeline")
            raise ValueError("too many requests at once")  # ends the parser
        super().on_message_begin()
        self._all.mark_idle(self, False)
        self._all.mark_idle(self, True)  # the youngest: it has said something
        self._in_head = True
        self._within(self._settings.header_seconds)

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= self._settings.headers:
            raise ValueError("too many headers")  # ends the parser: `send_400_response`
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._body_left = 2 * self._settings.record_bytes + BODY_SLACK
        self._all.mark_idle(self, False)
        # The application has its own time for a body that it wants; this is for one that is not
        # read any more.
        self._within(2 * self._settings.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._head_bytes = True, 0  # of the next one
        self._stop_timer()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._in_head and not self._has_length:
            # Refused, and without an end in sight: a body with one may come, to be thrown away, so
            # that its sender reads the answer.
            self._body_left = min(self._body_left, BODY_SLACK)
        if self._in_head and not self.pipeline and not self._done:
            self._all.mark_idle(self, not self.transport.is_closing())

    @property
    def _has_length(self) -> bool:
        return any(name == b"content-length" for name, _ in self.headers)

    # ------------------------------------------------------------ writing

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED_SECONDS, self._cut, "unread")

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    # ------------------------------------------------------------ refusing

    def send_400_response(self, msg: str) -> None:
        if self._done:
            return
        too_many = len(self.headers or ()) >= self._settings.headers
        self._refuse(LARGE_HEAD if too_many else BAD)

    def _refuse(self, refusal: Refusal) -> None:
        """Answer without the application, and hang up."""
        status, code, text = refusal
        self._done = True
        self._stop_timers()
        metrics.CUT.labels(code).inc()
        if self.cycle is None or self.cycle.response_complete:
            said = msgspec.json.encode({"code": code, "en": text.en, "fr": text.fr, "clause": None})
            head = f"content-type: application/json\r\ncontent-length: {len(said)}\r\n"
            self.transport.write(
                STATUS_LINE[status] + head.encode() + b"connection: close\r\n\r\n" + said
            )
        self.transport.close()

    def _cut(self, why: str) -> None:
        if not self._done:
            self._done = True
            metrics.CUT.labels(why).inc()
            self._stop_answer()
            self.transport.abort()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _stop_answer(self) -> None:
        """What the application still says goes nowhere. uvicorn sees to that for the request that
        came last, which need not be the one that is being answered."""
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True

    # ------------------------------------------------------------ time

    def _within(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._timer = None
        if self._done or self.transport.is_closing():
            return
        if self._in_head and self._head_bytes:
            self._refuse(SLOW)
        elif self._in_head:
            self.give_up()
        elif self.cycle is not None and self.cycle.response_complete:
            self._cut("slow")

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _stop_timers(self) -> None:
        self._stop_timer()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

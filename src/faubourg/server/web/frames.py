"""A short way for WebSocket text frames through uvicorn's protocol: what is broadcast is written to
the transport as it is, and a whole frame that arrives goes to the application without a parser.

Handshakes, control frames, fragments and whatever is not understood here take uvicorn's own way,
in small pieces, and are counted: a client that sends too many of them is cut off.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.utils import apply_mask

from faubourg.server import metrics
from faubourg.server.web.http_protocol import PIECE, Config
from faubourg.server.web.rate_limits import TokenBucket

DIRECT = "faubourg.direct"  # the name of the ASGI extension: see `Direct`
TEXT = 0x81  # a text frame that is a whole message
MASKED, LENGTH = 0x80, 0x7F  # bits of a frame's second byte
SHORT, LONG = 125, 126  # the longest length in it; a sign that the next two bytes have it
MOST_QUEUED = 8  # messages of a client, before it has to wait
LAST_BYTES = 64 * 1024  # that may still be on their way when we have said goodbye


class Direct(Protocol):
    """The extension, in a connection's scope: how to write without ASGI's `send`."""

    writable: asyncio.Event  # cleared by back-pressure
    on_writable: Callable[[], None] | None  # called when that is over

    def write_text(self, payload: bytes) -> None: ...


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, with the extension."""

    on_writable: Callable[[], None] | None = None
    _in_frames = True  # all data came in whole frames, so the parser waits for the next one
    _cut = False
    _after_close = 0  # bytes
    _controls: TokenBucket | None = None  # made for who needs it: most clients send none

    def connection_lost(self, exc: Exception | None) -> None:
        peer = self.client[0] if self.client else "unknown"
        cast(Config, self.config).open_connections.discard(peer)  # counted as HTTP
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[DIRECT] = self
            del self.request  # nobody looks at it again

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_writable is not None:
            self.on_writable()

    def write_text(self, payload: bytes) -> None:
        """Send a text frame; after the end of the connection nothing."""
        if not self.close_sent and not self.disconnected:
            self.transport.write(text_frame(payload))

    def data_received(self, data: bytes) -> None:
        if self._in_frames and self.handshake_initiated:
            start = start_of_payload(data)
            self._in_frames = start > 0 and self.handshake_complete
            if self._in_frames and data[0] == TEXT and self._take(data, start):
                return
        if self.close_sent and self._talks_on(len(data)):
            return
        for start in range(0, len(data), PIECE):
            if self._cut or self.disconnected:
                return
            super().data_received(data[start : start + PIECE])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self._cut = True  # uvicorn would wait for ever: no handshake, and no close either
                self.transport.abort()

    # ------------------------------------------------------------ what is counted

    def handle_ping(self) -> None:
        if self._may_go_on("pings"):
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on("pongs"):
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        if event.fin or self._may_go_on("fragments"):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if event.fin or self._may_go_on("fragments"):
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_go_on("fragments"):
            super().handle_cont(event)

    def _talks_on(self, size: int) -> bool:
        """Whether somebody goes on after our goodbye. uvicorn waits for the answer to it and reads
        everything before that."""
        self._after_close += size
        if self._after_close > LAST_BYTES and not self._cut:
            self._cut = True
            metrics.CUT.labels("after-goodbye").inc()
            self.transport.abort()
        return self._cut

    def _may_go_on(self, what: str) -> bool:
        """Count a control frame or a fragment; False if there were too many: the connection ends,
        with a code that says why."""
        if self._controls is None:
            settings = cast(Config, self.config).settings
            self._controls = TokenBucket(settings.controls_per_second, settings.control_burst)
        if self._cut or not self._controls.take(time.monotonic()):
            return not self._cut
        self._cut = True
        metrics.CUT.labels(what).inc()
        self.conn.fail(CloseCode.POLICY_VIOLATION, f"too many {what}")
        code = {"type": "websocket.disconnect", "code": CloseCode.POLICY_VIOLATION}
        self.queue.put_nowait(cast(Any, code))
        self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
        return False

    def _take(self, data: bytes, start: int) -> bool:
        """Hand a text frame to the application; False if it needs a closer look."""
        if self.frames or self.close_sent or len(data) - start > self.config.ws_max_size:
            return False
        try:
            text = apply_mask(data[start:], data[start - 4 : start]).decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > MOST_QUEUED and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True


def text_frame(payload: bytes) -> bytes:
    """
    >>> text_frame(b"hello")
    b'\\x81\\x05hello'
    """
    size = len(payload)
    if size <= SHORT:
        return bytes((TEXT, size)) + payload
    length = size.to_bytes(2, "big") if size < 1 << 16 else size.to_bytes(8, "big")
    return bytes((TEXT, LONG if size < 1 << 16 else LONG + 1)) + length + payload


def start_of_payload(data: bytes) -> int:
    """Where the payload begins, if this is one whole masked frame and nothing else; else 0.

    >>> start_of_payload(bytes([0x81, 0x80 | 2, 0, 0, 0, 0]) + b"hi")
    6
    >>> start_of_payload(b"half a frame, or two")
    0
    """
    if len(data) < 6 or not data[1] & MASKED:
        return 0
    length, start = data[1] & LENGTH, 6
    if length == LONG:
        length, start = int.from_bytes(data[2:4], "big"), 8
    return start if length != LONG + 1 and len(data) == start + length else 0


def direct_of(scope: Any) -> Direct:
    """The extension of a connection; `serve` sees to it that there is one."""
    found: Direct = scope["extensions"][DIRECT]
    return found

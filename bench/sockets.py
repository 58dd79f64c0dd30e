"""A WebSocket client that costs as little as possible, so that a load generator measures the server
and not itself. It knows what it needs: text frames, pings, and the end."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

TEXT, CLOSE, PING = 0x1, 0x8, 0x9
LONGEST_REASON = 1000  # letters of an answer that refuses
MASK = b"\0\0\0\0"  # allowed, and spares the work of masking


class Socket(asyncio.Protocol):
    """One connection; every text that arrives is handed to `on_text`."""

    def __init__(self, url: str, on_text: Callable[[bytes], None]) -> None:
        self._url = urlsplit(url)
        self._on_text = on_text
        self._buffer = bytearray()
        self._transport: Any = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    async def open(self) -> "Socket":
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, self._url.hostname, self._url.port)
        await self.opened
        return self

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._url.path} HTTP/1.1\r\nHost: {self._url.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
            .encode()
        )  # fmt: skip

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            why = error or "closed without an answer, as by a proxy with too many connections"
            self.opened.set_exception(ConnectionError(f"{self._url.netloc}: {why}"))

    def send(self, text: bytes) -> None:
        self._frame(TEXT, text)

    def close(self) -> None:
        if self._transport and not self.closed:
            self._frame(CLOSE, b"\x03\xe8")
            self._transport.close()

    def _frame(self, opcode: int, payload: bytes) -> None:
        assert self._transport
        length = len(payload)
        head = bytes([0x80 | opcode])
        head += bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        self._transport.write(head + MASK + payload)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done():
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                said = self._buffer.decode(errors="replace")[:LONGEST_REASON]
                self.opened.set_exception(ConnectionError(f"{self._url.netloc}: {said}"))
                return
            del self._buffer[: end + 4]
            self.opened.set_result(None)
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        """Handle the next whole frame; False if there is none yet."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        length, at = buffer[1] & 0x7F, 2
        if length >= 126:
            size = 2 if length == 126 else 8
            length, at = int.from_bytes(buffer[2 : 2 + size], "big"), 2 + size
        if len(buffer) < at + length:
            return False
        opcode, payload = buffer[0] & 0x0F, bytes(buffer[at : at + length])
        del buffer[: at + length]
        if opcode == TEXT:
            self._on_text(payload)
        elif opcode == PING:
            self._frame(0xA, payload)
        elif opcode == CLOSE:
            self.close()
        return True

"""The encoder: a process that serialises what moves did, for a server with many tables.

To view a position and describe events is more than half of the processor time of a move, and
Python runs one thread at a time in a process. Where few tables are played that does not matter, and
there is no such process. Where many are, a move's row and actions are sent to it while the move is
being committed. Under back-pressure, or if it fails, the server serialises for itself.
"""

import asyncio
import logging
import multiprocessing
import signal
import socket
import struct
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Any, cast

import msgspec
import numpy as np

from faubourg.core.contract import Row
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.kernels.warmup import load
from faubourg.server import logs
from faubourg.server.runtime import gc_tuning
from faubourg.server.store.entry import MOVES, Entry
from faubourg.server.table import serialize
from faubourg.server.table.game_cache import shared_game

log = logging.getLogger(__name__)
LENGTH = struct.Struct("<I")  # the prefix of a frame: how many bytes follow
MOST_WAITING = 1000  # requests, before back-pressure
READ_BYTES = 1 << 20
LOOK_AGAIN = 500  # requests of a game in plain Python, between two looks for its machine code
BATCH_SECONDS = 0.005  # for which requests are gathered: every wake-up has its price


class Request(msgspec.Struct, array_like=True, frozen=True):
    """A position, and the moves that are played in it."""

    game: str
    players: int
    options: dict[str, str]
    version: int  # of the rules
    row: bytes
    actions: list[int]
    names: list[str]
    with_legal: bool  # a person is to act afterwards


class Encoded(msgspec.Struct, array_like=True, frozen=True):
    """JSON: the events of each move, and the view and the legal actions after the last."""

    events: list[bytes]
    view: bytes
    legal: bytes | None


pack = msgspec.msgpack.Encoder().encode
unpack_request = msgspec.msgpack.Decoder(Request).decode
unpack_encoded = msgspec.msgpack.Decoder(Encoded).decode


class Encoder:
    """The server's end of the connection to the process."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._connection: _Connection | None = None
        self._started = False

    def start_once(self, spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        """Start the process in a task, unless that was done. The flag is set before the task runs:
        a burst of moves at many tables starts one process."""
        if not self._started:
            self._started = True
            spawn(self._start())

    async def _start(self) -> None:
        ours, theirs = socket.socketpair()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for us
        try:
            context = multiprocessing.get_context("spawn")
            self._process = context.Process(target=run, args=(theirs,), daemon=True)
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()
        loop = asyncio.get_running_loop()
        _, self._connection = await loop.create_unix_connection(_Connection, sock=ours)

    def encode(
        self, game: Game, row: Row, names: list[str], entries: Sequence[Entry], with_legal: bool
    ) -> asyncio.Future[Encoded | None] | None:
        """What entries did to a row. None, now or later: the caller has to serialise it."""
        connection = self._connection
        if connection is None or not connection.free or not game.is_standard:
            return None
        if any(entry.kind not in MOVES for entry in entries):
            return None  # the names may change
        actions = [entry.action for entry in entries if entry.action is not None]
        options = dict(game.options)
        request = Request(
            game.name,
            game.players,
            options,
            game.version,
            row.tobytes(),
            actions,
            names,
            with_legal,
        )
        return connection.submit(request)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.terminate()
            self._process.join()


class _Connection(asyncio.Protocol):
    """A pipeline: requests are sent in batches, and answered in their order."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[Encoded | None]] = deque()
        self._transport: asyncio.WriteTransport | None = None
        self._batch: list[bytes] = []
        self._received = bytearray()
        self._is_ready = False

    @property
    def free(self) -> bool:
        """Whether it takes requests: connected, ready, and no back-pressure."""
        return self._transport is not None and self._is_ready and len(self._waiting) < MOST_WAITING

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)

    def submit(self, request: Request) -> asyncio.Future[Encoded | None]:
        assert self._transport
        loop = asyncio.get_running_loop()
        if not self._batch:
            loop.call_later(BATCH_SECONDS, self._flush)
        self._batch.append(frame(request))
        future: asyncio.Future[Encoded | None] = loop.create_future()
        self._waiting.append(future)
        return future

    def _flush(self) -> None:
        if self._transport is not None:
            self._transport.write(b"".join(self._batch))
        self._batch.clear()

    def data_received(self, data: bytes) -> None:
        self._received += data
        for message in unframe(self._received):
            if not self._is_ready:
                self._is_ready = True  # the first, empty message: it has started
                log.info("a second process tells of moves")
                continue
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(unpack_encoded(message) if message else None)

    def connection_lost(self, error: Exception | None) -> None:
        """The process has died: from now on the server serialises everything."""
        self._transport = None
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def frame(message: Request | Encoded | None) -> bytes:
    """A message behind its length."""
    data = b"" if message is None else pack(message)
    return LENGTH.pack(len(data)) + data


def unframe(buffer: bytearray) -> Iterator[bytes]:
    """The whole messages at the beginning of a buffer, which are removed from it."""
    start = 0
    while len(buffer) - start >= LENGTH.size:
        begin = start + LENGTH.size
        end = begin + LENGTH.unpack_from(buffer, start)[0]
        if len(buffer) < end:
            break
        yield bytes(buffer[begin:end])
        start = end
    del buffer[:start]


# ---------------------------------------------------------------- in the process


def run(connection: socket.socket) -> None:
    """Answer requests until the server closes the connection."""
    logs.configure("warning")
    gc_tuning.start()
    received = bytearray()
    with connection, suppress(OSError):
        connection.sendall(frame(None))
        while data := connection.recv(READ_BYTES):
            received += data
            answers = [frame(try_encode(message)) for message in unframe(received)]
            connection.sendall(b"".join(answers))


def try_encode(message: bytes) -> Encoded | None:
    try:
        return encode(unpack_request(message))
    except Exception:  # whatever it is, the server will meet it too, and deal with it
        return None


def encode(request: Request) -> Encoded:
    _change_over(request.game)
    game = shared_game(request.game, request.players, request.options, None, request.version)
    names = request.names
    position = Position(game, np.frombuffer(request.row, game.part("state").ROW)[0].copy())
    to_json, events = msgspec.json.encode, []
    for action in request.actions:
        before = position.row.copy()
        position.step(action)
        events.append(to_json(serialize.events(game, before, action, position.row, names)))
    legal = None
    if request.with_legal:
        legal = to_json(serialize.actions(game, position.row, position.legal.ids, names))
    return Encoded(events, to_json(position.view()), legal)


_asked: Counter[str] = Counter()  # requests, by game


def _change_over(name: str) -> None:
    """Load the machine code of a game, if it is compiled by now."""
    if _asked[name] % LOOK_AGAIN == 0 and load(name):
        return
    _asked[name] += 1

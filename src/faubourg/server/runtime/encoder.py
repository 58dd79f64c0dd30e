"""A process that writes what clients are told of a move, for a server with many tables.

To show a position and say what happened is more than half of the work that a move makes, and Python
does one thing at a time in a process. Where few tables are played that does not matter, and there
is no such process. Where many are, a move's row and actions go to it while the move is being
committed. What it has not written in time, or can't, the server writes itself.
"""

import asyncio
import logging
import multiprocessing
import signal
import socket
import struct
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import cast

import msgspec
import numpy as np

from faubourg.core.contract import Row
from faubourg.core.game import Game, games
from faubourg.core.position import Position
from faubourg.kernels.warmup import prepare
from faubourg.server.runtime import gc_tuning
from faubourg.server.store.schema import MOVES, Entry
from faubourg.server.table.game_cache import shared_game
from faubourg.server.table.telling import choices, happened

log = logging.getLogger(__name__)
HEAD = struct.Struct("<I")  # how many bytes follow
MOST = 1000  # questions that may wait for it
READ = 1 << 20
TOGETHER = 0.005  # seconds that questions are gathered for: every wake-up has its price


class Happening(msgspec.Struct, array_like=True, frozen=True):
    """A position, and what is done in it."""

    game: str
    players: int
    options: dict[str, str]
    row: bytes
    actions: list[int]
    names: list[str]
    acts: bool  # a person is to act afterwards, and wants to know what may be done


class Told(msgspec.Struct, array_like=True, frozen=True):
    """What each move did, and what is to be seen and may be done afterwards, as JSON."""

    events: list[bytes]
    view: bytes
    legal: bytes | None


encoder = msgspec.msgpack.Encoder()
happening_decoder = msgspec.msgpack.Decoder(Happening)
told_decoder = msgspec.msgpack.Decoder(Told)


class Teller:
    """The server's end. It is started when the server says that it is busy."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: _Line | None = None
        self.started = False

    async def start(self) -> None:
        self.started = True
        ours, theirs = socket.socketpair()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for us
        try:
            context = multiprocessing.get_context("spawn")
            self._process = context.Process(target=work, args=(theirs,), daemon=True)
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()
        loop = asyncio.get_running_loop()
        _, self._line = await loop.create_unix_connection(_Line, sock=ours)

    def tell(
        self, game: Game, row: Row, names: list[str], entries: Sequence[Entry], acts: bool
    ) -> asyncio.Future[Told | None] | None:
        """What is to be told of moves, or None, now or later, if one has to do it oneself."""
        line = self._line
        if line is None or not line.free or not game.is_standard:
            return None
        if any(entry.kind not in MOVES for entry in entries):
            return None  # who sits where may change
        actions = [entry.action for entry in entries if entry.action is not None]
        options, said = dict(game.options), row.tobytes()
        happening = Happening(game.name, game.players, options, said, actions, names, acts)
        return line.ask(happening)

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.terminate()
            self._process.join()


class _Line(asyncio.Protocol):
    """Happenings go out and answers come back in the same order."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[Told | None]] = deque()
        self._transport: asyncio.WriteTransport | None = None
        self._going: list[bytes] = []
        self._come = bytearray()
        self._greeted = False

    @property
    def free(self) -> bool:
        return self._transport is not None and self._greeted and len(self._waiting) < MOST

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)

    def ask(self, happening: Happening) -> asyncio.Future[Told | None]:
        assert self._transport
        loop = asyncio.get_running_loop()
        if not self._going:
            loop.call_later(TOGETHER, self._send)
        self._going.append(framed(happening))
        answer: asyncio.Future[Told | None] = loop.create_future()
        self._waiting.append(answer)
        return answer

    def _send(self) -> None:
        if self._transport is not None:
            self._transport.write(b"".join(self._going))
        self._going.clear()

    def data_received(self, data: bytes) -> None:
        self._come += data
        for said in unframed(self._come):
            if not self._greeted:
                self._greeted = True  # it has loaded what it needs
                log.info("a second process tells of moves")
                continue
            answer = self._waiting.popleft()
            if not answer.done():
                answer.set_result(told_decoder.decode(said) if said else None)

    def connection_lost(self, error: Exception | None) -> None:
        """It has died: from now on we tell everything ourselves."""
        self._transport = None
        for answer in self._waiting:
            if not answer.done():
                answer.set_result(None)
        self._waiting.clear()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def framed(message: Happening | Told | None) -> bytes:
    said = b"" if message is None else encoder.encode(message)
    return HEAD.pack(len(said)) + said


def unframed(come: bytearray) -> Iterator[bytes]:
    """The whole messages at the beginning of what has come; they are taken away from it."""
    place = 0
    while len(come) - place >= HEAD.size:
        begin = place + HEAD.size
        end = begin + HEAD.unpack_from(come, place)[0]
        if len(come) < end:
            break
        yield bytes(come[begin:end])
        place = end
    del come[:place]


# ---------------------------------------------------------------- in the process


def work(line: socket.socket) -> None:
    """Answer until the server lets go of the line."""
    for name in games():
        prepare(Game(name))
    gc_tuning.begin()
    come = bytearray()
    with line, suppress(OSError):
        line.sendall(framed(None))
        while data := line.recv(READ):
            come += data
            answers = [framed(answer(said)) for said in unframed(come)]
            line.sendall(b"".join(answers))


def answer(said: bytes) -> Told | None:
    try:
        return answer_to(happening_decoder.decode(said))
    except Exception:  # whatever it is, the server will meet it too, and deal with it
        return None


def answer_to(happening: Happening) -> Told:
    game = shared_game(happening.game, happening.players, happening.options, box=None)
    position = Position(game, np.frombuffer(happening.row, game.part("state").ROW)[0].copy())
    encode, events = msgspec.json.encode, []
    for action in happening.actions:
        before = position.row.copy()
        position.step(action)
        events.append(encode(happened(game, before, action, position.row, happening.names)))
    legal = None
    if happening.acts:
        row, names = position.row, happening.names
        legal = encode(choices(game, row, position.legal.ids, names))
    return Told(events, encode(position.view()), legal)

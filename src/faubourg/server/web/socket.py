"""The WebSocket: live play of one client at one table."""

import asyncio
import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from faubourg.core.errors import FaubourgError
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.server import metrics, protocol
from faubourg.server.actions import moves, reactions, seats
from faubourg.server.errors import BadRequest, TooOften, encodable
from faubourg.server.runtime.clocks import ClockKeeper
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.table.keys import Holder
from faubourg.server.web.frames import Direct, direct_of
from faubourg.server.web.rate_limits import TOO_OFTEN, RateLimits, TokenBucket, client_of

ADDRESS = re.compile("/api/tables/([^/]+)/live")
log = logging.getLogger(__name__)
HELLO_SECONDS = 10.0  # within which a client must bring its keys
MOST_BAD = 200  # messages in a row, bad or too many, before we hang up
BYE_SECONDS = 2.0
REACTIONS_PER_SECOND, REACTION_BURST = 0.5, 4  # on one connection
DONE, POLICY, FAULT, REFUSED_GOODBYE = 1000, 1008, 1011, 4400

NOT_UNDERSTOOD = Text("Not understood: {why}", "Message incompris : {why}")
HELLO_FIRST = Text("The first message must be 'hello'.", "Le premier message doit être « hello ».")
HELLO_TWICE = Text("'hello' was said already.", "« hello » a déjà été dit.")
OTHER_VERSION = Text(
    "This page and the server are of different versions. Please load the page again. "
    "(The server speaks version {version} of the protocol.)",
    "Cette page et le serveur ne sont pas de la même version. Recharge la page, s'il te plaît. "
    "(Le serveur parle la version {version} du protocole.)",
)


class Connection:
    """A client at a table. A broadcast wakes it, and it sends everything since the last message;
    not while the client is slow to read. That is the back-pressure: it then gets fewer and larger
    updates, in order and without a gap."""

    def __init__(
        self,
        direct: Direct,
        receive: Receive,
        send: Send,
        rooms: Rooms,
        limits: RateLimits,
        clocks: ClockKeeper,
        on_player: Callable[[], None],
    ) -> None:
        self._direct = direct
        self._next = receive
        self._asgi_send = send
        self._rooms = rooms
        self._clocks = clocks
        self._bucket = limits.messages()
        self._on_player = on_player  # called when it turns out that this one plays
        self._bad = 0  # messages in a row
        self._room: Room | None = None  # from the welcome on
        self._sent: int | None = None  # the last entry that the client knows
        self._reactions = TokenBucket(REACTIONS_PER_SECOND, REACTION_BURST)
        self._presence: tuple[list[str], int] | None = None  # the last that was sent
        self._keys: list[str] = []  # that came with the hello
        self._rekeyed = 0  # the entry after which they were last looked at
        self._watches = False  # counted among those who look on
        self._timed = -1  # the entry at which the clock was last sent
        self._closed = False
        self.flooded = False  # it sent far too much
        self.holder = Holder()

    # ------------------------------------------------------------ sending

    def wake(self) -> None:
        """Send what the client does not know yet, if there is room for it."""
        room = self._room
        if room is None:
            return
        if room.table.rekeyed > self._rekeyed:
            self._rekeyed = room.table.rekeyed
            self.holder = room.holder(self._keys)  # somebody else may have the seat now
        if not self._direct.writable.is_set():
            return
        try:
            if self._sent != room.table.number:
                self._send_update(room)
            if room.table.clock is not None and self._timed != room.table.number:
                self._timed = room.table.number
                self._send(protocol.Time(*self._clocks.reading(room.table)))
            present = (room.connected, room.watching)
            if self._presence != present:
                self._presence = present
                self._send(protocol.Presence(*present))
        except Exception:
            log.exception("a client can't be told")
            self._room = None
            self._rooms.spawn(self.close(FAULT))  # it will reconnect

    def tell(self, message: bytes) -> None:
        if self._room is not None and self._direct.writable.is_set():
            self._direct.write_text(message)

    async def goodbye(self, bye: protocol.Bye, code: int) -> None:
        with suppress(Exception):  # it may be gone already
            async with asyncio.timeout(BYE_SECONDS):
                await self._direct.writable.wait()
                self._send(bye)
                await self.close(code)

    async def close(self, code: int) -> None:
        if not self._closed:
            self._closed = True
            with suppress(Exception):  # gone while we were closing
                await self._asgi_send({"type": "websocket.close", "code": code})

    def _send_update(self, room: Room) -> None:
        since, self._sent = self._sent, room.table.number
        self._direct.write_text(room.message_since(since, self.holder))

    def _send(self, message: protocol.FromServer) -> None:
        self._direct.write_text(protocol.encode(message))

    # ------------------------------------------------------------ the conversation

    async def serve(self, id: str) -> None:
        """From the first message to the last."""
        try:
            self._rooms.check_open()
            await self._rooms.get(id)  # NotFound comes before the hello
            hello = await self._hello()
            await self._converse(await self._rooms.get(id), hello)
        except FaubourgError as error:
            text = encodable(error.text)
            await self.goodbye(protocol.Bye(error.code, *text, retry=1.0), REFUSED_GOODBYE)

    async def _hello(self) -> protocol.Hello:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                message = decode(await self._receive())
        except TimeoutError:
            message = protocol.Ping()
        if not isinstance(message, protocol.Hello):
            raise BadRequest("hello", HELLO_FIRST)
        if message.version != protocol.VERSION:
            # Pages of before versions know `hello` as a reason to give up and to say why.
            code = "hello" if message.version is None else "version"
            raise BadRequest(code, OTHER_VERSION.format(version=protocol.VERSION))
        return message

    async def _come_back(self, room: Room) -> None:
        """A person who reconnects takes the seat back from a bot."""
        await self._rooms.refresh(room)
        if any(room.table.seats[seat].handed for seat in self.holder.seats):
            await seats.take_back(self._rooms, room, sorted(self.holder.seats))
        if room.table.clock is not None:
            await self._clocks.give_credit(room, self.holder.seats)

    async def _converse(self, room: Room, hello: protocol.Hello) -> None:
        metrics.CONNECTIONS.inc()
        room.listeners.add(self)  # first: a room with listeners is kept
        try:
            self.holder = room.holder(hello.keys)
            self._keys, self._rekeyed = hello.keys, room.table.number
            self._watches = not self.holder.takes_part
            room.watching += self._watches
            if self.holder.takes_part:
                self._on_player()
            # Another version's states may have another form.
            self._sent = hello.since if hello.software == protocol.SOFTWARE else None
            await self._come_back(room)
            self._send(self._welcome(room))
            self._send_update(room)
            self._room = room
            self._direct.on_writable = self.wake
            self.wake()
            self._rooms.mark_presence(room, self.holder.seats, connected=True)
            while self._bad < MOST_BAD:
                message = await self._receive()
                await self._direct.writable.wait()  # who does not read is not answered
                await self._handle(room, message)
            self.flooded = True
            too_much = protocol.Bye("too-often", *TOO_OFTEN.format(wait=60), retry=60.0)
            await self.goodbye(too_much, POLICY)
        finally:
            room.listeners.discard(self)
            room.watching -= self._watches
            self._room = self._direct.on_writable = None
            metrics.CONNECTIONS.dec()
            self._rooms.mark_presence(room, self.holder.seats, connected=False)

    def _welcome(self, room: Room) -> protocol.Welcome:
        letters = [SEAT_LETTERS[seat] for seat in sorted(self.holder.seats)]
        return protocol.Welcome(
            protocol.VERSION,
            protocol.SOFTWARE,
            room.table.id,
            letters,
            self.holder.host,
            room.table.number,
        )

    # ------------------------------------------------------------ requests

    async def _receive(self) -> str | bytes:
        message: Message = await self._next()
        if message["type"] == "websocket.disconnect":
            self.flooded |= message.get("code") == POLICY  # `frames` has cut it off
            raise WebSocketDisconnect(message.get("code") or 1005)
        return message.get("text") or message.get("bytes") or b""

    async def _handle(self, room: Room, data: str | bytes) -> None:
        """Answer one message; what can't be done is refused with the reason."""
        name: str | None = None
        try:
            wait = self._bucket.take(time.monotonic())
            if wait:
                self._bad += 1
                raise TooOften("too-often", TOO_OFTEN.format(wait=max(1, round(wait))), wait)
            message = decode(data)
            name = getattr(message, "id", None)
            self._send(await self._dispatch(room, message))
            self._bad = 0
        except FaubourgError as error:
            self._bad += isinstance(error, BadRequest)
            metrics.REFUSED.labels(error.code).inc()
            text, clause, number = encodable(error.text), error.clause, room.table.number
            self._send(protocol.Refusal(name, error.code, *text, clause, number))

    async def _dispatch(self, room: Room, message: protocol.FromClient) -> protocol.FromServer:
        rooms, holder = self._rooms, self.holder
        if isinstance(message, protocol.Ping):
            return protocol.Pong(room.table.number)
        if isinstance(message, protocol.Describe):
            return protocol.Choices(room.table.number, room.legal)
        if isinstance(message, protocol.Hello):
            raise BadRequest("hello", HELLO_TWICE)
        if isinstance(message, protocol.React):
            wait = self._reactions.take(time.monotonic())
            if wait:
                raise TooOften("too-often", TOO_OFTEN.format(wait=max(1, round(wait))), wait)
            reactions.react(rooms, room, holder, message.seat, message.what)
            return protocol.Accepted(message.id, room.table.number)
        seat, id, answers = message.seat, message.id, message.answers
        if isinstance(message, protocol.Undo):
            number = await moves.undo(rooms, room, holder, seat, id, answers)
        else:
            number = await moves.move(rooms, room, holder, seat, message.action, id, answers)
        return protocol.Accepted(id, number)


def decode(data: str | bytes) -> protocol.FromClient:
    try:
        message: protocol.FromClient = protocol.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("message", NOT_UNDERSTOOD.format(why=str(error))) from error
    return message


class LivePlay:
    """ASGI middleware that serves the WebSockets of tables itself. FastAPI's own way keeps some 10
    KiB of coroutines and contexts for each as long as it lasts."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ADDRESS.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await self._app(scope, receive, send)
            return
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        state = scope["app"].state
        client = client_of((scope.get("client") or ("unknown", 0))[0])
        connection = Connection(
            direct_of(scope),
            receive,
            send,
            state.rooms,
            state.limits,
            state.clocks,
            partial(state.connections.remember_player, client),
        )
        state.live[connection] = client
        try:
            with suppress(WebSocketDisconnect):
                with state.sharing.guest(HTTPConnection(scope), connection):
                    await connection.serve(found[1])
                await connection.close(DONE)
        finally:
            del state.live[connection]
            if connection.flooded:
                state.limits.rest(client)

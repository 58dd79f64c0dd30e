"""The WebSocket: live play of one client at one table."""

import asyncio
import logging
import time
from contextlib import suppress

import msgspec
from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from faubourg.core.errors import FaubourgError
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.server import metrics, protocol
from faubourg.server.actions import moves, seats
from faubourg.server.errors import BadRequest, TooOften, encodable
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.table.keys import Holder
from faubourg.server.web.rate_limits import TOO_OFTEN, RateLimits

router = APIRouter()
log = logging.getLogger(__name__)
HELLO_SECONDS = 10.0  # within which a client must bring its keys
MOST_BAD = 200  # messages in a row, bad or too many, before we hang up
BYE_SECONDS = 2.0
GONE, POLICY, FAULT, REFUSED_GOODBYE = 1006, 1008, 1011, 4400

NOT_UNDERSTOOD = Text("Not understood: {why}", "Message incompris : {why}")
HELLO_FIRST = Text("The first message must be 'hello'.", "Le premier message doit être « hello ».")
HELLO_TWICE = Text("'hello' was said already.", "« hello » a déjà été dit.")
OTHER_VERSION = Text(
    "This page and the server are of different versions. Please load the page again. "
    "(The server speaks version {version} of the protocol.)",
    "Cette page et le serveur ne sont pas de la même version. Rechargez la page, s'il vous plaît. "
    "(Le serveur parle la version {version} du protocole.)",
)


class Connection:
    """A client at a table. A broadcast only wakes it; its sender then sends everything since the
    last message. That is the back-pressure: a slow client gets fewer and larger updates, in order
    and without a gap."""

    def __init__(self, socket: WebSocket, rooms: Rooms, limits: RateLimits) -> None:
        self._socket = socket
        self._rooms = rooms
        self._bucket = limits.messages()
        self._bad = 0  # messages in a row
        self._changed = asyncio.Event()
        self._sent: int | None = None  # the last entry that the client knows
        self._presence: list[str] | None = None  # the last that was sent
        self.holder = Holder()

    # ------------------------------------------------------------ sending

    def wake(self) -> None:
        self._changed.set()

    async def goodbye(self, bye: protocol.Bye, code: int) -> None:
        with suppress(Exception):  # it may be gone already
            async with asyncio.timeout(BYE_SECONDS):
                await self._send(bye)
                await self._socket.close(code)

    async def _send_updates(self, room: Room) -> None:
        """Send what changes, for as long as the connection lasts."""
        try:
            await self._send_text(self._update(room))
            while True:
                if self._sent != room.table.number:
                    await self._send_text(self._update(room))
                connected = room.connected
                if self._presence != connected:
                    self._presence = connected
                    await self._send(protocol.Presence(connected))
                await self._changed.wait()
                self._changed.clear()
        except WebSocketDisconnect:
            return
        except Exception:
            if self._socket.application_state is WebSocketState.CONNECTED:
                log.exception("a client can't be told")
                await self._socket.close(FAULT)  # it will reconnect

    def _update(self, room: Room) -> bytes:
        since, self._sent = self._sent, room.table.number
        return room.message_since(since, self.holder)

    async def _send(self, message: protocol.FromServer) -> None:
        await self._send_text(protocol.encode(message))

    async def _send_text(self, message: bytes) -> None:
        if self._socket.application_state is not WebSocketState.CONNECTED:
            raise WebSocketDisconnect(GONE)  # found out by another task
        try:
            await self._socket.send_text(message.decode())
        except RuntimeError as error:  # closed meanwhile by uvicorn, after a bad frame
            raise WebSocketDisconnect(GONE) from error

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

    async def _converse(self, room: Room, hello: protocol.Hello) -> None:
        metrics.CONNECTIONS.inc()
        room.listeners.add(self)  # first: a room with listeners is kept
        sender = None
        try:
            self.holder = room.holder(hello.keys)
            # Another version's states may have another form.
            self._sent = hello.since if hello.software == protocol.SOFTWARE else None
            await self._come_back(room)
            await self._send(self._welcome(room))
            sender = asyncio.create_task(self._send_updates(room))
            self._rooms.mark_presence(room, self.holder.seats, connected=True)
            while self._bad < MOST_BAD:
                await self._handle(room, await self._receive())
            too_much = protocol.Bye("too-often", *TOO_OFTEN.format(wait=60), retry=60.0)
            await self.goodbye(too_much, POLICY)
        finally:
            room.listeners.discard(self)
            metrics.CONNECTIONS.dec()
            if sender is not None:
                sender.cancel()
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
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
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
            await self._send(await self._dispatch(room, message))
            self._bad = 0
        except FaubourgError as error:
            self._bad += isinstance(error, BadRequest)
            metrics.REFUSED.labels(error.code).inc()
            text, clause, number = encodable(error.text), error.clause, room.table.number
            await self._send(protocol.Refusal(name, error.code, *text, clause, number))

    async def _dispatch(self, room: Room, message: protocol.FromClient) -> protocol.FromServer:
        rooms, holder = self._rooms, self.holder
        if isinstance(message, protocol.Ping):
            return protocol.Pong(room.table.number)
        if isinstance(message, protocol.Describe):
            return protocol.Choices(room.table.number, room.legal)
        if isinstance(message, protocol.Hello):
            raise BadRequest("hello", HELLO_TWICE)
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


@router.websocket("/api/tables/{id}/live")
async def live_play(socket: WebSocket, id: str) -> None:
    """Serve one WebSocket until it is closed."""
    state = socket.app.state
    await socket.accept()
    with suppress(WebSocketDisconnect):
        connection = Connection(socket, state.rooms, state.limits)
        with state.sharing.guest(socket, connection):
            await connection.serve(id)
    with suppress(RuntimeError, WebSocketDisconnect):  # gone while we were closing
        if socket.application_state is WebSocketState.CONNECTED:
            await socket.close()

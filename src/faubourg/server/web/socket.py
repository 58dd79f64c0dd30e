"""Live play: one WebSocket between a client and a table."""

import asyncio
import logging
import time
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from faubourg.core.errors import FaubourgError
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.server import metrics, protocol
from faubourg.server.actions import moves, seats
from faubourg.server.errors import BadRequest, TooOften, speakable
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import House
from faubourg.server.table.keys import Holder
from faubourg.server.web.rate_limits import TOO_OFTEN, Limits

log = logging.getLogger(__name__)
HELLO_SECONDS = 10.0  # within which a client must say who it is
PATIENCE = 200  # messages that may be refused as nonsense or too many before we hang up
BYE_SECONDS = 2.0
GONE, POLICY, FAULT, REFUSED_GOODBYE = 1006, 1008, 1011, 4400

NOT_UNDERSTOOD = Text("Not understood: {why}", "Message incompris : {why}")
HELLO_FIRST = Text("The first message must be 'hello'.", "Le premier message doit être « hello ».")
HELLO_TWICE = Text("'hello' was said already.", "« hello » a déjà été dit.")


class Connection:
    """A client at a table. It is woken when something happens, and then told everything that it
    does not know yet, so a slow one is told less often but never out of order."""

    def __init__(self, socket: WebSocket, house: House, limits: Limits) -> None:
        self._socket = socket
        self._house = house
        self._bucket = limits.messages()
        self._nonsense = 0
        self._changed = asyncio.Event()
        self._told: int | None = None  # the last entry that the client knows
        self._connected: list[str] | None = None  # the seats that it was told are connected
        self.holder = Holder()

    # ------------------------------------------------------------ being told

    def wake(self) -> None:
        self._changed.set()

    async def goodbye(self, bye: protocol.Bye, code: int) -> None:
        with suppress(Exception):  # whoever is gone needs no goodbye
            async with asyncio.timeout(BYE_SECONDS):
                await self._send(bye)
                await self._socket.close(code)

    async def _tell(self, room: Room) -> None:
        """Tell what happens, for as long as the connection lasts."""
        try:
            await self._say(self._news(room))
            while True:
                if self._told != room.table.number:
                    await self._say(self._news(room))
                connected = room.connected
                if self._connected != connected:
                    self._connected = connected
                    await self._send(protocol.Presence(self._connected))
                await self._changed.wait()
                self._changed.clear()
        except WebSocketDisconnect:
            return
        except Exception:
            if self._socket.application_state is WebSocketState.CONNECTED:
                log.exception("a client can't be told")
                await self._socket.close(FAULT)  # it will ask again

    def _news(self, room: Room) -> bytes:
        since, self._told = self._told, room.table.number
        return room.news(since, self.holder)

    async def _send(self, message: protocol.FromServer) -> None:
        await self._say(protocol.encode(message))

    async def _say(self, message: bytes) -> None:
        if self._socket.application_state is not WebSocketState.CONNECTED:
            raise WebSocketDisconnect(GONE)  # found out when something else was told
        try:
            await self._socket.send_text(message.decode())
        except RuntimeError as error:  # hung up on meanwhile, by a web server that met nonsense
            raise WebSocketDisconnect(GONE) from error

    # ------------------------------------------------------------ the conversation

    async def serve(self, id: str) -> None:
        """From the first message to the last."""
        try:
            self._house.check_open()
            await self._house.room(id)  # or there is nothing to say hello to
            hello = await self._hello()
            await self._stay(await self._house.room(id), hello)
        except FaubourgError as error:
            text = speakable(error.text)
            await self.goodbye(protocol.Bye(error.code, *text, retry=1.0), REFUSED_GOODBYE)

    async def _hello(self) -> protocol.Hello:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                message = understand(await self._receive())
        except TimeoutError:
            message = protocol.Ping()
        if not isinstance(message, protocol.Hello):
            raise BadRequest("hello", HELLO_FIRST)
        return message

    async def _come_back(self, room: Room) -> None:
        """Who returns takes the seat back from a bot."""
        await self._house.fresh(room)
        if any(room.table.seats[seat].handed for seat in self.holder.seats):
            await seats.take_back(self._house, room, sorted(self.holder.seats))

    async def _stay(self, room: Room, hello: protocol.Hello) -> None:
        metrics.CONNECTIONS.inc()
        room.listeners.add(self)  # first: a room with listeners is kept
        teller = None
        try:
            self.holder = room.holder(hello.keys)
            self._told = hello.since
            await self._come_back(room)
            letters = [SEAT_LETTERS[seat] for seat in sorted(self.holder.seats)]
            table = room.table
            await self._send(protocol.Welcome(table.id, letters, self.holder.host, table.number))
            teller = asyncio.create_task(self._tell(room))
            self._mark(room, connected=True)
            while self._nonsense < PATIENCE:
                await self._answer(room, await self._receive())
            too_much = protocol.Bye("too-often", *TOO_OFTEN.format(wait=60), retry=60.0)
            await self.goodbye(too_much, POLICY)
        finally:
            room.listeners.discard(self)
            metrics.CONNECTIONS.dec()
            if teller is not None:
                teller.cancel()
            self._mark(room, connected=False)

    def _mark(self, room: Room, connected: bool) -> None:
        """Write down who came or went, and tell the others."""
        held = self.holder.seats - (frozenset() if connected else room.here)
        if held:
            marked = [(room.table.id, seat) for seat in held]
            self._house.spawn(self._house.reach(self._house.store.mark(marked, connected)))
            room.announce()

    # ------------------------------------------------------------ requests

    async def _receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        return message.get("text") or message.get("bytes") or b""

    async def _answer(self, room: Room, said: str | bytes) -> None:
        """Do what a message asks for; what can't be done is refused with the reason."""
        name: str | None = None
        try:
            wait = self._bucket.take(time.monotonic())
            if wait:
                self._nonsense += 1
                raise TooOften("too-often", TOO_OFTEN.format(wait=max(1, round(wait))), wait)
            message = understand(said)
            name = getattr(message, "id", None)
            await self._send(await self._do(room, message))
            self._nonsense = 0
        except FaubourgError as error:
            self._nonsense += isinstance(error, BadRequest)
            metrics.REFUSED.labels(error.code).inc()
            text, clause, number = speakable(error.text), error.clause, room.table.number
            await self._send(protocol.Refusal(name, error.code, *text, clause, number))

    async def _do(self, room: Room, message: protocol.FromClient) -> protocol.FromServer:
        house, who = self._house, self.holder
        if isinstance(message, protocol.Ping):
            return protocol.Pong(room.table.number)
        if isinstance(message, protocol.Hello):
            raise BadRequest("hello", HELLO_TWICE)
        seat, id, answers = message.seat, message.id, message.answers
        if isinstance(message, protocol.Undo):
            number = await moves.undo(house, room, who, seat, id, answers)
        else:
            number = await moves.move(house, room, who, seat, message.action, id, answers)
        return protocol.Accepted(id, number)


def understand(said: str | bytes) -> protocol.FromClient:
    try:
        understood: protocol.FromClient = protocol.decode(said)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("message", NOT_UNDERSTOOD.format(why=str(error))) from error
    return understood


async def live(socket: WebSocket, house: House, limits: Limits, id: str) -> None:
    """Serve one WebSocket until it is closed."""
    await socket.accept()
    with suppress(WebSocketDisconnect):
        await Connection(socket, house, limits).serve(id)
    with suppress(RuntimeError, WebSocketDisconnect):  # gone while we were closing
        if socket.application_state is WebSocketState.CONNECTED:
            await socket.close()

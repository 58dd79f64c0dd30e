"""A player for tests: a real client over real HTTP and a real WebSocket.

`Api` is the HTTP side, without waiting (tests are plain functions). `Player` is the live side; use
it inside `asyncio.run`:

    async with Player(server.url, table, [key]) as player:
        await player.until(lambda player: player.turn == "A")
        await player.move("pass")

A `Player` patches its `state` with every update. It keeps every entry it was told of in `entries`,
by number, and fails at a gap or when it is told otherwise later. A `StubbornPlayer` is one whom no
dead server keeps from playing on.
"""

import asyncio
import itertools
import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection, connect

from faubourg.server import protocol
from faubourg.server.table import brief, patch

Data = dict[str, Any]
PATIENCE = 120.0  # a busy machine is no fault of the server
NOT_NOW = ("stopping", "database")  # refusals after which the page asks again, as for no answer
LOST = (ConnectionError, EOFError, websockets.WebSocketException)  # the server is gone


class RefusedError(Exception):
    """The server's typed refusal."""

    def __init__(self, said: Data, status: int | None = None) -> None:
        super().__init__(said)
        self.code: str = said["code"]
        self.said = said
        self.status = status


class Api:
    """HTTP requests; a refusal raises RefusedError."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)

    def ask(self, method: str, path: str, key: str | None = None, /, **body: Any) -> Any:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        given = {"json": body} if method in ("POST", "PUT") else {}
        answer = self.http.request(method, path, headers=headers, **given)
        if answer.status_code >= 400:
            raise RefusedError(answer.json(), answer.status_code)
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, key: str | None = None, /, **body: Any) -> Any:
        return self.ask("POST", path, key, **body)

    def make(self, game: str, seats: Sequence[str], /, begin: str = "full", **options: str) -> Data:
        """A table. Seats: "person", "open", or a bot's level; a name may stand before a colon."""
        wishes = [seat_wish(seat) for seat in seats]
        return self.post("/api/tables", game=game, seats=wishes, begin=begin, options=options)

    def table(self, id: str) -> Data:
        return self.get(f"/api/tables/{id}")

    def record(self, id: str) -> str:
        return self.get(f"/api/tables/{id}/record")


def when_gone(ask: Callable[[], Data]) -> Data:
    """Ask until it is granted: a server needs a moment to see that somebody is gone."""
    late = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except RefusedError as error:
            if error.code not in ("present", "too-soon") or time.monotonic() > late:
                raise
            time.sleep(0.02)


def seat_wish(said: str) -> Data:
    name, _, kind = said.rpartition(":")
    if kind in ("person", "open"):
        return {"kind": kind, "name": name}
    return {"kind": "bot", "level": kind, "name": name}


class Player:
    """One live connection."""

    address: str | None = None  # of the loopback's many, for one who is a client by itself

    def __init__(self, url: str, table: str, keys: Sequence[str] = ()) -> None:
        self.table = table
        self.url = self._live_url(url, table)
        self.keys = list(keys)
        self.number: int | None = None  # of the last entry known; None before the first snapshot
        self.seats: list[str] = []
        self.state: Data = {}
        self.legal: list[int] | None = None  # the numbers of actions
        self.software: str | None = None  # of the server that the state is from
        self.connected: list[str] = []
        self.watching = 0
        self.reactions: list[Data] = []
        self.choices: Data = {}  # the last that were described
        self.entries: dict[int, Data] = {}
        self.kinds: list[str] = []  # the types of all messages, in order
        self.answers: list[Data] = []  # to all requests, in order
        self.bye: Data | None = None
        self.closed: int | None = None  # the code of the closed connection
        self._answers: dict[str, asyncio.Future[Data]] = {}
        self._news = asyncio.Event()
        self._ids = (f"{random.getrandbits(64):x}-{n}" for n in itertools.count())
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    @staticmethod
    def _live_url(url: str, table: str) -> str:
        return f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live"

    # ------------------------------------------------------------ connecting

    async def __aenter__(self) -> "Player":
        await self.connect()
        await self.until(lambda player: bool(player.state))
        return self

    async def __aexit__(self, *why: object) -> None:
        await self.leave()

    async def connect(self) -> None:
        """Say hello, with the last entry that is known."""
        self.bye, self.closed = None, None
        way = {"local_addr": (self.address, 0)} if self.address else {}
        self._socket = await connect(
            self.url, compression=None, max_size=2**22, open_timeout=PATIENCE, **way
        )
        hello: Data = {"type": "hello", "version": protocol.VERSION, "keys": self.keys}
        known = {"since": self.number, "software": self.software} if self.state else {}
        await self.say(hello | known)
        self._reader = asyncio.create_task(self._read())

    async def leave(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reader:
            await self._reader

    async def cut(self) -> None:
        """Go without a word, as when a cable is pulled: what was not read is lost."""
        assert self._socket
        self._socket.transport.abort()
        await self.leave()

    async def say(self, message: Data | str | bytes) -> None:
        assert self._socket
        await self._socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def _read(self) -> None:
        assert self._socket
        try:
            async for said in self._socket:
                self._take(json.loads(said))
                self._news.set()
        except websockets.ConnectionClosed:
            pass
        finally:  # also when we were told what can't be
            self.closed = self._socket.close_code or 0
            for waiting in self._answers.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError("closed"))
                    waiting.exception()  # whoever asked may have left: that is no fault
            self._answers.clear()
            self._news.set()

    # ------------------------------------------------------------ what is told

    def _take(self, said: Data) -> None:
        kind = said["type"]
        self.kinds.append(kind)
        if kind == "welcome":
            self.seats, self.software = said["seats"], said["software"]
        elif kind in ("snapshot", "update"):
            self._take_news(said)
        elif kind == "presence":
            self.connected, self.watching = said["connected"], said["watching"]
        elif kind == "reaction":
            self.reactions.append(said)
        elif kind == "bye":
            self.bye = said
        elif kind == "choices":
            self.choices = said
        elif kind in ("accepted", "refused"):
            self.answers.append(said)
            waiting = self._answers.pop(said["id"], None)
            if waiting and not waiting.done():  # who asked may have given up
                waiting.set_result(said)

    def _take_news(self, said: Data) -> None:
        entries = brief.restore(said["entries"], said["number"])
        numbers = [entry["number"] for entry in entries]
        if said["type"] == "update":
            assert self.number is not None
            assert numbers == list(range(self.number + 1, said["number"] + 1)), "a gap"
            for change in said["changes"]:
                self.state = patch.apply(self.state, change)
            self.state = self.state | {"number": said["number"]}
        else:
            self.state = said["state"]
        assert self.number is None or said["number"] >= self.number, "back in time"
        self.number, self.legal = said["number"], said.get("legal")
        assert self.state["number"] == self.number
        for entry in entries:
            known = self.entries.setdefault(entry["number"], entry)
            assert known == entry, f"told otherwise: {known}, then {entry}"

    @property
    def turn(self) -> str | None:
        return self.state.get("turn")

    @property
    def over(self) -> bool:
        return self.state.get("phase") == "over"

    async def until(self, true: Callable[["Player"], bool], seconds: float = PATIENCE) -> "Player":
        """Wait until something holds of what was told."""
        async with asyncio.timeout(seconds):
            while not true(self):
                if self.closed is not None:
                    raise ConnectionError(f"closed with {self.closed}")
                self._news.clear()
                await self._news.wait()
        return self

    async def until_closed(self) -> None:
        """Wait until the server, or whoever stands before it, hangs up."""
        assert self._reader
        async with asyncio.timeout(PATIENCE):
            await self._reader

    # ------------------------------------------------------------ requests

    async def ask(self, **message: Any) -> Data:
        """Send a request and wait for its answer, `accepted` or RefusedError."""
        id = message.setdefault("id", next(self._ids))
        waiting = self._answers[id] = asyncio.get_running_loop().create_future()
        await self.say(message)
        async with asyncio.timeout(PATIENCE):
            answer = await waiting
        if answer["type"] == "refused":
            raise RefusedError(answer)
        return answer

    async def move(self, action: str | int, seat: str | None = None, **more: Any) -> Data:
        seat = seat or self.turn or self.seats[0]
        told = {"seat": seat, "action": action, "answers": self.number, **more}
        return await self.ask(type="move", **told)

    async def undo(self, seat: str | None = None, **more: Any) -> Data:
        seat = seat or self.seats[0]
        return await self.ask(type="undo", **{"seat": seat, "answers": self.number, **more})

    async def play_on(self, chooser: random.Random, most: int = 10**6) -> None:
        """Play any legal move whenever one of the own seats is to act, until the game is over."""
        for _ in range(most):
            await self.until(lambda player: player.over or player.turn in player.seats)
            if self.over:
                return
            assert self.legal
            number = self.number
            await self.move(chooser.choice(self.legal))
            await self.until(lambda player, number=number: player.number != number)  # type: ignore[misc]


class StubbornPlayer(Player):
    """Comes back whenever it is thrown out, by the next of several servers, and asks again what got
    no answer. Every request and every answer is written down."""

    def __init__(
        self, urls: Sequence[str], table: str, keys: Sequence[str], chooser: random.Random
    ) -> None:
        super().__init__(urls[0], table, keys)
        self.chooser = chooser
        self.asked: dict[str, Data] = {}  # all requests, by their ids
        self.accepted: dict[str, int] = {}  # the entries by which they were granted
        self.refused: dict[str, str] = {}  # the codes with which they were not
        self.returns = -1
        self._pending: Data | None = None
        self._urls = itertools.cycle([self._live_url(url, table) for url in urls])

    async def play_to_the_end(self, seconds: float = 5 * PATIENCE) -> None:
        """Until the game is over, whatever happens to the servers."""
        async with asyncio.timeout(seconds):
            while not self.over:
                self.url = next(self._urls)
                try:
                    await self._come_back()
                    self.returns += 1
                    await self.until(lambda player: bool(player.state), seconds)
                    await self._play(seconds)
                except LOST:
                    await asyncio.sleep(0.02)
                finally:
                    await self.leave()

    async def _come_back(self) -> None:
        try:
            await self.connect()
        except (
            TimeoutError
        ) as error:  # a server that listens already and is killed before it serves
            raise ConnectionError("nobody there") from error

    async def _play(self, seconds: float) -> None:
        while True:
            if self._pending is None:
                await self.until(lambda player: player.over or player.turn in player.seats, seconds)
                if self.over:
                    return
                self._pending = self._choose()
                self.asked[self._pending["id"]] = self._pending
            await self._insist(self._pending)
            self._pending = None

    def _choose(self) -> Data:
        """Any legal move, and now and then to take one back."""
        request = {"id": next(self._ids), "answers": self.number, "seat": self.turn}
        if self.state["undo"] == self.turn and self.chooser.random() < 0.3:
            return request | {"type": "undo"}
        assert self.legal
        return request | {"type": "move", "action": self.chooser.choice(self.legal)}

    async def _insist(self, request: Data) -> None:
        known, id = self.number, request["id"]
        try:
            answer = await self.ask(**request)
        except RefusedError as error:
            if error.code in NOT_NOW:
                raise ConnectionError(error.code) from error
            self.refused[id] = error.code
            if error.code == "stale":  # another tab was quicker; what it did is on its way
                await self.until(lambda player: player.number != known)
            return
        assert self.accepted.setdefault(id, answer["number"]) == answer["number"]
        # What was granted is also told.
        await self.until(lambda player: (player.number or 0) >= answer["number"])

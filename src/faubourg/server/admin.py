"""The operator's door to a running server: a Unix socket that only its own user can open.

One request and one answer on a connection, each a line of JSON. Nothing of this can be reached over
the network, and without the socket nothing of it is there.
"""

import asyncio
import ipaddress
import json
import logging
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from fastapi import FastAPI

from faubourg.core.checks import is_number, not_allowed
from faubourg.core.errors import FaubourgError
from faubourg.core.folders import state_folder
from faubourg.core.text import Text
from faubourg.server import protocol
from faubourg.server.errors import BadRequest, NotFound, no_table
from faubourg.server.settings import LIMITS, SETTABLE, Settings, changed
from faubourg.server.store.schema import entries, presence, subscriptions, tables
from faubourg.server.web.rate_limits import BLOCKED, RateLimits, client_of

Data = dict[str, Any]
log = logging.getLogger(__name__)
MOST_BYTES = 4096  # of a request
MOST_TABLES = 200  # shown
SECONDS = 30.0
MINUTE = 60.0
LONGEST_BLOCK = 366 * 24 * 60  # minutes
BLOCKED_GOODBYE = 4403
NO_SERVER = Text(
    "No server of yours answers for port {port} ({path}).",
    "Aucun serveur à toi ne répond pour le port {port} ({path}).",
)
NO_COMMAND = Text("There is no such command.", "Cette commande n'existe pas.")
ADDRESSES = Text("an address, as 203.0.113.7", "une adresse, comme 203.0.113.7")
MINUTES = Text("minutes from 1 to a year", "des minutes, de 1 à un an")


def socket_path(port: int) -> Path:
    return state_folder() / "admin" / f"{port}.sock"


class AdminSocket:
    """Listens as long as the server runs."""

    def __init__(self, app: FastAPI, port: int) -> None:
        self._app = app
        self._path = socket_path(port)
        self._first_settings: Settings = app.state.settings
        self._server: asyncio.Server | None = None
        self._commands: dict[str, Callable[[Data], Awaitable[Data]]] = {
            "tables": self._tables,
            "clients": self._clients,
            "limits": self._limits,
            "set": self._set,
            "reset": self._reset,
            "remove": self._remove,
            "block": self._block,
            "unblock": self._unblock,
        }

    async def open(self) -> None:
        """Listen; a folder that can't be written to is no reason not to serve."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._path.parent.chmod(0o700)
            self._path.unlink(missing_ok=True)  # of a server that was killed
            self._server = await asyncio.start_unix_server(
                self._answer, self._path, limit=MOST_BYTES
            )
            self._path.chmod(0o600)
        except OSError as error:
            log.info("no admin socket", extra={"file": str(self._path), "why": str(error)})

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nothing = (ConnectionError, TimeoutError, EOFError, asyncio.LimitOverrunError)
        with suppress(*nothing):  # gone, or no line at all
            async with asyncio.timeout(SECONDS):
                answer = await self._dispatch(await reader.readuntil(b"\n"))
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        writer.close()

    async def _dispatch(self, line: bytes) -> Data:
        try:
            asked = json.loads(line)
            command = self._commands.get(str(asked["command"])) if "command" in asked else None
            if command is None:
                raise BadRequest("command", NO_COMMAND)
            answer = await command(asked)
            log.info("admin", extra={"command": asked["command"]})
            return answer
        except FaubourgError as error:
            return {"error": error.code, **error.full_text._asdict()}
        except (ValueError, TypeError, KeyError):  # no JSON, or no object
            return {"error": "command", **NO_COMMAND._asdict()}

    # ------------------------------------------------------------ commands

    async def _tables(self, asked: Data) -> Data:
        rooms = self._app.state.rooms
        counting = sa.select(tables.c.waits, sa.func.count()).group_by(tables.c.waits)
        counts = await rooms.store.read(lambda connection: connection.execute(counting).all())
        held = sorted(rooms.held, key=lambda room: room.used, reverse=True)
        shown = [
            {
                "table": room.table.id,
                "game": room.table.game.name,
                "phase": room.table.phase,
                "moves": len(room.table.moves),
                "seats": ", ".join(
                    f"{seat.name} ({seat.bot or seat.kind})" for seat in room.table.seats
                ),
                "connected": " ".join(room.connected),
                "listeners": len(room.listeners),
            }
            for room in held[:MOST_TABLES]
        ]
        stored = {str(waits): count for waits, count in counts}
        return {"stored": stored, "in_memory": len(held), "tables": shown}

    async def _clients(self, asked: Data) -> Data:
        state = self._app.state
        limits: RateLimits = state.limits
        live, sockets = limits.connected, dict(state.connections.clients)
        found = [
            {"client": client, "sockets": sockets.get(client, 0), "live": live.get(client, 0)}
            for client in sorted({*live, *sockets}, key=lambda each: -sockets.get(each, 0))
        ]
        now = time.monotonic()
        blocked = {client: round(until - now) for client, until in limits.blocked.items()}
        return {"clients": found[:MOST_TABLES], "blocked_seconds": blocked}

    async def _limits(self, asked: Data) -> Data:
        state = self._app.state
        settings: Settings = state.settings
        values = {name: value for name, value in asdict(settings).items() if name in SETTABLE}
        connections = state.connections
        now = {
            "sockets": len(connections),
            "sockets_at_most": connections.capacity,
            "only_the_reserve_is_left": connections.is_crowded,
            "live": sum(state.limits.connected.values()),
            "rooms": len(state.rooms.held),
        }
        usual = asdict(self._first_settings)
        before = {name: value for name, value in usual.items() if values.get(name, value) != value}
        return {"now": now, "settings": values, "changed_from": before}

    async def _set(self, asked: Data) -> Data:
        """Other limits from now on, until the server is restarted."""
        wanted = [str(each) for each in asked.get("assignments", ())]
        return await self._use(changed(self._app.state.settings, wanted, LIMITS))

    async def _reset(self, asked: Data) -> Data:
        """The limits with which the server was started."""
        return await self._use(self._first_settings)

    async def _use(self, settings: Settings) -> Data:
        state = self._app.state
        state.settings = settings
        state.limits.use(settings)
        state.connections.use(settings)
        return await self._limits({})

    async def _remove(self, asked: Data) -> Data:
        id, rooms = str(asked.get("table")), self._app.state.rooms

        def work(connection: sa.Connection) -> int:
            for each in (presence, subscriptions, entries):
                connection.execute(each.delete().where(each.c.table == id))
            return connection.execute(tables.delete().where(tables.c.id == id)).rowcount

        if not await rooms.or_unavailable(rooms.store.write(work)):
            raise no_table(id)
        for room in rooms.held:
            if room.table.id == id:
                await rooms.close_room(room)
        return {"removed": id}

    async def _block(self, asked: Data) -> Data:
        client, minutes = _client(asked), asked.get("minutes", 60)
        if not is_number(minutes, 0, LONGEST_BLOCK):
            raise not_allowed("minutes", minutes, MINUTES)
        state = self._app.state
        state.limits.block(client, minutes * MINUTE)
        bye = protocol.Bye("blocked", *BLOCKED, retry=minutes * MINUTE)
        theirs = [each for each, held_by in [*state.live.items()] if held_by == client]
        await asyncio.gather(*(each.goodbye(bye, BLOCKED_GOODBYE) for each in theirs))
        return {"blocked": client, "minutes": minutes, "disconnected": len(theirs)}

    async def _unblock(self, asked: Data) -> Data:
        client = _client(asked)
        if not self._app.state.limits.unblock(client):
            raise NotFound("not-blocked", Text("It is not blocked.", "Elle n'est pas bloquée."))
        return {"unblocked": client}


def _client(asked: Data) -> str:
    try:
        return client_of(str(ipaddress.ip_address(str(asked.get("address")))))
    except ValueError as error:
        raise not_allowed("address", asked.get("address"), ADDRESSES) from error


def ask(port: int, command: str, **given: object) -> Data:
    """Send a request to the server of this user at a port; FaubourgError if it is refused."""
    path = socket_path(port)
    try:
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(SECONDS)
            door.connect(str(path))
            door.sendall(json.dumps({"command": command, **given}).encode() + b"\n")
            with door.makefile("rb") as answer:
                said: Data = json.loads(answer.readline())
    except (OSError, ValueError) as error:
        raise FaubourgError("no-server", NO_SERVER.format(port=port, path=str(path))) from error
    if "error" in said:
        raise FaubourgError(said["error"], Text(said["en"], said["fr"]))
    return said

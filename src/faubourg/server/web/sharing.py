"""Sharing with the local network: a second listening socket of the running server, opened and
closed from the computer on which it runs."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import uvicorn
from starlette.requests import HTTPConnection

from faubourg.core.text import Text
from faubourg.server import protocol
from faubourg.server.errors import BadRequest, NotAllowed, Refused
from faubourg.server.settings import LOOPBACK, Settings
from faubourg.server.web.interfaces import Address, host_name, is_loopback, lan_addresses

State = Literal["off", "closed", "open", "always"]
NEXT_PORTS = 10  # tried after the server's own, before any free one
UNSHARED_GOODBYE = 4403
COME_AGAIN = 10.0  # seconds; the host may open it again
CLOSE_SECONDS = 1.0  # of grace for answers under way
# A proxy adds at least one of these, unless it hides; then the host name gives it away.
FORWARDED = (
    "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
)  # fmt: skip

NOT_HERE = Text(
    "Only the computer on which Faubourg runs may do this.",
    "Seul l'ordinateur sur lequel tourne Faubourg peut faire cela.",
)
OFF = Text(
    "This server is not opened to the local network from a page; whoever runs it has decided so.",
    "Ce serveur ne s'ouvre pas au réseau local depuis une page ; c'est le choix de qui l'exploite.",
)
ALWAYS = Text(
    "This server was started for the whole network; it is closed by stopping it.",
    "Ce serveur a été lancé pour tout le réseau ; on le ferme en l'arrêtant.",
)
NO_NETWORK = Text(
    "This computer is in no home network. Connect it to your Wi-Fi or your router and try again.",
    "Cet ordinateur n'est dans aucun réseau local. Connecte-le à ton Wi-Fi ou à ta box, "
    "puis réessaie.",
)
NO_SUCH_ADDRESS = Text(
    "This computer has no address {address}; it has: {allowed}.",
    "Cet ordinateur n'a pas l'adresse {address} ; il a : {allowed}.",
)
NO_LISTENING = Text(
    "Can't listen at {address}: {why}.", "Impossible d'écouter à l'adresse {address} : {why}."
)
UNSHARED = Text(
    "The host has closed the table to other devices. Your seat is kept.",
    "L'hôte a fermé la table aux autres appareils. Ta place est gardée.",
)


class Guest(Protocol):
    """A live connection that came by the network."""

    async def goodbye(self, bye: protocol.Bye, code: int) -> None: ...


@dataclass(frozen=True)
class Opened:
    """Where the server listens for other devices."""

    address: str
    port: int
    listener: asyncio.AbstractServer


class LanSharing:
    """Whether other devices of this home reach the server. A server that starts is closed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._server: uvicorn.Server | None = None
        self._port = settings.port
        self._opened: Opened | None = None
        self._guests: set[Guest] = set()
        self._changing = asyncio.Lock()

    def attach(self, server: uvicorn.Server, port: int) -> None:
        """The running server, which is to listen at more addresses, and its port."""
        self._server, self._port = server, port

    # ------------------------------------------------------------ what holds now

    @property
    def state(self) -> State:
        settings = self._settings
        if not settings.is_loopback:
            return "always"
        public = settings.behind_proxy or settings.origins
        if self._server is None or public or not settings.lan_sharing:
            return "off"
        return "open" if self._opened else "closed"

    @property
    def host(self) -> str | None:
        """The host name by which other devices may call this server now."""
        return self._opened.address if self._opened else None

    @property
    def url(self) -> str | None:
        """The page as other devices reach it; None if they can't."""
        if self._settings.is_wildcard:
            found = self.addresses()
            return page_url(found[0].address, self._port) if found else None
        if not self._settings.is_loopback:
            return page_url(self._settings.host, self._port)
        return page_url(self._opened.address, self._opened.port) if self._opened else None

    def addresses(self) -> list[Address]:
        return lan_addresses()

    def check_here(self, request: HTTPConnection) -> None:
        """NotAllowed unless the request comes from this computer, and through no proxy."""
        peer = request.client.host if request.client else ""
        name = host_name(request.headers.get("host", ""))
        forwarded = any(header in request.headers for header in FORWARDED)
        proxy = self._settings.behind_proxy or forwarded or name not in LOOPBACK
        if proxy or not is_loopback(peer):
            raise NotAllowed("not-this-computer", NOT_HERE)

    # ------------------------------------------------------------ opening and closing

    async def open(self, address: str | None = None) -> None:
        """Listen at an address of this computer too, else at the likeliest. If it listens at
        another, that one is closed."""
        self._check_available()
        async with self._changing:
            address = self._choose(address)
            if self._opened and self._opened.address == address:
                return
            await self._close()
            listening = _bind(address, self._port)
            self._opened = Opened(
                address, listening.getsockname()[1], await self._listen(listening)
            )

    async def close(self) -> None:
        """Listen to this computer only, and disconnect all others."""
        self._check_available()
        async with self._changing:
            await self._close()

    def _check_available(self) -> None:
        if self.state == "always":
            raise Refused("lan-always", ALWAYS)
        if self.state == "off":
            raise NotAllowed("lan-off", OFF)

    def _choose(self, address: str | None) -> str:
        allowed = [each.address for each in self.addresses()]
        if not allowed:
            raise Refused("no-network", NO_NETWORK)
        if address is None:
            return allowed[0]
        if address not in allowed:
            text = NO_SUCH_ADDRESS.format(address=address, allowed=", ".join(allowed))
            raise BadRequest("lan-address", text)
        return address

    async def _listen(self, listening: socket.socket) -> asyncio.AbstractServer:
        """The same protocol, limits and graceful stop as uvicorn's own sockets have."""
        server = self._server
        assert server is not None

        def make_protocol() -> asyncio.Protocol:
            kind: Any = server.config.http_protocol_class
            protocol: asyncio.Protocol = kind(
                config=server.config,
                server_state=server.server_state,
                app_state=server.lifespan.state,
            )
            return protocol

        loop = asyncio.get_running_loop()
        backlog = server.config.backlog
        listener = await loop.create_server(make_protocol, sock=listening, backlog=backlog)
        server.servers.append(listener)
        return listener

    async def _close(self) -> None:
        opened, self._opened = self._opened, None  # from now on its host name is refused
        if opened is None or self._server is None:
            return
        opened.listener.close()
        self._server.servers.remove(opened.listener)  # type: ignore[arg-type]
        bye = protocol.Bye("unshared", *UNSHARED, retry=COME_AGAIN)
        await asyncio.gather(*(guest.goodbye(bye, UNSHARED_GOODBYE) for guest in [*self._guests]))
        await self._disconnect((opened.address, opened.port))

    async def _disconnect(self, local: tuple[str, int]) -> None:
        """Close what is left of the connections that came in at a local address."""
        assert self._server is not None
        connections = self._server.server_state.connections

        def left() -> list[Any]:
            return [
                each
                for each in connections
                if (each.transport.get_extra_info("sockname") or ())[:2] == local
            ]

        for connection in left():
            connection.shutdown()
        late = asyncio.get_running_loop().time() + CLOSE_SECONDS
        while left() and asyncio.get_running_loop().time() < late:
            await asyncio.sleep(0.02)
        for connection in left():
            connection.transport.abort()

    @contextmanager
    def guest(self, connection: HTTPConnection, guest: Guest) -> Iterator[None]:
        """Remember a live connection while it lasts, if it came from another computer."""
        if is_loopback(connection.client.host if connection.client else ""):
            yield
            return
        self._guests.add(guest)
        try:
            yield
        finally:
            self._guests.discard(guest)


def page_url(host: str, port: int) -> str:
    """
    >>> page_url("192.168.1.20", 8472), page_url("::1", 8472)
    ('http://192.168.1.20:8472', 'http://[::1]:8472')
    """
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _bind(address: str, port: int) -> socket.socket:
    """A socket at an address, with this port if it is free there, else with one after it, else with
    any."""
    why = ""
    for each in (*range(port, min(port + NEXT_PORTS, 2**16)), 0):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((address, each))
        except OSError as error:
            listening.close()
            why = error.strerror or str(error)
        else:
            return listening
    raise Refused("no-listening", NO_LISTENING.format(address=address, why=why))

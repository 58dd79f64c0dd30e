"""`faubourg serve`: runs uvicorn until a signal stops it, and prints its addresses."""

import io
import os
import platform
import signal
import socket
import sys
import warnings
import webbrowser
from contextlib import suppress

import segno
import uvicorn
from fastapi import FastAPI
from pydantic.warnings import UnsupportedFieldAttributeWarning

from faubourg.core.errors import FaubourgError, OptionError
from faubourg.core.text import Language, Text
from faubourg.lab.play.ray import check_on
from faubourg.lab.play.runner import LOCAL
from faubourg.server import failstop, logs, metrics
from faubourg.server.admin import AdminSocket
from faubourg.server.app import create_app
from faubourg.server.runtime.push import vapid_of
from faubourg.server.settings import Settings
from faubourg.server.store.store import Store
from faubourg.server.web.frames import DirectProtocol
from faubourg.server.web.http_protocol import Config, GuardedHttp
from faubourg.server.web.sharing import NO_NETWORK, LanSharing, page_url

LIGHT_ON_DARK, PLAIN = "\x1b[97;40m", "\x1b[0m"
PING_SECONDS = 60.0  # pages say something every 15 seconds themselves
STOP_SECONDS = 20  # of grace for what is under way
SERVING = Text("Faubourg is at {url}", "Faubourg est à {url}")
SHARED = Text(
    "For phones and computers in this home: {url}",
    "Pour les téléphones et ordinateurs de la maison : {url}",
)
NO_SHARING = Text(
    "--share does not go with --behind-proxy, --origin or lan_sharing=0.",
    "--share ne va pas avec --behind-proxy, --origin ou lan_sharing=0.",
)
HOW_TO_STOP = Text("Ctrl-C stops it; no move is lost.", "Ctrl-C l'arrête ; aucun coup n'est perdu.")
NO_ADDRESS = Text(
    "Can't listen at {host}, port {port}: {why}.",
    "Impossible d'écouter {host}, port {port} : {why}.",
)


class Server(uvicorn.Server):
    """uvicorn's server, which prints its address when it listens and disconnects clients before it
    stops."""

    def __init__(
        self, config: uvicorn.Config, app: FastAPI, language: Language, browse: bool
    ) -> None:
        super().__init__(config)
        self._app = app
        self._settings: Settings = app.state.settings
        self._language = language
        self._browse = browse
        self._admin: AdminSocket | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        failstop.watch()
        metrics.START_TIME.set_to_current_time()
        await super().startup(sockets)
        if self.should_exit or not sockets:
            return
        port = sockets[0].getsockname()[1]
        self._admin = AdminSocket(self._app, port)
        await self._admin.open()
        url = _url(sockets[0], self._settings)
        print(SERVING.format(url=url).to(self._language), flush=True)
        self._app.state.sharing.attach(self, port)
        await self._share()
        if sys.stdout.isatty():
            print(HOW_TO_STOP.to(self._language), flush=True)
        if self._browse and _has_display():
            webbrowser.open(url)

    async def _share(self) -> None:
        """With --share listen in the local network too; print the address for other devices."""
        sharing: LanSharing = self._app.state.sharing
        if self._settings.share and self._settings.is_loopback:
            try:
                await sharing.open()
            except FaubourgError as error:  # there is still this computer to play on
                print(error.sentence(self._language), flush=True)
        elif self._settings.is_wildcard and sharing.url is None:
            print(NO_NETWORK.to(self._language), flush=True)
        url = sharing.url
        if url is not None and (self._settings.share or self._settings.is_wildcard):
            print(SHARED.format(url=url).to(self._language), flush=True)
            if self._settings.share and _has_half_blocks():
                print(qr_picture(url), flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # First of all stop listening: a proxy then sends who comes back to another process.
        for server in self.servers:
            server.close()
        for listening in sockets or []:
            listening.close()
        if self._admin is not None:
            await self._admin.close()
        await self._app.state.rooms.goodbye()
        await self._app.state.studies.stop()  # whoever waits for an answer of it would hold us up
        await super().shutdown(sockets)


def serve(settings: Settings, language: Language, browse: bool = False) -> int:
    """Run until a signal; returns the exit status of the program."""
    # FastAPI means to ignore this one, but what it says to ignore is forgotten when another thread
    # ends its own ignoring, as compiling does.
    warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)
    if settings.share and (settings.behind_proxy or settings.origins or not settings.lan_sharing):
        raise OptionError("share", NO_SHARING)
    if settings.lab != LOCAL:
        check_on(settings.lab)
    vapid_of(settings)  # fail early, with a sentence
    listening = _listen(settings)
    Store(settings.database).close()  # the same
    logs.configure(settings.log_level)
    app = create_app(settings)
    config = Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="on",
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=GuardedHttp,
        ws=DirectProtocol,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        proxy_headers=False,  # ours knows how many proxies there are
        ws_ping_interval=PING_SECONDS,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    config.settings, config.open_connections = settings, app.state.connections
    server = Server(config, app, language, browse)
    # uvicorn stops in an orderly way and then raises the signal again: that is no reason to die.
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    with suppress(KeyboardInterrupt):
        server.run([listening])
    return 0 if server.started else 1


def _listen(settings: Settings) -> socket.socket:
    """A listening socket; OptionError if the address can't be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        where = NO_ADDRESS.format(host=settings.host, port=settings.port, why=why)
        listening.close()
        raise OptionError("address", where) from error
    return listening


def _url(listening: socket.socket, settings: Settings) -> str:
    """The address for this computer."""
    host, port = listening.getsockname()[:2]
    if settings.is_wildcard:
        host = "127.0.0.1"
    return page_url(host, port)


def qr_picture(url: str) -> str:
    """A QR code of half blocks, light on dark whatever the colours of the terminal are."""
    drawn = io.StringIO()
    segno.make_qr(url, error="m").terminal(drawn, border=2, compact=True)
    return "\n".join(f"{LIGHT_ON_DARK}{line}{PLAIN}" for line in drawn.getvalue().splitlines())


def _has_half_blocks() -> bool:
    """Whether the output is a terminal that can show them."""
    return sys.stdout.isatty() and "utf" in sys.stdout.encoding.lower()


def _has_display() -> bool:
    """Whether a browser can be shown."""
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(shown) or platform.system() != "Linux"

"""`faubourg serve`: runs uvicorn until a signal stops it, and shows the progress of the warm-up."""

import asyncio
import os
import platform
import signal
import socket
import sys
import warnings
import webbrowser
from contextlib import suppress

import uvicorn
from fastapi import FastAPI
from pydantic.warnings import UnsupportedFieldAttributeWarning

from faubourg.core.errors import OptionError
from faubourg.core.game import Game
from faubourg.core.text import Language, Text
from faubourg.server import logs
from faubourg.server.app import create_app
from faubourg.server.runtime.warmup import Warmup
from faubourg.server.settings import Settings
from faubourg.server.store.store import Store

QUIET_SECONDS = 1.0  # of warm-up, before its progress is shown
STOP_SECONDS = 20  # of grace for what is under way
SERVING = Text("Faubourg is at {url}", "Faubourg est à {url}")
HOW_TO_STOP = Text("Ctrl-C stops it; no move is lost.", "Ctrl-C l'arrête ; aucun coup n'est perdu.")
PREPARING = Text(
    "Preparing the games, which takes a minute the first time. You can look around meanwhile.",
    "Préparation des jeux, une minute la première fois. Vous pouvez déjà faire un tour.",
)
PREPARED = Text("  {title} is ready ({done} of {of})", "  {title} : c'est prêt ({done} sur {of})")
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
        self._language = language
        self._browse = browse
        self._progress: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit or not sockets:
            return
        url = _url(sockets[0])
        print(SERVING.format(url=url).to(self._language), flush=True)
        if sys.stdout.isatty():
            print(HOW_TO_STOP.to(self._language), flush=True)
            self._progress = asyncio.create_task(self._print_progress())
        if self._browse and _has_display():
            webbrowser.open(url)

    async def _print_progress(self) -> None:
        """Print which games are ready, if the warm-up takes long."""
        warmup: Warmup = self._app.state.warmup
        waiting = warmup.progress
        await asyncio.sleep(QUIET_SECONDS)
        if all(progress.ready.is_set() for progress in waiting.values()):
            return
        print(PREPARING.to(self._language), flush=True)
        printed: set[str] = set()
        while len(printed) < len(waiting):
            for name, progress in waiting.items():
                if name not in printed and progress.ready.is_set():
                    printed.add(name)
                    line = PREPARED.format(title="{title}", done=len(printed), of=len(waiting))
                    title = Game(name).title.to(self._language)
                    print(line.to(self._language).format(title=title), flush=True)
            await asyncio.sleep(0.5)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._progress:
            self._progress.cancel()
        await self._app.state.rooms.goodbye()
        await super().shutdown(sockets)


def serve(settings: Settings, language: Language, browse: bool = False) -> int:
    """Run until a signal; returns the exit status of the program."""
    # FastAPI means to ignore this one, but what it says to ignore is forgotten when another thread
    # ends its own ignoring, as compiling does.
    warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)
    listening = _listen(settings)
    Store(settings.database).close()  # fail early, with a sentence
    logs.configure(settings.log_level)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="on",
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips="*" if settings.behind_proxy else None,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        limit_concurrency=2 * settings.connections + 1000,  # plain HTTP has to live beside them
    )
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


def _url(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _has_display() -> bool:
    """Whether a browser can be shown."""
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(shown) or platform.system() != "Linux"

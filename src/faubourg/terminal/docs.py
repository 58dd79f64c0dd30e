"""`faubourg docs`: shows the documentation, which lies built in the package, at an address of this
computer; in a clone it is built first where it is missing."""

import importlib.util
import subprocess
import sys
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from rich.console import Console

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Language, Text

SITE = Path(__file__).parents[1] / "site"
ROOT = Path(__file__).parents[3]  # of a clone
CONFIG = "mkdocs.yml"
HOST = "127.0.0.1"
MISSING = Text(
    "This copy of Faubourg was built without its documentation. In a clone, `make docs` builds it.",
    "Cette copie de Faubourg a été faite sans sa documentation. Dans un clone, `make docs` la "
    "construit.",
)
BUILDING = Text("Building the documentation", "Construction de la documentation")
SHOWN = Text(
    "The documentation is at {url} (Ctrl-C ends).", "Documentation : {url} (Ctrl-C arrête)"
)
PAGES: dict[Language, str] = {"en": "index.html", "fr": "fr/index.html"}


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line for each."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


def site(language: Language) -> Path:
    """The folder of the built documentation; FaubourgError where it is missing and can't be
    built."""
    if not (SITE / "index.html").exists():
        if not (ROOT / CONFIG).exists() or importlib.util.find_spec("zensical") is None:
            raise FaubourgError("no-docs", MISSING)
        with Console(stderr=True).status(BUILDING.to(language)):
            build(ROOT)
    return SITE


def build(root: Path) -> None:
    """Build the documentation of a clone; a broken link is an error."""
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of a folder, for this computer only; port 0 takes any free one."""
    return ThreadingHTTPServer((HOST, port), partial(QuietHandler, directory=str(folder)))


def show(language: Language, port: int, browse: bool, path_only: bool) -> None:
    """Serve the documentation until Ctrl-C, or only say where it lies."""
    folder = site(language)
    if path_only:
        print(folder / PAGES[language])
        return
    with server(folder, port) as running:
        url = f"http://{HOST}:{running.server_address[1]}/{PAGES[language]}"
        print(SHOWN.to(language).format(url=url), flush=True)
        if browse:
            webbrowser.open(url)
        running.serve_forever()

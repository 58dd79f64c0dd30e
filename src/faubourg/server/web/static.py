"""The page to play on: files that vite has built from web/, held in memory and served from there.

What is not among them is not served, so no path leads out of their folder. Scripts and styles have
a hash in their names and are kept by browsers for ever; the page itself is asked for every time,
which costs one short answer when nothing has changed.
"""

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from faubourg.core.text import LANGUAGES, Language, Text

log = logging.getLogger(__name__)
PAGES = Path(__file__).parents[1] / "pages"
INDEX = "index.html"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".png": "image/png",
}
# The ways in which a file lies there packed, the smallest first.
PACKED = {"br": ".br", "gzip": ".gz"}
FOREVER = "public, max-age=31536000, immutable"
# The page finds out by itself which of its pages an address means.
ADDRESSES = (
    "/", "/t/{id}", "/join", "/join/{code}", "/rules", "/rules/{game}", "/learn/{game}", "/fair"
)  # fmt: skip

NOT_BUILT = Text("The page is not built yet", "La page n'est pas encore construite")
HOW = Text(
    "The server runs, but the page to play on was not built. Stop it and type:",
    "Le serveur tourne, mais la page pour jouer n'a pas été construite. Arrêtez-le et tapez :",
)
NOT_HERE = Text("There is nothing here", "Il n'y a rien ici")
GO_HOME = Text("To the games", "Vers les jeux")


@dataclass(frozen=True)
class File:
    """One file, in all the ways it can be sent."""

    type: str
    plain: bytes
    packed: Mapping[str, bytes]
    etag: str
    lasts: bool  # its name changes with its contents

    def answer(self, request: Request, status: int = 200) -> Response:
        packing = chosen(request.headers.get("accept-encoding", ""), list(self.packed))
        etag = f'"{self.etag}{"-" + packing if packing else ""}"'
        headers = {"ETag": etag, "Cache-Control": FOREVER if self.lasts else "no-cache"}
        if self.packed:
            headers["Vary"] = "Accept-Encoding"
        if status == 200 and known(request.headers.get("if-none-match", ""), etag):
            return Response(status_code=304, headers=headers)
        if packing:
            headers["Content-Encoding"] = packing
        body = self.packed[packing] if packing else self.plain
        return Response(body, status, headers, media_type=self.type)


class Pages:
    """Everything that was built."""

    def __init__(self, folder: Path = PAGES) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): _file(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix in TYPES
        }

    def warn(self) -> None:
        """Tell who runs the server if there is no page."""
        if INDEX not in self.files:
            log.warning("the page is not built: make play builds it")

    def page(self, request: Request, status: int = 200) -> Response:
        """The page; or how to get one."""
        index = self.files.get(INDEX)
        if index is not None:
            return index.answer(request, status)
        language = preferred(request.headers.get("accept-language", ""))
        if status == 404:
            return _plain(
                language, NOT_HERE, f'<a href="/">{escape(GO_HOME.to(language))}</a>', 404
            )
        return _plain(
            language, NOT_BUILT, f"{escape(HOW.to(language))} <code>make play</code>", 503
        )


def router(pages: Pages) -> APIRouter:
    """The addresses of the page and of its files."""
    routes = APIRouter(include_in_schema=False)

    async def page(request: Request) -> Response:
        return pages.page(request)

    async def file(request: Request) -> Response:
        found = pages.files.get(request.url.path.removeprefix("/"))
        if found is None:
            raise HTTPException(404)
        return found.answer(request)

    for address in ADDRESSES:
        routes.add_api_route(address, page, methods=["GET", "HEAD"])
    for address in ("/assets/{name}", "/{name}"):
        routes.add_api_route(address, file, methods=["GET", "HEAD"])
    return routes


def wants_page(request: Request) -> bool:
    """Whether a person is asking, with a browser, for something that is not of the API."""
    path, accepted = request.url.path, request.headers.get("accept", "")
    return not path.startswith(("/api/", "/assets/")) and "text/html" in accepted


def _file(path: Path, folder: Path) -> File:
    plain = path.read_bytes()
    beside = {name: path.with_name(path.name + ending) for name, ending in PACKED.items()}
    packed = {name: other.read_bytes() for name, other in beside.items() if other.is_file()}
    etag = hashlib.sha256(plain).hexdigest()[:20]
    return File(TYPES[path.suffix], plain, packed, etag, path.parent == folder / "assets")


def _plain(language: Language, title: Text, said: str, status: int) -> HTMLResponse:
    """A page that needs nothing else."""
    heading = escape(title.to(language))
    page = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{heading}</title><h1>{heading}</h1><p>{said}</p></html>"
    )
    headers = {"Content-Language": language, "Vary": "Accept-Language", "Cache-Control": "no-store"}
    return HTMLResponse(page, status, headers)


# ---------------------------------------------------------------- what a browser says


def weights(accepted: str) -> dict[str, float]:
    """What a header lists, with how much each is wanted.

    >>> weights("gzip, br;q=0.5, *;q=0")
    {'gzip': 1.0, 'br': 0.5, '*': 0.0}
    """
    found: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _, quality = part.partition(";q=")
        good = quality.strip().replace(".", "", 1).isdigit()
        if name.strip():
            found[name.strip()] = float(quality) if good else 1.0
    return found


def chosen(accepted: str, there: list[str]) -> str | None:
    """The way of packing to send, of those that are there; None for none.

    >>> chosen("gzip, deflate, br", ["br", "gzip"]), chosen("br;q=0, *", ["br", "gzip"])
    ('br', 'gzip')
    >>> chosen("", ["br", "gzip"]), chosen("identity", ["br"])
    (None, None)
    """
    wanted = weights(accepted)
    return next((name for name in there if wanted.get(name, wanted.get("*", 0.0)) > 0), None)


def known(none_match: str, etag: str) -> bool:
    """Whether a browser has this already."""
    tags = {tag.strip().removeprefix("W/") for tag in none_match.split(",")}
    return etag in tags or "*" in tags


def preferred(accepted: str) -> Language:
    """The language that a browser asks for first among ours; English if none.

    >>> preferred("de, fr-CH;q=0.8, en;q=0.7"), preferred("")
    ('fr', 'en')
    """
    wishes: dict[Language, float] = {}
    for tag, weight in weights(accepted).items():
        for language in LANGUAGES:
            if tag.split("-")[0] == language:
                wishes[language] = max(weight, wishes.get(language, 0.0))
    return max(wishes, key=lambda language: wishes[language], default="en")

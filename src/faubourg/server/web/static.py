"""Static files: the page that vite has built from web/, served from memory.

Other paths are not served, so none leads out of the folder. Scripts and styles have a content hash
in their names and are cached for ever; the page itself is revalidated by its ETag every time.

The page of a table comes with preload headers: its scripts, its game's board, box and notation are
then fetched together, in one round trip instead of one after the other.
"""

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from faubourg.core.text import LANGUAGES, Language, Text

log = logging.getLogger(__name__)
PAGES = Path(__file__).parents[1] / "pages"
INDEX = "index.html"
MANIFEST = ".vite/manifest.json"  # which files belong to which module; vite writes it
TABLE_CHUNK = "Table"  # what vite calls the script of a table's page
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
# Precompressed variants by content encoding, the smallest first.
COMPRESSED = {"br": ".br", "gzip": ".gz"}
TITLE = b"<title>Faubourg</title>"
EARLY = "/early.js"  # the page names it before all others
FOREVER = "public, max-age=31536000, immutable"
# The page routes these addresses itself.
ADDRESSES = (
    "/", "/t/{id}", "/join", "/join/{code}", "/rules", "/rules/{game}", "/learn/{game}", "/fair",
    "/workshop", "/workshop/{game}", "/workshop/{game}/{digest}", "/study/{id}",
    "/puzzle", "/puzzle/{game}", "/family", "/challenges",
)  # fmt: skip

NOT_BUILT = Text("The page is not built yet", "La page n'est pas encore construite")
HOW = Text(
    "The server runs, but the page to play on was not built. Stop it and type:",
    "Le serveur tourne, mais la page pour jouer n'a pas été construite. Arrête-le et tape :",
)
NOT_HERE = Text("There is nothing here", "Il n'y a rien ici")
GO_HOME = Text("To the games", "Vers les jeux")


@dataclass(frozen=True)
class File:
    """One file with its compressed variants."""

    type: str
    plain: bytes
    compressed: Mapping[str, bytes]
    etag: str
    immutable: bool  # its name has a content hash

    def respond(self, request: Request, status: int = 200, links: Sequence[str] = ()) -> Response:
        encoding = best_encoding(request.headers.get("accept-encoding", ""), list(self.compressed))
        etag = f'"{self.etag}{"-" + encoding if encoding else ""}"'
        headers = {"ETag": etag, "Cache-Control": FOREVER if self.immutable else "no-cache"}
        if links:
            headers["Link"] = ", ".join(links)
        if self.compressed:
            headers["Vary"] = "Accept-Encoding"
        if status == 200 and matches(request.headers.get("if-none-match", ""), etag):
            return Response(status_code=304, headers=headers)
        if encoding:
            headers["Content-Encoding"] = encoding
        body = self.compressed[encoding] if encoding else self.plain
        return Response(body, status, headers, media_type=self.type)


class Pages:
    """All files of the built page."""

    def __init__(self, folder: Path = PAGES) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): _file(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix in TYPES
        }
        found = self.files.get(MANIFEST)
        self._manifest: dict[str, Any] = json.loads(found.plain) if found else {}

    def preloads(self, id: str, game: str) -> list[str]:
        """The Link headers with all that the page of a table will ask for. A browser loads six
        files at a time: first come those without which nothing begins."""
        named = [name for name, one in self._manifest.items() if one.get("name") == TABLE_CHUNK]
        board = f"src/games/{game}/index.ts"
        modules = [name for name in (*named, board) if name in self._manifest]
        if INDEX not in self._manifest:
            return []
        here = list(self._parts(INDEX))
        wanted = [path for name in modules for path in self._parts(name) if path not in here]
        scripts = [path for path in (*here, *wanted) if path.endswith(".js")]
        answers = [f"/api/tables/{id}/{part}" for part in ("box", "notation")]
        paths = dict.fromkeys((*scripts, *here, *answers, *wanted))
        return [f"<{EARLY}>; rel=preload; as=script", *map(_preload, paths)]

    def _parts(self, module: str) -> Iterator[str]:
        """The files of a module and of all that it imports."""
        entry = self._manifest[module]
        yield from (f"/{path}" for path in (entry["file"], *entry.get("css", ())))
        for other in entry.get("imports", ()):
            yield from self._parts(other)

    def warn(self) -> None:
        """Log that the page is not built, if so."""
        if INDEX not in self.files:
            log.warning("the page is not built: make play builds it")

    def page(
        self, request: Request, status: int = 200, links: Sequence[str] = (), head: str = ""
    ) -> Response:
        """The page, with a head of its own where it has one; or how to build it."""
        index = self.files.get(INDEX)
        if index is not None:
            return _headed(index, head).respond(request, status, links)
        language = preferred(request.headers.get("accept-language", ""))
        if status == 404:
            return _plain(
                language, NOT_HERE, f'<a href="/">{escape(GO_HOME.to(language))}</a>', 404
            )
        return _plain(
            language, NOT_BUILT, f"{escape(HOW.to(language))} <code>make play</code>", 503
        )


def router(
    pages: Pages,
    game_of: Callable[[str], Awaitable[str | None]],
    head_of: Callable[[Request], Awaitable[str]],
) -> APIRouter:
    """The addresses of the page and of its files. `game_of` tells what is played at a table, and
    `head_of` what a messenger shows of an address."""
    routes = APIRouter(include_in_schema=False)

    async def page(request: Request) -> Response:
        id = request.path_params.get("id")
        game = await game_of(id) if id is not None else None
        links = pages.preloads(id, game) if id is not None and game is not None else ()
        return pages.page(request, links=links, head=await head_of(request))

    async def file(request: Request) -> Response:
        file = pages.files.get(request.url.path.removeprefix("/"))
        if file is None:
            raise HTTPException(404)
        return file.respond(request)

    for address in ADDRESSES:
        routes.add_api_route(address, page, methods=["GET", "HEAD"])
    for address in ("/assets/{name}", "/{name}"):
        routes.add_api_route(address, file, methods=["GET", "HEAD"])
    return routes


def _headed(index: File, head: str) -> File:
    """The page with another title, and what belongs to it."""
    if not head:
        return index
    plain = index.plain.replace(TITLE, head.encode(errors="replace"), 1)
    etag = hashlib.sha256(plain).hexdigest()[:20]
    return File(index.type, plain, {}, etag, immutable=False)


def _preload(path: str) -> str:
    if path.endswith(".js"):
        return f"<{path}>; rel=modulepreload"
    if path.endswith(".css"):
        return f"<{path}>; rel=preload; as=style; crossorigin"  # as the page asks for it
    return f"<{path}>; rel=preload; as=fetch; crossorigin"


def wants_page(request: Request) -> bool:
    """Whether a browser requests a page, and not the API."""
    path, accepted = request.url.path, request.headers.get("accept", "")
    return not path.startswith(("/api/", "/assets/")) and "text/html" in accepted


def _file(path: Path, folder: Path) -> File:
    plain = path.read_bytes()
    beside = {name: path.with_name(path.name + ending) for name, ending in COMPRESSED.items()}
    compressed = {name: other.read_bytes() for name, other in beside.items() if other.is_file()}
    etag = hashlib.sha256(plain).hexdigest()[:20]
    return File(TYPES[path.suffix], plain, compressed, etag, path.parent == folder / "assets")


def _plain(language: Language, title: Text, html: str, status: int) -> HTMLResponse:
    """A page that needs nothing else."""
    heading = escape(title.to(language))
    page = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{heading}</title><h1>{heading}</h1><p>{html}</p></html>"
    )
    headers = {"Content-Language": language, "Vary": "Accept-Language", "Cache-Control": "no-store"}
    return HTMLResponse(page, status, headers)


# ---------------------------------------------------------------- content negotiation


def weights(accepted: str) -> dict[str, float]:
    """The quality values of an Accept header.

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


def best_encoding(accepted: str, available: list[str]) -> str | None:
    """The first content encoding that a browser accepts; None for identity.

    >>> best_encoding("gzip, deflate, br", ["br", "gzip"])
    'br'
    >>> best_encoding("br;q=0, *", ["br", "gzip"])
    'gzip'
    >>> best_encoding("", ["br", "gzip"]) or best_encoding("identity", ["br"])
    """
    wanted = weights(accepted)
    return next((name for name in available if wanted.get(name, wanted.get("*", 0.0)) > 0), None)


def matches(none_match: str, etag: str) -> bool:
    """Whether If-None-Match holds the ETag: the browser has it cached."""
    tags = {tag.strip().removeprefix("W/") for tag in none_match.split(",")}
    return etag in tags or "*" in tags


def preferred(accepted: str) -> Language:
    """The language of ours with the highest quality in Accept-Language; English if none.

    >>> preferred("de, fr-CH;q=0.8, en;q=0.7"), preferred("")
    ('fr', 'en')
    """
    wishes: dict[Language, float] = {}
    for tag, weight in weights(accepted).items():
        for language in LANGUAGES:
            if tag.split("-")[0] == language:
                wishes[language] = max(weight, wishes.get(language, 0.0))
    return max(wishes, key=lambda language: wishes[language], default="en")

"""Link previews: what a messenger shows of an address of ours, and the pictures that it asks for.

The page of a table, of a code, of a finished game (which it replays), of a puzzle and of the
challenges comes with OpenGraph meta tags in the language that is asked for. They say what anybody
with that address is shown anyway.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from typing import Annotated, Any, cast

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game, games
from faubourg.core.text import Language, Text
from faubourg.pictures.frame import HEIGHT, WIDTH
from faubourg.puzzles.puzzle import number_of, puzzles
from faubourg.server.actions import seats
from faubourg.server.actions.pictures import Form, Pictures, caption_of, tag
from faubourg.server.errors import NotFound
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.table.table import Table
from faubourg.server.web import static
from faubourg.server.web.deps import AT_TABLE, RoomDep
from faubourg.server.web.rate_limits import RateLimits, client_of

router = APIRouter(tags=["pictures"])
TYPES: dict[Form, str] = {"svg": "image/svg+xml", "png": "image/png", "film": "image/apng"}
FINISHED = "public, max-age=86400"  # it stays as it is
NO_MOMENT = Text("The table has {of} moves.", "La table a {of} coups.")
PLAYED_BY = Text("Played by {names}.", "Une partie de {names}.")
WITH = Text("With {names}.", "Avec {names}.")
PUZZLES = Text("Puzzle of the day", "Énigme du jour")  # as the pages call themselves
PUZZLE = Text("{game}: puzzle of the day", "{game} : l'énigme du jour")
PUZZLES_LINE = Text(
    "Exactly one move is the best. Which?", "Un seul coup est le meilleur. Lequel ?"
)
CHALLENGES = Text("Challenges", "Défis")
CHALLENGES_LINE = Text(
    "Goals beside winning, with three stars each.",
    "Des buts en plus de la victoire, à trois étoiles chacun.",
)
ICON, ICON_SIZE = "/icon-512.png", (512, 512)
LOCALES: dict[Language, str] = {"en": "en_GB", "fr": "fr_FR"}
PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"description": "A picture", "content": {kind: {} for kind in TYPES.values()}}, **AT_TABLE
}  # fmt: skip
Move = Annotated[int | None, Query(ge=0, le=10**6, description="After so many moves; else now.")]
Spoken = Annotated[Language | None, Query(description="Else by Accept-Language.")]


@router.get("/api/tables/{id}/picture.svg", response_class=Response, responses=PICTURE)
async def drawing(
    request: Request, room: RoomDep, move: Move = None, language: Spoken = None
) -> Response:
    """The table as a drawing: what lies on it, who plays, who waits or has won."""
    return await _picture(request, room.table, "svg", move, language)


@router.get("/api/tables/{id}/picture.png", response_class=Response, responses=PICTURE)
async def pixels(
    request: Request, room: RoomDep, move: Move = None, language: Spoken = None
) -> Response:
    """The same in pixels, 1200 by 630."""
    return await _picture(request, room.table, "png", move, language)


@router.get("/api/tables/{id}/film.png", response_class=Response, responses=PICTURE)
async def animated(request: Request, room: RoomDep, language: Spoken = None) -> Response:
    """The game so far as an animated PNG: a dozen positions from the first to the last."""
    return await _picture(request, room.table, "film", None, language)


async def _picture(
    request: Request, table: Table, form: Form, move: int | None, language: Language | None
) -> Response:
    moves = len(table.moves) if move is None else move
    if moves > len(table.moves):
        raise NotFound("no-moment", NO_MOMENT.format(of=len(table.moves)))
    spoken = language or static.preferred(request.headers.get("accept-language", ""))
    etag = f'"{tag(table, form, moves, spoken)}"'
    cache = FINISHED if table.phase in ("over", "record") else "no-cache"
    headers = {"ETag": etag, "Cache-Control": cache, "Vary": "Accept-Language"}
    if static.matches(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=304, headers=headers)
    pictures = cast(Pictures, request.app.state.pictures)
    made = await pictures.make(table, form, moves, spoken)
    return Response(made, headers=headers, media_type=TYPES[form])


# ---------------------------------------------------------------- meta tags


@dataclass(frozen=True)
class Preview:
    """What a messenger shows of an address."""

    title: str
    line: str
    language: Language
    picture: str = ICON  # an address on this server
    size: tuple[int, int] = ICON_SIZE

    def head(self, base: str, path: str) -> str:
        """The meta tags; `base` is how the server was called."""
        properties = {
            "og:site_name": "Faubourg",
            "og:type": "website",
            "og:title": self.title,
            "og:description": self.line,
            "og:url": base + path,
            "og:locale": LOCALES[self.language],
            "og:image": base + self.picture,
            "og:image:type": TYPES["png"],
            "og:image:width": str(self.size[0]),
            "og:image:height": str(self.size[1]),
            "og:image:alt": f"{self.title}. {self.line}",
        }
        card = "summary" if self.picture == ICON else "summary_large_image"
        names = {"description": self.line, "twitter:card": card}
        return f"<title>{escape(self.title)} · Faubourg</title>" + "".join(
            f'<meta {kind}="{name}" content="{escape(said)}" />'
            for kind, group in (("property", properties), ("name", names))
            for name, said in group.items()
        )


async def head_of(request: Request) -> str:
    """The meta tags for an address of the page; nothing where there is nothing to show."""
    asked = request.query_params.get("language", request.headers.get("accept-language", ""))
    language = static.preferred(asked)
    preview = _page(request, language)
    if preview is None:
        rooms: Rooms | None = getattr(request.app.state, "rooms", None)  # none before the start
        try:
            table = None if rooms is None else await _table(request, rooms)
        except FaubourgError:
            return ""
        if table is None:
            return ""
        preview = _preview(table, language)
    base = f"{request.url.scheme}://{request.headers.get('host', '')}"
    return preview.head(base, request.url.path)


def _page(request: Request, language: Language) -> Preview | None:
    """What is said of a page that belongs to no table: puzzles and challenges."""
    path, game = request.url.path, request.path_params.get("game", "")
    if path == "/challenges":
        return Preview(CHALLENGES.to(language), CHALLENGES_LINE.to(language), language)
    if path == "/puzzle":
        return Preview(PUZZLES.to(language), PUZZLES_LINE.to(language), language)
    if path != f"/puzzle/{game}" or game not in games() or not puzzles(game):
        return None
    title = PUZZLE.format(game=Game(game).title)
    number = number_of(datetime.now(UTC).date())
    picture = f"/api/puzzles/{game}/{number}/picture.png?language={language}"
    words = title.to(language), PUZZLES_LINE.to(language)
    return Preview(*words, language, picture, (WIDTH, HEIGHT))


async def _table(request: Request, rooms: Rooms) -> Table | None:
    """The table that an address of the page belongs to. To look up a code counts as anywhere."""
    params = request.path_params
    if "id" in params:
        return (await rooms.get(params["id"])).table
    if "code" not in params:
        return None
    limits: RateLimits = request.app.state.limits
    client = client_of(request.client.host if request.client else "unknown")
    if limits.take("find", client, time.monotonic()) > 0:
        return None
    return (await seats.find(rooms, params["code"])).table


def _preview(table: Table, language: Language) -> Preview:
    caption = caption_of(table, table.position, language)
    sitting = [seat.name for seat in table.seats if seat.kind != "open"]
    over = table.phase in ("over", "record")
    names = (
        (PLAYED_BY if over else WITH).format(names=", ".join(sitting)) if sitting else Text("", "")
    )
    line = f"{caption.line.to(language)} {names.to(language)}".strip()
    if not caption.line.to(language).endswith("!") and sitting:
        line = f"{caption.line.to(language)}. {names.to(language)}"
    picture = f"/api/tables/{table.id}/picture.png?move={len(table.moves)}&language={language}"
    return Preview(caption.title.to(language), line, language, picture, (WIDTH, HEIGHT))

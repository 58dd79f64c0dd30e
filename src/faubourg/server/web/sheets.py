"""HTTP routes: a box as PDF sheets to print and cut out."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from faubourg.core.game import games
from faubourg.core.text import Language, Text
from faubourg.server.actions.sheets import Sheets
from faubourg.server.errors import NotFound
from faubourg.server.web import static
from faubourg.server.web.deps import problems

router = APIRouter(tags=["workshop"])
NO_GAME = Text("There is no such game here.", "Ce jeu n'existe pas ici.")
TYPE = "application/pdf"
PDF: dict[int | str, dict[str, Any]] = {
    200: {"description": "Sheets", "content": {TYPE: {}}}, **problems(404, 409)
}  # fmt: skip
Spoken = Annotated[Language | None, Query(description="Else by Accept-Language.")]


@router.get("/api/workshop/{game}/sheets.pdf", response_class=Response, responses=PDF)
async def print_box(
    request: Request,
    game: Annotated[str, Path(max_length=40, description="As `/api/games` lists them.")],
    language: Spoken = None,
) -> Response:
    """The printed box of a game as PDF sheets: cards, tiles and houses, with cut marks."""
    if game not in games():
        raise NotFound("no-game", NO_GAME)
    return await sheets_of(request, game, None, language)


async def sheets_of(
    request: Request, game: str, text: str | None, language: Language | None
) -> Response:
    """The sheets of a box by its text; None is the printed one."""
    spoken = language or static.preferred(request.headers.get("accept-language", ""))
    sheets: Sheets = request.app.state.sheets
    name = f"faubourg-{game}-{spoken}.pdf"
    headers = {
        "Content-Disposition": f'inline; filename="{name}"',
        "Cache-Control": "no-cache",
        "Vary": "Accept-Language",
    }
    made = await sheets.make(game, text, spoken)
    return Response(made, headers=headers, media_type=TYPE)

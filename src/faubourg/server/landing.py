"""The first page, until there is one to play on: what this is, and what can be done with it.

It needs no script, follows the browser's language, and suits light and dark screens.
"""

from functools import cache
from html import escape
from pathlib import Path
from string import Template

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from faubourg.core.game import Game, games
from faubourg.core.text import LANGUAGES, Language, Text

router = APIRouter(include_in_schema=False)
HERE = Path(__file__).parent / "pages"

WORDS = {
    "title": Text("Faubourg, a table for town builders", "Faubourg, une table de bâtisseurs"),
    "aim": Text(
        "Town-building board games for people and bots, on one exact rules engine.",
        "Des jeux de plateau où l'on bâtit des villes, entre amis et robots, avec un moteur de "
        "règles exact.",
    ),
    "games": Text("The games", "Les jeux"),
    "players": Text("{least} to {most} players", "de {least} à {most} joueurs"),
    "today": Text("What works today", "Ce qui marche aujourd'hui"),
    "today_text": Text(
        "This server keeps tables, deals fair dice and never loses a move. The boards to play on "
        "in the browser are still being built; until then programs play here through the API, and "
        "people in the terminal:",
        "Ce serveur tient les tables, lance des dés honnêtes et ne perd aucun coup. Les plateaux "
        "pour jouer dans le navigateur sont en chantier ; d'ici là, les programmes jouent par "
        "l'API et les gens dans le terminal :",
    ),
    "api": Text("For programs", "Pour les programmes"),
    "api_text": Text(
        "The API is described at {openapi}; tables live under {tables}; live play is a WebSocket.",
        "L'API est décrite dans {openapi} ; les tables sont sous {tables} ; on joue en direct par "
        "WebSocket.",
    ),
    "unofficial": Text(
        "Unofficial and independent; the games' names belong to their owners.",
        "Indépendant et non officiel ; les noms des jeux appartiennent à leurs propriétaires.",
    ),
}


@router.get("/")
def first_page(request: Request) -> HTMLResponse:
    language = preferred(request.headers.get("accept-language", ""))
    headers = {"Content-Language": language, "Vary": "Accept-Language"}
    return HTMLResponse(page(language), headers=headers)


@router.get("/faubourg.css")
def style() -> Response:
    return Response((HERE / "faubourg.css").read_bytes(), media_type="text/css")


def preferred(accepted: str) -> Language:
    """The language that a browser asks for first among ours; English if none.

    >>> preferred("de, fr-CH;q=0.8, en;q=0.7"), preferred("")
    ('fr', 'en')
    """
    wishes: list[tuple[float, Language]] = []
    for part in accepted.split(","):
        tag, _, quality = part.partition(";q=")
        for language in LANGUAGES:
            if tag.strip().lower().split("-")[0] == language:
                good = quality.strip().replace(".", "", 1).isdigit()
                wishes.append((float(quality) if good else 1.0, language))
    best = max((quality for quality, _ in wishes), default=0.0)
    return next((language for quality, language in wishes if quality == best), "en")


@cache
def page(language: Language) -> str:
    said = {name: escape(text.to(language)) for name, text in WORDS.items()}
    said["api_text"] = said["api_text"].format(
        openapi='<a href="/openapi.json">/openapi.json</a>', tables="<code>/api/tables</code>"
    )
    listed = "\n".join(_listed(name, language) for name in games())
    first = escape(games()[0])
    template = Template((HERE / "first.html").read_text(encoding="utf-8"))
    return template.substitute(said, language=language, list=listed, game=first)


def _listed(name: str, language: Language) -> str:
    game = Game(name)
    least, most = game.components.players
    players = WORDS["players"].format(least=least, most=most).to(language)
    return f"<li><strong>{escape(game.title.to(language))}</strong> {escape(players)}</li>"

"""HTTP routes: the puzzles of the day. A page counts days by itself and asks for a number."""

import asyncio
from functools import lru_cache
from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import PlainTextResponse, Response

from faubourg.bots.hints import reason
from faubourg.core.game import Game, games
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position, mover
from faubourg.core.text import Text
from faubourg.puzzles.puzzle import FIRST_DAY, Puzzle, puzzles
from faubourg.server.actions.pictures import EXAMPLE_NAMES, Pictures
from faubourg.server.errors import NotFound
from faubourg.server.table import serialize
from faubourg.server.table.serialize import both
from faubourg.server.web import previews, static
from faubourg.server.web.deps import problems
from faubourg.server.web.responses import JsonResponse
from faubourg.server.web.schemas import Both, LegalAction, Outcome

router = APIRouter(tags=["puzzles"])
NO_PUZZLE = Text("There is no puzzle for this game.", "Il n'y a pas d'énigme pour ce jeu.")
A_DAY = {"Cache-Control": "public, max-age=3600"}
GameName = Annotated[str, Path(max_length=40, description="As `/api/games` lists them.")]
Number = Annotated[int, Path(ge=0, le=10**6, description="Days since the first; any number goes.")]


class PuzzleGame(BaseModel):
    name: str
    title: Both
    count: int = Field(description="How many puzzles it has; then they come again.")


class Puzzles(BaseModel):
    first: str = Field(description="The day of puzzle 0.", examples=["2026-01-01"])
    games: list[PuzzleGame]


class PuzzleMoment(BaseModel):
    view: dict[str, Any]
    turn: str | None
    outcome: Outcome | None


class Worth(BaseModel):
    chance: float = Field(description="The chance to win after this move, by search.")
    error: float = Field(description="The standard error of that; 0 if it is exact.")


class PuzzleInfo(BaseModel):
    """A position in which one move is clearly best."""

    game: str
    title: Both
    number: int
    players: int
    options: dict[str, str]
    box: dict[str, Any] = Field(description="The components, as a page needs them.")
    seat: str = Field(description="The seat whose move is looked for.")
    before: PuzzleMoment
    after: PuzzleMoment = Field(description="After the best move.")
    news: list[dict[str, Any]] = Field(description="The best move as an entry.")
    legal: list[LegalAction]
    answers: list[int] = Field(description="The best move; others lead to the same position.")
    worths: dict[str, Worth] = Field(description="By the number of a move.")
    why: Both
    obvious: bool = Field(description="It is found without looking ahead.")


@router.get("/api/puzzles", response_model=Puzzles, responses=problems())
async def list_puzzles() -> JsonResponse:
    """The games that have puzzles, how many, and the day of the first."""
    known = [
        {"name": name, "title": both(Game(name).title), "count": len(puzzles(name))}
        for name in games()
        if puzzles(name)
    ]
    return JsonResponse({"first": FIRST_DAY.isoformat(), "games": known}, headers=A_DAY)


@router.get("/api/puzzles/{game}/{number}", response_model=PuzzleInfo, responses=problems(404))
async def read_puzzle(game: GameName, number: Number) -> JsonResponse:
    """A puzzle: the position, the moves, and what each is worth. They come round again."""
    _puzzle(game, number)
    told = await asyncio.to_thread(_told, game, number % len(puzzles(game)))
    return JsonResponse(told, headers=A_DAY)


@router.get(
    "/api/puzzles/{game}/{number}/record",
    response_class=PlainTextResponse,
    responses=problems(404),
)
async def puzzle_record(game: GameName, number: Number) -> PlainTextResponse:
    """How the game went up to a puzzle, as a record to play on."""
    puzzle = _puzzle(game, number)
    return PlainTextResponse(await asyncio.to_thread(lambda: puzzle.record().dumps()))


@router.get(
    "/api/puzzles/{game}/{number}/picture.png",
    response_class=Response,
    responses=previews.PICTURE,
)
async def puzzle_picture(
    request: Request, game: GameName, number: Number, language: previews.Spoken = None
) -> Response:
    """The position of a puzzle in pixels, 1200 by 630."""
    puzzle = _puzzle(game, number)
    spoken = language or static.preferred(request.headers.get("accept-language", ""))
    pictures = cast(Pictures, request.app.state.pictures)
    made = await pictures.make_puzzle(puzzle, number % len(puzzles(game)), spoken)
    return Response(made, headers=A_DAY | {"Vary": "Accept-Language"}, media_type="image/png")


def _puzzle(game: str, number: int) -> Puzzle:
    known = puzzles(game) if game in games() else ()
    if not known:
        raise NotFound("no-puzzle", NO_PUZZLE)
    return known[number % len(known)]


@lru_cache(maxsize=16)
def _told(name: str, number: int) -> dict[str, Any]:
    """A puzzle in words and numbers, as a page needs it."""
    puzzle = _puzzle(name, number)
    position = puzzle.position
    game, row, names = position.game, position.row, EXAMPLE_NAMES[: position.game.players]
    legal = serialize.actions(game, row, position.legal.ids, names)
    ids = {action["text"]: action["id"] for action in legal}
    answer = ids[puzzle.answers[0]]
    after = position.copy()
    after.step(answer)
    news = {
        "number": 1,
        "kind": "move",
        "seat": mover(position.turn),
        "at": 0,
        "move": {"id": answer, "text": puzzle.answers[0]},
        "events": serialize.events(game, row, answer, after.row, names),
    }
    return {
        "game": game.name,
        "title": both(game.title),
        "number": number,
        "players": game.players,
        "options": game.options,
        "box": game.part("view").box(game.components),
        "seat": mover(position.turn),
        "before": _moment(position),
        "after": _moment(after),
        "news": [news],
        "legal": legal,
        "answers": [ids[move] for move in puzzle.answers],
        "worths": {
            str(ids[each.move]): {"chance": each.chance, "error": each.error}
            for each in puzzle.worths
        },
        "why": both(reason(position, answer, names)),
        "obvious": puzzle.obvious,
    }


def _moment(position: Position) -> dict[str, Any]:
    """What a board is given of a position."""
    outcome = position.outcome
    turn = mover(position.turn)
    return {
        "view": position.view(),
        "turn": None if turn == "-" else turn,
        "outcome": outcome
        and {
            "winners": [SEAT_LETTERS[seat] for seat in outcome.winners],
            "scores": dict(zip(SEAT_LETTERS, outcome.scores, strict=False)),
            "reason": both(outcome.reason),
        },
    }

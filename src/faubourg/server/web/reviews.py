"""Reviews of finished games over HTTP: requesting one, and polling its progress."""

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

from faubourg.server.actions.reviews import Job, Reviews
from faubourg.server.web.deps import RoomDep, problems
from faubourg.server.web.responses import JsonResponse
from faubourg.server.web.schemas import Both

router = APIRouter()

BySeat = Annotated[dict[str, int], Field(description="For every seat, in parts of `whole`.")]
Ends = Annotated[list[int], Field(min_length=2, max_length=2)]
Ranges = Annotated[
    dict[str, Ends], Field(description="The low and the high end of each 95 % interval.")
]
Margins = Annotated[
    dict[str, int],
    Field(description="How far each change may lie nearer to 0; what is larger is sure."),
]
Number = Annotated[int, Field(description="Of the move; the first is 1.")]
By = Annotated[str, Field(description="Who moved: a seat, or * for Nature.")]


class ReviewedSeat(BaseModel):
    """start + luck + skill + others + rest = result, exactly, in parts of `whole`. A range is the
    low and the high end of the 95 % interval, a margin how far a part may lie nearer to 0."""

    seat: str
    name: str
    start: int = Field(description="The chance before the first move.")
    luck: int = Field(description="What Nature's moves changed.")
    skill: int = Field(description="What the player's own choices cost against the best found.")
    others: int = Field(description="What the other players' choices changed.")
    rest: int = Field(
        description="Chances let everybody play on simply, choices are held against better play."
    )
    result: int
    luck_range: Ends
    skill_range: Ends
    others_range: Ends
    luck_margin: int
    skill_margin: int
    others_margin: int
    said: Both = Field(description="Luck and own play in a line, as far as they are sure.")
    next_time: int | None = Field(
        description="The number of the mistake to remember: the one thing to try next time."
    )


class BetterMove(BaseModel):
    move: str = Field(description="Its notation.")
    chances: BySeat


class ReviewedMove(BaseModel):
    number: Number
    by: By
    move: str = Field(description="Its notation.")
    free: bool = Field(description="Whether anything else could have come.")
    change: BySeat
    range: Ranges
    margin: Margins
    better: BetterMove | None


class BetterWords(Both):
    chances: BySeat
    why: Both | None = Field(description="What would have spoken for it.")


class ToldMove(BaseModel):
    """A move of which people are told."""

    number: Number
    by: By
    said: Both
    change: BySeat
    range: Ranges
    margin: Margins
    chances: BySeat = Field(description="After it, in parts of `whole`.")
    better: BetterWords | None


class Review(BaseModel):
    """A game explained. See the page on reviews in the documentation."""

    format: int
    game: str
    rules: int = Field(description="The version of the game's rules.")
    players: int
    options: dict[str, str]
    finished: bool
    whole: int = Field(description="What stands for certainty in all chances and changes.")
    noise: float = Field(description="The standard error of an even chance, from 0 to 1.")
    chances: list[list[int]] = Field(description="Before the first move, then after each.")
    seats: list[ReviewedSeat]
    moves: list[ReviewedMove]
    turning_points: list[ToldMove] = Field(description="In the order of the game.")
    mistakes: list[ToldMove] = Field(description="The worst first.")


class Reviewing(BaseModel):
    """A review, or how far it is."""

    share: float = Field(description="How much is done, from 0 to 1.")
    review: Review | None


async def reviews_of(request: Request) -> Reviews:
    return cast(Reviews, request.app.state.reviews)


ReviewsDep = Annotated[Reviews, Depends(reviews_of)]
UNDER_WAY = {202: {"description": "Under way", "model": Reviewing}, **problems(404, 409)}


@router.post(
    "/api/tables/{id}/review", response_model=Reviewing, responses=UNDER_WAY, tags=["tables"]
)
async def ask_review(room: RoomDep, reviews: ReviewsDep) -> JsonResponse:
    """Ask for a review of a game that is over. Its table's id is all that this needs."""
    return _answer(reviews.request(room))


@router.get(
    "/api/tables/{id}/review", response_model=Reviewing, responses=UNDER_WAY, tags=["tables"]
)
async def look_at_review(room: RoomDep, reviews: ReviewsDep) -> JsonResponse:
    """The review that was asked for, or how far it is."""
    return _answer(reviews.get(room))


def _answer(job: Job) -> JsonResponse:
    status = 202 if job.result is None else 200
    return JsonResponse({"share": round(job.share, 3), "review": job.result}, status)

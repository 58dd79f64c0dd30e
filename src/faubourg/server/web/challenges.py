"""HTTP routes: the challenges of each game, and the stars that a finished game has earned."""

import asyncio
from functools import cache
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from faubourg.core.game import Game, games
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.core.text import Text
from faubourg.gamekit.challenge import challenges, ended
from faubourg.server.errors import Refused
from faubourg.server.table.serialize import both
from faubourg.server.web.deps import AT_TABLE, RoomDep, problems
from faubourg.server.web.responses import JsonResponse
from faubourg.server.web.schemas import Both

router = APIRouter(tags=["challenges"])
NOT_OVER = Text("Stars are counted when the game is over.", "On compte les étoiles à la fin.")


class ChallengeLevel(BaseModel):
    name: Both
    players: int
    options: dict[str, str]
    bot: str


class Challenge(BaseModel):
    id: str
    title: Both
    goals: list[Both] = Field(description="Three, each harder than the one before: a star each.")
    levels: list[ChallengeLevel] = Field(description="Tables to try it at.")


class ChallengeGame(BaseModel):
    name: str
    title: Both
    challenges: list[Challenge]


class Challenges(BaseModel):
    games: list[ChallengeGame]


class Earned(BaseModel):
    stars: dict[str, dict[str, int]] = Field(description="By seat and challenge, 0 to 3.")


@router.get("/api/challenges", response_model=Challenges, responses=problems())
async def list_challenges() -> JsonResponse:
    """Goals beside winning, with three stars each, and tables to try them at."""
    known = [_listed(name) for name in games() if challenges(name)]
    return JsonResponse({"games": known}, headers={"Cache-Control": "public, max-age=3600"})


@router.get("/api/tables/{id}/challenges", response_model=Earned, responses=AT_TABLE)
async def count_stars(room: RoomDep) -> JsonResponse:
    """The stars of every seat in a finished game, checked by the engine on its last position."""
    if room.table.position.outcome is None:
        raise Refused("not-over", NOT_OVER)
    return JsonResponse({"stars": await asyncio.to_thread(_stars, room.table.position)})


def _stars(position: Position) -> dict[str, dict[str, int]]:
    known = challenges(position.game.name)
    return {
        SEAT_LETTERS[seat]: {each.id: each.stars(ended(position, seat)) for each in known}
        for seat in range(position.game.players)
    }


@cache
def _listed(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "title": both(Game(name).title),
        "challenges": [
            {
                "id": each.id,
                "title": both(each.title),
                "goals": [both(goal) for goal in each.goals],
                "levels": [
                    {
                        "name": both(level.name),
                        "players": level.players,
                        "options": level.options,
                        "bot": level.bot,
                    }
                    for level in each.levels
                ],
            }
            for each in challenges(name)
        ],
    }

"""The workshop over HTTP: the form of each game's box, checking boxes, storing and sharing them."""

import asyncio
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from pydantic import BaseModel, Field

from faubourg.core.contract import Data
from faubourg.core.game import Game, games, own_module
from faubourg.core.text import Text
from faubourg.gamekit import form
from faubourg.server.actions import boxes, lessons
from faubourg.server.actions.studies import STUDY_BOTS
from faubourg.server.errors import NotAllowed, NotFound
from faubourg.server.runtime.studies import Studies
from faubourg.server.settings import Settings
from faubourg.server.store.boxes import StoredBox
from faubourg.server.web.deps import Credentials, RoomsDep, SandboxDep, problems
from faubourg.server.web.responses import JsonResponse
from faubourg.server.web.schemas import Body, Both, GameName

NO_GAME = Text("There is no such game here.", "Ce jeu n'existe pas ici.")
NO_KEY = Text("This needs the key of the box.", "Il faut la clé de la boîte.")
DIGEST = "[0-9a-f]{16}"
MOST_ASKED = 100  # boxes of one's own that are looked up at once
MOST_TOLD = 3  # differences of each of them


async def open_workshop(request: Request) -> None:
    """NotFound where the operator wants no workshop."""
    settings: Settings = request.app.state.settings
    boxes.check_workshop(settings)


router = APIRouter(dependencies=[Depends(open_workshop)])
Digest = Annotated[
    str, Field(pattern=f"^{DIGEST}$", description="Of a box.", examples=["0123456789abcdef"])
]
DigestPath = Annotated[str, Path(pattern=f"^{DIGEST}$", description="Of a box.")]


class BoxBody(Body):
    """A box as the text of a `components.toml`, or as the same data in JSON: one of the two."""

    game: GameName
    text: str | None = None
    data: dict[str, Any] | None = None


class Mine(Body):
    digests: list[Digest] = Field(max_length=MOST_ASKED)


class Fault(Both):
    """What is wrong with a box, where, and what would be allowed."""

    path: list[str | int] = Field(
        description="Where in the data; empty where no single place is at fault.",
        examples=[["establishment", 3, "effect", "coins"]],
    )
    line: int = Field(description="Of the text; the first is 1.")
    code: str


class BoxChecked(BaseModel):
    digest: str
    text: str = Field(description="The box as it would be stored.")
    faults: list[Fault] = Field(description="All of them; none: it can be played with.")
    differences: list[Both] = Field(description="What is not as printed; none while it has faults.")
    data: dict[str, Any] | None = Field(description="The same as JSON; null: it is no TOML.")
    box: dict[str, Any] | None = Field(
        description="What boards are given of it, as of a table; null while it has faults."
    )
    options: dict[str, dict[str, Both]] = Field(
        description="Options of a table whose values are things of the box: these and their names."
    )


class BoxStored(BaseModel):
    """The key is told only this once; whoever has the digest may use the box."""

    digest: str
    key: str


class Box(BaseModel):
    digest: str
    game: str
    title: Both
    least: int = Field(description="The least number of players.")
    most: int = Field(description="The greatest number of players.")
    text: str
    data: dict[str, Any]
    printed: bool = Field(description="Whether it is the printed box.")
    differences: list[Both]


class OwnBox(BaseModel):
    digest: str
    game: str
    title: Both
    created: float | None = Field(description="Seconds since 1970; null: it came with a table.")
    until: float | None = Field(
        description="When it is removed if nobody uses it and no table or study needs it; null: "
        "it goes with the tables and studies that need it."
    )
    printed: bool
    differences: list[Both] = Field(description="The first few.")


class OwnBoxes(BaseModel):
    boxes: list[OwnBox] = Field(description="Those that there are; others are gone.")


class LessonStage(BaseModel):
    stage: dict[str, Any] | None = Field(description="What the page shows; null: it does not fit.")
    why: Both | None = Field(description="Why it does not fit this box.")


class BoxLesson(BaseModel):
    game: str
    box: dict[str, Any] = Field(description="What boards are given of it, as of a table.")
    stages: list[LessonStage] = Field(description="None where the game has no lesson.")


class WorkshopGame(BaseModel):
    game: str
    title: Both


class WorkshopLimits(BaseModel):
    box_bytes: int = Field(description="Of a request that carries a box.")
    study_games: int = Field(description="Of all variants of a study together.")
    study_seconds: float = Field(description="For which a study may run.")


class WorkshopInfo(BaseModel):
    games: list[WorkshopGame]
    levels: list[str] = Field(description="The bots that studies can be played with.")
    limits: WorkshopLimits
    people: bool = Field(description="Whether games that people finish count in reports.")


class PrintedBox(BaseModel):
    game: str
    title: Both
    form: dict[str, Any] = Field(description="What each part of a box may be.")
    digest: str
    text: str
    data: dict[str, Any]
    box: dict[str, Any] = Field(description="What boards are given of it, as of a table.")
    print: bool = Field(description="Whether sheets to cut out can be had, `sheets.pdf` of a box.")


class Nothing(BaseModel):
    """It is done."""


@router.get(
    "/api/workshop", response_model=WorkshopInfo, responses=problems(404), tags=["workshop"]
)
async def workshop(rooms: RoomsDep) -> JsonResponse:
    """The games whose boxes can be changed, and what is allowed."""
    settings = rooms.settings
    limits = {name: getattr(settings, name) for name in WorkshopLimits.model_fields}
    titles = [{"game": name, "title": Game(name).title._asdict()} for name in games()]
    return JsonResponse(
        {
            "games": titles,
            "levels": list(STUDY_BOTS),
            "limits": limits,
            "people": bool(settings.count_people),
        }
    )


@router.get(
    "/api/workshop/{game}", response_model=PrintedBox, responses=problems(404), tags=["workshop"]
)
async def printed_box(
    request: Request,
    game: Annotated[str, Path(max_length=40, description="As `/api/games` lists them.")],
) -> JsonResponse:
    """The printed box of a game, and the form that every box of it has."""
    if game not in games():
        raise NotFound("no-game", NO_GAME)
    studies: Studies = request.app.state.studies
    studies.prepare(game)
    prints = own_module(game, "sheet") is not None
    return JsonResponse(await asyncio.to_thread(_printed, game) | {"print": prints})


@router.post(
    "/api/boxes/check",
    response_model=BoxChecked,
    responses=problems(404, 409, 413),
    tags=["workshop"],
)
async def check_box(sandbox: SandboxDep, wanted: BoxBody) -> JsonResponse:
    """Check a box, and store nothing: all faults at once, each with its place."""
    checked = await boxes.check(sandbox, wanted.game, wanted.text, wanted.data)
    return JsonResponse(checked._asdict())


@router.post("/api/boxes", status_code=201, responses=problems(404, 409, 413), tags=["workshop"])
async def store_box(rooms: RoomsDep, sandbox: SandboxDep, wanted: BoxBody) -> BoxStored:
    """Store a box, so that tables and studies can be made with it and others can be sent its link.
    One with faults is refused; the answer has them as `faults`."""
    checked, key = await boxes.store(rooms, sandbox, wanted.game, wanted.text, wanted.data)
    return BoxStored(digest=checked.digest, key=key)


@router.post(
    "/api/boxes/mine", response_model=OwnBoxes, responses=problems(404, 413), tags=["workshop"]
)
async def own_boxes(rooms: RoomsDep, wanted: Mine) -> JsonResponse:
    """What the boxes are whose digests one has. Nothing lists the boxes of others."""
    found, keep = await boxes.find_many(rooms, wanted.digests), rooms.settings.keep_boxes
    told = await asyncio.to_thread(lambda: [_own(each, keep) for each in found])
    return JsonResponse({"boxes": told})


@router.get("/api/boxes/{digest}", response_model=Box, responses=problems(404), tags=["workshop"])
async def look_at_box(rooms: RoomsDep, digest: DigestPath) -> JsonResponse:
    """A box, for whoever has its digest."""
    box = await boxes.find(rooms, digest)
    return JsonResponse(await asyncio.to_thread(boxes.described, box))


@router.get(
    "/api/boxes/{digest}/lesson",
    response_model=BoxLesson,
    responses=problems(404, 409),
    tags=["workshop"],
)
async def lesson_with_box(rooms: RoomsDep, sandbox: SandboxDep, digest: DigestPath) -> JsonResponse:
    """The stages of the game's lesson with this box; of those that don't fit it, why."""
    box = await boxes.find(rooms, digest)
    return JsonResponse(await lessons.lesson_with(sandbox, box.game, box.text))


@router.delete("/api/boxes/{digest}", responses=problems(404), tags=["workshop"])
async def give_up_box(rooms: RoomsDep, digest: DigestPath, credentials: Credentials) -> Nothing:
    """Give up one's key to a box. With the last key it goes, unless a table or a study needs it.
    Needs the box's key."""
    if credentials is None:
        raise NotAllowed("no-key", NO_KEY)
    await boxes.give_up(rooms, digest, credentials.credentials)
    return Nothing()


@cache
def _printed(game: str) -> Data:
    box = boxes.printed_box(game)
    return {
        "game": game,
        "title": Game(game).title._asdict(),
        "form": form.form_json(game),
        "digest": box.digest,
        "text": box.text,
        "data": form.data(box.text),
        "box": boxes.board_box(Game(game)),
    }


def _own(box: StoredBox, keep: float) -> Data:
    told = boxes.described(box)
    named = {name: told[name] for name in ("digest", "game", "title", "printed")}
    until = None if box.used is None else box.used + keep
    few = told["differences"][:MOST_TOLD]
    return named | {"created": box.created, "until": until, "differences": few}

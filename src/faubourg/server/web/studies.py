"""Studies over HTTP: asking for one, looking how far it is, cancelling it, taking it along."""

import asyncio
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import HTMLResponse, Response

from faubourg.core.contract import Data
from faubourg.server.actions import studies as actions
from faubourg.server.actions.people import PeopleReports
from faubourg.server.actions.studies import MOST_LEVELS, STUDY_BOTS, Clients
from faubourg.server.runtime.studies import Studies
from faubourg.server.store.studies import Phase
from faubourg.server.table.keys import ID
from faubourg.server.web.boxes import DIGEST, MOST_ASKED, Digest, Nothing, open_workshop
from faubourg.server.web.deps import Credentials, RoomsDep, SandboxDep, problems
from faubourg.server.web.rate_limits import client_of
from faubourg.server.web.responses import JsonResponse
from faubourg.server.web.schemas import WHOLE, Body, Both

router = APIRouter(dependencies=[Depends(open_workshop)])
FAR = 10**6
StudyId = Annotated[str, Path(pattern=f"^{ID.pattern}$", description="A study.")]
Whole = Annotated[int, Field(ge=-FAR, le=FAR), WHOLE]


class Sweep(Body):
    """One value of the box that takes several values, one after the other."""

    path: str = Field(
        min_length=1,
        max_length=200,
        description="Where it stands: words with dots, a thing of a list by its id or number.",
        examples=["establishment.mine.cost"],
    )
    from_: Whole = Field(alias="from", examples=[4])
    to: Whole = Field(examples=[8])
    step: Annotated[int, Field(ge=1, le=FAR), WHOLE] = Field(
        1, description=f"There may be {MOST_LEVELS} values."
    )


class FindGoal(Body):
    """Look for the value at which a measure crosses a target."""

    measure: str = Field(
        min_length=1,
        max_length=200,
        description="By its name, as `/api/workshop/GAME/measures` lists them.",
        examples=["games won by who begins"],
    )
    target: float = Field(
        ge=-FAR, le=FAR, allow_inf_nan=False, description="Shares from 0 to 1.", examples=[0.25]
    )


class Ask(Body):
    """A question to be played: what does this box do, against another one or along a sweep?"""

    box: Digest
    against: Digest | None = Field(None, description="Another box; null: the printed one.")
    players: Annotated[int, Field(ge=1, le=6), WHOLE]
    bots: str = Field(
        "greedy",
        max_length=32,
        description="Who plays, all seats alike.",
        json_schema_extra={"enum": list(STUDY_BOTS)},
    )
    stronger: str | None = Field(
        None,
        max_length=32,
        description="A second level of bots, who play it all again: what do stronger players "
        "change? Not with a sweep.",
        examples=["steady"],
    )
    games: Annotated[int, Field(ge=1, le=10**7), WHOLE] = Field(
        10_000, description="For each variant."
    )
    options: dict[str, str] = Field({}, description="Options of the game.", max_length=20)
    sweep: Sweep | None = None
    find: FindGoal | None = None


class Asked(BaseModel):
    """A study is queued. The key, which cancels it, is told only this once."""

    id: str
    key: str


class Price(BaseModel):
    games: int = Field(description="At most: a search ends when it is sure.")
    seconds: float = Field(description="About so long, if nothing else is going on.")
    game_seconds: float = Field(description="Of one core, for a game.")


class Trouble(Both):
    code: str


class Figure(BaseModel):
    """A value with its 95 % confidence interval."""

    value: float
    low: float
    high: float


class SeatWon(BaseModel):
    seat: str
    won: Figure


class PlaceWon(BaseModel):
    place: int = Field(description="In the order of turns, from 1.")
    won: Figure


class RoleWon(BaseModel):
    name: Both
    won: Figure


class Length(BaseModel):
    mean: Figure
    counts: list[tuple[int, int]] = Field(description="Turns, and how many games took so many.")


class Points(BaseModel):
    winners: Figure
    others: Figure


class Item(BaseModel):
    id: str
    group: Both
    name: Both
    copies: float = Field(description="In a game, of all seats together.")
    taken: Figure = Field(description="The share of seats that have it at the end.")
    lift: Figure | None = Field(description="How much oftener seats with it win.")


class VariantReport(BaseModel):
    name: Both
    role: Literal["against", "box", "level", "people"]
    level: int | None
    digest: str
    games: int
    unfinished: int = Field(description="Games that came to no end.")
    seats: list[SeatWon] = Field(description="None where all win or lose together, or by sides.")
    places: list[PlaceWon]
    roles: list[RoleWon]
    together: Figure | None
    length: Length
    points: Points
    behind: Figure = Field(description="Games won by somebody not in front half-way.")
    luck: Figure | None = Field(description="The share of luck.")
    items: list[Item] = Field(description="None where there are more than four variants.")


class Difference(Figure):
    """What a measure is in the last variant, against the first."""

    key: str
    name: Both
    percent: bool
    main: bool = Field(description="Of the game as a whole, not of one of its things.")
    before: float
    after: float
    sure: bool = Field(description="More than chance, though so many things were compared.")


class CurvePoint(Figure):
    level: int
    games: int


class Curve(BaseModel):
    key: str
    name: Both
    percent: bool
    main: bool
    points: list[CurvePoint]


class Curves(BaseModel):
    path: str
    name: Both
    printed: int | None = Field(description="The value in the box to compare with.")
    measures: list[Curve]


class FoundLevel(BaseModel):
    measure: Both
    percent: bool
    target: float
    between: tuple[int, int] | None = Field(description="The values between which it is crossed.")
    level: float | None = Field(description="About where, by a straight line between them.")
    sure: bool = Field(description="At 95 %, if the measure only rises or only falls.")
    ended: bool
    said: Both | None


class StrongerReport(BaseModel):
    """What a second level of bots changes."""

    level: str
    games: int = Field(description="Of each variant, so far.")
    words: Both


class StudyReport(BaseModel):
    games: int = Field(description="Of each variant, so far.")
    variants: list[VariantReport]
    differences: list[Difference] = Field(description="Sure ones of the whole game first.")
    curve: Curves | None
    found: FoundLevel | None
    stronger: StrongerReport | None = None
    words: Both = Field(description="All of it in a paragraph.")


class StudyInfo(BaseModel):
    """A study, how far it is, and what is known so far."""

    id: str
    phase: Phase
    ahead: int = Field(description="Studies before it in the queue.")
    done: int = Field(description="Games, those that measure luck included.")
    games: int = Field(description="At most: a search ends when it is sure.")
    seconds_left: float | None
    problem: Trouble | None
    game: str
    title: Both
    asked: dict[str, Any]
    against: str
    created: float
    report: StudyReport | None


class OwnStudies(Body):
    ids: list[Annotated[str, Field(pattern=f"^{ID.pattern}$")]] = Field(max_length=MOST_ASKED)


class StudyLine(BaseModel):
    """A study in a list, without what was found."""

    id: str
    phase: Phase
    done: int = Field(description="Games, those that measure luck included.")
    games: int = Field(description="At most: a search ends when it is sure.")
    game: str
    title: Both
    asked: dict[str, Any]
    factor: Both | None = Field(description="What a sweep changes, as people call it.")
    created: float
    until: float | None = Field(description="When it is removed; null: it has not ended.")


class StudyLines(BaseModel):
    studies: list[StudyLine] = Field(description="Those that there are; others are gone.")


class PeopleFigures(VariantReport):
    words: Both = Field(description="All of it in a paragraph.")


class PeopleGroup(BaseModel):
    options: dict[str, str]
    report: PeopleFigures


class PeopleReport(BaseModel):
    """What people's games say; only moves were kept, and nothing of who played."""

    game: str
    box: str
    players: int
    games: int = Field(description="That count, with any options.")
    least: int = Field(description="Games with the same options before anything is told of them.")
    groups: list[PeopleGroup] = Field(description="Of each set of options, the commonest first.")


class MeasureName(Both):
    key: str
    percent: bool
    main: bool


class Measures(BaseModel):
    measures: list[MeasureName]


async def studies_of(request: Request) -> Studies:
    return cast(Studies, request.app.state.studies)


async def clients_of(request: Request) -> Clients:
    return cast(Clients, request.app.state.study_clients)


StudiesDep = Annotated[Studies, Depends(studies_of)]
ClientsDep = Annotated[Clients, Depends(clients_of)]
ASKING = problems(404, 409, 413)


@router.post("/api/studies", status_code=201, responses=ASKING, tags=["workshop"])
async def ask_study(
    request: Request,
    rooms: RoomsDep,
    sandbox: SandboxDep,
    studies: StudiesDep,
    clients: ClientsDep,
    wanted: Ask,
) -> Asked:
    """Play many games between bots with a box, and see what it does. They are played in the
    background, one study after another, and outlive a restart of the server."""
    client = client_of(request.client.host if request.client else "unknown")
    id, key = await actions.ask(rooms, sandbox, studies, clients, client, _asked(wanted))
    return Asked(id=id, key=key)


@router.post("/api/studies/price", responses=ASKING, tags=["workshop"])
async def price_study(
    rooms: RoomsDep, sandbox: SandboxDep, studies: StudiesDep, wanted: Ask
) -> Price:
    """About how long a study would take, from a sample of its games."""
    found = await actions.price(rooms, sandbox, studies, _asked(wanted))
    return Price(**found._asdict())


@router.post(
    "/api/studies/mine", response_model=StudyLines, responses=problems(404, 413), tags=["workshop"]
)
async def own_studies(rooms: RoomsDep, wanted: OwnStudies) -> JsonResponse:
    """How far the studies are whose ids one has. Nothing lists the studies of others."""
    return JsonResponse({"studies": await actions.lines(rooms, wanted.ids)})


@router.get(
    "/api/studies/{study}", response_model=StudyInfo, responses=problems(404), tags=["workshop"]
)
async def look_at_study(rooms: RoomsDep, study: StudyId) -> JsonResponse:
    """How far a study is, and what is known so far. Its id is all that this needs."""
    return JsonResponse(await actions.look(rooms, study))


@router.delete("/api/studies/{study}", responses=problems(404), tags=["workshop"])
async def cancel_study(
    rooms: RoomsDep, studies: StudiesDep, study: StudyId, credentials: Credentials
) -> Nothing:
    """End a study; what it found so far stays. Needs the study's key."""
    await actions.cancel(rooms, studies, study, credentials.credentials if credentials else None)
    return Nothing()


@router.get(
    "/api/studies/{study}/study.zip",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}}, **problems(404)},
    tags=["workshop"],
)
async def take_study_along(rooms: RoomsDep, study: StudyId) -> Response:
    """The study's file and its boxes: `faubourg lab run study.toml` plays the same games, row for
    row."""
    packed = await actions.archive(rooms, study)
    named = {"Content-Disposition": 'attachment; filename="study.zip"'}
    return Response(packed, media_type="application/zip", headers=named)


@router.get(
    "/api/studies/{study}/report.html",
    response_class=HTMLResponse,
    responses=problems(404, 409),
    tags=["workshop"],
)
async def full_report(
    rooms: RoomsDep,
    studies: StudiesDep,
    study: StudyId,
    language: Annotated[Literal["en", "fr"], Query()] = "en",
) -> HTMLResponse:
    """The lab's own page on what was played so far, to be saved: all figures and pictures. Only
    where the server has what draws them (`faubourg[lab]`)."""
    row, _ = await actions.find(rooms, study)
    page = await studies.page(row, language)
    named = {"Content-Disposition": 'attachment; filename="report.html"'}
    return HTMLResponse(page, headers=named)


@router.get(
    "/api/workshop/{game}/measures",
    response_model=Measures,
    responses=problems(404, 409),
    tags=["workshop"],
)
async def list_measures(
    game: Annotated[str, Path(max_length=40, description="As `/api/games` lists them.")],
) -> JsonResponse:
    """What a search for a value can aim at, with as few players as can be."""
    return JsonResponse({"measures": await asyncio.to_thread(actions.measures, game)})


@router.get(
    "/api/workshop/{game}/people",
    response_model=PeopleReport,
    responses=problems(404, 409),
    tags=["workshop"],
)
async def look_at_people(
    request: Request,
    game: Annotated[str, Path(max_length=40, description="As `/api/games` lists them.")],
    players: Annotated[int, Query(ge=1, le=6)],
    box: Annotated[
        str | None,
        Query(pattern=f"^{DIGEST}$", description="The digest of a box; else the printed one."),
    ] = None,
) -> JsonResponse:
    """The same figures from games that people finished here, to be laid beside those of bots.
    Only where the operator lets them count; of the games only the moves are kept."""
    reports: PeopleReports = request.app.state.people
    return JsonResponse(await reports.look(game, box, players))


def _asked(wanted: Ask) -> Data:
    return wanted.model_dump(by_alias=True)

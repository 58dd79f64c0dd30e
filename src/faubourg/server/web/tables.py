"""The HTTP interface: what can be asked, and by whom. Every refusal is JSON with a code."""

import asyncio
from functools import cache
from itertools import groupby
from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Query
from starlette.responses import PlainTextResponse, Response

from faubourg.bots.bot import names as bot_names
from faubourg.bots.levels import LEVELS
from faubourg.core.game import Game, games
from faubourg.core.options import unknown
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import action_of
from faubourg.core.text import Text
from faubourg.records.clauses import clauses
from faubourg.server import metrics
from faubourg.server.actions import create, history, records, seats
from faubourg.server.actions.create import Made, Wish
from faubourg.server.errors import NotFound
from faubourg.server.table import serialize
from faubourg.server.table.telling import both
from faubourg.server.web import play, schemas
from faubourg.server.web.deps import AT_TABLE, BODY, TheHouse, TheRoom, made, problems
from faubourg.server.web.responses import Json

router = APIRouter()
NO_GAME = Text("There is no such game here.", "Ce jeu n'existe pas ici.")
NO_MOMENT = Text("The table has {of} moves.", "La table a {of} coups.")


# ---------------------------------------------------------------- games and tables


@router.get("/api/games", response_model=schemas.Games, responses=problems(), tags=["games"])
async def list_games(house: TheHouse) -> Json:
    """The games, their options, whether they are ready, and the bots."""
    ready = house.preparation
    listed = [
        _game(name) | {
            "ready": ready.progress[name].ready.is_set(),
            "prepared": round(ready.progress[name].share, 2),
            "seconds": round(ready.seconds_left(name)),
        }
        for name in games()
    ]  # fmt: skip
    return Json({"games": listed, "bots": bot_names(), "levels": list(LEVELS)})


@router.get(
    "/api/games/{game}/rules", response_model=schemas.Rules, responses=problems(404), tags=["games"]
)
async def read_rules(
    game: Annotated[str, Path(max_length=40, description="As `/api/games` lists them.")],
) -> Json:
    """The rules of a game in our own words, clause by clause."""
    if game not in games():
        raise NotFound("no-game", NO_GAME)
    parts = [
        {
            **both(title),
            "clauses": [
                {"id": clause.id, **both(clause.text), "ruling": clause.ruling} for clause in group
            ],
        }
        for title, group in groupby(clauses(game), key=lambda clause: clause.part)
    ]
    return Json({"game": game, "title": both(_title(game)), "parts": parts})


@router.post("/api/tables", status_code=201, responses=made(), tags=["tables"])
async def make_table(house: TheHouse, wanted: schemas.NewTable) -> schemas.NewKeys:
    """Make a table. The answer has the keys, which are never told again."""
    game = Game(wanted.game, len(wanted.seats), **_options(wanted.options))
    await house.preparation.ready(game.name)
    house.check_open()
    return _new_keys(await create.make(house, game, _wishes(wanted.seats), wanted.begin))


@router.post("/api/tables/import", status_code=201, responses=made(), tags=["tables"])
async def import_record(house: TheHouse, wanted: schemas.Import) -> schemas.NewKeys:
    """Make a table of a record, to watch it or to play on from any of its moves."""
    await house.preparation.all_ready()
    house.check_open()
    read = await records.read(house.thinkers, wanted.record)
    game = read.open()
    moves = read.moves[: wanted.moves]
    if wanted.seats is None:
        return _new_keys(await create.make_to_watch(house, game, read.seats, moves))
    return _new_keys(await create.make(house, game, _wishes(wanted.seats), wanted.begin, moves))


@router.post("/api/tables/find", responses=BODY, tags=["tables"])
async def find_table(house: TheHouse, wanted: schemas.Find) -> schemas.Found:
    """Which table has a code, and who sits there."""
    table = (await seats.find(house, wanted.code)).table
    shown = [schemas.Seat(**seat) for seat in serialize.seats(table)]
    return schemas.Found(
        table=table.id, game=table.game.name, title=schemas.Both(**both(table.game.title)),
        phase=table.phase, seats=shown,
    )  # fmt: skip


@router.post("/api/tables/join", status_code=201, responses=BODY, tags=["tables"])
async def join(house: TheHouse, wanted: schemas.Join) -> schemas.Joined:
    """Claim an open seat with a code."""
    room, seat, key = await seats.join(
        house, wanted.code, wanted.name, wanted.word, wanted.key, wanted.seat
    )
    table = room.table
    return schemas.Joined(
        table=table.id, seat=SEAT_LETTERS[seat], key=key, commitment=table.commitment,
        number=table.number,
    )  # fmt: skip


@router.get(
    "/api/tables/{id}", response_model=schemas.TableInfo, responses=AT_TABLE, tags=["tables"]
)
async def look(house: TheHouse, room: TheRoom) -> Json:
    """Everything about a table. Its id is all that this needs."""
    away = await seats.away(house, room)
    table = room.table
    return Json({
        "number": table.number, "state": room.state, "legal": room.legal,
        "entries": table.told_after(0), "connected": room.connected, "away": away,
    })  # fmt: skip


@router.get(
    "/api/tables/{id}/entries", response_model=schemas.Entries, responses=AT_TABLE, tags=["tables"]
)
async def look_back(
    house: TheHouse,
    room: TheRoom,
    after: Annotated[int, Query(ge=0, le=2**31, description="The last entry known.")] = 0,
) -> Json:
    """What happened at a table after an entry, at most 100 entries at once."""
    return Json(await history.page(house, room.table.id, after))


@router.get(
    "/api/tables/{id}/moves/{number}",
    response_model=schemas.Moment,
    responses=AT_TABLE,
    tags=["tables"],
)
async def moment(room: TheRoom, number: Annotated[int, Path(ge=0, le=10**6)]) -> Json:
    """The position after so many moves, to look back or to watch a record."""
    table = room.table
    if number > len(table.moves):
        raise NotFound("no-moment", NO_MOMENT.format(of=len(table.moves)))
    led = action_of(table.game, table.moves[number - 1]) if number else None
    return Json({
        "moves": number, "of": len(table.moves),
        "move": led and {"id": led.id, "text": led.text},
        **serialize.shown(serialize.after_moves(table, number)),
    })  # fmt: skip


@router.get("/api/tables/{id}/box", responses=AT_TABLE, tags=["tables"])
async def look_into_box(room: TheRoom) -> dict[str, Any]:
    """The components that a table is played with, as a page needs them; they never change."""
    game = room.table.game
    return cast("dict[str, Any]", game.part("view").box(game.components))


@router.get(
    "/api/tables/{id}/record",
    response_class=PlainTextResponse,
    responses=AT_TABLE,
    tags=["records"],
)
async def export_record(room: TheRoom) -> PlainTextResponse:
    """All moves of a table so far as a record; with the secret if the game is over."""
    return PlainTextResponse(await asyncio.to_thread(room.table.record().dumps))


@router.post("/api/records/verify", responses=problems(409, 413), tags=["records"])
async def verify(house: TheHouse, wanted: schemas.RecordBody) -> schemas.Checked:
    """Check every one of Nature's moves in a record against its commitment."""
    await house.preparation.all_ready()
    house.check_open()
    found = await records.check(house.thinkers, wanted.record)
    faults = [schemas.Both(**both(fault)) for fault in found.faults]
    said = schemas.Both(**both(found.text))
    return schemas.Checked(holds=found.holds, checked=found.checked, said=said, faults=faults)


router.include_router(play.router)


# ---------------------------------------------------------------- for who runs the server


@router.get("/healthz", response_class=PlainTextResponse, responses=problems(), tags=["operating"])
async def health(house: TheHouse) -> PlainTextResponse:
    """Whether this process is serving and reaches its database."""
    house.check_open()
    await house.reach(house.store.last_numbers(["none"]))
    return PlainTextResponse("ok\n")


@router.get("/metrics", response_class=PlainTextResponse, responses=problems(), tags=["operating"])
async def measures() -> Response:
    """Counters and timings in Prometheus's text format."""
    return Response(metrics.text(), media_type=metrics.CONTENT_TYPE)


# ---------------------------------------------------------------- helpers


def _title(name: str) -> Text:
    return Game(name).title


@cache
def _game(name: str) -> dict[str, Any]:
    game = Game(name)
    least, most = game.components.players
    return {
        "name": name, "title": both(game.title), "least": least, "most": most,
        "rules": game.rules.VERSION,
        "options": [
            {
                "name": option.name, "help": both(option.help), "default": option.default,
                "allowed": {str(n): option.allowed(n) for n in range(least, most + 1)},
            }
            for option in game.part("state").OPTIONS
        ],
    }  # fmt: skip


def _wishes(wanted: list[schemas.SeatWish]) -> list[Wish]:
    return [Wish(seat.kind, seat.name, seat.level) for seat in wanted]


def _options(given: dict[str, str]) -> dict[str, Any]:
    """Options as keywords; names that are parameters of another kind are no options."""
    for name in ("name", "players", "components"):
        if name in given:
            raise unknown("option", name, ["seats"])
    return dict(given)


def _new_keys(made: Made) -> schemas.NewKeys:
    table = made.room.table
    return schemas.NewKeys(
        table=table.id,
        host_key=made.host_key,
        keys={SEAT_LETTERS[seat]: key for seat, key in made.keys.items()},
        code=table.code,
        commitment=table.commitment,
        number=table.number,
    )

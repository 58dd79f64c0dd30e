"""HTTP routes: games, tables, records, and operating the server."""

import asyncio
import gzip
from functools import cache, lru_cache
from itertools import groupby
from typing import Annotated, Any, cast

import msgspec
from fastapi import APIRouter, Path, Query, Request
from starlette.responses import PlainTextResponse, Response

from faubourg.bots.bot import names as bot_names
from faubourg.bots.levels import LEVELS, options_for_levels
from faubourg.core.game import Game, check_name, games
from faubourg.core.options import unknown
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import action_of
from faubourg.core.text import Text
from faubourg.records.clauses import clauses, reconstructed
from faubourg.server import metrics
from faubourg.server.actions import boxes, create, history, records, seats, standings
from faubourg.server.actions.create import Created, Wish
from faubourg.server.errors import NotFound
from faubourg.server.runtime.clocks import ClockKeeper
from faubourg.server.table import serialize
from faubourg.server.table.clock import Clock
from faubourg.server.table.serialize import both
from faubourg.server.table.table import Table
from faubourg.server.web import lan, play, schemas
from faubourg.server.web.deps import (
    AT_TABLE,
    BODY,
    RoomDep,
    RoomsDep,
    SandboxDep,
    created,
    problems,
)
from faubourg.server.web.responses import JsonResponse

router = APIRouter()
NO_GAME = Text("There is no such game here.", "Ce jeu n'existe pas ici.")
NO_MOMENT = Text("The table has {of} moves.", "La table a {of} coups.")


# ---------------------------------------------------------------- games and tables


@router.get("/api/games", response_model=schemas.Games, responses=problems(), tags=["games"])
async def list_games(rooms: RoomsDep) -> JsonResponse:
    """The games, their options, how far they are compiled, and the bots."""
    states = rooms.warmup.games
    listed = [_game(name) | {"compiled": round(states[name].share, 2)} for name in games()]
    return JsonResponse({"games": listed, "bots": bot_names(), "levels": list(LEVELS)})


@router.get(
    "/api/games/{game}/rules", response_model=schemas.Rules, responses=problems(404), tags=["games"]
)
async def read_rules(
    game: Annotated[str, Path(max_length=40, description="As `/api/games` lists them.")],
) -> JsonResponse:
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
    title, ours = both(_title(game)), reconstructed(game)
    known = {"reconstructed": ours and both(ours), "parts": parts}
    return JsonResponse({"game": game, "title": title, **known})


@router.post("/api/tables", status_code=201, responses=created(), tags=["tables"])
async def make_table(rooms: RoomsDep, wanted: schemas.NewTable) -> schemas.NewKeys:
    """Make a table. The answer has the keys, which are never told again.

    Where bots are on the side of people they are partners, who play as well as they can, and their
    level says how hard the game is: an option with `by_level` then has the value for the level,
    unless it is named in `options`. It stays as usual if bots have different levels, or none of
    `by_level`, or if no seat is for a person. `/api/tables/{id}` says what is played."""
    given, players = _options(wanted.options), len(wanted.seats)
    rooms.check_open()
    levels = [seat.level if seat.kind == "bot" else None for seat in wanted.seats]
    options = options_for_levels(check_name(wanted.game), players, given, levels)
    if wanted.box is None:
        game = Game(wanted.game, players, **options)
    else:
        game = await boxes.game_with_box(rooms, wanted.game, players, wanted.box, options)
    return _new_keys(
        await create.create_table(
            rooms, game, _wishes(wanted.seats), wanted.begin, clock=_clock(wanted.clock)
        )
    )


@router.post("/api/tables/import", status_code=201, responses=created(), tags=["tables"])
async def import_record(
    rooms: RoomsDep, sandbox: SandboxDep, wanted: schemas.Import
) -> schemas.NewKeys:
    """Make a table of a record, to watch it or to play on from any of its moves."""
    rooms.check_open()
    record = await records.read(sandbox, wanted.record, rooms.settings.record_moves)
    game = await asyncio.to_thread(record.open)
    moves = record.moves[: wanted.moves]
    if wanted.seats is None:
        return _new_keys(await create.create_record_table(rooms, game, record.seats, moves))
    return _new_keys(
        await create.create_table(
            rooms, game, _wishes(wanted.seats), wanted.begin, moves, _clock(wanted.clock)
        )
    )


@router.post("/api/tables/find", responses=BODY, tags=["tables"])
async def find_table(rooms: RoomsDep, wanted: schemas.Find) -> schemas.Found:
    """Which table has a code, and who sits there."""
    table = (await seats.find(rooms, wanted.code)).table
    sitting = [schemas.Seat(**seat) for seat in serialize.seats(table.seats)]
    return schemas.Found(
        table=table.id,
        game=table.game.name,
        title=schemas.Both(**both(table.game.title)),
        phase=table.phase,
        seats=sitting,
    )


@router.post("/api/tables/join", status_code=201, responses=BODY, tags=["tables"])
async def join(rooms: RoomsDep, wanted: schemas.Join) -> schemas.Joined:
    """Claim an open seat with a code."""
    room, seat, key = await seats.join(
        rooms, wanted.code, wanted.name, wanted.seal, wanted.key, wanted.seat, wanted.face
    )
    table = room.table
    return schemas.Joined(
        table=table.id,
        seat=SEAT_LETTERS[seat],
        key=key,
        commitment=table.commitment,
        number=table.number,
    )


@router.post(
    "/api/tables/standings", response_model=schemas.Standings, responses=BODY, tags=["tables"]
)
async def look_at_standings(rooms: RoomsDep, wanted: schemas.KnownTables) -> JsonResponse:
    """How all tables of a list stand: whose turn it is, and since when. Only those that have
    changed since the entry that the client knows are told of."""
    return JsonResponse(await standings.standings(rooms, wanted.tables))


@router.get(
    "/api/tables/{id}", response_model=schemas.TableInfo, responses=AT_TABLE, tags=["tables"]
)
async def look(request: Request, rooms: RoomsDep, room: RoomDep) -> JsonResponse:
    """Everything about a table. Its id is all that this needs."""
    away = await seats.away(rooms, room)
    table = room.table
    return JsonResponse(
        {
            "number": table.number,
            "state": room.state,
            "legal": room.legal,
            "entries": room.recent,
            "connected": room.connected,
            "away": away,
            "time": _time(request, table),
        }
    )


@router.get(
    "/api/tables/{id}/entries", response_model=schemas.Entries, responses=AT_TABLE, tags=["tables"]
)
async def look_back(
    rooms: RoomsDep,
    room: RoomDep,
    after: Annotated[int, Query(ge=0, le=2**31, description="The last entry known.")] = 0,
) -> JsonResponse:
    """What happened at a table after an entry, at most 100 entries at once."""
    return JsonResponse(await history.page(rooms, room.table.id, after))


@router.get(
    "/api/tables/{id}/moves/{number}",
    response_model=schemas.Moment,
    responses=AT_TABLE,
    tags=["tables"],
)
async def moment(
    request: Request, room: RoomDep, number: Annotated[int, Path(ge=0, le=10**6)]
) -> JsonResponse:
    """The position after so many moves, to look back or to watch a record."""
    table = room.table
    if number > len(table.moves):
        raise NotFound("no-moment", NO_MOMENT.format(of=len(table.moves)))
    move = action_of(table.game, table.moves[number - 1]) if number else None
    moments: history.Moments = request.app.state.moments
    return JsonResponse(
        {
            "moves": number,
            "of": len(table.moves),
            "move": move and {"id": move.id, "text": move.text},
            **await moments.at(room, number),
        }
    )


@router.get("/api/tables/{id}/box", responses=AT_TABLE, tags=["tables"])
async def look_into_box(room: RoomDep) -> dict[str, Any]:
    """The components that a table is played with, as a page needs them; they never change."""
    game = room.table.game
    return cast("dict[str, Any]", game.part("view").box(game.components))


@router.get(
    "/api/tables/{id}/notation",
    response_model=schemas.AllActions,
    responses=AT_TABLE,
    tags=["tables"],
)
async def look_up_notation(request: Request, room: RoomDep) -> JsonResponse:
    """The notation of every action of a table's game, by its number; it never changes."""
    plain, packed = _notation(room.table.game)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return JsonResponse(packed, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
    return JsonResponse(plain, headers={"Vary": "Accept-Encoding"})


@router.get(
    "/api/tables/{id}/record",
    response_class=PlainTextResponse,
    responses=AT_TABLE,
    tags=["records"],
)
async def export_record(room: RoomDep) -> PlainTextResponse:
    """All moves of a table so far as a record; with the secret if the game is over."""
    return PlainTextResponse(await asyncio.to_thread(room.table.record().dumps))


@router.post("/api/records/verify", responses=problems(409, 413), tags=["records"])
async def verify(
    rooms: RoomsDep, sandbox: SandboxDep, wanted: schemas.RecordBody
) -> schemas.Checked:
    """Check every one of Nature's moves in a record against its commitment."""
    rooms.check_open()
    verdict = await records.check(sandbox, wanted.record, rooms.settings.record_moves)
    faults = [schemas.Both(**both(fault)) for fault in verdict.faults]
    said = schemas.Both(**both(verdict.text))
    return schemas.Checked(holds=verdict.holds, checked=verdict.checked, said=said, faults=faults)


router.include_router(play.router)
router.include_router(lan.router)


# ---------------------------------------------------------------- operating


@router.get("/healthz", response_class=PlainTextResponse, responses=problems(), tags=["operating"])
async def health(request: Request, rooms: RoomsDep) -> PlainTextResponse:
    """Whether this process is serving and has reached its database in the last seconds: `ok`, a
    line for each game that says whether it runs compiled here, and whom the server takes the asker
    for: what a proxy says of its clients is checked by it."""
    await rooms.check_health()
    states = rooms.warmup.games.items()
    lines = [f"{name}: {'compiled' if state.is_loaded else 'plain'}\n" for name, state in states]
    client = request.client.host if request.client else "unknown"
    return PlainTextResponse("".join(["ok\n", *lines, f"you: {client}\n"]))


@router.get("/metrics", response_class=PlainTextResponse, responses=problems(), tags=["operating"])
async def measures() -> Response:
    """Counters and timings in Prometheus's text format."""
    return Response(metrics.text(), media_type=metrics.CONTENT_TYPE)


# ---------------------------------------------------------------- helpers


def _title(name: str) -> Text:
    return Game(name).title


@cache
def _game(name: str) -> dict[str, Any]:
    game, ours = Game(name), reconstructed(name)
    least, most = game.components.players
    numbers = range(least, most + 1)
    return {
        "name": name,
        "title": both(game.title),
        "least": least,
        "most": most,
        "rules": game.rules.VERSION,
        "reconstructed": ours and both(ours),
        "options": [
            {
                "name": option.name,
                "help": both(option.help),
                "default": {str(n): option.usual(n, game.version) for n in numbers},
                "allowed": {str(n): option.allowed(n) for n in numbers},
                "when": dict(option.when),
                "by_level": dict(option.by_level),
            }
            for option in game.part("state").OPTIONS
        ],
    }


@lru_cache(maxsize=32)
def _notation(game: Game) -> tuple[bytes, bytes]:
    """The notation of all actions as JSON, plain and compressed."""
    actions = [action_of(game, id).text for id in range(game.actions)]
    plain = msgspec.json.encode({"actions": actions})
    return plain, gzip.compress(plain)


def _time(request: Request, table: Table) -> dict[str, Any] | None:
    if table.clock is None:
        return None
    clocks: ClockKeeper = request.app.state.clocks
    running, left = clocks.reading(table)
    return {"running": running, "left": left}


def _wishes(wanted: list[schemas.SeatWish]) -> list[Wish]:
    return [Wish(seat.kind, seat.name, seat.level, seat.seal, seat.face) for seat in wanted]


def _clock(wanted: schemas.Clock | None) -> Clock | None:
    return None if wanted is None else Clock(wanted.per, wanted.seconds, wanted.then)


def _options(given: dict[str, str]) -> dict[str, Any]:
    """Options as keywords; names that are parameters of another kind are no options."""
    for name in ("name", "players", "components", "rules"):
        if name in given:
            raise unknown("option", name, ["seats"])
    return dict(given)


def _new_keys(created: Created) -> schemas.NewKeys:
    table = created.room.table
    return schemas.NewKeys(
        table=table.id,
        host_key=created.host_key,
        keys={SEAT_LETTERS[seat]: key for seat, key in created.keys.items()},
        code=table.code,
        commitment=table.commitment,
        number=table.number,
    )

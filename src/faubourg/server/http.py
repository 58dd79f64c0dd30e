"""The HTTP interface: what can be asked, and by whom. Every refusal is JSON with a code."""

import asyncio
from functools import cache
from itertools import groupby
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket

from faubourg.bots.bot import names as bot_names
from faubourg.bots.levels import LEVELS
from faubourg.core.clauses import clauses
from faubourg.core.contract import SEAT_LETTERS
from faubourg.core.game import Game, games
from faubourg.core.options import unknown
from faubourg.core.position import action_of
from faubourg.core.text import Text
from faubourg.server import api, history, making, metrics, playing, records, seating, showing
from faubourg.server.answers import Json
from faubourg.server.errors import NotFound
from faubourg.server.house import House
from faubourg.server.keys import ID, Holder
from faubourg.server.live import live
from faubourg.server.making import Made, Wish
from faubourg.server.room import Room
from faubourg.server.telling import both

router = APIRouter()
bearer = HTTPBearer(
    auto_error=False, description="The key of a seat, or the host's. Several: with commas."
)
NO_GAME = Text("There is no such game here.", "Ce jeu n'existe pas ici.")
NO_MOMENT = Text("The table has {of} moves.", "La table a {of} coups.")


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals that a request may meet, for the description."""
    problem = {"schema": {"$ref": f"#/components/schemas/{api.Problem.__name__}"}}
    said = {"description": "Refused", "content": {"application/json": problem}}
    return dict.fromkeys(sorted({403, 422, 429, 503, *statuses}), said)


def made() -> dict[int | str, dict[str, Any]]:
    """A table is made: what can be done with it from then on."""
    at_table = ("look", "look_back", "moment", "export_record", "begin", "move", "undo",
                "hint", "set_pace", "rematch", "give_word", "fill_seat", "hand_over",
                "come_back")  # fmt: skip
    links = {
        name: {"operationId": name, "parameters": {"id": "$response.body#/table"}}
        for name in at_table
    }
    return {201: {"description": "Made", "links": links}, **problems(409, 413)}


AT_TABLE = problems(404, 409)
BODY = problems(404, 409, 413)


# ---------------------------------------------------------------- who and where


async def house_of(request: Request) -> House:
    return cast(House, request.app.state.house)


async def room_of(
    request: Request, id: Annotated[str, Path(pattern=f"^{ID.pattern}$", description="A table.")]
) -> Room:
    house = await house_of(request)
    return await house.fresh(await house.room(id))


TheHouse = Annotated[House, Depends(house_of)]
TheRoom = Annotated[Room, Depends(room_of)]
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


async def holder_of(room: TheRoom, credentials: Credentials) -> Holder:
    keys = credentials.credentials.split(",")[:8] if credentials else []
    return room.holder(key.strip() for key in keys)


Who = Annotated[Holder, Depends(holder_of)]
SeatPath = Annotated[str, Path(pattern="^[A-F]$", description="A seat: A to F.")]


# ---------------------------------------------------------------- games and tables


@router.get("/api/games", response_model=api.Games, responses=problems(), tags=["games"])
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
    "/api/games/{game}/rules", response_model=api.Rules, responses=problems(404), tags=["games"]
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
async def make_table(house: TheHouse, wanted: api.NewTable) -> api.NewKeys:
    """Make a table. The answer has the keys, which are never told again."""
    game = Game(wanted.game, len(wanted.seats), **_options(wanted.options))
    await house.preparation.ready(game.name)
    house.check_open()
    return _new_keys(await making.make(house, game, _wishes(wanted.seats), wanted.begin))


@router.post("/api/tables/import", status_code=201, responses=made(), tags=["tables"])
async def import_record(house: TheHouse, wanted: api.Import) -> api.NewKeys:
    """Make a table of a record, to watch it or to play on from any of its moves."""
    await house.preparation.all_ready()
    house.check_open()
    read = await records.read(house.thinkers, wanted.record)
    game = read.open()
    moves = read.moves[: wanted.moves]
    if wanted.seats is None:
        return _new_keys(await making.make_to_watch(house, game, read.seats, moves))
    return _new_keys(await making.make(house, game, _wishes(wanted.seats), wanted.begin, moves))


@router.post("/api/tables/find", responses=BODY, tags=["tables"])
async def find_table(house: TheHouse, wanted: api.Find) -> api.Found:
    """Which table has a code, and who sits there."""
    table = (await seating.find(house, wanted.code)).table
    seats = [api.Seat(**seat) for seat in showing.seats(table)]
    return api.Found(
        table=table.id, game=table.game.name, title=api.Both(**both(table.game.title)),
        phase=table.phase, seats=seats,
    )  # fmt: skip


@router.post("/api/tables/join", status_code=201, responses=BODY, tags=["tables"])
async def join(house: TheHouse, wanted: api.Join) -> api.Joined:
    """Claim an open seat with a code."""
    room, seat, key = await seating.join(
        house, wanted.code, wanted.name, wanted.word, wanted.key, wanted.seat
    )
    table = room.table
    return api.Joined(
        table=table.id, seat=SEAT_LETTERS[seat], key=key, commitment=table.commitment,
        number=table.number,
    )  # fmt: skip


@router.get("/api/tables/{id}", response_model=api.TableInfo, responses=AT_TABLE, tags=["tables"])
async def look(house: TheHouse, room: TheRoom) -> Json:
    """Everything about a table. Its id is all that this needs."""
    away = await seating.away(house, room)
    table = room.table
    return Json({
        "number": table.number, "state": room.state, "legal": room.legal,
        "entries": table.told_after(0), "connected": room.connected, "away": away,
    })  # fmt: skip


@router.get(
    "/api/tables/{id}/entries", response_model=api.Entries, responses=AT_TABLE, tags=["tables"]
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
    response_model=api.Moment,
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
        **showing.shown(showing.after_moves(table, number)),
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
async def verify(house: TheHouse, wanted: api.RecordBody) -> api.Checked:
    """Check every one of Nature's moves in a record against its commitment."""
    await house.preparation.all_ready()
    house.check_open()
    found = await records.check(house.thinkers, wanted.record)
    faults = [api.Both(**both(fault)) for fault in found.faults]
    said = api.Both(**both(found.text))
    return api.Checked(holds=found.holds, checked=found.checked, said=said, faults=faults)


# ---------------------------------------------------------------- at a table


@router.put("/api/tables/{id}/seats/{seat}/word", responses=BODY, tags=["play"])
async def give_word(
    house: TheHouse, room: TheRoom, who: Who, seat: SeatPath, wanted: api.WordBody
) -> api.Done:
    """Give a word for the dice, before the game begins. Needs the seat's key."""
    return api.Done(number=await seating.give_word(house, room, who, seat, wanted.word))


@router.put("/api/tables/{id}/seats/{seat}/bot", responses=BODY, tags=["play"])
async def fill_seat(
    house: TheHouse, room: TheRoom, who: Who, seat: SeatPath, wanted: api.BotBody
) -> api.Done:
    """Give an open seat to a bot, before the game begins. Needs the host's key."""
    return api.Done(number=await seating.fill_seat(house, room, who, seat, wanted.level))


@router.post("/api/tables/{id}/begin", responses=AT_TABLE, tags=["play"])
async def begin(house: TheHouse, room: TheRoom, who: Who) -> api.Done:
    """Begin. Needs the host's key."""
    return api.Done(number=await seating.begin(house, room, who))


@router.post("/api/tables/{id}/moves", responses=BODY, tags=["play"])
async def move(house: TheHouse, room: TheRoom, who: Who, wanted: api.MoveBody) -> api.Done:
    """Play a move. Needs the seat's key. Live play does the same over the WebSocket."""
    number = await playing.move(
        house, room, who, wanted.seat, wanted.action, wanted.id, wanted.answers
    )
    return api.Done(number=number)


@router.post("/api/tables/{id}/undo", responses=BODY, tags=["play"])
async def undo(house: TheHouse, room: TheRoom, who: Who, wanted: api.UndoBody) -> api.Done:
    """Take one's last move back. Needs the seat's key."""
    number = await playing.undo(house, room, who, wanted.seat, wanted.id, wanted.answers)
    return api.Done(number=number)


@router.post("/api/tables/{id}/hints", responses=AT_TABLE, tags=["play"])
async def hint(house: TheHouse, room: TheRoom, who: Who) -> api.Hints:
    """What the player to act might do, thought about for a moment. Needs that seat's key."""
    best = await playing.hints(house, room, who)
    hints = [api.Hint(**showing.hint(room.table, hint)) for hint in best]
    return api.Hints(number=room.table.number, hints=hints)


@router.put("/api/tables/{id}/pace", responses=BODY, tags=["play"])
async def set_pace(house: TheHouse, room: TheRoom, who: Who, wanted: api.Pace) -> api.Done:
    """How fast bots move. Needs the host's key or that of any seat."""
    return api.Done(number=await playing.set_pace(house, room, who, wanted.seconds))


@router.post("/api/tables/{id}/seats/{seat}/hand-over", responses=BODY, tags=["play"])
async def hand_over(
    house: TheHouse, room: TheRoom, who: Who, seat: SeatPath, wanted: api.HandOver
) -> api.Done:
    """Let a bot play for somebody who is away. Needs the host's key or that of any seat."""
    return api.Done(number=await seating.hand_over(house, room, who, seat, wanted.level))


@router.post("/api/tables/{id}/seats/{seat}/return", responses=AT_TABLE, tags=["play"])
async def come_back(house: TheHouse, room: TheRoom, who: Who, seat: SeatPath) -> api.Done:
    """Take one's seat back from a bot; connecting does it too. Needs the seat's key."""
    held = seating.held_seat(room.table, who, seat)
    return api.Done(number=await seating.take_back(house, room, [held]))


@router.post("/api/tables/{id}/rematch", status_code=201, responses=AT_TABLE, tags=["play"])
async def rematch(house: TheHouse, room: TheRoom, who: Who) -> api.Again:
    """Another game of the same, seats turned by one. Needs the host's key or that of any seat."""
    seating.check_part(who)
    return api.Again(table=await making.rematch(house, room))


@router.websocket("/api/tables/{id}/live")
async def live_play(socket: WebSocket, id: str) -> None:
    await live(socket, socket.app.state.house, socket.app.state.limits, id)


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


def _wishes(seats: list[api.SeatWish]) -> list[Wish]:
    return [Wish(seat.kind, seat.name, seat.level) for seat in seats]


def _options(given: dict[str, str]) -> dict[str, Any]:
    """Options as keywords; names that are parameters of another kind are no options."""
    for name in ("name", "players", "components"):
        if name in given:
            raise unknown("option", name, ["seats"])
    return dict(given)


def _new_keys(made: Made) -> api.NewKeys:
    table = made.room.table
    return api.NewKeys(
        table=table.id,
        host_key=made.host_key,
        keys={SEAT_LETTERS[seat]: key for seat, key in made.keys.items()},
        code=table.code,
        commitment=table.commitment,
        number=table.number,
    )

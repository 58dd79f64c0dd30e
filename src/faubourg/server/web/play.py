"""What is done at a table over HTTP, and the way to its live connection."""

from fastapi import APIRouter
from starlette.websockets import WebSocket

from faubourg.server.actions import create, moves, seats
from faubourg.server.table import serialize
from faubourg.server.web import schemas
from faubourg.server.web.deps import AT_TABLE, BODY, SeatPath, TheHouse, TheRoom, Who
from faubourg.server.web.socket import live

router = APIRouter()


@router.put("/api/tables/{id}/seats/{seat}/word", responses=BODY, tags=["play"])
async def give_word(
    house: TheHouse, room: TheRoom, who: Who, seat: SeatPath, wanted: schemas.WordBody
) -> schemas.Done:
    """Give a word for the dice, before the game begins. Needs the seat's key."""
    return schemas.Done(number=await seats.give_word(house, room, who, seat, wanted.word))


@router.put("/api/tables/{id}/seats/{seat}/bot", responses=BODY, tags=["play"])
async def fill_seat(
    house: TheHouse, room: TheRoom, who: Who, seat: SeatPath, wanted: schemas.BotBody
) -> schemas.Done:
    """Give an open seat to a bot, before the game begins. Needs the host's key."""
    return schemas.Done(number=await seats.fill_seat(house, room, who, seat, wanted.level))


@router.post("/api/tables/{id}/begin", responses=AT_TABLE, tags=["play"])
async def begin(house: TheHouse, room: TheRoom, who: Who) -> schemas.Done:
    """Begin. Needs the host's key."""
    return schemas.Done(number=await seats.begin(house, room, who))


@router.post("/api/tables/{id}/moves", responses=BODY, tags=["play"])
async def move(house: TheHouse, room: TheRoom, who: Who, wanted: schemas.MoveBody) -> schemas.Done:
    """Play a move. Needs the seat's key. Live play does the same over the WebSocket."""
    number = await moves.move(
        house, room, who, wanted.seat, wanted.action, wanted.id, wanted.answers
    )
    return schemas.Done(number=number)


@router.post("/api/tables/{id}/undo", responses=BODY, tags=["play"])
async def undo(house: TheHouse, room: TheRoom, who: Who, wanted: schemas.UndoBody) -> schemas.Done:
    """Take one's last move back. Needs the seat's key."""
    number = await moves.undo(house, room, who, wanted.seat, wanted.id, wanted.answers)
    return schemas.Done(number=number)


@router.post("/api/tables/{id}/hints", responses=AT_TABLE, tags=["play"])
async def hint(house: TheHouse, room: TheRoom, who: Who) -> schemas.Hints:
    """What the player to act might do, thought about for a moment. Needs that seat's key."""
    best = await moves.hints(house, room, who)
    hints = [schemas.Hint(**serialize.hint(room.table, hint)) for hint in best]
    return schemas.Hints(number=room.table.number, hints=hints)


@router.put("/api/tables/{id}/pace", responses=BODY, tags=["play"])
async def set_pace(house: TheHouse, room: TheRoom, who: Who, wanted: schemas.Pace) -> schemas.Done:
    """How fast bots move. Needs the host's key or that of any seat."""
    return schemas.Done(number=await moves.set_pace(house, room, who, wanted.seconds))


@router.post("/api/tables/{id}/seats/{seat}/hand-over", responses=BODY, tags=["play"])
async def hand_over(
    house: TheHouse, room: TheRoom, who: Who, seat: SeatPath, wanted: schemas.HandOver
) -> schemas.Done:
    """Let a bot play for somebody who is away. Needs the host's key or that of any seat."""
    return schemas.Done(number=await seats.hand_over(house, room, who, seat, wanted.level))


@router.post("/api/tables/{id}/seats/{seat}/return", responses=AT_TABLE, tags=["play"])
async def come_back(house: TheHouse, room: TheRoom, who: Who, seat: SeatPath) -> schemas.Done:
    """Take one's seat back from a bot; connecting does it too. Needs the seat's key."""
    held = seats.held_seat(room.table, who, seat)
    return schemas.Done(number=await seats.take_back(house, room, [held]))


@router.post("/api/tables/{id}/rematch", status_code=201, responses=AT_TABLE, tags=["play"])
async def rematch(house: TheHouse, room: TheRoom, who: Who) -> schemas.Again:
    """Another game of the same, seats turned by one. Needs the host's key or that of any seat."""
    seats.check_part(who)
    return schemas.Again(table=await create.rematch(house, room))


@router.websocket("/api/tables/{id}/live")
async def live_play(socket: WebSocket, id: str) -> None:
    await live(socket, socket.app.state.house, socket.app.state.limits, id)

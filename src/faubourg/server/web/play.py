"""Playing over HTTP: one route for each action at a table."""

from fastapi import APIRouter

from faubourg.server.actions import create, moves, permissions, reactions, seats, takeback
from faubourg.server.table import serialize
from faubourg.server.web import schemas
from faubourg.server.web.deps import AT_TABLE, BODY, HolderDep, RoomDep, RoomsDep, SeatPath

router = APIRouter()


@router.put("/api/tables/{id}/seats/{seat}/seal", responses=BODY, tags=["play"])
async def give_seal(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath, wanted: schemas.SealBody
) -> schemas.Done:
    """Seal a word for the dice, or another one, before all seats are taken. Needs the seat's
    key."""
    return schemas.Done(number=await seats.give_seal(rooms, room, holder, seat, wanted.seal))


@router.put("/api/tables/{id}/seats/{seat}/face", responses=BODY, tags=["play"])
async def pick_face(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath, wanted: schemas.FaceBody
) -> schemas.Done:
    """Have another face, which everybody at the table sees. Needs the seat's key."""
    return schemas.Done(number=await seats.pick_face(rooms, room, holder, seat, wanted.face))


@router.put("/api/tables/{id}/seats/{seat}/name", responses=BODY, tags=["play"])
async def rename(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath, wanted: schemas.NameBody
) -> schemas.Done:
    """Have another name, at any time. Needs the seat's key."""
    return schemas.Done(number=await seats.rename(rooms, room, holder, seat, wanted.name))


@router.post("/api/tables/{id}/seats/{seat}/resign", responses=BODY, tags=["play"])
async def resign(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath, wanted: schemas.HandOver
) -> schemas.Done:
    """Let a bot play for oneself, until `return`. Needs the seat's key."""
    return schemas.Done(number=await seats.resign(rooms, room, holder, seat, wanted.level))


@router.post("/api/tables/{id}/seats/{seat}/leave", responses=AT_TABLE, tags=["play"])
async def leave(rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath) -> schemas.Left:
    """Leave one's seat to whoever has the code. Before the game begins it is open again; later a
    bot plays until somebody sits down, or until `return`. Needs the seat's key."""
    number, code = await seats.leave(rooms, room, holder, seat)
    return schemas.Left(number=number, code=code)


@router.post("/api/tables/{id}/seats/{seat}/ask-undo", responses=AT_TABLE, tags=["play"])
async def ask_undo(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath
) -> schemas.Done:
    """Ask the others whether one's last move may be taken back, with all that came after it. Bots
    agree. Needs the seat's key."""
    return schemas.Done(number=await takeback.ask(rooms, room, holder, seat))


@router.post("/api/tables/{id}/seats/{seat}/answer-undo", responses=BODY, tags=["play"])
async def answer_undo(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath, wanted: schemas.Agrees
) -> schemas.Done:
    """Agree that moves are taken back, or decline. Needs the seat's key."""
    number = await takeback.answer(rooms, room, holder, seat, wanted.agrees)
    return schemas.Done(number=number)


@router.put("/api/tables/{id}/quiet", responses=BODY, tags=["play"])
async def set_quiet(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, wanted: schemas.Quiet
) -> schemas.Done:
    """Switch reactions off, or on again. Needs the host's key."""
    return schemas.Done(number=await reactions.set_quiet(rooms, room, holder, wanted.on))


@router.put("/api/tables/{id}/seats/{seat}/word", responses=BODY, tags=["play"])
async def open_word(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath, wanted: schemas.WordBody
) -> schemas.Done:
    """Open the word that was sealed, when `fairness.closed` says that all seals are final. The last
    one begins the game. Needs the seat's key."""
    number = await seats.open_word(rooms, room, holder, seat, wanted.word, wanted.next)
    return schemas.Done(number=number)


@router.put("/api/tables/{id}/seats/{seat}/bot", responses=BODY, tags=["play"])
async def fill_seat(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath, wanted: schemas.BotBody
) -> schemas.Done:
    """Give an open seat to a bot, before the game begins. Needs the host's key."""
    return schemas.Done(number=await seats.fill_seat(rooms, room, holder, seat, wanted.level))


@router.post("/api/tables/{id}/begin", responses=AT_TABLE, tags=["play"])
async def begin(rooms: RoomsDep, room: RoomDep, holder: HolderDep) -> schemas.Done:
    """Begin. Needs the host's key."""
    return schemas.Done(number=await seats.begin(rooms, room, holder))


@router.post("/api/tables/{id}/moves", responses=BODY, tags=["play"])
async def move(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, wanted: schemas.MoveBody
) -> schemas.Done:
    """Play a move. Needs the seat's key. Live play does the same over the WebSocket."""
    number = await moves.move(
        rooms, room, holder, wanted.seat, wanted.action, wanted.id, wanted.answers
    )
    return schemas.Done(number=number)


@router.post("/api/tables/{id}/undo", responses=BODY, tags=["play"])
async def undo(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, wanted: schemas.UndoBody
) -> schemas.Done:
    """Take one's last move back. Needs the seat's key."""
    number = await moves.undo(rooms, room, holder, wanted.seat, wanted.id, wanted.answers)
    return schemas.Done(number=number)


@router.post("/api/tables/{id}/hints", responses=AT_TABLE, tags=["play"])
async def hint(rooms: RoomsDep, room: RoomDep, holder: HolderDep) -> schemas.Hints:
    """What the player to act might do, thought about for a moment. Needs that seat's key."""
    best = await moves.hints(rooms, room, holder)
    hints = [schemas.Hint(**serialize.hint(room.table, hint)) for hint in best]
    return schemas.Hints(number=room.table.number, hints=hints)


@router.put("/api/tables/{id}/pace", responses=BODY, tags=["play"])
async def set_pace(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, wanted: schemas.Pace
) -> schemas.Done:
    """How fast bots move. Needs the host's key or that of any seat."""
    return schemas.Done(number=await moves.set_pace(rooms, room, holder, wanted.seconds))


@router.post("/api/tables/{id}/seats/{seat}/hand-over", responses=BODY, tags=["play"])
async def hand_over(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath, wanted: schemas.HandOver
) -> schemas.Done:
    """Let a bot play for somebody who is away. Needs the host's key or that of any seat."""
    return schemas.Done(number=await seats.hand_over(rooms, room, holder, seat, wanted.level))


@router.post("/api/tables/{id}/seats/{seat}/return", responses=AT_TABLE, tags=["play"])
async def come_back(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath
) -> schemas.Done:
    """Take one's seat back from a bot; connecting does it too. Needs the seat's key."""
    held = permissions.held_seat(room.table, holder, seat)
    return schemas.Done(number=await seats.take_back(rooms, room, [held], is_asked=True))


@router.post("/api/tables/{id}/rematch", status_code=201, responses=AT_TABLE, tags=["play"])
async def rematch(rooms: RoomsDep, room: RoomDep, holder: HolderDep) -> schemas.Again:
    """Another game of the same, seats turned by one. Needs the host's key or that of any seat."""
    permissions.check_part(holder)
    return schemas.Again(table=await create.rematch(rooms, room))

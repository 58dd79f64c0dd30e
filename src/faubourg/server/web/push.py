"""HTTP routes: Web Push for the seats of tables, where the operator has given a key."""

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request

from faubourg.server.actions import push as actions
from faubourg.server.runtime.push import Push
from faubourg.server.store.subscriptions import Device
from faubourg.server.web import schemas
from faubourg.server.web.deps import BODY, HolderDep, RoomDep, RoomsDep, SeatPath, problems

router = APIRouter(tags=["push"])


async def push_of(request: Request) -> Push | None:
    return cast(Push | None, request.app.state.push)


PushDep = Annotated[Push | None, Depends(push_of)]


@router.get("/api/push", responses=problems())
async def push_offer(push: PushDep) -> schemas.PushOffer:
    """The server's public key for Web Push, which a browser subscribes with; none if it does not
    push."""
    return schemas.PushOffer(key=None if push is None else push.public_key)


@router.put("/api/tables/{id}/seats/{seat}/push", responses=BODY)
async def subscribe(
    rooms: RoomsDep,
    push: PushDep,
    room: RoomDep,
    holder: HolderDep,
    seat: SeatPath,
    wanted: schemas.PushBody,
) -> schemas.PushDevices:
    """Have a device told, also while the page is closed, when it is the seat's turn. Needs the
    seat's key. It ends with the game, when the seat is left, or when the device is gone."""
    device = Device(wanted.endpoint, wanted.p256dh, wanted.auth, wanted.language)
    count = await actions.subscribe(rooms, push, room, holder, seat, device)
    return schemas.PushDevices(devices=count)


@router.post("/api/tables/{id}/seats/{seat}/push/stop", responses=BODY)
async def unsubscribe(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath, wanted: schemas.PushStop
) -> schemas.PushDevices:
    """Have a device told nothing more of a seat. Needs the seat's key."""
    count = await actions.unsubscribe(rooms, room, holder, seat, wanted.endpoint)
    return schemas.PushDevices(devices=count)

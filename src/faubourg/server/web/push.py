"""HTTP routes: Web Push for the seats of tables, where the operator has given a key."""

from typing import Annotated, Literal, cast

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

from faubourg.server.actions import push as actions
from faubourg.server.runtime.push import Push
from faubourg.server.store.subscriptions import Device
from faubourg.server.web.deps import BODY, HolderDep, RoomDep, RoomsDep, SeatPath, problems
from faubourg.server.web.schemas import Body

router = APIRouter(tags=["push"])


Endpoint = Annotated[
    str,
    Field(
        max_length=1000,
        description="The address that the browser's push service gave it.",
        examples=["https://updates.push.services.mozilla.com/wpush/v2/gAAAA"],
    ),
]


class PushBody(Body):
    """A browser's subscription, as `PushSubscription.toJSON` has it."""

    endpoint: Endpoint
    p256dh: str = Field(max_length=100, description="Its public key, base64url.")
    auth: str = Field(max_length=40, description="Its secret, base64url.")
    language: Literal["en", "fr"] = Field("en", description="In which it is told.")


class PushStop(Body):
    endpoint: Endpoint


class PushOffer(BaseModel):
    key: str | None = Field(description="A P-256 point as base64url; null: not offered here.")


class PushDevices(BaseModel):
    devices: int = Field(description="How many devices are told of the seat's turns now.")


async def push_of(request: Request) -> Push | None:
    return cast(Push | None, request.app.state.push)


PushDep = Annotated[Push | None, Depends(push_of)]


@router.get("/api/push", responses=problems())
async def push_offer(push: PushDep) -> PushOffer:
    """The server's public key for Web Push, which a browser subscribes with; none if it does not
    push."""
    return PushOffer(key=None if push is None else push.public_key)


@router.put("/api/tables/{id}/seats/{seat}/push", responses=BODY)
async def subscribe(
    rooms: RoomsDep,
    push: PushDep,
    room: RoomDep,
    holder: HolderDep,
    seat: SeatPath,
    wanted: PushBody,
) -> PushDevices:
    """Have a device told, also while the page is closed, when it is the seat's turn. Needs the
    seat's key. It ends with the game, when the seat is left, or when the device is gone."""
    device = Device(wanted.endpoint, wanted.p256dh, wanted.auth, wanted.language)
    count = await actions.subscribe(rooms, push, room, holder, seat, device)
    return PushDevices(devices=count)


@router.post("/api/tables/{id}/seats/{seat}/push/stop", responses=BODY)
async def unsubscribe(
    rooms: RoomsDep, room: RoomDep, holder: HolderDep, seat: SeatPath, wanted: PushStop
) -> PushDevices:
    """Have a device told nothing more of a seat. Needs the seat's key."""
    count = await actions.unsubscribe(rooms, room, holder, seat, wanted.endpoint)
    return PushDevices(devices=count)

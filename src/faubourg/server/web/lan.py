"""HTTP routes that open the server to the local network and close it again, for the host of a table
on the computer on which the server runs."""

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

from faubourg.server.actions import permissions
from faubourg.server.web.deps import AT_TABLE, BODY, HolderDep, RoomDep, RoomsDep
from faubourg.server.web.schemas import Body
from faubourg.server.web.sharing import LanSharing, State

router = APIRouter()


class LanAddress(BaseModel):
    address: str = Field(description="IPv4.", examples=["192.168.1.20"])
    interface: str = Field(description="As the system calls it.", examples=["wlan0"])


class Lan(BaseModel):
    """Whether other devices of this home reach the server, and where."""

    state: State = Field(
        description="`closed`; `open` until it is closed or the server stops; `always` if it was "
        "started for the whole network; `off` if it can't be opened."
    )
    url: str | None = Field(
        description="The address for other devices, while they reach the server.",
        examples=["http://192.168.1.20:8472"],
    )
    addresses: list[LanAddress] = Field(
        description="This computer's addresses in local networks, the likeliest first."
    )


class OpenLan(Body):
    address: str | None = Field(
        None, max_length=64, description="One of `addresses`; the first if left out."
    )


async def sharing_of(request: Request) -> LanSharing:
    """Refused for everybody who is not at this computer."""
    sharing = cast(LanSharing, request.app.state.sharing)
    sharing.check_here(request)
    return sharing


SharingDep = Annotated[LanSharing, Depends(sharing_of)]


@router.get("/api/tables/{id}/lan", responses=AT_TABLE, tags=["operating"])
async def look_at_lan(sharing: SharingDep, room: RoomDep) -> Lan:
    """Whether other devices of this home reach the server. Only from the server's computer."""
    return _lan(sharing)


@router.post("/api/tables/{id}/lan", responses=BODY, tags=["operating"])
async def open_lan(
    sharing: SharingDep, rooms: RoomsDep, room: RoomDep, holder: HolderDep, wanted: OpenLan
) -> Lan:
    """Listen in the local network too. Needs the host's key, and the server's computer."""
    permissions.check_host(holder)
    rooms.check_open()
    await sharing.open(wanted.address)
    return _lan(sharing)


@router.delete("/api/tables/{id}/lan", responses=AT_TABLE, tags=["operating"])
async def close_lan(sharing: SharingDep, room: RoomDep, holder: HolderDep) -> Lan:
    """Listen to this computer only, and disconnect the others. Tables and seats are kept. Needs the
    host's key, and the server's computer."""
    permissions.check_host(holder)
    await sharing.close()
    return _lan(sharing)


def _lan(sharing: LanSharing) -> Lan:
    found = [
        LanAddress(address=each.address, interface=each.interface) for each in sharing.addresses()
    ]
    return Lan(state=sharing.state, url=sharing.url, addresses=found)

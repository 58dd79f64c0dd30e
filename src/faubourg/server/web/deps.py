"""What requests over HTTP share: the table they are about, the keys of who asks, the refusals."""

from typing import Annotated, Any, cast

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import House
from faubourg.server.table.keys import ID, Holder
from faubourg.server.web import schemas

bearer = HTTPBearer(
    auto_error=False, description="The key of a seat, or the host's. Several: with commas."
)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals that a request may meet, for the description."""
    problem = {"schema": {"$ref": f"#/components/schemas/{schemas.Problem.__name__}"}}
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

"""Dependencies of the HTTP routes: the rooms, the room of a table, the holder of the keys; and the
refusals that all of them document."""

from typing import Annotated, Any, cast

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.runtime.sandbox import Sandbox
from faubourg.server.table.keys import ID, Holder
from faubourg.server.web import schemas

bearer = HTTPBearer(
    auto_error=False, description="The key of a seat, or the host's. Several: with commas."
)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for OpenAPI."""
    problem = {"schema": {"$ref": f"#/components/schemas/{schemas.Problem.__name__}"}}
    refused = {"description": "Refused", "content": {"application/json": problem}}
    return dict.fromkeys(sorted({403, 422, 429, 503, *statuses}), refused)


def created() -> dict[int | str, dict[str, Any]]:
    """A route that creates a table, with OpenAPI's links to what can be done there."""
    at_table = (
        "look", "look_back", "moment", "export_record", "begin", "move", "undo", "hint",
        "set_pace", "rematch", "give_seal", "open_word", "fill_seat", "hand_over", "come_back",
        "rename", "resign", "leave", "ask_undo", "answer_undo", "set_quiet",
        "subscribe", "unsubscribe",
    )  # fmt: skip
    links = {
        name: {"operationId": name, "parameters": {"id": "$response.body#/table"}}
        for name in at_table
    }
    return {201: {"description": "Made", "links": links}, **problems(404, 409, 413)}


AT_TABLE = problems(404, 409)
BODY = problems(404, 409, 413)


# ---------------------------------------------------------------- dependencies


async def rooms_of(request: Request) -> Rooms:
    return cast(Rooms, request.app.state.rooms)


async def room_of(
    request: Request, id: Annotated[str, Path(pattern=f"^{ID.pattern}$", description="A table.")]
) -> Room:
    rooms = await rooms_of(request)
    return await rooms.refresh(await rooms.get(id))


async def sandbox_of(request: Request) -> Sandbox:
    return cast(Sandbox, request.app.state.sandbox)


RoomsDep = Annotated[Rooms, Depends(rooms_of)]
SandboxDep = Annotated[Sandbox, Depends(sandbox_of)]
RoomDep = Annotated[Room, Depends(room_of)]
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


async def holder_of(room: RoomDep, credentials: Credentials) -> Holder:
    keys = credentials.credentials.split(",")[:8] if credentials else []
    return room.holder(key.strip() for key in keys)


HolderDep = Annotated[Holder, Depends(holder_of)]
SeatPath = Annotated[str, Path(pattern="^[A-F]$", description="A seat: A to F.")]

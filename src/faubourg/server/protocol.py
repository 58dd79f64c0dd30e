"""The WebSocket protocol: live messages between a client and the server, as JSON text frames.

A client sends `hello` first, with the keys it holds; then it may move, undo, ask and ping. The
server sends a snapshot once, then what changed. `docs/server/live.md` has an example of each.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET

import faubourg

VERSION = 3  # of this protocol; a client that speaks another is told so, and reloads its page
SOFTWARE = faubourg.__version__  # whose states a client may be sent differences of

Name = Annotated[str, msgspec.Meta(pattern="^[!-~]{1,64}$")]  # a request id of the client's
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Letter = Annotated[str, msgspec.Meta(pattern="^[A-F]$")]
Key = Annotated[str, msgspec.Meta(max_length=64)]
Notation = Annotated[str, msgspec.Meta(max_length=200)]


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """Tagged by `type`. Unknown fields are refused in what clients send."""


# ---------------------------------------------------------------- from a client


class Hello(Message, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message. `since` is the last entry that the client knows, from a server of the
    version `software`."""

    version: Number | None = None
    keys: Annotated[list[Key], msgspec.Meta(max_length=8)] = []
    since: Number | None = None
    software: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class Move(Message, frozen=True, tag="move", forbid_unknown_fields=True):
    """Play a legal action, by its notation or its number, seeing the entry `answers`."""

    id: Name
    answers: Number
    seat: Letter
    action: Notation | Number


class Undo(Message, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take one's last move back."""

    id: Name
    answers: Number
    seat: Letter


Reactions = Literal[
    "wave", "hello", "thanks", "bravo", "heart", "laugh", "wow", "oops", "lucky", "think", "wait",
    "hurry-not", "again", "goodbye",
]  # fmt: skip


class React(Message, frozen=True, tag="react", forbid_unknown_fields=True):
    """Show the others a picture or a phrase of the catalogue, for a moment. Nothing is stored."""

    id: Name
    seat: Letter
    what: Reactions


class Describe(Message, frozen=True, tag="describe", forbid_unknown_fields=True):
    """Ask for the legal actions in words."""


class Ping(Message, frozen=True, tag="ping", forbid_unknown_fields=True):
    """A heartbeat of the client's."""


FromClient = Hello | Move | Undo | React | Describe | Ping


# ---------------------------------------------------------------- from the server

Numbers = msgspec.Raw | msgspec.UnsetType  # left out where it is not set


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to `hello`: which seats the client holds. What it missed follows."""

    version: int
    software: str
    table: str
    seats: list[str]
    host: bool
    number: int


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The whole state, for a client that is new or was away for too long."""

    number: int
    entries: msgspec.Raw  # the last ones, shortened (`table/brief.py`)
    state: msgspec.Raw
    legal: Numbers = UNSET  # of the legal actions, for the player to act


class Update(Message, frozen=True, tag="update"):
    """All entries since the last message, and what they changed: patches of the state that the
    client has (`table/patch.py`), in order; `number` is that of the state too."""

    number: int
    entries: msgspec.Raw
    changes: msgspec.Raw
    legal: Numbers = UNSET


class Choices(Message, frozen=True, tag="choices"):
    """The legal actions after an entry: number, notation and a sentence of each."""

    number: int
    legal: msgspec.Raw


class Time(Message, frozen=True, tag="time"):
    """At a table with a clock: whose runs, and how many seconds are left to each who has a clock
    of their own."""

    running: str | None
    left: dict[str, float]


class Presence(Message, frozen=True, tag="presence"):
    """The seats that are connected now, and how many others look on."""

    connected: list[str]
    watching: int = 0


class Reaction(Message, frozen=True, tag="reaction"):
    """Somebody shows a picture or a phrase."""

    seat: str
    what: str


class Accepted(Message, frozen=True, tag="accepted"):
    """A request is committed, as the entry of this number. A retry gets the same answer."""

    id: str
    number: int


class Refusal(Message, frozen=True, tag="refused"):
    """A request is refused, and why; nothing has changed."""

    id: str | None
    code: str
    en: str
    fr: str
    clause: str | None
    number: int


class Pong(Message, frozen=True, tag="pong"):
    """The answer to `ping`."""

    number: int


class Bye(Message, frozen=True, tag="bye"):
    """The server ends this connection; come again after so many seconds."""

    code: str
    en: str
    fr: str
    retry: float


FromServer = (
    Welcome
    | Snapshot
    | Update
    | Choices
    | Presence
    | Reaction
    | Time
    | Accepted
    | Refusal
    | Pong
    | Bye
)

decode = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode

"""The bodies of HTTP requests and answers about tables, described for people and programs
(/openapi.json). Those that one file of routes needs alone stand there."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from faubourg.bots.bot import names as bot_names
from faubourg.bots.levels import USUAL
from faubourg.core.game import games
from faubourg.server.table.keys import ID, KEY
from faubourg.server.table.sanitize import LONGEST_WORD
from faubourg.server.table.table import Phase


def _whole(said: object) -> object:
    """JSON has one kind of number: 3.0 is 3."""
    return int(said) if isinstance(said, float) and said.is_integer() else said


WHOLE = BeforeValidator(_whole)
Letter = Annotated[str, Field(pattern="^[A-F]$", description="A seat: A to F.", examples=["A"])]
Name = Annotated[str, Field(max_length=64, description="A name; it is cleaned and shortened.")]
Word = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_WORD,
        description="A word of the player's that goes into the dice: the one that was sealed.",
        examples=["tulip 5f0c9a"],
    ),
]
Seal = Annotated[
    str,
    Field(
        pattern="^[0-9a-f]{64}$",
        description="The SHA-256 of a word (UTF-8) that nobody can guess. It is opened when all "
        "seals are there, and goes into the dice.",
        examples=["082770ebb2bc8be9" * 4],
    ),
]
Level = Annotated[
    str,
    Field(
        max_length=32,
        description="A bot, as `/api/games` lists them.",
        json_schema_extra={"enum": list(bot_names())},
    ),
]
RequestId = Annotated[
    str,
    Field(
        pattern="^[!-~]{1,64}$",
        description="The client's own name for this request. The same request again, with the same "
        "id, is answered again and not played again.",
        examples=["7f3a-1"],
    ),
]
Answers = Annotated[
    int,
    Field(ge=0, le=2**31, description="The number of the last entry that the client knows."),
    WHOLE,
]
Notation = Annotated[str, Field(max_length=200)]
ActionNumber = Annotated[int, Field(ge=0, le=2**31), WHOLE]
AnyRecord = Annotated[str, Field(min_length=1, description="A record, as Faubourg writes them.")]


Face = Annotated[
    Literal["fox", "rabbit", "bear", "frog", "owl", "cat", "penguin", "hedgehog"],
    Field(description="How a person is drawn. Without one it follows from the seat."),
]


class Body(BaseModel):
    """What clients send: nothing unknown, and no number that is written as a text."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatWish(Body):
    kind: Literal["person", "bot", "open"] = Field(
        description="A person whose key comes with the answer; a bot; or whoever has the code."
    )
    name: Name = ""
    level: Level | None = Field(None, description="Which bot; only for the kind `bot`.")
    seal: Seal | None = Field(
        None, description="For the kind `person`: play begins when its word was opened."
    )
    face: Face | None = Field(None, description="Only for the kind `person`.")


Seats = Annotated[
    list[SeatWish],
    Field(
        min_length=1,
        max_length=6,
        examples=[
            [
                {"kind": "person", "name": "Anna"},
                {"kind": "open"},
                {"kind": "bot", "level": "steady"},
            ]
        ],
    ),
]
Begin = Annotated[
    Literal["full", "host"],
    Field(
        description="`full`: play begins when no seat is open. `host`: when the host says so. "
        "Either way the words that were sealed are opened first."
    ),
]


class Clock(Body):
    """How much time players have. Without a clock there is no hurry."""

    per: Literal["move", "player"] = Field(
        description="`move`: for everything that a player decides in one turn. `player`: for all "
        "turns of a game together."
    )
    seconds: float = Field(ge=1, le=14 * 24 * 3600, allow_inf_nan=False, examples=[120])
    then: Literal["bot", "pass"] = Field(
        "bot",
        description="What happens at zero. `bot`: a bot plays that turn, or with a clock per "
        "player all others too. `pass`: the turn passes where the rules allow it, else as `bot`.",
    )


GameName = Annotated[
    str,
    Field(
        max_length=40,
        description="As `/api/games` lists them.",
        json_schema_extra={"enum": list(games())},
    ),
]


class NewTable(Body):
    game: GameName
    seats: Seats
    options: dict[str, str] = Field(
        {},
        description="Options of the game. One that is left out is as usual; where bots are on the "
        "side of people, one with `by_level` is what that says for the level of all bots.",
        max_length=20,
    )
    begin: Begin = "full"
    clock: Clock | None = None
    box: str | None = Field(
        None,
        pattern="^[0-9a-f]{16}$",
        description="The digest of a box that was stored; else the printed one.",
    )


class Import(Body):
    record: AnyRecord
    moves: Annotated[int, Field(ge=0, le=10**6), WHOLE] | None = Field(
        None, description="Take only so many moves of the record; all if left out."
    )
    seats: Seats | None = Field(
        None, description="Who plays on; if left out, the table is only to watch."
    )
    begin: Begin = "full"
    clock: Clock | None = Field(None, description="Only with `seats`.")


Code = Annotated[
    str, Field(max_length=64, description="However it was typed.", examples=["bako-limu-te"])
]


class Find(Body):
    code: Code


TableId = Annotated[str, Field(pattern=f"^{ID.pattern}$")]
MOST_KNOWN = 60  # tables of a list: as many as a page remembers


class KnownTables(Body):
    tables: dict[TableId, Annotated[int, Field(ge=-1, le=2**31), WHOLE]] = Field(
        max_length=MOST_KNOWN,
        description="Ids of tables, each with the last entry that the client knows; -1 for none.",
        examples=[{"k3m9x2abcdefgh45": 17}],
    )


class Join(Body):
    code: Code
    name: Name = ""
    seal: Seal | None = None
    face: Face | None = None
    seat: Letter | None = Field(None, description="A certain open seat; else the first.")
    key: str | None = Field(
        None,
        pattern=f"^{KEY.pattern}$",
        description="A key of the client's own, of at least 144 random bits. With it the same "
        "request may be sent again if no answer came.",
    )


class NameBody(Body):
    name: Name


class Agrees(Body):
    agrees: bool


class Quiet(Body):
    on: bool = Field(description="Whether reactions are off.")


class FaceBody(Body):
    face: Face


class SealBody(Body):
    seal: Seal


class WordBody(Body):
    word: Word
    next: Seal | None = Field(None, description="The seal of another word, for a rematch.")


class BotBody(Body):
    level: Level = USUAL


class HandOver(Body):
    level: Level = USUAL


class MoveBody(Body):
    id: RequestId
    answers: Answers
    seat: Letter
    action: Notation | ActionNumber = Field(
        description="An action by its notation or its number.", examples=["build bakery"]
    )


class UndoBody(Body):
    id: RequestId
    answers: Answers
    seat: Letter


class Pace(Body):
    seconds: Annotated[
        float,
        Field(
            ge=0,
            le=5,
            allow_inf_nan=False,
            description="How long a bot takes for a move at least.",
            examples=[0.8],
        ),
    ]


class RecordBody(Body):
    record: AnyRecord


# ---------------------------------------------------------------- answers


class Both(BaseModel):
    """A text in both languages."""

    en: str
    fr: str


class Problem(BaseModel):
    """Why a request was refused; nothing has changed."""

    code: str = Field(description="For programs.", examples=["stale"])
    en: str
    fr: str
    clause: str | None = Field(description="The rule that forbids it.", examples=["mv-16"])


RECONSTRUCTED = "What of the box is ours, where the rulebook does not print it."


class GameOption(BaseModel):
    name: str
    help: Both
    default: dict[str, str] = Field(description="The usual value for each number of players.")
    allowed: dict[str, list[str]] = Field(description="The values for each number of players.")
    when: dict[str, str] = Field(
        description="What other options must be for this one to mean anything."
    )
    by_level: dict[str, str] = Field(
        description="Where bots are on the side of people: the value for a level that all bots "
        "have, unless one is named. Nothing for options that levels don't bear on."
    )


class GameInfo(BaseModel):
    name: str
    title: Both
    least: int = Field(description="The least number of players.")
    most: int = Field(description="The greatest number of players.")
    rules: int = Field(description="The version of its rules.")
    reconstructed: Both | None = Field(description=RECONSTRUCTED)
    options: list[GameOption]
    compiled: float = Field(
        description="How far its search is compiled, from 0 to 1. Before that the game is played "
        "all the same, and bots that don't search play for those that do."
    )


class Clause(Both):
    id: str = Field(examples=["mv-16"])
    ruling: bool = Field(description="Ours, where the rulebook is silent.")


class RulesPart(Both):
    clauses: list[Clause]


class Rules(BaseModel):
    game: str
    title: Both
    reconstructed: Both | None = Field(description=RECONSTRUCTED)
    parts: list[RulesPart]


class Games(BaseModel):
    games: list[GameInfo]
    bots: list[str] = Field(description="All bots there are.")
    levels: list[str] = Field(description="Those of them that are for people, the weakest first.")


class Seat(BaseModel):
    seat: str
    kind: Literal["person", "bot", "open", "past"]
    name: str
    level: str | None
    handed: str | None = Field(description="The bot that plays for an absent person.")
    word: str
    face: Face | None
    offered: bool = Field(description="Whoever has the code may sit down here.")
    resigned: bool = Field(description="The person has asked for the bot that plays here.")


class Found(BaseModel):
    """The table that a code belongs to."""

    table: str
    game: str
    title: Both
    phase: Phase
    seats: list[Seat]


class Standing(BaseModel):
    """How a table stands, for a list of tables."""

    table: str
    game: str
    title: Both
    number: int = Field(description="Of the last entry.")
    phase: Phase
    turn: str | None = Field(description="The seat that is waited for; null if none is.")
    since: float = Field(description="Since when it stands so, in seconds since 1970.")
    seats: list[Seat]


class Standings(BaseModel):
    tables: list[Standing] = Field(description="Those that have changed.")
    gone: list[str] = Field(description="Those that are not here any more.")
    more: bool = Field(description="More have changed; ask again for these.")


class Outcome(BaseModel):
    winners: list[str]
    scores: dict[str, int]
    reason: Both


class FairnessInfo(BaseModel):
    commitment: str = Field(description="The SHA-256 of the secret.")
    words: list[str]
    secret: str | None = Field(description="Published when the game is over.")
    since: int = Field(description="So many moves came from another record.")
    seals: list[str] = Field(description="The SHA-256 of each word, or nothing; none in scheme 1.")
    scheme: int
    closed: bool = Field(description="The seals are final: words are opened now.")


class BoxInfo(BaseModel):
    digest: str
    printed: bool = Field(description="Whether it is the printed box.")
    differences: list[Both] = Field(description="What is not as printed, the first 20 of it.")


class State(BaseModel):
    """A table, as everybody is shown it."""

    table: str
    game: str
    title: Both
    rules: int = Field(description="The version of the game's rules.")
    players: int
    options: dict[str, str]
    components: str
    box: BoxInfo = Field(description="It never changes, and is told with the whole state only.")
    phase: Phase
    begins: Literal["full", "host"]
    number: int = Field(description="Of the last entry.")
    moves: int
    turn: str | None = Field(description="The seat to act; null if nobody is.")
    undo: str | None = Field(description="The seat that may take its last move back.")
    seats: list[Seat]
    view: dict[str, Any] = Field(description="The game's own view of the position.")
    outcome: Outcome | None
    hash: str = Field(description="A digest of the position.")
    fairness: FairnessInfo | None
    rematch: str | None = Field(description="The table on which play goes on.")
    pace: float | None = Field(
        description="How many seconds a bot takes at least; null: as the server is set."
    )
    quiet: bool = Field(description="Whether reactions are off.")
    asked: "Asked | None" = Field(description="Whether somebody asks to take moves back.")
    clock: Clock | None = Field(description="How much time players have; null: no hurry.")


class Asked(BaseModel):
    seat: str
    moves: int = Field(description="So many moves would be left.")
    agreed: list[str]


class AllActions(BaseModel):
    actions: list[str] = Field(description="An action's number is its index.")


class LegalAction(BaseModel):
    id: int
    text: str = Field(description="Its notation.")
    words: list[str] = Field(description="The words of the notation: what, where, for whom.")
    en: str
    fr: str


class TimeLeft(BaseModel):
    running: str | None = Field(description="The seat whose clock runs.")
    left: dict[str, float] = Field(description="Seconds that are left, by seat.")


class TableInfo(BaseModel):
    number: int
    state: State
    legal: list[LegalAction] = Field(description="What the player to act may do.")
    entries: list[dict[str, Any]] = Field(description="What happened lately.")
    connected: list[str] = Field(description="The seats that are connected.")
    away: dict[str, float] = Field(
        description="The people who are not connected, and for how many seconds more no bot may "
        "play for them."
    )
    time: TimeLeft | None = Field(description="At a table with a clock: how much is left of it.")


class Entries(BaseModel):
    """A part of what happened at a table, from the beginning if need be."""

    number: int = Field(description="Of the table's last entry.")
    entries: list[dict[str, Any]] = Field(
        description="In order. A move comes with `moves`: how many moves there are after it."
    )
    more: bool = Field(description="Whether there are entries after these.")


class Hint(BaseModel):
    action: LegalAction
    chances: dict[str, float] | None = Field(
        description="Everybody's chance to win after it, from 0 to 1; null if there is no choice."
    )
    why: Both = Field(description="What speaks for it.")
    equal: bool = Field(
        description="Whether it is about as good as the first: their chances differ by less than "
        "can be told by what was tried."
    )


class Hints(BaseModel):
    """What the player to act might do, the best first."""

    number: int = Field(description="Of the last entry that was known when it was thought about.")
    hints: list[Hint]


class Moment(BaseModel):
    """The position after some of a table's moves."""

    moves: int
    of: int
    move: dict[str, Any] | None = Field(description="The move that led here.")
    view: dict[str, Any]
    outcome: Outcome | None
    hash: str


class NewKeys(BaseModel):
    """A new table. The keys are told only this once."""

    table: str = Field(description="Its id; all that watching needs.")
    host_key: str
    keys: dict[str, str] = Field(description="The key of each person's seat.")
    code: str | None = Field(description="Read it to a friend who shall take an open seat.")
    commitment: str | None
    number: int


class Joined(BaseModel):
    table: str
    seat: str
    key: str
    commitment: str | None
    number: int


class Done(BaseModel):
    """A request is committed, as the entry of this number."""

    number: int


class Left(BaseModel):
    number: int
    code: str = Field(description="Read it to whoever shall sit there.")


class Again(BaseModel):
    """The table of the rematch; the keys of this one open it too."""

    table: str


class Checked(BaseModel):
    holds: bool
    checked: int = Field(description="How many of Nature's moves were looked at.")
    said: Both
    faults: list[Both]

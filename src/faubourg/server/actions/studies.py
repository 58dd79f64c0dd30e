"""Studies of boxes: asked for, queued, looked at and cancelled."""

import asyncio
import io
import json
import time
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from faubourg.bots.levels import LEVELS
from faubourg.core.contract import Data
from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game, check_name
from faubourg.core.options import unknown
from faubourg.core.text import Text
from faubourg.lab.adaptive.plan import check_goal, measure_names
from faubourg.lab.play.shards import items_of
from faubourg.lab.stats import names
from faubourg.lab.study.file import StudyFile
from faubourg.lab.study.question import NAME, Question
from faubourg.lab.study.study import Study
from faubourg.server.actions import boxes
from faubourg.server.errors import BadRequest, NotAllowed, NotFound, TooOften, Unavailable
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.runtime.sandbox import Sandbox
from faubourg.server.runtime.studies import (
    Studies,
    box_text,
    question_of,
    read_question,
    sources_hash,
)
from faubourg.server.runtime.study_process import Priced
from faubourg.server.store import studies as stored
from faubourg.server.store.boxes import touch_box
from faubourg.server.store.studies import UNFINISHED, Boxed
from faubourg.server.table.keys import hash_of, new_id, new_key

STUDY_BOTS = ("random", "greedy", *LEVELS)
MOST_LEVELS = 25  # of a sweep: a page shows them all
NO_STUDY = Text("There is no study '{id}'.", "Il n'y a pas d'étude « {id} ».")
NOT_YOURS = Text("This needs the key of the study.", "Il faut la clé de l'étude.")
TOO_MANY_GAMES = Text(
    "These are {games} games ({cells} variants, and {luck} games of each to measure luck); "
    "allowed: {most} in all.",
    "Cela fait {games} parties ({cells} variantes, plus {luck} parties chacune pour mesurer la "
    "chance) ; permis : {most} en tout.",
)
TOO_MANY_LEVELS = Text(
    "A sweep has {levels} values; allowed: at most {most}.",
    "Un balayage a {levels} valeurs ; permis : au plus {most}.",
)
FIND_NEEDS_SWEEP = Text(
    "To find a value, say along what: 'find' needs a 'sweep'.",
    "Pour trouver une valeur, dis le long de quoi : « find » demande un « sweep ».",
)
STRONGER_ALONE = Text(
    "A sweep is played at one level of bots: leave out 'stronger' or 'sweep'.",
    "Un balayage se joue à un seul niveau de robots : omets « stronger » ou « sweep ».",
)
QUEUE_FULL = Text(
    "Too many studies wait; try again later.", "Trop d'études attendent ; réessaie plus tard."
)
TOO_MANY_OF_YOURS = Text(
    "{most} studies of yours wait or run already; wait for one, or cancel it.",
    "{most} de tes études attendent ou tournent déjà ; attends-en une, ou annule-la.",
)
SAME = Text(
    "This is the box that it would be compared with; change something, or sweep a value.",
    "C'est la boîte à laquelle elle serait comparée ; change quelque chose, ou balaie une valeur.",
)


class Fault(NamedTuple):
    code: str
    text: Text


class Size(NamedTuple):
    """How large a study is: all its games, and how many cells there are."""

    games: int
    cells: int
    luck: int


class Clients:
    """Who has asked for which studies that may not be finished; an address is never stored."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}

    async def check(self, rooms: Rooms, client: str) -> None:
        """TooOften if a client has enough of them."""
        most, count = rooms.settings.studies_per_client, 0
        for id in [id for id, who in self._of.items() if who == client]:
            found = await rooms.or_unavailable(stored.read_study(rooms.store, id))
            if found is None or found[0]["phase"] not in UNFINISHED:
                del self._of[id]
            else:
                count += 1
        if count >= most:
            raise TooOften("too-many-studies", TOO_MANY_OF_YOURS.format(most=most), 10.0)

    def add(self, id: str, client: str) -> None:
        self._of[id] = client


async def ask(
    rooms: Rooms, sandbox: Sandbox, studies: Studies, clients: Clients, client: str, wanted: Data
) -> tuple[str, str]:
    """Queue a study; its id, and the key that cancels it."""
    rooms.check_open()
    await clients.check(rooms, client)
    question, size = await checked_question(rooms, sandbox, wanted)
    id, key = new_id(), new_key()
    row = {
        "id": id,
        "key": hash_of(key),
        "game": question.game,
        "box": question.box.digest,
        "against": question.against.digest,
        "asked": json.dumps(wanted),
        "sources": await asyncio.to_thread(sources_hash),
        "games": size.games,
    }
    both = (question.box, question.against)
    needed = [Boxed(box.digest, question.game, box.text) for box in both]
    try:
        adding = stored.add_study(rooms.store, row, needed, rooms.settings.studies_waiting)
        await rooms.or_unavailable(adding)
    except stored.Full as error:
        raise Unavailable("queue-full", QUEUE_FULL) from error
    await rooms.or_unavailable(touch_box(rooms.store, question.box.digest))
    clients.add(id, client)
    studies.wake_up()
    return id, key


async def price(rooms: Rooms, sandbox: Sandbox, studies: Studies, wanted: Data) -> Priced:
    """About how long a study would take here."""
    rooms.check_open()
    question, _ = await checked_question(rooms, sandbox, wanted)
    return await studies.price(question)


async def checked_question(rooms: Rooms, sandbox: Sandbox, wanted: Data) -> tuple[Question, Size]:
    """A question that can be asked: its boxes are there and fit, its study is in order and not too
    large. Every box of a sweep is checked in a process with limits."""
    box = await boxes.find(rooms, wanted["box"])
    against = boxes.printed_box(box.game)
    if wanted["against"] is not None:
        against = await boxes.find(rooms, wanted["against"])
        boxes.check_game(against, box.game)
    if wanted["bots"] not in STUDY_BOTS:
        raise unknown("bot", wanted["bots"], STUDY_BOTS)
    if wanted["stronger"] is not None:
        _check_stronger(wanted)
    _check_sweep(wanted["sweep"], wanted["find"])
    if wanted["sweep"] is None and box.digest == against.digest:
        raise BadRequest("same-box", SAME)
    one, other = (box_text(box.game, each.text) for each in (box, against))
    question = question_of(box.game, one, other, wanted)
    size = await sandbox.run(_size, question)
    if isinstance(size, Fault):
        raise BadRequest(*size)
    if size.games > rooms.settings.study_games:
        said = TOO_MANY_GAMES.format(**size._asdict(), most=rooms.settings.study_games)
        raise BadRequest("too-many-games", said)
    return question, size


def _check_stronger(wanted: Data) -> None:
    others = [bot for bot in STUDY_BOTS if bot != wanted["bots"]]
    if wanted["stronger"] not in others:
        raise unknown("bot", wanted["stronger"], others)
    if wanted["sweep"] is not None:
        raise BadRequest("stronger", STRONGER_ALONE)


def _check_sweep(sweep: Mapping[str, Any] | None, find: Mapping[str, Any] | None) -> None:
    if sweep is None:
        if find is not None:
            raise BadRequest("find", FIND_NEEDS_SWEEP)
        return
    levels = len(range(sweep["from"], sweep["to"] + 1, sweep["step"]))
    if levels > MOST_LEVELS:
        said = TOO_MANY_LEVELS.format(levels=levels, most=MOST_LEVELS)
        raise BadRequest("too-many-levels", said)


# ---------------------------------------------------------------- looking and cancelling


async def find(rooms: Rooms, id: str) -> tuple[dict[str, Any], int]:
    """A study's row and its place in the queue; NotFound if there is none."""
    found: tuple[dict[str, Any], int] | None = await rooms.or_unavailable(
        stored.read_study(rooms.store, id)
    )
    if found is None:
        raise NotFound("no-study", NO_STUDY.format(id=id[:40]))
    return found


async def look(rooms: Rooms, id: str) -> Data:
    """A study as the page shows it."""
    row, ahead = await find(rooms, id)
    left = None
    if row["phase"] == "running" and row["done"]:
        left = row["spent"] / row["done"] * max(0, row["games"] - row["done"])
    return {
        "id": id,
        "phase": row["phase"],
        "ahead": ahead if row["phase"] == "waiting" else 0,
        "done": row["done"],
        "games": row["games"],
        "seconds_left": left and round(left, 1),
        "problem": json.loads(row["problem"]) if row["problem"] else None,
        "game": row["game"],
        "title": Game(row["game"]).title._asdict(),
        "asked": json.loads(row["asked"]),
        "against": row["against"],
        "created": row["created"],
        "report": json.loads(row["report"]) if row["report"] else None,
    }


async def lines(rooms: Rooms, ids: list[str]) -> list[Data]:
    """Studies by their ids, as a list shows them; those that are gone are left out."""
    rows = await rooms.or_unavailable(stored.read_studies(rooms.store, ids))
    keep = rooms.settings.keep_studies
    return [
        {
            **{name: row[name] for name in ("id", "phase", "done", "games", "game", "created")},
            "title": Game(row["game"]).title._asdict(),
            "asked": json.loads(row["asked"]),
            "factor": await _factor(rooms, row),
            "until": None if row["phase"] in UNFINISHED else row["changed"] + keep,
        }
        for row in rows
    ]


async def _factor(rooms: Rooms, row: Data) -> Data | None:
    """What a study sweeps, as people call it."""
    if json.loads(row["asked"]).get("sweep") is None:
        return None
    factor = (await rooms.or_unavailable(read_question(rooms.store, row))).factor
    return None if factor is None else factor._asdict()


async def cancel(rooms: Rooms, studies: Studies, id: str, key: str | None) -> None:
    """End a study; what it found so far stays."""
    row, _ = await find(rooms, id)
    if key is None or hash_of(key) != row["key"]:
        raise NotAllowed("not-yours", NOT_YOURS)
    await rooms.or_unavailable(stored.cancel_study(rooms.store, id))
    studies.wake_up()


async def archive(rooms: Rooms, id: str) -> bytes:
    """The study's file and its boxes: `faubourg lab run` plays the same games."""
    row, _ = await find(rooms, id)
    question = await read_question(rooms.store, row)
    held = io.BytesIO()
    when = time.gmtime(row["created"])[:6]
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in {NAME: question.toml, **question.files}.items():
            packed.writestr(zipfile.ZipInfo(name, when), text)
    return held.getvalue()


@cache
def measures(game: str) -> list[Data]:
    """What a search for a value can aim at, in a game with as few players as can be."""
    [cell] = StudyFile(f'game = "{check_name(game)}"\ngames = 1\n', Path(NAME)).study().cells
    items = {name for item in items_of(cell) for name in (names.taken(item), names.lift(item))}
    return [
        {
            "key": name.en,
            **name._asdict(),
            "percent": name not in names.NUMBERS,
            "main": name not in items,
        }
        for name in measure_names(cell)
    ]


# ---------------------------------------------------------------- in the sandbox


def _size(question: Question) -> Size | Fault:
    try:
        study: Study = question.study()
        check_goal(study)
    except FaubourgError as error:
        return Fault(error.code, error.text)
    cells = len(study.cells)
    return Size(cells * (study.games + study.luck), cells, study.luck)

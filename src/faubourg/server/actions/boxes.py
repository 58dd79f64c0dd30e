"""Boxes that people bring to the workshop: checked in a process with limits, stored by digest."""

import asyncio
from functools import lru_cache
from typing import Any, NamedTuple

from faubourg.core.contract import Data
from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game, check_name, games
from faubourg.core.text import Text
from faubourg.gamekit import form
from faubourg.gamekit.box import Fault
from faubourg.server.errors import BadRequest, Faulty, NotAllowed, NotFound, Refused, Unavailable
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.runtime.sandbox import Sandbox
from faubourg.server.settings import Settings
from faubourg.server.store import boxes as stored
from faubourg.server.store.boxes import StoredBox
from faubourg.server.table.box_info import differences, is_printed
from faubourg.server.table.keys import hash_of, new_key

MOST_FAULTS = 200  # told at once
NO_WORKSHOP = Text("This server has no workshop.", "Ce serveur n'a pas d'atelier.")
NO_BOX = Text("There is no box '{digest}' here.", "Il n'y a pas de boîte « {digest} » ici.")
OTHER_GAME = Text(
    "This is a box of {one}, not of {other}.", "C'est une boîte de {one}, pas de {other}."
)
ONE_OF = Text(
    "A box is given as 'text' or as 'data': one of them.",
    "Une boîte se donne par « text » ou par « data » : l'un des deux.",
)
UNREADABLE = Text("This box can't be read: {why}", "Cette boîte ne peut être lue : {why}")
NO_TEXT = Text("it is no text.", "ce n'est pas du texte.")
FAULTS = Text(
    "This box can't be played with yet; faults: {count}.",
    "On ne peut pas encore jouer avec cette boîte ; défauts : {count}.",
)
FULL = Text(
    "The server keeps no more than {most} boxes; older ones that nobody uses go after a time.",
    "Le serveur ne garde pas plus de {most} boîtes ; les anciennes que personne n'utilise partent "
    "avec le temps.",
)
NOT_YOURS = Text("This key does not open the box.", "Cette clé n'ouvre pas la boîte.")
SAME_DIGEST = Text(
    "Another box has the same digest; change a word of it.",
    "Une autre boîte a la même empreinte ; change-en un mot.",
)


def check_workshop(settings: Settings) -> None:
    """NotFound where the operator wants no workshop."""
    if not settings.workshop:
        raise NotFound("no-workshop", NO_WORKSHOP)


class CheckedBox(NamedTuple):
    """What the check of a box found. Without a fault it can be played with."""

    digest: str
    text: str
    faults: list[Data]
    differences: list[Data]
    data: Data | None  # None where it is no TOML
    box: Data | None  # what boards are given of it; None while it has faults
    options: Data  # of a table, whose values are things of the box: these with their names


class Unread(NamedTuple):
    """Why a box can't even be checked."""

    text: Text


async def check(
    sandbox: Sandbox, game: str, text: str | None, data: dict[str, Any] | None
) -> CheckedBox:
    """Check a box in a process with limits of time and memory: all its faults at once."""
    check_name(game)
    if (text is None) == (data is None):
        raise BadRequest("request", ONE_OF)
    result = await sandbox.run(_check, game, text, data)
    if isinstance(result, Unread):
        raise BadRequest("unreadable", UNREADABLE.format(why=result.text))
    return result


async def store(
    rooms: Rooms, sandbox: Sandbox, game: str, text: str | None, data: dict[str, Any] | None
) -> tuple[CheckedBox, str]:
    """Check and store a box; with it comes a key, which is told only once."""
    rooms.check_open()
    checked = await check(sandbox, game, text, data)
    if checked.faults:
        count = len(checked.faults)
        raise Faulty("faults", FAULTS.format(count=count), checked.faults)
    key, most = new_key(), rooms.settings.boxes
    storing = stored.store_box(rooms.store, checked.digest, game, checked.text, hash_of(key), most)
    try:
        await rooms.or_unavailable(storing)
    except stored.Full as error:
        raise Unavailable("full", FULL.format(most=most)) from error
    except stored.OtherText as error:
        raise Refused("same-digest", SAME_DIGEST) from error
    return checked, key


async def find(rooms: Rooms, digest: str) -> StoredBox:
    """A stored box; NotFound if there is none. The printed ones are always there."""
    box = _printed().get(digest)
    found = box or await rooms.or_unavailable(stored.read_box(rooms.store, digest))
    if found is None:
        raise NotFound("no-box", NO_BOX.format(digest=digest[:40]))
    return found


async def find_many(rooms: Rooms, digests: list[str]) -> list[StoredBox]:
    """Those boxes that there are; who does not know a digest finds nothing."""
    found: list[StoredBox] = await rooms.or_unavailable(stored.read_boxes(rooms.store, digests))
    return found


async def give_up(rooms: Rooms, digest: str, key: str) -> None:
    """Give up one's key to a box, which goes with the last one unless it is being used."""
    await find(rooms, digest)
    giving = stored.give_up_box(rooms.store, digest, hash_of(key))
    if not await rooms.or_unavailable(giving):
        raise NotAllowed("not-yours", NOT_YOURS)


async def game_with_box(
    rooms: Rooms, name: str, players: int, digest: str, options: dict[str, Any]
) -> Game:
    """A game with a stored box: it was checked when it was stored, and is again when loaded."""
    check_workshop(rooms.settings)
    box = await find(rooms, digest)
    check_game(box, name)
    await rooms.or_unavailable(stored.touch_box(rooms.store, digest))
    return await asyncio.to_thread(Game, name, players, components=box.text, **options)


def check_game(box: StoredBox, name: str) -> None:
    """Refused if a box is one of another game."""
    if box.game != check_name(name):
        one, other = Game(box.game).title, Game(name).title
        raise Refused("other-game", OTHER_GAME.format(one=one, other=other))


def described(box: StoredBox) -> Data:
    """A box as the page shows it."""
    return {"digest": box.digest, "game": box.game, **_described(box.game, box.text)}


@lru_cache(64)
def _described(game: str, text: str) -> Data:
    components = Game(game, components=text).components
    least, most = components.players
    told = differences(game, text)
    return {
        "title": components.name._asdict(),
        "least": least,
        "most": most,
        "text": str(text),  # JSON takes no text with a mark
        "data": form.data(text),
        "printed": is_printed(game, text),
        "differences": [each._asdict() for each in told],
    }


def board_box(game: Game) -> Data:
    """The components of a game as its board is given them."""
    box: Data = game.part("view").box(game.components)
    return box


@lru_cache(1)
def _printed() -> dict[str, StoredBox]:
    found = (Game(name) for name in games())
    boxes = [(game.name, game.components) for game in found]
    return {each.digest: StoredBox(each.digest, name, each.text, None) for name, each in boxes}


def printed_box(game: str) -> StoredBox:
    """The box that comes with the program."""
    return next(box for box in _printed().values() if box.game == check_name(game))


# ---------------------------------------------------------------- in the sandbox


def _check(game: str, text: str | None, data: dict[str, Any] | None) -> CheckedBox | Unread:
    try:
        given = form.toml(game, data) if data is not None else str(text)
        plain = as_stored(given)
        digest = stored.components_digest(plain)
    except UnicodeEncodeError:
        return Unread(NO_TEXT)
    except FaubourgError as error:
        return Unread(error.text)
    faults = form.check(game, plain).faults[:MOST_FAULTS]
    told = [] if faults else [each._asdict() for each in differences(game, plain)]
    loaded = None if faults else Game(game, components=plain)
    box = board_box(loaded) if loaded else None
    options = box_options(loaded) if loaded else {}
    found = [_fault(each) for each in faults]
    return CheckedBox(digest, plain, found, told, _data(plain), box, options)


def box_options(game: Game) -> Data:
    """Options of a table whose values are things of its box."""
    return {
        option.name: {
            value: name._asdict() for value, name in option.of_box(game.components).items()
        }
        for option in game.part("state").OPTIONS
        if option.of_box
    }


def _data(text: str) -> Data | None:
    try:
        return form.data(text)
    except FaubourgError:
        return None  # its faults say why


def as_stored(text: str) -> str:
    """The text of a box as it is stored: lines end in one way, and there is more than one, for a
    text of a single line would be taken for the name of a file."""
    return text.replace("\r\n", "\n").removeprefix("\ufeff").rstrip("\n") + "\n"


def _fault(fault: Fault) -> Data:
    return {
        "path": list(fault.path),
        "line": fault.line,
        "code": fault.code,
        **fault.said._asdict(),
    }

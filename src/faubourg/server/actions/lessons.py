"""A game's lesson with another box, made in a process with limits: it may be a stranger's."""

from faubourg.core.contract import Data
from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game
from faubourg.server.actions.boxes import board_box
from faubourg.server.actions.records import Fault
from faubourg.server.errors import Refused
from faubourg.server.runtime.sandbox import Sandbox
from faubourg.server.table.lesson import taught_with


async def lesson_with(sandbox: Sandbox, game: str, text: str) -> Data:
    """What the page needs for a lesson with a box; Refused says what is wrong with the box."""
    made = await sandbox.run(_made, game, text)
    if isinstance(made, Fault):
        raise Refused(*made)
    return made


def _made(game: str, text: str) -> Data | Fault:
    try:
        box = board_box(Game(game, components=text))
        stages = taught_with(game, text)
    except FaubourgError as error:
        return Fault(error.code, error.text, error.clause)
    told = [{"stage": each.stage, "why": each.why and each.why._asdict()} for each in stages]
    return {"game": game, "box": box, "stages": told}

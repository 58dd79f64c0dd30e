"""Boxes as PDF sheets, made in a process with limits: a box may be a stranger's."""

import hashlib
from collections import OrderedDict

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Language
from faubourg.server.actions.records import Fault
from faubourg.server.errors import Refused
from faubourg.server.runtime.sandbox import Sandbox

MOST = 32  # kept


class Sheets:
    """Makes sheets, and keeps those that were asked for lately."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    async def make(self, game: str, text: str | None, language: Language) -> bytes:
        """The sheets of a box; Refused says what is wrong with it."""
        key = hashlib.sha256(repr((game, text, language)).encode()).hexdigest()
        if key not in self._kept:
            made = await self._sandbox.run(_made, game, text, language)
            if isinstance(made, Fault):
                raise Refused(*made)
            self._kept[key] = made
        self._kept.move_to_end(key)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return self._kept[key]


def _made(game: str, text: str | None, language: Language) -> bytes | Fault:
    from faubourg.sheets import pdf  # only there: its libraries take longer to load than a server

    try:
        return pdf(game, text, language)
    except FaubourgError as error:
        return Fault(error.code, error.text, error.clause)

"""Pictures of tables, as anybody who may watch them sees them: SVG, PNG and a short animation.

Drawing takes a few milliseconds, and is done in a thread. Turning it into pixels takes some tenths
of a second and is done in processes with limits; what was made is kept in an LRU cache, and who
asks for the same picture at the same time waits for the first."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Literal

from faubourg.core.position import Position
from faubourg.core.text import Language, Text
from faubourg.pictures.caption import Caption, captioned
from faubourg.pictures.film import film, moments
from faubourg.pictures.frame import WIDTH, picture
from faubourg.pictures.raster import png
from faubourg.puzzles.puzzle import Puzzle
from faubourg.server.actions.history import Moments
from faubourg.server.runtime import background
from faubourg.server.runtime.sandbox import Sandbox
from faubourg.server.table.table import Table

Form = Literal["svg", "png", "film"]
MOST_BYTES = 24 * 2**20  # kept
OPEN_SEAT = Text("free", "libre")
FIND_IT = Text("Which move is the best?", "Quel coup est le meilleur ?")
# Those who sit at a puzzle, as the page's lessons have them.
EXAMPLE_NAMES = ("Anna", "Ben", "Chloé", "David", "Emma", "Felix")
DRAWN = 1  # rises when the same position is drawn in another way


def caption_of(table: Table, position: Position, language: Language) -> Caption:
    """The words of a table's picture, at a position of it."""
    names = [OPEN_SEAT.to(language) if seat.kind == "open" else seat.name for seat in table.seats]
    free = sum(seat.kind == "open" for seat in table.seats)
    return captioned(position, names, free, table.begun or table.only_watched)


def tag(table: Table, form: Form, moves: int, language: Language) -> str:
    """An ETag: what the picture of a table depends on, hashed."""
    seats = [(seat.kind, seat.name) for seat in table.seats]
    moment = (table.id, moves, list(table.moves[:moves])[-1:], table.begun, seats)
    said = repr((DRAWN, form, language, table.game.components.digest, moment))
    return hashlib.sha256(said.encode()).hexdigest()[:24]


class Pictures:
    """Makes pictures, and keeps those that were asked for lately."""

    def __init__(self, moments: Moments) -> None:
        self._moments = moments
        self._sandbox = Sandbox()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0
        self._making: dict[str, asyncio.Task[bytes]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def close(self) -> None:
        self._sandbox.close()

    async def make(self, table: Table, form: Form, moves: int, language: Language) -> bytes:
        """A picture of a table after so many moves; of the whole game, if it is a film."""
        key = tag(table, form, moves, language)
        return await self._once(key, lambda: MAKERS[form](self, table, moves, language))

    async def make_puzzle(self, puzzle: Puzzle, number: int, language: Language) -> bytes:
        """The position of a puzzle, in pixels."""
        key = f"puzzle {puzzle.game} {number} {language}"
        return await self._once(key, lambda: self._puzzle(puzzle, language))

    async def _puzzle(self, puzzle: Puzzle, language: Language) -> bytes:
        def draw() -> str:
            position = puzzle.position
            caption = captioned(position, EXAMPLE_NAMES[: position.game.players])
            return picture(position, replace(caption, line=FIND_IT), language)

        return await self._sandbox.run(png, await asyncio.to_thread(draw), WIDTH)

    async def _once(self, key: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """What was kept under a key, or made now; whoever asks meanwhile waits for the first."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._making:
            self._making[key] = background.start(self._make(key, make), self._tasks)
        return await asyncio.shield(self._making[key])

    async def _make(self, key: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            made = await make()
        finally:
            del self._making[key]
        self._kept[key] = made
        self._bytes += len(made)
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._kept.popitem(last=False)[1])
        return made

    async def _svg(self, table: Table, moves: int, language: Language) -> bytes:
        return (await self._drawn(table, moves, language)).encode()

    async def _png(self, table: Table, moves: int, language: Language) -> bytes:
        drawn = await self._drawn(table, moves, language)
        return await self._sandbox.run(png, drawn, WIDTH)

    async def _film(self, table: Table, moves: int, language: Language) -> bytes:
        drawn = [await self._drawn(table, each, language) for each in moments(moves)]
        return await self._sandbox.run(film, drawn)

    async def _drawn(self, table: Table, moves: int, language: Language) -> str:
        position = await self._moments.position(table, moves)
        caption = caption_of(table, position, language)
        return await asyncio.to_thread(picture, position, caption, language)


MAKERS: dict[Form, Callable[[Pictures, Table, int, Language], Awaitable[bytes]]] = {
    "svg": Pictures._svg,
    "png": Pictures._png,
    "film": Pictures._film,
}

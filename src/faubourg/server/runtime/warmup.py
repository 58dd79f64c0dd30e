"""Warm-up: games are played in plain Python at once, and in machine code when it is there.

The first run of new rules on a machine compiles them, the games that somebody plays first and the
others while nothing happens. Processes of their own do that and leave the machine code on the disk.
A game that is much played here loads it and changes over (`kernels/switch.py`); bots, hints and
reviews load it in theirs. Nobody at a table waits for any of this.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from faubourg.bots.compiler import Compiler
from faubourg.kernels import markers, switch
from faubourg.kernels.warmup import load
from faubourg.server import metrics
from faubourg.server.runtime import background

log = logging.getLogger(__name__)
AT_ONCE = 2  # games that are compiled at the same time because somebody plays them
ENOUGH_MOVES = 50  # of a game in this process, after which loading its machine code pays
IDLE_SECONDS = 30.0  # without a new table, after which the other games are compiled
Report = Callable[[int, int], None]  # gets how many steps are done, of how many
Compile = Callable[[str, Report], Awaitable[None]]


@dataclass
class GameState:
    """How far the warm-up of a game is."""

    done: int = 0  # steps of the compiler
    of: int = 1
    moves: int = 0  # played in this process, while it was plain
    is_compiled: bool = False  # on the disk
    is_loaded: bool = False  # it runs compiled in this process
    is_loading: bool = False
    is_renewed: bool = False  # it was compiled once more, because it could not be loaded
    settled: asyncio.Event = field(default_factory=asyncio.Event)  # compiled, or given up

    @property
    def share(self) -> float:
        return 1.0 if self.is_compiled else min(self.done / self.of, 0.99)


class Warmup:
    """The warm-up of all games: those that are played first."""

    def __init__(
        self,
        names: Sequence[str],
        compile_one: Compile | None = None,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self.games = {name: GameState() for name in names}
        self._compile = compile_one or compile_apart
        self._idle_seconds = idle_seconds
        self._wanted: list[str] = []  # games that somebody plays, not begun yet
        self._begun: set[str] = set()
        self._last_wanted = time.monotonic()
        self._tasks: set[asyncio.Task[None]] = set()
        self._compiling = 0
        self._stopping = False

    def start(self) -> None:
        """Compile what nobody plays when nothing else is to be done."""
        if switch.is_plain_first():
            self._spawn(self._compile_others())
        for name, state in self.games.items():
            if not switch.is_plain_first():  # every call compiles what it needs
                state.is_compiled = state.is_loaded = not switch.stays_plain()
                state.settled.set()
            metrics.COMPILED.labels(name).set(state.is_loaded)

    # ------------------------------------------------------------ what is wanted

    def want(self, name: str) -> None:
        """Somebody plays this game: it is compiled before those that nobody plays."""
        self._last_wanted = time.monotonic()
        if name in self.games and name not in self._begun and switch.is_plain_first():
            self._begun.add(name)
            self._wanted.append(name)
            self._next()

    def played(self, name: str, moves: int) -> None:
        """So many moves were played here: a game that is much played changes over."""
        state = self.games.get(name)
        if state is not None and not state.is_loaded:
            state.moves += moves
            self._load_if_hot(name)

    async def settled(self, name: str) -> None:
        """Wait until the search of a game is compiled, for those who need it; or until that has
        failed, when a search is as good as plain Python can."""
        if name in self.games:
            self.want(name)
            await self.games[name].settled.wait()

    # ------------------------------------------------------------ compiling

    def _next(self) -> None:
        while self._wanted and self._compiling < AT_ONCE and not self._stopping:
            self._compiling += 1
            self._spawn(self._compile_and_go_on(self._wanted.pop(0)))

    async def _compile_and_go_on(self, name: str) -> None:
        try:
            await self._compile_game(name)
        finally:
            self._compiling -= 1
            self._next()

    async def _compile_others(self) -> None:
        """The games that nobody plays, one by one, while nobody begins a game either."""
        for name in self.games:
            while (left := self._last_wanted + self._idle_seconds - time.monotonic()) > 0:
                await asyncio.sleep(left)
            if name not in self._begun:
                self._begun.add(name)
                await self._compile_game(name)

    async def _compile_game(self, name: str) -> None:
        state, begun = self.games[name], time.monotonic()

        def report(done: int, of: int) -> None:
            state.done, state.of = done, of

        try:
            state.is_compiled = await asyncio.to_thread(markers.is_compiled, name)
            if not state.is_compiled and not switch.stays_plain():
                await self._compile(name, report)
                state.is_compiled = True
                took = round(time.monotonic() - begun, 1)
                log.info("compiled", extra={"game": name, "seconds": took})
        except Exception:  # then it is played in plain Python, and its bots don't search
            log.exception("a game was not compiled", extra={"game": name})
        state.settled.set()
        self._load_if_hot(name)

    # ------------------------------------------------------------ loading

    def _load_if_hot(self, name: str) -> None:
        state = self.games[name]
        if state.is_compiled and not state.is_loading and state.moves >= ENOUGH_MOVES:
            state.is_loading = True
            self._spawn(self._load(name))

    async def _load(self, name: str) -> None:
        """Change over to machine code, without the search, which is for the bots' processes. If it
        can't be loaded, it is compiled once more; if that does not help, the game stays plain."""
        state, begun = self.games[name], time.monotonic()
        state.is_loaded = await asyncio.to_thread(load, name)
        if not state.is_loaded and not state.is_renewed:
            state.is_renewed, state.is_compiled, state.is_loading = True, False, False
            await self._compile_game(name)  # something was missing
        elif state.is_loaded:
            metrics.COMPILED.labels(name).set(1)
            took = round(time.monotonic() - begun, 1)
            log.info("changed over", extra={"game": name, "seconds": took, "moves": state.moves})

    # ------------------------------------------------------------ stopping

    def give_up(self) -> None:
        """The server stops: wake all who wait; they check whether it is still open."""
        self._stopping = True
        self._wanted.clear()
        for state in self.games.values():
            state.settled.set()

    async def stop(self) -> None:
        self._stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        background.start(work, self._tasks)


async def compile_apart(name: str, report: Report) -> None:
    """Compile a game in a process of its own, which ends with this one."""
    compiler = Compiler(name)
    progress = compiler.progress()
    try:
        while (step := await asyncio.to_thread(next, progress, None)) is not None:
            report(*step)
    finally:
        compiler.close()

"""Plain Python first, machine code later: in such a process nobody waits for a compiler.

With FAUBOURG_KERNELS=plain-first a public kernel is a `Switch`: it runs as plain Python until
`load` has found its machine code in the cache, and changes over between two calls. Such a process
does not import Numba before that, and never compiles: `bots/compiler.py` does, in one of its own.

Any call may be the first that is compiled: both kinds leave equal rows, so a plain kernel under way
may go on with compiled ones. Private kernels have no entry from Python and stay as they are.
"""

import os
from collections import defaultdict
from collections.abc import Callable
from functools import update_wrapper
from threading import Lock, get_ident
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
VARIABLE = "FAUBOURG_KERNELS"
PLAIN_FIRST = "plain-first"

Kernel = Callable[..., Any]
_switches: defaultdict[str, list["Switch"]] = defaultdict(list)  # by their game
_loading: dict[str, int] = {}  # the thread that loads a game
_lock = Lock()


def plain_first() -> None:
    """Let this process and those that it starts begin in plain Python; before a kernel is
    imported."""
    os.environ[VARIABLE] = PLAIN_FIRST


def is_plain_first() -> bool:
    return os.environ.get(VARIABLE) == PLAIN_FIRST


def stays_plain() -> bool:
    """Whether machine code is not wanted at all."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


class Switch:
    """A kernel that is plain Python until its machine code is loaded."""

    def __init__(self, game: str, function: Kernel, compile: Callable[[], Any]) -> None:
        update_wrapper(self, function)
        self._plain = self._run = function
        self._compile = compile
        self._compiled: Any = None
        _switches[game].append(self)
        if game in _loading:
            self.rehearse(_loading[game])

    def __call__(self, *given: Any) -> Any:
        return self._run(*given)

    @property
    def is_compiled(self) -> bool:
        return self._compiled is not None

    def rehearse(self, thread: int) -> None:
        """Run machine code in one thread, which loads it, and plain Python in all others."""

        def run(*given: Any) -> Any:
            if get_ident() != thread:
                return self._plain(*given)
            if self._compiled is None:
                self._compiled = self._compile()
            return self._compiled(*given)

        self._run = run

    def change_over(self) -> None:
        """Run the machine code that was rehearsed, if any was. For arguments of other types it has
        none, and compiling would take seconds: such a call stays plain."""
        plain, compiled = self._plain, self._compiled
        if compiled is None:
            self._run = plain
            return
        compiled.disable_compile()

        def run(*given: Any) -> Any:
            try:
                return compiled(*given)
            except TypeError:
                return plain(*given)

        self._run = run

    def change_back(self) -> None:
        self._run, self._compiled = self._plain, None


def later(game: str | None, function: F, compile: Callable[[], Any]) -> F:
    """A kernel of a process that begins in plain Python. One of no game is shared by games: only
    their kernels call it, and it is part of their machine code."""
    if game is None or function.__name__.startswith("_"):
        return function
    return cast(F, Switch(game, function, compile))


def load(game: str, rehearsal: Callable[[], object]) -> None:
    """Load machine code of a game from the cache, in this thread: that of the kernels which the
    rehearsal calls, for the types of arguments that it gives them. If it raises, as when something
    is not in the cache, the game stays plain."""
    with _lock:
        _loading[game] = get_ident()
        for switch in _switches[game]:
            switch.rehearse(_loading[game])
        try:
            rehearsal()
        except BaseException:
            for switch in _switches[game]:
                switch.change_back()
            raise
        finally:
            del _loading[game]
        for switch in _switches[game]:
            switch.change_over()


def is_loaded(game: str) -> bool:
    """Whether a game runs compiled in this process."""
    if not is_plain_first():
        return not stays_plain()
    return game not in _loading and any(each.is_compiled for each in _switches[game])

"""The JIT decorators, and which sources the machine code of a kernel depends on.

A change in another file, be it of a function that a kernel calls or of a constant that it reads,
must compile it anew, so the cache folder is named after a hash of all these files: those of one
game and of what all games share. A change in one game leaves the others' machine code alone.

Two traps, both seen as crashes of the whole process: a kernel that calls itself must not be called
by other kernels (its machine code breaks when it comes from the cache); and a row of an array that
a kernel makes must not outlive the array's name (Numba frees the array, though the row is in use).
"""

import ast
import hashlib
import importlib.util
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
GAMES = "faubourg.games"
OF_GAME = "__game__"  # the global by which a template that was specialised names its game
UNKEPT = "__unkept__"  # the global of a module whose machine code is not cached
# What marks a file that holds kernels: the decorators below.
MARKS = (b"\n@kernel\n", b"\n@inlined\n")
# Part of machine code though no kernel's file imports them at its top: rows, what follows from
# their fields, what the compiler puts in place of `memory.py` and `piles.py`, and how it compiles.
ALWAYS = (
    "/state",
    "faubourg/gamekit/fields",
    "faubourg/kernels/intrinsics",
    "faubourg/kernels/dispatch",
)
ANY, SHARED = "all", "shared"  # in place of a game: all of them, none of them
_OLD_CACHE_SECONDS = 30 * 24 * 3600
SIGN_OFF = 2**63 - 1  # all bits but the sign


def kernel(function: F) -> F:
    """JIT-compile a module-level function; with `NUMBA_DISABLE_JIT=1` it stays plain Python, with
    `FAUBOURG_KERNELS=plain-first` until its machine code is loaded (`kernels/switch.py`)."""
    return _kernel(function, inline=False)


def inlined(function: F) -> F:
    """A kernel with forced inlining: it becomes part of each kernel that calls it.

    A game's step in one piece plays a third faster than as calls. What is called from many places,
    or is not hot, stays a plain kernel, since every copy must be compiled.
    """
    return _kernel(function, inline=True)


def _kernel(function: F, inline: bool) -> F:
    from faubourg.kernels import switch  # at the top it would be hashed as part of machine code

    if switch.is_plain_first():
        game = game_of(function)
        shared = game in (ANY, SHARED)
        return switch.later(None if shared else game, function, lambda: _jit(function, inline))
    return _jit(function, inline)


def _jit(function: F, inline: bool) -> F:
    from faubourg.kernels import intrinsics  # noqa: F401 - which registers them
    from faubourg.kernels.cache import config
    from faubourg.kernels.dispatch import Kernel

    if config.DISABLE_JIT:
        return function
    options = {
        "nopython": True,
        "nogil": not is_brief(function),
        "error_model": "numpy",  # no checks for division by zero: rules never divide by it
        "forceinline": inline,
        "no_cfunc_wrapper": True,
    }
    return cast(F, Kernel(function, cache_folder(game_of(function)), options))


def has_file(function: Callable[..., Any]) -> bool:
    """Whether a function is written in a file, not in a notebook or at a prompt."""
    return Path(function.__code__.co_filename).is_file()


def game_of(function: Callable[..., Any]) -> str:
    """The game that a kernel belongs to, or was specialised for; SHARED for what all games share,
    and ANY for a kernel outside of the package, which may call those of any game."""
    module = str(function.__globals__.get(OF_GAME, function.__module__))
    if module.startswith(f"{GAMES}."):
        return module.split(".")[2]
    return SHARED if module.startswith("faubourg.") else ANY


def is_brief(function: Callable[..., Any]) -> bool:
    """Whether a kernel is over before another thread could use the time: those of a game's own
    files look at one row. They keep the GIL, which would have to be won back after each of them:
    a thread that computes in Python gives it up every 5 ms only."""
    return function.__module__.startswith(f"{GAMES}.")


@cache
def cache_folder(game: str = ANY) -> Path:
    """The folder for machine code of exactly these sources, created on first use."""
    name = f"kernels-{game}-{_hash_of(game)}"
    for base in _cache_bases():
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
            os.utime(folder)
            _forget_old(base, keep=name)
        except OSError:
            continue
        return folder
    return Path(tempfile.mkdtemp(prefix="faubourg-"))


def _hash_of(game: str) -> str:
    """The hash of a game's sources, which may lie outside of the package."""
    found = importlib.util.find_spec(f"{GAMES}.{game}")
    places = found.submodule_search_locations if found else None
    folder = Path(places[0]) if places else PACKAGE
    if folder.resolve().is_relative_to(PACKAGE):
        return source_hash(PACKAGE, game)
    return f"{source_hash(PACKAGE, SHARED)}-{folder_hash(folder)}"


def folder_hash(folder: Path) -> str:
    """A hash of all sources and arrays under a folder."""
    digest = hashlib.sha256()
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.npz"))):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def source_hash(package: Path, game: str = ANY) -> str:
    """A hash of the files under `package` that hold kernels, of all that these import, of the rows
    that defaults are made for, and of arrays kept as .npz: a constant of another file is part of
    their machine code. Of the games only `game` counts: none for SHARED, all for ANY."""
    own = {ANY: None, SHARED: frozenset[str]()}.get(game, frozenset((game,)))
    texts = {
        name: path.read_bytes()
        for path in package.rglob("*.py")
        if _counts(name := path.relative_to(package.parent).with_suffix("").as_posix(), own)
    }
    waiting = [
        name
        for name, text in texts.items()
        if any(mark in text for mark in MARKS) or name.endswith(ALWAYS)
    ]
    reached: dict[str, bytes] = {}
    while waiting:
        name = waiting.pop()
        if name in texts and name not in reached:
            reached[name] = texts[name]
            waiting += _imported(name, texts[name])
    for path in package.rglob("*.npz"):
        name = path.relative_to(package.parent).as_posix()
        if _counts(name, own):
            reached[name] = path.read_bytes()
    digest = hashlib.sha256()
    for name in sorted(reached):
        digest.update(name.encode() + b"\0" + reached[name])
    return digest.hexdigest()[:16]


def _counts(name: str, own: frozenset[str] | None) -> bool:
    """Whether a file of the package is of these games (None: of any), or of none at all."""
    parts = name.split("/")
    return own is None or parts[1:2] != ["games"] or len(parts) == 3 or parts[2] in own


@cache
def _imported(name: str, text: bytes) -> list[str]:
    """The files that a module imports at its top, as paths; what is imported from a module may be a
    name in it or a module itself, and a module may be a package, so all of these are listed."""
    found: list[str] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            above = name.split("/")[: -node.level] if node.level else []
            module = "/".join([*above, *(node.module or "").split(".")]).rstrip("/")
            found += [module, *(f"{module}/{item.name}" for item in node.names)]
        elif isinstance(node, ast.Import):
            found += [item.name.replace(".", "/") for item in node.names]
    return [*found, *(f"{each}/__init__" for each in found)]


def _cache_bases() -> list[Path]:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    user = f"faubourg-{os.getuid()}" if hasattr(os, "getuid") else "faubourg"
    bases = [Path(chosen)] if chosen else []
    bases += [Path(home) / "faubourg", Path(tempfile.gettempdir()) / user]
    return [base.absolute() for base in bases]  # the working directory may change


def _forget_old(base: Path, keep: str) -> None:
    """Delete machine code of sources that nobody has run for a month."""
    for folder in base.glob("kernels-*"):
        with suppress(FileNotFoundError):  # another process may be tidying up too
            if folder.name != keep and time.time() - folder.stat().st_mtime > _OLD_CACHE_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)


@inlined
def natural(number: int) -> int:
    """Tells the compiler that `number >= 0`, so that indexing skips the negative-index check."""
    return int(np.int64(number) & SIGN_OFF)

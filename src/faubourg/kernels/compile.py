"""Compiling rules with Numba, and keeping the machine code between runs.

Numba's cache does not notice a change in another file, be it of a function that a cached one calls
or of a constant that it reads, so the cache folder is named after a hash of all these files.

Two traps, both seen as crashes of the whole process: a kernel that calls itself must not be called
by other kernels (its machine code breaks when it comes from the cache); and a row of an array that
a kernel makes must not outlive the array's name (Numba frees the array, though the row is in use).
"""

import ast
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import config as numba_config

config: Any = numba_config  # whose settings its types do not list
F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
# What marks a file that holds kernels: the decorators below.
MARKS = (b"\n@kernel\n", b"\n@inlined\n")
_OLD_CACHE_SECONDS = 30 * 24 * 3600
NO_SIGN = 2**63 - 1


def kernel(function: F) -> F:
    """Compile a module-level function; with `NUMBA_DISABLE_JIT=1` it stays plain Python."""
    return _compiled(function, inline=False)


def inlined(function: F) -> F:
    """A kernel that becomes part of each kernel that calls it.

    A game's step as one piece of code plays a third faster than as calls; what is called from many
    places or is not hot is a plain kernel, since every copy must be compiled.
    """
    return _compiled(function, inline=True)


def _compiled(function: F, inline: bool) -> F:
    jit: Any = numba.njit  # its type knows only some of its options
    before = config.CACHE_DIR
    # A folder for every module: the loops of two games come from one file, and Numba's index of a
    # file is not safe from two processes that each add another game's functions to it.
    config.CACHE_DIR = str(cache_folder() / function.__module__)
    try:
        compiled: F = jit(
            cache=True,
            nogil=True,
            error_model="numpy",  # no checks for division by zero: rules never divide by it
            forceinline=inline,
            no_cfunc_wrapper=True,
            # A private helper is only called by kernels: it compiles faster with no Python entry.
            no_cpython_wrapper=function.__name__.startswith("_"),
        )(function)
    finally:
        config.CACHE_DIR = before
    return compiled


@cache
def cache_folder() -> Path:
    """The folder for machine code of exactly these sources; made when first asked for."""
    name = f"kernels-{source_hash(PACKAGE)}"
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


def source_hash(package: Path) -> str:
    """A hash over the files under `package` that hold kernels, over all that these import, and over
    arrays kept as .npz: a constant of another file is part of their machine code."""
    texts = {
        path.relative_to(package.parent).with_suffix("").as_posix(): path.read_bytes()
        for path in package.rglob("*.py")
    }
    waiting = [name for name, text in texts.items() if any(mark in text for mark in MARKS)]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in texts and name not in reached:
            reached.add(name)
            waiting += _imported(texts[name])
    digest = hashlib.sha256()
    for name in sorted(reached):
        digest.update(name.encode() + b"\0" + texts[name])
    for path in sorted(package.rglob("*.npz")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _imported(text: bytes) -> list[str]:
    """The files that a module imports at its top, as paths; what is imported from a module may be a
    name in it or a module itself, so both are listed."""
    found: list[str] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            module = node.module.replace(".", "/")
            found += [module, *(f"{module}/{item.name}" for item in node.names)]
        elif isinstance(node, ast.Import):
            found += [item.name.replace(".", "/") for item in node.names]
    return found


def _cache_bases() -> list[Path]:
    told = os.environ.get("NUMBA_CACHE_DIR")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    user = f"faubourg-{os.getuid()}" if hasattr(os, "getuid") else "faubourg"
    bases = [Path(told)] if told else []
    return [*bases, Path(home) / "faubourg", Path(tempfile.gettempdir()) / user]


def _forget_old(base: Path, keep: str) -> None:
    """Machine code of sources that nobody has run for a month is only taking up room."""
    for folder in base.glob("kernels-*"):
        with suppress(FileNotFoundError):  # another process may be tidying up too
            if folder.name != keep and time.time() - folder.stat().st_mtime > _OLD_CACHE_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)


@inlined
def natural(number: int) -> int:
    """The same whole number, of which is known that it is not negative. Said of an index, it spares
    the test whether it counts from the end."""
    return int(np.int64(number) & NO_SIGN)

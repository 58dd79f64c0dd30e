"""The cache of machine code: keyed by contents, shared by all clones, safe from any process.

Numba's own cache knows a function by the path of its file, so that every clone compiles anew, and
keeps an index that two processes can't write at once. Here each compiled signature is one file,
whose name is a hash of all that its machine code depends on. It is written beside its place and
moved there, and begins with a checksum: what a killed process or a full disk left is compiled anew.
"""

import hashlib
import os
import pickle
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import config as numba_config
from numba.core import serialize as numba_serialize
from numba.core.caching import NullCache

from faubourg.kernels.compile import UNKEPT, has_file

config: Any = numba_config  # whose settings its types do not list
serialize: Any = numba_serialize
Cache: Any = NullCache  # what a dispatcher asks of its cache
CHECKSUM_BYTES = 32
# Settings of Numba by which the same source becomes other machine code.
SETTINGS = ("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "SLP_VECTORIZE")


class KernelCache(Cache):  # type: ignore[misc]
    """Where one kernel's dispatcher loads its machine code from, and saves it to."""

    def __init__(self, function: Any, folder: Path, form: Any, ending: str) -> None:
        """`form` has `_reduce`, which makes something to be pickled of what was compiled, and
        `_rebuild`, which makes that of it again; `ending` is that of its files."""
        self._form, self._ending = form, ending
        self._folder = folder / str(function.__module__)
        self._name = str(function.__qualname__)
        code = function.__code__
        # What is typed in a notebook may change with every cell: nothing of it is kept.
        self._is_kept = has_file(function) and not function.__globals__.get(UNKEPT, False)
        self._about = (function.__module__, self._name, code.co_firstlineno, _file_hash(code))

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled signature, or None if it is not there or can't be used."""
        target.refresh()
        if not self._is_kept:
            return None
        data = read_checked(self._file(signature, target.codegen()))
        if data is None:
            return None
        try:
            return self._form._rebuild(target, *pickle.loads(data))
        except Exception:  # whatever it is, the sources are at hand: compile
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled signature; without a disk to write on it is compiled again next time."""
        if compiled.library.has_dynamic_globals or not self._is_kept:
            return
        data = serialize.dumps(self._form._reduce(compiled))
        with suppress(OSError):
            write_checked(self._file(signature, compiled.library.codegen), data)

    def _file(self, signature: Any, codegen: Any) -> Path:
        key = repr((self._about, signature, codegen.magic_tuple(), build()))
        digest = hashlib.sha256(key.encode()).hexdigest()[:24]
        return self._folder / f"{self._name}-{digest}.{self._ending}"


def build() -> tuple[object, ...]:
    """The versions and settings of what compiles: others make other machine code."""
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    return (*versions, *(str(getattr(config, name)) for name in SETTINGS))


@cache
def _file_hash(code: Any) -> str:
    """A hash of the file that a function is written in."""
    file = Path(code.co_filename)
    return hashlib.sha256(file.read_bytes() if file.is_file() else code.co_code).hexdigest()


def read_checked(file: Path) -> bytes | None:
    """What `write_checked` wrote; None if it is not there, or not as it was written."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    checksum, content = data[:CHECKSUM_BYTES], data[CHECKSUM_BYTES:]
    return content if hashlib.sha256(content).digest() == checksum else None


def write_checked(file: Path, content: bytes) -> None:
    """Write a file with a checksum, atomically: other processes see it whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=file.parent, prefix=f"{file.stem}.", suffix=".part")
    try:
        with open(number, "wb") as part:
            part.write(hashlib.sha256(content).digest() + content)
        os.replace(name, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise

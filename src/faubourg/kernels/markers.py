"""Markers: files beside the machine code in the cache that say which games are compiled whole."""

import hashlib
import os
import platform
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

from faubourg.core.game import check_name
from faubourg.kernels import compile, switch

PROCESSOR = Path("/proc/cpuinfo")
KIND = ("vendor_id", "model name", "flags", "Features")  # of its lines


def is_compiled(name: str) -> bool:
    """Whether the machine code of a game and of its search is in the cache on the disk."""
    return not switch.stays_plain() and marker(name).exists()


def remember_compiled(name: str) -> None:
    marker(name).touch()


def forget_compiled(name: str) -> None:
    """Something was missing after all."""
    marker(name).unlink(missing_ok=True)


def marker(name: str) -> Path:
    """Machine code is valid for one compiler, one kind of processor, and the game's sources."""
    check_name(name)  # which also finds games outside of the package, before they are hashed
    return compile.cache_folder(name) / f"{name}-{_build()}.compiled"


@cache
def _build() -> str:
    """A hash of the compiler's versions and settings and of the processor, found without Numba:
    to import it takes longer than to start. What can't be loaded all the same stays plain."""
    versions = [sys.version, *(version(each) for each in ("numba", "llvmlite", "numpy"))]
    settings = sorted(f"{key}={value}" for key, value in os.environ.items() if _is_setting(key))
    lines = PROCESSOR.read_text().splitlines() if PROCESSOR.exists() else []
    first = lines[: lines.index("")] if "" in lines else lines
    processor = [platform.machine(), *(line for line in first if line.startswith(KIND))]
    key = repr((versions, settings, processor))
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def _is_setting(key: str) -> bool:
    return key.startswith("NUMBA_") and key != "NUMBA_CACHE_DIR"

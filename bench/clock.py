"""A wall clock that can be moved, for this process and all that it starts: servers, their workers,
PostgreSQL. `clock.c`, loaded before the C library, adds the offset; nothing in Python is patched.

`make_movable` starts the program anew with it, and needs a C compiler. (Debian's libfaketime is no
way: `time.sleep` fails under it when counting clocks are left alone.)
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

OFFSET = "FAUBOURG_CLOCK"  # names the file that holds the offset
SIZE = 8


def is_movable() -> bool:
    return OFFSET in os.environ


def make_movable() -> None:
    """Start this program anew, with the same arguments; returns at once in the one so started."""
    if is_movable():
        return
    with tempfile.TemporaryDirectory(prefix="faubourg-clock-") as folder:
        library, offset = Path(folder) / "clock.so", Path(folder) / "offset"
        source = Path(__file__).with_suffix(".c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        offset.write_bytes(bytes(SIZE))
        more = {"LD_PRELOAD": str(library), OFFSET: str(offset)}
        command = [sys.executable, *sys.orig_argv[1:]]
        sys.exit(subprocess.run(command, env=os.environ | more, check=False).returncode)


def move(seconds: int) -> None:
    """Set the clock: so many seconds from what it truly is."""
    with open(os.environ[OFFSET], "r+b", buffering=0) as file:
        file.write(seconds.to_bytes(SIZE, sys.byteorder, signed=True))

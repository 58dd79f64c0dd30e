"""Arrays in which every game's line begins a line of the processor's cache, so that what is often
needed of it comes from memory at once."""

from typing import Any

import numpy as np
import numpy.typing as npt

LINE = 64  # bytes that come from memory together


def lined(lines: int, columns: int, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """Zeros, in lines of at least so many columns.

    >>> lined(3, 421, np.bool_).shape, lined(3, 140, np.int32).shape
    ((3, 448), (3, 144))
    """
    size = np.dtype(kind).itemsize
    width = -(-columns * size // LINE) * LINE
    room = np.zeros(lines * width + LINE, np.uint8)
    first = -room.ctypes.data % LINE
    return room[first : first + lines * width].view(kind).reshape(lines, width // size)

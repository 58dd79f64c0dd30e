"""Cache-aligned arrays: every game's row begins a cache line, so that a prefetch of it is whole."""

from typing import Any

import numpy as np
import numpy.typing as npt

LINE = 64  # bytes of a cache line


def aligned_zeros(rows: int, columns: int, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """Zeros, in rows of at least so many columns, padded to whole cache lines.

    >>> aligned_zeros(3, 421, np.bool_).shape, aligned_zeros(3, 140, np.int32).shape
    ((3, 448), (3, 144))
    """
    size = np.dtype(kind).itemsize
    width = -(-columns * size // LINE) * LINE
    room = np.zeros(rows * width + LINE, np.uint8)
    first = -room.ctypes.data % LINE
    return room[first : first + rows * width].view(kind).reshape(rows, width // size)

"""Cache-aligned arrays: a prefetch of a row that begins a cache line is whole, and an array that
begins one is taken over by JAX without a copy (DLPack)."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

LINE = 64  # bytes of a cache line


def aligned_zeros(rows: int, columns: int, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """Zeros, in rows of at least so many columns, padded to whole cache lines.

    >>> aligned_zeros(3, 421, np.bool_).shape, aligned_zeros(3, 140, np.int32).shape
    ((3, 448), (3, 144))
    """
    width = -(-columns * np.dtype(kind).itemsize // LINE) * LINE
    return compact_zeros((rows, width // np.dtype(kind).itemsize), kind)


def compact_zeros(shape: tuple[int, ...], kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """Zeros without gaps, whose first begins a cache line.

    >>> compact_zeros((3, 5), np.int8).ctypes.data % LINE
    0
    """
    size = math.prod(shape) * np.dtype(kind).itemsize
    room = np.zeros(size + LINE, np.uint8)
    first = -room.ctypes.data % LINE
    return room[first : first + size].view(kind).reshape(shape)

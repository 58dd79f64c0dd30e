"""Memory: memcpy, unaligned loads, views without reference counts, prefetch, in plain Python.

Compiled, each is an intrinsic (`kernels/intrinsics.py`). A copying loop is unrolled by LLVM rather
than vectorised, since the two arrays might alias; a memcpy promises that they don't. `array[at]` of
an array of arrays counts references to the whole, which makes all cores wait for each other; a
`line` does not.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Small = npt.NDArray[np.int8]
WORD = 8  # bytes


def copy_small(out: Small, at: int, source: Small, first: int, count: int) -> None:
    """memcpy: copy `count` bytes of a contiguous array, from byte `first` on, to index `at` of
    `out`. Unchecked, and the two must not overlap."""
    out[at : at + count] = source.reshape(-1)[first : first + count]


def word(source: Small, first: int) -> np.uint64:
    """An unaligned load of eight bytes of a contiguous array, little-endian. Unchecked."""
    return np.uint64(int.from_bytes(source.reshape(-1)[first : first + WORD].tobytes(), "little"))


def signed_at(row: np.void, at: int, size: int) -> int:
    """The signed integer of 1, 2, 4 or 8 bytes at byte `at` of a record. Unchecked. It reads fields
    by their offsets where a kernel can't name them."""
    return int.from_bytes(row.tobytes()[at : at + size], "little", signed=True)


def line(array: npt.NDArray[Any], at: int) -> npt.NDArray[Any]:
    """A view of `array[at]` without a reference count: `at >= 0`, and the array must outlive it."""
    found: npt.NDArray[Any] = array[at]
    return found


def fetch_ahead(items: npt.NDArray[Any], at: int) -> None:
    """Prefetch the cache lines of an item of an array. It changes nothing but the time."""

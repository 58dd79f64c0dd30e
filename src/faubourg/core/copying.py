"""Copying a few small numbers from one array to another, as fast as the machine can.

A loop over a known number of bytes is unrolled by the compiler before it thinks of moving many at
once, since the two arrays might overlap. This says that they don't.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba.core import cgutils as builders
from numba.core import types
from numba.extending import intrinsic, overload

cgutils: Any = builders  # which has no types
Small = npt.NDArray[np.int8]


def copy_small(out: Small, at: int, source: Small, first: int, count: int) -> None:
    """Copy `count` bytes of a contiguous array, from `first` on in the order of memory, into a line
    of bytes. Unchecked, and the two must not overlap."""
    out[at : at + count] = source.reshape(-1)[first : first + count]


@intrinsic
def _copy(typing: Any, out: Any, at: Any, source: Any, first: Any, count: Any) -> tuple[Any, Any]:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to, _, origin, _, _ = signature.args
        into = context.make_array(to)(context, builder, args[0]).data
        data = context.make_array(origin)(context, builder, args[2]).data
        target = builder.gep(into, [args[1]])
        begin = builder.gep(data, [args[3]])
        cgutils.raw_memcpy(builder, target, begin, args[4], 1)
        return context.get_dummy_value()

    words = types.int64
    return types.void(out, words, source, words, words), generate


compiled_copy: Any = _copy  # whose type counts what the compiler gives it as an argument


@overload(copy_small, inline="always")
def _copy_small(out: Any, at: Any, source: Any, first: Any, count: Any) -> Any:
    def compiled(out: Any, at: Any, source: Any, first: Any, count: Any) -> Any:
        compiled_copy(out, at, source, first, count)

    return compiled

"""Memory used as fast as can be: small copies, lines of arrays, asking for what comes next.

A loop over a known number of bytes is unrolled by the compiler before it thinks of moving many at
once, since the two arrays might overlap. This says that they don't.

An item of an array of arrays, `array[at]`, counts references to the whole, in a way that makes all
cores wait for each other. A `line` does not.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import cgutils as builders
from numba.core import types
from numba.extending import intrinsic, overload
from numba.np import arrayobj as builders_of_arrays

cgutils: Any = builders  # which has no types
arrays: Any = builders_of_arrays
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


WORD = 8  # bytes


def word(source: Small, first: int) -> np.uint64:
    """Eight bytes of a contiguous array as one number, the first of them lowest. Unchecked."""
    return np.uint64(int.from_bytes(source.reshape(-1)[first : first + WORD].tobytes(), "little"))


@intrinsic
def _word(typing: Any, source: Any, first: Any) -> tuple[Any, Any]:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.gep(data, [args[1]])
        found = builder.bitcast(place, ir.IntType(8 * WORD).as_pointer())
        return builder.load(found, align=1)

    return types.uint64(source, types.int64), generate


compiled_word: Any = _word


@overload(word, inline="always")
def _word_at(source: Any, first: Any) -> Any:
    def compiled(source: Any, first: Any) -> Any:
        return compiled_word(source, first)

    return compiled


def line(array: npt.NDArray[Any], at: int) -> npt.NDArray[Any]:
    """The same as `array[at]`, for a whole number from 0 on and as long as the array is there."""
    found: npt.NDArray[Any] = array[at]
    return found


@intrinsic
def _line(typing: Any, array: Any, at: Any) -> tuple[Any, Any]:
    kind = types.Array(array.dtype, array.ndim - 1, array.layout, aligned=array.aligned)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole = context.make_array(array)(context, builder, args[0])
        shape, strides = (
            cgutils.unpack_tuple(builder, of) for of in (whole.shape, whole.strides)
        )  # fmt: skip
        byte = ir.IntType(8).as_pointer()
        first = builder.gep(
            builder.bitcast(whole.data, byte), [builder.mul(args[1], strides[0])], inbounds=True
        )
        found = context.make_array(kind)(context, builder)
        arrays.populate_array(
            found, data=builder.bitcast(first, whole.data.type), shape=shape[1:],
            strides=strides[1:], itemsize=whole.itemsize, meminfo=None,
        )  # fmt: skip
        return found._getvalue()

    return kind(array, types.int64), generate


compiled_line: Any = _line


@overload(line, inline="always")
def _line_of(array: Any, at: Any) -> Any:
    def compiled(array: Any, at: Any) -> Any:
        return compiled_line(array, at)

    return compiled


LINE = 64  # bytes that come from memory together
LINES = 2  # of an item of plain numbers; records come whole


def fetch_ahead(items: npt.NDArray[Any], at: int) -> None:
    """Ask for an item of an array before it is needed. It changes nothing but the time."""


@intrinsic
def _fetch(typing: Any, items: Any, at: Any) -> tuple[Any, Any]:
    lines = -(-items.dtype.size // LINE) if isinstance(items.dtype, types.Record) else LINES

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, half, word = (ir.IntType(bits) for bits in (8, 32, 64))
        array = context.make_array(signature.args[0])(context, builder, args[0])
        stride = cgutils.unpack_tuple(builder, array.strides)[0]
        first = builder.bitcast(array.data, byte.as_pointer())
        item = builder.gep(first, [builder.mul(args[1], stride)])
        kind = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), half, half, half])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        to_write, keep, data = (ir.Constant(half, number) for number in (1, 3, 1))
        for line in range(lines):
            place = builder.gep(item, [ir.Constant(word, line * LINE)])
            builder.call(prefetch, [place, to_write, keep, data])
        return context.get_dummy_value()

    return types.void(items, types.int64), generate


compiled_fetch: Any = _fetch


@overload(fetch_ahead, inline="always")
def _fetch_ahead(items: Any, at: Any) -> Any:
    def compiled(items: Any, at: Any) -> Any:
        compiled_fetch(items, at)

    return compiled

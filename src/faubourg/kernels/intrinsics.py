"""Intrinsics: what the compiler puts in place of the functions of `memory.py` and `piles.py`.

Imported by the first kernel that is compiled; a process that runs plain Python, or loads machine
code from the cache, does without this file and without Numba.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils as builders
from numba.core import types
from numba.extending import intrinsic, overload
from numba.np import arrayobj as builders_of_arrays

from faubourg.kernels.memory import WORD, copy_small, fetch_ahead, line, signed_at, word
from faubourg.kernels.piles import pile_of

cgutils: Any = builders  # which has no types
arrays: Any = builders_of_arrays
LINE = 64  # bytes of a cache line
LINES = 2  # prefetched of an item of plain numbers; records come whole
BITS = 64
ONES = np.uint64(0x0101010101010101)
TOPS = np.uint64(0x8080808080808080)


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


@intrinsic
def _word(typing: Any, source: Any, first: Any) -> tuple[Any, Any]:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        start = builder.gep(data, [args[1]])
        pointer = builder.bitcast(start, ir.IntType(8 * WORD).as_pointer())
        return builder.load(pointer, align=1)

    return types.uint64(source, types.int64), generate


compiled_word: Any = _word


@overload(word, inline="always")
def _word_at(source: Any, first: Any) -> Any:
    def compiled(source: Any, first: Any) -> Any:
        return compiled_word(source, first)

    return compiled


@intrinsic
def _signed(typing: Any, row: Any, at: Any, like: Any) -> tuple[Any, Any]:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = signature.args[2].bitwidth
        data = builder.bitcast(args[0], ir.IntType(8).as_pointer())
        start = builder.gep(data, [args[1]])
        pointer = builder.bitcast(start, ir.IntType(bits).as_pointer())
        loaded = builder.load(pointer, align=1)
        return loaded if bits == 64 else builder.sext(loaded, ir.IntType(64))

    return types.int64(row, types.int64, like), generate


compiled_signed: Any = _signed


@overload(signed_at, inline="always")
def _signed_at(row: Any, at: Any, size: Any) -> Any:
    def compiled(row: Any, at: Any, size: Any) -> Any:
        if size == 1:
            return compiled_signed(row, at, np.int8(0))
        if size == 2:
            return compiled_signed(row, at, np.int16(0))
        if size == 4:
            return compiled_signed(row, at, np.int32(0))
        return compiled_signed(row, at, np.int64(0))

    return compiled


@intrinsic
def _line(typing: Any, array: Any, at: Any) -> tuple[Any, Any]:
    kind = types.Array(array.dtype, array.ndim - 1, array.layout, aligned=array.aligned)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole = context.make_array(array)(context, builder, args[0])
        shape, strides = (cgutils.unpack_tuple(builder, of) for of in (whole.shape, whole.strides))
        byte = ir.IntType(8).as_pointer()
        first = builder.gep(
            builder.bitcast(whole.data, byte), [builder.mul(args[1], strides[0])], inbounds=True
        )
        found = context.make_array(kind)(context, builder)
        arrays.populate_array(
            found,
            data=builder.bitcast(first, whole.data.type),
            shape=shape[1:],
            strides=strides[1:],
            itemsize=whole.itemsize,
            meminfo=None,
        )
        return found._getvalue()

    return kind(array, types.int64), generate


compiled_line: Any = _line


@overload(line, inline="always")
def _line_of(array: Any, at: Any) -> Any:
    def compiled(array: Any, at: Any) -> Any:
        return compiled_line(array, at)

    return compiled


@intrinsic
def _fetch(typing: Any, items: Any, at: Any) -> tuple[Any, Any]:
    lines = -(-items.dtype.size // LINE) if isinstance(items.dtype, types.Record) else LINES

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, half, whole = (ir.IntType(bits) for bits in (8, 32, 64))
        array = context.make_array(signature.args[0])(context, builder, args[0])
        stride = cgutils.unpack_tuple(builder, array.strides)[0]
        first = builder.bitcast(array.data, byte.as_pointer())
        item = builder.gep(first, [builder.mul(args[1], stride)])
        kind = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), half, half, half])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        to_write, keep, data = (ir.Constant(half, number) for number in (1, 3, 1))
        for index in range(lines):
            start = builder.gep(item, [ir.Constant(whole, index * LINE)])
            builder.call(prefetch, [start, to_write, keep, data])
        return context.get_dummy_value()

    return types.void(items, types.int64), generate


compiled_fetch: Any = _fetch


@overload(fetch_ahead, inline="always")
def _fetch_ahead(items: Any, at: Any) -> Any:
    def compiled(items: Any, at: Any) -> Any:
        compiled_fetch(items, at)

    return compiled


@overload(pile_of, inline="always")
def _pile_of(piles: Any, number: Any) -> Any:
    """SWAR: eight piles at once, in the bytes of one word, without a branch."""

    def compiled(piles: Any, number: Any) -> Any:
        wanted = np.uint64(number) * ONES | TOPS
        below, before = np.uint64(0), np.uint64(0)  # cards so far; piles that end before the card
        count = len(piles)
        for first in range(0, count, WORD):
            counts = word(piles, min(first, count - WORD))
            counts >>= np.uint64(WORD * max(0, first + WORD - count))
            sums = (counts + below) * ONES  # byte by byte, all cards up to here
            ended = ((wanted - sums) & TOPS) >> np.uint64(WORD - 1)
            before += (ended * ONES) >> np.uint64(BITS - WORD)
            below = sums >> np.uint64(BITS - WORD)
        found = np.int64(before)
        return found if found < count else count - 1

    return compiled

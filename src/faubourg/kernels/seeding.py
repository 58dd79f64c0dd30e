"""Seeding of NumPy's PCG64 within machine code: the same numbers as `PCG64(seed)`, without Python.

A bot that searches makes a generator for every decision. A kernel that plays whole games has one,
and writes into its state what NumPy's SeedSequence and PCG64 would make of the seed.
"""

import ctypes

import numpy as np
import numpy.typing as npt

from faubourg.kernels.compile import inlined, kernel

State = npt.NDArray[np.uint64]  # four words: low and high of the state, low and high of the step
Word = np.uint64

# SeedSequence: words of 32 bits, which are kept in words of 64.
POOL, MADE = 4, 8  # words in the pool, and made of it
MASK, HALF, SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(16)
FIRST_A, TIMES_A = np.uint64(0x43B0D7E5), np.uint64(0x931E8875)
FIRST_B, TIMES_B = np.uint64(0x8B51F9DD), np.uint64(0x58F38DED)
TIMES_LEFT, TIMES_RIGHT = np.uint64(0xCA01F9DD), np.uint64(0x4973F715)
ONE, TOP = np.uint64(1), np.uint64(63)
# PCG64: the multiplier of its 128-bit congruential generator.
TIMES_LOW, TIMES_HIGH = np.uint64(0x4385DF649FCCF645), np.uint64(0x2360ED051FC65DA4)


@kernel
def seed_pcg64(state: State, seed: int) -> None:
    """Write the state of `PCG64(seed)`, for a seed from 0 to 2**64 - 1."""
    pool, made = np.zeros(POOL, np.uint64), np.zeros(MADE, np.uint64)
    _fill_pool(pool, np.uint64(seed))
    constant = FIRST_B
    for index in range(MADE):
        word = pool[index % POOL] ^ constant
        constant = (constant * TIMES_B) & MASK
        made[index] = _folded((word * constant) & MASK)
    start_high, start_low = made[0] | (made[1] << HALF), made[2] | (made[3] << HALF)
    step_high, step_low = made[4] | (made[5] << HALF), made[6] | (made[7] << HALF)
    state[2] = (step_low << ONE) | ONE
    state[3] = (step_high << ONE) | (step_low >> TOP)
    # PCG64 begins with 0, steps once (to the step itself), adds the start and steps again.
    low = state[2] + start_low
    high = state[3] + start_high + np.uint64(low < start_low)
    top = _high_of_product(low, TIMES_LOW) + low * TIMES_HIGH + high * TIMES_LOW
    bottom = low * TIMES_LOW
    state[0] = bottom + state[2]
    state[1] = top + state[3] + np.uint64(state[0] < bottom)


@kernel
def _fill_pool(pool: State, seed: Word) -> None:
    """The entropy pool of SeedSequence(seed)."""
    constant = FIRST_A
    for index in range(POOL):
        word = np.uint64(0)
        if index == 0:
            word = seed & MASK
        elif index == 1:
            word = seed >> HALF
        word ^= constant
        constant = (constant * TIMES_A) & MASK
        pool[index] = _folded((word * constant) & MASK)
    for source in range(POOL):
        for index in range(POOL):
            if index != source:
                word = pool[source] ^ constant
                constant = (constant * TIMES_A) & MASK
                word = _folded((word * constant) & MASK)
                mixed = TIMES_LEFT * pool[index] - TIMES_RIGHT * word
                pool[index] = _folded(mixed & MASK)


@inlined
def _folded(word: Word) -> Word:
    return word ^ (word >> SHIFT)


@inlined
def _high_of_product(one: Word, two: Word) -> Word:
    """The upper 64 bits of a product of 128."""
    low = (one & MASK) * (two & MASK)
    first = (one >> HALF) * (two & MASK) + (low >> HALF)
    second = (one & MASK) * (two >> HALF) + (first & MASK)
    return (one >> HALF) * (two >> HALF) + (first >> HALF) + (second >> HALF)


def state_of(generator: np.random.Generator) -> State | None:
    """The memory that holds the state of a generator with PCG64, to be written; None where this
    NumPy keeps it in another way. It lives as long as the generator."""
    source = generator.bit_generator
    address = ctypes.c_void_p.from_address(source.ctypes.state_address).value
    if address is None:
        return None
    found: State = np.ctypeslib.as_array((ctypes.c_uint64 * 4).from_address(address))
    held = source.state["state"]
    words = [number >> shift & (2**64 - 1) for number in held.values() for shift in (0, 64)]
    return found if found.tolist() == words else None

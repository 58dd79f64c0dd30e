"""Counter-based random numbers: a draw depends on a key and its place in a game, nothing else."""

import numpy as np

from faubourg.kernels.compile import inlined, kernel

Key = np.uint64
OWN = np.uint64(0)  # in place of a key: numbers come from generators
UNIT = 2.0**-53


@inlined
def mix(word: Key) -> Key:
    """The finaliser of splitmix64: every bit of the result depends on all bits of the word."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@kernel
def game_key(key: Key, game: int) -> Key:
    """The key of one game of a study, from the study's."""
    return mix(key + np.uint64(game + 1) * np.uint64(0x9E3779B97F4A7C15)) | np.uint64(1)


@kernel
def common_number(key: Key, stream: int, seat: int, turn: int, index: int) -> float:
    """A counter-based random number in [0, 1): the same for the same game, stream (Nature, then the
    seats) and index-th draw in the turn-th turn of a seat, whatever was played before.

    So variants of a game that are played with the same key have the same dice in the same turns:
    common random numbers."""
    place = np.uint64((((stream << 8) + seat + 1) << 24) + turn) << np.uint64(20)
    word = mix(key ^ mix(place + np.uint64(index) + np.uint64(1)))
    return float(word >> np.uint64(11)) * UNIT

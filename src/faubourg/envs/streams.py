"""Random streams of a vectorised env: the state of every game's generators, from one seed."""

import numpy as np
import numpy.typing as npt

STREAMS = 3  # of each game: for Nature, for bots, for sampling


def streams(seed: int, games: int, first: int = 0) -> npt.NDArray[np.uint64]:
    """The states of the generators of games `first` and on, by splitmix64: those of a game depend
    on the seed and its number alone, whatever the number of games and of workers.

    >>> bool((streams(7, 4)[3] == streams(7, 1, first=3)[0]).all())
    True
    """
    count = STREAMS * 2
    counters = np.arange(first * count + 1, (first + games) * count + 1, dtype=np.uint64)
    words = mix(mix(np.array([seed], np.uint64)) + counters * np.uint64(0x9E3779B97F4A7C15))
    return words.reshape(games, STREAMS, 2)


def mix(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The finaliser of splitmix64: makes every bit of a word depend on all of them."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))

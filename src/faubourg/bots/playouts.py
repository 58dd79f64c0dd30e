"""Playouts of many positions: every seat's chance to win when a bot plays on for all of them."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from faubourg.bots.bot import CompiledBot, compiled_names, make
from faubourg.bots.evaluate import heuristic
from faubourg.core.checks import check_count, not_allowed
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.core.streams import Streams, check_seed, streams
from faubourg.core.text import listed
from faubourg.kernels.template import play_kernels


def playout_values(
    positions: Sequence[Position],
    playouts: int = 100,
    bot: str = "greedy",
    seed: int | None = None,
    workers: int | None = None,
) -> npt.NDArray[np.float64]:
    """For each position every seat's mean result of so many playouts, a row each: a win is 1, and a
    tie is shared. `bot` is one that is compiled. The playouts of a position depend on the seed and
    its place in the list alone, whatever `workers` is.

    >>> from faubourg.core.game import Game
    >>> values = playout_values([Game("minivilles").start()] * 2, playouts=20, seed=1)
    >>> values.shape, values.sum(axis=1).tolist()
    ((2, 2), [1.0, 1.0])
    """
    made = make(bot)
    if not isinstance(made, CompiledBot):
        raise not_allowed("bot", bot, listed(compiled_names()))
    count, start = check_count("playouts", playouts), check_seed(seed)
    threads = check_count("workers", os.cpu_count() or 1 if workers is None else workers)

    def value(number: int) -> npt.NDArray[np.float64]:
        ends = play_out(positions[number], count, made.player, streams(start, number))
        mean: npt.NDArray[np.float64] = np.mean([heuristic(end) for end in ends], axis=0)
        return mean

    with ThreadPoolExecutor(threads) as pool:
        return np.array(list(pool.map(value, range(len(positions)))))


def play_out(
    position: Position, playouts: int, player: int, generators: Streams
) -> Iterator[Position]:
    """The ends of so many playouts, by the code of a compiled bot for all seats."""
    game = position.game
    play_on, bound = play_kernels(game.name).play_on, game.rules.BOUND
    players = np.full(len(SEAT_LETTERS), player, np.int64)
    actions = np.zeros(game.rules.MOST, np.int32)
    for _ in range(playouts):
        end = position.copy()
        play_on(game.box, end.row, players, *generators, bound, actions)
        yield end

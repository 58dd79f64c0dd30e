"""Blocks of games between any bots, with the statistics that the lab records of each game.

Compiled bots are played in machine code; other bots move by move, and then the moves are replayed
in the same machine code, so that both are measured alike. A block depends on nothing but the game,
the bots, the seed and its number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.bots.bot import Bot, CompiledBot
from faubourg.bots.match import play_on
from faubourg.core.game import Game
from faubourg.core.players import CARELESS
from faubourg.core.streams import Streams, streams
from faubourg.kernels.template import kernels_of, play_kernels, specialise

CARELESS_BOT = CompiledBot(CARELESS)
NO_MOVES = np.zeros(0, np.int32)


@dataclass
class GameStats:
    """Statistics of some games; the first axis of each array is the game."""

    notes: npt.NDArray[np.int32]  # by the columns that `watch_kernels.py` names
    points: npt.NDArray[np.int32]  # and seat
    choices: npt.NDArray[np.int32]  # and seat: decisions between at least two actions
    options: npt.NDArray[np.int32]  # and seat: the actions that there were in these, added up
    counts: npt.NDArray[np.int32]  # and seat and item

    def part(self, first: int, last: int) -> "GameStats":
        """Some of the games, sharing memory."""
        return GameStats(*(array[first:last] for array in vars(self).values()))


@cache
def watch_kernels(name: str) -> ModuleType:
    """`lab/play/watch_kernels.py` as a module of its own around the kernels of one game."""
    loops = play_kernels(name)
    kernels = kernels_of(name, tally="tally", standing="tally")
    kernels |= {"choose": loops.choose, "number_of": loops.number_of}
    return specialise(
        name, Path(__file__).with_name("watch_kernels.py"), "faubourg.lab.play", kernels
    )


def empty_stats(game: Game, games: int) -> GameStats:
    """Zeroed statistics for some games."""
    items = len(game.part("tally").items(game.components, game.start_row()))
    seats = (games, game.players)
    notes = np.zeros((games, watch_kernels(game.name).NOTES), np.int32)
    points, choices, options = (np.zeros(seats, np.int32) for _ in range(3))
    return GameStats(notes, points, choices, options, np.zeros((*seats, items), np.int32))


class Watcher:
    """Plays blocks of one game between the same bots, and records their statistics."""

    def __init__(self, game: Game, bots: Sequence[Bot], seed: int) -> None:
        self.game, self.bots, self.seed = game, list(bots), seed
        self.start, self.work = game.new_rows(1), game.new_rows(1)
        self.start[0] = game.start_row()
        self.players = np.array([getattr(bot, "player", 0) for bot in self.bots], np.int64)
        self.actions = np.zeros(game.rules.MOST, np.int32)
        self.marks = np.zeros(game.players + 1)
        self.history = np.zeros(game.rules.BOUND, np.int8)

    def play(self, block: int, into: GameStats) -> None:
        """Play the block with this number: as many of its games as `into` has rows."""
        generators = streams(self.seed, block)
        if all(isinstance(bot, CompiledBot) for bot in self.bots):
            self._watch(generators, NO_MOVES, into)
            return
        for number in range(len(into.notes)):
            moves = play_on(self.game.start(), self.bots, generators)
            self._watch(generators, np.array(moves, np.int32), into.part(number, number + 1))

    def _watch(self, generators: Streams, moves: npt.NDArray[Any], into: GameStats) -> None:
        game = self.game
        watch_kernels(game.name).watch_block(
            game.components.box,
            self.start,
            self.work,
            self.players,
            generators.nature,
            generators.seats,
            moves,
            len(moves) or game.rules.BOUND,
            self.actions,
            self.marks,
            self.history,
            into.notes,
            into.points,
            into.choices,
            into.options,
            into.counts,
        )

"""Matches in machine code: whole games between bots that search with a number of simulations.

They are the games that the same bots play in Python, move for move; `bots/match_kernels.py` has
the loops. What can't be played here (bots of one's own, those that think for some seconds) is
played move by move in `bots/match.py`.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.bots.bot import Bot, CompiledBot, MctsBot
from faubourg.bots.memory import NODES, Memory, new_memory
from faubourg.bots.search import search_kernels
from faubourg.bots.tree import habits_array
from faubourg.core.contract import Row
from faubourg.core.game import Game
from faubourg.core.players import LEARNER, SEARCH, SEAT_LETTERS
from faubourg.core.streams import Streams
from faubourg.kernels.common_numbers import OWN
from faubourg.kernels.template import kernels_of, play_kernels, specialise

BUDGET = 20_000  # simulations in one call of the kernel: a fraction of a second, then Ctrl-C counts


@cache
def match_kernels(name: str) -> ModuleType:
    """`bots/match_kernels.py` as a module of its own around the kernels of one game."""
    loops = play_kernels(name)
    kernels = kernels_of(name) | {"choose": loops.choose, "number_of": loops.number_of}
    kernels["grow"] = search_kernels(name).grow
    template = Path(__file__).with_name("match_kernels.py")
    return specialise(name, template, "faubourg.bots", kernels)


@dataclass(frozen=True)
class Seats:
    """Bots as kernels know them, one for each seat."""

    players: npt.NDArray[np.int64]  # codes
    simulations: npt.NDArray[np.int64]  # of those that search, else 0
    habits: npt.NDArray[np.float64]  # of those that search, a line for each seat


def is_compiled(game: Game, bot: Bot) -> bool:
    """Whether machine code can play a bot: one that needs no search, or a fixed number of
    simulations with the game's own evaluation, in a tree that fits into the memory."""
    if type(bot) is not MctsBot:
        return isinstance(bot, CompiledBot)
    habits, value = bot.search_in(game)
    return bot.effort.simulations is not None and value is None and habits.nodes <= NODES


def searching_seats(game: Game, bots: Sequence[Bot | None]) -> Seats | None:
    """The seats of bots of which some search and all are played by machine code, None standing for
    somebody else; else None."""
    if not any(isinstance(bot, MctsBot) for bot in bots) or _memory(game) is None:
        return None
    if not all(bot is None or is_compiled(game, bot) for bot in bots):
        return None
    usual = game.part("insight").HABITS
    codes, counts, habits = [], [], []
    for bot in bots:
        searches = isinstance(bot, MctsBot)
        player = bot.player if isinstance(bot, CompiledBot) else LEARNER
        codes.append(SEARCH if searches else player)
        counts.append(bot.effort.simulations if isinstance(bot, MctsBot) else 0)
        habits.append(habits_array(bot.search_in(game)[0] if isinstance(bot, MctsBot) else usual))
    return Seats(np.array(codes, np.int64), np.array(counts, np.int64), np.array(habits))


def play_moves(
    game: Game, row: Row, seats: Seats, generators: Streams, key: np.uint64 = OWN
) -> npt.NDArray[np.int32]:
    """Play a row to its end, or for as many steps as its game's bound; the moves played. With the
    key of a game numbers are common random ones."""
    match = CompiledMatch(game, row, seats, generators, key)
    while match.play_some(BUDGET):
        pass
    return match.moves


class CompiledMatch:
    """A game that is played in pieces, each in machine code."""

    def __init__(
        self, game: Game, row: Row, seats: Seats, generators: Streams, key: np.uint64 = OWN
    ) -> None:
        self._kernels, self._rows = match_kernels(game.name), game.new_rows(1)
        self._rows[0] = row
        self._moves = np.zeros(game.rules.BOUND, np.int32)
        self._places = np.zeros(self._kernels.PLACES, np.int64)
        self._actions = np.zeros(game.rules.MOST, np.int32)
        taken = np.zeros(len(SEAT_LETTERS), np.int64)
        bots = (seats.players, seats.simulations, seats.habits)
        self._given = (game.box, self._rows, *bots, *generators, key, self._places, taken)
        self._memory = memory_of(game)

    @np.errstate(over="ignore")  # uncompiled, words that are mixed overflow, as they should
    def play_some(self, budget: int) -> bool:
        """Play until about so many simulations are spent; whether there is more to play."""
        more: bool = self._kernels.play_some(
            *self._given, self._moves, budget, self._actions, self._memory
        )
        return more

    @property
    def moves(self) -> npt.NDArray[np.int32]:
        """All moves so far."""
        return self._moves[: self._places[self._kernels.PLAYED]]


def memory_of(game: Game) -> Memory:
    """This thread's memory for searches in a game."""
    found = _memory(game)
    assert found is not None
    return found


_of_thread = threading.local()


def _memory(game: Game) -> Memory | None:
    held: dict[str, Any] = _of_thread.__dict__
    if game.name not in held:
        held[game.name] = new_memory(game)
    found: Memory | None = held[game.name]
    return found

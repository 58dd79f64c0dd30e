"""Blocks of games between any bots, with the statistics that the lab records of each game.

Compiled bots are played in machine code; other bots move by move, and then the moves are replayed
in the same machine code, so that both are measured alike. A block depends on nothing but the game,
the bots, the seed and its number.

With common random numbers the n-th game of a seed has the same dice in the same turns of the same
seats, whatever the box or the bots: the difference of two variants is then less a matter of chance.
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
from faubourg.bots.compiled_match import play_moves, searching_seats
from faubourg.bots.match import play_on
from faubourg.core.game import Game
from faubourg.core.players import CARELESS, NATURE, SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.core.streams import Streams, streams
from faubourg.kernels.common_numbers import OWN, common_number, game_key
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

    def __init__(self, game: Game, bots: Sequence[Bot], seed: int, common: bool = False) -> None:
        self.game, self.bots, self.seed = game, list(bots), seed
        self.key = common_key(seed) if common else np.uint64(0)
        self.start, self.work = game.new_rows(1), game.new_rows(1)
        self.start[0] = game.start_row()
        self.seats = searching_seats(game, self.bots)
        self.players = np.array([getattr(bot, "player", 0) for bot in self.bots], np.int64)
        self.taken = np.zeros(len(SEAT_LETTERS), np.int64)
        self.actions = np.zeros(game.rules.MOST, np.int32)
        self.marks = np.zeros(game.players + 1)
        self.history = np.zeros(game.rules.BOUND, np.int8)

    def play(self, block: int, into: GameStats, first: int = 0) -> None:
        """Play the block with this number: as many of its games as `into` has rows. With common
        random numbers they are the games `first` and on, whatever the block."""
        generators = streams(self.seed, block)
        if all(isinstance(bot, CompiledBot) for bot in self.bots):
            self._watch(generators, NO_MOVES, into, first)
            return
        for number in range(len(into.notes)):
            moves = self._moves(generators, first + number)
            self._watch(generators, np.array(moves, np.int32), into.part(number, number + 1))

    def _moves(self, generators: Streams, number: int) -> npt.ArrayLike:
        """The moves of a game between bots of which some search, or run in Python."""
        if self.seats:
            key = game_key_of(self.key, number) if self.key else OWN
            return play_moves(self.game, self.start[0], self.seats, generators, key)
        if self.key:
            return self._play_common(number)
        return play_on(self.game.start(), self.bots, generators)

    def replay(self, moves: npt.NDArray[np.int32], into: GameStats) -> None:
        """Record the statistics of one game whose moves are known."""
        self._watch(streams(self.seed), moves, into)

    def _play_common(self, number: int) -> list[int]:
        """The moves of a game with common random numbers, of bots that run in Python."""
        position, moves = self.game.start(), list[int]()
        numbers = CommonNumbers(self.key, number)
        while position.turn is not None and len(moves) < self.game.rules.BOUND:
            moves.append(self._next_common(position, numbers))
            position.step(moves[-1])
            numbers.note_turn(position)
        return moves

    def _next_common(self, position: Position, numbers: "CommonNumbers") -> int:
        turn = position.turn
        if turn is None or turn == NATURE:
            return position.nature(numbers.next(position, NATURE))
        ids = position.legal.ids
        if len(ids) == 1:
            return ids[0]
        seed = int(numbers.next(position, turn) * 2**53)
        generator = np.random.Generator(np.random.PCG64(seed))
        return position.legal_id(self.bots[turn].choose(position.copy(), generator))

    @np.errstate(over="ignore")  # uncompiled, words that are mixed overflow, as they should
    def _watch(
        self, generators: Streams, moves: npt.NDArray[Any], into: GameStats, first: int = 0
    ) -> None:
        game = self.game
        watch_kernels(game.name).watch_block(
            game.components.box,
            self.start,
            self.work,
            self.players,
            generators.nature,
            generators.seats,
            self.key,
            first,
            self.taken,
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


def common_key(seed: int) -> np.uint64:
    """The key from which all common random numbers of a seed follow; never 0."""
    return np.uint64(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] | 1)


@np.errstate(over="ignore")
def game_key_of(key: np.uint64, number: int) -> np.uint64:
    """The key of one game, from that of a study."""
    return np.uint64(game_key(key, number))


class CommonNumbers:
    """The common random numbers of one game, taken as `watch` in `watch_kernels.py` takes them."""

    def __init__(self, key: np.uint64, number: int) -> None:
        self.key = game_key_of(key, number)
        self.turns = [0] * len(SEAT_LETTERS)  # of each seat
        self.begun, self.drawn, self.decided = 0, 0, 0

    @np.errstate(over="ignore")
    def next(self, position: Position, player: int) -> float:
        """The next number of Nature or of a seat."""
        seat = int(position.row.turn_of)
        index = self.drawn if player == NATURE else self.decided
        self.drawn += player == NATURE
        self.decided += player != NATURE
        number = common_number(self.key, 1 + player, seat, self.turns[seat], index)
        return float(number)

    def note_turn(self, position: Position) -> None:
        """After a move: a turn that has begun counts, whether or not numbers are drawn in it."""
        row = position.row
        if row.turn_count > self.begun:
            self.begun, self.drawn, self.decided = int(row.turn_count), 0, 0
            self.turns[int(row.turn_of)] += 1

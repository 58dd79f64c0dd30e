"""Puzzles as they are kept: how a game went so far, its one best move, and what others are worth.

They are made ahead (`scripts/puzzles.py`) and lie beside this file, `GAME.json`. The one of a day
follows from the date alone, so it is the same for everybody, and nobody need ask which.
"""

import base64
import json
import zlib
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from faubourg.core.game import Game
from faubourg.core.position import Position, read_action
from faubourg.records.record import Record

HERE = Path(__file__).parent
FIRST_DAY = date(2026, 1, 1)  # puzzle 0; the page counts from it too


@dataclass(frozen=True)
class Worth:
    """The chance to win after a move, and the standard error of its estimate."""

    move: str
    chance: float
    error: float


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move is clearly best."""

    game: str
    players: int
    options: dict[str, str]
    rules: int
    moves: tuple[str, ...]  # from the start of the game, in its notation
    answers: tuple[str, ...]  # the best move; also others that lead to the very same position
    worths: tuple[Worth, ...]  # of all moves, the best first
    obvious: bool  # a bot that does not look ahead finds it too

    @cached_property
    def position(self) -> Position:
        """The position; PositionError and its like if the rules have changed since."""
        game = Game(self.game, self.players, rules=self.rules, **self.options)
        position = game.start()
        for move in self.moves:
            position.step(read_action(game, move).id)
        return position

    def record(self) -> Record:
        """The game so far, as a file that can be played on."""
        game = self.position.game
        moves = [read_action(game, move).id for move in self.moves]
        return Record(game, ["me"] * self.players, moves=moves)

    @property
    def margin(self) -> float:
        """How much better the answer is than the next best move."""
        best = self.worths[0].chance
        return best - max(each.chance for each in self.worths if each.move not in self.answers)


def number_of(day: date) -> int:
    """The number of a day's puzzle, before it is taken modulo how many there are.

    >>> number_of(date(2026, 1, 31))
    30
    """
    return (day - FIRST_DAY).days


def puzzles(game: str) -> tuple["Puzzle", ...]:
    """All puzzles of a game; none if it has none."""
    return _load(HERE / f"{game}.json")


@cache
def _load(path: Path) -> tuple[Puzzle, ...]:
    if not path.is_file():
        return ()
    return tuple(parsed(path.stem, each) for each in json.loads(path.read_text())["puzzles"])


def parsed(game: str, data: dict[str, Any]) -> Puzzle:
    """A puzzle from JSON."""
    moves = zlib.decompress(base64.b64decode(data["moves"])).decode().split("\n")
    return Puzzle(
        game,
        data["players"],
        data["options"],
        data["rules"],
        tuple(moves),
        tuple(data["answers"]),
        tuple(Worth(*each) for each in data["worths"]),
        data["obvious"],
    )


def written(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as JSON."""
    packed = zlib.compress("\n".join(puzzle.moves).encode(), 9)
    return {
        "players": puzzle.players,
        "options": puzzle.options,
        "rules": puzzle.rules,
        "answers": list(puzzle.answers),
        "obvious": puzzle.obvious,
        "worths": [
            [each.move, round(each.chance, 3), round(each.error, 4)] for each in puzzle.worths
        ],
        "moves": base64.b64encode(packed).decode(),
    }

"""The timeline of a game: every position of a record, and every move with its mover."""

from dataclasses import dataclass
from functools import cached_property

from faubourg.core.contract import Row
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.records.record import Record


@dataclass(frozen=True)
class Step:
    """A move of a record, and whether anything else could have come instead."""

    mover: int  # a seat or NATURE
    action: int
    free: bool

    @property
    def by_chance(self) -> bool:
        return self.mover == NATURE


@dataclass(frozen=True)
class Timeline:
    """A replayed record: before step i lies rows[i], after it rows[i + 1]."""

    game: Game
    rows: list[Row]
    steps: list[Step]

    @cached_property
    def draws(self) -> dict[int, int]:
        """Pieces of luck: from the index of the last free move in a run of Nature's moves of one
        turn to the index where the run begins. A hand of cards is one piece of luck, not ten."""
        found: dict[int, int] = {}
        begin: int | None = None
        for index, step in enumerate(self.steps):
            if not step.by_chance:
                begin = None
                continue
            if begin is None or self.rows[index].turn_count != self.rows[begin].turn_count:
                begin = index
            if step.free:
                found = {last: first for last, first in found.items() if first != begin}
                found[index] = begin
        return found

    @cached_property
    def lucky(self) -> dict[int, int]:
        """The same pieces of luck: from the index of the last free move to that of the first."""
        return {
            last: next(i for i in range(begin, last + 1) if self.steps[i].free)
            for last, begin in self.draws.items()
        }

    @cached_property
    def anchors(self) -> list[int]:
        """For each position the index of the one whose chances it has: the next at which something
        else could have come, or the first of a piece of luck that it lies in."""
        within = {i: first for last, first in self.lucky.items() for i in range(first, last + 1)}
        found = [len(self.steps)]
        for index in reversed(range(len(self.steps))):
            own = index if self.steps[index].free else found[-1]
            found.append(within.get(index, own))
        return found[::-1]

    def position(self, index: int) -> Position:
        """A position of the game."""
        return Position(self.game, self.rows[index])

    @property
    def finished(self) -> bool:
        return self.position(len(self.steps)).turn is None


def timeline_of(record: Record) -> Timeline:
    """Replay a record; RecordError names a move that the rules don't allow."""
    rows: list[Row] = []
    steps: list[Step] = []
    moves = iter(record.moves)
    for position in record.positions():
        rows.append(position.row.copy())
        action = next(moves, None)
        if action is not None:
            turn = int(position.row.to_act)
            ways = len(position.weights()) if turn == NATURE else len(position.legal)
            steps.append(Step(turn, action, ways > 1))
    return Timeline(record.game, rows, steps)

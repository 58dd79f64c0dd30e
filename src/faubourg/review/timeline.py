"""The course of a game: every position of a record, and who moved in it how freely."""

from dataclasses import dataclass
from functools import cached_property

from faubourg.core.contract import Row
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.records.record import Record


@dataclass(frozen=True)
class Step:
    """A move of a record, and whether anything else could have come in its place."""

    mover: int  # a seat or NATURE
    action: int
    free: bool

    @property
    def by_chance(self) -> bool:
        return self.mover == NATURE


@dataclass(frozen=True)
class Course:
    """A record played through: before step i lies rows[i], after it rows[i + 1]."""

    game: Game
    rows: list[Row]
    steps: list[Step]

    @cached_property
    def draws(self) -> dict[int, int]:
        """Where chance decided something: the last free move of Nature in a row of such moves of
        one turn, and where that row begins. A hand of cards is one piece of luck, not ten."""
        found: dict[int, int] = {}
        begin: int | None = None
        for place, step in enumerate(self.steps):
            if not step.by_chance:
                begin = None
                continue
            if begin is None or self.rows[place].turn_count != self.rows[begin].turn_count:
                begin = place
            if step.free:
                found = {last: first for last, first in found.items() if first != begin}
                found[place] = begin
        return found

    def position(self, place: int, action: int | None = None) -> Position:
        """A position of the game, or the one to which another action would have led from it."""
        position = Position(self.game, self.rows[place].copy())
        if action is not None:
            position.step(action)
        return position

    @property
    def finished(self) -> bool:
        return self.position(len(self.steps)).turn is None


def course_of(record: Record) -> Course:
    """Play a record through; RecordError names a move that the rules don't allow."""
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
    return Course(record.game, rows, steps)

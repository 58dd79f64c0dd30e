"""What a table must answer, written down a second time and as plainly as possible: the promises of
`docs/server/live.md` as a model that the state machine holds against the server."""

from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game
from faubourg.core.position import Position, mover, read_action
from tests.server.client import Data
from tests.server.truth import hash_of


class Model:
    """A table of people, as somebody knows it who has seen every entry."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.position = game.start()
        self.number = 0
        self.moved = 0  # the last entry that changed the position
        self.done: dict[tuple[str, str], Data] = {}  # granted requests, with their numbers
        self.handed: set[str] = set()
        self.pace: float | None = None
        self._begun = False
        self._before: list[Position] = []  # the positions before one's own moves of this turn

    @property
    def hash(self) -> str:
        return hash_of(self.position)

    @property
    def over(self) -> bool:
        return self.position.turn is None

    @property
    def turn(self) -> str | None:
        return None if self.over or not self._begun else mover(self.position.turn)

    @property
    def waits_for_a_person(self) -> bool:
        return self.turn is not None and self.turn != "*" and self.turn not in self.handed

    @property
    def may_undo(self) -> bool:
        """Whether the player to act may take a move back."""
        return bool(self._before) and not self.over

    # ------------------------------------------------------------ what follows from an entry

    def take(self, entry: Data) -> None:
        """An entry that the server tells of: it must be the next, and allowed."""
        assert entry["number"] == self.number + 1
        kind, seat = entry["kind"], entry["seat"]
        if kind in ("move", "bot", "nature"):
            assert self.turn == seat, "out of turn"
            assert (seat == "*") == (kind == "nature")
            assert (seat in self.handed) == (kind == "bot")
            self._step(kind, self.position.check(entry["move"]["id"]).id)
        elif kind == "undo":
            assert self.turn == seat
            self.position = self._before.pop()
        elif kind == "handed":
            assert seat not in self.handed
            self.handed.add(seat)
        elif kind == "back":
            self.handed.remove(seat)
        elif kind == "pace":
            self.pace = entry["seconds"]
        else:
            assert kind == "begin"
            assert not self._begun
            self._begun = True
        self.number += 1
        if kind in ("move", "bot", "nature", "undo"):
            self.moved = self.number

    def _step(self, kind: str, action: int) -> None:
        before = self.position.copy()
        self.position.step(action)
        goes_on = (before.turn, int(before.row.turn_count)) == (
            self.position.turn,
            int(self.position.row.turn_count),
        )
        if kind == "move" and goes_on:
            self._before.append(before)
        else:
            self._before.clear()

    # ------------------------------------------------------------ what a request must be answered

    def answer(self, request: Data, seats: list[str]) -> int | str:
        """The number of the entry that grants it, or the code with which it is refused."""
        seat = request["seat"]
        if seat not in seats:
            return "not-your-seat"
        granted = self.done.get((seat, request["id"]))
        if granted is not None:
            return granted["number"] if self._same(granted, request) else "id-reused"
        if request["answers"] > self.number:
            return "ahead"
        if self.over:
            return "phase-over"
        if request["answers"] < self.moved:
            return "stale"
        if seat in self.handed:
            return "handed"
        if self.turn != seat:
            return "not-your-turn"
        if request["type"] == "undo":
            return self.number + 1 if self.may_undo else "no-undo"
        try:
            self.position.check(request["action"])
        except FaubourgError as error:
            return error.code
        return self.number + 1

    def grant(self, request: Data) -> None:
        """A request was accepted as the next entry; Nature's moves are told after it."""
        self.done.setdefault(
            (request["seat"], request["id"]), request | {"number": self.number + 1}
        )

    def _same(self, granted: Data, request: Data) -> bool:
        return granted["type"] == request["type"] and self._id(granted) == self._id(request)

    def _id(self, request: Data) -> int | None:
        action: int | str | None = request.get("action")
        return read_action(self.game, action).id if isinstance(action, str) else action

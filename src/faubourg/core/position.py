"""A position: a game's row with its queries, checked moves, and serialisation."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from struct import Struct
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Data, Event, Ints, Row
from faubourg.core.errors import IllegalAction, NotationError, PositionError
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.core.text import Text

if TYPE_CHECKING:
    from faubourg.core.game import Game

TO_ACT = Struct("q")  # the first field of every row, see HEADER in the contract


@dataclass(frozen=True, order=True)
class Action:
    """A move of a player or of Nature: its number in the game, and its notation."""

    id: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: Text


class LegalActions(Sequence[Action]):
    """The actions a player may choose from now; empty when it is Nature's turn or over."""

    __slots__ = ("_game", "ids")

    def __init__(self, game: "Game", ids: list[int]) -> None:
        self._game = game
        self.ids = ids

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> "LegalActions": ...

    def __getitem__(self, index: int | slice) -> "Action | LegalActions":
        if isinstance(index, slice):
            return LegalActions(self._game, self.ids[index])
        return action_of(self._game, self.ids[index])

    def __iter__(self) -> Iterator[Action]:
        return (action_of(self._game, id) for id in self.ids)

    def __contains__(self, item: object) -> bool:
        if isinstance(item, str):
            try:
                return read_action(self._game, item).id in self.ids
            except NotationError:
                return False
        return (item.id if isinstance(item, Action) else item) in self.ids

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """All actions of the game, the legal ones marked."""
        mask = np.zeros(self._game.actions, np.bool_)
        mask[self.ids] = True
        return mask

    def __repr__(self) -> str:
        return f"[{', '.join(action.text for action in self)}]"


class Position:
    """What lies on the table, the player to act, and the legal actions.

    >>> from faubourg.core.game import Game
    >>> position = Game("minivilles", players=2, first="A").start()
    >>> position.turn == NATURE, position.outcome
    (True, None)
    """

    __slots__ = ("_data", "_row", "game")

    def __init__(self, game: "Game", row: Row) -> None:
        """A position with a copy of a row, which is known to be one of this game."""
        self.game = game
        self.row = row

    @property
    def row(self) -> Row:
        """The row itself: what is written to it counts from the next call on."""
        return self._row

    @row.setter
    def row(self, row: Row) -> None:
        self._hold(bytearray(row.tobytes()))

    def _hold(self, data: bytearray) -> None:
        """Take over bytes that nobody else has. The row shows them; the player to act and copies,
        which are slow to take from a row, come from the bytes themselves."""
        row_type = self.game.row_type
        if len(data) != row_type.itemsize:
            raise _wrong_size(self.game, len(data))
        self._data = data
        self._row: Row = np.frombuffer(data, row_type)[0]

    # ------------------------------------------------------------ queries

    @property
    def to_act(self) -> int:
        """The seat to act, NATURE or OVER: the row's field as a plain number."""
        found: int = TO_ACT.unpack_from(self._data)[0]
        return found

    @property
    def turn(self) -> int | None:
        """The seat to act, NATURE, or None when the game is over."""
        turn = self.to_act
        return None if turn == OVER else turn

    @property
    def legal(self) -> LegalActions:
        return LegalActions(self.game, self.legal_array().tolist())

    def legal_array(self) -> Ints:
        """The numbers of the legal actions, as kernels take them; a new array."""
        rules = self.game.rules
        if self.to_act < 0:
            return np.empty(0, np.int32)
        actions = np.empty(rules.MOST, np.int32)
        return actions[: rules.legal(self.game.box, self._row, actions)]

    @property
    def chance(self) -> dict[Action, Fraction]:
        """Nature's outcomes with exact probabilities; empty when it is not Nature's turn."""
        weights = self.weights()
        total = sum(weights.values())
        return {action_of(self.game, id): Fraction(weight, total) for id, weight in weights.items()}

    def weights(self) -> dict[int, int]:
        """Nature's outcomes as numbers with integer weights."""
        if self.to_act != NATURE:
            return {}
        rules = self.game.rules
        actions, weights = np.empty(rules.MOST, np.int32), np.empty(rules.MOST, np.int32)
        count = rules.chance(self.game.box, self._row, actions, weights)
        return dict(zip(actions[:count].tolist(), weights[:count].tolist(), strict=True))

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        if self.to_act != OVER:
            return None
        points = np.zeros(len(SEAT_LETTERS), np.int32)
        winners = self.game.rules.outcome(self.game.box, self._row, points)
        seats = range(self.game.players)
        reason = self.game.part("view").reason(self.game.components, self.row)
        return Outcome(
            tuple(seat for seat in seats if winners >> seat & 1),
            tuple(int(points[seat]) for seat in seats),
            reason,
        )

    def view(self) -> Data:
        """The whole situation as plain data, for a page or a log."""
        data: Data = self.game.part("view").view(self.game.components, self.row)
        return data

    # ------------------------------------------------------------ moves

    def play(self, action: "Action | str | int") -> list[Event]:
        """Play an action or its notation; returns the events. IllegalAction changes nothing."""
        id = self.legal_id(action)
        before = self.copy()
        self.step(id)
        events: list[Event] = self.game.part("events").events(
            self.game.components, before.row, id, self._row
        )
        return events

    def step(self, id: int) -> None:
        """Play an action that is known to be legal, unchecked and without events."""
        self.game.rules.step(self.game.box, self._row, id)

    def nature(self, chosen: float) -> int:
        """Sample Nature's outcome: the one on which a number in [0, 1) falls. Unchecked."""
        return int(self.game.rules.nature(self.game.box, self._row, chosen))

    def check(self, action: "Action | str | int") -> Action:
        """The action, if it may be played now; else IllegalAction says why not."""
        return action_of(self.game, self.legal_id(action))

    def legal_id(self, action: "Action | str | int") -> int:
        """The number of an action, if it may be played now; else IllegalAction says why not."""
        id: object = action
        if isinstance(action, str):
            id = self.game.part("notation").read(self.game.components, action)
        elif isinstance(action, Action):
            id = action.id
        if not isinstance(id, int | np.integer) or not 0 <= id < self.game.rules.ACTIONS:
            said = Text(f"There is no action {id}.", f"Il n'y a pas d'action {id}.")
            raise IllegalAction("no-action", said)
        allowed = self.weights() if self.to_act == NATURE else self.legal_array().tolist()
        if id not in allowed:
            raise self._refuse(int(id))
        return int(id)

    def _refuse(self, id: int) -> IllegalAction:
        if self.to_act == OVER:
            return IllegalAction("over", Text("The game is over.", "La partie est finie."))
        components = self.game.components
        code, said, clause = self.game.part("refusal").why(components, self.row, id)
        return IllegalAction(code, said, clause or None)

    # ------------------------------------------------------------ copies and bytes

    def copy(self) -> "Position":
        return Position._of(self.game, bytearray(self._data))

    def __copy__(self) -> "Position":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Position":
        return self.copy()

    def to_bytes(self) -> bytes:
        return bytes(self._data)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_bytes, (self.game, self.to_bytes())

    @classmethod
    def _of(cls, game: "Game", data: bytearray) -> "Position":
        """A position of a game with these bytes themselves."""
        position = cls.__new__(cls)
        position.game = game
        position._hold(data)
        return position

    @classmethod
    def from_row(cls, game: "Game", row: Row) -> "Position":
        """A position of a game from a row, which is copied."""
        return cls.from_bytes(game, row.tobytes())

    @classmethod
    def from_bytes(cls, game: "Game", data: bytes) -> "Position":
        """A position from bytes that may come from elsewhere, or from an earlier version."""
        position = cls._of(game, renewed_row(game, data))
        check_limits(game, position.row)
        return position

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game == other.game
            and self.to_bytes() == other.to_bytes()
        )

    def __hash__(self) -> int:
        return hash((self.game, self.to_bytes()))

    def __repr__(self) -> str:
        return f"<Position of {self.game!r}: {mover(self.turn)} to act>"


def copy_fields(source: Any, target: Any) -> None:
    """Copy all fields of a row into one that has them too, as far as both reach: bounds of a game
    that were raised made arrays longer."""
    for name in source.dtype.names:
        both = tuple(
            slice(min(sizes))
            for sizes in zip(source.dtype[name].shape, target.dtype[name].shape, strict=True)
        )
        if both:
            target[name][both] = source[name][both]
        else:
            target[name] = source[name]


def renewed_row(game: "Game", data: bytes) -> bytearray:
    """The bytes of a row; those of an earlier version of the game as rows are today."""
    for earlier in getattr(game.part("state"), "EARLIER_ROWS", ()):
        if len(data) == earlier.itemsize:
            row = game.start_row()  # what a row has more of now is as it is at the start
            copy_fields(np.frombuffer(data, earlier)[0], row)
            return bytearray(row.tobytes())
    return bytearray(data)


def _wrong_size(game: "Game", found: int) -> PositionError:
    size = game.row_type.itemsize
    said = Text(
        f"A position of {game.name} has {size} bytes, not {found}.",
        f"Une position de {game.name} a {size} octets, pas {found}.",
    )
    return PositionError("size", said)


def check_limits(game: "Game", rows: Any, but: Collection[str] = ()) -> None:
    """Range check of a row that comes from elsewhere, or of many: compiled rules index rows and the
    box unchecked. PositionError if a field, `but` for these, is out of its limits."""
    players = game.players
    header = {
        "players": (players, players),
        "to_act": (OVER, players - 1),
        "turn_count": (0, 2**31),
    }
    state = game.part("state")
    limits = {**header, **state.limits(players), **state.box_limits(game.box)}
    for name, (low, high) in limits.items():
        values = np.atleast_1d(rows[name])
        least, most = values.min(), values.max()
        if name not in but and (least < low or most > high):
            said = Text(
                "No position of this game: {name} is {value}, not {low} to {high}.",
                "Ce n'est pas une position de ce jeu : {name} vaut {value}, pas {low} à {high}.",
            )
            value = str(least if least < low else most)
            raise PositionError(name, said.format(name=name, value=value, low=low, high=high))


def mover(turn: int | None) -> str:
    """The player to act as records write it: a seat letter, * for Nature, - when over."""
    if turn is None or turn == OVER:
        return "-"
    return "*" if turn == NATURE else SEAT_LETTERS[turn]


def action_of(game: "Game", id: int) -> Action:
    return Action(id, game.part("notation").write(game.components, id))


def read_action(game: "Game", text: str) -> Action:
    """The action that a text names, whether or not it is legal now."""
    return action_of(game, game.part("notation").read(game.components, text))

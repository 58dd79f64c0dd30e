"""Expectimax to a depth (max^n with chance nodes), and end-game tables solved exactly.

Every seat plays what is best for itself, and Nature by its exact distribution. A chance node with
more outcomes than `outcomes` is sampled, and a chain of chance nodes (a market that is filled up,
many dice) shares the bound, so that it does not multiply; `exact` says whether anything was sampled
or judged before the end.
"""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from faubourg.bots.evaluate import heuristic
from faubourg.bots.search import Value
from faubourg.core.checks import check_count, not_allowed
from faubourg.core.contract import Box, Row
from faubourg.core.errors import PositionError, lacks_memory
from faubourg.core.game import Game, part
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Position, check_limits, renewed_row
from faubourg.core.streams import check_seed
from faubourg.core.text import Text, listed
from faubourg.kernels.compile import kernel
from faubourg.kernels.template import kernels_of, specialise

Chances = tuple[float, ...]
Vector = npt.NDArray[np.float64]
TOLERANCE = 1e-12  # how much chances may still change when a table is done
SAVED = ("keys", "chances", "ignored")  # what is in the file of a table
SWEEPS = 10_000  # after which a table that still changes is given up


class Prospect(NamedTuple):
    """An action of the seat to act, and every seat's chance to win after it."""

    action: int
    chances: Chances


class Expectation(NamedTuple):
    """Every seat's chance to win, and the choices of the seat to act, the best first."""

    chances: Chances
    choices: tuple[Prospect, ...]
    positions: int  # that were looked at
    exact: bool  # nothing was sampled, and every line was played to its end


def expectimax(
    position: Position,
    depth: int = 2,
    *,
    outcomes: int = 36,
    value: Value | None = None,
    seed: int | None = None,
) -> Expectation:
    """Look so many decisions ahead, of whichever seat, and judge what comes then.

    Between two decisions at most `outcomes` of Nature's are told apart; where it has more, so many
    are drawn with their probabilities, spread evenly (systematic sampling: the mean is right, and
    the same `seed` draws the same). `value` judges positions where the depth ends, as in `search`:
    a kernel or a plain function that writes every seat's chance to win; else the game's own does.

    >>> found = expectimax(Game("minivilles").start(), depth=1, outcomes=8, seed=1)
    >>> round(sum(found.chances), 6), found.choices, found.exact  # it is Nature's turn
    (1.0, (), False)
    """
    ahead = _Lookahead(
        check_count("outcomes", outcomes), _judge(value), np.random.default_rng(check_seed(seed))
    )
    depth = check_count("depth", depth)
    if position.turn is None or position.turn == NATURE:
        chances = ahead.chances(position, depth, ahead.outcomes)
        return Expectation(_plain(chances), (), ahead.positions, ahead.exact)
    choices = ahead.prospects(position, depth)
    return Expectation(choices[0].chances, choices, ahead.positions, ahead.exact)


def _judge(value: Value | None) -> Callable[[Position], Vector]:
    if value is None:
        return lambda position: np.array(heuristic(position))

    def judge(position: Position) -> Vector:
        chances = np.zeros(len(SEAT_LETTERS))
        value(position.game.box, position.row, chances)
        return chances[: position.game.players]

    return judge


class _Lookahead:
    """One expectimax: its bound, what it looked at, and what it knows already."""

    def __init__(
        self, outcomes: int, judge: Callable[[Position], Vector], generator: np.random.Generator
    ) -> None:
        self.outcomes, self.positions, self.exact = outcomes, 0, True
        self._judge, self._generator = judge, generator
        self._known: dict[tuple[bytes, int, int], Vector] = {}  # transpositions

    def prospects(self, position: Position, depth: int) -> tuple[Prospect, ...]:
        """What each choice leads to, the best for the seat to act first."""
        seat = position.turn
        assert seat is not None
        found = [
            Prospect(action, _plain(self.chances(_after(position, action), depth - 1)))
            for action in position.legal.ids
        ]
        return tuple(sorted(found, key=lambda each: -each.chances[seat]))

    def chances(self, position: Position, depth: int, room: int | None = None) -> Vector:
        """Every seat's chance; `room` is how many of Nature's outcomes may still be told apart
        before the next decision."""
        room = self.outcomes if room is None else room
        key = position.to_bytes(), depth, room
        if key not in self._known:
            self.positions += 1
            self._known[key] = self._find(position, depth, room)
        return self._known[key]

    def _find(self, position: Position, depth: int, room: int) -> Vector:
        if position.turn is None:
            return np.array(heuristic(position))
        if position.turn == NATURE:
            return self._expected(position, depth, room)
        if depth == 0:
            self.exact = False
            return self._judge(position)
        return np.array(self.prospects(position, depth)[0].chances)

    def _expected(self, position: Position, depth: int, room: int) -> Vector:
        weights = position.weights()
        if len(weights) > room:
            self.exact = False
            weights = self._sample(weights, room)
        total, left = sum(weights.values()), max(1, room // len(weights))
        expected = np.zeros(position.game.players)
        for action, weight in weights.items():
            expected += weight / total * self.chances(_after(position, action), depth, left)
        return expected

    def _sample(self, weights: dict[int, int], count: int) -> dict[int, int]:
        """So many outcomes at even distances on the line of their weights, from a random start."""
        ends = np.cumsum(list(weights.values()))
        points = (np.arange(count) + self._generator.random()) * ends[-1] / count
        actions = list(weights)
        drawn: dict[int, int] = {}
        for index in np.searchsorted(ends, points, side="right"):
            drawn[actions[index]] = drawn.get(actions[index], 0) + 1
        return drawn


class EndgameTable:
    """The exact chances of a position and of all that can come after it, under best play.

    `solve` makes one. Positions with the same canonical form have one entry (`canonical` of the
    game's `insight.py`), and `ignored` are more fields of a row that are not told apart.
    """

    def __init__(self, game: Game, ignored: Sequence[str], chances: dict[bytes, Chances]) -> None:
        self.game, self.ignored, self._chances = game, tuple(ignored), chances

    def __len__(self) -> int:
        return len(self._chances)

    def __contains__(self, position: Position) -> bool:
        return key_of(position, self.ignored) in self._chances

    def chances(self, position: Position) -> Chances:
        """Every seat's chance to win; KeyError if it is not in the table."""
        return self._chances[key_of(position, self.ignored)]

    def choices(self, position: Position) -> tuple[Prospect, ...]:
        """What each action leads to, the best for the seat to act first."""
        seat = position.turn
        if seat is None or seat == NATURE:
            return ()
        found = [
            Prospect(action, self.chances(_after(position, action)))
            for action in position.legal.ids
        ]
        return tuple(sorted(found, key=lambda each: -each.chances[seat]))

    def save(self, path: Path) -> None:
        """Write it as a NumPy archive; the game itself is not part of it."""
        keys = np.frombuffer(b"".join(self._chances), np.uint8).reshape(len(self), -1)
        chances = np.array(list(self._chances.values()))
        with path.open("wb") as file:
            np.savez_compressed(file, keys=keys, chances=chances, ignored=np.array(self.ignored))

    @classmethod
    def load(cls, game: Game, path: Path) -> "EndgameTable":
        """A table that was saved, for the same game."""
        try:
            with path.open("rb") as file, np.load(file) as saved:
                return cls._of(game, **{name: saved[name] for name in SAVED})
        except (OSError, EOFError, ValueError, KeyError, BadZipFile, PositionError) as error:
            if lacks_memory(error):
                raise
            allowed = Text(f"tables of {game!r}", f"les tables de {game!r}")
            raise not_allowed("path", str(path), allowed) from error

    @classmethod
    def _of(cls, game: Game, keys: Any, chances: Any, ignored: Any) -> "EndgameTable":
        """A table of what a file holds, perhaps from before there were canonical forms; ValueError
        or PositionError where that can't be one of this game."""
        fields = ignored.tolist()
        data = b"".join(renewed_row(game, key.tobytes()) for key in keys)
        rows = np.frombuffer(data, game.row_type).copy()
        if chances.shape != (len(rows), game.players) or len(keys) != len(rows):
            raise ValueError("keys and chances do not fit together")
        for field in fields:
            rows[field] = 0
        check_limits(game, rows, but=fields)
        known = zip(_keys(game, rows, fields), chances.tolist(), strict=True)
        return cls(game, fields, {key: tuple(values) for key, values in known})


def solve(position: Position, *, most: int = 100_000, ignored: Sequence[str] = ()) -> EndgameTable:
    """Solve a position exactly: find all positions that can come after it, and every seat's chance
    in each. PositionError if they are more than `most`.

    Positions may come again (a turn in which nothing happens), so chances are iterated until they
    no longer change; a line that never ends wins for nobody. Positions of which the game says that
    they have the same chances count once. `ignored` names more fields of the row that don't bear on
    what can come, such as `turn_count` in the games of the package.
    """
    names = position.row.dtype.names or ()
    for field in ignored:
        if field not in names:
            raise not_allowed("ignored", field, listed(list(names)))
    graph = reachable(position, check_count("most", most), ignored)
    return EndgameTable(position.game, ignored, best_chances(position.game, graph))


class Node(NamedTuple):
    """What can come next of a position."""

    to_act: int
    parts: Vector  # the probability of each outcome; 1 for actions
    followers: npt.NDArray[np.int64]  # the numbers of the positions after them


class Graph(NamedTuple):
    """All positions that can come after one, by what they are told apart by, in the order found."""

    nodes: dict[bytes, Node | None]  # None for those that are over
    rows: list[bytes]  # of each the position that was found first
    ends: list[Chances]  # of each the result, zeros where it is not over


@kernel
def _as_it_is(box: Box, row: Row) -> None:
    """The canonical form in games that say nothing of it."""


@cache
def endgame_kernels(name: str) -> ModuleType:
    """`bots/endgame_kernels.py` as a module of its own around the kernels of one game."""
    template = Path(__file__).with_name("endgame_kernels.py")
    canonical = getattr(part(name, "insight"), "canonical", _as_it_is)
    return specialise(name, template, "faubourg.bots", kernels_of(name) | {"canonical": canonical})


def reachable(start: Position, most: int, ignored: Sequence[str] = ()) -> Graph:
    """All positions from one on, breadth first; PositionError if they are more than `most`."""
    game, follow = start.game, endgame_kernels(start.game.name).follow
    rows, after = game.new_rows(1), game.new_rows(game.rules.MOST)
    actions, weights = np.zeros((2, game.rules.MOST), np.int32)
    keys = [key_of(start, ignored)]
    numbers = {keys[0]: 0}
    graph = Graph({}, [start.to_bytes()], [])
    for number, data in enumerate(graph.rows):  # grows meanwhile
        position = Position._of(game, bytearray(data))
        rows[0] = position.row
        count = follow(game.box, rows, after, actions, weights)
        graph.ends.append((0.0,) * game.players if count else heuristic(position))
        graph.nodes[keys[number]] = None
        if count == 0:
            continue
        followers = []
        for index, key in enumerate(_keys(game, after[:count], ignored)):
            if key not in numbers:
                if len(numbers) == most:
                    raise _too_many(most)
                numbers[key] = len(numbers)
                keys.append(key)
                graph.rows.append(after[index].tobytes())
            followers.append(numbers[key])
        parts = weights[:count] / weights[:count].sum()
        graph.nodes[keys[number]] = Node(position.to_act, parts, np.array(followers))
    return graph


def best_chances(game: Game, graph: Graph) -> dict[bytes, Chances]:
    """Value iteration, from the last found to the first: one sweep is enough where no position
    comes again."""
    sweep = endgame_kernels(game.name).sweep
    chances: Vector = np.array(graph.ends).reshape(-1, game.players)
    none = Node(NATURE, np.empty(0), np.empty(0, np.int64))
    nodes = [node or none for node in graph.nodes.values()]
    turns, parts, followers = zip(*nodes, strict=True)
    firsts = np.cumsum([0, *map(len, followers)])
    given = np.array(turns), firsts, np.concatenate(followers), np.concatenate(parts)
    for _ in range(SWEEPS):
        change = sweep(*given, chances)
        if change <= TOLERANCE:
            return dict(zip(graph.nodes, map(tuple, chances.tolist()), strict=True))
    raise PositionError(
        "no-solution",
        Text(
            f"The chances still change by {change:.1g} after {SWEEPS} sweeps: players go round in "
            "circles.",
            f"Les chances changent encore de {change:.1g} après {SWEEPS} passages : les joueurs "
            "tournent en rond.",
        ),
    )


def _too_many(most: int) -> PositionError:
    return PositionError(
        "too-many-positions",
        Text(
            f"More than {most} positions can come after this one: expectimax looks to a depth.",
            f"Plus de {most} positions peuvent suivre celle-ci : expectimax regarde jusqu'à une "
            "profondeur.",
        ),
    )


def key_of(position: Position, ignored: Sequence[str] = ()) -> bytes:
    """What a position is told apart by."""
    rows = position.game.new_rows(1)
    rows[0] = position.row
    (key,) = _keys(position.game, rows, ignored)
    return key


def _keys(game: Game, rows: npt.NDArray[Any], ignored: Sequence[str]) -> list[bytes]:
    """What rows are told apart by: the bytes of their canonical form, zeros in the fields that are
    ignored."""
    told = rows.copy()
    endgame_kernels(game.name).make_canonical(game.box, told)
    for field in ignored:
        told[field] = 0
    data, size = told.tobytes(), rows.dtype.itemsize
    return [data[at : at + size] for at in range(0, len(data), size)]


def _after(position: Position, action: int) -> Position:
    after = position.copy()
    after.step(action)
    return after


def _plain(chances: Vector) -> Chances:
    return tuple(chances.tolist())

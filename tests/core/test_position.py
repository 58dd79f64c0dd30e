"""A position holds its bytes: its row shows them, copies never share them, and steps see what is
written to the row. One game through it is the same as through kernels on rows anywhere."""

import copy
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from faubourg.core.errors import IllegalAction, PositionError
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.core.position import Action, Position
from faubourg.core.streams import nature_move, streams

MOVES = 150
GAME = Game("minivilles", players=2, first="A")


def deciding(game: Game = GAME) -> Position:
    """The first position in which a player is to act."""
    position, dice = game.start(), streams(3).nature
    while position.turn == NATURE:
        position.step(nature_move(position, dice))
    return position


COPIES: dict[str, Callable[[Position], Position]] = {
    "copy": lambda position: position.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "from_row": lambda position: Position.from_row(position.game, position.row),
    "from_bytes": lambda position: Position.from_bytes(position.game, position.to_bytes()),
    "the class": lambda position: Position(position.game, position.row),
}


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_never_shares_bytes(way: str):
    position = deciding()
    kept = position.to_bytes()
    twin = COPIES[way](position)
    assert twin == position
    assert hash(twin) == hash(position)
    assert not np.shares_memory(np.asarray(twin.row), np.asarray(position.row))
    twin.row.coins[0] += 1
    twin.step(twin.legal.ids[0])
    assert position.to_bytes() == kept
    assert twin != position


def test_what_is_written_to_the_row_counts_from_the_next_call_on():
    position = deciding()
    position.row.to_act = OVER
    assert position.turn is None
    assert position.legal.ids == []
    position.row.to_act = NATURE
    assert position.turn == NATURE
    rich = deciding()
    rich.row.coins[:] = 99
    assert rich.to_bytes() == rich.row.tobytes()
    rich.step(rich.legal.ids[0])
    poor = deciding()
    poor.step(poor.legal.ids[0])
    assert rich.row.coins[0] > poor.row.coins[0] + 50


def test_the_row_is_the_same_object_and_shows_what_steps_do():
    position = deciding()
    row = position.row
    before = row.tobytes()
    position.step(position.legal.ids[0])
    assert position.row is row
    assert row.tobytes() == position.to_bytes() != before


def test_a_row_put_in_place_is_copied_and_the_old_one_stays_as_it_was():
    position, other = deciding(), deciding()
    other.step(other.legal.ids[0])
    old, kept = position.row, position.to_bytes()
    position.row = other.row
    assert position == other
    position.row.coins[0] += 7
    assert position != other
    assert old.tobytes() == kept


@pytest.mark.parametrize("make", ["from_bytes", "from_row", "the class", "setter"])
def test_a_row_of_another_game_is_refused_with_the_size_that_is_right(make: str):
    row = Game("cities").start().row
    position = GAME.start()
    ways: dict[str, Callable[[], object]] = {
        "from_bytes": lambda: Position.from_bytes(GAME, row.tobytes()),
        "from_row": lambda: Position.from_row(GAME, row),
        "the class": lambda: Position(GAME, row),
        "setter": lambda: setattr(position, "row", row),
    }
    with pytest.raises(PositionError) as refused:
        ways[make]()
    size = GAME.row_type.itemsize
    assert refused.value.code == "size"
    assert f"minivilles has {size} bytes, not {row.nbytes}" in refused.value.text.en
    assert f"minivilles a {size} octets, pas {row.nbytes}" in refused.value.text.fr
    assert position == GAME.start()


def test_numbers_are_checked_without_writing_their_notation(monkeypatch: pytest.MonkeyPatch):
    position = deciding()
    legal = position.legal.ids[0]
    monkeypatch.setattr(GAME.part("notation"), "write", lambda *given: pytest.fail("was written"))
    assert position.legal_id(legal) == position.legal_id(np.int32(legal)) == legal
    assert position.legal_id(Action(legal, "")) == legal
    for wrong in (GAME.rules.ACTIONS, -1, None, 0.5):
        with pytest.raises(IllegalAction, match="There is no action"):
            position.legal_id(wrong)  # type: ignore[arg-type]


def test_an_action_is_checked_by_number_notation_or_itself():
    position = deciding()
    [first, *_] = position.legal
    for given in (first, first.id, first.text):
        assert position.legal_id(given) == first.id
        assert position.check(given) == first


# ---------------------------------------------------------------- equal to kernels on other rows


def rows_of(position: Position) -> list[Any]:
    """The same row as a record with bytes of its own, and in the midst of an array."""
    rows = position.game.new_rows(3)
    rows[1] = position.row
    return [np.void.copy(position.row), rows[1]]


def results(game: Game, row: Any) -> list[Any]:
    """What every kernel but `step` says of a row."""
    rules, box = game.rules, game.components.box
    actions, weights = np.zeros((2, rules.MOST), np.int32)
    points = np.zeros(len(SEAT_LETTERS), np.int32)
    found: list[Any] = [int(rules.outcome(box, row, points)), points.tolist()]
    if row.to_act == NATURE:
        count = int(rules.chance(box, row, actions, weights))
        drawn = [int(rules.nature(box, row, chosen)) for chosen in (0.0, 0.3, 0.99)]
        return [*found, actions[:count].tolist(), weights[:count].tolist(), drawn]
    if row.to_act == OVER:
        return [*found, [], []]
    return [*found, actions[: int(rules.legal(box, row, actions))].tolist()]


def told(position: Position) -> list[Any]:
    """The same as the position has it."""
    points = np.zeros(len(SEAT_LETTERS), np.int32)
    winners = position.game.rules.outcome(position.game.box, position.row, points)
    found: list[Any] = [int(winners), points.tolist()]
    if position.turn == NATURE:
        weights = position.weights()
        drawn = [position.nature(chosen) for chosen in (0.0, 0.3, 0.99)]
        return [*found, list(weights), list(weights.values()), drawn]
    if position.turn is None:
        return [*found, position.legal.ids, list(position.weights())]
    assert position.legal_array().tolist() == position.legal.ids
    return [*found, position.legal.ids]


@pytest.mark.parametrize("name", games())
def test_a_position_plays_as_kernels_do_on_any_row(name: str):
    """Wherever a row lies; neighbours in its array are left alone. Compiled and plain Python are
    compared in `tests/kernels/test_compile.py` and `test_switch.py`, through positions too."""
    game, chooser = Game(name), random.Random(5)
    position = game.start()
    for _ in range(MOVES):
        seen = told(position)
        for row in rows_of(position):
            assert results(game, row) == seen
        if position.turn is None:
            break
        action = chooser.choice(position.legal.ids or list(position.weights()))
        alone, of_array = rows_of(position)
        for row in (alone, of_array):
            game.rules.step(game.components.box, row, action)
        position.step(action)
        assert alone.tobytes() == of_array.tobytes() == position.to_bytes()
        first, _, last = of_array.base
        assert not any(first.tobytes() + last.tobytes())

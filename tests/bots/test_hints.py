"""Hints: the best moves with chances and a reason that is true of the position."""

import numpy as np
import pytest

from faubourg.bots.evaluate import Choice, evaluate
from faubourg.bots.habits import review_habits
from faubourg.bots.hints import (
    AS_WELL,
    AT_FIRST_SIGHT,
    BEHIND,
    IN_ALL,
    MOST,
    NO_CHOICE,
    about_equal,
    hints,
    rated_hints,
    reason,
)
from faubourg.bots.levels import LEVELS, at_table, level_name
from faubourg.bots.match import play
from faubourg.core.game import Game, games
from faubourg.core.position import Position

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eve", "Fay"]


def positions(name: str) -> list[Position]:
    """Decisions of one game."""
    game = Game(name)
    record = play(game, ["greedy"] * game.players, seed=2)
    found = [position.copy() for position in record.positions()]
    return [position for position in found if len(position.legal) > 1]


@pytest.mark.parametrize("name", games())
def test_hints_are_legal_have_chances_and_a_reason(name: str):
    for position in positions(name)[::25]:
        found = hints(position, NAMES, simulations=30, generator=np.random.default_rng(1))
        assert 1 <= len(found) <= MOST
        for hint in found:
            assert hint.action in position.legal.ids
            assert hint.chances
            assert len(hint.chances) == position.game.players
            assert all(0 <= chance <= 1 for chance in hint.chances)
            assert all(hint.why)


@pytest.mark.parametrize("name", games())
def test_most_good_moves_have_a_reason_of_their_own(name: str):
    """Of what a sensible player would do, the games can say why more often than not."""
    told = []
    for position in positions(name)[::4]:
        rate, box, row = (
            position.game.part("insight").rate,
            position.game.components.box,
            position.row,
        )
        best = max(position.legal.ids, key=lambda id: rate(box, row, id))
        told.append(reason(position, best, NAMES) != IN_ALL)
    assert sum(told) > 0.6 * len(told)


def test_without_a_choice_there_is_nothing_to_think_about():
    game = Game("my_little_town")
    generator = np.random.default_rng(1)
    assert hints(game.start(), NAMES, simulations=1, generator=generator) == []
    record = play(game, ["greedy"] * game.players, seed=2)
    forced = next(p.copy() for p in record.positions() if len(p.legal) == 1)
    (only,) = hints(forced, NAMES, simulations=1, generator=generator)
    assert (only.chances, only.why) == (None, NO_CHOICE)


def test_the_last_landmark_is_named_as_what_it_is():
    game = Game("minivilles", 2, first="A")
    position = game.start()
    built = ["harbor", "train_station", "shopping_mall", "amusement_park"]
    game.part("setup").arrange(
        game.components,
        position.row,
        {"phase": "build", "dice": [3], "towns": {"A": {"coins": 30, "landmarks": built}}},
    )
    found = hints(position, NAMES, simulations=200, generator=np.random.default_rng(1))
    assert found[0].why.en.startswith("Wins the game")
    assert found[0].chances
    assert found[0].chances[0] == 1.0


def test_levels_are_bots_in_words_of_both_languages():
    for name, level in LEVELS.items():
        assert at_table(name)
        assert all(level.name)
        assert all(level.means)
        assert level_name(name) == level.name
    assert level_name("greedy").fr == "greedy"
    assert at_table("expert", seconds=50).effort.seconds == 1.0  # type: ignore[attr-defined]
    assert at_table("expert", seconds=0.2).effort.seconds == 0.2  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", games())
def test_hints_come_in_the_order_of_their_chances(name: str):
    """And one that is about as good as the first says so."""
    equals = []
    for position in positions(name)[::15]:
        seat = int(position.row.turn_of)
        found = hints(position, NAMES, simulations=60, generator=np.random.default_rng(1))
        own = [hint.chances[seat] for hint in found if hint.chances]
        assert own == sorted(own, reverse=True)
        assert not found[0].equal
        assert all(hint.why != IN_ALL for hint in found[1:])
        equals += [hint.equal for hint in found[1:]]
    assert any(equals)


def test_what_is_about_as_good_is_not_told_so_twice():
    assert "about as" not in AS_WELL.en
    assert "aussi bien" not in AS_WELL.fr


OF_NO_GAME = (IN_ALL, AS_WELL, BEHIND, AT_FIRST_SIGHT, NO_CHOICE)


@pytest.mark.parametrize("name", games())
def test_what_is_said_where_nothing_in_particular_speaks_for_a_move_is_true(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    """The sentences that are of no game, held against the same search: the first went best, what
    went as well lies within its error, what went less well lies outside of it."""
    monkeypatch.setattr(Game(name).part("advice"), "why", lambda *given: None)
    seen = set()
    for number, position in enumerate(positions(name)[::9]):
        given = {"simulations": 300, "generator": np.random.default_rng(number)}
        told = hints(position, NAMES, **given)
        seat = int(position.row.turn_of)
        given |= {"generator": np.random.default_rng(number)}
        searched = evaluate(position, habits=review_habits(position.game), **given)
        by_action: dict[int, Choice] = {one.action: one for one in searched.choices}
        first, *others = told
        assert first.why == IN_ALL
        for hint in others:
            best, this = by_action[first.action], by_action[hint.action]
            assert best.chances[seat] >= this.chances[seat]
            assert hint.why == (AS_WELL if about_equal(best, this, seat) else BEHIND)
        (at_sight, *_) = rated_hints(position, NAMES)
        assert (at_sight.why, at_sight.chances) == (AT_FIRST_SIGHT, None)
        seen |= {hint.why for hint in told}
    assert {IN_ALL, AS_WELL} <= seen
    assert BEHIND in seen or name != "minivilles"
    assert all(text.en != text.fr for text in OF_NO_GAME)

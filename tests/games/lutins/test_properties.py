"""Invariants of La Cité des lutins on random games.

The clauses have tests of their own; here random games are watched step by step.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.bots.match import play
from faubourg.core.game import Game, versions
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.notation import block_id
from faubourg.games.lutins.state import (
    BUILD,
    CALM,
    DESTROY,
    HOUSES,
    IMPOSED,
    KINDS,
    MOST_PIPS,
    NOBODY,
    SHAPES,
    SLEEPS,
    STRENGTHS,
    WHITE,
)
from tests.effort import many
from tests.games.steps import Step, watched


def played(game: Game, seed: int) -> list[Step]:
    """A game in which everybody plays at random; some decline less than others."""
    return list(
        watched(
            game.start(), seed, lambda chooser, ids: ids[0] if seed % 2 else chooser.choice(ids)
        )
    )


@cache
def steps_of(players: int, kind: str, building: str, version: int, seed: int) -> list[Step]:
    strength = STRENGTHS[seed % len(STRENGTHS)]
    options = {"game": kind, "building": building, "strength": strength}
    return played(Game("lutins", players, rules=version, **options), seed)


POOL = [
    (players, kind, building, version, seed)
    for players in range(2, 7)
    for kind in ("together", "gnome")[: 1 + (players > 2)]
    for building in ("imposed", "imaginary")
    for version in versions("lutins")
    for seed in (2 * players + version, 2 * players + version + 1)
]
Property = Callable[[list[Step]], None]
PROPERTIES: list[Property] = []


def always(holds: Property) -> Property:
    """A property of every game: tested on a pool of games here, and on any at the end."""
    PROPERTIES.append(holds)
    ids = ["-".join(map(str, each)) for each in POOL]
    return pytest.mark.parametrize("steps", POOL, ids=ids, indirect=True)(holds)


@pytest.fixture
def steps(request: pytest.FixtureRequest) -> list[Step]:
    return steps_of(*request.param)


# ------------------------------------------------------------ blocks and cards


@always
def test_there_are_always_40_blocks_kind_by_kind(steps: list[Step]):
    box = steps[0].game.components.box
    for step in steps:
        row = step.after
        assert (row.middle + row.blocks.sum(axis=0) == box.blocks).all()
        assert row.lying == row.middle.sum()
        assert row.lying + row.placed.sum() == 40


@always
def test_the_sums_of_every_house_are_right(steps: list[Step]):
    box = steps[0].game.components.box
    for step in steps:
        row = step.after
        imposed = row.building == IMPOSED
        size = box.sizes if imposed else np.full(HOUSES, box.imaginary)
        by_shape = row.blocks.reshape(HOUSES, -1, SHAPES).sum(axis=1)
        room = box.houses if imposed else np.full((HOUSES, SHAPES), box.imaginary)
        assert (row.placed == row.blocks.sum(axis=1)).all()
        assert (row.placed + row.missing == size).all()
        assert (row.needs + by_shape == room).all()
        assert (row.missing >= 0).all()
        assert (row.needs >= 0).all()
        finished = sum(1 << house for house in range(box.count) if row.missing[house] == 0)
        assert row.open == ((1 << int(box.count)) - 1) & ~finished


@always
def test_imposed_every_block_of_the_middle_is_still_needed(steps: list[Step]):
    earlier = steps[0].game.version == 1
    for step in steps:
        if step.after.building == IMPOSED:
            by_shape = step.after.middle.reshape(-1, SHAPES).sum(axis=0)
            needed = step.after.needs.sum(axis=0)
            assert (by_shape == needed if earlier else by_shape <= needed).all()


@always
def test_every_card_is_in_the_pile_or_with_one_lutin(steps: list[Step]):
    for step in steps:
        row = step.after
        for house in range(len(step.game.components.houses)):
            owners = [s for s in range(step.game.players) if row.own[s] >> house & 1]
            assert len(owners) + (row.pile >> house & 1) == 1
            assert row.gnome == NOBODY or row.gnome not in owners
            assert owners or row.placed[house] == 0
        assert row.left == int(row.pile).bit_count()
        assert not row.own[step.game.players :].any()


@always
def test_a_lutin_always_has_something_to_build_while_there_are_cards(steps: list[Step]):
    for step in steps:
        row = step.after
        if row.turn_count and row.left and row.to_act == NATURE and not row.thrown.any():
            for seat in range(step.game.players):
                unfinished = int(row.own[seat] & row.open).bit_count()
                wanted = 0 if seat == row.gnome else 1 if row.building == IMPOSED else 2
                assert wanted <= unfinished
                if row.building != IMPOSED or step.game.version == 1:
                    assert unfinished <= 2


@always
def test_imposed_a_card_comes_when_all_is_finished_or_nothing_fits(steps: list[Step]):
    for step in steps:
        row = step.before
        if step.move.startswith("draw") and row.turn_count and row.building == IMPOSED:
            own = [h for h in range(HOUSES) if int(row.own[row.turn_of] & row.open) >> h & 1]
            lying = row.middle.reshape(-1, SHAPES).sum(axis=0)
            assert not any(row.needs[house, lying > 0].any() for house in own)
            assert not (own and step.game.version == 1)


@always
def test_the_tower_and_its_emblems_only_grow_and_have_an_end(steps: list[Step]):
    for step in steps:
        before, after = step.before, step.after
        grown = after.tower - before.tower
        assert 0 <= grown <= (1 if after.gnome == NOBODY else MOST_PIPS)
        assert 0 <= after.emblems - before.emblems <= grown
        assert after.emblems <= 3
        assert after.tower - after.emblems <= (9 if after.gnome == NOBODY else 12)
        assert (after.tower == 12) <= (after.to_act == OVER)


@always
def test_a_sleeping_gnome_lays_nothing_and_wakes_after_three_throws_with_blue(steps: list[Step]):
    assert steps[0].before.asleep == (SLEEPS if steps[0].before.strength == CALM else 0)
    for step in steps:
        before, after = step.before, step.after
        blue = any("blue" in e["dice"] for e in step.events if e["kind"] == "thrown")
        assert before.asleep - after.asleep == (blue and before.asleep > 0)
        assert after.tower == 0 or after.asleep == 0
        assert after.strength == before.strength


# ------------------------------------------------------------ dice and turns


@always
def test_dice_are_spent_one_by_one_and_never_come_back(steps: list[Step]):
    for step in steps:
        verb = step.move.split()[0]
        if verb == "dice":
            assert step.after.thrown.sum() in (0, 3)
        elif verb in ("take", "decline") and step.after.dice.any():
            assert step.before.dice.sum() - step.after.dice.sum() == 1
        assert (step.after.dice <= step.after.thrown).all()


@always
def test_there_is_a_real_choice_wherever_somebody_is_asked(steps: list[Step]):
    for step in steps:
        if step.before.to_act >= 0 and step.before.phase in (BUILD, DESTROY):
            legal = Position(step.game, step.before).legal
            assert len(legal) > 1
            if step.before.phase == BUILD:
                assert any(action.text.startswith("decline") for action in legal)


@always
def test_only_the_gnome_throws_the_orange_die_and_only_lutins_the_others(steps: list[Step]):
    for step in steps:
        alone = step.before.gnome == step.before.turn_of and step.before.gnome != NOBODY
        if step.move.startswith("gnome"):
            assert alone
        if step.move.startswith(("dice", "take", "decline", "block")):
            assert not alone


@always
def test_every_game_ends_with_the_middle_empty_or_the_tower_full(steps: list[Step]):
    last = steps[-1].after
    assert last.to_act == OVER
    assert (last.lying == 0) != (last.tower == 12)
    outcome = Position(steps[0].game, last).outcome
    assert outcome is not None
    lutins = tuple(s for s in range(steps[0].game.players) if s != last.gnome)
    if last.lying == 0:
        assert outcome.winners == lutins
        assert sum(outcome.scores[seat] for seat in lutins) == 40
    else:
        assert outcome.winners == (() if last.gnome == NOBODY else (last.gnome,))


# ------------------------------------------------------------ events


@always
def test_events_explain_every_block_that_moved(steps: list[Step]):
    components = steps[0].game.components
    houses = [house.id for house in components.houses]
    for step in steps:
        placed = [int(count) for count in step.before.placed]
        there = step.before.middle
        middle = Counter({block_id(components, k): int(there[k]) for k in range(KINDS)})
        tower = int(step.before.tower)
        for event in step.events:
            if event["kind"] in ("took", "gave"):
                placed[houses.index(event["house"])] += 1
                middle[event["block"]] -= 1
            elif event["kind"] == "destroyed":
                house = houses.index(event["house"])
                assert placed[house] == event["count"]
                placed[house] = 0
                for kind in range(KINDS):
                    middle[block_id(components, kind)] += int(step.before.blocks[house, kind])
            elif event["kind"] in ("blue", "emblem", "grown"):
                tower += event.get("count", 1)
                assert tower == event["tower"]
        assert placed == step.after.placed.tolist()
        assert tower == step.after.tower
        for kind in range(KINDS):
            assert middle[block_id(components, kind)] == step.after.middle[kind]


@always
def test_events_explain_every_card_every_die_and_every_turn(steps: list[Step]):
    for step in steps:
        kinds = Counter(event["kind"] for event in step.events)
        cards = kinds["drawn"] + kinds["picked"]
        assert cards == step.before.left - step.after.left
        assert kinds["turn"] == step.after.turn_count - step.before.turn_count
        assert kinds["village"] + kinds["tower"] == (step.after.to_act == OVER)
        spent = kinds["took"] + kinds["gave"] + kinds["declined"]
        left = [e["dice"] for e in step.events if e["kind"] in ("lost", "unused")]
        blue = ["blue"] if step.after.gnome == NOBODY else []
        thrown = [d for e in step.events if e["kind"] == "thrown" for d in e["dice"]]
        there = len([die for die in thrown if die not in blue]) + int(step.before.dice.sum())
        over = step.after.to_act == OVER or step.after.dice.any()
        unspent = there - spent
        if not over:
            assert sum(map(len, left)) == unspent or (not left and not unspent)
        for event in step.events:
            assert event.get("seat", "A") in SEAT_LETTERS[: step.game.players]


# ------------------------------------------------------------ any game


@settings(max_examples=many(25), deadline=None)
@given(
    players=st.integers(2, 6),
    kind=st.sampled_from(["together", "gnome"]),
    building=st.sampled_from(["imposed", "imaginary"]),
    cards=st.sampled_from(["drawn", "picked"]),
    die=st.sampled_from(["standard", "balanced"]),
    strength=st.sampled_from(STRENGTHS),
    seed=st.integers(0, 2**32),
)
def test_all_of_this_holds_in_any_game(
    players: int, kind: str, building: str, cards: str, die: str, strength: str, seed: int
):
    kind = kind if players > 2 else "together"
    options = {"game": kind, "building": building, "cards": cards, "die": die}
    game = Game("lutins", players, strength=strength, **options)
    steps = played(game, seed)
    for holds in PROPERTIES:
        holds(steps)


@pytest.mark.parametrize("building", ["imposed", "imaginary"])
@pytest.mark.parametrize("players", range(2, 7))
def test_greedy_never_leaves_a_die_and_keeps_white_for_last_or_to_finish_a_house(
    players: int, building: str
):
    record = play(Game("lutins", players, building=building), ["greedy"] * players, seed=players)
    position = record.game.start()
    for action in record.actions:
        assert not action.text.startswith("decline")
        if action.text.startswith("take"):
            colours = [c for c in range(WHITE) if position.row.dice[c]]
            fits = {id % KINDS // SHAPES for id in position.legal.ids if act.is_take(id)}
            spent = position.row.dice[WHITE]
            position.play(action)
            finished = position.row.missing[action.id // KINDS] == 0
            if spent and not finished and position.row.dice[WHITE] < spent:
                assert not position.row.dice.any() or not fits & set(colours)
        else:
            position.play(action)

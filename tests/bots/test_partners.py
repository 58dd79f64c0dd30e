"""Bots on the side of people are partners: they play as well as they can, whatever their level."""

import numpy as np
import pytest

from faubourg.bots.bot import make
from faubourg.bots.levels import KIND, LEVELS, USUAL, beside_people, options_for_levels
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.games.lutins import actions as act
from tests.effort import many
from tests.games.sentences import positions


def is_decline(action: int) -> bool:
    return act.DECLINE <= act.code_of(action) < act.DESTROY


def decision(game: Game) -> Position:
    """The first decision of a game."""
    position = game.start()
    while position.turn == NATURE:
        position.step(next(iter(position.weights())))
    return position


@pytest.mark.parametrize("name", games())
def test_a_level_is_kept_by_whoever_plays_against_people(name: str):
    game = next(Game(name, players) for players in (4, 3, 2))
    position = decision(game)
    others = [seat for seat in range(game.players) if seat != position.turn]
    together = len({game.part("observe").side(position.row, seat) for seat in others}) == 1
    assert beside_people(KIND, position, others) == (USUAL if together else KIND)
    for level in ("random", "greedy", "steady", "expert"):
        assert beside_people(level, position, others) == level


def test_the_gnome_keeps_its_level_and_its_enemies_theirs():
    position = decision(Game("lutins", 4, game="gnome"))
    gnome = int(position.row.gnome)
    lutins = [seat for seat in range(4) if seat != gnome]
    acting = int(position.row.turn_of)
    assert acting != gnome
    assert beside_people(KIND, position, [gnome]) == KIND
    assert beside_people(KIND, position, [seat for seat in lutins if seat != acting]) == USUAL
    position.row.turn_of = gnome
    assert beside_people(KIND, position, lutins) == KIND


@pytest.mark.parametrize("building", ["imposed", "imaginary"])
def test_a_partner_never_leaves_a_die_that_finishes_a_house(building: str):
    game, bot, asked = Game("lutins", 3, building=building), make(USUAL), 0
    for position in positions(game, many(400), seed=5):
        blocks = [id for id in position.legal.ids if act.is_take(id)]
        ends = [id for id in blocks if position.row.missing[act.code_of(id) // act.KINDS] == 1]
        if ends and any(map(is_decline, position.legal.ids)):
            asked += 1
            chosen = bot.choose(position.copy(), np.random.default_rng(asked))
            assert act.is_take(int(chosen))
    assert asked > 10


@pytest.mark.parametrize("building", ["imposed", "imaginary"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_partner_never_leaves_a_die_that_can_be_used(building: str, players: int):
    game, asked = Game("lutins", players, building=building), 0
    for bot in (make(USUAL), make("expert", simulations=200)):
        for position in positions(game, many(500), seed=7):
            declines = [id for id in position.legal.ids if is_decline(id)]
            if declines:
                asked += 1
                chosen = bot.choose(position.copy(), np.random.default_rng(asked))
                assert chosen not in declines
    assert asked > 700


def test_the_frozen_expert_still_leaves_one_now_and_then():
    """By which the test above is known to see it."""
    game, bot, left = Game("lutins", 2), make("expert-1", simulations=200), 0
    for number, position in enumerate(positions(game, 600, seed=7)):
        if any(map(is_decline, position.legal.ids)):
            left += is_decline(int(bot.choose(position.copy(), np.random.default_rng(number))))  # type: ignore[arg-type]
    assert left > 0


# ---------------------------------------------------------------- what a level says of partners


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(
    ("level", "strength"), [("gentle", "calm"), ("steady", "book"), ("expert", "furious")]
)
def test_beside_people_a_level_says_how_strong_the_gnome_is(
    players: int, level: str, strength: str
):
    seats = [None, *[level] * (players - 1)]
    chosen = options_for_levels("lutins", players, {}, seats)
    assert Game("lutins", players, **chosen).options["strength"] == strength
    for named in ("calm", "book", "furious"):
        given = {"strength": named, "building": "imaginary"}
        assert options_for_levels("lutins", players, given, seats) == given


@pytest.mark.parametrize(
    "seats",
    [
        [None, "gentle", "expert"],  # levels that differ
        [None, "greedy", "greedy"],  # no level
        [None, None, None],  # no bot
        ["gentle", "gentle", "gentle"],  # nobody to be a partner of
    ],
)
def test_other_seats_leave_the_gnome_of_the_rulebook(seats: list[str | None]):
    assert options_for_levels("lutins", 3, {}, seats) == {}


def test_levels_are_skill_where_a_player_is_the_gnome_and_in_games_against_each_other():
    given = {"game": "gnome"}
    assert options_for_levels("lutins", 3, given, [None, "gentle", "gentle"]) == given
    for name in set(games()) - {"lutins"}:
        assert options_for_levels(name, 2, {}, [None, "gentle"]) == {}


@pytest.mark.parametrize("name", games())
def test_what_options_say_of_levels_and_of_each_other_exists(name: str):
    """A value that is not allowed, or an option that is not there, would never be noticed."""
    options = {option.name: option for option in Game(name).part("state").OPTIONS}
    least, most = Game(name).components.players
    for option in options.values():
        for value in option.by_level.values():
            assert all(value in option.allowed(n) for n in range(least, most + 1))
        assert not set(option.by_level) - set(LEVELS)
        for other, value in option.when.items():
            assert value in options[other].allowed(most)

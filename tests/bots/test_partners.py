"""Bots on the side of people are partners: they play as well as they can, whatever their level."""

import numpy as np
import pytest

from faubourg.bots.bot import make
from faubourg.bots.levels import KIND, USUAL, beside_people
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.games.lutins import actions as act
from tests.effort import many
from tests.games.sentences import positions


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
        declines = any(act.DECLINE <= act.code_of(id) < act.DESTROY for id in position.legal.ids)
        if ends and declines:
            asked += 1
            chosen = bot.choose(position.copy(), np.random.default_rng(asked))
            assert act.is_take(int(chosen))
    assert asked > 10

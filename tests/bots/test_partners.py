"""Bots on the side of people are partners: they play as well as they can, whatever their level."""

import numpy as np
import pytest

from faubourg.bots.bot import make
from faubourg.bots.habits import FOREVER
from faubourg.bots.levels import KIND, USUAL, beside_people
from faubourg.bots.paired_playouts import paired_playouts
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.games.lutins import actions as act
from tests.effort import many
from tests.games.sentences import positions, stepped


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


WASTE = 0.03  # of the chance to win
PLAYOUTS = 2000  # the standard error of what a die helps is then about half a point


def helps(position: Position, declined: int) -> float:
    """What the block that looks best would bring against leaving a die, if everybody plays on
    simply to the end, which lutins do hardly worse than experts."""
    rate, box = position.game.part("insight").rate, position.game.box
    takes = [id for id in position.legal.ids if act.is_take(id)]
    best = max(takes, key=lambda id: rate(box, position.row, id))
    taken, left = (
        paired_playouts(stepped(position, action), PLAYOUTS, seed=1, until=FOREVER)
        for action in (best, declined)
    )
    return float((taken - left)[:, 0].mean())


@pytest.mark.parametrize("building", ["imposed", "imaginary"])
def test_a_partner_leaves_a_die_only_where_it_does_not_help(building: str):
    """Now and then it is right to leave one: a house with a single block is the one to lose."""
    game, asked, left = Game("lutins", 2, building=building), 0, []
    for bot in (make(USUAL), make("expert", simulations=200)):
        for position in positions(game, many(500), seed=7):
            codes = {id: act.code_of(id) for id in position.legal.ids}
            declines = [id for id, code in codes.items() if act.DECLINE <= code < act.DESTROY]
            if not declines or not any(map(act.is_take, codes)):
                continue
            asked += 1
            chosen = int(bot.choose(position.copy(), np.random.default_rng(asked)))  # type: ignore[arg-type]
            if chosen in declines:
                left.append(helps(position, chosen))
    assert asked > 800
    assert len(left) < asked / 50
    assert all(helped < WASTE for helped in left), left

"""The lutins' value network: probabilities, exact tables, and search with it beats greedy play."""

from functools import cache
from itertools import permutations

import numpy as np
import pytest

from faubourg.bots.bot import make
from faubourg.bots.match import next_move, play_on
from faubourg.core.contract import Row
from faubourg.core.game import Game, variants
from faubourg.core.players import OVER
from faubourg.core.position import Position
from faubourg.core.streams import streams
from faubourg.games.lutins import value_network
from faubourg.games.lutins.insight import value
from faubourg.games.lutins.state import COLOURS, SHAPES

GAMES = [Game("lutins", players, **options) for players, options in variants("lutins")]
NEARLY = 1e-5


@cache
def positions(game: Game) -> list[Position]:
    """All positions of a greedy game."""
    position, generators, bots = game.start(), streams(3), [make("greedy")] * game.players
    met = [position.copy()]
    while position.turn is not None:
        position.step(next_move(position, bots, generators))
        met.append(position.copy())
    return met


def chances(game: Game, row: Row) -> list[float]:
    found = np.zeros(6)
    value(game.components.box, row, found)
    return found[: game.players].tolist()


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_chances_are_chances_and_the_gnome_has_what_the_lutins_have_not(game: Game) -> None:
    for position in positions(game):
        found = chances(game, position.row)
        lutin = found[int(position.row.gnome == 0)]
        assert 0.0 <= lutin <= 1.0
        for seat, chance in enumerate(found):
            assert chance == (1.0 - lutin if seat == position.row.gnome else lutin)


@pytest.mark.parametrize("building", ["imposed", "imaginary"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_nearer_the_gnome_the_less_hope(building: str, players: int) -> None:
    game = Game("lutins", players, building=building)
    for position in positions(game):
        row = position.row.copy()
        if row.to_act != OVER and row.turn_count > 0 and row.tower <= 6:
            before = chances(game, row)[0]
            row.tower += 5
            assert chances(game, row)[0] < before


def test_colours_are_only_colours() -> None:
    game = Game("lutins", 3)
    for position in positions(game)[::7]:
        usual = chances(game, position.row)[0]
        for order in permutations(range(len(COLOURS))):
            row = position.row.copy()
            row.middle[:] = position.row.middle.reshape(-1, SHAPES)[list(order)].ravel()
            counts = row.middle.reshape(-1, SHAPES).sum(axis=1)
            if len(set(counts.tolist())) == len(COLOURS):  # else one of equals comes first
                assert chances(game, row)[0] == pytest.approx(usual, abs=NEARLY)


def test_another_box_gets_chances_too() -> None:
    text = Game("lutins").components.text
    box = text.replace("tower = 12", "tower = 24").replace("emblems = 3", "emblems = 0")
    game = Game("lutins", 4, components=box, building="imaginary")
    usual = Game("lutins", 4, building="imaginary")
    for position in positions(game):
        assert all(0.0 <= chance <= 1.0 for chance in chances(game, position.row))
    start = positions(game)[12]
    assert chances(game, start.row)[0] > chances(usual, start.row)[0]


# ---------------------------------------------------------------- tables


def test_one_block_takes_as_many_turns_as_its_colour_or_white_lets_wait() -> None:
    fails = (4 / 6) ** 3
    one = np.array([1, 0, 0, 0])
    assert value_network.turns_to_empty(one) == pytest.approx(1 / (1 - fails), abs=NEARLY)
    assert value_network.turns_to_empty(0 * one) == 0.0


def test_every_block_more_takes_longer() -> None:
    generator = np.random.default_rng(1)
    for _ in range(200):
        counts = np.sort(generator.integers(0, 10, 4))[::-1].copy()
        more = counts.copy()
        more[0] += 1
        assert value_network.turns_to_empty(more) > value_network.turns_to_empty(counts)


def test_uneven_colours_take_longer() -> None:
    even, uneven = np.array([3, 3, 3, 3]), np.array([9, 1, 1, 1])
    assert value_network.turns_to_empty(even) < value_network.turns_to_empty(uneven)


def test_a_throw_brings_two_blocks_and_a_half_where_all_fit() -> None:
    assert value_network.BLOCKS[-1, 3] == pytest.approx(2.5, abs=NEARLY)
    assert value_network.BLOCKS[0, 3] == 0.0
    assert value_network.BLOCKS[1, 3] == pytest.approx(1 - (4 / 6) ** 3, abs=NEARLY)


# ---------------------------------------------------------------- play


def won_by(bots: list[object], game: Game, games: int) -> int:
    won = 0
    for number in range(games):
        position = game.start()
        play_on(position, bots, streams(4, number))  # type: ignore[arg-type]
        won += int(position.row.lying == 0)
    return won


def test_lutins_who_look_ahead_win_more_than_greedy_ones() -> None:
    """Measured on thousands of games they win 6 points more; here far fewer are played."""
    game, games = Game("lutins", 2, building="imaginary"), 150
    ahead = won_by([make("expert", simulations=300)] * 2, game, games)
    greedy = won_by([make("greedy")] * 2, game, games)
    assert ahead > greedy, (ahead, greedy)


def test_a_lutin_starts_a_second_house_for_the_gnome_to_destroy() -> None:
    """With four blocks in one house, a single one in another is all that the gnome gets."""
    game = Game("lutins", 2, building="imaginary", first="A")
    position = game.start()
    houses = {
        "hut": {"owner": "A", "blocks": {"red cube": 2, "yellow cube": 2}},
        "barn": {"owner": "A"},
        "chapel": {"owner": "B"},
        "bridge": {"owner": "B"},
    }
    game.part("setup").arrange(game.components, position.row, {"houses": houses, "tower": 4})
    for move in ("dice red blue blue", "block plain"):
        position.play(move)
    for seed in range(3):
        chosen = make("expert", simulations=400).choose(position, np.random.default_rng(seed))
        assert position.check(chosen).text.endswith("for barn")

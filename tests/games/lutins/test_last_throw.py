"""Where the next throw can be the last, a position of the lutins is worth what comes after it."""

from collections.abc import Iterator

import numpy as np
import pytest

from faubourg.bots.bot import make
from faubourg.bots.expectimax import solve
from faubourg.bots.match import next_move
from faubourg.core.game import Game, variants
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.core.streams import streams
from faubourg.games.lutins.insight import (
    LAST_LYING,
    LAST_OF_TOWER,
    rate,
    value,
    value_of_network,
)
from faubourg.games.lutins.state import NOBODY
from tests.effort import many

GAMES = [
    Game("lutins", players, **options)
    for players, options in variants("lutins")
    if options.get("cards") == "drawn" and options.get("first") == "random"
]

# Two yellow blocks are left, which Anna and Cleo can use, and one blue block is still to be laid.
HOUSES = {
    "aqueduct": ("A", "red long, red arch, orange arch, yellow cube, yellow arch, mauve cube"),
    "two_floor_house": ("A", "red long, orange cube"),
    "bridge": ("B", "red arch, orange cube, yellow long, mauve cube, mauve arch"),
    "watchtower": ("B", "orange cube, orange roof, mauve long"),
    "town_hall": (
        "B",
        "red cube, red cube, orange long, orange arch, yellow roof, mauve long, mauve long",
    ),
    "gatehouse": ("C", "orange long, yellow cube, yellow arch, mauve cube, mauve roof"),
    "long_house": ("C", "red roof, yellow long, mauve roof"),
    "barn": (
        "C",
        "red cube, red long, red roof, orange long, orange roof, yellow cube, mauve arch",
    ),
}


def lutins(position: Position, kernel=value) -> float:
    """The lutins' chance by a kernel."""
    found = np.zeros(6)
    kernel(position.game.box, position.row, found)
    return float(found[int(position.row.gnome == 0)])


def before_the_last(position: Position) -> bool:
    row, box = position.row, position.game.box
    if position.view()["phase"] != "throw":
        return False
    alone = row.gnome != NOBODY
    blue = int(box.tower - row.tower + row.asleep)
    return bool(row.lying <= LAST_LYING or (not alone and blue <= LAST_OF_TOWER))


def a_turn_later(position: Position, turn: int) -> float:
    """The chance by the network after the turn, over all that chance can do in it."""
    row = position.row
    if position.turn is None or row.turn_count > turn:
        return lutins(position, value_of_network)
    if position.turn == NATURE:
        after = [(float(part), str(action)) for action, part in position.chance.items()]
    else:
        best = max(position.legal.ids, key=lambda id: rate(position.game.box, row, id))
        after = [(1.0, str(position.legal[position.legal.ids.index(best)]))]
    total = 0.0
    for part, action in after:
        then = position.copy()
        then.play(action)
        total += part * a_turn_later(then, turn)
    return total


def ends(game: Game, seeds: int) -> Iterator[Position]:
    """Positions of greedy games before a throw that can be the last."""
    for seed in range(seeds):
        position, generators, bots = game.start(), streams(seed), [make("greedy")] * game.players
        while position.turn is not None:
            if before_the_last(position):
                yield position.copy()
            position.step(next_move(position, bots, generators))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_value_before_a_last_throw_is_the_mean_of_all_throws(game: Game) -> None:
    compared = 0
    for position in ends(game, many(4)):
        exact = a_turn_later(position, int(position.row.turn_count))
        drawn = position.row.left > 0  # a card that a throw brings is drawn once
        assert lutins(position) == pytest.approx(exact, abs=0.03 if drawn else 1e-6)
        compared += 1
    assert compared


def test_any_other_position_is_worth_what_the_network_says() -> None:
    game = Game("lutins", 3)
    position, generators, bots = game.start(), streams(1), [make("greedy")] * game.players
    near = far = 0
    while position.turn is not None:
        if before_the_last(position):
            near += lutins(position) != lutins(position, value_of_network)
        else:
            assert lutins(position) == lutins(position, value_of_network)
            far += 1
        position.step(next_move(position, bots, generators))
    assert near
    assert far


def test_partners_keep_the_house_that_the_last_blocks_fit() -> None:
    """An end game that was lost by 35 points: the network alone sees no difference."""
    game = Game("lutins", 3, building="imposed")
    position = game.start()
    houses = {}
    for id, (owner, blocks) in HOUSES.items():
        kinds = blocks.split(", ")
        houses[id] = {"owner": owner, "blocks": {kind: kinds.count(kind) for kind in kinds}}
    given = {"houses": houses, "tower": 10, "emblems": 3, "seat": "A"}
    game.part("setup").arrange(game.components, position.row, given)
    assert position.row.lying == 2
    for move in ("dice orange yellow blue", "block plain"):
        position.play(move)
    table = solve(position, most=20_000, ignored=["turn_count", "thrown"])

    def best_after(bot: str) -> float:
        then, generator = position.copy(), np.random.default_rng(1)
        then.play(make(bot, simulations=100).choose(then.copy(), generator))
        return float(table.chances(then)[0])

    best = float(table.chances(position)[0])
    assert best == pytest.approx(14 / 27)
    assert best_after("expert") == pytest.approx(best)
    assert best_after("expert-1") < best - 0.3

"""Ratings count anew only what an action may have changed; here all is counted anew."""

import random
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.games.cities import actions as act
from faubourg.games.cities import rules
from faubourg.games.cities.bot.worth import worth
from faubourg.games.cities.insight import (
    ATTRACTION_PLACES,
    HIDDEN,
    STAR,
    USUAL,
    rate,
    rate_all,
)
from faubourg.games.cities.mechanics import centre
from faubourg.games.cities.state import (
    ATTRACTION_ROW,
    CARD_ROW,
    CITIES,
    COLUMNS,
    KINDS,
    MODULE_ROW,
    OPEN,
    OPEN_ATTRACTIONS,
    TAKE,
    TILE_ROW,
    TURNS,
)
from tests.effort import many

from .random_games import VARIANTS, game_of


def worth_after(game: Game, row: Any, action: int) -> float:
    """The worth of the centre with an item placed or thrown away."""
    after = row.copy()
    if action < act.TILE:
        rules.start_tile(game.box, after, action - act.START)
    elif action < act.ATTRACTION:
        rules.place_tile(game.box, after, action - act.TILE)
    else:
        rules.place_item(after, action)
    return worth(game.box, after, int(row.turn_of))


def with_best_lot(game: Game, row: Any, tile: int) -> float:
    found, seat = [], int(row.turn_of)
    for y in range(-1, int(row.height[seat]) + 1):
        for x in range(-1, int(row.width[seat]) + 1):
            for top in range(TURNS):
                if centre.fits(row, seat, x, y):
                    after = row.copy()
                    centre.lay_tile(game.box, after, seat, tile, top, x, y)
                    found.append(worth(game.box, after, seat))
    return max(found, default=-1e9)


def with_item(game: Game, row: Any, module: bool, kind: int) -> Any:
    """The row with an item where it adds most, if it adds anything."""
    seat, best = int(row.turn_of), row
    room_for = centre.room_for_module if module else centre.room_for_attraction
    put = centre.put_module if module else centre.put_attraction
    room = int(room_for(row, seat, kind))
    while room:
        square = room & -room
        room ^= square
        after = row.copy()
        put(after, seat, kind, square)
        if worth(game.box, after, seat) > worth(game.box, best, seat):
            best = after
    return best


def worth_of_place(game: Game, row: Any, place: int) -> float:
    """What a place of the main board adds above what its row usually does."""
    (line, column), seat = divmod(place, COLUMNS), int(row.turn_of)
    usual, hidden, now = float(USUAL[line]), column == OPEN, worth(game.box, row, seat)
    if hidden and line != ATTRACTION_ROW:
        return (HIDDEN - 1) * usual + (STAR if line == MODULE_ROW else 0.0)
    if line == TILE_ROW:
        return with_best_lot(game, row, int(row.open_tiles[column])) - now - usual
    after = row.copy()
    if line == CARD_ROW:
        after.cards[seat] |= 1 << int(row.open_cards[column])
    for slot in range(OPEN_ATTRACTIONS):
        if line == ATTRACTION_ROW and ATTRACTION_PLACES[slot] == column:
            after = with_item(game, after, False, int(row.open_attractions[slot]))
    for colour in range(KINDS):
        if line == MODULE_ROW:
            for _ in range(int(row.open_modules[column, colour])):
                after = with_item(game, after, True, colour)
    return worth(game.box, after, seat) - now + (HIDDEN * usual / 2 if hidden else 0.0) - usual


def some_decisions(game: Game, seed: int) -> list[Position]:
    """Of a game at random."""
    chooser, position, found = random.Random(seed), game.start(), []
    while position.turn is not None:
        if position.turn == NATURE:
            weights = position.weights()
            (move,) = chooser.choices([*weights], [*weights.values()])
        else:
            if chooser.random() < 0.2:
                found.append(position.copy())
            move = chooser.choice(position.legal.ids)
        position.step(move)
    return found


@settings(max_examples=many(12))
@given(
    variant=st.sampled_from([*VARIANTS]),
    city=st.sampled_from(CITIES),
    easy=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_ratings_are_to_the_last_bit_those_of_counting_everything_anew(
    variant: str, city: str, easy: bool, seed: int
):
    game = game_of(variant, city, easy)
    for position in some_decisions(game, seed):
        row, actions = position.row, position.legal_array()
        ratings = np.zeros(len(actions))
        rate_all(game.box, row, actions, len(actions), ratings)
        counted = worth_of_place if row.phase == TAKE else worth_after
        assert ratings.tolist() == [counted(game, row, int(action)) for action in actions]
        assert rate(game.box, row, int(actions[-1])) == ratings[-1]

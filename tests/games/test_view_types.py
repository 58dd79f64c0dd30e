"""What the page is told of a game is what its view_types.py says, to the letter."""

import importlib
import json
import random
from importlib.util import find_spec
from typing import Any

import pytest
from pydantic import TypeAdapter

from faubourg import Game
from faubourg.core.game import games, variants
from faubourg.core.players import NATURE
from faubourg.core.position import Position

TYPED = [name for name in games() if find_spec(f"faubourg.games.{name}.view_types")]
MOVES = 600  # of each game that is played; the last position is looked at too
EVERY = 15


def check(adapter: TypeAdapter[Any], said: object) -> None:
    """As it comes over the wire: nothing is converted, and nothing may come on top."""
    adapter.validate_json(json.dumps(said), strict=True, extra="forbid")


def types(name: str, kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(getattr(importlib.import_module(f"faubourg.games.{name}.view_types"), kind))


def played(game: Game, seed: int) -> list[Position]:
    """Positions of a game in which everything is left to chance."""
    chosen = random.Random(seed)
    position = game.start()
    found = [position.copy()]
    for number in range(MOVES):
        if position.turn is None:
            break
        nature = position.turn == NATURE
        ids = list(position.weights()) if nature else list(position.legal.ids)
        position.play(int(chosen.choice(ids)))
        if number % EVERY == 0:
            found.append(position.copy())
    return [*found, position]


@pytest.mark.parametrize("name", TYPED)
def test_the_view_is_what_its_types_say(name: str):
    adapter = types(name, "View")
    for seed, (players, options) in enumerate(variants(name)):
        game = Game(name, players=players, **options)
        for position in played(game, seed):
            check(adapter, position.view())


@pytest.mark.parametrize("name", TYPED)
def test_the_box_is_what_its_types_say(name: str):
    game = Game(name)
    check(types(name, "Box"), game.part("view").box(game.components))

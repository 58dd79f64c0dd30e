"""Random games of Cities, with usual goals and with easy ones, for the rules and the slow model."""

import random
import re
import tomllib
from collections.abc import Iterator

from faubourg.core.game import Game
from faubourg.core.position import Position, action_of
from faubourg.games.cities.components import load
from faubourg.games.cities.state import CITIES, OBJECTIVES

from .model import Table

BOX = load()


# Goals that a random player often fulfils, so that markers run out.
EASY_GOALS = [
    'count = "squares"\nof = "buildings"\nevery = 2',
    'count = "zones"\nof = "park"\nsize = 2',
    'count = "attractions"\nof = "all"\nevery = 2',
    'count = "line"\nof = "street"\nevery = 3',
    'count = "sets"\nof = "buildings"\ndifferent = "colours"\nsize = 2',
    'count = "largest zone"\nof = "street"\ncolour = "one"\nevery = 3',
    'count = "squares"\nof = "water"\nbeside = "park"\nevery = 2',
    'count = "squares"\nof = "buildings"\nstoreys = 1\nevery = 2',  # may be lost again
]
EASY = re.sub(r"\[\[objective\]\]\n(.+\n)+", "", BOX.text) + "".join(
    f'\n[[objective]]\ncity = "{city}"\n{EASY_GOALS[(place + n) % len(EASY_GOALS)]}\n'
    f"numbers = [5, 4, 3]\n"
    for place, city in enumerate(CITIES)
    for n in range(OBJECTIVES)
)

VARIANTS = {
    "2 players": (2, "normal"),
    "2 players, long": (2, "long"),
    "3 players": (3, "normal"),
    "4 players": (4, "normal"),
}


def game_of(variant: str, city: str, easy: bool) -> Game:
    players, length = VARIANTS[variant]
    return Game("cities", players, city=city, length=length, components=EASY if easy else None)


def table_of(game: Game) -> Table:
    box = tomllib.loads(game.components.text)
    return Table(box, game.players, game.options["city"], game.options["length"] == "long")


def walk(game: Game, seed: int) -> Iterator[tuple[str, Position]]:
    """A game at random, now and then with something thrown away on purpose: every move, and the
    position after it, which is always the same object."""
    chooser = random.Random(seed)
    position = game.start()
    yield "", position
    while position.turn is not None:
        moves = {action_of(game, id).text: id for id in position.weights() or position.legal.ids}
        kept = [move for move in moves if not move.startswith("discard")]
        move = chooser.choice(kept if kept and chooser.random() > 0.05 else [*moves])
        position.step(moves[move])
        yield move, position

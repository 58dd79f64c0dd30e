"""Positions of Cities from partial views, for the tests beside this file."""

from typing import Any

from faubourg.core.game import Game
from faubourg.core.position import Position

# Squares a1 to d2: a joker under four storeys, roses, three storeys and a blue street; a ferry, a
# monument on a blue street, a park and water.
CENTRE: dict[str, Any] = {
    "lines": ["RPBB", "WBPW"],
    "attractions": {"a1": "joker", "b1": "roses", "a2": "ferry", "b2": "monument"},
    "buildings": {"a1": "green 4", "c1": "blue 3"},
}
OWN = {"A": {"centre": CENTRE}}


def arranged(seats: int = 3, options: dict[str, str] | None = None, **given: Any) -> Position:
    """A position with what is given; it has been checked like one that comes from elsewhere."""
    game = Game("cities", seats, **(options or {}))
    position = game.start()
    game.part("setup").arrange(game.components, position.row, given)
    return Position.from_row(game, position.row)


def options_now(position: Position) -> list[int]:
    """The legal actions, or Nature's outcomes."""
    return position.legal.ids or list(position.weights())

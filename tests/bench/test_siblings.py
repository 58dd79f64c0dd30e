"""The bench that holds evaluations against the choices of one decision."""

import numpy as np

from bench import siblings
from faubourg.core.game import Game
from faubourg.core.streams import streams
from faubourg.games.cities.state import COLUMNS, OPEN


def test_a_decision_has_a_sibling_for_each_open_place_and_all_are_judged_alike_twice():
    game = Game("cities", 2, city=siblings.CITIES[0])
    position = siblings.decision(game, 20, streams(5000))
    places = [action for action in position.legal.ids if action % COLUMNS != OPEN]
    points, said = siblings.judged(0, 20, playouts=3, seed=5)
    assert len(points) == len(places) > 2
    assert {len(values) for values in said} == {len(points)}
    again = siblings.judged(0, 20, playouts=3, seed=5)
    assert again[0].tolist() == points.tolist()
    assert [values.tolist() for values in again[1]] == [values.tolist() for values in said]


def test_the_lead_at_the_end_is_that_of_the_points():
    game = Game("cities", 2)
    position = siblings.decision(game, 60, streams(7))
    ahead = siblings.ahead(position, "result", 5, siblings.TO_THE_END, seed=1)
    far = siblings.ahead(position, "result", 5, 100, seed=1)
    assert ahead == far
    assert np.isfinite(ahead)
    assert abs(ahead) * siblings.network.POINTS < 100

"""Observations are what their fields say, and so is the page about them."""

import numpy as np
import pytest

from faubourg.core.game import Game, games
from faubourg.envs.extras import MissingExtra, needed
from faubourg.envs.render import render
from faubourg.envs.spaces import fields, split
from faubourg.gamekit.observation import starts
from scripts.observations import PAGE, page
from tests.envs.model import observed, walk

every_game = pytest.mark.parametrize("name", games())


def test_the_page_about_observations_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m scripts.observations"


@every_game
def test_fields_have_names_of_their_own_and_fill_the_observation(name: str):
    named = [field.name for field in fields(name)]
    assert len(set(named)) == len(named)
    assert starts(fields(name))[-1] == Game(name).part("observe").SIZE
    assert all(-128 <= field.low < field.high <= 127 for field in fields(name))
    assert all(field.help for field in fields(name))


@every_game
def test_every_seat_sees_itself_first_and_the_same_table(name: str):
    for number, position in enumerate(walk(Game(name, players=3), seed=2)):
        if number % 7 and position.turn is not None:
            continue
        seen = [split(name, observed(position, seat)) for seat in range(3)]
        for seat, own in enumerate(seen):
            assert own["players"].tolist()[:3] == [1, 1, 1]
            assert own["players"].sum() == 3
            assert np.flatnonzero(own["seat"]).tolist() == [seat]
            turn = [] if position.turn is None else [(position.turn - seat) % 3]
            assert np.flatnonzero(own["turn"]).tolist() == turn
            assert own["phase"].sum() == len(turn)


@every_game
def test_what_a_seat_has_is_seen_by_all_at_its_place(name: str):
    field = {"minivilles": "cards", "cities": "ground", "lutins": "own", "my_little_town": "hand"}
    for position in walk(Game(name, players=3), seed=4):
        tables = [split(name, observed(position, seat))[field[name]] for seat in range(3)]
        for owner in range(3):
            shown = {tables[seat][(owner - seat) % 3].tobytes() for seat in range(3)}
            assert len(shown) == 1


@every_game
def test_what_is_left_from_another_position_does_not_shine_through(name: str):
    game = Game(name, players=2)
    seen = game.part("observe")
    dirty = np.zeros(seen.SIZE, np.int8)
    for position in walk(game, seed=6):
        for seat in (1, 0):
            seen.observe(game.components.box, position.row, seat, dirty)
            assert (dirty == observed(position, seat)).all()


@every_game
def test_a_position_can_be_rendered_as_text_and_as_a_picture(name: str):
    for number, position in enumerate(walk(Game(name, players=2), seed=1)):
        if number % 20 == 0 or position.turn is None:
            texts = [render(position, "ansi"), render(position, "svg")]
            for shown in texts:
                assert "player_1" in shown
                assert ("Winner" in shown) == (position.turn is None)
            assert texts[1].startswith("<svg")
            assert "http" not in texts[1].replace("http://www.w3.org/2000/svg", "")


def test_a_missing_package_is_named_with_the_extra_that_brings_it():
    with pytest.raises(MissingExtra, match=r"pip install 'faubourg\[openspiel\]'"):
        needed("no_such_package.at_all", "openspiel")
    with pytest.raises(ImportError):
        needed("no_such_package", "envs")

"""Who sits where: labels of people and bots."""

import pytest

from faubourg.bots.levels import LEVELS
from faubourg.core.errors import OptionError
from faubourg.core.game import Game
from faubourg.terminal.seats import default_labels, read_seats, roles


def test_people_and_bots_may_have_names() -> None:
    seats = read_seats(["me", "Anna=me", "greedy", " Robbie = random "], 4)
    assert [seat.name for seat in seats] == ["Alix", "Anna", "Camille", "Robbie"]
    assert [seat.bot is None for seat in seats] == [True, True, False, False]
    game = Game("minivilles", players=4)
    assert roles(seats, game, "fr") == ["toi", "toi", "greedy", "random"]


@pytest.mark.parametrize("level", LEVELS)
def test_where_a_level_is_the_gnomes_a_bot_beside_people_is_a_partner(level: str) -> None:
    together, gnome = Game("lutins", players=3), Game("lutins", players=3, game="gnome")
    beside_me, bots_only = read_seats(["me", level, "me"], 3), read_seats([level] * 3, 3)
    assert roles(beside_me, together, "en") == ["you", "plays with you", "you"]
    assert roles(beside_me, together, "fr") == ["toi", "joue avec toi", "toi"]
    assert roles(beside_me, gnome, "en")[1] == level  # here levels are levels again
    assert roles(bots_only, together, "en") == [level] * 3
    assert roles(read_seats(["me", level], 2), Game("minivilles"), "en")[1] == level


def test_a_bot_that_is_no_level_goes_by_its_name_wherever_it_plays() -> None:
    seats = read_seats(["me", "greedy", "random"], 3)
    assert roles(seats, Game("lutins", players=3), "en") == ["you", "greedy", "random"]


def test_a_name_that_is_taken_is_not_given_twice() -> None:
    seats = read_seats(["Basile=me", "greedy"], 2)
    assert len({seat.name for seat in seats}) == 2


def test_without_a_word_there_is_one_person_against_bots() -> None:
    assert default_labels(3) == ["me", "steady", "steady"]


@pytest.mark.parametrize(
    "labels",
    [
        ["me"],
        ["me", "me", "me"],
        ["me", "deepblue"],
        ["me", ""],
        ["=me", "greedy"],
        ["x" * 17 + "=me", "greedy"],
        ["a\x1b[2J=me", "greedy"],
        ["Anna=me", "anna=greedy"],
    ],
)
def test_a_wrong_seat_is_refused(labels: list[str]) -> None:
    with pytest.raises(OptionError):
        read_seats(labels, 2)

"""Who sits where: labels of people and bots."""

import pytest

from faubourg.core.errors import OptionError
from faubourg.terminal.seats import default_labels, read_seats


def test_people_and_bots_may_have_names() -> None:
    seats = read_seats(["me", "Anna=me", "greedy", " Robbie = random "], 4)
    assert [seat.name for seat in seats] == ["Alix", "Anna", "Camille", "Robbie"]
    assert [seat.bot is None for seat in seats] == [True, True, False, False]
    assert [seat.role("fr") for seat in seats] == ["toi", "toi", "greedy", "random"]


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

"""Values from outside: what is a whole number, and the sentences of refusals in both languages."""

from collections.abc import Callable

import numpy as np
import pytest

from faubourg.bots.effort import MOST_SIMULATIONS, Effort, check_effort
from faubourg.core.checks import check_count, is_number, is_whole
from faubourg.core.errors import FaubourgError, OptionError
from faubourg.core.game import Game
from faubourg.core.options import read_pair, unknown
from faubourg.core.streams import check_seed
from faubourg.envs.gymnasium import SeatEnv
from faubourg.envs.render import check_mode
from faubourg.gamekit.box import checked_box
from faubourg.gamekit.nodes import Form, Key, Table, Whole
from faubourg.gamekit.positions import whole
from faubourg.server.settings import Settings, changed

USUAL = Effort(seconds=1.0)
# What is asked for, the code of the refusal, and its sentences.
REFUSED: list[tuple[Callable[[], object], str, str, str]] = [
    (
        lambda: Game("minivilles", players=9),
        "players",
        "The number of players is 9; allowed: 2 to 5.",
        "Le nombre de joueurs est 9 ; permis : de 2 à 5.",
    ),
    (
        lambda: Game("minivilles", first="Z"),
        "first",
        "The option 'first' is 'Z'; allowed: random, A, B.",
        "L'option « first » vaut 'Z' ; permis : random, A, B.",
    ),
    (
        lambda: check_seed(-1),
        "seed",
        "The seed is -1; allowed: whole numbers from 0 to 2**64 - 1.",
        "La graine est -1 ; permis : les entiers de 0 à 2**64 - 1.",
    ),
    (
        lambda: check_count("games", True),
        "games",
        "'games' is True; allowed: whole numbers from 1.",
        "« games » vaut True ; permis : les entiers à partir de 1.",
    ),
    (
        lambda: check_effort(float("nan"), None, USUAL),
        "seconds",
        "'seconds' is nan; allowed: numbers above 0, at most 3600.",
        "« seconds » vaut nan ; permis : les nombres au-dessus de 0, jusqu'à 3600.",
    ),
    (
        lambda: check_effort(None, 1.5, USUAL),
        "simulations",
        f"'simulations' is 1.5; allowed: whole numbers above 0, at most {MOST_SIMULATIONS}.",
        f"« simulations » vaut 1.5 ; permis : les entiers au-dessus de 0, jusqu'à {10**9}.",
    ),
    (
        lambda: SeatEnv("minivilles", players=3, seat=3),
        "seat",
        "The seat is 3; allowed: 0 to 2.",
        "La place est 3 ; permis : de 0 à 2.",
    ),
    (
        lambda: check_mode("film"),
        "render_mode",
        "The render mode is 'film'; allowed: ansi, svg, rgb_array, human, None.",
        "Le mode d'affichage est 'film' ; permis : ansi, svg, rgb_array, human, None.",
    ),
    (
        lambda: changed(Settings("sqlite://"), ["pace=-1"]),
        "pace",
        "'pace' is '-1'; allowed: numbers from 0.",
        "« pace » vaut '-1' ; permis : les nombres à partir de 0.",
    ),
    (
        lambda: checked_box("cost = 7", Form(Table((Key("cost", Whole(1, 6)),)))),
        "out-of-range",
        "line 1: The components: cost is 7; it may be 1 to 6.",
        "ligne 1 : Le matériel : cost vaut 7 ; permis : de 1 à 6.",
    ),
    (
        lambda: whole("x", 0, 5, "coins"),
        "position",
        "coins: 'x' is wrong; it must be a whole number from 0 to 5",
        "coins : 'x' ne va pas ; il faut un nombre entier de 0 à 5",
    ),
    (
        lambda: read_pair("first"),
        "option",
        "'first' must look like NAME=VALUE.",
        "« first » doit être NOM=VALEUR.",
    ),
]


@pytest.mark.parametrize(("given", "code", "english", "french"), REFUSED)
def test_a_refusal_says_what_was_given_and_what_is_allowed(
    given: Callable[[], object], code: str, english: str, french: str
):
    with pytest.raises(FaubourgError) as refused:
        given()
    assert (refused.value.code, *refused.value.text) == (code, english, french)


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, np.int64(1), 0, 4, -1])
def test_what_is_no_int_of_the_range_is_no_whole_number(value: object):
    assert not is_whole(value, 1, 3)


def test_both_ends_of_a_range_belong_to_it_and_it_may_be_open():
    assert is_whole(1, 1, 3)
    assert is_whole(3, 1, 3)
    assert is_whole(10**30, 1)


@pytest.mark.parametrize("value", [True, 0, -1, 1.1, float("nan"), float("inf"), "1", None])
def test_what_is_no_number_above_and_at_most_is_refused(value: object):
    assert not is_number(value, 0, 1)


def test_a_name_that_nothing_has_is_refused_with_those_that_there_are():
    error = unknown("bot", "nobody", ["random", "greedy"])
    assert isinstance(error, OptionError)
    assert error.sentence("fr") == "Pas de robot 'nobody' ; il y a : random, greedy."

"""What the page knows of Minivilles: the box, and the sums that it makes itself as the rules do."""

import json
from pathlib import Path
from typing import Any

import pytest

from faubourg import Game
from faubourg.core.players import SEAT_LETTERS
from faubourg.games.minivilles.components import load
from faubourg.games.minivilles.income import (
    pay_fees,
    take_blue_income,
    take_green_income,
    take_levies,
)
from faubourg.games.minivilles.setup import arrange
from faubourg.games.minivilles.view import box

BOX = load()
# The page's own tests hold its forecast to the same file.
KEPT = Path(__file__).parents[3] / "web/src/games/minivilles/forecast.cases.json"
CASES = json.loads(KEPT.read_text())["cases"]


def brought(towns: dict[str, Any]) -> dict[str, str]:
    """For each who may roll: "1/0 2/-1 …", number by number what every seat has more or less.

    Nobody has chosen anything: gifts, demolitions, catches and the TV Station bring nothing yet.
    """
    game = Game("minivilles", players=len(towns))
    laid = game.start().row
    arrange(BOX, laid, {"towns": towns})
    sums: dict[str, str] = {}
    for roller, letter in enumerate(towns):
        changes = []
        for number in range(1, 15):
            row = laid.copy()
            row.turn_of, row.number = roller, number
            pay_fees(BOX.box, row)
            take_green_income(BOX.box, row)
            take_blue_income(BOX.box, row)
            take_levies(BOX.box, row)
            change = row.coins[: len(towns)] - laid.coins[: len(towns)]
            changes.append("/".join(str(coins) for coins in change))
        sums[letter] = " ".join(changes)
    return sums


@pytest.mark.parametrize("case", CASES)
def test_the_forecast_of_the_page_is_what_the_rules_say(case: dict[str, Any]):
    assert brought(case["towns"]) == case["brought"]


def test_the_page_is_tested_with_the_box_as_it_is():
    assert json.loads(KEPT.read_text())["box"] == box(BOX)


def test_the_cases_of_the_forecast_know_every_establishment():
    seen = {id for case in CASES for t in case["towns"].values() for id in t["cards"]}
    assert seen == set(box(BOX)["cards"])


def test_the_box_has_every_card_with_its_facts():
    told = box(BOX)
    assert len(told["cards"]) == 28
    assert list(told["landmarks"]) == [card.id for card in BOX.landmarks]
    cafe = told["cards"]["cafe"]
    assert (cafe["colour"], cafe["symbol"], cafe["numbers"], cafe["cost"]) == ("red", "cup", [3], 2)
    assert cafe["effect"] == {"kind": "fee", "coins": 1}
    assert cafe["says"]["fr"].startswith("Au tour des autres : prenez 1 pièce")
    assert told["landmarks"]["harbor"]["effect"]["by"] == 2
    assert "bakery" in told["raised"]
    assert "soda_bottling_plant" not in told["raised"]


def test_a_smaller_box_tells_only_the_cards_it_has():
    text = BOX.text
    first, *rest = text.split("[[establishment]]")
    landmarks = "# Landmarks" + text.split("# Landmarks")[1]
    smaller = load("[[establishment]]".join([first, *rest[:12]]) + landmarks)
    assert len(box(smaller)["cards"]) == 12
    assert set(box(smaller)["raised"]) <= set(box(smaller)["cards"])


def test_the_cases_have_towns_of_all_sizes_of_table():
    tables = {tuple(case["towns"]) for case in CASES}
    assert tables == {tuple(SEAT_LETTERS[:players]) for players in range(2, 6)}

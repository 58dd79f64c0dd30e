"""What the page knows of Minivilles: the box."""

import json
from pathlib import Path

from faubourg.games.minivilles.components import load
from faubourg.games.minivilles.view import box

BOX = load()
KEPT = Path(__file__).parents[3] / "web/src/games/minivilles/box.json"


def test_the_page_is_tested_with_the_box_as_it_is():
    assert json.loads(KEPT.read_text()) == box(BOX)


def test_the_box_has_every_card_with_its_facts():
    told = box(BOX)
    assert len(told["cards"]) == 28
    assert list(told["landmarks"]) == [card.id for card in BOX.landmarks[:6]]
    cafe = told["cards"]["cafe"]
    assert (cafe["colour"], cafe["symbol"], cafe["numbers"], cafe["cost"]) == ("red", "cup", [3], 2)
    assert cafe["effect"] == {"kind": "fee", "coins": 1}
    assert cafe["says"]["fr"].startswith("Au tour des autres : prends 1 pièce")
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

"""The two readings of the book that a table may choose: what they change, and what they leave."""

import io
from typing import Any

import pytest
from rich.console import Console

from faubourg import Game, Record, play
from faubourg.core.contract import Scene
from faubourg.core.position import Position, read_action
from faubourg.core.text import Language
from faubourg.games.minivilles.card_text import effect_text

PARK_AT_HAND = {"coins": 16, "landmarks": ["train_station"]}
TOWER = {"landmarks": ["train_station", "radio_tower"]}


def arranged(town: dict[str, Any], **options: str) -> Position:
    game = Game("minivilles", 2, first="A", **options)
    position = game.start()
    game.part("setup").arrange(game.components, position.row, {"towns": {"A": town}})
    return position


def rating(position: Position, move: str) -> float:
    game = position.game
    action = read_action(game, move).id
    return float(game.part("insight").rate(game.components.box, position.row, action))


@pytest.mark.parametrize(("option", "value"), [("park", "now"), ("reroll", "kept")])
def test_a_record_names_a_reading_only_where_it_is_not_the_usual_one(option: str, value: str):
    usual = Record(Game("minivilles", 2, first="A")).dumps()
    assert "\noptions: first=A\n" in usual
    other = play(Game("minivilles", 2, first="A", **{option: value}), ["greedy", "random"], seed=3)
    assert f"\noptions: first=A {option}={value}\n" in other.dumps()
    assert Record.loads(other.dumps()) == other


@pytest.mark.clause("mv-24")
def test_greedy_knows_that_a_park_built_now_gives_a_turn():
    ratings = {}
    for park in ("later", "now"):
        for dice in ("dice 3 3", "dice 3 4"):
            position = arranged(PARK_AT_HAND, park=park)
            position.play("roll 2")
            position.play(dice)
            ratings[park, dice] = rating(position, "build amusement_park")
    assert ratings["now", "dice 3 3"] > ratings["now", "dice 3 4"]
    assert ratings["later", "dice 3 3"] == ratings["later", "dice 3 4"]


@pytest.mark.clause("mv-23")
def test_greedy_rates_a_reroll_by_the_dice_that_it_would_have():
    worth = {}
    for reroll in ("chosen", "kept"):
        for roll, faces in (("roll 1", "die 6"), ("roll 2", "dice 5 6")):
            position = arranged(TOWER, reroll=reroll)
            position.play(roll)
            position.play(faces)
            worth[reroll, roll] = rating(position, "reroll")
    assert worth["chosen", "roll 1"] == worth["chosen", "roll 2"]
    assert worth["chosen", "roll 1"] == max(worth["kept", "roll 1"], worth["kept", "roll 2"])
    assert worth["kept", "roll 1"] != worth["kept", "roll 2"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the Amusement Park gives another turn at once"),
        ("fr", "Parc d'attractions après un double donne aussitôt un tour"),
    ],
)
def test_the_terminal_says_what_the_table_agreed_on(language: Language, said: str):
    for park, shown in (("now", True), ("later", False)):
        game = Game("minivilles", 2, park=park)
        scene = Scene(
            game.components, game.start_row(), ["A", "B"], ["you", "bot"], [0], language, 120
        )
        written = io.StringIO()
        Console(width=120, file=written).print(game.part("terminal.screen").legend(scene))
        assert (said in written.getvalue()) == shown


def test_card_texts_say_what_is_rounded_and_what_must_be_done():
    components = Game("minivilles").components
    cards = {card.id: effect_text(components, card) for card in components.establishments}
    assert "rounded down" in cards["tax_office"].en
    assert "arrondie à l'inférieur" in cards["tax_office"].fr
    for id in ("moving_company", "demolition_company"):
        assert "you must" in cards[id].en
        assert "tu dois" in cards[id].fr
    assert "without one, nothing" in cards["demolition_company"].en
    assert "sinon rien" in cards["demolition_company"].fr

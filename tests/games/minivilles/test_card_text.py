"""The words on the cards say what the data says."""

import dataclasses

import pytest

from faubourg.games.minivilles.card_text import effect_text
from faubourg.games.minivilles.components import Card, load

BOX = load()
CARDS = (*BOX.establishments, *BOX.landmarks)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_number_of_an_effect_is_in_its_text(card: Card) -> None:
    text = effect_text(BOX, card)
    for said in text:
        assert said.endswith(".")
        for value in card.effect.values():
            if isinstance(value, int):
                assert str(value) in said


def test_another_number_on_a_card_is_another_text() -> None:
    for card in CARDS:
        for key, value in card.effect.items():
            if isinstance(value, int):
                other = dataclasses.replace(card, effect={**card.effect, key: value + 1})
                assert effect_text(BOX, other) != effect_text(BOX, card)


def test_one_coin_is_a_coin_and_two_are_coins() -> None:
    texts = {card.id: effect_text(BOX, card) for card in CARDS}
    assert texts["bakery"].en == "On your turn: get 1 coin."
    assert texts["mine"].fr == "Au tour de chacun : reçois 5 pièces."
    assert texts["mackerel_boat"].en.endswith("get 3 coins, if your Harbor is built.")

"""What scenarios can't show of the clauses of Minivilles: the whole box, the bank, who begins."""

import numpy as np
import pytest

from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.core.streams import nature_move, streams
from faubourg.games.minivilles.components import Minivilles, load

# id | English | French | colour | symbol | numbers | cost | in the deck
ESTABLISHMENTS = """
wheat_field            | Wheat Field                | Champs de blé                 | blue   | wheat    | 1        | 1 | 5
ranch                  | Ranch                      | Ferme                         | blue   | cow      | 2        | 1 | 5
forest                 | Forest                     | Forêt                         | blue   | gear     | 5        | 3 | 5
vineyard               | Vineyard                   | Vignoble                      | blue   | wheat    | 7        | 3 | 5
mackerel_boat          | Mackerel Boat              | Petit bateau de pêche         | blue   | boat     | 8        | 2 | 5
mine                   | Mine                       | Mine                          | blue   | gear     | 9        | 6 | 5
apple_orchard          | Apple Orchard              | Verger                        | blue   | wheat    | 10       | 3 | 5
tuna_boat              | Tuna Boat                  | Chalutier                     | blue   | boat     | 12 13 14 | 5 | 5
general_store          | General Store              | Épicerie                      | green  | bread    | 2        | 0 | 5
bakery                 | Bakery                     | Boulangerie                   | green  | bread    | 2 3      | 1 | 5
convenience_store      | Convenience Store          | Supérette                     | green  | bread    | 4        | 2 | 5
demolition_company     | Demolition Company         | Entreprise de travaux publics | green  | suitcase | 4        | 2 | 5
furniture_factory      | Furniture Factory          | Fabrique de meubles           | green  | factory  | 8        | 3 | 5
moving_company         | Moving Company             | Entreprise de déménagement    | green  | suitcase | 9 10     | 2 | 5
soda_bottling_plant    | Soda Bottling Plant        | Moonster soda                 | green  | factory  | 11       | 5 | 5
fruit_vegetable_market | Fruit and Vegetable Market | Marché de fruits et légumes   | green  | fruit    | 11 12    | 2 | 5
food_warehouse         | Food Warehouse             | Halle du marché               | green  | factory  | 12 13    | 2 | 5
cafe                   | Café                       | Café                          | red    | cup      | 3        | 2 | 5
french_restaurant      | French Restaurant          | Restaurant 5 étoiles          | red    | cup      | 5        | 3 | 5
pizza_joint            | Pizza Joint                | Pizzeria                      | red    | cup      | 7        | 1 | 5
hamburger_stand        | Hamburger Stand            | Moonster burger               | red    | cup      | 8        | 1 | 5
family_restaurant      | Family Restaurant          | Restaurant                    | red    | cup      | 9 10     | 3 | 5
members_only_club      | Member's Only Club         | Club privé                    | red    | cup      | 12 13 14 | 4 | 5
stadium                | Stadium                    | Stade                         | purple | tower    | 6        | 6 | 2
tv_station             | TV Station                 | Chaîne de télévision          | purple | tower    | 6        | 7 | 2
business_center        | Business Center            | Centre d'affaires             | purple | tower    | 6        | 8 | 2
publisher              | Publisher                  | Maison d'édition              | purple | tower    | 7        | 5 | 2
tax_office             | Tax Office                 | Centre des impôts             | purple | tower    | 8 9      | 4 | 2
"""  # noqa: E501

# id | English | French | cost
LANDMARKS = """
harbor         | Harbor         | Port               | 2
train_station  | Train Station  | Gare               | 4
shopping_mall  | Shopping Mall  | Centre commercial  | 10
amusement_park | Amusement Park | Parc d'attractions | 16
radio_tower    | Radio Tower    | Tour radio         | 22
airport        | Airport        | Aéroport           | 30
"""

DEAL = [
    "draw mine", "draw stadium", "draw cafe", "draw ranch", "draw bakery", "draw forest",
    "draw tuna_boat", "draw vineyard", "draw pizza_joint",
]  # fmt: skip


@pytest.fixture(scope="module")
def minivilles() -> Minivilles:
    return load()


def columns(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


@pytest.mark.clause("mv-1")
@pytest.mark.parametrize("line", columns(ESTABLISHMENTS), ids=lambda line: line[0])
def test_every_establishment_is_as_printed(minivilles: Minivilles, line: list[str]):
    id, en, fr, colour, symbol, numbers, cost, deck = line
    kind = [card.id for card in minivilles.establishments].index(id)
    card = minivilles.establishments[kind]
    assert (card.name.en, card.name.fr) == (en, fr)
    assert (card.colour, card.symbol) == (colour, symbol)
    assert card.numbers == tuple(int(number) for number in numbers.split())
    assert card.cost == int(cost) == minivilles.box.cost[kind]
    assert minivilles.box.deck[kind] == int(deck)


@pytest.mark.clause("mv-1")
@pytest.mark.parametrize("line", columns(LANDMARKS), ids=lambda line: line[0])
def test_every_landmark_is_as_printed(minivilles: Minivilles, line: list[str]):
    id, en, fr, cost = line
    place = [card.id for card in minivilles.landmarks].index(id)
    card = minivilles.landmarks[place]
    assert (card.name.en, card.name.fr) == (en, fr)
    assert card.cost == int(cost) == minivilles.box.landmark_cost[place]


@pytest.mark.clause("mv-1")
def test_the_box_has_165_cards(minivilles: Minivilles):
    def cards_of(colours: set[str]) -> list[int]:
        return [
            int(minivilles.box.deck[i]) for i, card in enumerate(named) if card.colour in colours
        ]

    most = minivilles.players[1]
    named = [card for card in minivilles.establishments if "unused" not in card.id]
    assert len(named) == len(columns(ESTABLISHMENTS)) == 28
    assert cards_of({"purple"}) == [2] * 5
    assert cards_of({"blue", "green", "red"}) == [5] * 23
    starting = int(minivilles.box.starting.sum()) * most
    landmarks = len([card for card in minivilles.landmarks if "unused" not in card.id]) * most
    assert (starting, landmarks) == (10, 30)
    assert starting + landmarks + sum(cards_of({"purple", "blue", "green", "red"})) == 165


@pytest.mark.clause("mv-17")
def test_purple_cards_and_no_others_are_unique(minivilles: Minivilles):
    assert all(card.unique == (card.colour == "purple") for card in minivilles.establishments)


@pytest.mark.clause("mv-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_town_starts_with_two_cards_and_the_rest_of_the_starting_cards_is_nowhere(players: int):
    row = Game("minivilles", players=players).start().row
    kinds = [card.id for card in load().establishments]
    first = np.array([int(id in ("wheat_field", "bakery")) for id in kinds])
    for seat in range(players):
        assert (row.cards[seat, : len(kinds)] == first).all()
        assert (row.coins[seat], row.landmarks[seat]) == (3, 0)
    assert row.cards.sum() == 2 * players
    assert row.deck.sum() + row.market.sum() == 125


@pytest.mark.clause("mv-3", "mv-8", "mv-26")
def test_the_bank_never_runs_out_and_nobody_has_too_much():
    position = Game("minivilles", players=2, first="A").start()
    for move in DEAL:
        position.play(move)
    position.row.landmarks[0] = 1 << [card.id for card in load().landmarks].index("airport")
    for _ in range(200):
        for move in ("die 6", "pass", "die 6", "pass"):
            position.play(move)
    assert position.row.coins[0] == 3 + 200 * 10
    assert position.row.coins[1] == 3


def first_player(seed: int, players: int) -> int:
    """Who begins a game whose Nature is played from a seed."""
    position: Position = Game("minivilles", players=players).start()
    nature = streams(seed).nature
    while position.row.turn_count == 0:
        position.step(nature_move(position, nature))
    return int(position.row.turn_of)


@pytest.mark.clause("mv-5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_seed_decides_who_begins_when_nobody_is_named(players: int):
    begin = [first_player(seed, players) for seed in range(30)]
    assert begin == [first_player(seed, players) for seed in range(30)]
    assert set(begin) == set(range(players))


@pytest.mark.clause("mv-5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_player_whom_the_table_names_begins(players: int):
    for seat, letter in enumerate("ABCDE"[:players]):
        position = Game("minivilles", players=players, first=letter).start()
        for move in DEAL:
            position.play(move)
        assert (position.row.turn_count, position.row.turn_of) == (1, seat)

"""Cards of one's own, by combining the effects there are: who pays, when, how much, for what."""

from typing import Any

import numpy as np
import pytest

from faubourg.bots.match import play
from faubourg.core.errors import ComponentsError, IllegalAction
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.core.text import Text
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles import insight
from faubourg.games.minivilles.advice import why
from faubourg.games.minivilles.card_text import effect_text, other_readings
from faubourg.games.minivilles.cards import RICHEST
from faubourg.games.minivilles.components import load
from faubourg.games.minivilles.forecast import forecast
from faubourg.games.minivilles.setup import arrange
from faubourg.lab.simulate import simulate
from faubourg.records.record import Record

TEXT = load().text
RANCH = TEXT[TEXT.index('[[establishment]]\nid = "ranch"') :].split("\n\n")[0]
NAMES = ("Anna", "Ben", "Cleo")


def with_card(effect: str, colour: str = "green", more: str = "") -> str:
    """The usual box with one card in place of the Ranch, on a number that no other acts on."""
    mine = f"""[[establishment]]
id = "folly"
en = "Folly"
colour = "{colour}"
symbol = "tower"
numbers = [14]
cost = 2
deck = 5
{more}
effect = {{ {effect} }}"""
    return (
        TEXT.replace(RANCH, mine)
        .replace("numbers = [12, 13, 14]", "numbers = [12, 13]")
        .replace("numbers = [11, 12]", "numbers = [11]")
    )


def rolled(text: str, **given: Any) -> tuple[Position, Position]:
    """Three players; A rolls two sixes and adds two."""
    game = Game("minivilles", 3, components=text, first="A")
    after = game.start()
    towns = {seat: dict(given.get(seat, {})) for seat in "ABC"}
    towns["A"].setdefault("landmarks", [])
    towns["A"]["landmarks"] = [*towns["A"]["landmarks"], "train_station", "harbor"]
    arrange(game.components, after.row, {"towns": towns})
    for move in ("roll 2", "dice 6 6"):
        after.play(move)
    before = after.copy()
    after.play("add 2")
    return before, after


def coins(position: Position) -> list[int]:
    return [int(count) for count in position.row.coins[:3]]


FOLLY = {"folly": 1}
# The effect and colour of a card, the towns, and everybody's coins after A rolled its number.
CASES: dict[str, tuple[str, str, dict[str, Any], list[int]]] = {
    "a coin for each landmark": (
        'kind = "income", coins = 1, per = ["landmark"]', "green",
        {"A": {"coins": 0, "cards": FOLLY}}, [2, 3, 3],
    ),
    "a coin for each landmark of all, on anyone's turn": (
        'kind = "income", coins = 1, per = ["landmark"], among = "all"', "blue",
        {"B": {"coins": 0, "cards": {"folly": 2}, "landmarks": ["airport"]}}, [3, 6, 3],
    ),
    "symbols and landmarks together": (
        'kind = "income", coins = 2, per = ["bread", "landmark"]', "green",
        {"A": {"coins": 0, "cards": {"folly": 1, "bakery": 3}}}, [10, 3, 3],
    ),
    "purple income": (
        'kind = "income", coins = 7', "purple", {"A": {"coins": 0, "cards": FOLLY}}, [7, 3, 3],
    ),
    "income from two landmarks on, there": (
        'kind = "income", coins = 7, at_least = 2', "green",
        {"A": {"coins": 0, "cards": FOLLY}}, [7, 3, 3],
    ),
    "income from three landmarks on, not there": (
        'kind = "income", coins = 7, at_least = 3', "green",
        {"A": {"coins": 0, "cards": FOLLY}}, [0, 3, 3],
    ),
    "all conditions at once": (
        'kind = "income", coins = 7, at_least = 2, below = 3, needs = "harbor"', "green",
        {"A": {"coins": 0, "cards": FOLLY}}, [7, 3, 3],
    ),
    "a levy on one's own turn, twice": (
        'kind = "levy", coins = 1', "green",
        {"A": {"coins": 0, "cards": {"folly": 2}}, "C": {"coins": 1}}, [3, 1, 0],
    ),
    "a levy for each own symbol": (
        'kind = "levy", coins = 1, per = ["bread"], among = "own"', "purple",
        {"A": {"coins": 0, "cards": {"folly": 1, "bakery": 2}}}, [4, 1, 1],
    ),
    "a levy for each landmark of who pays": (
        'kind = "levy", coins = 2, per = ["landmark"]', "purple",
        {"A": {"coins": 0, "cards": FOLLY}, "B": {"landmarks": ["airport"]}}, [2, 1, 3],
    ),
    "a levy with a condition that does not hold": (
        'kind = "levy", coins = 2, needs = "airport"', "purple",
        {"A": {"coins": 0, "cards": FOLLY}}, [0, 3, 3],
    ),
    "a tax on one's own turn, once for two cards": (
        'kind = "tax", from = 4', "green",
        {"A": {"coins": 0, "cards": {"folly": 2}}, "B": {"coins": 9}}, [4, 5, 3],
    ),
    "a fee for each landmark of the roller": (
        'kind = "fee", coins = 2, per = ["landmark"], among = "payer"', "red",
        {"A": {"coins": 9}, "B": {"cards": FOLLY}}, [5, 7, 3],
    ),
    "a fee for each own symbol, if there are landmarks": (
        'kind = "fee", coins = 1, per = ["bread"], at_least = 1', "red",
        {"A": {"coins": 9},
         "B": {"cards": {"folly": 1, "bakery": 3}, "landmarks": ["airport"]},
         "C": {"cards": {"folly": 1, "bakery": 3}}}, [6, 6, 3],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_card_of_ones_own_does_what_it_says(case: str):
    effect, colour, towns, wanted = CASES[case]
    _, after = rolled(with_card(effect, colour), **towns)
    assert coins(after) == wanted


@pytest.mark.parametrize("case", CASES)
def test_events_and_forecast_agree_with_the_rules(case: str):
    effect, colour, towns, wanted = CASES[case]
    before, after = rolled(with_card(effect, colour), **towns)
    game = before.game
    parts = game.part("events")
    moved = dict.fromkeys("ABC", 0)
    for event in parts.events(game.components, before.row, act.number_of(act.RAISE), after.row):
        assert all(parts.tell(game.components, event, NAMES))
        if event["kind"] == "paid":
            moved[event["from"]] -= event["coins"]
            moved[event["to"]] += event["coins"]
        elif event["kind"] == "earned":
            moved[event["seat"]] += event["coins"]
    was = coins(before)
    assert [now - then for now, then in zip(wanted, was, strict=True)] == [*moved.values()]
    assert forecast(game.components, before.row)["A"]["mine"][13] == wanted[0] - was[0]


SAID = {
    'kind = "income", coins = 1, per = ["landmark"]': Text(
        "On your turn: get 1 coin for each landmark in your town.",
        "À ton tour : reçois 1 pièce par monument de ta ville.",
    ),
    'kind = "levy", coins = 2, per = ["cup", "landmark"], among = "own", needs = "harbor"': Text(
        "On your turn: take 2 coins from every other player for each cup card or landmark in your "
        "town, if your Harbor is built.",
        "À ton tour : prends 2 pièces à chaque adversaire par carte tasse ou monument de ta ville, "
        "si tu as le monument Port.",
    ),
    'kind = "tax", from = 4, at_least = 1': Text(
        "On your turn: take half the coins, rounded down, of every other player who has 4 or more, "
        "if you have 1 landmark or more; once, however many you have.",
        "À ton tour : reçois la moitié des pièces, arrondie à l'inférieur, de chaque joueur qui en "
        "possède 4 ou plus, si tu as au moins 1 monument ; une seule fois.",
    ),
    'kind = "income", coins = 3, at_least = 2, below = 4': Text(
        "On your turn: get 3 coins, if you have 2 to 3 landmarks.",
        "À ton tour : reçois 3 pièces, si tu as de 2 à 3 monuments.",
    ),
}


@pytest.mark.parametrize("effect", SAID)
def test_the_text_of_a_card_of_ones_own_says_all_of_it(effect: str):
    components = load(with_card(effect))
    card = components.establishments[components.kind("folly") or 0]
    assert effect_text(components, card) == SAID[effect]


def test_a_fee_says_whose_symbols_it_counts():
    effect = 'kind = "fee", coins = 1, per = ["bread"], among = "payer", roller_landmarks = 1'
    components = load(with_card(effect, "red"))
    card = components.establishments[components.kind("folly") or 0]
    assert effect_text(components, card).en == (
        "On other players' turns: take 1 coin from the player who rolled for each bread card of "
        "theirs, if they have 1 landmark or more."
    )


@pytest.mark.parametrize("case", CASES)
def test_bots_value_and_explain_a_card_of_ones_own(case: str):
    effect, colour, _, _ = CASES[case]
    game = Game("minivilles", 3, components=with_card(effect, colour), first="A")
    position = game.start()
    town = {"coins": 20, "landmarks": ["train_station", "harbor"], "cards": {"bakery": 2}}
    given = {"phase": "build", "dice": [3], "towns": {"A": town}, "market": {"folly": 1}}
    arrange(game.components, position.row, given)
    build = game.part("notation").read(game.components, "build folly")
    assert np.isfinite(insight.rate(game.box, position.row, build))
    said = why(game.components, position.row, build, NAMES)
    assert said is not None
    assert said.en != said.fr


@pytest.mark.parametrize("numbers", ["[]", "[13]", "[2, 14]"])
def test_a_card_that_nobody_can_roll_is_explained_by_its_rule(numbers: str):
    text = with_card('kind = "levy", coins = 2', "purple")
    text = text.replace("numbers = [14]", f"numbers = {numbers}")
    game = Game("minivilles", 2, components=text, first="A")
    position = game.start()
    given = {"phase": "build", "dice": [3], "towns": {"A": {"coins": 20}}, "market": {"folly": 1}}
    arrange(game.components, position.row, given)
    build = game.part("notation").read(game.components, "build folly")
    assert "from " in why(game.components, position.row, build, NAMES).en.lower()


def test_a_fee_that_differs_from_player_to_player_is_not_given_as_one():
    effect = 'kind = "fee", coins = 1, per = ["bread"], among = "payer"'
    game = Game(
        "minivilles", 3, components=with_card(effect, "red").replace("[14]", "[5]"), first="A"
    )
    position = game.start()
    towns = {"A": {"coins": 20}, "B": {"cards": {"bakery": 1}}, "C": {"cards": {"bakery": 2}}}
    given = {"phase": "build", "dice": [3], "towns": towns, "market": {"folly": 1}}
    arrange(game.components, position.row, given)
    build = game.part("notation").read(game.components, "build folly")
    assert "for each bread card of theirs" in why(game.components, position.row, build, NAMES).en


# ---------------------------------------------------------------- fewer landmarks and kinds


def fewer_landmarks(*gone: str, to_win: int) -> str:
    head, *entries = TEXT.split("[[landmark]]")
    kept = [entry for entry in entries if not any(f'id = "{id}"' in entry for id in gone)]
    text = "[[landmark]]".join([head, *kept])
    return text.replace("landmarks_to_win = 5", f"landmarks_to_win = {to_win}").replace(
        ', needs = "harbor"', ""
    )


def test_a_box_with_two_landmarks_is_played_to_the_end():
    text = fewer_landmarks("harbor", "train_station", "airport", "radio_tower", to_win=2)
    game = Game("minivilles", 3, components=text)
    assert [card.id for card in game.components.all_landmarks] == [
        "shopping_mall",
        "amusement_park",
    ]
    record = play(game, ["greedy", "random", "greedy"], seed=3)
    assert Record.loads(record.dumps()) == record
    assert max(simulate(game, ["greedy"] * 3, games=20, seed=1).points.max(axis=1)) == 2
    position = game.start()
    assert len(game.part("view").box(game.components)["landmarks"]) == 2
    arrange(game.components, position.row, {"phase": "build", "dice": [3]})
    with pytest.raises(IllegalAction) as refused:
        position.check(act.number_of(act.LANDMARK + 5))
    assert refused.value.code == "no-landmark"
    assert other_readings(game.components, position.row) == []


def test_a_landmark_may_have_no_power():
    text = TEXT.replace('power = { kind = "two_dice" }', 'power = { kind = "none" }')
    components = load(text)
    assert effect_text(components, components.landmarks[1]).fr == (
        "Une fois construit : compte pour gagner."
    )
    assert simulate(Game("minivilles", 2, components=text), ["greedy"] * 2, games=5, seed=1)


REFUSED = {
    "more landmarks to win than there are": (
        fewer_landmarks("airport", to_win=6), "it may be 1 to 5",
    ),
    "counting nowhere": (
        with_card('kind = "income", coins = 1, among = "all"'),
        "'among' says nothing about an effect without 'per'",
    ),
    "all coins for each": (
        with_card('kind = "fee", coins = "all", per = ["cup"]', "red"),
        "'per' says nothing about all coins",
    ),
    "two gifts on one number": (
        with_card('kind = "give", coins = 1').replace("[14]", "[9]"), "both give on 9",
    ),
    "at least more than below": (
        with_card('kind = "levy", coins = 1, at_least = 3, below = 3'),
        "effect.at_least of folly is 3; it may be 0 to 2",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_has_no_meaning_is_refused(case: str):
    text, said = REFUSED[case]
    with pytest.raises(ComponentsError) as refused:
        load(text)
    assert said in refused.value.text.en


def test_a_town_could_get_no_more_cards_of_a_kind_than_a_row_can_count():
    text = TEXT.replace("deck = 5", "deck = 0").replace("deck = 2", "deck = 0")
    text = text.replace("deck = 0\nstarting = 1", "deck = 119\nstarting = 2", 1)
    with pytest.raises(ComponentsError, match="all cards of wheat_field is 129; it may be 0 to"):
        load(text)


def test_a_purse_has_a_bound():
    text = with_card('kind = "income", coins = 9999, per = ["tower"]').replace(
        "deck = 5", "deck = 1"
    )
    text = text.replace("cost = 2\ndeck = 1\n\neffect", "cost = 2\ndeck = 90\n\neffect")
    before, after = rolled(text, A={"coins": 9999, "cards": {"folly": 90}})
    before.row.coins[0] = RICHEST - 1
    before.play("add 2")
    assert (int(after.row.coins[0]), int(before.row.coins[0])) == (9999 + 90 * 90 * 9999, RICHEST)

"""Sentences take names and numbers from the box: from one that renames landmarks and has other
numbers, and from the usual one, to the letter as it always was."""

from collections.abc import Sequence
from typing import Any

import pytest

from faubourg.core.contract import Scene
from faubourg.core.errors import IllegalAction
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.core.text import Text
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles import insight
from faubourg.games.minivilles.advice import why
from faubourg.games.minivilles.notation import read
from faubourg.games.minivilles.setup import arrange
from faubourg.games.minivilles.terminal.screen import question
from faubourg.games.minivilles.view import describe

USUAL = Game("minivilles", 2, first="A")
NAMES = ("Anna", "Ben")
CHANGES = {
    'en = "Harbor"\nfr = "Port"': 'en = "Quay"\nfr = "Quai"',
    "from = 10, by = 2": "from = 10, by = 1",
    'en = "Radio Tower"\nfr = "Tour radio"': 'en = "Antenna"\nfr = "Antenne"',
    'en = "Airport"\nfr = "Aéroport"': 'en = "Lighthouse"\nfr = "Phare"',
    'en = "Tuna Boat"\nfr = "Chalutier"': 'en = "Fish Ferry"\nfr = "Bateau de pêche"',
    'kind = "pick", coins = 5': 'kind = "pick", coins = 3',
}


def own_box() -> Game:
    text = USUAL.components.text
    for old, new in CHANGES.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    return Game("minivilles", 2, components=text, first="A")


OWN = own_box()


def position(game: Game, moves: Sequence[str], **given: Any) -> Position:
    found = game.start()
    arrange(game.components, found.row, given)
    for move in moves:
        found.play(move)
    return found


def raising(game: Game) -> Position:
    """Whether to add to a roll of 10."""
    town = {"landmarks": ["train_station", "harbor"]}
    return position(game, ["roll 2", "dice 4 6"], towns={"A": town})


def rerolling(game: Game) -> Position:
    return position(game, ["die 3"], towns={"A": {"landmarks": ["radio_tower"]}})


def fishing(game: Game) -> Position:
    town = {"landmarks": ["train_station", "harbor"], "cards": {"tuna_boat": 1}}
    return position(game, ["roll 2", "dice 6 6", "stay"], towns={"A": town})


def building(game: Game) -> Position:
    town = {"landmarks": ["airport"], "coins": 1}
    return position(game, [], towns={"A": town}, phase="build", dice=[3])


def refused(found: Position, move: str) -> Text:
    with pytest.raises(IllegalAction) as caught:
        found.play(move)
    return caught.value.text


def sentences_of(found: Position, move: str) -> list[Text]:
    """The sentences about a move."""
    game, before = found.game, found.row.copy()
    action = read(game.components, move)
    found.play(move)
    events = game.part("events")
    happened = events.events(game.components, before, action, found.row)
    return [events.tell(game.components, event, NAMES) for event in happened]


def question_in(found: Position) -> Text:
    scene = {
        "components": found.game.components,
        "row": found.row,
        "names": NAMES,
        "roles": NAMES,
        "people": (0, 1),
        "width": 80,
    }
    return Text(*(question(Scene(**scene, language=language)) for language in ("en", "fr")))


def description(found: Position, action: int) -> Text:
    return describe(found.game.components, found.row, action, NAMES)


SENTENCES = {
    "the choice to raise": (
        lambda game: description(raising(game), act.number_of(act.RAISE)),
        Text("Add 2 (Harbor)", "Ajouter 2 (Port)"),
        Text("Add 1 (Quay)", "Ajouter 1 (Quai)"),
    ),
    "the choice to reroll": (
        lambda game: description(rerolling(game), act.number_of(act.REROLL)),
        Text("Roll again (Radio Tower)", "Relancer (Tour radio)"),
        Text("Roll again (Antenna)", "Relancer (Antenne)"),
    ),
    "the question": (
        lambda game: question_in(raising(game)),
        Text("You rolled 10: add 2?", "Tu as fait 10 : ajouter 2 ?"),
        Text("You rolled 10: add 1?", "Tu as fait 10 : ajouter 1 ?"),
    ),
    "the refusal while raising": (
        lambda game: refused(raising(game), "pass"),
        Text("Not now: add 2 to the roll or not.", "Pas maintenant : ajoute 2 au jet ou non."),
        Text("Not now: add 1 to the roll or not.", "Pas maintenant : ajoute 1 au jet ou non."),
    ),
    "the refusal while fishing": (
        lambda game: refused(fishing(game), "pass"),
        Text(
            "Not now: the dice for the Tuna Boats are rolling.",
            "Pas maintenant : les dés des Chalutiers roulent.",
        ),
        Text(
            "Not now: the dice for the Fish Ferry cards are rolling.",
            "Pas maintenant : les dés des cartes Bateau de pêche roulent.",
        ),
    ),
    "the event of raising": (
        lambda game: sentences_of(raising(game), "add 2")[0],
        Text("Anna adds 2: 12.", "Anna ajoute 2 : 12."),
        Text("Anna adds 1: 11.", "Anna ajoute 1 : 11."),
    ),
    "the event of building nothing": (
        lambda game: sentences_of(building(game), "pass")[1],
        Text("Anna gets 10 (Airport).", "Anna reçoit 10 (Aéroport)."),
        Text("Anna gets 10 (Lighthouse).", "Anna reçoit 10 (Phare)."),
    ),
    "the hint to build nothing": (
        lambda game: why(game.components, building(game).row, act.number_of(act.PASS), NAMES),
        Text(
            "The Airport pays 10 coins for building nothing.",
            "L'Aéroport rapporte 10 pièces si tu ne construis rien.",
        ),
        Text(
            "The Lighthouse pays 10 coins for building nothing.",
            "La carte Phare rapporte 10 pièces si tu ne construis rien.",
        ),
    ),
}


@pytest.mark.parametrize(("make", "usual", "own"), SENTENCES.values(), ids=SENTENCES)
def test_the_words_of_the_box_are_in_the_sentence(make: Any, usual: Text, own: Text):
    assert make(USUAL) == usual
    assert make(OWN) == own


def test_raising_may_be_typed_with_the_number_of_the_box_or_as_records_have_it():
    raised = act.number_of(act.RAISE)
    assert read(OWN.components, "add 1") == read(OWN.components, "add 2") == raised
    assert raising(OWN).play("add 1") == raising(OWN).play("add 2")


def test_a_unique_card_that_is_not_purple_is_not_called_purple():
    text = USUAL.components.text.replace(
        "numbers = [9]\ncost = 6", "unique = true\nnumbers = [9]\ncost = 6"
    )
    game = Game("minivilles", 2, components=text, first="A")
    town = {"coins": 20, "cards": {"mine": 1, "stadium": 1}}
    market = {"mine": 1, "stadium": 1}
    found = position(game, [], towns={"A": town}, market=market, phase="build", dice=[3])
    assert refused(found, "build mine").en == (
        "There is one Mine in this town already; cards like it are unique."
    )
    assert refused(found, "build stadium").en == (
        "There is one Stadium in this town already; purple cards are unique."
    )


@pytest.mark.parametrize(("game", "most"), [(USUAL, 5), (OWN, 3)], ids=["usual", "own"])
def test_greedy_takes_from_others_no_more_than_the_card_allows(game: Game, most: int):
    """Both have more than the card takes, so the one with a landmark is the better to take from."""
    towns = {
        "A": {"cards": {"tv_station": 1}},
        "B": {"coins": most + 1},
        "C": {"coins": most, "landmarks": ["harbor"]},
    }
    three = Game("minivilles", 3, components=game.components.text, first="A")
    found = position(three, ["die 6"], towns=towns)
    rated = {
        seat: insight.rate(three.components.box, found.row, act.number_of(act.PICK + seat))
        for seat in (1, 2)
    }
    assert rated[1] == pytest.approx(most)
    assert rated[2] == pytest.approx(most + 0.1)

"""The texts of objectives and cards, generated from the goals in both languages."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest

from faubourg.core.game import Game
from faubourg.core.text import Text
from faubourg.games.cities.mechanics.counting import (
    BY_BOTH,
    COUNT_ZONES,
    COUNTS,
    DIFFERENCES,
    OF_BUILDINGS,
    WHATS,
)
from faubourg.games.cities.mechanics.goals import ALLOWED, Goal, read_goal
from faubourg.games.cities.state import FIRST_CARD
from faubourg.games.cities.text.goal_text import (
    GLOSSARY,
    card_text,
    objective_text,
    points_text,
    progress_text,
)

COMPONENTS = Game("cities").components
# A few values of every word of the vocabulary; None is a word that is left out.
VALUES: dict[str, list[Any]] = {
    "colour": [None, "red", "blue", "green", "yellow", "one", "each"],
    "storeys": [None, 1, 2, 4],
    "at_least": [None, 2, 3, 4],
    "at_most": [None, 1, 2, 3],
    "beside": [None, "park", "water", "street", "buildings", "monuments"],
    "size": [None, 2, 3],
    "attractions": [None, 1, 2],
    "different": ["colours", "heights", "both"],
}


def entries() -> Iterator[dict[str, Any]]:
    """Every sentence that the vocabulary allows, with a few values for each word."""
    for count, (whats, words) in ALLOWED.items():
        for what, *values in itertools.product(whats, *(VALUES[word] for word in words), [1, 2, 3]):
            entry = {"count": COUNTS[count], "of": WHATS[what], "every": values[-1]}
            said = zip(words, values, strict=False)
            entry |= {word: value for word, value in said if value is not None}
            if len({"storeys", "at_least", "at_most"} & entry.keys()) > 1:
                continue
            if "size" in words and count != COUNT_ZONES:
                entry.setdefault("size", 2)
            if what != OF_BUILDINGS and {"storeys", "at_least", "at_most"} & entry.keys():
                continue
            if WHATS[what] in ("park", "water") and "colour" in entry:
                continue
            if WHATS[what] not in ("park", "water") and "attractions" in entry:
                continue
            each = count == COUNT_ZONES and what == OF_BUILDINGS
            if entry.get("colour") == "each" and not each:
                continue
            if entry.get("different") == DIFFERENCES[BY_BOTH]:
                entry["every"] = 1
            yield entry


def goal_of(**entry: Any) -> Goal:
    return read_goal(entry)


def is_right(text: Text) -> None:
    """Nothing unfilled, doubled or left open, and no faults that are easily made."""
    assert text.en != text.fr
    for said in text:
        assert not re.search(r"[{}]|  | ,|None| $|^ ", said), said
        assert said.count("(") == said.count(")")
        assert re.match(r"[A-Z0-9]", said), said
        assert said[-1].isalnum() or said[-1] == ")", said
    assert not re.search(r"\b1 (points|squares|buildings|zones|sets|storeys)\b", text.en), text.en
    assert not re.search(r"\b[2-9] (point|square|building|zone|set|storey)\b", text.en), text.en
    assert not re.search(r"\b1 \w+s\b", text.fr), text.fr
    assert not re.search(r"\b[2-9] (point|case|bâtiment|zone|ensemble|niveau)\b", text.fr), text.fr
    assert not re.search(r"\b(de|le|la|que) [aeiouyéèêâ]", text.fr.replace("à", "")), text.fr
    assert not re.search(r"bâtiments? (bleue|verte)|(case|rue)s?( Rue)? (bleus?|verts?)\b", text.fr)


@pytest.mark.parametrize("place", range(len(COMPONENTS.goals)))
def test_every_objective_and_card_of_the_box_reads_well(place: int):
    goal = COMPONENTS.goals[place]
    if place < FIRST_CARD:
        is_right(objective_text(goal))
        is_right(progress_text(goal, 1, max(goal.every, goal.extent)))
    else:
        is_right(card_text(goal, int(COMPONENTS.box.points[place])))


def test_every_sentence_of_the_vocabulary_reads_well():
    texts: dict[Text, Goal] = {}
    found = 0
    for entry in entries():
        goal = goal_of(**entry)
        objective, card = objective_text(goal), card_text(goal, 2)
        is_right(objective)
        is_right(card)
        # The texts are unambiguous: no two cards read alike.
        assert texts.setdefault(card, goal) == goal, card
        for number in {goal.every, goal.extent, goal.attractions} - {0, 1}:
            assert str(number) in card.en
            assert str(number) in objective.fr
        found += 1
    assert found > 1000


def test_objectives_that_read_alike_ask_for_the_same():
    """A largest zone of six squares, and a zone of six: said alike because they are alike."""
    alike: dict[Text, set[Goal]] = {}
    for entry in entries():
        goal = goal_of(**entry)
        alike.setdefault(objective_text(goal), set()).add(goal)
    for text, goals in alike.items():
        if len(goals) > 1:
            assert {COUNTS[goal.count] for goal in goals} <= {
                "zones",
                "largest zone",
                "squares",
                "line",
                "stairs",
            }, text
            assert len({goal.what for goal in goals}) == 1, text


OBJECTIVES_SAID = {
    ("A park zone of at least 6 squares", "Une zone de parc d'au moins 6 cases"):
        {"count": "zones", "of": "park", "size": 6},
    ("At least 4 buildings of 3 or more storeys", "Au moins 4 bâtiments de 3 niveaux ou plus"):
        {"count": "squares", "of": "buildings", "at_least": 3, "every": 4},
    ("At least 1 green street square", "Au moins 1 case Rue verte"):
        {"count": "squares", "of": "street", "colour": "green"},
    ("At least 2 blue street squares beside a monument",
     "Au moins 2 cases Rue bleues à côté d'un monument"):
        {"count": "squares", "of": "street", "colour": "blue", "beside": "monuments", "every": 2},
    ("At least 3 zones, each of at least 2 buildings of one colour",
     "Au moins 3 zones, chacune d'au moins 2 bâtiments d'une même couleur"):
        {"count": "zones", "of": "buildings", "colour": "each", "size": 2, "every": 3},
    ("At least 2 street zones of at least 3 squares each, all of the same colour",
     "Au moins 2 zones de rue d'au moins 3 cases chacune, toutes de la même couleur"):
        {"count": "zones", "of": "street", "colour": "one", "size": 3, "every": 2},
    ("A water zone with at least 1 attraction", "Une zone d'eau avec au moins 1 attraction"):
        {"count": "zones", "of": "water", "attractions": 1},
    ("A straight line of at least 3 buildings, each one storey higher than the one before",
     "Une ligne droite d'au moins 3 bâtiments, chacun d'un niveau plus haut que le précédent"):
        {"count": "stairs", "of": "buildings", "every": 3},
    ("A set of 3 buildings, all of different colours and of different heights",
     "Un ensemble de 3 bâtiments, tous de couleurs différentes et de hauteurs différentes"):
        {"count": "sets", "of": "buildings", "different": "both", "size": 3},
    ("At least 3 park or water attractions", "Au moins 3 attractions de parc ou d'eau"):
        {"count": "attractions", "of": "all", "every": 3},
}  # fmt: skip
CARDS_SAID = {
    ("2 points for each red building of 2 or more storeys",
     "2 points pour chaque bâtiment rouge de 2 niveaux ou plus"):
        {"count": "squares", "of": "buildings", "colour": "red", "at_least": 2},
    ("2 points for every 2 squares of your largest park zone",
     "2 points par tranche de 2 cases de ta plus grande zone de parc"):
        {"count": "largest zone", "of": "park", "every": 2},
    ("2 points for each building of your best colour",
     "2 points pour chaque bâtiment de ta meilleure couleur"):
        {"count": "squares", "of": "buildings", "colour": "one"},
    ("2 points for each building of exactly 1 storey beside another building",
     "2 points pour chaque bâtiment d'exactement 1 niveau à côté d'un autre bâtiment"):
        {"count": "squares", "of": "buildings", "storeys": 1, "beside": "buildings"},
    ("2 points for each square of your longest straight line of green street squares",
     "2 points pour chaque case de ta plus longue ligne droite de cases Rue vertes"):
        {"count": "line", "of": "street", "colour": "green"},
    ("2 points for each set of 3 different water attractions",
     "2 points pour chaque ensemble de 3 attractions d'eau différentes"):
        {"count": "collections", "of": "water", "size": 3},
    ("2 points for a set of 2 buildings, all of different colours and of different heights (once)",
     "2 points pour un ensemble de 2 bâtiments, tous de couleurs différentes et de hauteurs"
     " différentes (une seule fois)"):
        {"count": "sets", "of": "buildings", "different": "both", "size": 2},
    ("2 points for each monument", "2 points pour chaque monument"):
        {"count": "attractions", "of": "monuments"},
}  # fmt: skip


@pytest.mark.parametrize("said", OBJECTIVES_SAID)
def test_objectives_say_what_they_ask_for(said: tuple[str, str]):
    assert objective_text(goal_of(**OBJECTIVES_SAID[said])) == said


@pytest.mark.parametrize("said", CARDS_SAID)
def test_cards_say_what_they_give_points_for(said: tuple[str, str]):
    assert card_text(goal_of(**CARDS_SAID[said]), 2) == said


def test_one_point_is_singular():
    assert points_text(1) == ("1 point", "1 point")
    assert points_text(0) == ("0 points", "0 points")
    goal = goal_of(count="attractions", of="monuments")
    assert card_text(goal, 1) == ("1 point for each monument", "1 point pour chaque monument")


PROGRESS_SAID = {
    "5 of 6 park squares": {"count": "largest zone", "of": "park", "every": 6},
    "5 of 6 buildings": {"count": "line", "of": "buildings", "every": 6},
    "5 of 6 steps": {"count": "stairs", "of": "buildings", "every": 3},
    "5 of 6 sets": {"count": "collections", "of": "park", "size": 3, "every": 6},
    "5 of 6 different attractions": {"count": "zones", "of": "water", "attractions": 4},
    "5 of 6 zones": {"count": "zones", "of": "water", "attractions": 4, "every": 6},
    "5 of 6 monuments": {"count": "attractions", "of": "monuments", "every": 6},
}


@pytest.mark.parametrize("said", PROGRESS_SAID)
def test_progress_is_counted_in_what_the_objective_asks_for(said: str):
    assert progress_text(goal_of(**PROGRESS_SAID[said]), 5, 6).en == said


def test_the_glossary_explains_the_words_that_the_texts_use():
    used = {word for goal in COMPONENTS.goals for word in objective_text(goal).en.lower().split()}
    used |= set(" ".join(card_text(goal, 1).en for goal in COMPONENTS.goals[FIRST_CARD:]).split())
    for word in ("zone", "staircase", "set", "beside", "line", "storey"):
        assert word in GLOSSARY
        assert {word, f"{word}s"} & used, word
    for name, text in GLOSSARY.values():
        assert all(name)
        assert all(said.endswith(".") for said in text)

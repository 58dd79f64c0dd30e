"""What goals count: kind by kind in small pictures, and compared with the slow reference.

For the pictures see `reference.drawn`: P and W are park and water, R, B, G and Y streets; R3 is a
red building of three storeys, Rm a monument, Rj a joker without modules on a red street, RjB2 one
with two blue modules, W3 the third kind of attraction for water.
"""

import random
import tomllib
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.core.contract import Row
from faubourg.core.game import Game
from faubourg.games.cities.components import load
from faubourg.games.cities.mechanics import counting, scoring
from faubourg.games.cities.mechanics.goals import ALLOWED
from tests.effort import many

from . import reference
from .conversion import box_with, laid, lay
from .reference import COLOURS, Centre, Place, Words, drawn, turned

BOX = load()
FILE = tomllib.loads(BOX.text)

# ------------------------------------------------------------ kind by kind

PARKS = {"count": "zones", "of": "park"}
BIG_PARK = {"count": "zones", "of": "park", "size": 6}  # New York's
LARGEST_PARK = {"count": "largest zone", "of": "park"}
TALL = {"count": "squares", "of": "buildings", "at_least": 3, "every": 4}  # New York's
BUILDINGS = {"count": "squares", "of": "buildings"}
STREETS = {"count": "squares", "of": "street"}
RED_STREETS = {"count": "squares", "of": "street", "colour": "red"}
ONE_COLOUR = {"count": "squares", "of": "street", "colour": "one"}
RED_ZONES = {"count": "zones", "of": "street", "colour": "red"}
RED_ZONE = {"count": "largest zone", "of": "street", "colour": "red"}
BEST_ZONE = {"count": "largest zone", "of": "street", "colour": "one"}
STREET_LINE = {"count": "line", "of": "street"}
RED_LINE = {"count": "line", "of": "street", "colour": "red"}
BUILT_LINE = {"count": "line", "of": "buildings"}
STAIRS = {"count": "stairs", "of": "buildings"}
FOUR_COLOURS = {"count": "sets", "of": "buildings", "different": "colours", "size": 4}
THREE_HEIGHTS = {"count": "sets", "of": "buildings", "different": "heights", "size": 3}
BOTH = {"count": "sets", "of": "buildings", "different": "both", "size": 3}
MONUMENTS = {"count": "attractions", "of": "monuments"}
FERRIES = {"count": "attractions", "of": "water"}
THREE_OF_PARK = {"count": "collections", "of": "park", "size": 3}
FIVE_OF_ALL = {"count": "collections", "of": "all", "size": 5}
RICH_LAKES = {"count": "zones", "of": "water", "attractions": 2}
EACH_COLOUR = {"count": "zones", "of": "buildings", "colour": "each", "size": 2}

# A sentence; a goal; a picture; how much of it there is.
Case = tuple[str, Words, list[str], int]
CASES: list[Case] = [
    # squares
    ("every building is counted, however high", BUILDINGS, ["R1 B4", "P G2"], 3),
    ("an empty street is no building", BUILDINGS, ["R B", "Y G"], 0),
    ("a joker without modules is no building", BUILDINGS, ["Rj B1", "P W"], 1),
    ("a joker with modules is a building", BUILDINGS, ["RjB1 B1", "P W"], 2),
    ("a monument is no building", BUILDINGS, ["Rm B1", "P W"], 1),
    ("a monument's square is a street square of its colour", RED_STREETS, ["Rm R", "B W"], 2),
    ("a street square with modules is still a street square", RED_STREETS, ["R3 R", "B W"], 2),
    ("streets of any colour, mixed", STREETS, ["R Y2", "Bj W"], 3),
    ("a joker counts for the colour asked for", RED_STREETS, ["Bj R", "B W"], 2),
    ("a joker on a red street is still red if need be", RED_STREETS, ["Rj R", "B W"], 2),
    ("a joker with blue modules is blue, not red", RED_STREETS, ["RjB1 R", "B W"], 1),
    ("a joker with red modules is red on a blue street", RED_STREETS, ["BjR1 R", "B W"], 2),
    ("the best one colour, with the jokers", ONE_COLOUR, ["R R Bj", "B B Y", "Gj P W"], 4),
    ("exactly two storeys, not three", {**BUILDINGS, "storeys": 2}, ["R1 R2", "R3 B2"], 2),
    ("exactly four storeys", {**BUILDINGS, "storeys": 4}, ["R4 R3", "G4 B2"], 2),
    ("at least two storeys", {**BUILDINGS, "at_least": 2}, ["R1 R2", "R3 B4"], 3),
    ("at most two storeys", {**BUILDINGS, "at_most": 2}, ["R1 R2", "R3 B"], 2),
    ("a building's colour is that of its stack", {**BUILDINGS, "colour": "blue"},
     ["RjB2 B1", "BjR1 R1"], 2),
    ("the best one colour of buildings", {**BUILDINGS, "colour": "one"}, ["R1 R2", "B1 Rj"], 2),
    ("four buildings of three storeys or more", TALL, ["R3 B4", "G3 Y3"], 4),
    ("three towers and a house are three towers", TALL, ["R3 B4", "G3 Y2"], 3),
    ("a tower on a joker is a tower", TALL, ["RjY3 B4", "G3 Y3"], 4),
    # beside
    ("buildings beside water", {**BUILDINGS, "beside": "water"}, ["R1 W", "B1 G1"], 2),
    ("diagonally is not beside", {**BUILDINGS, "beside": "water"}, ["R1 B", "B W"], 0),
    ("the edge of the map is not beside the other edge", {**BUILDINGS, "beside": "water"},
     ["R R R R R W", "B1 B B B B B"], 0),
    ("nor is its beginning beside the end of the line before", {**BUILDINGS, "beside": "water"},
     ["R R R R R B1", "W B B B B B"], 0),
    ("water above and water to the left are beside it", {**BUILDINGS, "beside": "water"},
     ["P W", "W R1", "B1 P"], 2),
    ("park squares beside water", {"count": "squares", "of": "park", "beside": "water"},
     ["P P", "W P"], 2),
    ("a building beside two monuments counts once", {**BUILDINGS, "beside": "monuments"},
     ["Rm B1", "P Gm"], 1),
    ("a building beside a building", {**BUILDINGS, "beside": "buildings"},
     ["R1 B1", "P G", "G1 P"], 2),
    ("a lonely building is not beside itself", {**BUILDINGS, "beside": "buildings"},
     ["R1 B", "P G"], 0),
    ("a joker beside water counts in the colour asked for", {**RED_STREETS, "beside": "water"},
     ["Bj W", "P P"], 1),
    ("a joker is a street to be beside of", {"count": "squares", "of": "park", "beside": "street"},
     ["Bj P", "P P"], 2),
    # zones
    ("parks that touch only at a corner are two", PARKS, ["P R", "R P"], 2),
    ("parks that touch along a side are one", PARKS, ["P P", "R P"], 1),
    ("six park squares in one zone", BIG_PARK, ["P P P", "P P P"], 1),
    ("five are one too few", BIG_PARK, ["P P P", "P P R"], 0),
    ("three and three at a corner are not six", BIG_PARK, ["P P R R", "P R P P", "R R R P"], 0),
    ("seven are enough, since numbers are minimums", BIG_PARK, ["P P P P", "P P P R"], 1),
    ("a joker is no park", BIG_PARK, ["P P P", "P P Rj"], 0),
    ("two big parks are two", {**PARKS, "size": 2}, ["P P R", "R R R", "P P P"], 2),
    ("a joker makes a zone of its own", RED_ZONES, ["R W", "W Bj"], 2),
    ("a joker that would join two zones is left out", RED_ZONES, ["R Bj R", "W W W"], 2),
    ("a joker that makes two zones big enough joins in", {**RED_ZONES, "size": 2},
     ["R Bj W", "W W W", "R Gj W"], 2),
    ("one of two jokers joins where both would join the zones", {**RED_ZONES, "size": 2},
     ["R Bj Gj R R", "W W W W W"], 2),
    ("a joker with modules of another colour keeps zones apart", RED_ZONES,
     ["R BjB1 R", "W W W"], 2),
    ("a joker with modules of the colour joins zones for good", RED_ZONES,
     ["R BjR1 R", "W W W"], 1),
    ("zones of the best colour", {**RED_ZONES, "colour": "one"}, ["R B R", "B W G", "P P B"], 3),
    ("zones of each colour of buildings are added up", EACH_COLOUR, ["R1 R2 B1", "W W B1"], 2),
    ("a zone of each colour must be big enough", EACH_COLOUR, ["R1 B2 R1", "W W B"], 0),
    ("a free joker adds nothing to zones of buildings", EACH_COLOUR, ["R1 Rj W", "W W W"], 0),
    ("a zone with two different attractions", RICH_LAKES, ["W1 W2", "R R"], 1),
    ("a zone with an attraction, and one without", {**RICH_LAKES, "attractions": 1},
     ["W1 R", "R W"], 1),
    ("two of one kind are not different", RICH_LAKES, ["W1 W1", "R R"], 0),
    ("different attractions in two zones are not in one", RICH_LAKES, ["W1 R", "R W2"], 0),
    ("a joker beside the water is no attraction of the zone", RICH_LAKES, ["W1 Rj", "W R"], 0),
    # largest zone
    ("the squares of the largest park", LARGEST_PARK, ["P P R", "R R P", "P R P"], 2),
    ("no park, no square", LARGEST_PARK, ["W R", "R W"], 0),
    ("a park with attractions is still a park", LARGEST_PARK, ["P1 P", "R P4"], 3),
    ("a joker joins two avenues", RED_ZONE, ["R Bj R", "W W W"], 3),
    ("a joker with other modules does not", RED_ZONE, ["R RjB1 R", "W W W"], 1),
    ("a monument's square is part of the avenue", RED_ZONE, ["R Rm R", "W W W"], 3),
    ("jokers serve whichever colour is best", BEST_ZONE, ["R R Bj Y", "W W Y W"], 3),
    ("a zone of buildings of any colours", {"count": "largest zone", "of": "buildings"},
     ["R1 B3 Y", "W G1 Y1"], 4),
    ("a free joker breaks a zone of buildings", {"count": "largest zone", "of": "buildings"},
     ["R1 Bj Y1", "W W W"], 1),
    # line
    ("a straight line of streets of any colours", STREET_LINE, ["R B Gm Yj", "W R W W"], 4),
    ("a line goes down as well", STREET_LINE, ["W R", "W B", "P Y", "P P"], 3),
    ("a line has no bend", STREET_LINE, ["R B W", "W G Y"], 2),
    ("water and park are no line of streets", STREET_LINE, ["P W", "W P"], 0),
    ("a line has no gap", STREET_LINE, ["R B W G", "W W W W"], 2),
    ("a line does not go on in the next row", STREET_LINE, ["W W W W R R", "R R R W W W"], 3),
    ("nothing on the diagonal", STREET_LINE, ["R W", "W B"], 1),
    ("jokers in a line of one colour", RED_LINE, ["R Bj Gj R", "B B B W"], 4),
    ("a joker with other modules breaks the line", RED_LINE, ["R RjY1 R R", "B B B W"], 2),
    ("a line of buildings", BUILT_LINE, ["R1 B2 Y4 G1", "W W W W"], 4),
    ("an empty joker breaks a line of buildings", BUILT_LINE, ["R1 Bj Y4 G1", "W W W W"], 2),
    ("a monument breaks a line of buildings", BUILT_LINE, ["R1 Bm Y4 G1", "W W W W"], 2),
    ("a line of buildings of two storeys or more", {**BUILT_LINE, "at_least": 2},
     ["R2 B2 Y4 G1", "W W W W"], 3),
    # stairs
    ("stairs to the east", STAIRS, ["R1 B2 G3 Y4", "W W W W"], 4),
    ("stairs to the west", STAIRS, ["W R3 B2 G1", "W W W W"], 3),
    ("stairs to the south", STAIRS, ["R2 W", "B3 W", "Y4 W"], 3),
    ("stairs to the north", STAIRS, ["W R4", "W B3", "P P"], 2),
    ("equal storeys are no stairs", STAIRS, ["R2 B2", "W W"], 1),
    ("two storeys more is a step too high", STAIRS, ["R1 B3", "W W"], 1),
    ("stairs have no bend", STAIRS, ["R1 B2", "W G3"], 2),
    ("stairs do not go on in the next row", STAIRS, ["W W W W W R1", "B2 W W W W W"], 1),
    ("nor do they in the row before", STAIRS, ["W W W W W R2", "B1 W W W W W"], 1),
    ("a tall joker is a step like any other", STAIRS, ["R1 BjR2 G3", "W W W"], 3),
    ("a free joker is no step", STAIRS, ["R1 Bj G3", "W W W"], 1),
    ("no building, no stairs", STAIRS, ["R B", "W Gj"], 0),
    # sets
    ("buildings of four colours are a set", FOUR_COLOURS, ["R1 B2", "G1 Y4"], 1),
    ("three colours are none", FOUR_COLOURS, ["R1 B2", "G1 R4"], 0),
    ("each building is in one set only", FOUR_COLOURS, ["R1 B2 R1", "G1 Y4 B1"], 1),
    ("two of each colour are two sets", FOUR_COLOURS, ["R1 B2 R1 Y1", "G1 Y4 B1 G3"], 2),
    ("a joker's modules give the fourth colour", FOUR_COLOURS, ["R1 B2", "G1 RjY1"], 1),
    ("a joker without modules is in no set", FOUR_COLOURS, ["R1 B2", "G1 Yj"], 0),
    ("three different heights are a set", THREE_HEIGHTS, ["R1 R2", "R4 W"], 1),
    ("two of a height are not different", THREE_HEIGHTS, ["R1 R2", "B2 W"], 0),
    ("sets share the heights that there are most of", THREE_HEIGHTS,
     ["R1 R1 R2", "B2 B3 B4"], 2),
    ("an empty joker has no height", THREE_HEIGHTS, ["R1 R2", "Rj W"], 0),
    ("sets of two colours of four", {**FOUR_COLOURS, "size": 2}, ["R1 R1 R1", "B1 Y1 W"], 2),
    ("sets of tall buildings only", {**FOUR_COLOURS, "size": 2, "at_least": 2},
     ["R2 B1", "G3 Y1"], 1),
    ("sets of buildings beside water", {**FOUR_COLOURS, "size": 2, "beside": "water"},
     ["R2 W Y1", "P B1 G1"], 1),
    ("different in colour and height", BOTH, ["R1 B2", "Y3 W"], 1),
    ("different heights in one colour are not both", BOTH, ["R1 R2", "R3 B4"], 0),
    ("different colours of one height are not both", BOTH, ["R2 B2", "Y2 G3"], 0),
    ("both is found where the first choice fails", BOTH, ["R1 R2", "B1 Y3"], 1),
    ("both counts once however many there are", {**BOTH, "size": 2}, ["R1 B2", "Y3 G4"], 1),
    ("a joker's modules differ like others", BOTH, ["R1 RjB2", "Y3 W"], 1),
    ("an empty joker differs in nothing", BOTH, ["R1 B2", "Yj W"], 0),
    # attractions
    ("monuments", MONUMENTS, ["Rm B", "Gm P"], 2),
    ("a joker is no monument", MONUMENTS, ["Rj BjB1", "G P"], 0),
    ("attractions on water, the same again and again", FERRIES, ["W1 W1", "W3 P1"], 3),
    ("empty water is no attraction", FERRIES, ["W W", "Rm P1"], 0),
    ("park and water together, without what lies on streets",
     {"count": "attractions", "of": "all"}, ["W1 P1", "Rm Bj"], 2),
    # collections
    ("three different attractions of the park", THREE_OF_PARK, ["P1 P2", "R P4"], 1),
    ("two kinds are no three", THREE_OF_PARK, ["P1 P2", "P2 P1"], 0),
    ("water does not help the park", THREE_OF_PARK, ["P1 P2", "W3 P2"], 0),
    ("they may lie in different zones", THREE_OF_PARK, ["P1 R P2", "R P4 R"], 1),
    ("each attraction is in one collection only", THREE_OF_PARK, ["P1 P2 P3", "P4 P1 R"], 1),
    ("two collections of three from four kinds", THREE_OF_PARK, ["P1 P2 P3", "P4 P1 P2"], 2),
    ("the same kind on park and on water is two kinds", FIVE_OF_ALL, ["P1 P2 P3", "W1 W2 R"], 1),
    ("neither joker nor monument is in a collection", FIVE_OF_ALL, ["P1 P2 P3", "W1 Rj Rm"], 0),
]  # fmt: skip


def row_with(*centres: Centre) -> Row:
    row = Game("cities", 4).start_row()
    for seat, centre in enumerate(centres):
        lay(row, seat, centre)
    return row


@pytest.mark.clause("cit-25", "cit-26", "cit-30", "cit-31", "cit-36")
@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_a_goal_counts(case: Case):
    _, goal, picture, wanted = case
    centre = drawn(*picture)
    assert reference.measure(centre, goal) == wanted
    assert counting.measure(box_with([goal]), row_with(centre), 0, 0) == wanted


def test_every_kind_of_goal_has_cases_that_say_yes_and_no_and_cases_with_jokers():
    for count in counting.COUNTS:
        cases = [case for case in CASES if case[1]["count"] == count]
        assert {wanted > 0 for *_, wanted in cases} == {True, False}, count
        assert any("j" in line for _, _, picture, _ in cases for line in picture), count


# ------------------------------------------------------------ any goal on any centre

HEIGHTS = [{}, *({word: n} for word in ("storeys", "at_least", "at_most") for n in range(1, 5))]
ONE = [{}, *({"colour": colour} for colour in (*COLOURS.values(), "one"))]
EACH = [*ONE, {"colour": "each"}]
BESIDE = [{}, *({"beside": what} for what in counting.WHATS[: counting.OF_ALL])]
SIZES = [{}, *({"size": size} for size in (1, 2, 3, 4, 6))]
ATTRACTIONS = [{}, *({"attractions": n} for n in range(5))]
DIFFERENT = [{"different": word} for word in counting.DIFFERENCES]
SET_SIZES = [{"size": size} for size in (2, 3, 4)]


def combined(count: str, of: str, *words: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every goal with one of each of these lists of words."""
    found = []
    for chosen in product(*words):
        goal: dict[str, Any] = {"count": count, "of": of}
        for word in chosen:
            goal |= word
        found.append(goal)
    return found


VOCABULARY: dict[str, list[dict[str, Any]]] = {
    "squares": [
        *combined("squares", "park", BESIDE),
        *combined("squares", "water", BESIDE),
        *combined("squares", "street", ONE, BESIDE),
        *combined("squares", "buildings", ONE, HEIGHTS, BESIDE),
    ],
    "zones": [
        *combined("zones", "park", SIZES, ATTRACTIONS) * 3,
        *combined("zones", "water", SIZES, ATTRACTIONS) * 3,
        *combined("zones", "street", ONE, SIZES) * 3,
        *combined("zones", "buildings", EACH, HEIGHTS, SIZES),
    ],
    **{
        count: [
            *combined(count, "park") * 3,
            *combined(count, "water") * 3,
            *combined(count, "street", ONE) * 3,
            *combined(count, "buildings", ONE, HEIGHTS),
        ]
        for count in ("largest zone", "line")
    },
    "stairs": combined("stairs", "buildings"),
    "sets": combined("sets", "buildings", DIFFERENT, SET_SIZES, HEIGHTS, BESIDE),
    "attractions": [
        goal for of in ("park", "water", "all", "monuments") for goal in combined("attractions", of)
    ],
    "collections": [
        *combined("collections", "park", SET_SIZES),
        *combined("collections", "water", SET_SIZES),
        *combined("collections", "all", [{"size": size} for size in range(2, 9)]),
    ],
}


def test_the_vocabulary_tried_is_all_that_goals_allow():
    assert [*VOCABULARY] == [*counting.COUNTS]
    for count, (whats, words) in ALLOWED.items():
        tried = VOCABULARY[counting.COUNTS[count]]
        assert {goal["of"] for goal in tried} == {counting.WHATS[what] for what in whats}
        assert {word for goal in tried for word in goal} == {"count", "of", *words}


WORDS = [
    *(f"{ground}{attraction}" for ground in "PW" for attraction in ["", 1, 2, 3, 4]),
    *(f"{street}{on}" for street in COLOURS for on in ["", 1, 2, 3, 4, "m", "j"]),
    *(f"{street}j{colour}{n}" for street in "RY" for colour in COLOURS for n in (1, 2, 3, 4)),
]
FRAMES = [(3, 3), (5, 3), (3, 5), (2, 3), (3, 2), (4, 3), (3, 4), (5, 2), (2, 5), (2, 2), (1, 1)]


@st.composite
def centres(draw: Any, most_jokers: int = 2) -> Centre:
    """Tiles in a frame, some of them missing, with squares of a few kinds."""
    width, height = draw(st.sampled_from(FRAMES))
    tiles = [*product(range(width), range(height))]
    missing = draw(st.sets(st.sampled_from(tiles), max_size=len(tiles) - 1))
    palette = draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=12))
    words = draw(st.lists(st.sampled_from(palette), min_size=60, max_size=60))
    centre: Centre = {}
    for x, y in product(range(2 * width), range(2 * height)):
        if (x // 2, y // 2) not in missing:
            centre[x, y] = reference.square_of(words[y * 2 * width + x])
    jokers = [place for place, square in centre.items() if square.is_free_joker]
    for place in jokers[most_jokers:]:
        centre[place] = reference.Square(centre[place].ground)
    return centre


@pytest.mark.clause("cit-30", "cit-31", "cit-36")
@pytest.mark.parametrize("count", VOCABULARY)
@settings(max_examples=many(60), deadline=None)
@given(centre=centres(), seed=st.integers(0, 2**32))
def test_goals_count_what_the_slow_reference_counts(count: str, centre: Centre, seed: int):
    chooser = random.Random(seed)
    known = VOCABULARY[count]
    tried: list[Words] = []
    for goal in chooser.sample(known, min(len(known), 20)):
        once = count == "stairs" or goal.get("different") == "both"
        tried.append({**goal, "every": 1 if once else chooser.randint(1, 6)})
    box, row = box_with(tried), row_with(centre)
    for number, goal in enumerate(tried):
        assert counting.measure(box, row, 0, number) == reference.measure(centre, goal), goal
        assert counting.times(box, row, 0, number) == reference.times(centre, goal), goal


@pytest.mark.clause("cit-31")
@settings(max_examples=many(25), deadline=None)
@given(centre=centres(most_jokers=5), size=st.integers(1, 6))
def test_zones_of_a_colour_are_as_many_as_the_best_colours_for_many_jokers_give(
    centre: Centre, size: int
):
    goal = {**RED_ZONES, "size": size}
    assert counting.measure(box_with([goal]), row_with(centre), 0, 0) == reference.measure(
        centre, goal
    )


@settings(max_examples=many(60), deadline=None)
@given(centre=centres())
def test_a_row_holds_a_centre_as_it_was_laid(centre: Centre):
    row = row_with(centre)
    assert laid(row.squares[0].tolist(), int(row.stride[0])) == centre


# ------------------------------------------------------------ the goals of the box

STANDARD: list[Words] = [*FILE["objective"], *FILE["card"]]
TURNS: dict[str, Callable[[int, int], Place]] = {
    "turned once": lambda x, y: (-y, x),
    "turned twice": lambda x, y: (-x, -y),
    "turned thrice": lambda x, y: (y, -x),
    "mirrored": lambda x, y: (-x, y),
    "mirrored and turned": lambda x, y: (y, x),
}


@pytest.mark.parametrize("turn", TURNS)
@settings(max_examples=many(25), deadline=None)
@given(centre=centres())
def test_a_centre_turned_or_mirrored_fulfils_the_same_goals_and_scores_the_same(
    turn: str, centre: Centre
):
    row = row_with(turned(centre, lambda x, y: (x, y)), turned(centre, TURNS[turn]))
    for goal in range(len(STANDARD)):
        assert counting.measure(BOX.box, row, 0, goal) == counting.measure(BOX.box, row, 1, goal)
    assert scoring.zone_points(BOX.box, row, 0) == scoring.zone_points(BOX.box, row, 1)


@pytest.mark.clause("cit-33", "cit-34", "cit-35", "cit-36")
@settings(max_examples=many(60), deadline=None)
@given(
    centre=centres(),
    city=st.integers(0, 7),
    markers=st.tuples(*[st.integers(0, 3)] * 3),
    cards=st.sets(st.integers(0, 31)),
)
def test_a_score_sheet_is_that_of_the_slow_reference(
    centre: Centre, city: int, markers: tuple[int, int, int], cards: set[int]
):
    row = row_with({}, centre)
    row.city, row.markers[1], row.cards[1] = city, markers, sum(1 << card for card in cards)
    numbers = [FILE["objective"][3 * city + objective]["numbers"] for objective in range(3)]
    board = sum(numbers[i][marker - 1] for i, marker in enumerate(markers) if marker)
    zones = reference.zone_points(centre, FILE["game"]["zone_points"])
    monuments = reference.monuments(centre) * FILE["game"]["monument_points"]
    held = [FILE["card"][card] for card in cards]
    earned = sum(reference.times(centre, card) * card["points"] for card in held)
    assert scoring.board_points(BOX.box, row, 1) == board
    assert scoring.zone_points(BOX.box, row, 1) == zones
    assert scoring.monument_points(BOX.box, row, 1) == monuments
    assert scoring.card_points(BOX.box, row, 1) == earned
    assert scoring.score(BOX.box, row, 1) == board + zones + monuments + earned
    assert scoring.score(BOX.box, row, 0) == 0

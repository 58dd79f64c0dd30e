"""What scenarios can't show of the clauses of Cities: the whole box, faulty boxes, the last tie."""

import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from faubourg.core.errors import ComponentsError, NotationError, OptionError
from faubourg.core.game import Game, folder
from faubourg.core.position import Position, action_of, read_action
from faubourg.games.cities import state
from faubourg.games.cities.components import load
from faubourg.games.cities.mechanics.counting import (
    COUNT_SQUARES,
    COUNT_ZONES,
    OF_BUILDINGS,
    OF_PARK,
)
from faubourg.games.cities.mechanics.scoring import FIRST_CARD
from faubourg.games.cities.state import CITIES

TEXT = (folder("cities") / "components.toml").read_text(encoding="utf-8")
FILE = tomllib.loads(TEXT)
BOX = load()

# ------------------------------------------------------------ the box


@pytest.mark.clause("cit-1")
def test_the_board_has_four_rows_of_four_places():
    names = [
        f"{row} {n}" for row in ("card", "tile", "attraction", "modules") for n in (1, 2, 3, 4)
    ]
    view = Game("cities").start().view()
    assert [*view["board"]] == names
    texts = [action_of(Game("cities"), id).text for id in range(16)]
    assert texts == [f"take {name}" for name in names]


@pytest.mark.clause("cit-2")
def test_32_district_tiles_and_4_starting_tiles_show_the_four_colours_equally():
    assert len(FILE["tiles"]["district"]) == 32
    assert len(FILE["tiles"]["starting"]) == 4
    letters = Counter("".join(BOX.tiles).replace("/", ""))
    assert letters.total() == 36 * 4
    assert letters["R"] == letters["B"] == letters["G"] == letters["Y"]
    for tile in FILE["tiles"]["starting"]:
        assert {"P", "W"} < {*tile}


@pytest.mark.clause("cit-2", "cit-22")
def test_a_tile_is_turned_clockwise_to_where_its_top_points():
    letters = {0: "P", 1: "W", 2: "R", 3: "B", 4: "G", 5: "Y"}
    for tile, rows in enumerate(BOX.tiles):
        (a, b), (c, d) = rows.split("/")
        shown = ["".join(letters[int(kind)] for kind in top) for top in BOX.box.tiles[tile]]
        assert shown == [a + b + c + d, c + a + d + b, d + c + b + a, b + d + a + c]


@pytest.mark.clause("cit-3")
def test_48_attractions_four_kinds_for_water_and_four_for_park():
    by_ground: dict[str, list[int]] = {"water": [], "park": [], "street": []}
    for each in FILE["attraction"]:
        by_ground[each["on"]].append(each["count"])
    assert sum(map(sum, by_ground.values())) == 48
    assert len({*by_ground["water"], *by_ground["park"]}) == 1
    assert [len(counts) for counts in by_ground.values()] == [4, 4, 2]
    assert [each["id"] for each in FILE["attraction"]][-2:] == ["monument", "joker"]
    assert BOX.box.monument_points == 2


@pytest.mark.clause("cit-4", "cit-10")
def test_100_modules_are_in_the_bag_25_of_each_colour():
    view = Game("cities", first="A").start().view()
    assert view["bag"] == {"red": 25, "blue": 25, "green": 25, "yellow": 25}


@pytest.mark.clause("cit-5")
def test_32_cards_and_8_cities_with_3_different_objectives_and_descending_numbers():
    assert len(BOX.cards) == 32
    assert len({card.id for card in BOX.cards}) == 32
    assert [city.name.en for city in BOX.cities] == [
        "New York",
        "Rio de Janeiro",
        "Sydney",
        "Venice",
        "Barcelona",
        "Lisbon",
        "Mexico City",
        "Buenos Aires",
    ]
    for city in range(8):
        assert len({BOX.objective(city, objective) for objective in range(3)}) == 3
    for numbers in BOX.box.numbers[:24].tolist():
        assert len(numbers) == 3
        assert numbers[0] > numbers[1] > numbers[2] > 0


@pytest.mark.clause("cit-5")
def test_new_york_asks_for_a_park_of_six_and_for_four_buildings_of_three_storeys():
    park, towers = BOX.objective(0, 0), BOX.objective(0, 1)
    assert (park.count, park.what, park.extent, park.every) == (COUNT_ZONES, OF_PARK, 6, 1)
    assert (towers.count, towers.what) == (COUNT_SQUARES, OF_BUILDINGS)
    assert (towers.low, towers.high, towers.every) == (3, 4, 4)


@pytest.mark.clause("cit-6", "cit-7")
@pytest.mark.parametrize(("players", "each"), [(2, 8), (3, 4), (4, 4)])
def test_workers_are_as_many_as_the_box_has(players: int, each: int):
    position = Game("cities", players, first="A").start()
    turns = Counter[int]()
    while position.row.round_now < 2:
        turns[int(position.row.turn_of)] += int(position.row.phase == state.TAKE)
        position.step(next(iter(position.weights() or position.legal.ids)))
    assert turns == dict.fromkeys(range(players), each)
    assert players * each <= 32
    assert position.row.markers.shape == (4, 3)


@pytest.mark.clause("cit-9")
@pytest.mark.parametrize("city", CITIES)
def test_every_city_can_be_chosen(city: str):
    view = Game("cities", 3, city=city).start().view()
    place = CITIES.index(city)
    assert view["city"] == city
    assert [each["numbers"] for each in view["objectives"].values()] == [
        entry["numbers"] for entry in FILE["objective"] if entry["city"] == city
    ]
    assert view["name"]["en"] == BOX.cities[place].name.en


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int):
    with pytest.raises(OptionError, match="allowed: 2 to 4"):
        Game("cities", players)


@pytest.mark.clause("cit-8")
@pytest.mark.parametrize("players", [3, 4])
def test_the_long_game_is_for_two(players: int):
    with pytest.raises(OptionError, match="allowed: normal"):
        Game("cities", players, length="long")


# ------------------------------------------------------------ hidden things


def dealt(game: Game) -> Position:
    """The first turn of a game, with the first things that may come up."""
    position = game.start()
    while position.row.phase != state.TAKE:
        position.step(next(iter(position.weights() or position.legal.ids)))
    return position


@pytest.mark.clause("cit-10", "cit-13", "cit-38")
def test_nobody_can_know_what_lies_face_down_since_nothing_is_decided_yet():
    position = dealt(Game("cities", 4, first="A"))
    view = position.view()
    assert len(view["unseen"]["cards"]) == 32 - 3
    assert len(view["unseen"]["tiles"]) == 32 - 3
    assert sum(view["unseen"]["attractions"].values()) == 48 - 5
    assert sum(view["bag"].values()) == 100 - 10
    for place, known in (("card 4", 29), ("tile 4", 29)):
        after = position.copy()
        after.step(read_action(position.game, f"take {place}").id)
        assert {*after.weights().values()} == {1}
        assert len(after.weights()) == known


@pytest.mark.clause("cit-38")
def test_everything_face_up_of_everybody_is_in_view():
    position = dealt(Game("cities", 3, first="A"))
    for move in ("take card 1", "take card 2", "take card 3"):
        position.play(move)
    view = position.view()
    for seat in "ABC":
        assert len(view["players"][seat]["cards"]) == 1
        assert len(view["players"][seat]["centre"]["squares"]) == 4
        assert view["players"][seat]["score"]["total"] >= 0
    assert json.loads(json.dumps(view)) == view


# ------------------------------------------------------------ points and winners


def arranged(game: Game, given: dict[str, Any]) -> Position:
    position = game.start()
    game.part("setup").arrange(game.components, position.row, given)
    return position


@pytest.mark.clause("cit-33")
@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("markers", [[1, 0, 0], [0, 1, 1], [1, 1, 1]])
def test_markers_earn_the_numbers_that_they_lie_on(city: str, markers: list[int]):
    players = {"A": {"markers": markers}, "B": {"markers": [2 * marker for marker in markers]}}
    view = arranged(Game("cities", 3, city=city), {"players": players}).view()
    numbers = [entry["numbers"] for entry in FILE["objective"] if entry["city"] == city]
    for seat, place in (("A", 0), ("B", 1)):
        wanted = sum(numbers[n][place] for n, marker in enumerate(markers) if marker)
        assert view["players"][seat]["score"]["objectives"] == wanted


@pytest.mark.clause("cit-36")
def test_a_card_earns_its_points_for_every_time():
    centre = {
        "lines": ["RPWW", "WBGG"],
        "buildings": {"a1": "red 3", "b2": "blue 3", "d2": "green 4"},
    }
    held = ["apartment_blocks", "towers", "carnival"]
    players = {"A": {"cards": held, "centre": centre}}
    position = arranged(Game("cities", 3), {"players": players})
    points = {card["id"]: card["points"] for card in FILE["card"]}
    sheet = position.view()["players"]["A"]["score"]
    assert sheet["cards"] == 2 * points["apartment_blocks"] + points["towers"]
    assert sheet["total"] == sheet["cards"]
    places = [card.id for card in BOX.cards]
    assert all(BOX.box.points[FIRST_CARD + places.index(id)] == points[id] for id in held)


LAST_TURN = {"seat": "C", "round": 8, "workers": ["AB..", "ABC.", "ABC.", "BAC."],
             "board": {"cards": ["", "", "towers"]}}  # fmt: skip
SIX = re.sub(r"numbers = \[.*\]", "numbers = [6, 3, 1]", TEXT)
MONUMENTS = {"a1": "monument", "c2": "monument", "d2": "monument"}
THREE_MONUMENTS = {"lines": ["RPWW", "WBGG"], "attractions": MONUMENTS}


def winners_of(**players: Any) -> tuple[int, ...]:
    position = arranged(Game("cities", 3, components=SIX), {**LAST_TURN, "players": players})
    position.play("take card 3")
    outcome = position.outcome
    assert outcome is not None
    assert outcome.scores[0] == outcome.scores[1] == 6
    return outcome.winners


@pytest.mark.clause("cit-37")
def test_a_tie_is_broken_by_the_points_on_the_city_board():
    assert winners_of(A={"markers": [1, 0, 0]}, B={"centre": THREE_MONUMENTS}) == (0,)
    assert winners_of(B={"markers": [1, 0, 0]}, A={"centre": THREE_MONUMENTS}) == (1,)


@pytest.mark.clause("cit-37")
def test_who_is_still_tied_wins_too():
    both = winners_of(A={"markers": [1, 0, 0]}, B={"markers": [0, 1, 0]})
    assert both == (0, 1)


# ------------------------------------------------------------ notation

UNREADABLE = {
    "take tile": "no move of Cities",
    "take tile 5": "There is no number 5 here; it may be 1 to 4",
    "take tile 0": "There is no number 0",
    "start 5": "There is no number 5 here; it may be 1 to 4",
    "district 33": "There is no number 33 here; it may be 1 to 32",
    "district 0": "There is no number 0",
    "tile 6,0 north": "There is no number 6 here; it may be -1 to 5",
    "tile 0,9 north": "There is no number 9",
    "tile -2,0 north": "no move of Cities",
    "tile 0,0 up": "no move of Cities",
    "put ferry k1": "There is no square k1; squares are a1 to j10",
    "put ferry a11": "There is no square a11",
    "put ferry a0": "There is no square a0",
    "put boat a1": "There is no 'boat'; there is: ferry, ",
    "discard boat": ", yellow",
    "turn up boat": "There is no 'boat'",
    "card ferry": "There is no 'ferry'; there is: red_towers, ",
    "first E": "no move of Cities",
    "": "no move of Cities; moves look like: take tile 2",
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_is_no_move_is_answered_with_what_would_be(text: str):
    with pytest.raises(NotationError) as refused:
        read_action(Game("cities"), text)
    assert UNREADABLE[text] in str(refused.value)


@pytest.mark.parametrize("text", ["TAKE Tile 2", "  tile -1, 0   EAST ", "put FERRY B3"])
def test_spaces_and_capitals_do_not_matter(text: str):
    plain = " ".join(text.lower().split()).replace(", ", ",")
    assert action_of(Game("cities"), read_action(Game("cities"), text).id).text == plain


# ------------------------------------------------------------ faulty boxes

GOAL = 'count = "zones"\nof = "park"\nsize = 6\n'  # New York's first objective
CARD = 'id = "towers"'
TILE = f'"{FILE["tiles"]["district"][0]}"'
LAST_CARD = "\n".join(TEXT.splitlines()[-2:])  # its last word, and its points


def goal(words: str) -> tuple[str, str]:
    """New York's first objective with other words."""
    return GOAL, words


# A change to the file, what is then said to be wrong, and the line at fault: one on which this text
# stands, in the changed file.
FAULTS: dict[str, tuple[str, str, str, str]] = {
    "no TOML": ("[game]", "[game", "unreadable", "[game"),
    "no game": ("[game]", "[gome]", "'game' is missing", ""),
    "a fifth player": ("players = [2, 4]", "players = [2, 5]",
        "players is 5; it may be 2 to 4", "players ="),
    "one player": ("players = [2, 4]", "players = [1, 4]",
        "players is 1; it may be 2 to 4", "players ="),
    "more at least than at most": ("players = [2, 4]", "players = [4, 2]",
        "players is [4, 2]; the smaller number comes first", "players ="),
    "players that are no pair": ("players = [2, 4]", "players = 4", "malformed", "players ="),
    "zone points for three kinds": ("zone_points = [1, 3, 6, 10]", "zone_points = [1, 3, 6]",
        "zone_points count is 3; it may be 4 to 4", "zone_points ="),
    "zone points that are no number": ("zone_points = [1, 3, 6, 10]",
        'zone_points = [1, 3, 6, "10"]', "zone_points is '10'; it may be 0 to 99", "zone_points ="),
    "monuments worth too much": ("monument_points = 2", "monument_points = 100",
        "monument_points is 100; it may be 0 to 99", "monument_points ="),
    "no monument points": ("monument_points = 2\n", "", "'monument_points' is missing", "[game]"),
    "an objective too few": (f'[[objective]]\ncity = "new_york"\n{GOAL}numbers = [', "ignored = [",
        "'ignored' is unknown; allowed: id, en, fr", "ignored = ["),
    "a city too few": ('[[city]]\nid = "new_york"', '[[town]]\nid = "new_york"',
        "'town' is unknown; allowed: game, modules", "[[town]]"),
    "cities in a table": ("[[city]]", "[city]", "unreadable", "[[city]]"),
    "too few modules": ("red = 25", "red = 20", "modules in all is 95; it may be 96 to 240",
        "[modules]"),
    "too many of a colour": ("red = 25", "red = 61", "red is 61; it may be 0 to 60", "red = 61"),
    "half a module": ("red = 25", "red = 25.5", "red is 25.5; it may be 0 to 60", "red ="),
    "a colour missing": ("red = 25\n", "", "'red' is missing", "[modules]"),
    "a tile of three squares": (TILE, '"BP/B"',
        "district is 'BP/B'; a tile has 4 squares, in 2 rows of 2", "district ="),
    "a tile in one row": (TILE, '"BPBW"', "district is 'BPBW'; a tile has 4", "district ="),
    "a tile of an unknown colour": (TILE, '"BP/BX"', "there is: P, W, R, B, G, Y", "district ="),
    "a tile that is no text": (TILE, "7", "district is 7; a tile has", "district ="),
    "a tile too few": (f"{TILE}, ", "", "district count is 31; it may be 32 to 48", "district ="),
    "a starting tile without water": ('"RP/WB"', '"RP/PB"',
        "the starting tile 'RP/PB' must show park, water and street", "starting ="),
    "a starting tile without a street": ('"RP/WB"', '"PP/WW"',
        "the starting tile 'PP/WW' must show", "starting ="),
    "a starting tile too many": ('"RP/WB", ', '"RP/WB", "RP/WB", ',
        "starting count is 5; it may be 4 to 4", "starting ="),
    "an attraction on other ground": ('id = "ferry"\nen = "ferry"\nfr = "bac"\non = "water"',
        'id = "ferry"\nen = "ferry"\nfr = "bac"\non = "park"',
        "attraction 1 lies on 'park'; it must be 'water'", 'on = "park"'),
    "an attraction called like another": ('id = "dolphins"', 'id = "ferry"',
        "'ferry' is there twice", 'id = "ferry"'),
    "an attraction called like a colour": ('id = "dolphins"', 'id = "red"', "'red' is there twice",
        'id = "red"'),
    "an attraction with an id of capitals": ('id = "dolphins"', 'id = "Pier"', "'Pier' is no id",
        'id = "Pier"'),
    "an attraction without a name": ('en = "dolphins"', 'en = ""',
        "there is no name: en of dolphins is ''", 'en = ""'),
    "an attraction without a name in any language": ('en = "dolphins"\nfr = "dauphins"\n', "",
        "'en' or 'fr' is missing", "[[attraction]]"),
    "too many jokers": ("count = 6", "count = 11",
        "count of joker is 11; it may be 0 to 10", "count = 11"),
    "too few attractions": ("count = 10", "count = 9",
        "attractions in all is 47; it may be 48 to 96", "[[attraction]]"),
    "another city": ('[[city]]\nid = "sydney"', '[[city]]\nid = "paris"',
        "city: 'sydney' is unknown; allowed: new_york", 'city = "sydney"'),
    "a city without a name": ('en = "Sydney"', 'en = " "',
        "there is no name: en of sydney", 'en = " "'),
    "an objective of an unknown city": ('city = "sydney"', 'city = "paris"',
        "city: 'paris' is unknown; allowed: new_york", 'city = "paris"'),
    "an objective of the wrong city": ('city = "sydney"', 'city = "venice"',
        "sydney has 2 objectives; every city has three", "[[city]]"),
    "two numbers": ("numbers = [", "numbers = [9, 8] # [",
        "objective 1, numbers count is 2; it may be 3 to 3", "numbers = [9, 8]"),
    "a number of nothing": ("numbers = [", "numbers = [3, 2, 0] # [",
        "numbers is 0; it may be 1 to 99", "numbers = [3, 2, 0]"),
    "numbers that rise": ("numbers = [", "numbers = [3, 5, 1] # [",
        "numbers is [3, 5, 1]; none may be more than the one before", "numbers = [3, 5, 1]"),
    "numbers that are a text": ("numbers = [", 'numbers = "321" # [', "numbers is '321'",
        'numbers = "321"'),
    "no numbers": (f"{GOAL}numbers =", f"{GOAL}points =", "'numbers' is missing",
        "[[objective]]"),
    "the same objective twice": (GOAL, 'count = "squares"\nof = "buildings"\nat_least = 3\n'
        "every = 4\n", "new_york has this objective twice", "[[objective]]"),
    "a card without points": (LAST_CARD, LAST_CARD.split("\n")[0],
        "'points' is missing", "[[card]]"),
    "a card with no point": (LAST_CARD, LAST_CARD.split("\n")[0] + "\npoints = 0",
        "is 0; it may be 1 to 99", "points = 0"),
    "a card with a word of an objective": (CARD, f"{CARD}\nnumbers = [3, 2, 1]",
        "'numbers' says nothing about squares of buildings", "numbers ="),
    "a card with an id of another": (CARD, 'id = "lake"', "'lake' is there twice", 'id = "lake"'),
    "a card without a name": ('en = "Towers"', 'en = ""',
        "there is no name: en of towers", 'en = ""'),
    "an unknown count": (*goal('count = "trees"\nof = "park"\n'), "count: 'trees' is unknown; "
        "allowed: squares, zones, largest zone, line, stairs, sets, attractions, collections",
        'count = "trees"'),
    "no count": (*goal('of = "park"\n'), "'count' is missing", "[[objective]]"),
    "no word of": (*goal('count = "zones"\n'), "'of' is missing", "[[objective]]"),
    "stairs of park": (*goal('count = "stairs"\nof = "park"\n'),
        "of: 'park' is unknown; allowed: buildings", 'of = "park"'),
    "squares of monuments": (*goal('count = "squares"\nof = "monuments"\n'),
        "of: 'monuments' is unknown; allowed: park, water, street, buildings",
        'of = "monuments"'),
    "collections of monuments": (*goal('count = "collections"\nof = "monuments"\nsize = 2\n'),
        "of: 'monuments' is unknown; allowed: park, water, all", 'of = "monuments"'),
    "parks with storeys": (*goal('count = "zones"\nof = "park"\nstoreys = 2\n'),
        "'storeys' says nothing about zones of park; allowed: count, city, of, every, "
        "size, attractions, numbers", "storeys = 2"),
    "water of a colour": (*goal('count = "line"\nof = "water"\ncolour = "red"\n'),
        "'colour' says nothing about line of water", 'colour = "red"'),
    "streets with attractions": (*goal('count = "zones"\nof = "street"\nattractions = 2\n'),
        "'attractions' says nothing about zones of street", "attractions = 2"),
    "a line beside water": (*goal('count = "line"\nof = "street"\nbeside = "water"\n'),
        "'beside' says nothing about line of street", 'beside = "water"'),
    "a word that nobody knows": (*goal('count = "line"\nof = "street"\nhigh = 3\n'),
        "'high' says nothing", "high = 3"),
    "an unknown colour": (*goal('count = "line"\nof = "street"\ncolour = "pink"\n'),
        "colour: 'pink' is unknown; allowed: red, blue, green, yellow, one", 'colour = "pink"'),
    "each where nothing is added up": (*goal('count = "line"\nof = "street"\ncolour = "each"\n'),
        "colour: 'each' is unknown", 'colour = "each"'),
    "five storeys": (*goal('count = "line"\nof = "buildings"\nstoreys = 5\n'),
        "storeys is 5; it may be 1 to 4", "storeys = 5"),
    "at least no storey": (*goal('count = "line"\nof = "buildings"\nat_least = 0\n'),
        "at_least is 0; it may be 1 to 4", "at_least = 0"),
    "exactly and at least": (*goal('count = "line"\nof = "buildings"\nstoreys = 2\nat_least = 3\n'),
        "give one of storeys, at_least and at_most", "at_least = 3"),
    "beside nothing known": (*goal('count = "squares"\nof = "park"\nbeside = "all"\n'),
        "beside: 'all' is unknown; allowed: park, water, street, buildings, monuments",
        'beside = "all"'),
    "a zone of 61 squares": (*goal('count = "zones"\nof = "park"\nsize = 61\n'),
        "size is 61; it may be 1 to 60", "size = 61"),
    "a zone with five kinds": (*goal('count = "zones"\nof = "park"\nattractions = 5\n'),
        "attractions is 5; it may be 0 to 4", "attractions = 5"),
    "a set of one": (*goal('count = "sets"\nof = "buildings"\ndifferent = "colours"\nsize = 1\n'),
        "size is 1; it may be 2 to 4", "size = 1"),
    "a set without a size": (*goal('count = "sets"\nof = "buildings"\ndifferent = "colours"\n'),
        "'size' is missing", "[[objective]]"),
    "a set of what differs in nothing": (*goal('count = "sets"\nof = "buildings"\nsize = 2\n'),
        "'different' is missing", "[[objective]]"),
    "another age": (*goal('count = "sets"\nof = "buildings"\nsize = 2\ndifferent = "age"\n'),
        "different: 'age' is unknown; allowed: colours, heights, both", 'different = "age"'),
    "both more than once": (*goal('count = "sets"\nof = "buildings"\nsize = 2\ndifferent = "both"\n'
        "every = 2\n"), "every is 2; it may be 1 to 1", "every = 2"),
    "a collection of five on water": (*goal('count = "collections"\nof = "water"\nsize = 5\n'),
        "size is 5; it may be 2 to 4", "size = 5"),
    "a collection of nine": (*goal('count = "collections"\nof = "all"\nsize = 9\n'),
        "size is 9; it may be 2 to 8", "size = 9"),
    "stairs of five": (*goal('count = "stairs"\nof = "buildings"\nevery = 5\n'),
        "every is 5; it may be 1 to 4", "every = 5"),
    "every none": (*goal('count = "zones"\nof = "park"\nevery = 0\n'),
        "every is 0; it may be 1 to 60", "every = 0"),
    "every one and a half": (*goal('count = "zones"\nof = "park"\nevery = 1.5\n'),
        "every is 1.5; it may be 1 to 60", "every = 1.5"),
}  # fmt: skip


@pytest.mark.clause("cit-2", "cit-3", "cit-4", "cit-5")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_box_is_refused_with_what_is_wrong_and_where(fault: str, tmp_path: Path):
    old, new, said, at = FAULTS[fault]
    assert old in TEXT
    changed = TEXT.replace(old, new, 1)
    path = tmp_path / "components.toml"
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(ComponentsError) as refused:
        load(path)
    assert said in str(refused.value) or refused.value.code == said
    assert all(text.endswith(".") for text in refused.value.text)
    assert refused.value.text.en != refused.value.text.fr
    assert at in changed.splitlines()[refused.value.line - 1]

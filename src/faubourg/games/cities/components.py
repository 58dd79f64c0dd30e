"""Loads and validates the box of Cities and builds the tables that the rules read."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from faubourg.core.contract import Box, Data, Source
from faubourg.core.text import Text
from faubourg.gamekit import nodes
from faubourg.gamekit.box import checked_box
from faubourg.gamekit.nodes import (
    ID_KEY,
    NAME_KEYS,
    TWICE,
    Choice,
    Each,
    Form,
    Found,
    Key,
    Squares,
    Table,
    Whole,
    name_of,
    outside,
    players_in_order,
    players_key,
    repeated,
)
from faubourg.games.cities.mechanics.goals import (
    LABELS,
    Goal,
    goal_faults,
    goal_form,
    read_goal,
)
from faubourg.games.cities.state import (
    ALL_TILES,
    ATTRACTIONS,
    CARDS,
    CITIES,
    COLOURS,
    JOKER,
    KINDS,
    NUMBERS,
    OBJECTIVES,
    PARK,
    PARK_ATTRACTIONS,
    SEATS,
    STARTERS,
    STREET,
    TILES,
    TURNS,
    WATER,
    WATER_ATTRACTIONS,
)
from faubourg.kernels.rows import row_dtype

NAME = Text("Cities", "Cities")
LETTERS = "PWRBGY"  # of squares: park, water, and the streets in the order of COLOURS
SQUARE_NAMES = {
    letter: LABELS[word] for letter, word in zip(LETTERS, ("park", "water", *COLOURS), strict=True)
}
MOST_POINTS = 99
GOALS = len(CITIES) * OBJECTIVES + CARDS
LEAST_MODULES = 96  # ten for each of eight rounds, and two for each from the bag
LEAST_ATTRACTIONS = 48
MOST_OF_A_KIND = 60
MOST_JOKERS = 10  # every choice of their colours is tried
GROUNDS = ("water",) * WATER_ATTRACTIONS + ("park",) * PARK_ATTRACTIONS + ("street",) * 2

BOX = row_dtype(
    [
        ("tiles", "i8", (ALL_TILES, TURNS, 4)),  # the set that each square of a turned tile joins
        ("module_counts", "i8", (KINDS,)),
        ("attraction_counts", "i8", (ATTRACTIONS,)),
        ("set_points", "i8", (ATTRACTIONS,)),  # for so many different attractions in a zone
        ("monument_points", "i8"),
        ("numbers", "i8", (len(CITIES) * OBJECTIVES, NUMBERS)),
        # The goals, objectives city by city and then cards; see `counting.py`.
        *((field, "i8", (GOALS,)) for field in Goal.FIELDS),
        ("points", "i8", (GOALS,)),  # of a card, for each time
    ]
)


@dataclass(frozen=True)
class Named:
    """A city, an attraction or a card: how it is called in notation and by people."""

    id: str
    name: Text


@dataclass(frozen=True)
class Cities:
    """A checked box: the numbers for the rules, the names for people."""

    box: Box
    cities: tuple[Named, ...]
    attractions: tuple[Named, ...]  # attractions by kind
    cards: tuple[Named, ...]
    goals: tuple[Goal, ...]  # three for each city, then one for each card
    tiles: tuple[str, ...]  # district tiles and then starting tiles, as the file has them
    players: tuple[int, int]
    name: Text
    text: str  # of the file
    digest: str

    def objective(self, city: int, objective: int) -> Goal:
        return self.goals[city * OBJECTIVES + objective]

    def card_goal(self, card: int) -> Goal:
        return self.goals[len(CITIES) * OBJECTIVES + card]


# ---------------------------------------------------------------- the form of a box

_GAME = Table(
    (
        players_key(SEATS),
        Key(
            "zone_points",
            Each(
                Whole(0, MOST_POINTS),
                WATER_ATTRACTIONS,
                WATER_ATTRACTIONS,
                Text("points", "points"),
                label=Text("Points of a zone", "Points d'une zone"),
                help=Text(
                    "For 1 to 4 different attractions in it.",
                    "Pour 1 à 4 attractions différentes.",
                ),
            ),
        ),
        Key(
            "monument_points",
            Whole(0, MOST_POINTS, label=Text("Points of a monument", "Points d'un monument")),
        ),
    ),
    label=Text("The whole game", "Le jeu entier"),
)
_MODULES = Table(
    tuple(Key(colour, Whole(0, MOST_OF_A_KIND, label=LABELS[colour])) for colour in COLOURS),
    label=Text("Modules in the bag", "Modules dans le sac"),
    help=Text(
        "At least 96 in all: the bag must last for eight rounds.",
        "Au moins 96 en tout : le sac doit suffire pour huit manches.",
    ),
)
_SQUARES = Squares(2, 2, SQUARE_NAMES)
_TILES = Table(
    (
        Key(
            "district",
            Each(
                _SQUARES,
                TILES,
                TILES,
                Text("tile", "tuile"),
                label=Text("District tiles", "Tuiles quartier"),
                help=Text(
                    "Equal ones are allowed. Eight rounds turn up four each.",
                    "Il peut y en avoir d'égales. Huit manches en montrent quatre chacune.",
                ),
            ),
        ),
        Key(
            "starting",
            Each(
                _SQUARES,
                STARTERS,
                STARTERS,
                Text("tile", "tuile"),
                label=Text("Starting tiles", "Tuiles de départ"),
                help=Text("Each shows park, water and street.", "Chacune montre parc, eau et rue."),
            ),
        ),
    ),
    label=Text("Tiles", "Tuiles"),
)
_ATTRACTION = Table(
    (
        ID_KEY,
        *NAME_KEYS,
        Key(
            "on",
            Choice(
                {ground: LABELS[ground] for ground in ("water", "park", "street")},
                label=Text("lies on", "va sur"),
                help=Text(
                    "Four for water, four for park, then monument and joker for street.",
                    "Quatre pour l'eau, quatre pour le parc, puis monument et joker pour la rue.",
                ),
            ),
        ),
        Key("count", Whole(0, MOST_OF_A_KIND, label=Text("How many", "Combien"))),
    ),
    one_of=nodes.NAME,
)
_CITY_WORDS = {city: Text(*(city.replace("_", " ").title(),) * 2) for city in CITIES}
_CITY = Table(
    (
        Key("id", Choice(_CITY_WORDS, label=Text("Short name", "Nom court"))),
        *NAME_KEYS,
    ),
    one_of=nodes.NAME,
)
_OBJECTIVE = goal_form(
    (Key("city", Choice(_CITY_WORDS, label=Text("City", "Ville"))),),
    (
        Key(
            "numbers",
            Each(
                Whole(1, MOST_POINTS),
                NUMBERS,
                NUMBERS,
                Text("points", "points"),
                label=Text("Points, first to last", "Points, du premier au dernier"),
                help=Text("None is more than the one before.", "Aucun ne dépasse le précédent."),
            ),
        ),
    ),
)
_CARD = goal_form(
    (ID_KEY, *NAME_KEYS),
    (Key("points", Whole(1, MOST_POINTS, label=Text("Points each time", "Points à chaque fois"))),),
)


def _bag_that_lasts(box: Data) -> Iterator[Found]:
    """cit-4; the bag must last for eight rounds."""
    total, most = sum(box["modules"].values()), KINDS * MOST_OF_A_KIND
    yield from outside(box, ("modules",), total, LEAST_MODULES, most, "modules in all")


def _starting_tiles(box: Data) -> Iterator[Found]:
    """cit-12: a starting tile shows street, park and water."""
    for index, rows in enumerate(box["tiles"]["starting"]):
        if "P" not in rows or "W" not in rows or set(rows) <= set("PW/"):
            said = Text(
                "the starting tile '{rows}' must show park, water and street",
                "la tuile de départ « {rows} » doit montrer parc, eau et rue",
            )
            yield ("tiles", "starting", index), "starting-tile", said.format(rows=rows)


def _attractions_in_order(box: Data) -> Iterator[Found]:
    """cit-3: four kinds for water, four for park, then the monument and the joker."""
    entries = box["attraction"]
    for index, (entry, wanted) in enumerate(zip(entries, GROUNDS, strict=True)):
        if entry["on"] != wanted:
            said = Text(
                "attraction {number} lies on '{on}'; it must be '{wanted}' (four for water, "
                "four for park, then monument and joker for street)",
                "l'attraction {number} va sur « {on} » ; il faut « {wanted} » (quatre pour "
                "l'eau, quatre pour le parc, puis monument et joker pour la rue)",
            )
            text = said.format(number=index + 1, on=entry["on"], wanted=wanted)
            yield ("attraction", index, "on"), "ground", text
        if entry["id"] in COLOURS:
            yield ("attraction", index, "id"), "twice", TWICE.format(item=entry["id"])
    jokers = entries[JOKER]["count"]
    yield from outside(box, ("attraction", JOKER, "count"), jokers, 0, MOST_JOKERS)
    total = sum(entry["count"] for entry in entries)
    most = 2 * LEAST_ATTRACTIONS
    yield from outside(box, ("attraction",), total, LEAST_ATTRACTIONS, most, "attractions in all")


def _new_ids(box: Data, table: str) -> Iterator[Found]:
    yield from repeated(((table, i, "id"), each["id"]) for i, each in enumerate(box[table]))


def _cities_in_order(box: Data) -> Iterator[Found]:
    """cit-5: options name the cities, so these are always the same eight."""
    for index, (entry, wanted) in enumerate(zip(box["city"], CITIES, strict=True)):
        if entry["id"] != wanted:
            said = Text(
                "city {number} is {id}; it must be {wanted}",
                "la ville {number} est {id} ; il faut {wanted}",
            )
            text = said.format(number=index + 1, id=repr(entry["id"]), wanted=wanted)
            yield ("city", index, "id"), "city", text


def _objectives_in_order(box: Data) -> Iterator[Found]:
    """cit-5: three for each city, in the order of the cities, no two the same."""
    goals: list[tuple[str, Goal]] = []
    for index, entry in enumerate(box["objective"]):
        path, wanted = ("objective", index), CITIES[index // OBJECTIVES]
        if entry["city"] != wanted:
            said = Text(
                "objective {number} is for {city}; each city has three, in the order of the "
                "cities, so it must be for {wanted}",
                "l'objectif {number} est pour {city} ; chaque ville en a trois, dans l'ordre "
                "des villes : il faut {wanted}",
            )
            text = said.format(number=index + 1, city=entry["city"], wanted=wanted)
            yield (*path, "city"), "city", text
        faults = [*goal_faults(box, path, entry)]
        yield from faults
        yield from _falling_numbers(path, entry["numbers"])
        goal = entry["city"], read_goal(entry)
        if goal in goals:
            said = Text("{city} has this objective twice", "{city} a deux fois cet objectif")
            yield path, "twice", said.format(city=entry["city"])
        goals.append(goal)


def _falling_numbers(path: nodes.Path, numbers: list[int]) -> Iterator[Found]:
    if sorted(numbers, reverse=True) != numbers:
        said = Text(
            "numbers is {numbers}; none may be more than the one before",
            "numbers vaut {numbers} ; aucun ne peut dépasser le précédent",
        )
        yield (*path, "numbers"), "numbers", said.format(numbers=repr(numbers))


def _cards(box: Data) -> Iterator[Found]:
    yield from _new_ids(box, "card")
    for index, entry in enumerate(box["card"]):
        yield from goal_faults(box, ("card", index), entry)


def _list(table: nodes.Node, count: int, item: Text, label: Text, help: Text) -> Each:
    """As many as there are in the printed box: so many a game needs, or can number."""
    return Each(table, count, count, item, label=label, help=help)


FORM = Form(
    Table(
        (
            Key("game", _GAME),
            Key("modules", _MODULES),
            Key("tiles", _TILES),
            Key(
                "attraction",
                _list(
                    _ATTRACTION,
                    ATTRACTIONS,
                    Text("attraction", "attraction"),
                    Text("Attractions", "Attractions"),
                    Text(
                        "48 to 96 in all, at most 10 of them jokers.",
                        "De 48 à 96 en tout, dont 10 jokers au plus.",
                    ),
                ),
            ),
            Key(
                "city",
                _list(
                    _CITY,
                    len(CITIES),
                    Text("city", "ville"),
                    Text("Cities", "Villes"),
                    Text(
                        "Call them as you like; the option of a table knows their eight ids.",
                        "Leur nom est libre ; l'option d'une table connaît leurs huit noms courts.",
                    ),
                ),
            ),
            Key(
                "objective",
                _list(
                    _OBJECTIVE,
                    len(CITIES) * OBJECTIVES,
                    Text("objective", "objectif"),
                    Text("Objectives", "Objectifs"),
                    Text(
                        "Three for each city, in the order of the cities.",
                        "Trois par ville, dans l'ordre des villes.",
                    ),
                ),
            ),
            Key(
                "card",
                _list(
                    _CARD,
                    CARDS,
                    Text("card", "carte"),
                    Text("Cards", "Cartes"),
                    Text(
                        "Eight rounds turn up four each; stored games have numbers for 32.",
                        "Huit manches en montrent quatre chacune ; les parties gardées en "
                        "numérotent 32.",
                    ),
                ),
            ),
        )
    ),
    rules=(
        (("game",), players_in_order),
        (("modules",), _bag_that_lasts),
        (("tiles",), _starting_tiles),
        (("attraction",), _attractions_in_order),
        (("attraction",), lambda box: _new_ids(box, "attraction")),
        (("city",), _cities_in_order),
        (("objective",), _objectives_in_order),
        (("card",), _cards),
    ),
)


# ---------------------------------------------------------------- the box as numbers


def load(source: Source | None = None) -> Cities:
    """The box in a file or a text, or the one in the package."""
    file = checked_box(source or Path(__file__).with_name("components.toml"), FORM)
    data, box = file.data, np.zeros(1, BOX)[0]
    game = data["game"]
    box.set_points[1 : WATER_ATTRACTIONS + 1] = game["zone_points"]
    box.monument_points = game["monument_points"]
    box.module_counts[:] = [data["modules"][colour] for colour in COLOURS]
    box.attraction_counts[:] = [entry["count"] for entry in data["attraction"]]
    tiles = (*data["tiles"]["district"], *data["tiles"]["starting"])
    for index, rows in enumerate(tiles):
        _tile(box, index, rows)
    box.numbers[:] = [entry["numbers"] for entry in data["objective"]]
    box.points[len(CITIES) * OBJECTIVES :] = [entry["points"] for entry in data["card"]]
    goals = tuple(read_goal(entry) for entry in (*data["objective"], *data["card"]))
    for index, goal in enumerate(goals):
        for field in Goal.FIELDS:
            box[field][index] = getattr(goal, field)
    cities, attractions, cards = (_named(data[table]) for table in ("city", "attraction", "card"))
    players = (game["players"][0], game["players"][1])
    return Cities(
        box, cities, attractions, cards, goals, tiles, players, NAME, file.text, file.digest
    )


def _named(entries: list[Data]) -> tuple[Named, ...]:
    return tuple(Named(entry["id"], name_of(entry)) for entry in entries)


def _tile(box: Box, index: int, rows: str) -> None:
    """cit-2: two rows of two squares each; then its four turns."""
    kinds = (PARK, WATER, *range(STREET, STREET + KINDS))
    squares = np.array([kinds[LETTERS.index(x)] for x in rows.replace("/", "")]).reshape(2, 2)
    for top in range(TURNS):
        box.tiles[index, top] = np.rot90(squares, -top).reshape(4)

"""Loads and validates the box of Cities and builds the tables that the rules read."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from faubourg.core.checks import is_whole
from faubourg.core.contract import Box, Source
from faubourg.core.text import Text
from faubourg.gamekit.box import BoxFile, entry_id, entry_name, fault, place_among, within
from faubourg.games.cities.mechanics.goals import Goal, read_goal
from faubourg.games.cities.state import (
    ALL_TILES,
    ATTRACTIONS,
    CARDS,
    CITIES,
    COLOURS,
    KINDS,
    MONUMENT,
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


def load(source: Source | None = None) -> Cities:
    """The box in a file or a text, or the one in the package."""
    file = BoxFile(source or Path(__file__).with_name("components.toml"))
    box = np.zeros(1, BOX)[0]
    players = _game(file, box)
    _modules(file, box)
    tiles = _tiles(file, box)
    attractions = _attractions(file, box)
    cities = _cities(file)
    goals = [*_objectives(file, box), *_cards(file, box)]
    for index, goal in enumerate(goals):
        for field in Goal.FIELDS:
            box[field][index] = getattr(goal, field)
    cards = tuple(Named(entry["id"], entry_name(entry)) for entry in file.data["card"])
    return Cities(
        box, cities, attractions, cards, tuple(goals), tiles, players, NAME, file.text, file.digest
    )


def _game(file: BoxFile, box: Box) -> tuple[int, int]:
    with file.at("game"):
        data = file.data["game"]
        players = file.players(SEATS)
        points = data["zone_points"]
        within(len(points), WATER_ATTRACTIONS, WATER_ATTRACTIONS, "zone_points count")
        for different, value in enumerate(points, start=1):
            box.set_points[different] = within(value, 0, 99, "zone_points")
        box.monument_points = within(data["monument_points"], 0, 99, "monument_points")
        for table, count in (
            ("attraction", ATTRACTIONS),
            ("city", len(CITIES)),
            ("objective", len(CITIES) * OBJECTIVES),
            ("card", CARDS),
        ):
            within(file.count(table), count, count, f"{table} count")
    return players


def _modules(file: BoxFile, box: Box) -> None:
    """cit-4; the bag must last for eight rounds."""
    with file.at("modules"):
        for colour, name in enumerate(COLOURS):
            box.module_counts[colour] = within(file.data["modules"][name], 0, MOST_OF_A_KIND, name)
        total = int(box.module_counts.sum())
        within(total, LEAST_MODULES, KINDS * MOST_OF_A_KIND, "modules in all")


# ---------------------------------------------------------------- tiles


def _tiles(file: BoxFile, box: Box) -> tuple[str, ...]:
    """cit-2: two rows of two squares each; four colours in equal numbers over all tiles."""
    found: list[str] = []
    with file.at("tiles"):
        for key, count in (("district", TILES), ("starting", STARTERS)):
            within(len(file.data["tiles"][key]), count, count, f"{key} tiles")
            for rows in file.data["tiles"][key]:
                _tile(box, len(found), rows, key)
                found.append(rows)
        _check_starting(found[TILES:])
    return tuple(found)


def _tile(box: Box, index: int, rows: object, key: str) -> None:
    lines = rows.split("/") if isinstance(rows, str) else []
    if [len(line) for line in lines] != [2, 2] or any(x not in LETTERS for x in "".join(lines)):
        said = Text(
            "{rows} is no tile; a tile has two rows of two squares, such as 'RP/WB', of {letters}",
            "{rows} n'est pas une tuile ; une tuile a deux rangées de deux cases, par exemple "
            "« RP/WB », de {letters}",
        )
        text = said.format(rows=repr(rows), letters=", ".join(LETTERS))
        raise fault("tile", text, key=key)
    kinds = (PARK, WATER, *range(STREET, STREET + KINDS))
    squares = np.array([kinds[LETTERS.index(x)] for x in "".join(lines)]).reshape(2, 2)
    for top in range(TURNS):
        box.tiles[index, top] = np.rot90(squares, -top).reshape(4)


def _check_starting(tiles: list[str]) -> None:
    """cit-12: a starting tile shows street, park and water."""
    for rows in tiles:
        if "P" not in rows or "W" not in rows or set(rows) <= set("PW/"):
            said = Text(
                "the starting tile '{rows}' must show park, water and street",
                "la tuile de départ « {rows} » doit montrer parc, eau et rue",
            )
            raise fault("starting-tile", said.format(rows=rows), key="starting")


# ---------------------------------------------------------------- attractions and cities


def _attractions(file: BoxFile, box: Box) -> tuple[Named, ...]:
    """cit-3: four kinds for water, four for park, then the monument and the joker."""
    found: list[Named] = []
    for index, entry in enumerate(file.data["attraction"]):
        with file.at("attraction", index):
            attraction = Named(entry_id(entry), entry_name(entry))
            _check_new(attraction.id, [*COLOURS, *(other.id for other in found)])
            if entry["on"] != GROUNDS[index]:
                said = Text(
                    "attraction {number} lies on '{on}'; it must be '{wanted}' (four for water, "
                    "four for park, then monument and joker for street)",
                    "l'attraction {number} va sur « {on} » ; il faut « {wanted} » (quatre pour "
                    "l'eau, quatre pour le parc, puis monument et joker pour la rue)",
                )
                text = said.format(number=index + 1, on=str(entry["on"]), wanted=GROUNDS[index])
                raise fault("ground", text, key="on")
            most = MOST_JOKERS if index == MONUMENT + 1 else MOST_OF_A_KIND
            box.attraction_counts[index] = within(entry["count"], 0, most, "count")
            found.append(attraction)
    with file.at("attraction", 0):
        total = int(box.attraction_counts.sum())
        within(total, LEAST_ATTRACTIONS, 2 * LEAST_ATTRACTIONS, "attractions in all")
    return tuple(found)


def _cities(file: BoxFile) -> tuple[Named, ...]:
    """cit-5: options name the cities, so these are always the same eight."""
    found = []
    for index, entry in enumerate(file.data["city"]):
        with file.at("city", index):
            if entry["id"] != CITIES[index]:
                said = Text(
                    "city {number} is {id}; it must be {wanted}",
                    "la ville {number} est {id} ; il faut {wanted}",
                )
                text = said.format(number=index + 1, id=repr(entry["id"]), wanted=CITIES[index])
                raise fault("city", text, key="id")
            found.append(Named(entry["id"], entry_name(entry)))
    return tuple(found)


# ---------------------------------------------------------------- goals


def _objectives(file: BoxFile, box: Box) -> list[Goal]:
    """cit-5: three for each city, in the order of the cities."""
    found: list[Goal] = []
    for index, entry in enumerate(file.data["objective"]):
        with file.at("objective", index):
            city = place_among(entry["city"], CITIES, "city")
            if city != index // OBJECTIVES:
                said = Text(
                    "objective {number} is for {city}; each city has three, in the order of the "
                    "cities, so it must be for {wanted}",
                    "l'objectif {number} est pour {city} ; chaque ville en a trois, dans l'ordre "
                    "des villes : il faut {wanted}",
                )
                wanted = CITIES[index // OBJECTIVES]
                text = said.format(number=index + 1, city=CITIES[city], wanted=wanted)
                raise fault("city", text, key="city")
            goal = read_goal(entry, ("city", "numbers"))
            if goal in found[city * OBJECTIVES :]:
                said = Text("{city} has this objective twice", "{city} a deux fois cet objectif")
                raise fault("twice", said.format(city=CITIES[city]))
            box.numbers[index] = _numbers(entry["numbers"])
            found.append(goal)
    return found


def _numbers(numbers: object) -> list[int]:
    whole = isinstance(numbers, list) and all(is_whole(number, 1, 99) for number in numbers)
    if not isinstance(numbers, list) or not whole or len(numbers) != NUMBERS:
        said = Text(
            "numbers is {numbers}; it needs three from 1 to 99",
            "numbers vaut {numbers} ; il en faut trois de 1 à 99",
        )
        raise fault("numbers", said.format(numbers=repr(numbers)), key="numbers")
    if sorted(set(numbers), reverse=True) != numbers:
        said = Text(
            "numbers is {numbers}; each must be less than the one before",
            "numbers vaut {numbers} ; chacun doit être inférieur au précédent",
        )
        raise fault("numbers", said.format(numbers=repr(numbers)), key="numbers")
    return numbers


def _cards(file: BoxFile, box: Box) -> list[Goal]:
    """cit-5"""
    found: list[Goal] = []
    ids: list[str] = []
    first = len(CITIES) * OBJECTIVES
    for index, entry in enumerate(file.data["card"]):
        with file.at("card", index):
            id = entry_id(entry)
            entry_name(entry)
            _check_new(id, ids)
            ids.append(id)
            found.append(read_goal(entry, ("id", "en", "fr", "points")))
            box.points[first + index] = within(entry["points"], 1, 99, "points")
    return found


def _check_new(id: str, others: list[str]) -> None:
    if id in others:
        said = Text("'{id}' is there twice", "« {id} » y est deux fois").format(id=id)
        raise fault("twice", said, key="id")

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
    LONGEST_ID,
    NAME_KEYS,
    TWICE,
    Choice,
    Each,
    Form,
    Found,
    Key,
    Reference,
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
    CARDS_AT_FIRST,
    CITIES,
    COLOURS,
    FIRST_CARD,
    JOKER,
    KINDS,
    MOST_CITIES,
    NUMBERS,
    OBJECTIVES,
    PARK,
    PARK_ATTRACTIONS,
    SEATS,
    STARTERS,
    STREET,
    TILES,
    TILES_AT_FIRST,
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
GOALS = FIRST_CARD + CARDS
LEAST_TILES = LEAST_CARDS = 32  # four for each of eight rounds
LEAST_MODULES = 96  # ten for each of eight rounds, and two for each from the bag
LEAST_ATTRACTIONS = 48
MOST_OF_A_KIND = 60
MOST_JOKERS = 10  # every choice of their colours is tried
GROUNDS = ("water",) * WATER_ATTRACTIONS + ("park",) * PARK_ATTRACTIONS + ("street",) * 2

BOX = row_dtype(
    [
        ("districts", "i8"),  # how many district tiles there are
        ("cards", "i8"),  # how many there are
        ("cities", "i8"),
        ("larger", "i8"),  # whether it has more of anything than boxes had at first
        ("city_ids", "u1", (MOST_CITIES, LONGEST_ID)),  # the letters by which options name them
        ("tiles", "i8", (ALL_TILES, TURNS, 4)),  # the set that each square of a turned tile joins
        ("module_counts", "i8", (KINDS,)),
        ("attraction_counts", "i8", (ATTRACTIONS,)),
        ("set_points", "i8", (ATTRACTIONS,)),  # for so many different attractions in a zone
        ("monument_points", "i8"),
        ("numbers", "i8", (FIRST_CARD, NUMBERS)),
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
    # Three for each city and then one for each card, as the rules number them; padded.
    goals: tuple[Goal, ...]
    tiles: tuple[str, ...]  # district tiles and then starting tiles, as the file has them
    players: tuple[int, int]
    name: Text
    text: str  # of the file
    digest: str

    def objective(self, city: int, objective: int) -> Goal:
        return self.goals[city * OBJECTIVES + objective]

    def card_goal(self, card: int) -> Goal:
        return self.goals[FIRST_CARD + card]

    def card_id(self, card: int) -> str:
        """What notation calls a card, also one that the box does not have."""
        return self.cards[card].id if card < len(self.cards) else f"unused_{card + 1}"

    @property
    def districts(self) -> tuple[str, ...]:
        return self.tiles[:-STARTERS]

    @property
    def starters(self) -> tuple[str, ...]:
        return self.tiles[-STARTERS:]

    @property
    def is_larger(self) -> bool:
        """See `contract.Components`."""
        return bool(self.box.larger)


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
                LEAST_TILES,
                TILES,
                Text("tile", "tuile"),
                label=Text("District tiles", "Tuiles quartier"),
                help=Text(
                    "{least} to {most}, equal ones allowed: eight rounds turn up four each.",
                    "De {least} à {most}, égales ou non : huit manches en montrent quatre chacune.",
                ).format(least=LEAST_TILES, most=TILES),
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
_CITY = Table((ID_KEY, *NAME_KEYS), one_of=nodes.NAME)
_OBJECTIVE = goal_form(
    (Key("city", Reference("city", label=Text("City", "Ville"))),),
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


def _objectives(box: Data) -> Iterator[Found]:
    """cit-5: three for each city, no two the same."""
    goals: list[tuple[str, Goal]] = []
    for index, entry in enumerate(box["objective"]):
        path = ("objective", index)
        faults = [*goal_faults(box, path, entry)]
        yield from faults
        yield from _falling_numbers(path, entry["numbers"])
        goal = entry["city"], read_goal(entry)
        if goal in goals:
            said = Text("{city} has this objective twice", "{city} a deux fois cet objectif")
            yield path, "twice", said.format(city=entry["city"])
        goals.append(goal)
    for index, city in enumerate(box["city"]):
        count = sum(entry["city"] == city["id"] for entry in box["objective"])
        if count != OBJECTIVES:
            said = Text(
                "{city} has {count} objectives; every city has three",
                "{city} a {count} objectifs ; chaque ville en a trois",
            )
            yield ("city", index), "city", said.format(city=city["id"], count=count)


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


FORM = Form(
    Table(
        (
            Key("game", _GAME),
            Key("modules", _MODULES),
            Key("tiles", _TILES),
            Key(
                "attraction",
                Each(
                    _ATTRACTION,
                    ATTRACTIONS,
                    ATTRACTIONS,
                    Text("attraction", "attraction"),
                    label=Text("Attractions", "Attractions"),
                    help=Text(
                        "Ten kinds; 48 to 96 pieces in all, at most 10 of them jokers.",
                        "Dix sortes ; de 48 à 96 pièces en tout, dont 10 jokers au plus.",
                    ),
                ),
            ),
            Key(
                "city",
                Each(
                    _CITY,
                    1,
                    MOST_CITIES,
                    Text("city", "ville"),
                    label=Text("Cities", "Villes"),
                    help=Text(
                        "Up to {most}, with three objectives each; a table plays in one of them.",
                        "Jusqu'à {most}, avec trois objectifs chacune ; une table joue dans l'une "
                        "d'elles.",
                    ).format(most=MOST_CITIES),
                ),
            ),
            Key(
                "objective",
                Each(
                    _OBJECTIVE,
                    OBJECTIVES,
                    MOST_CITIES * OBJECTIVES,
                    Text("objective", "objectif"),
                    label=Text("Objectives", "Objectifs"),
                    help=Text("Three for each city.", "Trois par ville."),
                ),
            ),
            Key(
                "card",
                Each(
                    _CARD,
                    LEAST_CARDS,
                    CARDS,
                    Text("card", "carte"),
                    label=Text("Cards", "Cartes"),
                    help=Text(
                        "{least} to {most}: eight rounds turn up four each.",
                        "De {least} à {most} : huit manches en montrent quatre chacune.",
                    ).format(least=LEAST_CARDS, most=CARDS),
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
        (("city",), lambda box: _new_ids(box, "city")),
        (("city", "objective"), _objectives),
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
    cities, attractions, cards = (_named(data[table]) for table in ("city", "attraction", "card"))
    box.districts, box.cards, box.cities = len(tiles) - STARTERS, len(cards), len(cities)
    box.larger = (
        box.districts > TILES_AT_FIRST or box.cards > CARDS_AT_FIRST or len(cities) > len(CITIES)
    )
    for index, city in enumerate(cities):
        box.city_ids[index, : len(city.id)] = [*city.id.encode()]
    places = {city.id: place for place, city in enumerate(cities)}
    goals = _goals(box, sorted(data["objective"], key=lambda each: places[each["city"]]), data)
    players = (game["players"][0], game["players"][1])
    return Cities(
        box, cities, attractions, cards, goals, tiles, players, NAME, file.text, file.digest
    )


def _goals(box: Box, objectives: list[Data], data: Data) -> tuple[Goal, ...]:
    """What objectives and cards are for. Places that a box leaves empty get the first of each, so
    that no position, however odd, leads to a goal of nothing."""
    cards = data["card"]
    box.numbers[: len(objectives)] = [entry["numbers"] for entry in objectives]
    box.points[FIRST_CARD : FIRST_CARD + len(cards)] = [entry["points"] for entry in cards]
    objectives += [objectives[0]] * (FIRST_CARD - len(objectives))
    padded = [*objectives, *cards, *[cards[0]] * (CARDS - len(cards))]
    goals = tuple(read_goal(entry) for entry in padded)
    for index, goal in enumerate(goals):
        for field in Goal.FIELDS:
            box[field][index] = getattr(goal, field)
    return goals


def _named(entries: list[Data]) -> tuple[Named, ...]:
    return tuple(Named(entry["id"], name_of(entry)) for entry in entries)


def _tile(box: Box, index: int, rows: str) -> None:
    """cit-2: two rows of two squares each; then its four turns."""
    kinds = (PARK, WATER, *range(STREET, STREET + KINDS))
    squares = np.array([kinds[LETTERS.index(x)] for x in rows.replace("/", "")]).reshape(2, 2)
    for top in range(TURNS):
        box.tiles[index, top] = np.rot90(squares, -top).reshape(4)

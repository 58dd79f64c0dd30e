"""The text of a goal, generated from the same data as the rule, so that the two can't disagree.

An objective asks for something: "A park zone of at least 6 squares". A card gives points for
something: "2 points for every 2 squares of your largest park zone". Both are built from a noun for
one and for several of what is counted, in both languages.
"""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from faubourg.core.text import Text
from faubourg.games.cities.mechanics.counting import (
    ANYTHING,
    BY_BOTH,
    BY_COLOUR,
    BY_HEIGHT,
    COUNT_ATTRACTIONS,
    COUNT_COLLECTIONS,
    COUNT_LARGEST,
    COUNT_LINE,
    COUNT_SETS,
    COUNT_SQUARES,
    COUNT_STAIRS,
    COUNT_ZONES,
    EACH,
    MIXED,
    OF_ALL,
    OF_BUILDINGS,
    OF_MONUMENTS,
    OF_PARK,
    OF_STREET,
    OF_WATER,
    ONE,
)
from faubourg.games.cities.mechanics.goals import Goal
from faubourg.games.cities.state import MOST_HEIGHT

NONE = Text("", "")


class Noun(NamedTuple):
    """What is counted: one of it, and several."""

    one: Text
    many: Text

    def of(self, number: int) -> Text:
        return self.one if number == 1 else self.many


# ---------------------------------------------------------------- words

GROUND_NAMES = {
    OF_PARK: Text("park", "Parc"),
    OF_WATER: Text("water", "Eau"),
    OF_STREET: Text("street", "Rue"),
}
ZONE_NAMES = {
    OF_PARK: Text("park", "de parc"),
    OF_WATER: Text("water", "d'eau"),
    OF_STREET: Text("street", "de rue"),
}
BUILDING = Noun(Text("building", "bâtiment"), Text("buildings", "bâtiments"))
SQUARE = Noun(Text("square", "case"), Text("squares", "cases"))
ZONE = Noun(Text("zone", "zone"), Text("zones", "zones"))
SET = Noun(Text("set", "ensemble"), Text("sets", "ensembles"))
STEP = Noun(Text("step", "marche"), Text("steps", "marches"))
POINT = Noun(Text("1 point", "1 point"), Text("{points} points", "{points} points"))
DIFFERENT = Noun(
    Text("different attraction", "attraction différente"),
    Text("different attractions", "attractions différentes"),
)
ATTRACTIONS = {
    OF_PARK: Noun(Text("park attraction", "attraction de parc"),
                  Text("park attractions", "attractions de parc")),
    OF_WATER: Noun(Text("water attraction", "attraction d'eau"),
                   Text("water attractions", "attractions d'eau")),
    OF_ALL: Noun(Text("park or water attraction", "attraction de parc ou d'eau"),
                 Text("park or water attractions", "attractions de parc ou d'eau")),
    OF_MONUMENTS: Noun(Text("monument", "monument"), Text("monuments", "monuments")),
}  # fmt: skip

# Colours as they stand beside a noun, in French with a masculine (bâtiment, module), a feminine
# (case, zone, rue), and the plurals of both.
COLOUR_NAMES = (
    Text("red", "rouge"), Text("blue", "bleu"), Text("green", "vert"), Text("yellow", "jaune"),
)  # fmt: skip
FEMININE = ("rouge", "bleue", "verte", "jaune")

BESIDE = {
    OF_PARK: Text("beside a park", "à côté d'un parc"),
    OF_WATER: Text("beside water", "à côté de l'eau"),
    OF_STREET: Text("beside a street square", "à côté d'une case Rue"),
    OF_BUILDINGS: Text("beside a building", "à côté d'un bâtiment"),
    OF_MONUMENTS: Text("beside a monument", "à côté d'un monument"),
}
BESIDE_ANOTHER = {
    OF_PARK: Text("beside another park square", "à côté d'une autre case Parc"),
    OF_WATER: Text("beside another water square", "à côté d'une autre case Eau"),
    OF_STREET: Text("beside another street square", "à côté d'une autre case Rue"),
    OF_BUILDINGS: Text("beside another building", "à côté d'un autre bâtiment"),
}
OF_ONE_COLOUR = Text("of one colour", "d'une même couleur")
BEST_COLOUR = Text("of your best colour", "de ta meilleure couleur")
DIFFERENCES = {
    BY_COLOUR: Text(", all of different colours", ", tous de couleurs différentes"),
    BY_HEIGHT: Text(", all of different heights", ", tous de hauteurs différentes"),
    BY_BOTH: Text(
        ", all of different colours and of different heights",
        ", tous de couleurs différentes et de hauteurs différentes",
    ),
}
RISING = Text(
    "each one storey higher than the one before", "chacun d'un niveau plus haut que le précédent"
)

# What the words mean, for the help pages.
GLOSSARY = {
    "zone": (
        Text("zone", "zone"),
        Text(
            "squares of one kind that hang together by their sides; corners don't count.",
            "des cases d'une même sorte qui se touchent par les côtés ; les coins ne comptent pas.",
        ),
    ),
    "storey": (
        Text("storey", "niveau"),
        Text(
            "one module of a building; a building has 1 to 4 of one colour on one square.",
            "un module d'un bâtiment ; un bâtiment en a de 1 à 4, d'une couleur, sur une case.",
        ),
    ),
    "beside": (
        Text("beside", "à côté"),
        Text(
            "on one of the four squares with a common side.",
            "sur l'une des quatre cases qui ont un côté en commun.",
        ),
    ),
    "line": (
        Text("straight line", "ligne droite"),
        Text(
            "squares one after the other from west to east or from north to south, without a gap.",
            "des cases à la suite, d'ouest en est ou du nord au sud, sans trou.",
        ),
    ),
    "staircase": (
        Text("staircase", "escalier"),
        Text(
            "buildings in a straight line, each one storey higher than the one before.",
            "des bâtiments en ligne droite, chacun d'un niveau plus haut que le précédent.",
        ),
    ),
    "set": (
        Text("set", "ensemble"),
        Text(
            "things that differ as the text says; each is in one set only.",
            "des éléments qui diffèrent comme le dit le texte ; chacun n'est que dans un ensemble.",
        ),
    ),
}


# ---------------------------------------------------------------- whole texts


@cache
def objective_text(goal: Goal) -> Text:
    """What an objective of the city board asks for."""
    if goal.every == 1 and goal.count in (COUNT_LINE, COUNT_STAIRS):
        goal = replace(goal, count=COUNT_SQUARES)
    if goal.count == COUNT_LARGEST:  # the largest has so many squares where some zone has
        goal = replace(goal, count=COUNT_ZONES, extent=goal.every, every=1)
    if goal.count in (COUNT_LINE, COUNT_STAIRS):
        said = Text(
            "A straight line of at least {number} {things}",
            "Une ligne droite d'au moins {number} {things}",
        )
        said = said.format(number=goal.every, things=_nouns(goal, OF_ONE_COLOUR).many)
        return _join(said, RISING, ", ") if goal.count == COUNT_STAIRS else said
    noun = _counted(goal, OF_ONE_COLOUR)
    if goal.every == 1 and goal.count not in (COUNT_SQUARES, COUNT_ATTRACTIONS):
        masculine = goal.count in (COUNT_SETS, COUNT_COLLECTIONS)  # un ensemble, une zone
        return Text("A {noun}", "Un {noun}" if masculine else "Une {noun}").format(noun=noun.one)
    said = Text("At least {number} {noun}", "Au moins {number} {noun}")
    return said.format(number=goal.every, noun=noun.of(goal.every))


@cache
def card_text(goal: Goal, points: int) -> Text:
    """What a card gives points for."""
    if goal.count == COUNT_SETS and goal.different == BY_BOTH:
        said = Text("{points} for a {noun} (once)", "{points} pour un {noun} (une seule fois)")
    elif goal.every == 1:
        said = Text("{points} for each {noun}", "{points} pour chaque {noun}")
    else:
        said = Text("{points} for every {number} {noun}", "{points} par tranche de {number} {noun}")
    noun = _counted(goal, BEST_COLOUR).of(goal.every)
    return said.format(points=points_text(points), number=goal.every, noun=noun)


def points_text(points: int) -> Text:
    """1 point, 2 points."""
    return POINT.of(points).format(points=points)


def progress_text(goal: Goal, have: int, need: int) -> Text:
    """How far an objective is: '5 of 6 park squares'; see `progress.py` for the numbers."""
    said = Text("{have} of {need} {unit}", "{have} sur {need} {unit}")
    return said.format(have=have, need=need, unit=_unit(goal).of(need))


def _unit(goal: Goal) -> Noun:
    """What an objective's progress is counted in."""
    once = goal.every == 1
    if goal.count == COUNT_STAIRS:
        return STEP
    if goal.count == COUNT_ATTRACTIONS:
        return ATTRACTIONS[goal.what]
    if goal.count == COUNT_COLLECTIONS or goal.attractions:
        return DIFFERENT if once else SET if not goal.attractions else ZONE
    if goal.count == COUNT_ZONES and not (once and goal.extent > 1):
        return ZONE
    if goal.count == COUNT_SETS and not once:
        return SET
    return _bare(goal.what)


# ---------------------------------------------------------------- what is counted


def _counted(goal: Goal, one_colour: Text) -> Noun:
    """One and several of what a goal counts."""
    if goal.count == COUNT_SQUARES:
        return _nouns(goal, one_colour)
    if goal.count == COUNT_ATTRACTIONS:
        return ATTRACTIONS[goal.what]
    if goal.count == COUNT_ZONES:
        return _zones(goal, one_colour)
    if goal.count == COUNT_SETS:
        things = _nouns(goal, NONE).many
        return _each(
            SET,
            Text("of {size} {things}{difference}", "de {size} {things}{difference}"),
            goal,
            things,
            DIFFERENCES[goal.different],
        )
    if goal.count == COUNT_COLLECTIONS:
        said = Text("of {size} different {things}", "de {size} {things} différentes")
        return _each(SET, said, goal, ATTRACTIONS[goal.what].many, NONE)
    return _part_of_the_longest(goal)


def _each(noun: Noun, said: Text, goal: Goal, things: Text, difference: Text) -> Noun:
    members = said.format(size=goal.extent, things=things, difference=difference)
    return Noun(_join(noun.one, members), _join(noun.many, members))


def _part_of_the_longest(goal: Goal) -> Noun:
    """A square of the largest zone, of the longest line or staircase."""
    if goal.count == COUNT_STAIRS:
        whole = Text(
            "of your longest staircase (a straight line of buildings, {rising})",
            "de ton plus long escalier (une ligne droite de bâtiments, {rising})",
        ).format(rising=RISING)
    elif goal.count == COUNT_LINE:
        said = Text(
            "of your longest straight line of {things}",
            "de ta plus longue ligne droite de {things}",
        )
        whole = said.format(things=_nouns(goal, OF_ONE_COLOUR).many)
    else:
        said = Text("of your largest {zone}", "de ta plus grande {zone}")
        whole = said.format(zone=_zones(replace(goal, extent=1), OF_ONE_COLOUR).one)
    unit = BUILDING if goal.what == OF_BUILDINGS else SQUARE
    return Noun(_join(unit.one, whole), _join(unit.many, whole))


def _zones(goal: Goal, one_colour: Text) -> Noun:
    """Zones of a kind, of at least so many squares, with so many different attractions."""
    size, several = goal.extent, NONE
    if goal.colour == ONE and (goal.every > 1 or one_colour is BEST_COLOUR):
        # Not only is each of one colour, but all that count are of the same.
        goal = replace(goal, colour=MIXED)
        several = Text(", all of the same colour", ", toutes de la même couleur")
        if one_colour is BEST_COLOUR:
            several = Text(" in your best colour", " dans ta meilleure couleur")
    noun = (_building_zones if goal.what == OF_BUILDINGS else _ground_zones)(goal, size)
    return Noun(_join(noun.one, several, ""), _join(noun.many, several, ""))


def _building_zones(goal: Goal, size: int) -> Noun:
    things = _nouns(
        replace(goal, colour=ONE if goal.colour == EACH else goal.colour), OF_ONE_COLOUR
    ).many
    if size == 1:
        said = Text("of {things}", "de {things}").format(things=things)
        return Noun(_join(ZONE.one, said), _join(ZONE.many, said))
    said = Text("of at least {size} {things}", "d'au moins {size} {things}")
    said = said.format(size=size, things=things)
    each = Text("zones, each {said}", "zones, chacune {said}").format(said=said)
    return Noun(_join(ZONE.one, said), each)


def _ground_zones(goal: Goal, size: int) -> Noun:
    kind = ZONE_NAMES[goal.what]
    one, many = (
        Text(f"{kind.en} {zone.en}", f"{zone.fr} {kind.fr}") for zone in (ZONE.one, ZONE.many)
    )
    if 0 <= goal.colour < ONE:
        red, rouge = COLOUR_NAMES[goal.colour].en, FEMININE[goal.colour]
        one, many = (Text(f"{red} {text.en}", f"{text.fr} {rouge}") for text in (one, many))
    elif goal.colour == ONE:
        one, many = (
            Text(f"single-colour {text.en}", f"{text.fr} d'une seule couleur")
            for text in (one, many)
        )
    if size > 1:
        said = Text("of at least {size} squares", "d'au moins {size} cases").format(size=size)
        one, many = _join(one, said), _join(_join(many, said), Text("each", "chacune"))
    if goal.attractions:
        said = Text("with at least {number} {noun}", "avec au moins {number} {noun}")
        plain = Noun(Text("attraction", "attraction"), NONE)
        noun = plain.one if goal.attractions == 1 else DIFFERENT.many
        said = said.format(number=goal.attractions, noun=noun)
        one, many = _join(one, said), _join(many, said)
    return Noun(one, many)


# ---------------------------------------------------------------- squares and buildings


def _nouns(goal: Goal, one_colour: Text) -> Noun:
    """The squares that a goal speaks of: 'red buildings of 2 or more storeys beside water'."""
    noun = _bare(goal.what)
    if 0 <= goal.colour < ONE:
        red, masculine = COLOUR_NAMES[goal.colour]
        rouge = masculine if goal.what == OF_BUILDINGS else FEMININE[goal.colour]
        noun = Noun(
            Text(f"{red} {noun.one.en}", f"{noun.one.fr} {rouge}"),
            Text(f"{red} {noun.many.en}", f"{noun.many.fr} {rouge}s"),
        )
    ends = [one_colour if goal.colour == ONE else NONE, _storeys(goal), _beside(goal)]
    one, many = noun
    for end in ends:
        one, many = _join(one, end), _join(many, end)
    return Noun(one, many)


def _bare(what: int) -> Noun:
    if what == OF_BUILDINGS:
        return BUILDING
    kind = GROUND_NAMES[what]
    return Noun(*(Text(f"{kind.en} {noun.en}", f"{noun.fr} {kind.fr}") for noun in SQUARE))


def _storeys(goal: Goal) -> Text:
    """cit-30: a number is a minimum unless the text says otherwise."""
    if goal.low == 1 and goal.high == MOST_HEIGHT:
        return NONE
    if goal.low == MOST_HEIGHT:
        said = Text("of {low} storeys", "de {low} niveaux")
    elif goal.low == 1 < goal.high:
        said = Text("of at most {high} storeys", "d'au plus {high} niveaux")
    elif goal.low < goal.high:
        said = Text("of {low} or more storeys", "de {low} niveaux ou plus")
    elif goal.low == 1:
        said = Text("of exactly {low} storey", "d'exactement {low} niveau")
    else:
        said = Text("of exactly {low} storeys", "d'exactement {low} niveaux")
    return said.format(low=goal.low, high=goal.high)


def _beside(goal: Goal) -> Text:
    if goal.beside == ANYTHING:
        return NONE
    return (BESIDE_ANOTHER if goal.beside == goal.what else BESIDE)[goal.beside]


def _join(text: Text, more: Text, gap: str = " ") -> Text:
    """Two texts as one, if the second says anything."""
    return Text(text.en + gap + more.en, text.fr + gap + more.fr) if more.en else text

"""Cities once more, slow and obvious: what goals count and what a centre is worth.

A centre is a dict of squares by (x, y). Zones are found by search, lines by walking, sets by trying
all of them, jokers by trying all colours. Nothing here knows how `counting.py` goes about it: goals
are read in the words of `components.toml`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from typing import Any

COLOURS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}
MOST_HEIGHT = 4
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
STREET_ATTRACTIONS = ("monument", "joker")

Place = tuple[int, int]


@dataclass(frozen=True)
class Square:
    """What a square shows and what lies on it."""

    ground: str  # park, water, or the colour of a street
    attraction: str = ""  # an attraction: monument, joker, or 1 to 4 for a kind of park or water
    built: str = ""  # the colour of its modules
    height: int = 0

    @property
    def is_street(self) -> bool:
        return self.ground in COLOURS.values()

    @property
    def is_free_joker(self) -> bool:
        return self.attraction == "joker" and self.height == 0

    @property
    def street_colour(self) -> str:
        """cit-25: a joker has the colour of its stack."""
        return self.built if self.attraction == "joker" and self.built else self.ground


Centre = dict[Place, Square]
Words = Mapping[str, Any]  # a goal as a box writes it


def drawn(*lines: str) -> Centre:
    """A centre from a picture, a word for each square.

    >>> drawn("P W2 .", "R B3 Gm", "Yj YjR1 P")[1, 2]
    Square(ground='yellow', attraction='joker', built='red', height=1)

    P and W are park and water, with an attraction of the kind 1 to 4 if a number follows; R, B, G
    and Y are streets, with as many modules as the number says, a (m)onument or a (j)oker, which may
    have modules of a colour of its own; a dot is no square.
    """
    return {
        (x, y): square_of(word)
        for y, line in enumerate(lines)
        for x, word in enumerate(line.split())
        if word != "."
    }


def square_of(word: str) -> Square:
    first, rest = word[0], word[1:]
    if first in "PW":
        return Square({"P": "park", "W": "water"}[first], attraction=rest)
    ground = COLOURS[first]
    if rest == "m":
        return Square(ground, attraction="monument")
    if rest == "j":
        return Square(ground, attraction="joker")
    if rest.startswith("j"):
        return Square(ground, attraction="joker", built=COLOURS[rest[1]], height=int(rest[2]))
    return Square(ground, built=ground, height=int(rest)) if rest else Square(ground)


def turned(centre: Centre, turn: Callable[[int, int], Place]) -> Centre:
    """The centre with every square moved, then pushed to where a map begins."""
    moved = {turn(x, y): square for (x, y), square in centre.items()}
    west, north = min(x for x, _ in moved), min(y for _, y in moved)
    return {(x - west, y - north): square for (x, y), square in moved.items()}


# ---------------------------------------------------------------- what goals count


def times(centre: Centre, goal: Words) -> int:
    return measure(centre, goal) // goal.get("every", 1)


def measure(centre: Centre, goal: Words) -> int:
    """cit-31: as much as with the best colours for jokers without modules."""
    if goal["of"] != "street" or "colour" not in goal:  # nothing else asks for their colour
        return count_coloured(centre, goal)
    return max(count_coloured(choice, goal) for choice in choices_for_jokers(centre))


def choices_for_jokers(centre: Centre) -> Iterator[Centre]:
    jokers = [place for place, square in centre.items() if square.is_free_joker]
    for colours in product(COLOURS.values(), repeat=len(jokers)):
        chosen = zip(jokers, colours, strict=True)
        yield centre | {place: Square(ground=colour) for place, colour in chosen}


def count_coloured(centre: Centre, goal: Words) -> int:
    colour = goal.get("colour")
    if colour not in ("one", "each"):
        return count_plainly(centre, goal)
    each = [count_plainly(centre, {**goal, "colour": one}) for one in COLOURS.values()]
    return max(each) if colour == "one" else sum(each)


def count_plainly(centre: Centre, goal: Words) -> int:
    match goal["count"]:
        case "squares":
            return len(chosen_squares(centre, goal))
        case "zones":
            return sum(is_wanted_zone(centre, zone, goal) for zone in zones_of(centre, goal))
        case "largest zone":
            return max(map(len, zones_of(centre, goal)), default=0)
        case "line":
            squares = chosen_squares(centre, goal)
            return max(
                (line_from(place, step, squares) for place in squares for step in STEPS), default=0
            )
        case "stairs":
            return max(
                (stairs_from(centre, place, step) for place in centre for step in STEPS),
                default=0,
            )
        case "sets":
            return count_sets(centre, goal)
        case "attractions":
            return len(attractions(centre, goal["of"]))
        case "collections":
            return most_sets(attractions(centre, goal["of"]), goal["size"])
        case other:
            raise ValueError(other)


def chosen_squares(centre: Centre, goal: Words) -> set[Place]:
    return {place for place in centre if is_chosen(centre, place, goal)}


def is_chosen(centre: Centre, place: Place, goal: Words) -> bool:
    square = centre[place]
    if not is_kind(square, goal["of"]):
        return False
    if "colour" in goal:
        colour = square.built if goal["of"] == "buildings" else square.street_colour
        if colour != goal["colour"]:
            return False
    if square.height != goal.get("storeys", square.height):
        return False
    if not goal.get("at_least", 0) <= square.height <= goal.get("at_most", MOST_HEIGHT):
        return False
    if "beside" in goal:
        return any(is_kind(centre[other], goal["beside"]) for other in neighbours(centre, place))
    return True


def is_kind(square: Square, kind: str) -> bool:
    """cit-26: a monument stands on a street square without a building."""
    match kind:
        case "street":
            return square.is_street
        case "buildings":
            return square.height > 0
        case "monuments":
            return square.attraction == "monument"
    return square.ground == kind


def neighbours(centre: Centre, place: Place) -> list[Place]:
    """cit-30"""
    x, y = place
    return [(x + east, y + south) for east, south in STEPS if (x + east, y + south) in centre]


def zones_of(centre: Centre, goal: Words) -> list[set[Place]]:
    return zones(centre, chosen_squares(centre, goal))


def zones(centre: Centre, squares: set[Place]) -> list[set[Place]]:
    """cit-30: groups of orthogonally connected squares."""
    found: list[set[Place]] = []
    left = set(squares)
    while left:
        waiting, zone = [left.pop()], set[Place]()
        while waiting:
            place = waiting.pop()
            zone.add(place)
            waiting += [other for other in neighbours(centre, place) if other in left]
            left -= {*waiting}
        found.append(zone)
    return found


def is_wanted_zone(centre: Centre, zone: set[Place], goal: Words) -> bool:
    kinds = kinds_in(centre, zone)
    return len(zone) >= goal.get("size", 1) and kinds >= goal.get("attractions", 0)


def kinds_in(centre: Centre, zone: set[Place]) -> int:
    """How many different attractions there are in a zone of park or water."""
    return len({centre[place].attraction for place in zone} - {"", *STREET_ATTRACTIONS})


def line_from(place: Place, step: tuple[int, int], squares: set[Place]) -> int:
    length = 0
    while place in squares:
        length += 1
        place = (place[0] + step[0], place[1] + step[1])
    return length


def stairs_from(centre: Centre, place: Place, step: tuple[int, int]) -> int:
    """Buildings from here on, each a storey higher than the one before."""
    if not centre[place].height:
        return 0
    number = 1
    height = centre[place].height
    while True:
        place = (place[0] + step[0], place[1] + step[1])
        height += 1
        if place not in centre or centre[place].height != height:
            return number
        number += 1


def count_sets(centre: Centre, goal: Words) -> int:
    buildings = [centre[place] for place in chosen_squares(centre, goal)]
    size = goal["size"]
    match goal["different"]:
        case "colours":
            return most_sets([each.built for each in buildings], size)
        case "heights":
            return most_sets([each.height for each in buildings], size)
    kinds = {(each.built, each.height) for each in buildings}
    return int(any(differ_in_both(chosen) for chosen in combinations(kinds, size)))


def differ_in_both(chosen: tuple[tuple[str, int], ...]) -> bool:
    colours, heights = {colour for colour, _ in chosen}, {height for _, height in chosen}
    return len(colours) == len(heights) == len(chosen)


def most_sets(kinds: list[Any], size: int) -> int:
    """cit-36: how many sets of so many different kinds there are, each thing in one set only."""
    return _most_sets(tuple(sorted(Counter(kinds).values())), size)


@cache
def _most_sets(counts: tuple[int, ...], size: int) -> int:
    """Every first set is tried, with all that can be made of the rest."""
    most = 0
    for used in combinations(range(len(counts)), size):
        left = (count - (kind in used) for kind, count in enumerate(counts))
        most = max(most, 1 + _most_sets(tuple(sorted(count for count in left if count)), size))
    return most


def attractions(centre: Centre, of: str) -> list[tuple[str, str]]:
    """Those of park, of water or of both, or the monuments: the ground and the kind of each."""
    found = [(square.ground, square.attraction) for square in centre.values() if square.attraction]
    if of == "monuments":
        return [each for each in found if each[1] == "monument"]
    grounds = ("park", "water") if of == "all" else (of,)
    return [each for each in found if each[0] in grounds]


# ---------------------------------------------------------------- what a centre is worth


def zone_points(centre: Centre, values: list[int]) -> int:
    """cit-34: for 1, 2, 3, 4 different attractions in each zone."""
    return sum(
        [0, *values][kinds_in(centre, zone)]
        for ground in ("park", "water")
        for zone in zones_of(centre, {"of": ground})
    )


def monuments(centre: Centre) -> int:
    return len(attractions(centre, "monuments"))


# ---------------------------------------------------------------- what may be put where


def takes_attraction(square: Square, on: str) -> bool:
    """cit-23; `on` is the ground that an attraction is for."""
    if square.attraction:
        return False
    return square.is_street and not square.height if on == "street" else square.ground == on


def takes_module(square: Square, colour: str) -> bool:
    """cit-24 to cit-26"""
    if square.attraction == "monument":
        return False
    if square.height:
        return square.built == colour and square.height < 4
    return square.ground == colour or square.attraction == "joker"


def with_attraction(square: Square, attraction: str) -> Square:
    return replace(square, attraction=attraction)


def with_module(square: Square, colour: str) -> Square:
    return replace(square, built=colour, height=square.height + 1)

"""A centre from a partial view: tiles, attractions and buildings, taken from the piles and the bag.

    centre = { tiles = [{ start = 1, x = 1, y = 0 }, { tile = 5, x = 0, y = 0, top = "east" }] }

lists the tiles in the order in which they were laid, each beside an earlier one, with their places
counted in tiles from the north-western corner of the finished map; or

    centre = { lines = ["RPBP", "WBBW", "..GP", "..BY"] }

draws the squares, P for park, W for water, a letter for a street of a colour, a dot where there is
no tile; any tiles that look like this are used, one of them a starting tile with its top to the
north. Then come attractions = { b1 = "roses", a1 = "joker" } and buildings = { d1 = "blue 3" }.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from faubourg.core.contract import Row
from faubourg.core.text import Text
from faubourg.gamekit import positions
from faubourg.games.cities.components import LETTERS, Cities
from faubourg.games.cities.mechanics.centre import (
    fits,
    lay_tile,
    put_attraction,
    put_module,
    room_for_attraction,
    room_for_module,
)
from faubourg.games.cities.notation import square_name
from faubourg.games.cities.state import COLOURS, MOST_HEIGHT, STARTERS, TURN_NAMES, TURNS
from faubourg.games.cities.text.contents import squares_of

NO_TILE = "."
AT = tuple[int, int]


def arrange_centre(components: Cities, row: Row, seat: int, given: object, what: str) -> None:
    centre = positions.table(given, what, {"tiles", "lines", "attractions", "buildings"})
    if ("tiles" in centre) == ("lines" in centre):
        said = Text("a table with tiles or lines", "une table avec tiles ou lines")
        raise positions.fault(what, dict(centre), said)
    if "lines" in centre:
        tiles = _read_lines(components, row, centre["lines"], f"{what}.lines")
    else:
        entries = positions.items(centre["tiles"], f"{what}.tiles")
        tiles = [_read_tile(components, entry, f"{what}.tiles") for entry in entries]
    _lay_tiles(components, row, seat, tiles, what)
    _put_attractions(components, row, seat, centre.get("attractions", {}), f"{what}.attractions")
    _put_buildings(row, seat, centre.get("buildings", {}), f"{what}.buildings")


# ---------------------------------------------------------------- tiles

Laid = tuple[int, int, AT]  # the tile, where its top points, its place


def _read_tile(components: Cities, given: object, what: str) -> Laid:
    districts = len(components.districts)
    entry = positions.table(given, what, {"tile", "start", "x", "y", "top"})
    if "start" in entry:
        tile = districts + positions.whole(entry["start"], 1, STARTERS, f"{what}.start") - 1
    else:
        tile = positions.whole(entry.get("tile"), 1, districts, f"{what}.tile") - 1
    top = positions.one_of(entry.get("top", "north"), list(TURN_NAMES), f"{what}.top")
    x, y = (positions.whole(entry.get(key, 0), 0, 4, f"{what}.{key}") for key in ("x", "y"))
    return tile, TURN_NAMES.index(top), (x, y)


def _lay_tiles(components: Cities, row: Row, seat: int, tiles: list[Laid], what: str) -> None:
    """cit-12, cit-22: the starting tile, then each beside another and within the frame."""
    west, north, districts = 0, 0, len(components.districts)
    for number, (tile, top, (x, y)) in enumerate(tiles):
        _use_tile(components, row, tile, what)
        if not number:
            if tile < districts or top:
                said = Text(
                    "a starting tile first, its top to the north",
                    "d'abord une tuile de départ, le haut au nord",
                )
                raise positions.fault(what, tile % districts + 1, said)
            west, north = x, y
        elif tile >= districts or not fits(row, seat, x - west, y - north):
            said = Text(
                "a district tile beside another, in a frame of 3 x {longest}",
                "une tuile quartier contre une autre, dans un cadre de 3 x {longest}",
            )
            raise positions.fault(what, [x, y], said.format(longest=int(row.longest)))
        lay_tile(components.box, row, seat, tile, top, x - west, y - north)
        west, north = min(west, x), min(north, y)
    if not tiles or west or north:
        said = Text("tiles from the place 0,0 on", "des tuiles à partir de la place 0,0")
        raise positions.fault(what, [west, north], said)


def _tiles_left(components: Cities, row: Row) -> int:
    """District tiles and then starting tiles that nobody has, a bit each."""
    return int(row.unseen_tiles) | int(row.starters) << len(components.districts)


def _use_tile(components: Cities, row: Row, tile: int, what: str) -> None:
    districts, left = len(components.districts), _tiles_left(components, row)
    if not left >> tile & 1:
        said = Text("a tile that is not used yet", "une tuile qui n'est pas encore prise")
        raise positions.fault(what, tile % districts + 1, said)
    if tile < districts:
        row.unseen_tiles &= ~(1 << tile)
    else:
        row.starters &= ~(1 << (tile - districts))


# ---------------------------------------------------------------- tiles as lines of letters


def _read_lines(components: Cities, row: Row, given: object, what: str) -> list[Laid]:
    """Tiles that look like the lines, the starting tile first and each beside an earlier one."""
    blocks = _blocks(positions.items(given, what), what)
    free, districts = _tiles_left(components, row), len(components.districts)
    laid: dict[AT, Laid] = {}
    for at, letters in blocks.items():
        started = any(one[0] >= districts for one in laid.values())
        found = _like(components, free, letters, started)
        if found is None:
            said = Text("squares of a tile that is left", "les cases d'une tuile qui reste")
            raise positions.fault(what, f"{letters[:2]}/{letters[2:]}", said)
        free &= ~(1 << found[0])
        laid[at] = (*found, at)
    starts = [at for at, (tile, _, _) in laid.items() if tile >= districts]
    if not starts:
        said = Text(
            "squares with those of a starting tile, its top to the north",
            "des cases dont celles d'une tuile de départ, le haut au nord",
        )
        raise positions.fault(what, given, said)
    return [laid[at] for at in _spread(starts[0], laid)]


def _blocks(lines: list[Any], what: str) -> dict[AT, str]:
    """The letters of every tile, line by line, by its place."""
    allowed = set(LETTERS + NO_TILE)
    widths = {len(line) if isinstance(line, str) else 1 for line in lines}
    even = len(lines) % 2 == 0 and len(widths) == 1 and all(width % 2 == 0 for width in widths)
    if not even or not all(set(line) <= allowed for line in lines):
        said = Text(
            "an even number of lines of one even length, of the letters {letters} and .",
            "un nombre pair de lignes d'une même longueur paire, en lettres {letters} et .",
        )
        raise positions.fault(what, lines, said.format(letters=", ".join(LETTERS)))
    blocks = {}
    for y in range(len(lines) // 2):
        for x in range(len(lines[0]) // 2):
            block = lines[2 * y][2 * x : 2 * x + 2] + lines[2 * y + 1][2 * x : 2 * x + 2]
            if block != NO_TILE * 4:
                blocks[x, y] = block
    return blocks


def _like(components: Cities, free: int, letters: str, started: bool) -> tuple[int, int] | None:
    """A tile that is left and, turned in some way, shows these squares."""
    districts = len(components.districts)
    if not started:
        for tile in range(districts, districts + STARTERS):
            if free >> tile & 1 and components.tiles[tile].replace("/", "") == letters:
                return tile, 0
    for tile in range(districts):
        squares = np.array(list(components.tiles[tile].replace("/", ""))).reshape(2, 2)
        for top in range(TURNS):
            if free >> tile & 1 and "".join(np.rot90(squares, -top).flatten()) == letters:
                return tile, top
    return None


def _spread(first: AT, there: Mapping[AT, Laid]) -> list[AT]:
    """The places in breadth-first order, each beside an earlier one; those apart come last."""
    found = [first]
    for x, y in found:
        for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if at in there and at not in found:
                found.append(at)
    return found + [at for at in there if at not in found]


# ---------------------------------------------------------------- attractions and buildings


def _put_attractions(components: Cities, row: Row, seat: int, given: object, what: str) -> None:
    """cit-23"""
    ids = [attraction.id for attraction in components.attractions]
    for name, id in _on_squares(row, seat, given, what):
        kind = ids.index(positions.one_of(id, ids, f"{what}.{name}"))
        square = _bit(row, seat, name)
        if not row.unseen_attractions[kind]:
            said = Text("another: all of these are used", "une autre : il n'y en a plus")
            raise positions.fault(f"{what}.{name}", id, said)
        if not int(room_for_attraction(row, seat, kind)) & square:
            said = Text(
                "an attraction for such a square, which has none yet",
                "une attraction pour une telle case, qui n'en a pas encore",
            )
            raise positions.fault(f"{what}.{name}", id, said)
        row.unseen_attractions[kind] -= 1
        put_attraction(row, seat, kind, square)


def _put_buildings(row: Row, seat: int, given: object, what: str) -> None:
    """cit-24 to cit-26"""
    for name, building in _on_squares(row, seat, given, what):
        words = building.split() if isinstance(building, str) else []
        heights = [str(height) for height in range(1, MOST_HEIGHT + 1)]
        if len(words) != 2 or words[0] not in COLOURS or words[1] not in heights:
            said = Text(
                "a colour and 1 to 4 storeys, such as 'red 3'",
                "une couleur et 1 à 4 niveaux, comme « red 3 »",
            )
            raise positions.fault(f"{what}.{name}", building, said)
        colour, height = COLOURS.index(words[0]), int(words[1])
        square = _bit(row, seat, name)
        if not int(room_for_module(row, seat, colour)) & square:
            said = Text(
                "a building on a street of its colour or on a joker, not on a monument",
                "un bâtiment sur une rue de sa couleur ou un joker, sans monument",
            )
            raise positions.fault(f"{what}.{name}", building, said)
        row.bag[colour] -= positions.whole(height, 1, int(row.bag[colour]), f"{what}.{name}")
        for _ in range(height):
            put_module(row, seat, colour, square)


def _on_squares(row: Row, seat: int, given: object, what: str) -> list[tuple[str, Any]]:
    names = {square.name for square in squares_of(row, seat)}
    return list(positions.table(given, what, names).items())


def _bit(row: Row, seat: int, name: str) -> int:
    """A square of the centre as a set of one."""
    squares = squares_of(row, seat)
    x, y = next((each.x, each.y) for each in squares if square_name(each.x, each.y) == name)
    return 1 << (y * int(row.stride[seat]) + x)

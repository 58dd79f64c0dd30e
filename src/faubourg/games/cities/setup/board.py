"""The main board and what the player has in hand, from a partial view."""

from collections.abc import Mapping
from typing import Any

from faubourg.core.contract import Row
from faubourg.core.text import Text
from faubourg.gamekit import positions
from faubourg.games.cities.components import Cities
from faubourg.games.cities.setup.piles import (
    draw_attraction,
    draw_card,
    draw_module,
    draw_tile,
    tiles_left,
)
from faubourg.games.cities.state import (
    ATTRACTION_ROW,
    BAG_MODULES,
    CARD_ROW,
    COLOURS,
    COLUMNS,
    GROUPS,
    MODULE_ROW,
    NOTHING,
    OPEN,
    SLOT_PLACES,
    TILE_ROW,
)

EMPTY = Text("no items: a worker has taken them", "rien : un ouvrier a tout pris")
ROW_KEYS = ("cards", "tiles", "attractions", "modules")


def arrange_hand(components: Cities, row: Row, given: Mapping[str, Any]) -> None:
    hand = given["hand"]
    column = int(row.taken) % COLUMNS
    if "tile" in hand:
        row.tile = draw_tile(components, row, hand["tile"], "hand.tile")
        return
    kind = next(iter(hand))
    items = positions.items(hand[kind], f"hand.{kind}")
    most = len([1 for place in SLOT_PLACES if place == column]) + (column == COLUMNS - 1)
    if kind == "modules":
        most = (*GROUPS, BAG_MODULES)[column]
    if not 1 <= len(items) <= most:
        raise positions.fault(f"hand.{kind}", items, _so_many(1, most))
    for item in items:
        if kind == "modules":
            row.modules[draw_module(row, item, f"hand.{kind}")] += 1
        else:
            row.attractions[draw_attraction(components, row, item, f"hand.{kind}")] += 1


def arrange_board(components: Cities, row: Row, given: object) -> None:
    """What is given first, so that nothing else uses it up; then the rows that are not."""
    board = positions.table(given, "board", set(ROW_KEYS))
    for line, key in enumerate(ROW_KEYS):
        if key in board:
            _arrange_line(components, row, line, _by_place(row, line, board[key]), f"board.{key}")
    for line, key in enumerate(ROW_KEYS):
        if key not in board:
            _fill_line(components, row, line)


def _by_place(row: Row, line: int, given: object) -> list[list[Any]]:
    """What lies on each of the places with open items, as many as there should be."""
    what = f"board.{ROW_KEYS[line]}"
    items = positions.items(given, what)
    places = COLUMNS if line == ATTRACTION_ROW else OPEN
    if len(items) != places:
        raise positions.fault(what, items, _so_many(places, places))
    if line in (CARD_ROW, TILE_ROW):
        items = [[] if item in ("", 0) else [item] for item in items]
    for column, found in enumerate(items):
        wanted = room(line, column)
        taken = row.workers[line * COLUMNS + column] != NOTHING
        if taken and found:
            raise positions.fault(f"{what}.{column + 1}", found, EMPTY)
        if not taken and len(positions.items(found, what)) != wanted:
            raise positions.fault(f"{what}.{column + 1}", found, _so_many(wanted, wanted))
    return items


def room(line: int, column: int) -> int:
    """cit-13: how many items lie face up on a place."""
    if line == ATTRACTION_ROW:
        return SLOT_PLACES.count(column)
    return 1 if line != MODULE_ROW else GROUPS[column]


def _arrange_line(
    components: Cities, row: Row, line: int, places: list[list[Any]], what: str
) -> None:
    slots = {place: SLOT_PLACES.index(place) for place in range(COLUMNS)}
    for column, items in enumerate(places):
        for number, item in enumerate(items):
            if line == CARD_ROW:
                row.open_cards[column] = draw_card(components, row, item, what)
            elif line == TILE_ROW:
                row.open_tiles[column] = draw_tile(components, row, item, what)
            elif line == ATTRACTION_ROW:
                row.open_attractions[slots[column] + number] = draw_attraction(
                    components, row, item, what
                )
            else:
                row.open_modules[column, draw_module(row, item, what)] += 1


def _fill_line(components: Cities, row: Row, line: int) -> None:
    """The first items that nobody has seen, on all places without a worker."""
    what = f"board.{ROW_KEYS[line]}"
    places: list[list[Any]] = []
    spare: list[Any] = _spare(components, row, line)
    for column in range(COLUMNS if line == ATTRACTION_ROW else OPEN):
        wanted = room(line, column) if row.workers[line * COLUMNS + column] == NOTHING else 0
        if len(spare) < wanted:
            raise positions.fault(what, [], Text("given: too few are left", "donné : il en manque"))
        places.append([spare.pop(0) for _ in range(wanted)])
    _arrange_line(components, row, line, places, what)


def _spare(components: Cities, row: Row, line: int) -> list[Any]:
    """What is left, different kinds by turns."""
    if line == CARD_ROW:
        return [c.id for n, c in enumerate(components.cards) if int(row.unseen_cards) >> n & 1]
    if line == TILE_ROW:
        return list(tiles_left(components, row))
    counts = row.unseen_attractions if line == ATTRACTION_ROW else row.bag
    ids = (
        [attraction.id for attraction in components.attractions]
        if line == ATTRACTION_ROW
        else list(COLOURS)
    )
    most = max(int(number) for number in counts)
    return [id for n in range(most) for kind, id in enumerate(ids) if counts[kind] > n]


def _so_many(low: int, high: int) -> Text:
    if low == high:
        return Text(f"{low} of them", f"au nombre de {low}")
    return Text(f"{low} to {high} of them", f"au nombre de {low} à {high}")

"""Descriptions of actions of Cities, and why the game ended."""

from collections import Counter
from collections.abc import Sequence

from faubourg.core.contract import Row
from faubourg.core.text import Text, listed
from faubourg.games.cities import actions as act
from faubourg.games.cities.components import Cities
from faubourg.games.cities.state import (
    ATTRACTION_ROW,
    BAG_MODULES,
    CARD_ROW,
    COLUMNS,
    FIRST_CARD,
    KINDS,
    MODULE_ROW,
    TILE_ROW,
)
from faubourg.games.cities.text.contents import hidden_on, items_on, squares_of
from faubourg.games.cities.text.goal_text import COLOUR_NAMES, card_text

TOP_TEXTS = (
    Text("north", "au nord"), Text("east", "à l'est"), Text("south", "au sud"),
    Text("west", "à l'ouest"),
)  # fmt: skip
CARD = Text("Take the card {name}: {text}", "Prendre la carte {name} : {text}")
TILE = Text("Take the tile ({rows})", "Prendre la tuile ({rows})")
GROUNDS = {"P": Text("park", "parc"), "W": Text("water", "eau")} | {
    colour.en[0].upper(): colour for colour in COLOUR_NAMES
}
TAKE = Text("Take {items}", "Prendre {items}")
FACE_DOWN = {
    CARD_ROW: Text("the face-down card", "la carte face cachée"),
    TILE_ROW: Text("the face-down tile", "la tuile face cachée"),
    ATTRACTION_ROW: Text("a face-down attraction", "une attraction face cachée"),
}
FROM_BAG = Text("{count} modules from the bag", "{count} modules du sac")
START = Text(
    "Begin with starting tile {number}: {rows}",
    "Commencer par la tuile de départ {number} : {rows}",
)
LAY = Text("Lay the tile {where}, its top to the {top}", "Poser la tuile {where}, le haut {top}")
SQUARE = Text("row {row}, column {column}", "rangée {row}, colonne {column}")
SQUARES = Text(
    "rows {row}–{row_after}, columns {column}–{column_after}",
    "rangées {row}–{row_after}, colonnes {column}–{column_after}",
)
INSIDE = Text("in {squares}", "en {squares}")
OUTSIDE = Text("{side} of {squares}", "{side} des {squares}")
PUT_ATTRACTION = Text("Put the {name} in {square}", "Poser « {name} » en {square}")
PUT_MODULE = Text(
    "Put a {colour} module in {square} (storey {storey})",
    "Poser un module {colour} en {square} (niveau {storey})",
)
DROP_ATTRACTION = Text("Discard the {name}", "Écarter « {name} »")
DROP_MODULE = Text("Discard a {colour} module", "Écarter un module {colour}")


def describe(components: Cities, row: Row, action: int, names: Sequence[str]) -> Text:
    """What a player's action would do."""
    if action < act.START:
        return _taking(components, row, action - act.TAKE)
    if action < act.TILE:
        number = action - act.START
        return START.format(number=number + 1, rows=tile_text(components.starters[number]))
    if action < act.ATTRACTION:
        x, y, top = act.tile_of(action)
        return LAY.format(where=where(row, x, y), top=TOP_TEXTS[top])
    if action < act.DROP_ATTRACTION:
        return _putting(components, row, action)
    if action < act.DROP_MODULE:
        return DROP_ATTRACTION.format(
            name=components.attractions[action - act.DROP_ATTRACTION].name
        )
    return DROP_MODULE.format(colour=COLOUR_NAMES[action - act.DROP_MODULE])


def _taking(components: Cities, row: Row, place: int) -> Text:
    line, items = place // COLUMNS, items_on(row, place)
    if line == CARD_ROW and items:
        text = card_text(
            components.card_goal(items[0]), int(components.box.points[FIRST_CARD + items[0]])
        )
        return CARD.format(name=components.cards[items[0]].name, text=text)
    if line == TILE_ROW and items:
        return TILE.format(rows=tile_text(components.tiles[items[0]]))
    return TAKE.format(items=items_text(components, row, place))


def tile_text(rows: str) -> Text:
    """What a tile shows, row by row.

    >>> tile_text("YP/WR").en
    'yellow, park / water, red'
    """
    grounds = [[GROUNDS[letter] for letter in row] for row in rows.split("/")]
    english, french = (
        " / ".join(", ".join(getattr(ground, language) for ground in row) for row in grounds)
        for language in ("en", "fr")
    )
    return Text(english, french)


def items_text(components: Cities, row: Row, place: int) -> Text:
    """All that lies on a place: 'ferry, a face-down attraction', '2 red, 1 blue'."""
    line, column = divmod(place, COLUMNS)
    items = items_on(row, place)
    if line == CARD_ROW:
        said = [components.cards[card].name for card in items]
    elif line == TILE_ROW:
        said = [tile_text(components.tiles[tile]) for tile in items]
    elif line == ATTRACTION_ROW:
        said = [components.attractions[attraction].name for attraction in items]
    else:
        said = [modules_text(items)] if items else []
        if column == COLUMNS - 1:
            said = [FROM_BAG.format(count=BAG_MODULES)]
    if line != MODULE_ROW and hidden_on(row, place):
        said.append(FACE_DOWN[line])
    return listed(said)


def modules_text(colours: Sequence[int]) -> Text:
    """Modules by colour: '2 red, 1 blue', '2 rouges, 1 bleu'."""
    counts = Counter(colours)
    return listed(
        [
            Text(
                f"{counts[colour]} {COLOUR_NAMES[colour].en}",
                f"{counts[colour]} {COLOUR_NAMES[colour].fr}{'s' if counts[colour] > 1 else ''}",
            )
            for colour in range(KINDS)
            if counts[colour]
        ]
    )


def where(row: Row, x: int, y: int) -> Text:
    """A place for a tile by the squares that it has or, outside of the map, that it is beside."""
    seat = int(row.turn_of)
    width, height = int(row.width[seat]), int(row.height[seat])
    side = 3 if x < 0 else 1 if x >= width else 0 if y < 0 else 2 if y >= height else -1
    x, y = min(max(x, 0), width - 1), min(max(y, 0), height - 1)
    squares = squares_text(2 * x, 2 * y)
    if side < 0:
        return INSIDE.format(squares=squares)
    return OUTSIDE.format(side=TOP_TEXTS[side], squares=squares)


def square_text(x: int, y: int) -> Text:
    """A square as one says it; names such as c3 are for the notation and the terminal's plan."""
    return SQUARE.format(row=y + 1, column=x + 1)


def squares_text(x: int, y: int) -> Text:
    """The four squares of a tile, by the first of them."""
    return SQUARES.format(row=y + 1, row_after=y + 2, column=x + 1, column_after=x + 2)


def _putting(components: Cities, row: Row, action: int) -> Text:
    kind, x, y = act.square_of(action)
    name = square_text(x, y)
    if action < act.MODULE:
        return PUT_ATTRACTION.format(name=components.attractions[kind].name, square=name)
    storey = 1 + height_on(row, int(row.turn_of), x, y)
    return PUT_MODULE.format(colour=COLOUR_NAMES[kind], square=name, storey=storey)


def height_on(row: Row, seat: int, x: int, y: int) -> int:
    """How many storeys stand on a square."""
    found = (square.height for square in squares_of(row, seat) if (square.x, square.y) == (x, y))
    return next(found, 0)


def reason(components: Cities, row: Row) -> Text:
    """cit-33"""
    said = Text("the last of {rounds} rounds is over", "la dernière des {rounds} manches est finie")
    return said.format(rounds=int(row.rounds))

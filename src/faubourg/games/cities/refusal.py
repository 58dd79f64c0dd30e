"""Why an action is not legal now, with the clause that says so."""

from faubourg.core.contract import Row
from faubourg.core.text import Text
from faubourg.gamekit.refusals import FIRST_PLAYER, Place, Why, find_place, untimely
from faubourg.games.cities import actions as act
from faubourg.games.cities.components import Cities
from faubourg.games.cities.mechanics.centre import has_tile
from faubourg.games.cities.state import (
    DEAL,
    FIRST,
    JOKER,
    MONUMENT,
    MOST_HEIGHT,
    NOTHING,
    PARK,
    PLACE,
    REVEAL,
    START,
    STREET,
    TAKE,
    WATER,
    WATER_ATTRACTIONS,
)
from faubourg.games.cities.text.contents import Square, squares_of
from faubourg.games.cities.text.goal_text import COLOUR_NAMES

# What each phase waits for.
AWAITED = {
    FIRST: FIRST_PLAYER,
    DEAL: Text("the board is being filled", "on garnit le plateau"),
    REVEAL: Text("what was taken is being turned up", "on retourne ce qui a été pris"),
    START: Text("choose a starting tile", "choisis une tuile de départ"),
    TAKE: Text("put a worker on a place", "pose un ouvrier sur un emplacement"),
    PLACE: Text("place what you have taken", "place ce que tu as pris"),
}

PLACES = (
    Place(act.TAKE, (TAKE,), "cit-15"),
    Place(act.START, (START,), "cit-12"),
    Place(act.TILE, (PLACE,), "cit-22"),
    Place(act.ATTRACTION, (PLACE,), "cit-23"),
    Place(act.MODULE, (PLACE,), "cit-24"),
    Place(act.DROP_ATTRACTION, (PLACE,), "cit-23"),
    Place(act.DROP_MODULE, (PLACE,), "cit-24"),
    Place(act.FIRST, (FIRST,), "cit-11"),
    Place(act.DRAW_CARD, (DEAL, REVEAL), "cit-13"),
)
STARTER_TAKEN = Text("This starting tile is taken.", "Cette tuile de départ est prise.")
OCCUPIED = Text("A worker is already there.", "Un ouvrier s'y trouve déjà.")
ROW_USED = Text("You have a worker in this row already.", "Tu as déjà un ouvrier sur cette rangée.")
ROW_USED_TWICE = Text(
    "You have two workers in this row already.", "Tu as déjà deux ouvriers sur cette rangée."
)
NOT_IN_HAND = Text("You have no {item} to place.", "Tu n'as pas cela à placer : {item}.")
TILE_ITEM = Text("tile", "tuile")
MODULE_ITEM = Text("{colour} module", "module {colour}")
# The square itself is not named: on a board it is marked, in a terminal it was just typed.
NO_SQUARE = Text("Your centre has no square there.", "Ton centre n'a pas de case à cet endroit.")
NO_STREET = Text("This is no street square.", "Ce n'est pas une case Rue.")


def why(components: Cities, row: Row, action: int) -> Why:
    place = find_place(PLACES, act.code_of(action))
    if why_not_now := untimely(row, place, AWAITED, drawing={REVEAL: "cit-17"}):
        return why_not_now
    if place.first == act.TAKE:
        return _why_not_take(row, action - act.TAKE)
    if place.first == act.START:
        return "taken", STARTER_TAKEN, place.clause
    if place.first == act.TILE:
        return _why_not_tile(row, *act.tile_of(action)[:2])
    return _why_not_item(components, row, action)


def _why_not_take(row: Row, place: int) -> Why:
    if row.workers[place] != NOTHING:
        return "occupied", OCCUPIED, "cit-15"
    return "row-used", ROW_USED_TWICE if row.players == 2 else ROW_USED, "cit-16"


def _why_not_tile(row: Row, x: int, y: int) -> Why:
    seat = int(row.turn_of)
    if row.tile == NOTHING:
        return "not-in-hand", NOT_IN_HAND.format(item=TILE_ITEM), "cit-22"
    if has_tile(row, seat, x, y):
        return "occupied", Text("There is a tile already.", "Il y a déjà une tuile."), "cit-22"
    longest = int(row.longest)
    beside = any(
        has_tile(row, seat, *place) for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    )
    if not beside:
        said = Text(
            "A tile needs a full side against another one.",
            "Une tuile doit toucher une autre tuile par un côté entier.",
        )
        return "apart", said, "cit-22"
    said = Text(
        "The centre can't grow beyond 3 x {longest} tiles.",
        "Le centre ne peut pas dépasser 3 x {longest} tuiles.",
    )
    return "frame", said.format(longest=longest), "cit-8" if longest > 3 else "cit-22"


# ---------------------------------------------------------------- attractions and modules


def _why_not_item(components: Cities, row: Row, action: int) -> Why:
    dropped = action >= act.DROP_ATTRACTION
    attraction = action < act.MODULE or act.DROP_ATTRACTION <= action < act.DROP_MODULE
    clause = "cit-23" if attraction else "cit-24"
    if dropped:
        kind, x, y = action - (act.DROP_ATTRACTION if attraction else act.DROP_MODULE), 0, 0
    else:
        kind, x, y = act.square_of(action)
    if not (row.attractions if attraction else row.modules)[kind]:
        item = components.attractions[kind].name
        if not attraction:
            item = MODULE_ITEM.format(colour=COLOUR_NAMES[kind])
        return "not-in-hand", NOT_IN_HAND.format(item=item), clause
    place = (
        square for square in squares_of(row, int(row.turn_of)) if (square.x, square.y) == (x, y)
    )
    square = next(place, None)
    if square is None:
        return "no-square", NO_SQUARE, clause
    return _why_no_attraction(square, kind) if attraction else _why_no_module(square, kind)


def _why_no_attraction(square: Square, kind: int) -> Why:
    street = square.ground >= STREET
    if kind < WATER_ATTRACTIONS and square.ground != WATER:
        return "ground", Text("This is no water square.", "Ce n'est pas une case Eau."), "cit-23"
    if WATER_ATTRACTIONS <= kind < MONUMENT and square.ground != PARK:
        return "ground", Text("This is no park square.", "Ce n'est pas une case Parc."), "cit-23"
    if kind >= MONUMENT and not street:
        return "ground", NO_STREET, "cit-23"
    if square.height:
        return "building", Text("There is a building.", "Il y a un bâtiment."), "cit-23"
    said = Text("There is an attraction already.", "Il y a déjà une attraction.")
    return "occupied", said, "cit-23"


def _why_no_module(square: Square, colour: int) -> Why:
    if square.ground < STREET:
        return "ground", NO_STREET, "cit-24"
    if square.attraction == MONUMENT:
        return "monument", Text("There is a monument.", "Il y a un monument."), "cit-26"
    if square.height == MOST_HEIGHT:
        said = Text("This building has four storeys already.", "Ce bâtiment a déjà quatre niveaux.")
        return "full", said, "cit-24"
    if square.height:
        said = Text("This building has another colour.", "Ce bâtiment est d'une autre couleur.")
        return "colour", said, "cit-25" if square.attraction == JOKER else "cit-24"
    said = Text("This street is not {colour}.", "Cette rue n'est pas de cette couleur : {colour}.")
    return "colour", said.format(colour=COLOUR_NAMES[colour]), "cit-24"

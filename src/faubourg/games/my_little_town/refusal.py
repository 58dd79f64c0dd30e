"""Why an action is not legal now, with the clause that says so."""

from faubourg.core.contract import Row
from faubourg.core.text import Text
from faubourg.gamekit.refusals import FIRST_PLAYER, Place, Why, find_place, untimely
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town.components import MyLittleTown
from faubourg.games.my_little_town.notation import write
from faubourg.games.my_little_town.placement import (
    BEYOND,
    CLOSED,
    CROSS_END,
    NOT_IN_HAND,
    OCCUPIED,
    STEP_X,
    STEP_Y,
    find_obstacle,
)
from faubourg.games.my_little_town.state import (
    ACT,
    CHOOSE,
    DRAW,
    FIRST,
    LAST,
    NOTHING,
    PLACE,
    SIDES,
    START,
)

# What each phase waits for.
AWAITED = {
    START: Text("the start tile is being turned up", "on retourne la première tuile"),
    FIRST: FIRST_PLAYER,
    DRAW: Text("a tile of the pile is being turned up", "on retourne une tuile de la pile"),
    ACT: Text("draw a tile or put figures in the town", "pioche une tuile ou place une silhouette"),
    PLACE: Text("lay your tile first", "pose d'abord ta tuile"),
    CHOOSE: Text("choose a colour", "choisis une couleur"),
    LAST: Text(
        "the last round: put figures in the town or stop",
        "dernier tour : place une silhouette ou arrête-toi",
    ),
}

PLACES = (
    Place(act.EXTEND, (ACT,), "mlt-6"),
    Place(act.PASS, (LAST,), "mlt-6"),
    Place(act.TILE, (PLACE,), "mlt-7"),
    Place(act.STANDEE, (ACT, LAST), "mlt-6"),
    Place(act.FIRST, (FIRST,), "mlt-5"),
    Place(act.DRAW, (START, DRAW), "mlt-7"),
    Place(act.COLOUR, (CHOOSE,), "mlt-3"),
)
BY_PHASE = {
    PLACE: "mlt-7",
    LAST: "mlt-16",
    CHOOSE: "mlt-3",
}  # where the phase itself leaves no other choice

OBSTACLES: dict[int, Why] = {
    BEYOND: (
        "beyond",
        Text("That is beyond the town.", "C'est en dehors de la ville."),
        "mlt-9",
    ),
    OCCUPIED: (
        "occupied",
        Text("Somebody stands there already.", "Il y a déjà quelqu'un là."),
        "mlt-12",
    ),
    CLOSED: (
        "cross",
        Text("A building site is in the way.", "Un chantier barre le chemin."),
        "mlt-13",
    ),
    CROSS_END: (
        "cross",
        Text(
            "The first and the last figure can't stand on a building site.",
            "La première et la dernière figurine ne vont pas sur un chantier.",
        ),
        "mlt-14",
    ),
}
COLOUR_TAKEN = Text(
    "Somebody plays with {colour} already.", "Quelqu'un joue déjà avec le {colour}."
)
TAKEN = Text("There is a tile already.", "Il y a déjà une tuile.")


def why(components: MyLittleTown, row: Row, action: int) -> Why:
    code = act.code_of(action)
    place = find_place(PLACES, code)
    if why_not_now := untimely(row, place, AWAITED, elsewhere=BY_PHASE, drawing={START: "mlt-4"}):
        return why_not_now
    if row.phase == CHOOSE:
        colour = components.colours[code - act.COLOUR].name
        return "colour-taken", COLOUR_TAKEN.format(colour=colour), "mlt-3"
    if row.phase == PLACE:
        return _why_not_there(components, row, *act.tile_of(action))
    return _why_not_standee(components, row, *act.standee_of(action))


def _why_not_there(components: MyLittleTown, row: Row, number: int, side: int, top: int) -> Why:
    """A place where no tile can be added, or one that goes by another name."""
    placed = int(row.placed)
    if number >= placed:
        said = Text(
            "The town has only {placed} tiles.", "La ville n'a que {placed} tuiles."
        ).format(placed=placed)
        return "no-tile", said, "mlt-8"
    if row.links[number, side] != NOTHING:
        return "taken", TAKEN, "mlt-8"
    x, y = int(row.x[number] + STEP_X[side]), int(row.y[number] + STEP_Y[side])
    for other in range(number):
        for way in range(SIDES):
            if (row.x[other] + STEP_X[way], row.y[other] + STEP_Y[way]) == (x, y):
                name = write(components, act.tile_action(other, way, top))
                said = Text(
                    "That place is named by the lowest number beside it: '{name}'.",
                    "Cette place se nomme par le plus petit numéro voisin : « {name} ».",
                )
                return "other-name", said.format(name=name), "mlt-8"
    return "taken", TAKEN, "mlt-8"


def _why_not_standee(
    components: MyLittleTown, row: Row, number: int, square: int, south: int, length: int
) -> Why:
    seat = int(row.turn_of)
    obstacle = find_obstacle(row, seat, number, square, south, length)
    if obstacle in OBSTACLES:
        return OBSTACLES[obstacle]
    if obstacle == NOT_IN_HAND:
        if not int(components.box.hand) >> length & 1:
            said = Text("No row has {length} figures.", "Aucune silhouette n'a {length} figurines.")
            return "no-such-length", said.format(length=length), "mlt-2"
        said = Text(
            "Your row of {length} is in the town already.",
            "Ta silhouette de {length} est déjà en ville.",
        )
        return "not-in-hand", said.format(length=length), "mlt-9"
    colour = components.colours[int(row.colours[seat])].name
    said = Text(
        "The first and the last figure must stand on {colour}.",
        "La première et la dernière figurine doivent être sur du {colour}.",
    )
    return "not-own-colour", said.format(colour=colour), "mlt-10"

"""Why an action is not legal now, with the clause that says so."""

from faubourg.core.contract import Row
from faubourg.core.text import Text
from faubourg.gamekit.refusals import FIRST_PLAYER, Place, Why, find_place, untimely
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.components import Lutins
from faubourg.games.lutins.notation import FACE_NAMES, block_name
from faubourg.games.lutins.rules import buildable
from faubourg.games.lutins.state import (
    BLUE_BLOCK,
    BUILD,
    DEAL,
    DESTROY,
    FACES,
    FIRST,
    HOUSES,
    IMAGINARY,
    KINDS,
    NOBODY,
    ORANGE,
    PICK,
    SHAPES,
    THROW,
    WHITE,
)

# What each phase waits for.
AWAITED = {
    FIRST: FIRST_PLAYER,
    DEAL: Text("a card is being drawn", "on pioche une carte"),
    THROW: Text("the three dice are rolling", "les trois dés roulent"),
    BLUE_BLOCK: Text("a blue block is being drawn", "on pioche un bloc bleu"),
    ORANGE: Text("the gnome's die is rolling", "le dé du gnome roule"),
    PICK: Text("choose a card", "choisis une carte"),
    DESTROY: Text("say which house falls down", "dis quelle maison tombe"),
    BUILD: Text("take a block or leave a die", "prends un bloc ou laisse un dé"),
}

NO_HOUSE = Text("There is no such house.", "Il n'y a pas cette maison.")

PLACES = (
    Place(act.TAKE, (BUILD,), "lut-10"),
    Place(act.DECLINE, (BUILD,), "lut-15"),
    Place(act.DESTROY, (DESTROY,), "lut-20"),
    Place(act.PICK, (PICK,), "lut-8"),
    Place(act.FIRST, (FIRST,), "lut-9"),
    Place(act.DRAW, (DEAL,), "lut-22"),
    Place(act.THROW, (THROW,), "lut-10"),
    Place(act.BLOCK, (BLUE_BLOCK,), "lut-16"),
    Place(act.ORANGE, (ORANGE,), "lut-30"),
)


def why(components: Lutins, row: Row, action: int) -> Why:
    code = act.code_of(action)
    place = find_place(PLACES, code)
    if why_not_now := untimely(row, place, AWAITED):
        return why_not_now
    house = _house_of(code)
    if house is not None and house >= len(components.houses):
        return "no-house", NO_HOUSE, place.clause
    if row.phase == PICK:
        name = components.houses[code - act.PICK].called(int(row.building))
        said = Text("{house} is taken already.", "{house} : la carte est déjà prise.")
        return "taken", said.format(house=name), place.clause
    if row.phase == DESTROY:
        return _why_not_destroy(components, row, code - act.DESTROY)
    if code >= act.DECLINE:
        return _why_not_decline(row, code - act.DECLINE)
    return _why_not_take(components, row, *divmod(code, KINDS))


def _house_of(code: int) -> int | None:
    """The house of an action that has one."""
    if code < act.DECLINE:
        return code // KINDS
    if act.DESTROY <= code < act.FIRST:
        return (code - act.DESTROY) % HOUSES
    return code - act.DRAW if act.DRAW <= code < act.THROW else None


def _why_not_decline(row: Row, face: int) -> Why:
    name = FACE_NAMES[FACES[face]]
    if row.dice[face] == 0:
        said = Text("No {face} die is left to play.", "Il ne reste pas de dé {face} à jouer.")
        return "no-die", said.format(face=name), "lut-10"
    said = Text(
        "Nothing can be done with the {face} die anyway.",
        "De toute façon, le dé {face} ne permet rien.",
    )
    return "no-effect", said.format(face=name), "lut-35"


def _why_not_destroy(components: Lutins, row: Row, house: int) -> Why:
    name = components.houses[house].called(int(row.building))
    alone = row.gnome != NOBODY
    if not alone and not row.own[int(row.turn_of)] >> house & 1:
        said = Text("{house} is not yours.", "{house} : ce n'est pas ta maison.")
        return "not-own", said.format(house=name), "lut-18"
    if not row.open >> house & 1:
        said = Text(
            "{house} is finished and safe.", "{house} : la maison est finie, rien à craindre."
        )
        return "finished", said.format(house=name), "lut-31" if alone else "lut-18"
    said = Text("{house} has no block yet.", "{house} : il n'y a encore aucun bloc.")
    return "no-block", said.format(house=name), "lut-31" if alone else "lut-20"


def _why_not_take(components: Lutins, row: Row, house: int, kind: int) -> Why:
    free = row.dice[WHITE] > 0
    imaginary = row.building == IMAGINARY
    rule = "lut-14" if free else "lut-13" if imaginary else "lut-11"
    if not free and row.dice[kind // SHAPES] == 0:
        said = Text("No die shows {face} or white.", "Aucun dé ne montre {face} ni blanc.")
        return "no-die", said.format(face=FACE_NAMES[FACES[kind // SHAPES]]), rule
    if row.middle[kind] == 0:
        said = Text("There is no {block} in the middle.", "Pas de {block} au milieu.")
        return "not-in-the-middle", said.format(block=block_name(components, kind)), rule
    name = components.houses[house].called(int(row.building))
    if not buildable(row) >> house & 1:
        return _why_not_there(row, house, name)
    said = Text("{house} does not need the shape {shape}.", "{house} : forme inutile ({shape}).")
    values = said.format(house=name, shape=components.shapes[kind % SHAPES].name)
    return "not-needed", values, rule


def _why_not_there(row: Row, house: int, name: Text) -> Why:
    """The house that a block was meant for takes none now."""
    if row.pile >> house & 1:
        said = Text("Nobody has the card {house} yet.", "Personne n'a encore la carte {house}.")
        return "no-card", said.format(house=name), "lut-12"
    if not row.open >> house & 1:
        said = Text("{house} is finished.", "{house} : la maison est finie.")
        return "finished", said.format(house=name), "lut-12"
    said = Text(
        "{house} belongs to a friend; friends are helped only with no card left to draw and"
        " nothing of one's own to build.",
        "{house} est à un ami ; on n'aide ses amis que lorsqu'il n'y a plus de carte à piocher"
        " ni rien à construire pour soi.",
    )
    if row.building == IMAGINARY:
        said = Text(
            "{house} belongs to a friend; friends are helped only with no card left to draw.",
            "{house} est à un ami ; on n'aide ses amis que s'il n'y a plus de carte à piocher.",
        )
    clause = "lut-24" if row.building == IMAGINARY else "lut-23"
    return "not-own", said.format(house=name), clause

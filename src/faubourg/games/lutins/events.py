"""The events of a step of La Cité des lutins, and each event as a sentence."""

from collections.abc import Iterator, Sequence

from faubourg.core.contract import Event, Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text, listed
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.components import Lutins
from faubourg.games.lutins.notation import FACE_NAMES, ORANGE, block_id, block_name, blocks_text
from faubourg.games.lutins.rules import destroyable
from faubourg.games.lutins.state import (
    BLUE,
    DEAL,
    ENDED,
    FACES,
    HOUSES,
    IMAGINARY,
    IMPOSED,
    KINDS,
    NOBODY,
    SHAPES,
    WHITE,
)
from faubourg.games.lutins.view import faces, owner_of

SENTENCES = {
    "first": Text("{seat} begins.", "{seat} commence."),
    "turn": Text("{seat}'s turn.", "À {seat} de jouer."),
    "drawn": Text("{seat} draws a card: {house}.", "{seat} pioche une carte : {house}."),
    "picked": Text("{seat} picks a card: {house}.", "{seat} choisit une carte : {house}."),
    "thrown": Text("{seat} throws {dice}.", "{seat} obtient {dice}."),
    "took": Text("{seat} builds {house}: {block}.", "{seat} construit {house} : {block}."),
    "gave": Text("{seat} helps {to} to build {house}: {block}.",
                 "{seat} aide {to} à construire {house} : {block}."),
    "declined": Text("{seat} leaves the {die} die.", "{seat} laisse le dé {die}."),
    "finished": Text("{house} is finished! Bravo, {seat}!",
                     "{house} : c'est fini ! Bravo, {seat} !"),
    "unused": Text("Nothing to be done with {dice}.", "Rien à faire avec {dice}."),
    "stuck": Text("No block of the middle fits a house of {seat}.",
                  "Aucun bloc du milieu ne convient aux maisons de {seat}."),
    "lost": Text("The dice left over are lost: {dice}.", "Les dés restants sont perdus : {dice}."),
    "blue": Text("A blue block for the gnome's tower: {tower} of {most}.",
                 "Un bloc bleu pour la tour du gnome : {tower} sur {most}."),
    "emblem": Text("A blue block with the gnome's emblem! The tower has {tower} of {most}.",
                   "Un bloc bleu avec l'insigne du gnome ! La tour en a {tower} sur {most}."),
    "asleep": Text("The gnome is asleep: no blue block for his tower.",
                   "Le gnome dort : pas de bloc bleu pour sa tour."),
    "woken": Text("Still no blue block, but the gnome wakes up.",
                  "Toujours pas de bloc bleu, mais le gnome se réveille."),
    "orange": Text("{seat} throws the gnome's die: {face}.",
                   "{seat} lance le dé du gnome : {face}."),
    "grown": Text("The gnome's tower grows by {count}: {tower} of {most}.",
                  "La tour du gnome grandit de {count} : {tower} sur {most}."),
    "destroyed": Text("The gnome destroys {house} of {seat}: {count} back to the middle.",
                      "Le gnome détruit {house}, à {seat} : {count} au milieu."),
    "spared": Text("The gnome finds no house to destroy.",
                   "Le gnome ne trouve aucune maison à détruire."),
    "village": Text("The last block! The lutins win together!",
                    "Le dernier bloc ! Les lutins gagnent ensemble !"),
    "full": Text("No block has a place any more. The lutins win together!",
                 "Plus aucun bloc n'a de place. Les lutins gagnent ensemble !"),
    "tower": Text("The tower is complete: the gnome wins!",
                  "La tour est complète : le gnome gagne !"),
}  # fmt: skip
GNOME = Text("a gnome", "un gnome")


def tell(components: Lutins, event: Event, names: Sequence[str]) -> Text:
    """An event as a sentence; `names` are what the seats are called."""
    building = IMAGINARY if event.get("side") == "back" else IMPOSED
    houses = {house.id: house.called(building) for house in components.houses}
    blocks = {block_id(components, kind): block_name(components, kind) for kind in range(KINDS)}
    values: dict[str, str | int | Text] = {"most": int(components.box.tower)}
    for key, value in event.items():
        if key in ("seat", "to"):
            values[key] = names[SEAT_LETTERS.index(value)]
        elif key == "house":
            values[key] = houses[value]
        elif key == "block":
            values[key] = blocks[value]
        elif key == "dice":
            values[key] = listed([FACE_NAMES[face] for face in value])
        elif key == "die":
            values[key] = FACE_NAMES[value]
        elif key == "count":
            values[key] = blocks_text(value)
        elif key == "face":
            values[key] = GNOME if value == "gnome" else value
        else:
            values[key] = value
    return SENTENCES[event["kind"]].format(**values)


def events(components: Lutins, before: Row, action: int, after: Row) -> list[Event]:
    happened = list(_events(components, before, action, after))
    if after.building == IMAGINARY:  # then a house goes by the name on the back of its card
        for event in happened:
            if "house" in event:
                event["side"] = "back"
    return happened


def _events(components: Lutins, before: Row, action: int, after: Row) -> Iterator[Event]:
    code, seat = act.code_of(action), SEAT_LETTERS[int(before.turn_of)]
    if code < act.DECLINE:
        yield from _block(components, before, code, after)
    elif code < act.DESTROY:
        yield {"kind": "declined", "seat": seat, "die": FACES[code - act.DECLINE]}
    elif act.PICK <= code < act.FIRST:
        yield {"kind": "picked", "seat": seat, "house": components.houses[code - act.PICK].id}
    elif act.FIRST <= code < act.DRAW:
        yield {"kind": "first", "seat": SEAT_LETTERS[code - act.FIRST]}
    elif act.DRAW <= code < act.THROW:
        yield {"kind": "drawn", "seat": seat, "house": components.houses[code - act.DRAW].id}
    elif act.THROW <= code < act.BLOCK:
        shown = [FACES[face] for face in act.THROWS[code - act.THROW]]
        yield {"kind": "thrown", "seat": seat, "dice": shown}
        if after.asleep < before.asleep:
            yield {"kind": "asleep" if after.asleep else "woken", "left": int(after.asleep)}
    elif code >= act.BLOCK:
        yield from _gnome(before, code, after)
    yield from _destroyed(components, before, after)
    yield from _dice_left(before, code, after)
    drawing = after.phase == DEAL and before.turn_count and after.building == IMPOSED
    if drawing and after.own[after.turn_of] & after.open:
        yield {"kind": "stuck", "seat": SEAT_LETTERS[int(after.turn_of)]}
    if after.phase == ENDED:
        village = "village" if after.lying == 0 else "full"
        yield {"kind": village if after.tower < components.box.tower else "tower"}
    elif after.turn_count > before.turn_count:
        seat = SEAT_LETTERS[int(after.turn_of)]
        yield {"kind": "turn", "seat": seat, "turns": int(after.turn_count)}


def _block(components: Lutins, before: Row, code: int, after: Row) -> Iterator[Event]:
    number, kind = divmod(code, KINDS)
    owner, house = owner_of(before, number), components.houses[number].id
    took: Event = {"kind": "took", "seat": SEAT_LETTERS[int(before.turn_of)]}
    if owner != int(before.turn_of):
        took |= {"kind": "gave", "to": SEAT_LETTERS[owner]}
    yield took | {"block": block_id(components, kind), "house": house}
    if after.missing[number] == 0:
        yield {"kind": "finished", "seat": SEAT_LETTERS[owner], "house": house}


def _gnome(before: Row, code: int, after: Row) -> Iterator[Event]:
    """A blue block, or the orange die."""
    if code >= act.ORANGE:
        face = ORANGE[code - act.ORANGE]
        yield {"kind": "orange", "seat": SEAT_LETTERS[int(before.turn_of)], "face": face}
        if after.tower > before.tower:
            count = int(after.tower - before.tower)
            yield {"kind": "grown", "count": count, "tower": int(after.tower)}
        angry = face == "gnome"
    else:
        angry = code > act.BLOCK
        yield {"kind": "emblem" if angry else "blue", "tower": int(after.tower)}
    if angry and after.phase != ENDED and not destroyable(before):
        yield {"kind": "spared"}


def _destroyed(components: Lutins, before: Row, after: Row) -> Iterator[Event]:
    for house in range(HOUSES):
        if before.placed[house] > after.placed[house]:
            owner = SEAT_LETTERS[owner_of(before, house)]
            yield {
                "kind": "destroyed",
                "seat": owner,
                "house": components.houses[house].id,
                "count": int(before.placed[house]),
            }


def _dice_left(before: Row, code: int, after: Row) -> Iterator[Event]:
    """Dice that were put away without a choice."""
    if act.THROW <= code < act.BLOCK:
        left = act.THROWN[code - act.THROW].copy()
        if after.gnome == NOBODY:
            left[BLUE] = 0
    else:
        left = before.dice.copy()
    if code < act.DECLINE:
        colour = code % KINDS // SHAPES
        left[colour if left[colour] else WHITE] -= 1
    elif code < act.DESTROY:
        left[code - act.DECLINE] -= 1
    if left.any() and not after.dice.any() and after.phase != ENDED:
        lost = code < act.DECLINE and after.turn_count == before.turn_count
        yield {"kind": "lost" if lost else "unused", "dice": faces(left)}

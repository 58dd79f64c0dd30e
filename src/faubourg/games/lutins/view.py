"""What a person sees of La Cité des lutins: situation and box as plain data, actions in words."""

from collections.abc import Sequence

from faubourg.core.contract import Data, Row
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit.parts import Part, Parts
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.components import Lutins
from faubourg.games.lutins.notation import FACE_NAMES, ORANGE, block_id, block_name
from faubourg.games.lutins.state import (
    BUILDINGS,
    COLOURS,
    DICE,
    FACES,
    IMPOSED,
    KINDS,
    NOBODY,
    PHASES,
    ROW,
    SHAPES,
    STRENGTHS,
)


def _course(components: Lutins, row: Row) -> Data:
    """Who is to do what, the dice, and how far the gnome is."""
    to_act = int(row.to_act)
    return {
        "turn": "*" if to_act == NATURE else "-" if to_act == OVER else SEAT_LETTERS[to_act],
        "seat": SEAT_LETTERS[int(row.turn_of)],
        "phase": PHASES[int(row.phase)],
        "turns": int(row.turn_count),
        "building": BUILDINGS[int(row.building)],
        "gnome": "" if row.gnome == NOBODY else SEAT_LETTERS[int(row.gnome)],
        "thrown": faces(row.thrown.tolist()),
        "dice": faces(row.dice.tolist()),
        "tower": int(row.tower),
        "emblems": int(row.emblems),
        "strength": STRENGTHS[int(row.strength)],
        "asleep": int(row.asleep),
        "pile": int(row.left),
        "lying": int(row.lying),
    }


def _middle(components: Lutins, row: Row) -> Data:
    counts = row.middle.tolist()
    return {
        colour: {shape.id: counts[index * SHAPES + i] for i, shape in enumerate(components.shapes)}
        for index, colour in enumerate(COLOURS)
    }


def _houses(components: Lutins, row: Row) -> Data:
    """The houses that are not in the pile, whole: their order is that of the box."""
    pile, own = int(row.pile), row.own[: int(row.players)].tolist()
    blocks, missing, needs = row.blocks.tolist(), row.missing.tolist(), row.needs.tolist()
    imposed = int(row.building) == IMPOSED
    return {
        house.id: {
            "owner": SEAT_LETTERS[_owner(own, index)],
            "blocks": {
                block_id(components, kind): count
                for kind, count in enumerate(blocks[index])
                if count
            },
            "missing": {
                shape.id: count
                for shape, count in zip(components.shapes, needs[index], strict=False)
                if count
            }
            if imposed
            else {"any": missing[index]},
            "finished": missing[index] == 0,
        }
        for index, house in enumerate(components.houses)
        if not pile >> index & 1
    }


_PARTS = Parts(
    ROW,
    [
        Part(
            (),
            ("to_act", "turn_of", "phase", "turn_count", "building", "gnome", "thrown", "dice",
             "tower", "emblems", "strength", "asleep", "left", "lying"),
            _course,
        ),
        Part(("middle",), ("middle",), _middle),
        Part(
            ("houses",),
            ("players", "pile", "own", "building", "blocks", "missing", "needs"),
            _houses,
        ),
    ],
)  # fmt: skip
view, changes = _PARTS.view, _PARTS.changes


def faces(dice: Sequence[int]) -> list[str]:
    """Dice by what they show, one name for each."""
    return [FACES[face] for face, count in enumerate(dice) for _ in range(int(count))]


def owner_of(row: Row, house: int) -> int:
    """The seat that has a card which is no longer in the pile."""
    return _owner(row.own[: int(row.players)].tolist(), house)


def _owner(own: Sequence[int], house: int) -> int:
    return next(seat for seat, cards in enumerate(own) if cards >> house & 1)


# ---------------------------------------------------------------- the box


def box(components: Lutins) -> Data:
    """The blocks, the houses as they stack, the dice, and how much ends the game."""
    numbers, shapes = components.box, components.shapes
    return {
        "shapes": [{"id": shape.id, "name": shape.name._asdict()} for shape in shapes],
        "faces": [{"id": face, "name": name._asdict()} for face, name in FACE_NAMES.items()],
        "colours": [*COLOURS],
        "blocks": int(numbers.blocks.sum()),
        "tower": int(numbers.tower),
        "emblems": int(numbers.emblems),
        "imaginary": int(numbers.imaginary),
        "houses": {
            house.id: {
                "name": house.name._asdict(),
                "back": house.back and {"id": house.back.id, "name": house.back.name._asdict()},
                "levels": [[shapes[shape].id for shape in level] for level in house.levels],
            }
            for house in components.houses
        },
        "gnome_die": {
            die: {
                building: {
                    str(players): _orange_faces(numbers.orange[i, j, players])
                    for players in range(components.players[0], components.players[1] + 1)
                }
                for j, building in enumerate(BUILDINGS)
            }
            for i, die in enumerate(DICE)
        },
    }


def _orange_faces(ways: Sequence[int]) -> list[str]:
    return [ORANGE[face] for face, count in enumerate(ways) for _ in range(int(count))]


# ---------------------------------------------------------------- in words


def describe(components: Lutins, row: Row, action: int, names: Sequence[str]) -> Text:
    """What a player's action would do, as a person would say it."""
    code = act.code_of(action)
    if code >= act.PICK:
        return Text("{house}", "{house}").format(house=_called(components, row, code - act.PICK))
    if act.DECLINE <= code < act.DESTROY:
        said = Text("Leave the {face} die", "Laisser le dé {face}")
        return said.format(face=FACE_NAMES[FACES[code - act.DECLINE]])
    if code >= act.DESTROY:
        house = code - act.DESTROY
        said = Text("Destroy {house} of {name} ({count})", "Détruire {house}, à {name} ({count})")
    else:
        house = code // KINDS
        helping = owner_of(row, house) != int(row.turn_of)
        said = Text("{block} → {house}", "{block} → {house}")
        if helping:
            said = Text("{block} → {house} of {name}", "{block} → {house}, à {name}")
    return said.format(
        house=_called(components, row, house),
        name=names[owner_of(row, house)],
        count=int(row.placed[house]),
        block=block_name(components, code % KINDS),
    )


def _called(components: Lutins, row: Row, house: int) -> Text:
    return components.houses[house].called(int(row.building))


def reason(components: Lutins, row: Row) -> Text:
    if row.tower < components.box.tower:
        return Text("The village is finished", "Le village est fini")
    return Text("The gnome's tower is finished", "La tour du gnome est finie")

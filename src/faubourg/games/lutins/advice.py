"""The reason for a hint in La Cité des lutins: one sentence, computed from the position."""

from collections.abc import Sequence

from faubourg.core.contract import Row
from faubourg.core.text import Text
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.components import Lutins
from faubourg.games.lutins.notation import FACE_NAMES, blocks_text
from faubourg.games.lutins.rules import destroyable
from faubourg.games.lutins.state import (
    COLOURS,
    FACES,
    HOUSES,
    IMPOSED,
    KINDS,
    NOBODY,
    SHAPES,
    WHITE,
)
from faubourg.games.lutins.view import owner_of

LAST = Text("The last block: the village is finished!", "Le dernier bloc : le village est fini !")
FINISHES = Text(
    "Finishes {house}: the gnome can't touch it any more.",
    "Termine {house} : le gnome n'y peut plus rien.",
)
HELPS = Text(
    "Helps {name}: {house} then lacks {count}.", "Aide {name} ; {house} : il manquera {count}."
)
SCARCE = Text(
    "Few are left of this shape: {left}. {house} then lacks {count}.",
    "Cette forme devient rare : {left} au milieu. {house} : il manquera {count}.",
)
NEARER = Text("{house} then lacks only {count}.", "{house} : il ne manquera plus que {count}.")
FEWER = Text("{house} then lacks {count}.", "{house} : il manquera {count}.")
LEAVES = Text(
    "Keeps the {colour} blocks for later throws: {left} lie in the middle.",
    "Garde la couleur {colour} pour les prochains lancers : {left} au milieu.",
)
LEAST = Text("The fewest blocks are lost: {count}.", "On perd le moins de blocs : {count}.")
MOST = Text(
    "Of all houses it has the most blocks: {count}.",
    "De toutes les maisons, c'est celle qui a le plus de blocs : {count}.",
)
NEARLY = Text(
    "Only {count} were missing to finish it.", "Il ne manquait plus que {count} pour la finir."
)
QUICK = Text("Quick to build: {count}.", "Vite construite : {count}.")
FEW = 3


def why(components: Lutins, row: Row, action: int, names: Sequence[str]) -> Text | None:
    """See `contract.Advice`."""
    code = act.code_of(action)
    if code < act.DECLINE:
        return _building(components, row, *divmod(code, KINDS), names)
    if code < act.DESTROY:
        return _leaving(row, code - act.DECLINE)
    if code < act.PICK:
        return _destroying(row, code - act.DESTROY)
    size, sizes = int(components.box.sizes[code - act.PICK]), components.box.sizes
    shortest = min(int(sizes[house]) for house in range(HOUSES) if row.pile >> house & 1)
    return QUICK.format(count=blocks_text(size)) if size == shortest else None


def _building(components: Lutins, row: Row, house: int, kind: int, names: Sequence[str]) -> Text:
    if row.lying == 1:
        return LAST
    name, owner = components.houses[house].called(int(row.building)), owner_of(row, house)
    missing = int(row.missing[house]) - 1
    if missing == 0:
        return FINISHES.format(house=name)
    left = sum(int(row.middle[colour * SHAPES + kind % SHAPES]) for colour in range(len(COLOURS)))
    said = NEARER if missing <= FEW else FEWER
    if owner != int(row.turn_of):
        said = HELPS
    elif row.building == IMPOSED and left <= FEW:
        said = SCARCE
    return said.format(house=name, count=blocks_text(missing), left=left, name=names[owner])


def _leaving(row: Row, face: int) -> Text | None:
    if face == WHITE:
        return None
    left = int(row.middle[face * SHAPES : (face + 1) * SHAPES].sum())
    return LEAVES.format(left=left, colour=FACE_NAMES[FACES[face]])


def _destroying(row: Row, house: int) -> Text | None:
    """A lutin gives up what costs least, the gnome takes what hurts most."""
    houses = int(destroyable(row))
    placed = [int(row.placed[other]) for other in range(HOUSES) if houses >> other & 1]
    count = int(row.placed[house])
    if row.gnome == NOBODY:
        return LEAST.format(count=count) if count == min(placed) else None
    if count == max(placed):
        return MOST.format(count=count)
    missing = int(row.missing[house])
    return NEARLY.format(count=blocks_text(missing)) if missing <= FEW else None

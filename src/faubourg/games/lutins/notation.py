"""Actions of La Cité des lutins as short text and back: "take red cube for hut", "decline red"."""

import re
import unicodedata
from collections.abc import Sequence

from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text, plain
from faubourg.gamekit.notation import find_named, no_move, seat_of
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.components import Lutins
from faubourg.games.lutins.state import FACES, GNOME_FACE, KINDS, MOST_PIPS, SHAPES, WHITE

FACE_NAMES = dict(
    zip(
        FACES,
        (
            Text("red", "rouge"), Text("orange", "orange"), Text("yellow", "jaune"),
            Text("mauve", "mauve"), Text("white", "blanc"), Text("blue", "bleu"),
        ),
        strict=True,
    )
)  # fmt: skip
ORANGE = (*map(str, range(MOST_PIPS + 1)), "gnome")
BLOCKS = ("plain", "emblem")
BLOCK_WORDS = {"plain": 0, "simple": 0, "emblem": 1, "insigne": 1}
EXAMPLES = [
    "take red cube for hut", "decline red", "destroy hut", "pick hut", "first A", "draw hut",
    "dice red white blue", "block plain", "block emblem", "gnome die 2", "gnome die gnome",
]  # fmt: skip

# What a move begins with, in either language, without accents.
TAKE = re.compile(r"(?:take|prendre|prends) (.+?) (?:for|pour) (.+)")
DECLINE = re.compile(r"(?:decline|refuser|refuse) (\w+)")
HOUSE_MOVES = (
    (re.compile(r"(?:destroy|detruire|detruis) (.+)"), act.DESTROY),
    (re.compile(r"(?:pick|choisir|choisis) (.+)"), act.PICK),
    (re.compile(r"(?:draw|piocher|pioche) (.+)"), act.DRAW),
)
FIRST = re.compile(r"(?:first|premier) ([a-f])")
DICE = re.compile(r"(?:dice|des) (\w+) (\w+) (\w+)")
BLOCK = re.compile(r"(?:block|bloc) (\w+)")
GNOME_DIE = re.compile(rf"(?:gnome die|de gnome|de du gnome) ({'|'.join(ORANGE)})")


def write(components: Lutins, action: int) -> str:
    code, house_id = act.code_of(action), components.house_id
    if code < act.DECLINE:
        house, kind = divmod(code, KINDS)
        return f"take {block_id(components, kind)} for {house_id(house)}"
    if code < act.DESTROY:
        return f"decline {FACES[code - act.DECLINE]}"
    if code < act.PICK:
        return f"destroy {house_id(code - act.DESTROY)}"
    if code < act.FIRST:
        return f"pick {house_id(code - act.PICK)}"
    if code < act.DRAW:
        return f"first {SEAT_LETTERS[code - act.FIRST]}"
    if code < act.THROW:
        return f"draw {house_id(code - act.DRAW)}"
    if code < act.BLOCK:
        return f"dice {' '.join(FACES[face] for face in act.THROWS[code - act.THROW])}"
    if code < act.ORANGE:
        return f"block {BLOCKS[code - act.BLOCK]}"
    return f"gnome die {ORANGE[code - act.ORANGE]}"


def block_id(components: Lutins, kind: int) -> str:
    """A block by its colour and shape: "red cube"."""
    return f"{FACES[kind // SHAPES]} {components.shapes[kind % SHAPES].id}"


def block_name(components: Lutins, kind: int) -> Text:
    """A block as a person says it: "red cube", "cube rouge"."""
    colour, shape = FACE_NAMES[FACES[kind // SHAPES]], components.shapes[kind % SHAPES].name
    return Text(f"{colour.en} {shape.en}", f"{shape.fr} {colour.fr}")


def blocks_text(count: int) -> Text:
    """1 block, 2 blocks."""
    many = "s" if count > 1 else ""
    return Text(f"{count} block{many}", f"{count} bloc{many}")


# ---------------------------------------------------------------- reading


def read(components: Lutins, text: str) -> int:
    """Case-insensitive; ids, or words of either language."""
    return act.number_of(_read_code(components, text))


def _read_code(components: Lutins, text: str) -> int:
    written = " ".join(_without_accents(text).replace("_", " ").split())
    if match := TAKE.fullmatch(written):
        kind = _block(components, match[1])
        return act.TAKE + _house(components, match[2]) * KINDS + kind
    for pattern, first in HOUSE_MOVES:
        if match := pattern.fullmatch(written):
            return first + _house(components, match[1])
    if match := FIRST.fullmatch(written):
        return act.FIRST + seat_of(match[1])
    if match := DICE.fullmatch(written):
        faces = sorted(_face(word, FACES) for word in match.groups())
        return act.THROW + act.THROWS.index((faces[0], faces[1], faces[2]))
    if match := DECLINE.fullmatch(written):
        return act.DECLINE + _face(match[1], FACES[: WHITE + 1])
    if (match := BLOCK.fullmatch(written)) and match[1] in BLOCK_WORDS:
        return act.BLOCK + BLOCK_WORDS[match[1]]
    if match := GNOME_DIE.fullmatch(written):
        return act.ORANGE + (GNOME_FACE if match[1] == "gnome" else int(match[1]))
    raise no_move(text, Text("La Cité des lutins", "ce jeu"), EXAMPLES)


def _block(components: Lutins, called: str) -> int:
    """Colour and shape, in any order."""
    names: dict[str, int] = {}
    for kind in range(KINDS):
        shape = components.shapes[kind % SHAPES]
        for colour in (FACES[kind // SHAPES], *FACE_NAMES[FACES[kind // SHAPES]]):
            for form in (shape.id, *shape.name):
                names[plain(f"{colour}{form}")] = names[plain(f"{form}{colour}")] = kind
    known = [block_id(components, kind) for kind in range(KINDS)]
    return find_named(names, called, known, Text("block", "bloc"))


def _house(components: Lutins, called: str) -> int:
    names = {
        plain(name): index
        for index, house in enumerate(components.houses)
        for side in (house, house.back)
        if side
        for name in (side.id, *side.name)
    }
    return find_named(
        names, called, [house.id for house in components.houses], Text("house", "maison")
    )


def _face(called: str, faces: Sequence[str]) -> int:
    names = {
        plain(name): index for index, face in enumerate(faces) for name in (face, *FACE_NAMES[face])
    }
    return find_named(names, called, faces, Text("face", "face"))


def _without_accents(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))

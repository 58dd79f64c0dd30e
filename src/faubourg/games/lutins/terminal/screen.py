"""La Cité des lutins in a terminal, drawn with Rich; see `Screen` in `core/contract.py`."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Row, Scene
from faubourg.core.text import Text, plain
from faubourg.gamekit.terminal import flow
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.components import Lutins
from faubourg.games.lutins.notation import FACE_NAMES
from faubourg.games.lutins.rules import step
from faubourg.games.lutins.state import (
    BUILD,
    COLOURS,
    DESTROY,
    FACES,
    IMPOSED,
    KINDS,
    NOBODY,
    PICK,
    SHAPES,
    SLEEPS,
    laid_blocks,
)
from faubourg.games.lutins.terminal.log import lines, story
from faubourg.games.lutins.terminal.look import NUMBER, block, dice, missing
from faubourg.games.lutins.terminal.village import village
from faubourg.games.lutins.view import describe, owner_of

__all__ = [
    "choices",
    "ends_turn",
    "explain",
    "legend",
    "lines",
    "order",
    "question",
    "story",
    "table",
]

QUESTIONS = {
    PICK: Text("Which building card do you pick?", "Quelle carte choisis-tu ?"),
    DESTROY: Text("Which house does the gnome destroy?", "Quelle maison le gnome détruit-il ?"),
    BUILD: Text("Which block do you take?", "Quel bloc prends-tu ?"),
}
DICE = Text("Dice: ", "Dés : ")
LEAVE = Text("Leave:", "Laisser :")
OWN = Text("{house}:", "{house} :")
OF_A_FRIEND = Text("{house} ({name}):", "{house} ({name}) :")


def order(components: Lutins, row: Row, actions: Sequence[int]) -> list[int]:
    """Blocks house by house and shape by shape; declining last."""

    def key(action: int) -> tuple[int, int, int]:
        code = act.code_of(action)
        if code >= act.DECLINE:
            return code, 0, 0
        house, kind = divmod(code, KINDS)
        return house, kind % SHAPES, kind

    return sorted(actions, key=lambda action: (not act.is_take(action), key(action)))


def ends_turn(components: Lutins, row: Row, action: int) -> bool:
    """The last block or the last refusal of a turn."""
    if row.phase == PICK:
        return False
    after = row.copy()
    step(components.box, after, action)
    return bool(after.turn_count != row.turn_count)


def question(scene: Scene) -> str:
    return QUESTIONS[int(scene.row.phase)].to(scene.language)


def table(scene: Scene) -> RenderableType:
    return village(scene)


# ---------------------------------------------------------------- choices


def choices(scene: Scene) -> RenderableType | None:
    """The blocks for each house, and the dice that may be left."""
    if scene.row.phase != BUILD:
        return _houses(scene)
    shown = [Line(DICE.to(scene.language), style="bold"), *dice(scene, scene.row.dice)]
    rows = [flow(shown, scene.width, gap=" ")]
    takes = [action for action in scene.choices if act.is_take(action)]
    for house in dict.fromkeys(act.code_of(action) // KINDS for action in takes):
        pieces = [Line(_house_name(scene, house), style="bold")]
        pieces += [
            _offer(scene, action) for action in takes if act.code_of(action) // KINDS == house
        ]
        rows.append(flow(pieces, scene.width, hang=2))
    left = [action for action in scene.choices if not act.is_take(action)]
    pieces = [Line(LEAVE.to(scene.language), style="bold")]
    for action in left:
        name = FACE_NAMES[FACES[act.code_of(action) - act.DECLINE]].to(scene.language)
        pieces.append(_number(scene, action).append(f" {name}"))
    return Group(*rows, flow(pieces, scene.width, hang=2))


def _houses(scene: Scene) -> RenderableType:
    """Houses to pick or to destroy."""
    pieces = []
    for action in scene.choices:
        said = describe(scene.components, scene.row, action, scene.names).to(scene.language)
        piece = _number(scene, action).append(f" {said}")
        if scene.row.phase == PICK and scene.row.building == IMPOSED and scene.detail > 0:
            house = scene.components.houses[act.code_of(action) - act.PICK]
            for shape in (shape for level in house.levels for shape in level):
                piece.append(" ").append_text(missing(scene, shape))
        pieces.append(piece)
    return flow(pieces, scene.width, gap="   ")


def _house_name(scene: Scene, house: int) -> str:
    owner = owner_of(scene.row, house)
    said = OWN if owner == int(scene.row.turn_of) else OF_A_FRIEND
    name = scene.components.houses[house].called(int(scene.row.building))
    return said.format(house=name, name=scene.names[owner]).to(scene.language)


def _offer(scene: Scene, action: int) -> Line:
    kind = act.code_of(action) % KINDS
    piece = _number(scene, action).append(" ").append_text(block(scene, kind))
    if scene.detail > 0:
        name = scene.components.shapes[kind % SHAPES].name.to(scene.language)
        piece.append(f" {name}", style="dim")
    return piece


def _number(scene: Scene, action: int) -> Line:
    number = scene.choices.index(action) + 1
    return Line.assemble((f" {number:>2} " if scene.colour else f" {number:>2})", NUMBER))


# ---------------------------------------------------------------- help

AIMS = (
    Text(
        "Lutins, use up all blocks of the middle together before the gnome's tower has {tower}."
        " A blue die gives the gnome a block; his emblem destroys an unfinished house.",
        "Lutins, utilisez ensemble tous les blocs du milieu avant que la tour du gnome en ait"
        " {tower}. Un dé bleu donne un bloc au gnome ; son insigne détruit une maison inachevée.",
    ),
    Text(
        "The lutins use up all blocks of the middle together before the gnome's tower has {tower}."
        " The gnome throws the orange die: pips are blue blocks, a gnome destroys a house.",
        "Les lutins utilisent ensemble tous les blocs du milieu avant que la tour du gnome en ait"
        " {tower}. Le gnome lance le dé orange : ses points sont des blocs bleus, un gnome détruit"
        " une maison.",
    ),
)
STRENGTHS = (
    Text("", ""),
    Text(
        " The gnome is calm: he sleeps through the first {sleeps} throws with blue.",
        " Le gnome est calme : il dort pendant les {sleeps} premiers jets avec du bleu.",
    ),
    Text(
        " The gnome is furious: blocks laid before the game, {laid}.",
        " Le gnome est furieux : blocs posés avant la partie, {laid}.",
    ),
)
SIZES = Text("Any {count} blocks.", "{count} blocs au choix.")


def legend(scene: Scene) -> RenderableType:
    aim = AIMS[int(scene.row.gnome != NOBODY)].format(tower=int(scene.components.box.tower))
    strength = STRENGTHS[int(scene.row.strength)].format(
        sleeps=SLEEPS, laid=laid_blocks(scene.components.box)
    )
    shapes = [
        missing(scene, index).append(f" {shape.name.to(scene.language)}")
        for index, shape in enumerate(scene.components.shapes)
    ]
    colours = [
        block(scene, index * SHAPES).append(f" {FACE_NAMES[colour].to(scene.language)}")
        for index, colour in enumerate(COLOURS)
    ]
    return Group(
        Line(aim.to(scene.language) + strength.to(scene.language)),
        flow(shapes, scene.width),
        flow(colours, scene.width),
    )


def explain(scene: Scene, word: str) -> RenderableType | None:
    """The house of that name, or in whose name the word is."""
    wanted = plain(word)
    houses = scene.components.houses
    building = int(scene.row.building)
    found = [
        house
        for house in houses
        if any(wanted in plain(name) for name in (house.id, *house.called(building)))
    ]
    if not wanted or not found:
        return None
    rows: list[RenderableType] = []
    for house in found:
        rows.append(Line(house.called(building).to(scene.language), style="bold"))
        if scene.row.building == IMPOSED:
            for level in house.levels:
                rows.append(
                    Line("  ").append_text(Line(" ").join(missing(scene, s) for s in level))
                )
        else:
            count = int(scene.components.box.imaginary)
            rows.append(Line("  " + SIZES.format(count=count).to(scene.language)))
    return Group(*rows)

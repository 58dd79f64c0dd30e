"""My Little Town in a terminal, drawn with Rich; see `Screen` in `core/contract.py`."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Row, Scene
from faubourg.core.text import Text, plain
from faubourg.gamekit.terminal import flow
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town.components import MyLittleTown
from faubourg.games.my_little_town.state import (
    ACT,
    CHOOSE,
    CROSS,
    LAST,
    NOTHING,
    PLACE,
    TILES,
)
from faubourg.games.my_little_town.terminal.log import lines, story
from faubourg.games.my_little_town.terminal.look import STANDING, free_square, tray
from faubourg.games.my_little_town.terminal.offers import choices, placements, standee_choices
from faubourg.games.my_little_town.terminal.plan import plan

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
    ACT: Text(
        "Extend the town or place a standee? ({left} tiles left)",
        "Agrandir la ville ou placer une silhouette ? (reste {left} tuiles)",
    ),
    PLACE: Text("Where does tile {tile} go?", "Où va la tuile {tile} ?"),
    CHOOSE: Text("Which colour do you play with?", "Avec quelle couleur joues-tu ?"),
    LAST: Text(
        "The final round: place one more standee?", "Dernier tour : placer encore une silhouette ?"
    ),
}


def order(components: MyLittleTown, row: Row, actions: Sequence[int]) -> list[int]:
    """Extending or passing first; tiles place by place; standees from the longest."""

    def key(action: int) -> tuple[int, int]:
        length = act.standee_of(action)[3] if act.is_standee(action) else TILES
        return -length, action

    return sorted(actions, key=key)


def ends_turn(components: MyLittleTown, row: Row, action: int) -> bool:
    """All but extending, after which a tile is drawn and placed."""
    return act.code_of(action) != act.EXTEND


def question(scene: Scene) -> str:
    said = QUESTIONS[int(scene.row.phase)]
    return said.format(left=int(scene.row.left), tile=int(scene.row.drawn) + 1).to(scene.language)


def table(scene: Scene) -> RenderableType:
    """The map of the town and the standees in hand."""
    return Group(plan(scene), *[""] * (scene.detail > 1), tray(scene))


# ---------------------------------------------------------------- help


def explain(scene: Scene, word: str) -> RenderableType | None:
    """All ways to place the standee of a length, or a colour by its name or what it shows."""
    wanted = plain(word)
    if wanted.isdecimal() and (found := placements(scene, int(wanted))):
        return standee_choices(scene, int(wanted), len(found))
    for kind, colour in enumerate(scene.components.colours):
        names = (colour.id, *colour.name, *colour.shows)
        if wanted and any(plain(name).startswith(wanted) for name in names):
            return _explained(scene, kind)
    return None


COLOUR = Text(
    "{name}: {shows}; {count} squares on the {tiles} tiles",
    "{name} : {shows} ; {count} carrés sur les {tiles} tuiles",
)


def _explained(scene: Scene, kind: int) -> Line:
    colour = scene.components.colours[kind]
    tiles = len(scene.components.tiles)
    count = int((scene.components.box.squares[:tiles, 0] == kind).sum())
    said = COLOUR.format(name=colour.name, shows=colour.shows, count=count, tiles=tiles)
    return Line.assemble(free_square(scene, kind), f" {said.to(scene.language)}")


AIM = Text(
    "Whoever first places all their standees wins. Each turn: draw and place a tile, or place a "
    "standee whose first and last item stand on squares of your colour.",
    "Qui place d'abord toutes ses silhouettes gagne. À chaque tour : piocher et poser une tuile, "
    "ou placer une silhouette, le premier et le dernier objet sur des carrés de sa couleur.",
)
NAMES = Text(
    "Squares of a tile: a b c from west to east, 1 2 3 from north to south; > goes east, v south.",
    "Carrés d'une tuile : a b c d'ouest en est, 1 2 3 du nord au sud ; > vers l'est, v au sud.",
)
CROSS_NORMAL = Text("closed", "interdit")
CROSS_EASY = Text("only to be crossed", "à traverser seulement")
STANDS = Text("A's standee of {length}", "silhouette de {length} de A")


def legend(scene: Scene) -> RenderableType:
    pieces = [
        Line.assemble(free_square(scene, kind), f" {colour.name.to(scene.language)}")
        for kind, colour in enumerate(scene.components.colours)
    ]
    closed = CROSS_EASY if scene.row.wall == NOTHING else CROSS_NORMAL
    pieces.append(Line.assemble(free_square(scene, CROSS), f" {closed.to(scene.language)}"))
    said = STANDS.format(length=5).to(scene.language)
    pieces.append(Line.assemble(("A5", STANDING[max(0, int(scene.row.colours[0]))]), f" {said}"))
    aim, names = AIM.to(scene.language), NAMES.to(scene.language)
    return Group(Line(aim), flow(pieces, scene.width), Line(names))

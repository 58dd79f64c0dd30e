"""Cities in a terminal, drawn with Rich; see `Screen` in `core/contract.py`."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Row, Scene
from faubourg.core.text import Text
from faubourg.games.cities import actions as act
from faubourg.games.cities.components import Cities
from faubourg.games.cities.rules import step
from faubourg.games.cities.state import ENDED, NOTHING, PLACE, REVEAL, START, TAKE
from faubourg.games.cities.terminal.board import board
from faubourg.games.cities.terminal.city import cards, city, full_sheet, scores, total
from faubourg.games.cities.terminal.help import explain, legend
from faubourg.games.cities.terminal.log import lines, story
from faubourg.games.cities.terminal.look import GOLD, mine, player
from faubourg.games.cities.terminal.offers import choices
from faubourg.games.cities.terminal.plan import plan

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
    START: Text("With which tile does your centre begin?", "Par quelle tuile commence le centre ?"),
    TAKE: Text("Where do you put your worker?", "Où poses-tu ton ouvrier ?"),
    PLACE: Text("What goes where?", "Que poses-tu, et où ?"),
}
WIDE_ENOUGH_FOR_ROLES = 80  # columns
WHERE = Text("Where does the tile go?", "Où va la tuile ?")


def order(components: Cities, row: Row, actions: Sequence[int]) -> list[int]:
    """Places as they lie; items one kind after the other, getting rid of one last of its kind."""

    def key(action: int) -> tuple[int, int]:
        if act.DROP_MODULE <= action < act.FIRST:
            return act.MODULE + (action - act.DROP_MODULE) * act.SQUARES, act.SQUARES
        if act.DROP_ATTRACTION <= action < act.DROP_MODULE:
            return act.ATTRACTION + (action - act.DROP_ATTRACTION) * act.SQUARES, act.SQUARES
        if action >= act.ATTRACTION:
            square = (action - act.ATTRACTION) % act.SQUARES
            return action - square, square
        return action, 0

    return sorted(actions, key=key)


def ends_turn(components: Cities, row: Row, action: int) -> bool:
    """The last thing that is placed, or a card that lies open; what is turned up can't go back."""
    after = row.copy()
    step(components.box, after, action)
    return bool(after.phase != REVEAL and after.taken == NOTHING)


def question(scene: Scene) -> str:
    placing = scene.row.phase == PLACE and scene.row.tile != NOTHING
    said = WHERE if placing else QUESTIONS[int(scene.row.phase)]
    return said.to(scene.language)


# ---------------------------------------------------------------- the table


def table(scene: Scene) -> RenderableType:
    """The city, all centres, cards and points; the board too, unless it is among the choices."""
    gap = [""] * (scene.detail > 1)
    parts: list[RenderableType] = [*gap, city(scene), *gap, _centres(scene), *gap, *_cards(scene)]
    if scene.row.phase == ENDED:
        parts += [full_sheet(scene, seat) for seat in range(int(scene.row.players))]
    elif scene.detail > 1 and scene.row.round_now:
        parts += [*gap, scores(scene)]
    if scene.row.phase != TAKE and scene.row.dealt and scene.detail and scene.row.phase != ENDED:
        parts += [*gap, board(scene)]
    return Group(*parts, *gap)


def _centres(scene: Scene) -> RenderableType:
    """One's own centre large, the others small beside it."""
    own = mine(scene)
    seats = [own, *(seat for seat in range(int(scene.row.players)) if seat != own)]
    return Columns([_centre(scene, seat, seat == own) for seat in seats], padding=(0, 2))


def _centre(scene: Scene, seat: int, large: bool) -> Line:
    active = seat == int(scene.row.turn_of) and scene.row.phase != ENDED
    head = Line.assemble(("▶" if active else " ", GOLD), player(scene, seat))
    head.append(f" {scene.names[seat]}", style="bold")
    if not scene.detail:
        return Line("\n").join([head.append(f" {total(scene, seat)}"), *plan(scene, seat, large)])
    role = f"{scene.roles[seat]} · " if scene.width >= WIDE_ENOUGH_FOR_ROLES else ""
    note = Line(f"  {role}{total(scene, seat)}", style="dim")
    return Line("\n").join([head, note, *plan(scene, seat, large)])


def _cards(scene: Scene) -> list[RenderableType]:
    """One's own first; those of others only where there is room; at the end the sheet has them."""
    if scene.row.phase == ENDED:
        return []
    own = mine(scene)
    others = [seat for seat in range(int(scene.row.players)) if seat != own]
    found = [cards(scene, own, own in scene.people)] if scene.row.round_now else []
    if scene.detail > 1 and scene.row.round_now > 1:
        found += [cards(scene, seat, False) for seat in others]
    return found

"""The main board: what lies on its sixteen places, with the numbers to type where one may be
taken."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.text import Text
from faubourg.gamekit.terminal import columns, flow
from faubourg.games.cities import actions as act
from faubourg.games.cities.state import (
    ATTRACTION_ROW,
    BAG_MODULES,
    CARD_ROW,
    COLUMNS,
    FIRST_CARD,
    KINDS,
    MODULE_ROW,
    NOTHING,
    PLACES,
    ROWS,
    TAKE,
    TILE_ROW,
)
from faubourg.games.cities.terminal.look import (
    COLON,
    GOLD,
    attraction,
    colour_name,
    module,
    number,
    player,
    tile_rows,
)
from faubourg.games.cities.text.contents import hidden_on, items_on
from faubourg.games.cities.text.goal_text import card_text
from faubourg.games.cities.view import star

WIDE_ENOUGH_FOR_FOUR = 100  # columns
LABELS = (
    Text("Cards", "Cartes"), Text("Tiles", "Tuiles"), Text("Attractions", "Attractions"),
    Text("Modules", "Modules"),
)  # fmt: skip
HIDDEN = Text("face down", "face cachée")
BAG = Text("{count} from the bag", "{count} du sac")
LEFT = Text("in the bag: ", "dans le sac : ")


def board(scene: Scene) -> RenderableType:
    """Four rows of four where there is room, else row by row; shorter when nothing is taken."""
    if scene.row.phase == TAKE and scene.detail > 0 and scene.width >= WIDE_ENOUGH_FOR_FOUR:
        return _grid(scene)
    return Group(*(_row(scene, line) for line in range(ROWS)))


def _grid(scene: Scene) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0), expand=True)
    grid.add_column(no_wrap=True)
    for _ in range(COLUMNS):
        grid.add_column(ratio=1, overflow="fold")
    for line in range(ROWS):
        cells = [_place(scene, line * COLUMNS + column, True) for column in range(COLUMNS)]
        grid.add_row(Line(LABELS[line].to(scene.language), style="bold"), *cells)
    return grid


def _row(scene: Scene, line: int) -> RenderableType:
    """A row of the board in as few lines as its items allow."""
    label = Line(LABELS[line].to(scene.language), style="bold")
    places = range(line * COLUMNS, line * COLUMNS + COLUMNS)
    if line == CARD_ROW and scene.row.phase == TAKE and scene.detail > 0:
        free = [place for place in places if scene.row.workers[place] == NOTHING]
        taken = [_head(scene, place) for place in places if place not in free]
        grid = columns(1)
        for place in free:
            grid.add_row(_head(scene, place), _items(scene, place, True))
        return Group(flow([label, *taken], scene.width), grid)
    pieces = [
        Line(" ").join([_head(scene, place), _items(scene, place, False)]) for place in places
    ]
    return flow([label, *pieces], scene.width, hang=2)


def _place(scene: Scene, place: int, full: bool) -> RenderableType:
    """One place of the grid."""
    head = _head(scene, place)
    items = items_on(scene.row, place)
    if place // COLUMNS == TILE_ROW and items:
        rows = tile_rows(scene, items[0])
        gap = " " * (head.cell_len + 1)
        return Group(Line.assemble(head, " ", rows[0]), Line.assemble(gap, rows[1]))
    both = columns(1)
    both.add_row(head, _items(scene, place, full))
    return both


def _head(scene: Scene, place: int) -> Line:
    """What to type for a place, or whose worker stands on it."""
    worker = int(scene.row.workers[place])
    if worker != NOTHING:
        return player(scene, worker)
    action = act.TAKE + place
    return number(scene, action) if action in scene.choices else Line("  · ", style="dim")


def _items(scene: Scene, place: int, full: bool) -> Line:
    """What lies on a place, in one line that may be wrapped."""
    line = place // COLUMNS
    items = items_on(scene.row, place)
    pieces = [_item(scene, line, item, full) for item in items]
    if line == MODULE_ROW:
        pieces = [Line().join(pieces)] if pieces else []
    if hidden_on(scene.row, place):
        pieces.append(Line(f"? {HIDDEN.to(scene.language)}", style="italic"))
    if place == PLACES - 1:
        pieces += _last_place(scene)
    return Line("  ").join(pieces)


def _last_place(scene: Scene) -> list[Line]:
    """cit-14, cit-18: the bag, and the star while it lies here."""
    pieces = []
    if scene.row.workers[PLACES - 1] == NOTHING and scene.row.dealt:
        pieces.append(Line(f"? {BAG.format(count=BAG_MODULES).to(scene.language)}", style="italic"))
    if star(scene.row) == "board":
        pieces.append(Line("★", style=GOLD))
    return pieces


def _item(scene: Scene, line: int, item: int, full: bool) -> Line:
    if line == CARD_ROW:
        card = scene.components.cards[item]
        said = Line(card.name.to(scene.language), style="bold")
        if not full:
            return said
        goal, points = FIRST_CARD + item, int(scene.components.box.points[FIRST_CARD + item])
        text = card_text(scene.components.goals[goal], points).to(scene.language)
        return Line.assemble(said, f"{COLON.to(scene.language)} ", text)
    if line == TILE_ROW:
        return Line("/").join(tile_rows(scene, item))
    return attraction(scene, item) if line == ATTRACTION_ROW else module(scene, item)


def bag(scene: Scene) -> Line:
    """cit-38: how many modules of each colour are left."""
    pieces = [Line(LEFT.to(scene.language), style="dim")]
    for colour in range(KINDS):
        said = f" {int(scene.row.bag[colour])}"
        if not scene.colour:
            said = f" {colour_name(scene, colour)}{said}"
        pieces.append(Line.assemble(module(scene, colour), said))
    return flow(pieces, scene.width)

"""The city board, cards and points in a terminal."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from faubourg.core.contract import Data, Scene
from faubourg.core.text import Text
from faubourg.gamekit.terminal import columns, flow
from faubourg.games.cities.mechanics.scoring import objective_goal, score
from faubourg.games.cities.state import ENDED, FIRST_CARD, NUMBERS, OBJECTIVES
from faubourg.games.cities.terminal.look import COLON, GAIN, GOLD, mine, player
from faubourg.games.cities.text.goal_text import (
    card_text,
    objective_text,
    points_text,
    progress_text,
)
from faubourg.games.cities.text.progress import earned, progress
from faubourg.games.cities.text.score_sheet import PARTS, cards_of, reason_text, score_sheet
from faubourg.games.cities.view import MIDDLE, star

ROUND = Text("round {round} of {rounds}", "manche {round} sur {rounds}")
STARTING = Text("before the first round", "avant la première manche")
STAR = Text(
    "★ {name} began this round; the star lies on the board",
    "★ {name} a commencé la manche ; l'étoile est sur le plateau",
)
HOLDS = Text("★ {name} begins this round", "★ {name} commence la manche")
CARDS = Text("Your cards", "Tes cartes")
CARDS_OF = Text("Cards of {name}", "Cartes de {name}")
NO_CARDS = Text("none yet", "aucune encore")
PART_NAMES = {
    "objectives": Text("city", "ville"), "zones": Text("zones", "zones"),
    "monuments": Text("monuments", "monuments"), "cards": Text("cards", "cartes"),
}  # fmt: skip
NOTHING_YET = Text("no points yet", "encore aucun point")


# ---------------------------------------------------------------- the city board


def city(scene: Scene) -> RenderableType:
    """The city, the round, and the three objectives with everybody's progress."""
    rows = [_objective(scene, objective) for objective in range(OBJECTIVES)]
    widths = [max(piece.cell_len for piece in column) for column in zip(*rows, strict=True)]
    if sum(widths) + 2 * len(widths) <= scene.width:
        for row in rows:
            for piece, width in zip(row, widths, strict=True):
                piece.pad_right(width - piece.cell_len)
    return Group(_title(scene), *(flow(row, scene.width, hang=2) for row in rows))


def _title(scene: Scene) -> Line:
    row = scene.row
    name = scene.components.cities[int(row.city)].name.to(scene.language)
    said = STARTING
    if row.round_now:
        said = ROUND.format(round=int(row.round_now), rounds=int(row.rounds))
    pieces = [Line(name, style="bold"), Line(said.to(scene.language))]
    held = star(row)
    if held and row.phase != ENDED:
        said = (STAR if held == "board" else HOLDS).format(name=scene.names[int(row.first)])
        pieces.append(Line(said.to(scene.language), style=GOLD))
    return flow(pieces, scene.width, gap=" · ")


def _objective(scene: Scene, objective: int) -> list[Line]:
    """What it asks for, its numbers, and the progress of the players without a marker there."""
    goal = scene.components.goals[objective_goal(scene.row, objective)]
    pieces = [
        Line.assemble((f"{objective + 1} ", "bold"), objective_text(goal).to(scene.language)),
        _numbers(scene, objective),
    ]
    seats = range(int(scene.row.players)) if scene.detail else [mine(scene)]
    return pieces + [_progress(scene, seat, objective) for seat in seats]


def _numbers(scene: Scene, objective: int) -> Line:
    """The numbers under an objective; a marker covers the one it lies on."""
    row = scene.row
    line = Line()
    numbers = scene.components.box.numbers[objective_goal(row, objective)]
    for number in range(1, NUMBERS + 1):
        owner = [s for s in range(int(row.players)) if row.markers[s, objective] == number]
        line.append(" " if number > 1 else "")
        if owner:
            line.append_text(player(scene, owner[0])).append(str(numbers[number - 1]), style="bold")
        elif row.players == 2 and number == MIDDLE:
            line.append("-", style="dim")
        else:
            line.append(f"({numbers[number - 1]})", style=f"bold {GOLD}")
    return line


def _progress(scene: Scene, seat: int, objective: int) -> Line:
    if scene.row.markers[seat, objective]:
        return Line()
    number = objective_goal(scene.row, objective)
    have, need = progress(scene.components, scene.row, seat, number)
    said = f"{have}/{need}"
    if seat in scene.people and scene.detail > 1:
        goal = scene.components.goals[number]
        said = progress_text(goal, have, need).to(scene.language)
    return Line.assemble(player(scene, seat), f" {said}")


# ---------------------------------------------------------------- cards


def cards(scene: Scene, seat: int, own: bool) -> RenderableType:
    """A player's cards with what they earn now; one's own with their texts where there is room."""
    label = CARDS if own else CARDS_OF.format(name=scene.names[seat])
    head = Line.assemble((label.to(scene.language), "bold"), COLON.to(scene.language))
    found = cards_of(scene.row, seat)
    if not found:
        return Line.assemble(head, (f" {NO_CARDS.to(scene.language)}", "dim"))
    if own and scene.detail > 1:
        grid = columns(1)
        for card in found:
            grid.add_row(_earned(scene, seat, card), _card(scene, card))
        return Group(head, grid)
    pieces = [
        Line.assemble(
            scene.components.cards[card].name.to(scene.language), " ", _earned(scene, seat, card)
        )
        for card in found
    ]
    return flow([head, *pieces], scene.width, hang=2)


def _card(scene: Scene, card: int) -> Line:
    name = scene.components.cards[card].name.to(scene.language)
    text = card_text(scene.components.card_goal(card), _points(scene, card)).to(scene.language)
    return Line.assemble((name, "bold"), f"{COLON.to(scene.language)} ", text)


def _points(scene: Scene, card: int) -> int:
    return int(scene.components.box.points[FIRST_CARD + card])


def _earned(scene: Scene, seat: int, card: int) -> Line:
    """What a card earns now."""
    _, points = earned(scene.components, scene.row, seat, card)
    return Line(f"+{points}", style=GAIN if points else "dim")


# ---------------------------------------------------------------- points


def scores(scene: Scene) -> RenderableType:
    """The score sheet: a line for each player, a column for each source of points."""
    names = [PART_NAMES[part].to(scene.language) for part in PARTS]
    sheets = [
        score_sheet(scene.components, scene.row, seat) for seat in range(int(scene.row.players))
    ]
    widest = max(len(name) for name in scene.names) + 6 + len("  ".join(names)) + 5
    if widest > scene.width:
        return Group(*(_score(scene, seat, sheet) for seat, sheet in enumerate(sheets)))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    for _ in range(len(PARTS) + 1):
        grid.add_column(justify="right", no_wrap=True)
    grid.add_row("", *(Line(name, style="dim") for name in names), Line("=", style="dim"))
    for seat, sheet in enumerate(sheets):
        parts = [str(sheet[part]) for part in PARTS]
        who = Line.assemble(player(scene, seat), f" {scene.names[seat]}")
        grid.add_row(who, *parts, Line(str(sheet["total"]), style="bold"))
    return grid


def _score(scene: Scene, seat: int, sheet: Data) -> Line:
    """The same in a narrow window."""
    pieces = [Line.assemble(player(scene, seat), f" {scene.names[seat]}")]
    pieces += [Line(f"{PART_NAMES[part].to(scene.language)} {sheet[part]}") for part in PARTS]
    return flow([*pieces, Line(f"= {sheet['total']}", style="bold")], scene.width, hang=4)


def total(scene: Scene, seat: int) -> str:
    points = int(score(scene.components.box, scene.row, seat))
    return points_text(points).to(scene.language)


def full_sheet(scene: Scene, seat: int) -> RenderableType:
    """Every point of a player with its reason."""
    sheet = score_sheet(scene.components, scene.row, seat)
    parts: list[RenderableType] = [
        Line.assemble(player(scene, seat), (f" {scene.names[seat]}", "bold"), f": {sheet['total']}")
    ]
    for part in PARTS:
        pieces = [Line(f"  {PART_NAMES[part].to(scene.language)} {sheet[part]}", style="bold")]
        for reason in sheet["reasons"][part]:
            said = reason_text(scene.components, part, reason).to(scene.language)
            pieces.append(Line.assemble((f"+{reason['points']}", GAIN), f" {said}"))
        if pieces[1:]:
            parts.append(flow(pieces, scene.width, hang=4))
    if len(parts) == 1:
        parts.append(Line(f"  {NOTHING_YET.to(scene.language)}", style="dim"))
    return Group(*parts)

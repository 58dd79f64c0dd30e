"""The towns of Minivilles in a terminal: coins, landmarks and cards of every player."""

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.players import SEAT_LETTERS
from faubourg.gamekit.terminal import flow
from faubourg.games.minivilles.state import ENDED
from faubourg.games.minivilles.terminal.look import BADGES, GOLD, chip, coins


def towns(scene: Scene) -> RenderableType:
    """Framed where there is room for it."""
    return _panels(scene) if scene.detail > 1 else _tight_towns(scene)


def _panels(scene: Scene) -> RenderableType:
    """A frame for each town, side by side where there is room."""
    players = int(scene.row.players)
    most = scene.width // 40 if scene.width >= 96 else 1
    across = -(-players // -(-players // most))  # as few rows as can be, all about as long
    width = scene.width // across
    grid = Table.grid()
    for _ in range(across):
        grid.add_column(width=width)
    for first in range(0, players, across):
        seats = range(first, min(first + across, players))
        bodies = [_town(scene, seat, width - 4) for seat in seats]
        tallest = max(body.plain.count("\n") for body in bodies)
        for body in bodies:
            body.append("\n" * (tallest - body.plain.count("\n")))
        grid.add_row(*(_panel(scene, s, b, width) for s, b in zip(seats, bodies, strict=True)))
    return grid


def _panel(scene: Scene, seat: int, body: Line, width: int) -> Panel:
    active = seat == int(scene.row.turn_of) and scene.row.phase != ENDED
    style = GOLD if active else "dim"
    return Panel(
        body,
        title=_town_title(scene, seat),
        title_align="left",
        box=box.HEAVY if active else box.ROUNDED,
        border_style=style,
        width=width,
    )


def _town_title(scene: Scene, seat: int) -> Line:
    active = seat == int(scene.row.turn_of) and scene.row.phase != ENDED
    return Line.assemble(
        ("▶ " if active else "", GOLD),
        (f"{SEAT_LETTERS[seat]} ", "dim"),
        (scene.names[seat], "bold not dim default"),
        (f" · {scene.roles[seat]}  ", "dim"),
        coins(int(scene.row.coins[seat]), "bold not dim default"),
    )


def _town(scene: Scene, seat: int, width: int) -> Line:
    landmarks = flow(_landmarks(scene, seat), width)
    return Line("\n").join([landmarks, flow(_cards(scene, seat), width)])


def _tight_towns(scene: Scene) -> RenderableType:
    rows = []
    for seat in range(int(scene.row.players)):
        pieces = [_town_title(scene, seat), *_landmarks(scene, seat)]
        rows.append(flow(pieces, scene.width, hang=2))
        rows.append(flow(_cards(scene, seat), scene.width, indent=2))
    return Line("\n").join(rows)


def _landmarks(scene: Scene, seat: int) -> list[Line]:
    """Built ones on gold, the others with what they still cost."""
    built = int(scene.row.landmarks[seat])
    pieces = []
    for landmark, card in enumerate(scene.components.all_landmarks):
        name = card.name.to(scene.language)
        if built >> landmark & 1:
            pieces.append(Line(f" ★ {name} ", style=BADGES["landmark"]))
        else:
            pieces.append(Line(f"☆ {name} {card.cost}", style="dim"))
    return sorted(pieces, key=lambda piece: piece.plain.startswith("☆"))


def _cards(scene: Scene, seat: int) -> list[Line]:
    owned = zip(scene.components.establishments, scene.row.cards[seat], strict=False)
    cards = sorted(((c, int(n)) for c, n in owned if n), key=lambda pair: pair[0].numbers)
    return [chip(scene, card, count) for card, count in cards]

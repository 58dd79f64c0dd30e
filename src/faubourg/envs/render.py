"""Rendering of a position as text and as SVG, for people who look over a learner's shoulder.

Both are the game's own terminal screen, so every game has them and there is one look to keep.
"""

from io import StringIO
from typing import Literal, get_args

from rich.console import Console, Group, RenderableType
from rich.terminal_theme import TerminalTheme
from rich.text import Text as Line

from faubourg.core.checks import not_allowed
from faubourg.core.contract import Scene
from faubourg.core.position import Position
from faubourg.core.text import Text, listed

Mode = Literal["ansi", "svg"]
MODES: tuple[Mode, ...] = get_args(Mode)
WIDTH = 100

# Ink on paper; the eight colours of a terminal and their bright sisters, to be read on it.
PAPER = TerminalTheme(
    (253, 250, 243),
    (45, 42, 38),
    [(45, 42, 38), (176, 58, 46), (46, 125, 50), (160, 110, 10),
     (31, 97, 141), (125, 60, 152), (14, 116, 112), (245, 243, 238)],
    [(90, 86, 80), (203, 67, 53), (56, 142, 60), (192, 138, 30),
     (40, 116, 166), (142, 68, 173), (19, 141, 117), (255, 255, 255)],
)  # fmt: skip
# No font is loaded from elsewhere, and none is needed.
PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" class="faubourg" viewBox="0 0 {width} {height}">
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect width="100%" height="100%" rx="12" fill="#fdfaf3"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def check_mode(mode: object) -> Mode | None:
    """A way of rendering, or None for none."""
    for known in MODES:
        if mode == known:
            return known
    if mode is None:
        return None
    subject = Text("The render mode is", "Le mode d'affichage est")
    raise not_allowed("render_mode", mode, listed([*MODES, "None"]), subject)


def render(position: Position, mode: Mode) -> str:
    """The table, and the question to the player to act.

    >>> from faubourg.core.game import Game
    >>> "<svg" in render(Game("lutins").start(), "svg")
    True
    """
    console = Console(
        file=StringIO(),
        width=WIDTH,
        record=True,
        force_terminal=mode == "svg",
        color_system="truecolor" if mode == "svg" else None,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.print(_screen(position, colour=mode == "svg"))
    if mode == "ansi":
        return console.export_text(styles=False)
    return console.export_svg(theme=PAPER, code_format=PICTURE, unique_id="faubourg")


def _screen(position: Position, colour: bool) -> RenderableType:
    game = position.game
    screen = game.part("terminal.screen")
    names = [f"player_{seat}" for seat in range(game.players)]
    order = screen.order(game.components, position.row, position.legal.ids)
    scene = Scene(
        game.components,
        position.row,
        names,
        [""] * game.players,
        range(game.players),
        "en",
        WIDTH,
        order,
        colour=colour,
        pictures=False,
    )
    parts: list[RenderableType] = [screen.table(scene)]
    outcome = position.outcome
    if outcome is not None:
        won = ", ".join(names[seat] for seat in outcome.winners) or "nobody"
        parts.append(Line(f"{outcome.reason.en} Winner: {won}."))
    elif position.row.to_act >= 0:
        parts.append(Line(f"{names[position.row.to_act]}: {screen.question(scene)}"))
        choices = screen.choices(scene)
        if choices is not None:
            parts.append(choices)
    return Group(*parts)

"""Rendering of a position as text, SVG or pixels, for people who look over a learner's shoulder.

All are the game's own terminal screen, so every game has them and there is one look to keep.
"""

from io import BytesIO, StringIO
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt
from rich.console import Console, Group, RenderableType
from rich.terminal_theme import TerminalTheme
from rich.text import Text as Line

from faubourg.core.checks import not_allowed
from faubourg.core.contract import Scene
from faubourg.core.position import Position
from faubourg.core.text import Text, listed
from faubourg.envs.extras import needed

Mode = Literal["ansi", "svg", "rgb_array", "human"]
MODES: tuple[Mode, ...] = get_args(Mode)
Pixels = npt.NDArray[np.uint8]
Frame = str | Pixels | None
WIDTH = 100
# Frames of a video must have one size: that of the longest screen that a game is likely to have.
FRAME = (1280, 1600)  # pixels across and down
PAPER_COLOUR = (253, 250, 243)

# Ink on paper; the eight colours of a terminal and their bright sisters, to be read on it.
PAPER = TerminalTheme(
    PAPER_COLOUR,
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


def render(position: Position, mode: Mode | None) -> Frame:
    """The table, and the question to the player to act; `human` prints it.

    >>> from faubourg.core.game import Game
    >>> "<svg" in render(Game("lutins").start(), "svg")
    True
    """
    if mode is None:
        return None
    if mode == "human":
        Console(width=WIDTH, highlight=False, markup=False, emoji=False).print(
            _screen(position, colour=True)
        )
        return None
    if mode == "rgb_array":
        return _pixels(_text(position, "svg"))
    return _text(position, mode)


def _pixels(picture: str) -> Pixels:
    """An SVG as red, green and blue, on paper of always the same size."""
    image = needed("PIL.Image", "envs")
    scale = FRAME[0] / float(picture.partition('viewBox="0 0 ')[2].split()[0])
    png = needed("vl_convert", "envs").svg_to_png(picture, scale=scale)
    drawn = image.open(BytesIO(png)).convert("RGBA")
    frame = image.new("RGBA", FRAME, (*PAPER_COLOUR, 255))
    frame.alpha_composite(drawn.crop((0, 0, *FRAME)))
    pixels: Pixels = np.asarray(frame.convert("RGB"))
    return pixels


def _text(position: Position, mode: Literal["ansi", "svg"]) -> str:
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

"""A picture of a position as one shares it: the game's own drawing between a title and its players.

1200 by 630 is what messengers and social sites ask of a link's picture.
"""

from faubourg.core.position import Position
from faubourg.core.text import Language
from faubourg.gamekit.drawing import (
    BOARD,
    CARD,
    INK,
    LETTER,
    LINE,
    PAPER,
    SEATS,
    SOFT_INK,
    Drawing,
    at,
    element,
    fit,
    rect,
    shortened,
    svg,
    words,
)
from faubourg.pictures.caption import Caption, Player

WIDTH, HEIGHT = 1200, 630
MARGIN = 40
ABOVE, BELOW = 86, 86  # the bands of the title and of the players
CROWN = "M-14 8V-8L-6 0L0-12L6 0L14-8V8Z"
GAP = 14
LETTERS = 26  # of a player's name


def picture(position: Position, caption: Caption, language: Language) -> str:
    """The position as a file in SVG."""
    game = position.game
    board: Drawing = game.part("picture").draw(
        game.components, position.row, caption.names, language
    )
    body = (
        rect(0, 0, WIDTH, HEIGHT, fill=PAPER)
        + _title(caption, language)
        + fit(board, MARGIN, ABOVE, *BOARD)
        + at(MARGIN, HEIGHT - BELOW + 18, _players(caption.players))
    )
    return svg(Drawing(body, WIDTH, HEIGHT))


def _title(caption: Caption, language: Language) -> str:
    title = caption.title.to(language)
    room = BOARD[0] - len(title) * 42 * LETTER - 40
    line = shortened(caption.line.to(language), 30, room)
    return words(MARGIN, 58, title, 42) + words(
        WIDTH - MARGIN, 57, line, 30, text_anchor="end", fill=SOFT_INK
    )


def _players(players: tuple[Player, ...]) -> str:
    """A chip for each player, side by side."""
    width = (BOARD[0] - GAP * (len(players) - 1)) / max(3, len(players))
    chips = (
        at(seat * (width + GAP), 0, _chip(each, seat, width)) for seat, each in enumerate(players)
    )
    return "".join(chips)


def _chip(player: Player, seat: int, width: float) -> str:
    colour = SEATS[seat]
    edge = colour if player.acts or player.wins else LINE
    ground = rect(0, 0, width, 50, rx=25, fill=CARD, stroke=edge, stroke_width=3)
    dot = element("circle", cx=26, cy=25, r=11, fill=colour)
    if player.wins:
        dot = at(28, 25, element("path", d=CROWN, fill="#f4b93e", stroke=INK, stroke_width=1.5))
    points = "" if player.points is None else str(player.points)
    room = width - 72 - len(points) * LETTERS * LETTER
    name = words(50, 34, shortened(player.name, LETTERS, room), LETTERS)
    right = words(width - 20, 34, points, LETTERS, text_anchor="end", fill=colour)
    return ground + dot + name + (right if points else "")

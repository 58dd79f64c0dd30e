"""Where pieces lie on sheets of paper: those of one size in rows, a sheet after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from faubourg.gamekit.pieces import Piece

PAGE = (2100.0, 2970.0)  # A4, in tenths of a millimetre
MARGIN = 100.0
FOOT = 90.0  # for what the sheet is


@dataclass(frozen=True)
class Placed:
    """A piece on a sheet, by its upper left corner."""

    piece: Piece
    x: float
    y: float


def sheets(pieces: Sequence[Piece]) -> Iterator[list[Placed]]:
    """The sheets, each with its pieces. Pieces of one size share sheets, in the order they come."""
    by_size = sorted(pieces, key=lambda each: (-each.height, -each.width))
    for _, alike in groupby(by_size, key=lambda each: each.height):
        yield from _rows([each for piece in alike for each in [piece] * piece.count])


def _rows(pieces: Sequence[Piece]) -> Iterator[list[Placed]]:
    """Pieces of one height side by side, row after row."""
    width, height = PAGE
    sheet: list[Placed] = []
    x = y = MARGIN
    for piece in pieces:
        if x + piece.width > width - MARGIN:
            x, y = MARGIN, y + piece.height
        if y + piece.height > height - MARGIN - FOOT:
            yield sheet
            sheet, x, y = [], MARGIN, MARGIN
        sheet.append(Placed(piece, x, y))
        x += piece.width
    if sheet:
        yield sheet

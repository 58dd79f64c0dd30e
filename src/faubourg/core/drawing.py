"""What the terminal screens of all games are drawn with."""

from collections.abc import Iterable

from rich.text import Text as Line


def flow(
    pieces: Iterable[Line], width: int, gap: str = "  ", indent: int = 0, hang: int = 0
) -> Line:
    """Pieces one after the other, a new line only between two of them; later lines hang in."""
    rows = [Line(" " * indent)]
    begun = False  # whether the last row has a piece
    for piece in pieces:
        if begun and rows[-1].cell_len + len(gap) + piece.cell_len > width:
            rows.append(Line(" " * (indent + hang)))
            begun = False
        rows[-1].append(gap if begun else "").append_text(piece)
        begun = True
    return Line("\n").join(rows)

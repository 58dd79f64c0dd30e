"""The row of The Cart: one record of numbers that is a whole position."""

from faubourg.core.contract import HEADER, Option
from faubourg.core.text import Text
from faubourg.kernels.rows import row_dtype

SEATS = 4
FACES = 6
ROWS = ("short", "long")

ROW = row_dtype(
    [
        *HEADER,  # who acts, how many players, how many turns, whose turn it is
        ("load", "i8"),  # bricks on the cart
        ("goal", "i8"),  # houses that win
        ("houses", "i8", (SEATS,)),
    ]
)

# What people call the fields.
LABELS = {
    "load": Text("bricks on the cart", "briques sur la charrette"),
    "goal": Text("houses to build", "maisons à bâtir"),
    "houses": Text("houses", "maisons"),
}

OPTIONS = (
    Option(
        "row",
        Text("how many houses win: 'short' or 'long'", "pour gagner : rue 'short' ou 'long'"),
        default="short",
        allowed=lambda players: list(ROWS),
    ),
)


def limits(players: int) -> dict[str, tuple[int, int]]:
    """The least and the greatest value of every field, for positions that come from elsewhere."""
    return {
        "turn_of": (0, players - 1),
        "load": (0, 20),
        "goal": (1, 50),
        "houses": (0, 70),
    }

"""Challenges of My Little Town. The bounds come from 60 games between greedy bots."""

from faubourg.core.text import Text
from faubourg.gamekit.challenge import Challenge, Ended, Level, goals, steps

DUEL = (Level(Text("against one bot", "contre un robot")),)
TILES = (14, 12, 11)
AHEAD = (2, 7, 10)


def _small(ended: Ended) -> tuple[bool, bool, bool]:
    tiles = len(ended.view["town"]) if ended.won else 1000
    return steps(-tiles, *(-most for most in TILES))


def _ahead(ended: Ended) -> tuple[bool, bool, bool]:
    lead = ended.points - max(ended.others, default=ended.points)
    return steps(lead if ended.won else -1, *AHEAD)


CHALLENGES = (
    Challenge(
        "small_town",
        Text("A really little town", "Une vraiment petite ville"),
        goals(
            Text(
                "Win in a town of {n} tiles at most", "Gagne dans une ville de {n} tuiles au plus"
            ),
            *TILES,
        ),
        _small,
        DUEL,
    ),
    Challenge(
        "far_ahead",
        Text("Far ahead", "Loin devant"),
        goals(
            Text(
                "Win with {n} figures more in the town than the others",
                "Gagne avec {n} figurines de plus que les autres dans la ville",
            ),
            *AHEAD,
        ),
        _ahead,
        DUEL,
    ),
)

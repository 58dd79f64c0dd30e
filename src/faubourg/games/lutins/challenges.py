"""Challenges of La Cité des lutins: the lutins together against the gnome. The bounds come from
games between greedy bots."""

from faubourg.core.text import Text
from faubourg.gamekit.challenge import Challenge, Ended, Level, goals, steps

TOWER = (10, 8, 6)
TOGETHER = "together"
# The strength of the gnome, whom a bot plays: greedy lutins win 84, 56 and 30 % of these
# (docs/decisions/0027-larger-houses-for-the-lutins.md).
LEVELS = (
    Level(Text("a slow gnome", "un gnome lent"), 4, {"game": "gnome", "die": "standard"}),
    Level(Text("a brisk gnome", "un gnome vif"), 4, {"game": "gnome", "die": "balanced"}),
    Level(Text("a swift gnome", "un gnome très rapide"), 3, {"game": "gnome", "die": "standard"}),
)
PAIR = (Level(Text("with one bot", "avec un robot"), options={"strength": "book"}),)


def _low(ended: Ended) -> tuple[bool, bool, bool]:
    """A gnome who has slept has a lower tower, so his does not count."""
    counts = ended.options["game"] == TOGETHER and ended.options["strength"] != "calm"
    tower = ended.view["tower"] if ended.won and counts else 1000
    return steps(-tower, *(-most for most in TOWER))


def _level(ended: Ended) -> tuple[bool, bool, bool]:
    """A star for each level up to the one that was won, by a lutin."""
    won = ended.won and ended.seat != ended.view["gnome"]
    levels = (
        at
        for at, level in enumerate(LEVELS, start=1)
        if won and ended.players == level.players and level.options.items() <= ended.options.items()
    )
    return steps(max(levels, default=0), 1, 2, 3)


CHALLENGES = (
    Challenge(
        "gnome",
        Text("The gnome grows stronger", "Le gnome devient plus fort"),
        (
            Text("Win against a slow gnome", "Gagne contre un gnome lent"),
            Text("Win against a brisk gnome", "Gagne contre un gnome vif"),
            Text("Win against a swift gnome", "Gagne contre un gnome très rapide"),
        ),
        _level,
        LEVELS,
    ),
    Challenge(
        "low_tower",
        Text("A low tower", "Une tour basse"),
        goals(
            Text(
                "Win while the tower of a gnome who never slept has {n} blocks at most",
                "Gagne quand la tour d'un gnome qui n'a jamais dormi a {n} blocs au plus",
            ),
            *TOWER,
        ),
        _low,
        PAIR,
    ),
)

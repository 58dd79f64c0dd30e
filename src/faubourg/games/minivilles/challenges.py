"""Challenges of Minivilles. The bounds are about the median, the best quarter and the best tenth of
the winners in 60 games between greedy bots."""

from faubourg.core.text import Text
from faubourg.gamekit.challenge import Challenge, Ended, Level, goals, steps

DUEL = (Level(Text("against one bot", "contre un robot")),)
TURNS = (54, 44, 36)
COINS = (3, 8, 15)


def _quiet(ended: Ended) -> tuple[bool, bool, bool]:
    cards = ended.view["towns"][ended.seat]["cards"]
    colours = {ended.box["cards"][id]["colour"] for id in cards}
    quiet = ended.won and "purple" not in colours
    fair = quiet and "red" not in colours
    return quiet, fair, fair and ended.view["turns"] <= TURNS[1]


def _quick(ended: Ended) -> tuple[bool, bool, bool]:
    return steps(-ended.view["turns"] if ended.won else -1000, *(-most for most in TURNS))


def _rich(ended: Ended) -> tuple[bool, bool, bool]:
    return steps(ended.view["towns"][ended.seat]["coins"] if ended.won else -1, *COINS)


CHALLENGES = (
    Challenge(
        "quiet_streets",
        Text("Quiet streets", "Rues tranquilles"),
        (
            Text("Win with no purple card", "Gagne sans carte violette"),
            Text("Win with no purple and no red card", "Gagne sans carte violette ni rouge"),
            Text(
                f"The same within {TURNS[1]} turns of all players",
                f"Pareil, en {TURNS[1]} tours de tous les joueurs au plus",
            ),
        ),
        _quiet,
        DUEL,
    ),
    Challenge(
        "quick_town",
        Text("Built in a hurry", "Ville pressée"),
        goals(
            Text(
                "Win within {n} turns of all players",
                "Gagne en {n} tours de tous les joueurs au plus",
            ),
            *TURNS,
        ),
        _quick,
        DUEL,
    ),
    Challenge(
        "full_purse",
        Text("A full purse", "La bourse pleine"),
        goals(Text("Win with {n} coins left", "Gagne avec {n} pièces restantes"), *COINS),
        _rich,
        DUEL,
    ),
)

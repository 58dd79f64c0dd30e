"""Challenges of Cities. The bounds are about the lowest tenth, the median and the best tenth of the
winners in 40 games between greedy bots."""

from faubourg.core.text import Text
from faubourg.gamekit.challenge import Challenge, Ended, Level, goals, steps

DUEL = (Level(Text("against one bot", "contre un robot")),)
POINTS = (65, 77, 87)
TALL = (1, 2, 3)
ZONES = (12, 15, 18)


def _great(ended: Ended) -> tuple[bool, bool, bool]:
    return steps(ended.points, *POINTS)


def _skyline(ended: Ended) -> tuple[bool, bool, bool]:
    squares = ended.view["players"][ended.seat]["centre"]["squares"].values()
    tallest = ended.box["most_height"]
    return steps(sum(square["height"] == tallest for square in squares), *TALL)


def _green(ended: Ended) -> tuple[bool, bool, bool]:
    return steps(ended.view["players"][ended.seat]["score"]["zones"], *ZONES)


CHALLENGES = (
    Challenge(
        "great_city",
        Text("A great city", "Une grande ville"),
        goals(Text("Reach {n} points", "Atteins {n} points"), *POINTS),
        _great,
        DUEL,
    ),
    Challenge(
        "skyline",
        Text("Up to the sky", "Jusqu'au ciel"),
        goals(Text("Buildings of full height: {n}", "Bâtiments de toute hauteur : {n}"), *TALL),
        _skyline,
        DUEL,
    ),
    Challenge(
        "parks_and_water",
        Text("Parks and water", "Parcs et eau"),
        goals(Text("Score {n} points with zones", "Marque {n} points avec les zones"), *ZONES),
        _green,
        DUEL,
    ),
)

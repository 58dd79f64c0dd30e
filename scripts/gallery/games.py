"""The pictures that every game has: from its lesson to its end."""

from collections.abc import Iterator

from scripts.gallery.doing import dialog, scroll, see, touch
from scripts.gallery.opening import lesson, table
from scripts.gallery.studio import Picture, Step

TITLES = {
    "my_little_town": "My Little Town",
    "lutins": "La Cité des lutins",
    "minivilles": "Minivilles Deluxe",
    "cities": "Cities",
}
MOST = {"my_little_town": 4, "lutins": 6, "minivilles": 5, "cities": 4}


def game_pictures() -> Iterator[Picture]:
    for game, title in TITLES.items():
        yield from _of(game, title)


def _of(game: str, title: str) -> Iterator[Picture]:
    short = "town" if game == "my_little_town" else game
    most = MOST[game]

    def one(name: str, caption: str, opening: Step, *steps: Step, **looks: bool) -> Picture:
        return Picture(title, f"{short}-{name}", caption, opening, steps, **looks)

    def on_phone(name: str, caption: str, opening: Step, *steps: Step) -> Picture:
        return one(name, caption, opening, *steps, phone=True, french=True)

    yield one("lesson", "The first game teaches itself: one tip at a time.", lesson(game))
    yield one("early", "At the beginning.", table(game, 0.02))
    yield one("middle", "In the middle of a game.", table(game, 0.5))
    yield one("late", "Near the end.", table(game, 0.93))
    yield one("full", f"{most} players near the end: every town is in sight.",
              table(game, 0.93, most))  # fmt: skip
    yield one("dark", "The same table in the evening, in French.", table(game, 0.6, most),
              dark=True, french=True)  # fmt: skip
    yield on_phone("phone", "On a phone, in French.", table(game, 0.5))
    if game == "minivilles":
        yield one("visit", "Another town looked at closely.", table(game, 0.9, most),
                  touch(".others .look"), dialog)  # fmt: skip
    yield on_phone("others-phone", "The others on a phone, in French.", table(game, 0.8, most),
                   scroll(OTHERS[game]), see(OTHERS[game]))  # fmt: skip
    yield on_phone("lesson-phone", "The lesson on a phone, in French.", lesson(game))
    yield one("end", "The end: who has won, and why.", table(game, 1), dialog)
    yield on_phone("end-phone", "The end on a phone, in French.", table(game, 1), dialog)


OTHERS = {
    "my_little_town": ".neighbours",
    "lutins": ".plot:not(.featured)",
    "minivilles": ".others",
    "cities": ".players",
}

"""The pictures that every game has: from its lesson to its end.

A file here named after a game says what its pictures need beside that.
"""

from collections.abc import Iterator
from typing import Any

from faubourg.core.game import Game, games, is_shipped
from scripts.gallery.doing import dialog, scroll, see, touch
from scripts.gallery.looks import looks
from scripts.gallery.opening import lesson, table, variant_table
from scripts.gallery.studio import LARGE, PHONE, SIDE, TABLET, Picture, Step


def game_pictures() -> Iterator[Picture]:
    for game in filter(is_shipped, games()):
        yield from _of(game)


def _of(game: str) -> Iterator[Picture]:
    title, most = Game(game).title.en, Game(game).components.players[1]
    others, closer = looks(game).others, looks(game).closer

    def one(name: str, caption: str, opening: Step, *steps: Step, **looks: Any) -> Picture:
        return Picture(title, f"{game}-{name}", caption, opening, steps, **looks)

    def on_phone(name: str, caption: str, opening: Step, *steps: Step) -> Picture:
        return one(name, caption, opening, *steps, window=PHONE, french=True)

    yield one(
        "lesson",
        "A lesson: a hand shows what to touch.",
        lesson(game),
    )
    yield one("early", "At the beginning.", table(game, 0.02))
    yield one("middle", "In the middle of a game.", table(game, 0.5))
    yield one("full", f"{most} players near the end: every town is in sight.",
              table(game, 0.93, most))  # fmt: skip
    yield one("dark", "The same table in the evening, in French.", table(game, 0.6, most),
              dark=True, french=True)  # fmt: skip
    yield on_phone("phone", "On a phone, in French.", table(game, 0.5))
    yield one("side", "On a phone that lies, in French.", table(game, 0.5), window=SIDE,
              french=True)  # fmt: skip
    yield one("tablet", "On a tablet.", table(game, 0.5), window=TABLET)
    yield one("large", "On a large screen.", table(game, 0.7), window=LARGE)
    if closer:
        yield one("visit", "Another town looked at closely.", table(game, 0.9, most),
                  touch(closer), dialog)  # fmt: skip
    if others:
        yield on_phone("others-phone", "The others on a phone, in French.",
                       table(game, 0.8, most), scroll(others), see(others))  # fmt: skip
    for variant in looks(game).variants:
        yield (on_phone if variant.on_phone else one)(
            variant.name, variant.caption, variant_table(game, variant)
        )
    yield on_phone("lesson-phone", "The lesson on a phone, in French.", lesson(game))
    yield one("end", "The end: who has won, and why.", table(game, 1), dialog)
    yield on_phone("end-phone", "The end on a phone, in French.", table(game, 1), dialog)

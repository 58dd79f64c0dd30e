"""The studio: a server of our own, a browser, and games that bots have played."""

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from faubourg.bots.match import play
from faubourg.core.game import Game
from scripts.gallery.looks import looks
from tests.server.process import ServerProcess

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = DOCS / "gallery"
QUALITY = 58
NAMES = ("Anna", "Bruno", "Chloé", "David", "Emma", "Félix")

Step = Callable[["Studio", Page], None]


@dataclass(frozen=True)
class Window:
    """A screen; of a large one the picture is smaller."""

    width: int
    height: int
    touch: bool = False
    scale: float = 1


PHONE, SIDE = Window(390, 844, touch=True), Window(844, 390, touch=True)
TABLET, LAPTOP = Window(820, 1180, touch=True, scale=0.75), Window(1280, 800)
LARGE = Window(2560, 1440, scale=0.5)


@dataclass(frozen=True)
class Picture:
    """One picture: what is opened, and what is done before it is taken."""

    chapter: str
    name: str
    caption: str
    opening: Step
    steps: tuple[Step, ...] = ()
    window: Window = LAPTOP
    dark: bool = False
    french: bool = False

    @property
    def file(self) -> str:
        return f"{self.name}.webp"


@dataclass
class Studio:
    """Where pictures are taken."""

    house: ServerProcess
    browser: Browser

    @contextmanager
    def page(self, picture: Picture) -> Iterator[Page]:
        window = picture.window
        context = self.browser.new_context(
            viewport={"width": window.width, "height": window.height},
            locale="fr-FR" if picture.french else "en-GB",
            color_scheme="dark" if picture.dark else "light",
            reduced_motion="reduce",
            has_touch=window.touch,
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        yield page
        context.close()

    def take(self, picture: Picture, into: Path = PICTURES) -> None:
        with self.page(picture) as page:
            picture.opening(self, page)
            for step in picture.steps:
                step(self, page)
            settle(page)
            window = picture.window
            clip = {"width": window.width, "height": window.height, "scale": window.scale}
            clip |= page.evaluate("({ x: scrollX, y: scrollY })")
            shot = page.context.new_cdp_session(page).send(
                "Page.captureScreenshot",
                {"format": "webp", "quality": QUALITY, "clip": clip},
            )
        (into / picture.file).write_bytes(base64.b64decode(shot["data"]))

    def import_game(
        self,
        game: str,
        share: float,
        players: int | None = None,
        bots: bool = False,
        turn: int = 0,
        options: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        """A table of a game that bots have played so far; Anna plays on, or the person of seat
        `turn` while she looks on."""
        count = players or looks(game).usual
        record, moments = played(game, count, turn, **options or {})
        moves = next(at for at in moments if at >= share * moments[-1]) if share < 1 else None
        seats = [
            {"kind": "bot", "level": "greedy", "name": name}
            if bots or seat not in (0, turn)
            else {"kind": "person", "name": name}
            for seat, name in enumerate(NAMES[:count])
        ]
        made: dict[str, Any] = self.house.api.post(
            "/api/tables/import", record=record, moves=moves, seats=seats
        )
        return made


@cache
def played(game: str, players: int, turn: int, **options: str) -> tuple[str, tuple[int, ...]]:
    """A game between bots, and after how many of its moves the player of seat `turn` has a
    choice."""
    record = play(Game(game, players, **options), ["greedy"] * players, looks(game).seed)
    moments = tuple(
        at
        for at, position in enumerate(record.positions())
        if position.turn == turn and len(position.legal) > 2
    )
    return record.dumps(), moments


def settle(page: Page) -> None:
    """Wait until pictures and motions have come to rest."""
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    page.evaluate("""async () => {
        const moving = () => document.getAnimations().filter(
            (one) => one.playState === "running" && one.effect.getTiming().iterations !== Infinity);
        for (let most = 60; most > 0 && moving().length; most--)
            await new Promise((done) => setTimeout(done, 50));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }""")

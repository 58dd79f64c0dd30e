"""Takes pictures of every main state of the page, for docs/gallery.md. Run it as `make gallery`.

The positions come from games that bots play with fixed seeds, so they are the same each time; only
codes, seals and dice thrown after a picture's position differ. `make gallery GALLERY_ARGS=cities`
takes only the pictures whose names begin so; their captions are written for all.
"""

import base64
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from faubourg.bots.match import play
from faubourg.core.game import Game
from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS
from tests.server.process import ServerProcess

DOCS = Path(__file__).parents[1] / "docs"
PICTURES = DOCS / "gallery"
PHONE = {"width": 390, "height": 844}
QUALITY = 78
NAMES = ("Anna", "Bruno", "Chloé", "David")
MOST_BYTES = 4_000_000

# Seeds of games in which much is to be seen.
GAMES: Mapping[str, tuple[int, int]] = {
    "my_little_town": (2, 5),
    "lutins": (2, 4),
    "minivilles": (3, 11),
    "cities": (3, 3),
}
TITLES = {
    "my_little_town": "My Little Town",
    "lutins": "La Cité des lutins",
    "minivilles": "Minivilles Deluxe",
    "cities": "Cities",
}
Step = Callable[["Studio", Page], None]


@dataclass(frozen=True)
class Picture:
    """One picture: what is opened, and what is done before it is taken."""

    chapter: str
    name: str
    caption: str
    opening: Callable[["Studio", Page], None]
    steps: tuple[Step, ...] = ()
    phone: bool = False
    dark: bool = False
    french: bool = False

    @property
    def file(self) -> str:
        return f"{self.name}.webp"


@dataclass
class Studio:
    """A server of our own and a browser."""

    house: ServerProcess
    browser: Browser
    made: dict[str, Any] = field(default_factory=dict)

    @contextmanager
    def page(self, picture: Picture) -> Iterator[Page]:
        context = self.browser.new_context(
            viewport=PHONE if picture.phone else DESKTOP,  # type: ignore[arg-type]
            locale="fr-FR" if picture.french else "en-GB",
            color_scheme="dark" if picture.dark else "light",
            reduced_motion="reduce",
            has_touch=picture.phone,
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        yield page
        context.close()

    def take(self, picture: Picture) -> None:
        with self.page(picture) as page:
            picture.opening(self, page)
            for step in picture.steps:
                step(self, page)
            settle(page)
            shot = page.context.new_cdp_session(page).send(
                "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
            )
        (PICTURES / picture.file).write_bytes(base64.b64decode(shot["data"]))

    def import_game(self, game: str, share: float, bots: bool = False) -> dict[str, Any]:
        """A table of a game that bots have played so far; Anna plays on."""
        record, moments = played(game)
        moves = next(at for at in moments if at >= share * moments[-1]) if share < 1 else None
        names = NAMES[: GAMES[game][0]]
        seats = [
            {"kind": "bot", "level": "greedy", "name": name}
            if bots or name != names[0]
            else {"kind": "person", "name": name}
            for name in names
        ]
        made: dict[str, Any] = self.house.api.post(
            "/api/tables/import", record=record, moves=moves, seats=seats
        )
        return made


@cache
def played(game: str) -> tuple[str, tuple[int, ...]]:
    """A game between bots, and after how many of its moves Anna has a choice."""
    players, seed = GAMES[game]
    record = play(Game(game, players), ["greedy"] * players, seed)
    moments = tuple(
        at
        for at, position in enumerate(record.positions())
        if position.turn == 0 and len(position.legal) > 2
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


# ---------------------------------------------------------------- what is opened


def address(path: str) -> Step:
    def opening(studio: Studio, page: Page) -> None:
        page.goto(studio.house.url + path)
        expect(page.locator("h1").first).to_be_visible()

    return opening


def table(game: str, share: float, bots: bool = False) -> Step:
    def opening(studio: Studio, page: Page) -> None:
        sit(studio, page, studio.import_game(game, share, bots))

    return opening


def sit(studio: Studio, page: Page, made: dict[str, Any]) -> None:
    key = next(iter(made["keys"].values()), made["host_key"])
    page.goto(f"{studio.house.url}/t/{made['table']}#{key}")
    expect(page.locator("section.board > *").first).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)


def lesson(game: str, share: float = 0.0) -> Step:
    """A lesson at a table of ours: a page that was loaded again goes on with its lesson."""

    def opening(studio: Studio, page: Page) -> None:
        made = studio.import_game(game, share)
        sit(studio, page, made)
        page.evaluate(
            "([game, lesson]) => history.replaceState({ lesson }, '', `/learn/${game}`)",
            [game, made["table"]],
        )
        page.reload()
        expect(page.locator(".ring").first).to_be_visible()

    return opening


def waiting_room(studio: Studio, page: Page) -> None:
    made = studio.house.api.make("cities", ["Anna:person", "open", "open"])
    sit(studio, page, made)
    kept = {"id": made["table"], "code": made["code"], "host": made["host_key"],
            "keys": made["keys"], "game": "cities", "title": {"en": "Cities", "fr": "Cities"},
            "at": 1}  # fmt: skip
    page.evaluate("(kept) => localStorage.setItem('faubourg.tables', JSON.stringify([kept]))", kept)
    page.reload()
    expect(page.get_by_role("img", name="QR")).to_be_visible()


def invitation(studio: Studio, page: Page) -> None:
    made = studio.house.api.make("cities", ["Anna:person", "open", "open"])
    address(f"/join/{made['code']}")(studio, page)
    expect(page.get_by_text("Anna")).to_be_visible()


def visited_home(studio: Studio, page: Page) -> None:
    """Home of somebody who has played before."""
    for game in ("lutins", "minivilles", "cities"):
        sit(studio, page, studio.import_game(game, 0.5))
        expect(page.locator("h1").first).not_to_have_text("…")
    address("/")(studio, page)


# ---------------------------------------------------------------- what is done


def press(name: str, role: Any = "button") -> Step:
    def step(_: Studio, page: Page) -> None:
        page.get_by_role(role, name=name).first.click()

    return step


def touch(selector: str) -> Step:
    def step(_: Studio, page: Page) -> None:
        page.locator(selector).first.click()

    return step


def see(selector: str) -> Step:
    def step(_: Studio, page: Page) -> None:
        expect(page.locator(selector).first).to_be_visible()

    return step


def write(selector: str, text: str) -> Step:
    def step(_: Studio, page: Page) -> None:
        page.locator(selector).first.fill(text)

    return step


def scroll(selector: str) -> Step:
    def step(_: Studio, page: Page) -> None:
        page.locator(selector).first.scroll_into_view_if_needed()

    return step


def ended(studio: Studio, page: Page) -> None:
    expect(page.get_by_role("dialog")).to_be_visible(timeout=120_000)


def go_back(share: float) -> Step:
    """Move the slider of a replay."""

    def step(_: Studio, page: Page) -> None:
        slider = page.get_by_role("slider")
        most = int(slider.get_attribute("max") or 0)
        slider.fill(str(int(most * share)))
        expect(slider).to_have_value(str(int(most * share)))
        page.wait_for_timeout(300)

    return step


def lose_connection(studio: Studio, page: Page) -> None:
    """The server is gone for a moment."""
    studio.house.kill()
    expect(page.locator(".trouble")).to_be_visible()


def cut_off(_: Studio, page: Page) -> None:
    page.context.set_offline(True)
    page.locator("a[href^='/rules']").first.click()
    expect(page.locator("h1, [role=alert]").first).to_be_visible()


# ---------------------------------------------------------------- the pictures


def all_pictures() -> list[Picture]:
    def game_pictures(game: str) -> Iterator[Picture]:
        title = TITLES[game]
        short = "town" if game == "my_little_town" else game

        def one(name: str, caption: str, opening: Step, *steps: Step, **looks: bool) -> Picture:
            return Picture(title, f"{short}-{name}", caption, opening, steps, **looks)

        yield one("lesson", "The first game teaches itself: one tip at a time.", lesson(game))
        yield one("early", "At the beginning.", table(game, 0.02))
        yield one("middle", "In the middle of a game.", table(game, 0.5))
        yield one("late", "Near the end.", table(game, 0.93))
        yield one("dark", "The same table in the evening.", table(game, 0.6), dark=True)
        yield one("phone", "On a phone, in French.", table(game, 0.5), phone=True, french=True)
        yield one(
            "lesson-phone", "The lesson on a phone, in French.", lesson(game),
            phone=True, french=True,
        )  # fmt: skip
        yield one("end", "The end: who has won, and why.", table(game, 1), ended)
        yield one(
            "end-phone", "The end on a phone, in French.", table(game, 1), ended,
            phone=True, french=True,
        )  # fmt: skip

    home, friends, play_, end = "Coming in", "With friends", "Around the board", "After the game"
    hitch = "When something goes wrong"
    return [
        Picture(home, "home", "Home: four boxes on a shelf.", address("/")),
        Picture(home, "home-dark", "Home in the evening, with tables to go on with.",
                visited_home, dark=True),
        Picture(home, "home-phone", "Home on a phone, in French.", address("/"),
                phone=True, french=True),
        Picture(home, "setup", "More choices: who plays, and with which options.", address("/"),
                (press("More choices, Cities"), ended)),
        Picture(home, "setup-phone", "The same on a phone, in French: around one screen.",
                address("/"), (press("Autour de l’écran, Minivilles"), ended),
                phone=True, french=True),
        Picture(home, "rules", "The rules, clause by clause.", address("/rules/minivilles"),
                (see("main li, main article"),)),
        Picture(home, "rules-search", "Searching the rules, on a phone, in French.",
                address("/rules/cities"), (write("input[type=search]", "parc"),),
                phone=True, french=True),
        Picture(friends, "waiting", "The waiting room: a code to read out, a link, a QR picture.",
                waiting_room),
        Picture(friends, "waiting-phone", "The waiting room on a phone, in French.", waiting_room,
                phone=True, french=True),
        Picture(friends, "join", "A friend opens the link.", invitation),
        Picture(friends, "join-dark", "The same on a phone, dark, in French.", invitation,
                phone=True, dark=True, french=True),
        *(picture for game in GAMES for picture in game_pictures(game)),
        Picture(play_, "hint", "A hint: what one could do, and why.", table("minivilles", 0.3),
                (press("Hint"), see(".hints section, .hints li"))),
        Picture(play_, "hint-phone", "A hint on a phone, in French.", table("cities", 0.3),
                (press("Indice"), see(".floating li, .floating section")),
                phone=True, french=True),
        Picture(play_, "choices", "All choices as a list: no game needs its picture.",
                table("cities", 0.3), (press("Choices", "tab"),)),
        Picture(play_, "choices-phone", "All choices on a phone, in French.",
                table("my_little_town", 0.3), (press("Choix"), ended), phone=True, french=True),
        Picture(play_, "menu", "The menu.", table("lutins", 0.3), (press("Menu"), ended)),
        Picture(play_, "menu-phone", "The menu on a phone, in French.", table("lutins", 0.3),
                (press("Menu"), ended), phone=True, french=True),
        Picture(play_, "past", "A line of the log shows the table as it was then.",
                table("cities", 0.5), (touch(".log li button"), see("[type=range]"))),
        Picture(play_, "refusal", "What the rules don't allow is explained in their words.",
                table("lutins", 0.1), (touch(".pile button:not(.shines)"), see(".toast"))),
        Picture(end, "fairness", "The check of the dice, in words.",
                table("minivilles", 0.8, bots=True),
                (ended, press("Check the dice"), see(".good"), touch(".fairness summary"))),
        Picture(end, "fair", "How the dice are kept fair, and how to check it oneself.",
                address("/fair")),
        Picture(end, "replay", "Watching a game again.", table("lutins", 1),
                (ended, press("Watch it again"), go_back(0.6))),
        Picture(end, "replay-phone", "The same on a phone, in French.", table("minivilles", 1),
                (ended, press("Revoir"), go_back(0.6)), phone=True, french=True),
        Picture(hitch, "missing", "An address that does not exist.", address("/nowhere")),
        Picture(hitch, "gone", "A table that does not exist.", address("/t/aaaaaaaaaaaaaaaa")),
        Picture(hitch, "no-code", "A code that nobody has.", address("/join/bako-limu-te"),
                phone=True, french=True),
        Picture(hitch, "offline", "A part of the page that could not be loaded.", address("/"),
                (cut_off,)),
        # The last: it ends the server.
        Picture(hitch, "reconnecting", "The server is away: the page says so and waits.",
                table("cities", 0.5), (lose_connection,)),
    ]  # fmt: skip


def page_of(pictures: list[Picture]) -> str:
    """docs/gallery.md."""
    lines = [
        "# Gallery",
        "",
        "The main states of the page. These pictures are made by `make gallery`; the positions are "
        "from games that bots played, the same each time.",
    ]
    for chapter, group in groupby(pictures, key=lambda picture: picture.chapter):
        lines += ["", f"## {chapter}"]
        for picture in group:
            lines += ["", f"![{picture.caption}](gallery/{picture.file})", "", picture.caption]
    return "\n".join(lines) + "\n"


def main(wanted: list[str]) -> int:
    if CHROMIUM is None:
        print("gallery: there is no Chromium; run scripts/setup-tests", file=sys.stderr)
        return 1
    pictures = all_pictures()
    PICTURES.mkdir(exist_ok=True)
    if not wanted:
        for old in PICTURES.glob("*.webp"):
            old.unlink()
    failed = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = ServerProcess(f"sqlite:///{folder}/tables.db", pace=0).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        studio = Studio(house, browser)
        for picture in pictures:
            if wanted and not picture.name.startswith(tuple(wanted)):
                continue
            try:
                studio.take(picture)
                print(picture.file)
            except Exception as error:
                failed.append(picture.name)
                print(f"{picture.name}: {str(error)[:600]}", file=sys.stderr)
        browser.close()
        house.close()
    (DOCS / "gallery.md").write_text(page_of(pictures), encoding="utf-8")
    size = sum(file.stat().st_size for file in PICTURES.glob("*.webp"))
    print(f"{size / 1e6:.1f} MB")
    return 1 if failed or size > MOST_BYTES else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

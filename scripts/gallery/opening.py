"""What is opened for a picture."""

from typing import Any

from playwright.sync_api import Page, expect

from faubourg.core.game import games
from scripts.gallery.looks import Variant
from scripts.gallery.studio import Step, Studio


def address(path: str) -> Step:
    def opening(studio: Studio, page: Page) -> None:
        page.goto(studio.house.url + path)
        expect(page.locator("h1").first).to_be_visible()

    return opening


def table(game: str, share: float, players: int | None = None, bots: bool = False) -> Step:
    def opening(studio: Studio, page: Page) -> None:
        sit(studio, page, studio.import_game(game, share, players, bots))

    return opening


def variant_table(game: str, variant: Variant) -> Step:
    def opening(studio: Studio, page: Page) -> None:
        made = studio.import_game(game, variant.share, turn=variant.turn, options=variant.options)
        sit(studio, page, made)

    return opening


def sit(studio: Studio, page: Page, made: dict[str, Any]) -> None:
    key = next(iter(made["keys"].values()), made["host_key"])
    page.goto(f"{studio.house.url}/t/{made['table']}#{key}")
    expect(page.locator("section.board > *").first).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)


def lesson(game: str) -> Step:
    """The first stage of a lesson, with the hand that shows what to touch."""

    def opening(studio: Studio, page: Page) -> None:
        page.goto(f"{studio.house.url}/learn/{game}")
        expect(page.locator(".pointer")).to_be_visible()

    return opening


def waiting_room(studio: Studio, page: Page) -> None:
    """Open to the home network; its address is made up, the same on every machine."""
    addresses = [{"address": "192.168.1.20", "interface": "wlan0"}]
    lan = {"state": "open", "url": "http://192.168.1.20:8472", "addresses": addresses}
    page.route("**/lan", lambda route: route.fulfill(json=lan))
    closed_waiting_room(studio, page)
    expect(page.get_by_role("img", name="QR")).to_be_visible()


def closed_waiting_room(studio: Studio, page: Page) -> None:
    made = studio.house.api.make("cities", ["Anna:person", "open", "open"])
    sit(studio, page, made)
    kept = {"id": made["table"], "code": made["code"], "host": made["host_key"],
            "keys": made["keys"], "game": "cities", "title": {"en": "Cities", "fr": "Cities"},
            "at": 1}  # fmt: skip
    page.evaluate("(kept) => localStorage.setItem('faubourg.tables', JSON.stringify([kept]))", kept)
    page.reload()
    expect(page.locator("#home-network-button")).to_be_visible()


def invitation(studio: Studio, page: Page) -> None:
    made = studio.house.api.make("cities", ["Anna:person", "open", "open"])
    address(f"/join/{made['code']}")(studio, page)
    expect(page.get_by_text("Anna")).to_be_visible()


def visited_home(studio: Studio, page: Page) -> None:
    """Home of somebody who has played before."""
    for game in games()[:3]:
        sit(studio, page, studio.import_game(game, 0.5))
        expect(page.locator("h1").first).not_to_have_text("…")
    address("/")(studio, page)

"""Playing over days: the list of one's tables, clocks, and being told that it is one's turn."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import GAMES, Visit, choose, link, state, wait_for_promise, wait_for_turn
from tests.server.client import Data
from tests.server.process import ServerProcess


def test_my_tables_are_sorted_by_whose_turn_it_is(visit: Visit, house: ServerProcess):
    games = GAMES[:2]
    made = [house.api.make(game, ["Anna:person", "Ben:person"]) for game in games]
    turns = [state(house, each)["turn"] for each in made]
    anna, ben = (visit(link(house, made[0], seat)) for seat in "AB")
    for each in made:
        for page, seat in ((anna, "A"), (ben, "B")):
            page.goto(link(house, each, seat))
            page.locator("[data-number]").wait_for()
    for page in (anna, ben):
        page.goto(house.url)
    for page, seat, other in ((anna, "A", "Ben"), (ben, "B", "Anna")):
        lines = page.get_by_role("region", name="My tables").locator("li")
        for at in range(len(made)):
            told = "is waiting for you" if at < turns.count(seat) else "to play"
            expect(lines.nth(at)).to_contain_text(f"{other} {told}")
    # Anna looks at her list while Ben plays elsewhere: it follows, without being loaded again.
    region = anna.get_by_role("region", name="My tables")
    first = made[0]
    if turns[0] == "A":
        play_on(anna, house, first, "A")
        anna.goto(house.url)
    play_on(ben, house, first, "B")
    anna.context.set_offline(True)
    anna.context.set_offline(False)  # a train leaves a tunnel: the list is looked at again
    mine = [state(house, each)["turn"] for each in made].count("A")
    expect(region.locator("h2 .count")).to_have_text(f"your turn at {mine}")
    expect(region.locator("li").first).to_contain_text("Ben is waiting for you")


def play_on(page: Page, house: ServerProcess, made: Data, seat: str) -> None:
    """Play until it is somebody else's turn."""
    page.goto(link(house, made, seat))
    wait_for_turn(page)
    while state(house, made)["turn"] == seat:
        choose(page)


def test_a_clock_is_chosen_shown_and_kept_over_a_kill(visit: Visit, own_house: ServerProcess):
    anna = visit(own_house.url)
    anna.get_by_role("button", name="With friends, Minivilles Deluxe").click()
    sheet = anna.get_by_role("dialog")
    expect(sheet.get_by_role("radio", name="No hurry")).to_be_checked()
    sheet.get_by_text("For each turn").click()
    sheet.get_by_label("Time for a turn").select_option("5 minutes")
    sheet.get_by_role("button", name="Set the table").click()
    anna.wait_for_url("**/t/*")
    ben = visit(anna.locator("p.link a").inner_text())
    ben.get_by_label("What is your name?").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    for page in (anna, ben):
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"[45]:\d\d"))
    own_house.kill()
    own_house.start()
    for page in (anna, ben):
        expect(page.locator(".banner .trouble")).to_have_count(0)
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"[45]:\d\d"))
    anna.get_by_role("button", name="Menu").click()
    expect(anna.get_by_role("dialog")).to_contain_text("5 minutes for each turn")


def test_whoever_is_late_is_played_for_and_everybody_reads_it(visit: Visit, house: ServerProcess):
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "person", "name": "Ben"}]
    made = house.api.post(
        "/api/tables", game="minivilles", seats=seats, clock={"per": "move", "seconds": 4}
    )
    pages = {seat: visit(link(house, made, seat)) for seat in "AB"}
    names = {"A": "Anna", "B": "Ben"}
    turn = state(house, made)["turn"]
    expect(pages[turn].locator("[aria-live=polite]").first).to_contain_text(
        re.compile(r"You have \d seconds?")
    )
    for page in pages.values():
        expect(page.get_by_role("region", name="What happened")).to_contain_text(
            f"{names[turn]}’s time is up: a bot plays this turn."
        )


# ---------------------------------------------------------------- the page as an app

CONTROLLED = "navigator.serviceWorker.ready.then(() => caches.match('/')).then(Boolean)"


def test_the_page_opens_offline_and_says_so(visit: Visit, own_house: ServerProcess):
    page = visit(own_house.url)
    assert page.evaluate(CONTROLLED)
    wait_for_promise(page, "caches.match('/').then(Boolean)")
    own_house.kill()
    page.goto(own_house.url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("You are offline, or the server is.")).to_be_visible()
    own_house.start()
    page.reload()
    expect(page.get_by_role("button", name="With friends, Minivilles Deluxe")).to_be_visible()
    expect(page.get_by_text("You are offline")).to_have_count(0)


WORKER = Path(__file__).parents[2] / "web" / "public" / "worker.js"


class Upgraded(BaseHTTPRequestHandler):
    """A server with the real worker and a page of two versions, each with a script of its own."""

    version = 1

    def do_GET(self) -> None:
        files = {
            "/worker.js": WORKER.read_text(encoding="utf-8"),
            f"/assets/main-{self.version}.js": f"document.title = 'version {self.version}'",
        }
        page = (
            '<!doctype html><html lang="en"><title>none</title><div id="app"></div>'
            f'<script src="/assets/main-{self.version}.js"></script></html>'
        )
        body = files.get(self.path, page if self.path == "/" else None)
        self.send_response(200 if body is not None else 404)
        kind = "text/html" if self.path == "/" else "text/javascript"
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write((body or "").encode())

    def log_message(self, format: str, *words: object) -> None:
        """Nothing of it on the terminal."""


@pytest.fixture
def upgraded() -> Iterator[str]:
    Upgraded.version = 1
    with ThreadingHTTPServer(("127.0.0.1", 0), Upgraded) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_after_an_upgrade_no_old_script_is_served(visit: Visit, upgraded: str):
    page = visit(upgraded, refusals=True)
    expect(page).to_have_title("version 1")
    page.evaluate("navigator.serviceWorker.register('/worker.js')")
    page.evaluate(CONTROLLED)
    page.reload()  # now by way of the worker
    expect(page).to_have_title("version 1")
    Upgraded.version = 2
    page.reload()
    expect(page).to_have_title("version 2")
    wait_for_promise(page, "caches.match('/assets/main-1.js').then((kept) => !kept)")
    assert page.evaluate("caches.match('/assets/main-2.js').then(Boolean)")


def test_a_notification_says_that_it_is_ones_turn(visit_in_a_window: Visit, house: ServerProcess):
    made = house.api.make("minivilles", ["Anna:person", "Ben:person"])
    turn = state(house, made)["turn"]
    other = "B" if turn == "A" else "A"
    acts, waits = (visit_in_a_window(link(house, made, seat)) for seat in (turn, other))
    # Nothing is asked before somebody taps.
    assert waits.evaluate("Notification.permission") in ("default", "denied")
    waits.context.grant_permissions(["notifications"], origin=house.url)
    waits.evaluate("navigator.serviceWorker.ready.then(() => true)")
    waits.get_by_role("button", name="Menu").click()
    waits.get_by_text("Tell me when it is my turn").click()
    expect(waits.get_by_role("dialog")).to_contain_text("this server tells closed ones nothing")
    waits.keyboard.press("Escape")
    # Somebody looks at another window.
    waits.evaluate("Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'})")
    wait_for_turn(acts)
    while state(house, made)["turn"] == turn:
        choose(acts)
    wait_for_promise(
        waits,
        """async () => {
          const worker = await navigator.serviceWorker.getRegistration();
          const [shown] = await worker.getNotifications();
          return shown?.title === "Your turn!" && shown.body === "Minivilles Deluxe";
        }""",
    )

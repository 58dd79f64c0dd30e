"""Playing over days: the list of one's tables, clocks, and being told that it is one's turn."""

import re

from playwright.sync_api import Page, expect

from tests.browser.tables import Visit, choose, link, state, wait_for_turn
from tests.server.client import Data
from tests.server.process import ServerProcess


def test_my_tables_are_sorted_by_whose_turn_it_is(visit: Visit, house: ServerProcess):
    games = ["minivilles", "lutins"]
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

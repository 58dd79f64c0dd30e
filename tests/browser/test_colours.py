"""Colours of My Little Town that are chosen in the game, when the first tile lies."""

import pytest
from playwright.sync_api import expect

from tests.browser.tables import Visit, link, state
from tests.server.process import ServerProcess

PROMPT = "Choose your colour"


@pytest.mark.clause("mlt-3")
def test_two_people_choose_their_colours_when_the_first_tile_lies(
    visit: Visit, house: ServerProcess
):
    seats = ["person", "person"]
    made = house.api.make("my_little_town", seats, colours="free", first="A")
    anna, ben = (visit(link(house, made, letter)) for letter in "AB")
    expect(anna.locator(".banner")).to_contain_text(PROMPT)
    expect(ben.locator(".banner")).not_to_contain_text(PROMPT)
    expect(ben.locator(".mlt-colours button:enabled")).to_have_count(0)
    anna.get_by_role("group", name="Colours").get_by_role("button", name="red").click()
    expect(ben.locator(".banner")).to_contain_text(PROMPT)
    expect(ben.locator("[data-colour=red]")).to_be_disabled()
    expect(ben.locator(".mlt-colours button:enabled")).to_have_count(3)
    ben.locator("[data-colour=green]").press("Enter")
    for page in (anna, ben):
        expect(page.locator(".mlt-colours")).to_have_count(0)
        expect(page.locator(".mlt-tray")).to_be_visible()
    players = state(house, made)["view"]["players"]
    assert [players[letter]["colour"] for letter in "AB"] == ["red", "green"]

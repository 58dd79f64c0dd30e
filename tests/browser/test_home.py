"""The first page that anybody sees."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.process import ServerProcess


def test_home_shows_the_four_games(visit: Callable[..., Page], house: ServerProcess):
    page = visit(house.url)
    for title in ("My Little Town", "La Cité des lutins", "Minivilles Deluxe", "Cities"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()

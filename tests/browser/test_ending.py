"""The end of a game knows who looks at it, and the way to the next game is in sight."""

import pytest
from playwright.sync_api import expect

from tests.browser.layout import WINDOWS, Looker
from tests.browser.tables import GAMES, Visit, finish, link, played, state
from tests.effort import half
from tests.server.process import ServerProcess


@pytest.mark.parametrize("game", GAMES)
def test_the_end_knows_me_and_play_again_is_in_sight(visit: Visit, house: ServerProcess, game: str):
    made = played(house, game, 1, "person", "person", when=lambda now: now.turn is not None)
    finish(house, made)
    outcome = state(house, made)["outcome"]
    winners = outcome["winners"]
    for turn, seat in enumerate("AB"):
        page = visit(link(house, made, seat), reduced_motion="no-preference")
        end = page.get_by_role("dialog")
        end.wait_for()
        mood = end.locator("[data-mood]").get_attribute("data-mood")
        together = {0: "lost-together", 2: "together"}.get(len(winners))
        assert mood == (together or ("won" if seat in winners else "lost"))
        glad = mood in ("won", "together")
        expect(end.locator(".confetti")).to_have_count(int(glad))
        rows = end.locator("tr:has(td)", has_text="Anna")
        expect(rows.first if mood in ("won", "lost") else end).to_be_visible()
        page.emulate_media(reduced_motion="reduce")  # confetti was seen, and is slow to draw
        looker = Looker(page, 44)
        for window in half(WINDOWS, turn):
            looker.resize(window)
            again = end.get_by_role("button", name="Play again").first
            expect(again).to_be_in_viewport(ratio=1)
        page.context.close()

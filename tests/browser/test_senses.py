"""What is to be heard: tasks read aloud for who asks, and sounds that a tap turns off."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.tables import Visit, annas_turn, choose, link, played, wait_for_turn
from tests.server.process import ServerProcess

# The browser's own voice and oscillators, but we write down what they are asked for.
LISTEN = """
window.heard = { spoken: [], sounds: 0 };
speechSynthesis.speak = ({ text, lang }) => heard.spoken.push({ text, lang });
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...when) { heard.sounds++; return start.apply(this, when); };
}
"""


@pytest.fixture
def sit(visit: Visit, house: ServerProcess):
    def sitting(game: str, **more: object) -> Page:
        made = played(house, game, 0.5, "person", "person", when=annas_turn)
        page = visit("about:blank", **more)
        page.add_init_script(LISTEN)
        for seat in "AB":
            page.goto(link(house, made, seat))
            wait_for_turn(page)
        return page

    return sitting


def spoken(page: Page) -> list[dict[str, str]]:
    said: list[dict[str, str]] = page.evaluate("heard.spoken")
    return said


def prompt(page: Page) -> str:
    return page.locator(".banner p").inner_text()


@pytest.mark.parametrize(("locale", "lang"), [("en-GB", "en-GB"), ("fr-FR", "fr-FR")])
def test_a_task_is_read_aloud_on_request(sit, locale: str, lang: str):
    page = sit("minivilles", locale=locale)
    assert spoken(page) == []  # nobody has asked
    page.locator(".banner .aloud").click()
    assert spoken(page) == [{"text": prompt(page), "lang": lang}]


def test_tasks_are_read_by_themselves_once_that_was_wished(sit):
    page = sit("minivilles")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Read my tasks aloud").click()
    page.keyboard.press("Escape")
    before = len(spoken(page))
    choose(page)
    wait_for_turn(page)
    page.wait_for_function("(before) => heard.spoken.length > before", arg=before)
    assert spoken(page)[-1]["text"] == prompt(page)
    page.reload()  # the wish is kept
    wait_for_turn(page)
    page.wait_for_function("() => heard.spoken.length > 0")


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_sound_goes_off_and_on_by_a_tap(sit, viewport: dict[str, int] | None):
    page = sit("minivilles", **({"viewport": viewport, "has_touch": True} if viewport else {}))
    button = page.get_by_role("button", name="Sound", exact=True)
    assert page.evaluate("heard.sounds") == 0  # nothing before the page was touched
    expect(button).to_have_attribute("aria-pressed", "true")
    page.mouse.click(2, 2)
    play(page)
    page.wait_for_function("() => heard.sounds > 0")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.evaluate("heard.sounds = 0")
    for _ in range(3):
        play(page)
    assert page.evaluate("heard.sounds") == 0
    button.click()
    play(page)
    page.wait_for_function("() => heard.sounds > 0")


def play(page: Page) -> None:
    """Any choice, whatever the screen."""
    wait_for_turn(page)
    if page.locator("#tab-choices").count():
        choose(page)
        return
    number = page.locator("[data-number]").get_attribute("data-number")
    page.get_by_role("button", name="Choices").click()
    page.get_by_role("dialog").locator(".choices li .button").first.click()
    expect(page.locator("[data-number]")).not_to_have_attribute("data-number", number or "")

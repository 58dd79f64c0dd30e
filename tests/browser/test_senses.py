"""What is to be heard and how the page looks: tasks read aloud, sounds, size of text, contrast."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, ROUTED
from tests.browser.tables import GAMES, Visit, annas_turn, choose, link, played, wait_for_turn
from tests.server.process import ServerProcess

SOUNDS = Path(__file__).parents[2] / "web" / "src" / "pages" / "table" / "sounds.ts"

# The browser's own voice and oscillators, but we write down what they are asked for.
LISTEN = """
window.heard = { spoken: [], sounds: 0 };
speechSynthesis.speak = ({ text, lang }) => heard.spoken.push({ text, lang });
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...when) { heard.sounds++; return start.apply(this, when); };
}
"""
# The sounds that were played, by name: the page marks them in the browser's own timeline.
PLAYED = """() => performance.getEntriesByType("mark")
  .filter(({ name }) => name.startsWith("sound:")).map(({ name }) => name.slice(6))"""


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


# Kinds of events that are not heard by themselves: who is next, what is only said, and the end,
# which has the sound of having won or lost.
SILENT = {
    "turn", "again", "round", "round_over", "scored", "removed", "excused", "lost", "spared",
    "stuck", "unused", "final", "passed_over", "won", "village", "full",
    "tower",
}  # fmt: skip


def sounds() -> dict[str, str]:
    """The sound of each kind of event, as the page has it."""
    return dict(re.findall(r"^  (\w+): \"(\w+)\",$", SOUNDS.read_text(encoding="utf-8"), re.M))


def test_every_event_of_every_game_has_its_sound_or_none_on_purpose():
    kinds = {
        kind for game in GAMES for kind in import_module(f"faubourg.games.{game}.events").SENTENCES
    }
    assert kinds == set(sounds()) | SILENT
    assert not set(sounds()) & SILENT


def test_each_kind_of_event_plays_its_sound_and_none_when_muted(sit):
    """What is heard of a move is what its events are called."""
    page = sit("minivilles")
    page.mouse.click(2, 2)
    by_kind = sounds()
    heard = []
    for _ in range(6):
        page.evaluate("performance.clearMarks()")
        number = int(page.locator("[data-number]").get_attribute("data-number") or 0)
        play(page)
        page.wait_for_function(f"({PLAYED})().length > 0")
        found = set(page.evaluate(PLAYED))
        table = page.url.split("/t/")[1]
        entries = page.evaluate(
            "([table, after]) => fetch(`/api/tables/${table}/entries?after=${after}`)"
            ".then((answer) => answer.json())",
            [table, number],
        )["entries"]
        kinds = [event["kind"] for entry in entries for event in entry.get("events", ())]
        expected = {by_kind[kind] for kind in kinds if kind in by_kind} | {"turn", "win", "lose"}
        assert found <= expected, (found, kinds)
        heard += found
        wait_for_turn(page)
    assert "die" in heard
    page.get_by_role("button", name="Sound", exact=True).click()
    page.evaluate("performance.clearMarks()")
    for _ in range(3):
        play(page)
    assert page.evaluate(PLAYED) == []


def test_volume_is_chosen_heard_and_kept(sit):
    page = sit("minivilles")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_text("Loud", exact=True).click()
    page.wait_for_function(f"({PLAYED})().includes('coin')")  # so loud
    assert page.evaluate("localStorage['faubourg.volume']") == "loud"
    page.reload()
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("radio", name="Loud")).to_be_checked()


# ---------------------------------------------------------------- how the page looks

LOOK = """() => ({
  size: parseFloat(getComputedStyle(document.documentElement).fontSize),
  contrast: document.documentElement.dataset.contrast ?? null,
  ink: getComputedStyle(document.body).color,
})"""


def test_text_size_and_contrast_are_chosen_and_there_before_the_first_paint(
    visit: Visit, house: ServerProcess
):
    page = visit(house.url, **ROUTED)
    usual = page.evaluate(LOOK)
    page.get_by_role("button", name="Text size").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Largest").click()
    dialog.get_by_role("switch", name="High contrast").click()
    chosen = page.evaluate(LOOK)
    assert chosen["size"] == pytest.approx(1.25 * usual["size"])
    assert chosen["contrast"] == "more"
    assert chosen["ink"] == "rgb(0, 0, 0)" != usual["ink"]
    # Scripts of the page that never come: what was chosen is there all the same.
    page.route(re.compile(r"/assets/.*\.js"), lambda route: route.abort())
    page.reload(wait_until="domcontentloaded")
    assert page.evaluate(LOOK) == chosen


def test_a_system_that_wants_contrast_gets_it_until_told_otherwise(
    visit: Visit, house: ServerProcess
):
    page = visit("about:blank", contrast="more")
    page.goto(house.url)
    assert page.evaluate(LOOK)["contrast"] == "more"
    page.get_by_role("button", name="Text size").click()
    page.get_by_role("switch", name="High contrast").click()
    assert page.evaluate(LOOK)["contrast"] is None
    page.reload()
    assert page.evaluate(LOOK)["contrast"] is None


def test_the_typeface_is_ours_small_and_moves_nothing(visit: Visit, house: ServerProcess):
    """One file with its licence; where it is late, nothing waits for it and nothing moves."""
    fonts: list[int] = []

    def count(route: Route) -> None:
        answer = route.fetch()
        fonts.append(len(answer.body()))
        assert answer.headers["content-type"] == "font/woff2"
        route.fulfill(response=answer)

    page = visit("about:blank", **ROUTED)
    page.route(re.compile(r"\.woff2"), count)
    page.goto(house.url)
    page.get_by_role("heading", name="Cities", exact=True).wait_for()
    page.wait_for_load_state("networkidle")
    assert len(fonts) == 1
    assert fonts[0] < 40_000
    family = page.evaluate("getComputedStyle(document.body).fontFamily")
    assert family.startswith('"Nunito Variable", "Nunito Fallback"')
    licence = page.request.get(f"{house.url}/assets/nunito-license.txt").text()
    assert "SIL OPEN FONT LICENSE" in licence

"""The game explained on the page, hints with chances, and the three levels."""

import re

from playwright.sync_api import Page, expect

from faubourg import Position
from faubourg.review import review
from faubourg.review.as_json import as_data
from tests.browser.conftest import PHONE, ROUTED
from tests.browser.tables import (
    SOME_HINTS,
    Visit,
    annas_turn,
    golden,
    link,
    played,
    state,
    wait_for_turn,
)
from tests.browser.test_axe import check_looks
from tests.review.test_review import played_badly, reviewed
from tests.server.client import Data
from tests.server.process import ServerProcess


def a_choice(position: Position) -> bool:
    return annas_turn(position) and len(position.legal) > 5


def laid(house: ServerProcess, game: str) -> Data:
    """A finished game to look at."""
    made: Data = house.api.post("/api/tables/import", record=golden(game).dumps())
    return made


def explained(page: Page, ask: str = "Explain the game") -> None:
    page.get_by_role("button", name=ask).click()
    page.locator(".review figure svg").first.wait_for()


def test_the_game_is_explained_at_the_end(visit: Visit, house: ServerProcess):
    made = laid(house, "minivilles")
    page = visit(link(house, made), reduced_motion="reduce")
    explained(page)
    shown = page.locator(".review")
    for heading in ("Luck and skill", "Turning points", "What would have been better"):
        expect(shown.get_by_role("heading", name=heading)).to_be_visible()
    check_looks(page)
    moves = len(golden("minivilles").moves)
    slider = shown.get_by_role("slider", name="Position in the game")
    slider.focus()
    page.keyboard.press("End")
    assert f"move {moves} of {moves}" in (slider.get_attribute("aria-valuetext") or "")
    page.keyboard.press("ArrowLeft")
    shown.get_by_role("button", name="Show this position").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text(f"Move {moves - 1} of {moves}")).to_be_visible()


def test_a_mistake_jumps_to_the_position_before_it(visit: Visit, house: ServerProcess):
    """Of a review with time enough: a server that is busy may find no mistake that is clear."""
    found = reviewed("minivilles")
    assert found.mistakes
    made = house.api.post("/api/tables/import", record=played_badly("minivilles").dumps())
    page = visit(link(house, made), **ROUTED)
    answer = {"share": 1.0, "review": as_data(found)}
    page.route("**/review", lambda route: route.fulfill(json=answer))
    explained(page)
    mistakes = page.get_by_role("region", name="What would have been better")
    first = mistakes.get_by_role("listitem").first
    expect(first).to_contain_text("Better:")
    said = first.locator(".change")
    expect(said).to_contain_text("points of 100")
    low, high = re.findall(r"[\d.]+", said.inner_text().partition("(")[2])
    assert 0 < float(low) < float(high), "who reads of a mistake reads no range that holds 0"
    parts = page.get_by_role("region", name="Luck and skill")
    tip = parts.get_by_role("button", name="One thing to try next time").first
    expect(tip.locator(".why")).not_to_be_empty()
    name = first.locator("small").first.inner_text().partition("· ")[2]
    expect(first.locator(".better small")).to_contain_text(f"Advice to {name}: ")
    number = int(first.locator("small").first.inner_text().split()[1])
    first.get_by_role("button").click()
    expect(page.get_by_text(f"Move {number - 1} of")).to_be_visible()
    # What was found is still there when the result is looked at again.
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Result").click()
    expect(page.locator(".review figure svg").first).to_be_visible()


def test_who_wins_together_is_told_of_together(visit: Visit, house: ServerProcess):
    record = golden("lutins")
    found = review(record, simulations=30)
    made = house.api.post("/api/tables/import", record=record.dumps())
    page = visit(link(house, made), **ROUTED)
    answer = {"share": 1.0, "review": as_data(found)}
    page.route("**/review", lambda route: route.fulfill(json=answer))
    explained(page)
    turning = page.get_by_role("region", name="Turning points").locator(".change")
    expect(turning).to_have_count(len(found.turning_points))
    for said in turning.all_inner_texts():
        assert re.fullmatch(r"[^:·]+ and [^:·]+: \d+\s% → \d+\s% \([^)]+\)", said)


def test_a_mistake_of_unsure_size_is_read_with_a_range_on_a_phone_too(
    visit: Visit, house: ServerProcess
):
    """In Cities a cost may be a third of what is told, or twice as much; it is no gain."""
    found = review(played_badly("cities"), simulations=12)
    assert found.mistakes
    made = house.api.post("/api/tables/import", record=played_badly("cities").dumps())
    page = visit(link(house, made), locale="fr-FR", **ROUTED)
    page.set_viewport_size(PHONE)
    answer = {"share": 1.0, "review": as_data(found)}
    page.route("**/review", lambda route: route.fulfill(json=answer))
    explained(page, "Expliquer la partie")
    mistakes = page.get_by_role("region", name="Ce qui aurait été mieux")
    for said in mistakes.locator(".change").all_inner_texts():
        lost, low, high = (
            float(number.replace(",", "."))
            for number in re.findall(r"environ ([\d,]+)\s.*\(([\d,]+)\sà\s([\d,]+)\)", said)[0]
        )
        assert 0 < low < lost < high
    page.locator(".review summary").first.click()
    figures = page.locator(".review details[open] dd .range").all_inner_texts()
    assert [bool(re.fullmatch(r"[+−\d,]+\sà\s[+−\d,]+", said)) for said in figures] == [
        True, True, True, False,  # what is unexplained has no range
    ]  # fmt: skip
    wide = "(review) => review.scrollWidth > review.clientWidth"
    assert not page.locator(".review").evaluate(wide)


def test_whoever_asks_by_keys_is_led_to_the_explanation(visit: Visit, house: ServerProcess):
    found = as_data(review(golden("minivilles"), simulations=12))
    page = visit(link(house, laid(house, "minivilles")), **ROUTED)
    answers = [{"share": 0.5, "review": None}, {"share": 1.0, "review": found}]
    page.route("**/review", lambda route: route.fulfill(json=answers.pop(0)))
    page.get_by_role("button", name="Explain the game").focus()
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", name="The game explained")
    expect(heading).to_be_focused()
    said = page.locator(".review [role=status]")
    expect(said).to_have_text("The game is explained now.")
    expect(heading).to_be_focused()


def test_the_explanation_speaks_french(visit: Visit, house: ServerProcess):
    page = visit(link(house, laid(house, "my_little_town")), locale="fr-FR")
    explained(page, "Expliquer la partie")
    expect(page.get_by_role("heading", name="Chance et jeu")).to_be_visible()
    expect(page.locator(".review")).not_to_contain_text("Turning")


def test_hints_say_the_chance_and_why(visit: Visit, house: ServerProcess):
    made = played(house, "minivilles", 0.5, "person", "person", when=annas_turn)
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name=SOME_HINTS).get_by_role("listitem").first
    expect(hint).to_contain_text("%")
    assert hint.locator("small").inner_text().strip()


def test_hints_are_asked_for_and_put_away_by_keys(visit: Visit, house: ServerProcess):
    """The focus stays on what was pressed, comes back to it, and the best is said aloud."""
    made = played(house, "minivilles", 0.5, "person", "person", when=a_choice)
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    ask = page.get_by_role("button", name="Hint", exact=True)
    hints = page.locator(".hints li")
    ask.focus()
    page.keyboard.press("Enter")
    hints.first.wait_for()
    expect(ask).to_be_focused()
    expect(ask).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("region", name=SOME_HINTS)).to_contain_text("your chance to win")
    deed = hints.first.locator(".what").inner_text().splitlines()[0]
    expect(page.locator("[aria-live=polite]").first).to_contain_text(deed)
    page.keyboard.press("Enter")
    expect(hints).to_have_count(0)
    page.keyboard.press("Enter")
    page.get_by_role("region", name=SOME_HINTS).get_by_role("button", name="Close").click()
    expect(hints).to_have_count(0)
    expect(ask).to_be_focused()


def test_hints_lie_over_as_little_of_a_low_board_as_they_can(visit: Visit, house: ServerProcess):
    made = played(house, "minivilles", 0.5, "person", "person", when=a_choice)
    page = visit(link(house, made, "A"), viewport={"width": 844, "height": 390}, **ROUTED)
    wait_for_turn(page)
    now = house.api.table(made["table"])
    why = {"en": "It is one of three.", "fr": "C'en est une de trois."}
    told = [
        {"action": action, "chances": {"A": 0.5, "B": 0.5}, "why": why, "equal": False}
        for action in now["legal"][:3]
    ]
    answer = {"number": now["number"], "hints": told}
    page.route("**/hints", lambda route: route.fulfill(json=answer))
    page.get_by_role("button", name="Hint").click()
    hints = page.get_by_role("region", name=SOME_HINTS).get_by_role("listitem")
    expect(hints).to_have_count(3)
    tops = hints.evaluate_all("(all) => all.map((hint) => hint.getBoundingClientRect().top)")
    assert len(set(tops)) == 1, "beside each other"


def test_only_what_is_forced_is_called_the_only_choice(visit: Visit, house: ServerProcess):
    """A single hint among many moves is one that stands out."""
    seen = {}
    for forced in (True, False):
        made = played(
            house, "minivilles", 0.5, "person", "person",
            when=lambda now, forced=forced: annas_turn(now) and (len(now.legal) == 1) == forced,
        )  # fmt: skip
        page = visit(link(house, made, "A"))
        wait_for_turn(page)
        page.get_by_role("button", name="Hint").click()
        page.locator(".hints li").first.wait_for()
        seen[forced] = page.locator("#hints-title").inner_text()
    assert seen[True] == "This is the only choice:"
    assert SOME_HINTS.match(seen[False])


def test_people_choose_between_three_levels(visit: Visit, house: ServerProcess):
    page = visit(house.url)
    page.locator("article", has_text="Minivilles").locator(".more").click()
    sheet = page.get_by_role("dialog")
    levels = sheet.get_by_role("radiogroup", name="Which bot at seat B").get_by_role("radio")
    names = ["Gentle bot", "Steady bot", "Expert bot"]
    assert [levels.nth(nth).get_attribute("aria-label") for nth in range(levels.count())] == names
    expect(levels.nth(1)).to_be_checked()
    expect(sheet).to_contain_text("gives nothing away")
    # What explains a level chooses it for all bots, too.
    told = sheet.get_by_role("group", name="How the bots play").get_by_role("button")
    expect(told).to_have_count(3)
    told.nth(0).click()
    expect(levels.nth(0)).to_be_checked()
    expect(told.nth(0)).to_have_attribute("aria-pressed", "true")
    levels.nth(2).check()
    expect(told.nth(2)).to_have_attribute("aria-pressed", "true")
    expect(told.nth(0)).to_have_attribute("aria-pressed", "true")  # the bot at seat C
    sheet.get_by_role("button", name="Begin").click()
    wait_for_turn(page)
    shown = state(house, {"table": page.url.rpartition("/")[2]})
    assert shown["seats"][1]["level"] == "expert"


def test_games_for_young_children_begin_gently(visit: Visit, house: ServerProcess):
    """With gentle bots, or where bots are partners with good ones and a calm gnome."""
    begun = {}
    for title in ("My Little Town", "La Cité des lutins"):
        page = visit(house.url)
        page.get_by_role("button", name=f"Play {title} now, against bots").click()
        page.wait_for_url("**/t/*")
        shown = state(house, {"table": page.url.rpartition("/")[2]})
        bots = {seat["level"] for seat in shown["seats"] if seat["kind"] == "bot"}
        begun[title] = bots, shown["options"].get("strength")
    assert begun == {
        "My Little Town": ({"gentle"}, None),
        "La Cité des lutins": ({"steady"}, "calm"),
    }

"""First games, the rules, and what is said when an address leads nowhere."""

import re

import pytest
from playwright.sync_api import expect

from faubourg import Position
from tests.browser.tables import GAMES, Visit, annas_turn, choose, link, played, wait_for_turn
from tests.server.process import ServerProcess

LOCALES = ("en-GB", "fr-FR")


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_teaches_itself(visit: Visit, house: ServerProcess, game: str):
    """Tips come one by one, some when they are read and some when something was done."""
    page = visit(f"{house.url}/learn/{game}")
    lesson = page.get_by_role("region", name="Lesson")
    got_it = lesson.get_by_role("button", name="Got it")
    said: list[str] = []
    while len(said) < 3:
        got_it.or_(page.locator(".banner.mine")).first.wait_for()
        if got_it.count():
            tip = lesson.locator("p").inner_text()
            assert tip not in said
            said.append(tip)
            got_it.click()
            lesson.get_by_text(tip, exact=True).wait_for(state="detached")
        else:
            choose(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_skipped_and_is_there_in_french(
    visit: Visit, house: ServerProcess, game: str
):
    page = visit(f"{house.url}/learn/{game}", locale="fr-FR")
    lesson = page.get_by_role("region", name="Leçon")
    french = lesson.locator("p").inner_text()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_text("English").click()
    page.keyboard.press("Escape")
    lesson = page.get_by_role("region", name="Lesson")
    assert lesson.locator("p").inner_text() != french
    lesson.get_by_role("button", name="Skip the lesson").click()
    expect(lesson).to_have_count(0)
    wait_for_turn(page)
    choose(page)
    expect(lesson).to_have_count(0)


def test_a_reload_goes_on_with_the_same_lesson(visit: Visit, house: ServerProcess):
    page = visit(f"{house.url}/learn/my_little_town")
    lesson = page.get_by_role("region", name="Lesson")
    first = lesson.locator("p").inner_text()
    lesson.get_by_role("button", name="Got it").click()
    expect(lesson.locator("p")).not_to_have_text(first)
    second = lesson.locator("p").inner_text()
    table = page.evaluate("history.state.lesson")
    page.reload()
    expect(lesson.locator("p")).to_have_text(second)
    assert page.evaluate("history.state.lesson") == table
    page.goto(house.url)
    mine = page.get_by_role("region", name="My tables")
    expect(mine.get_by_role("listitem")).to_have_count(1)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_all_there_and_can_be_searched(visit: Visit, house: ServerProcess, game: str):
    rules = house.api.get(f"/api/games/{game}/rules")
    clauses = [clause for part in rules["parts"] for clause in part["clauses"]]
    page = visit(f"{house.url}/rules/{game}")
    shown = page.locator("main section p[id]")
    for language in ("en", "fr"):
        expect(shown).to_have_count(len(clauses))
        wanted = clauses[len(clauses) // 2]
        expect(page.locator(f"#{wanted['id']}")).to_contain_text(wanted[language])
        # Search marks what it finds, whatever the capitals.
        word = max(re.findall(r"\w+", wanted[language]), key=len)
        page.get_by_role("searchbox").fill(word.upper())
        expect(page.locator(f"#{wanted['id']} mark").first).to_have_text(re.compile(word, re.I))
        assert shown.count() < len(clauses)
        page.get_by_role("searchbox").fill("xyzzy")
        expect(shown).to_have_count(0)
        expect(page.get_by_role("main")).to_contain_text("xyzzy")
        page.get_by_role("searchbox").fill("")
        if language == "en":
            page.get_by_role("button", name="Français").click()


def test_an_anchor_leads_to_its_clause(visit: Visit, house: ServerProcess):
    clauses = [
        clause["id"]
        for part in house.api.get("/api/games/cities/rules")["parts"]
        for clause in part["clauses"]
    ]
    last = clauses[-1]
    page = visit(f"{house.url}/rules/cities#{last}")
    expect(page.locator(f"#{last}")).to_be_in_viewport()
    expect(page.locator(".aimed")).to_have_id(last)
    page.locator(f"#{last} a").first.click()
    assert page.url.endswith(f"#{last}")
    page.get_by_role("navigation", name="Games").get_by_role("link", name="Minivilles").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Minivilles")


def annas_tile(position: Position) -> bool:
    """Anna has a tile to lay, and may do nothing else."""
    return annas_turn(position) and all(str(one).startswith("tile") for one in position.legal)


def test_a_refusal_leads_to_its_rule(visit: Visit, house: ServerProcess):
    """What is not legal is answered with the rule's words and the way to it."""
    made = played(house, "my_little_town", 0.5, "person", "person", when=annas_tile)
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    page.locator(".mlt-tray .standee:enabled").first.click()
    toast = page.locator(".toasts .toast.rule")
    address = toast.get_by_role("link", name="Read the rule").get_attribute("href") or ""
    game, clause = address.removeprefix("/rules/").split("#")
    rules = house.api.get(f"/api/games/{game}/rules")
    assert clause in [each["id"] for part in rules["parts"] for each in part["clauses"]]
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_have_count(0)


# ---------------------------------------------------------------- addresses that lead nowhere


@pytest.mark.parametrize("path", ["/nowhere", "/t", "/learn", "/rules/cities/more"])
def test_an_address_that_leads_nowhere(visit: Visit, house: ServerProcess, path: str):
    page = visit(house.url + path, refusals=True)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no house at this address")
    page.get_by_role("link", name="To the games").click()
    expect(page.get_by_role("heading", name="Cities", exact=True)).to_be_visible()


@pytest.mark.parametrize("path", ["/rules/chess", "/learn/chess"])
def test_a_game_that_is_not_there(visit: Visit, house: ServerProcess, path: str):
    page = visit(house.url + path, refusals=True)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such game here")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_table_that_is_not_there(visit: Visit, house: ServerProcess, locale: str):
    page = visit(f"{house.url}/t/abcdefghjkmnpqrs", refusals=True, locale=locale)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(re.compile("[Tt]able"))
    said = heading.inner_text()
    assert not re.search(r"\d{3}|error|undefined|null", said)
    page.get_by_role("main").get_by_role("link").click()
    expect(page.get_by_role("heading", name="Cities", exact=True)).to_be_visible()


def test_a_code_that_no_table_has(visit: Visit, house: ServerProcess):
    page = visit(f"{house.url}/join/bakolimute", refusals=True)
    expect(page.get_by_role("heading", level=1)).to_have_text("No table has this code")
    expect(page.get_by_role("main")).to_contain_text("bako-limu-te")


def test_a_table_that_is_full(visit: Visit, house: ServerProcess):
    made = house.api.make("minivilles", ["Anna:person", "open"])
    late = visit(f"{house.url}/join/{made['code']}", refusals=True)
    late.get_by_label("What is your name?").fill("Late")
    house.api.post("/api/tables/join", code=made["code"], name="Ben")
    late.get_by_role("button", name="Sit down").click()
    expect(late.get_by_role("heading", level=1)).to_have_text("All seats are taken")
    late.get_by_role("link", name="Watch").click()
    expect(late.locator(".banner")).to_contain_text("You are watching")

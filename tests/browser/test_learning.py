"""First games, the rules, and what is said when an address leads nowhere."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from faubourg import Position
from faubourg.core.game import folder
from faubourg.records.expectations import play_all
from faubourg.records.scenario import load
from tests.browser.playing import BOARDS
from tests.browser.tables import GAMES, Visit, annas_turn, link, played, wait_for_turn
from tests.effort import half, in_turn
from tests.server.process import ServerProcess

LOCALES = ("en-GB", "fr-FR")
PAGES = Path(__file__).parents[2] / "web" / "src" / "games"


# ---------------------------------------------------------------- lessons

# Where the hand points, and whether the board says that this is what the prompt asks for: on one
# such thing, in it, or around it. In an opened card that is its button.
POINTED = """() => {
  const box = document.querySelector(".pointer").getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const hit = document.elementFromPoint(x, y);
  const asked = hit?.closest("[data-asked], dialog button")
    ?? [...document.querySelectorAll("[data-asked]")].find((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      return left <= x && x <= right && top <= y && y <= bottom;
    });
  const inside = box.left > -7 && box.top > -7
    && box.right < innerWidth + 7 && box.bottom < innerHeight + 7;
  return { x, y, asked: !!asked, inside };
}"""


class Learner:
    """Does what the hand of a lesson shows, and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lesson = page.locator(".lesson")
        self.tip = page.get_by_role("region", name=re.compile("Lesson|Leçon")).locator("p")
        self.next = page.locator(".tip .button.main")
        self.seen: list[tuple[str, str]] = []  # prompts and tips

    def follow(self) -> bool:
        """One tap where the hand is; False when the stage is over."""
        self.page.locator(".pointer").or_(self.next).first.wait_for()
        if not self.page.locator(".pointer").count():
            return False
        self.page.wait_for_timeout(250)  # boards move, and the hand with them
        before = self.tip.inner_text(), self.prompt()
        look = self.page.evaluate(POINTED)
        assert look["asked"], before
        assert look["inside"], (before, look)
        self.seen.append(before)
        self.page.mouse.click(look["x"], look["y"])
        return True

    def prompt(self) -> str:
        return self.page.locator(".banner p").inner_text()

    def stage(self) -> None:
        taps = 0
        while self.follow():
            taps += 1
            assert taps < 20, self.seen


SIZES = {"phone": {"width": 390, "height": 844}, "laptop": {"width": 1280, "height": 720}}


@pytest.mark.parametrize(("game", "size"), in_turn(GAMES, list(SIZES)))
def test_a_lesson_leads_the_hand_to_its_end(
    visit: Visit, house: ServerProcess, game: str, size: str
):
    """Every tap where the hand points is one that the prompt asks for, and leads on."""
    locale = "fr-FR" if size == "phone" else "en-GB"
    page = visit(f"{house.url}/learn/{game}", viewport=SIZES[size], locale=locale)
    learner = Learner(page)
    learner.lesson.wait_for()
    stages = page.locator(".tip .progress i").count()
    assert stages >= 5
    for stage in range(stages):
        expect(learner.lesson).to_have_attribute("data-stage", str(stage))
        learner.stage()
        expect(learner.next).to_be_focused()
        if stage == 1:  # a reload goes on where it was
            page.reload()
            expect(learner.lesson).to_have_attribute("data-stage", "1")
            learner.stage()
        if stage < stages - 1:
            learner.next.click()
    assert len(learner.seen) >= stages
    if size == "laptop":  # and then a real game
        learner.next.click()
        wait_for_turn(page)
        expect(page).to_have_url(re.compile("/t/"))


@pytest.mark.parametrize("game", GAMES)
def test_each_stage_of_a_lesson_is_a_position_of_the_engine(game: str):
    """What may be touched is legal there, and what is wished is among it."""
    data = json.loads((PAGES / game / "lesson.json").read_text(encoding="utf-8"))
    for stage, scenario in zip(data, load(folder(game) / "lesson.toml"), strict=True):
        position = scenario.start()
        for step, moment in zip(scenario.steps, stage["moments"], strict=True):
            play_all(position, step.get("play", []))
            assert moment["frames"][-1]["view"] == json.loads(json.dumps(position.view()))
            offered = {action["text"]: action["id"] for action in moment["legal"]}
            assert all(text in position.legal for text in offered)
            if moment["wish"] is not None:
                assert moment["wish"] in offered.values()
                assert {int(id) for id in moment["ways"]} < set(offered.values())


def test_something_else_is_not_done_but_said_again(visit: Visit, house: ServerProcess):
    """A tap beside what is wished changes nothing; a lesson can be left for a real game."""
    page = visit(f"{house.url}/learn/my_little_town")
    learner = Learner(page)
    page.locator(".pointer").wait_for()
    before = learner.tip.inner_text()
    page.locator(".mlt-tray .standee").first.click()
    expect(learner.tip).to_have_text(before)
    expect(learner.lesson).to_have_attribute("data-asks", "true")
    page.get_by_role("button", name="Skip the lesson").click()
    wait_for_turn(page)


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize("game", half(GAMES, 1))
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


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_drawn_and_questions_are_answered(visit: Visit, house: ServerProcess, game: str):
    """Every picture is drawn by the game's own board; who wins is found in other words too."""
    clause, *questions = BOARDS[game].ANSWER
    drawn = json.loads((PAGES / game / "pictures.json").read_text(encoding="utf-8"))
    page = visit(f"{house.url}/rules/{game}", viewport={"width": 390, "height": 844})
    figures = page.locator("figure")
    expect(figures).to_have_count(len(drawn))
    assert len(drawn) >= 10
    for nth, picture in enumerate(drawn):
        figure = figures.nth(nth)
        figure.scroll_into_view_if_needed()
        expect(figure.locator(".rule-picture svg").first).to_be_attached()
        expect(figure.get_by_role("img")).to_have_count(1 + (picture["after"] is not None))
        box = figure.bounding_box()
        assert box
        assert box["height"] > 100
        if picture["said"]:
            expect(figure.locator("figcaption")).to_contain_text(picture["said"][0]["en"])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    field = page.get_by_role("searchbox")
    for asked in questions:
        for question in asked:
            page.keyboard.press("Escape")
            page.locator("h1").click()
            page.keyboard.press("/")
            expect(field).to_be_focused()
            field.fill(question)
            answer = page.locator(f"#{clause}")
            expect(answer.locator("mark").first).to_be_visible()
            field.press("Enter")
            expect(page).to_have_url(re.compile("#"))
            expect(page.locator(".aimed")).to_be_in_viewport()
        page.evaluate("scrollTo(0, 0)")
        page.get_by_role("button", name="Français").or_(
            page.get_by_role("button", name="English")
        ).first.click()
    field.fill("xyzzy")
    expect(page.locator("main section p[id]")).to_have_count(0)
    page.locator(".on .button").first.click()  # a question that is always answered
    expect(page.locator(f"#{clause} mark").first).to_be_visible()


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

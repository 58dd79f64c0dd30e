"""The workshop: a designer changes a box, plays it, measures it and shares it, all in the page."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from faubourg.core.game import Game
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.tables import GAMES, Visit, choose, wait_for_board, wait_for_turn
from tests.browser.test_axe import check, check_looks, two_looks
from tests.effort import LONG, half
from tests.server.process import ServerProcess
from tests.server.test_boxes import stored
from tests.server.test_people import count_games

game = pytest.mark.parametrize("game", GAMES)
MOST_SECONDS = 180  # from home to an answer, on two cores
GAMES_MEASURED = 20_000 if LONG else 200
TURNS = 3


def bench(page: Page, house: ServerProcess, game: str) -> Page:
    """The bench of a game, with all that lies on it."""
    page.goto(f"{house.url}/workshop/{game}")
    page.locator("[data-entry]").first.wait_for()
    return page


def entry(page: Page, place: str) -> Locator:
    return page.locator(f'[data-entry="{place}"]')


def open_entry(page: Page, place: str) -> Locator:
    """Touch something on a shelf: its fields."""
    entry(page, place).click()
    fields = page.get_by_role("complementary")
    fields.get_by_role("heading").first.wait_for()
    return fields


def field(page: Page, *path: str | int) -> Locator:
    """A field by its place in the box."""
    return page.locator(f"[data-path='{json.dumps(path, separators=(',', ':'))}']")


def draft(page: Page, game: str) -> Any:
    """The draft that the browser keeps; None where it keeps none."""
    return json.loads(
        page.evaluate(f"localStorage.getItem('faubourg.workshop.{game}') ?? 'null'") or "null"
    )


def wait_for_draft(page: Page, game: str, *, kept: bool = True) -> Any:
    """The draft, once what was done last is kept."""
    page.wait_for_timeout(400)
    page.wait_for_function(
        f"(localStorage.getItem('faubourg.workshop.{game}') !== null) === {str(kept).lower()}"
    )
    return draft(page, game)


def status(page: Page) -> Locator:
    return page.locator("header .status")


def settled(page: Page) -> None:
    """The server has read the draft, and finds nothing wrong with it."""
    expect(status(page)).to_contain_text(re.compile("printed box"))
    expect(page.locator(".faults")).to_have_count(0)


def cheaper_mine(page: Page, by: int = 1) -> None:
    fields = open_entry(page, "establishment.5")
    expect(fields.get_by_role("heading", name="Mine")).to_be_visible()
    for _ in range(by):
        fields.get_by_role("button", name="Price: one less").click()


def add_card(page: Page) -> None:
    """A card with a combination that the printed box has not: coins for each landmark, only with
    the Harbor. The printed cards all stay."""
    page.get_by_role("button", name=re.compile("^Add card")).first.click()
    fields = page.get_by_role("complementary")
    fields.get_by_label("Name in English").fill("Viewpoint")
    fields.get_by_label("Name in French").fill("")
    fields.get_by_role("radio", name="blue").check()
    numbers = fields.get_by_role("group", name="Numbers of the dice").last
    for number in range(1, 15):
        button = numbers.get_by_role("button", name=str(number), exact=True)
        if (button.get_attribute("aria-pressed") == "true") != (number == 8):
            button.click()
    fields.get_by_role("combobox", name="Effect").select_option("income")
    with_part(fields, "for each")
    symbols = fields.locator(".sentence .faces")
    symbols.get_by_role("button", name="landmark").click()
    for name in symbols.locator('[aria-pressed="true"]').all_inner_texts():
        if name.strip() != "landmark":
            symbols.get_by_role("button", name=name.strip(), exact=True).click()
    with_part(fields, "only with")


def with_part(fields: Locator, name: str) -> None:
    """A part of an effect's sentence that may be left out, unless it is there already."""
    if not fields.get_by_role("button", name=f"Leave out {name}").count():
        fields.get_by_role("button", name=f"Add {name}").click()
    fields.get_by_role("button", name=f"Leave out {name}").wait_for()


def play_turns(page: Page, turns: int) -> None:
    """A roll and what it allows, so many times."""
    wait_for_board(page)
    for _ in range(2 * turns):
        wait_for_turn(page)
        choose(page)


def measure(page: Page, games: int) -> str:
    """Ask what the change does; the paragraph of the report."""
    page.get_by_role("button", name="What does my change do?").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(f"{games:,}", exact=True).click()
    dialog.get_by_role("button", name="Measure it").click()
    page.wait_for_url("**/study/*")
    expect(page.get_by_role("heading", name="In a few words")).to_be_visible()
    done = page.locator(".progress p").inner_text()
    assert int(re.sub(r"\D", "", done) or 0) >= 2 * games, done  # the printed box and this one
    assert done.startswith("Done"), done
    print(done)
    return page.locator(".words p").inner_text()


def test_a_designers_way_from_home_to_an_answer(visit: Visit, house: ServerProcess):
    begun = time.monotonic()
    page = visit(house.url)
    page.get_by_role("link", name=re.compile("^Workshop")).click()
    page.get_by_role("link", name="Minivilles Deluxe").click()
    cheaper_mine(page)
    expect(status(page)).to_have_text("One thing differs from the printed box.")
    add_card(page)
    card = page.get_by_role("button", name=re.compile("^Viewpoint")).first
    expect(card).to_contain_text(re.compile("landmark", re.I))  # the server's words
    settled(page)

    page.get_by_role("button", name="Play it now").click()
    page.get_by_role("button", name=re.compile("^Against bots")).click()
    page.get_by_role("dialog").locator("button.main").click()
    page.wait_for_url("**/t/*")
    play_turns(page, TURNS)
    page.get_by_role("button", name="This is not the printed box").click()
    said = page.get_by_role("dialog")
    expect(said).to_contain_text("Mine")
    expect(said).to_contain_text("Viewpoint")
    said.get_by_role("link", name="Open it in the workshop").click()
    page.wait_for_url("**/workshop/minivilles/*")
    shared = page.url

    bench(page, house, "minivilles")  # the draft is still there
    expect(page.get_by_role("button", name=re.compile("^Viewpoint"))).to_be_visible()
    paragraph = measure(page, GAMES_MEASURED)
    assert len(paragraph.split()) > 10
    seconds = time.monotonic() - begun
    print(f"from home to the answer with {GAMES_MEASURED} games: {seconds:.0f} s")
    assert seconds < MOST_SECONDS

    other = visit(page.url)
    expect(other.locator(".words p")).to_have_text(paragraph)
    other.goto(shared)
    expect(other.get_by_role("button", name=re.compile("^Viewpoint"))).to_be_visible()
    printing(other, house)


def printing(page: Page, house: ServerProcess) -> None:
    """The button is there, and what it opens is a PDF."""
    expect(page.get_by_role("button", name="Print", exact=True)).to_be_visible()
    digest = page.url.rpartition("/")[2]
    answer = page.request.get(f"{house.url}/api/boxes/{digest}/sheets.pdf?language=en")
    assert answer.body().startswith(b"%PDF")


@game
def test_one_thing_of_each_kind_changes_and_comes_back_equal(
    visit: Visit, house: ServerProcess, game: str, tmp_path: Path
):
    """Through the page's fields, into a TOML file, and back."""
    page = bench(visit(house.url), house, game)
    changed = [kind for kind, change in KINDS.items() if change(page)]
    assert "text" in changed, changed
    assert len(changed) >= 3, changed
    before = wait_for_draft(page, game)
    page.get_by_role("button", name="File").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as a TOML file").click()
    file = tmp_path / "box.toml"
    download.value.save_as(file)
    page.get_by_role("button", name="File").click()
    page.get_by_role("button", name="Start anew from the printed box").click()
    expect(status(page)).to_have_text("This is the printed box.")
    page.get_by_role("button", name="File").click()
    page.get_by_label("Open a TOML file").set_input_files(file)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert wait_for_draft(page, game) == before


def each_entry(page: Page) -> list[str]:
    """The first entry of every shelf."""
    shelves: dict[str, str] = {}
    for one in page.locator("[data-entry]").all():
        place = one.get_attribute("data-entry") or ""
        shelves.setdefault(re.sub(r"\.\d+$", "", place), place)
    return [*shelves.values()]


def first(page: Page, selector: str) -> Locator | None:
    """The first such thing in the fields of any shelf's first entry."""
    for place in each_entry(page):
        found = open_entry(page, place).locator(selector)
        if found.count():
            return found.first
    return None


def change_whole(page: Page) -> bool:
    found = first(page, ".stepper button:not(:disabled)")
    if found:
        found.click()
    return found is not None


def change_text(page: Page) -> bool:
    found = first(page, 'input.field[type="text"]:not(.id)')
    if found:
        found.fill("Æther « 42 »")
    return found is not None


def change_choice(page: Page) -> bool:
    """A picture or a word beside the one that is chosen."""
    found = first(page, '[role="radiogroup"]:not(.paints)')
    if found:
        other = found.locator("input:not(:checked)").first
        other.check(force=True)
    return found is not None


def change_flag(page: Page) -> bool:
    found = first(page, '[role="switch"]')
    if found:
        found.click()
    return found is not None


def change_squares(page: Page) -> bool:
    found = first(page, ".easel .squares")
    if found:
        paint = page.locator(".paints input").last
        paint.press("Space")  # by keys: nothing moves away from under them
        expect(paint).to_be_checked()
        found.locator("button").last.click()
    return found is not None


def change_faces(page: Page) -> bool:
    found = first(page, ".faces")
    if found:
        found.locator("button:not(:disabled)").first.click()
    return found is not None


def change_chips(page: Page) -> bool:
    found = first(page, ".chip:not(.add)")
    if found:
        found.click()
        page.locator(".palette .pick:not(.here):not(.out)").first.click()
    return found is not None


KINDS = {
    "whole": change_whole, "text": change_text, "choice": change_choice, "flag": change_flag,
    "squares": change_squares, "faces": change_faces, "chips": change_chips,
}  # fmt: skip


def test_undo_redo_and_the_way_back(visit: Visit, house: ServerProcess):
    page = bench(visit(house.url), house, "minivilles")
    cheaper_mine(page, by=2)
    expect(status(page)).to_have_text("One thing differs from the printed box.")
    page.keyboard.press("Control+z")
    price = field(page, "establishment", 5, "cost").locator("input")
    expect(price).to_have_value("5")
    page.keyboard.press("Control+Shift+z")
    expect(price).to_have_value("4")
    page.get_by_role("button", name="Compare").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Mine · Price")
    dialog.get_by_role("button", name="Mine · Price: back to the printed one").click()
    expect(dialog).to_contain_text("This is the printed box.")
    page.keyboard.press("Escape")
    expect(price).to_have_value("6")
    page.get_by_role("button", name="Undo").click()
    expect(price).to_have_value("4")


def test_a_fault_is_told_where_it_is_and_leads_there(visit: Visit, house: ServerProcess):
    page = bench(visit(house.url, refusals=True), house, "minivilles")
    fields = open_entry(page, "establishment.5")
    fields.get_by_role("textbox", name="Price").fill("99999")
    expect(status(page)).to_have_text("To mend: 1")
    place = field(page, "establishment", 5, "cost")
    expect(place.locator(".fault")).to_contain_text("99999")
    open_entry(page, "establishment.0")
    page.locator(".faults button").click()
    expect(place.locator(".fault")).to_be_visible()
    expect(place.locator("button, input").locator("nth=0")).to_be_focused()
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_draft_is_there_after_a_reload_and_gone_without_storage(
    visit: Visit, house: ServerProcess
):
    page = bench(visit(house.url), house, "minivilles")
    cheaper_mine(page)
    wait_for_draft(page, "minivilles")
    page.reload()
    expect(status(page)).to_have_text("One thing differs from the printed box.")
    page.goto(f"{house.url}/workshop")
    expect(page.get_by_role("link", name=re.compile("Minivilles.*draft"))).to_be_visible()

    page = visit("about:blank")
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })"
    )
    bench(page, house, "minivilles")
    cheaper_mine(page)
    expect(status(page)).to_have_text("One thing differs from the printed box.")
    page.reload()
    expect(status(page)).to_have_text("This is the printed box.")


def test_a_box_by_link_is_one_step_from_ones_own_draft(visit: Visit, house: ServerProcess):
    page = bench(visit(house.url), house, "minivilles")
    cheaper_mine(page)
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_role("dialog").get_by_role("link").inner_text()
    other = bench(visit(house.url), house, "minivilles")
    open_entry(other, "game").get_by_role("button", name=re.compile("one more$")).last.click()
    own = wait_for_draft(other, "minivilles")
    other.goto(re.sub(r"^https?://[^/]+", house.url, link))
    expect(entry(other, "establishment.5")).to_contain_text("5")
    expect(status(other)).to_have_text("One thing differs from the printed box.")
    assert draft(other, "minivilles") == own
    other.get_by_role("button", name="Undo").click()
    assert wait_for_draft(other, "minivilles") == own


def test_friends_are_told_that_the_box_is_not_the_printed_one(visit: Visit, house: ServerProcess):
    page = bench(visit(house.url), house, "minivilles")
    cheaper_mine(page)
    page.get_by_role("button", name="Play it now").click()
    page.get_by_role("button", name=re.compile("^With friends")).click()
    page.get_by_role("dialog").locator("button.main").click()
    page.wait_for_url("**/t/*")
    note = page.locator(".own")
    expect(note).to_contain_text("This is not the printed box")
    expect(note).to_contain_text("Mine")


def test_a_sweep_shows_a_curve(visit: Visit, house: ServerProcess):
    page = bench(visit(house.url), house, "minivilles")
    cheaper_mine(page)
    page.get_by_role("button", name="What does my change do?").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Several values").click()
    expect(dialog.get_by_role("combobox", name="Which number")).to_contain_text("Mine · Price")
    dialog.get_by_text("200", exact=True).click()
    dialog.get_by_role("button", name="Measure it").click()
    expect(page.get_by_role("heading", name="The curve")).to_be_visible()
    expect(page.get_by_role("heading", name="In a few words")).to_be_visible()
    check_looks(page, two_looks(0))
    narrow(page)


def test_a_search_finds_the_fair_value_and_ones_own_are_listed(visit: Visit, house: ServerProcess):
    page = bench(visit(house.url), house, "minivilles")
    cheaper_mine(page)
    page.get_by_role("button", name="What does my change do?").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("The fair value").click()
    dialog.get_by_role("combobox", name="Which number").select_option(label="Mine · Price (5)")
    goal = dialog.get_by_role("combobox", name="What you aim at")
    goal.select_option(label="games won by who begins")
    dialog.get_by_text("200", exact=True).click()
    dialog.get_by_role("button", name="Measure it").click()
    page.wait_for_url("**/study/*")
    expect(page.get_by_role("heading", name="The fair value")).to_be_visible()
    expect(page.locator(".progress p")).to_contain_text(re.compile("^Done"))
    said = page.locator("section:has(#found) p").inner_text()
    assert "Mine (Price)" in said
    assert "games won by who begins" in said
    study = page.url

    page.goto(f"{house.url}/workshop")
    mine = page.get_by_role("region", name="Your boxes and studies")
    box = mine.get_by_role("link", name=re.compile("Mine costs 5 instead of 6.*Kept until"))
    expect(box).to_be_visible()
    asked = mine.get_by_role("link", name=re.compile("fair value.*finished.*Kept until"))
    asked.click()
    page.wait_for_url(study)
    page.goto(f"{house.url}/workshop")
    check_looks(page, two_looks(1))
    narrow(page)
    for _ in range(2):
        mine.get_by_role("button", name=re.compile("^Forget")).first.click()
        mine.get_by_role("button", name="Forget it").click()
    expect(mine).to_contain_text("Nothing here yet")
    page.reload()
    expect(mine).to_contain_text("Nothing here yet")


def test_a_box_that_is_gone_is_told_so(visit: Visit, house: ServerProcess):
    page = visit(f"{house.url}/workshop")
    gone = [{"id": "0" * 16, "game": "lutins", "key": "k", "at": 1}]
    page.evaluate(f"localStorage.setItem('faubourg.mine.boxes', '{json.dumps(gone)}')")
    page.reload()
    mine = page.get_by_role("region", name="Your boxes and studies")
    expect(mine).to_contain_text("No longer on the server")
    mine.get_by_role("button", name=re.compile("^Forget")).click()
    expect(mine).to_contain_text("Nothing here yet")


def test_a_lesson_with_ones_own_box_says_which_steps_do_not_fit(visit: Visit, house: ServerProcess):
    page = bench(visit(house.url), house, "minivilles")
    open_entry(page, "establishment.1").get_by_role("button", name="Price: one more").click()
    page.get_by_role("button", name="Play it now").click()
    page.get_by_role("link", name=re.compile("^A lesson with this box")).click()
    expect(page.locator("main")).to_contain_text("Steps left out with this box: 1 of 5")
    expect(page.locator("main li")).to_contain_text("Ranch")
    check(page)
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".lesson")).to_have_attribute("data-stage", "0")
    expect(page.locator(".lesson .progress i")).to_have_count(4)


def test_what_people_played_stands_beside_the_bots(visit: Visit, tmp_path: Path):
    database = tmp_path / "tables.db"
    server = ServerProcess(f"sqlite:///{database}", count_people=1).start()
    try:
        count_games(database, Game("minivilles", 2), 10)
        digest = stored(server)["digest"]
        asked = {"box": digest, "players": 2, "bots": "random", "games": 200}
        page = visit(f"{server.url}/study/{server.api.post('/api/studies', **asked)['id']}")
        people = page.get_by_role("region", name="What people played")
        expect(people).to_contain_text("From 10 games that people finished here", timeout=60_000)
        expect(people.get_by_text("bots", exact=True).first).to_be_visible()
        expect(people.get_by_text("Seat A", exact=True)).to_be_visible()
        check(page)
        narrow(page)
    finally:
        server.close()


def narrow(page: Page) -> None:
    """Nothing is wider than a phone."""
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size(DESKTOP)


@pytest.mark.parametrize("game", half(GAMES, 0))
def test_axe_and_phones(visit: Visit, house: ServerProcess, game: str):
    page = bench(visit(house.url), house, game)
    narrow(page)
    for place in each_entry(page)[:3]:
        open_entry(page, place)
        check(page)
    check_looks(page, two_looks(0))
    page.get_by_role("button", name="File").click()
    check(page)


def test_axe_where_a_game_is_chosen_and_asked_about(visit: Visit, house: ServerProcess):
    page = visit(f"{house.url}/workshop", locale="fr-FR")
    page.get_by_role("link", name="Minivilles Deluxe").wait_for()
    check_looks(page, two_looks(1))
    narrow(page)
    page.get_by_role("link", name="Minivilles Deluxe").click()
    page.locator("[data-entry]").first.wait_for()
    page.get_by_role("button", name="Que change ma version ?").click()
    page.get_by_role("button", name="Mesurer").wait_for()
    check_looks(page, two_looks(0))
    page.set_viewport_size(PHONE)
    check(page)

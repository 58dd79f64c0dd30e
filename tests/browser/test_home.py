"""The first page that anybody sees."""

import re
from pathlib import Path
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Page, Request, expect

from faubourg.core.game import Game
from tests.browser.conftest import PHONE
from tests.browser.tables import (
    GAMES,
    Visit,
    choose,
    golden,
    link,
    shown,
    wait_for_board,
    wait_for_number,
    wait_for_turn,
)
from tests.effort import half
from tests.server.process import ServerProcess

TITLES = [Game(game).title.en for game in GAMES]


def table_of(page: Page) -> str:
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


def test_home_shows_the_four_games(visit: Visit, house: ServerProcess):
    page = visit(house.url)
    for title in TITLES:
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()


@pytest.mark.parametrize("title", TITLES)
def test_one_click_plays_against_bots(visit: Visit, house: ServerProcess, title: str):
    page = visit(house.url)
    page.get_by_role("button", name=f"Play {title} now, against bots").click()
    table = house.api.table(table_of(page))["state"]
    assert table["title"]["en"] == title
    assert [seat["kind"] for seat in table["seats"]].count("person") == 1
    wait_for_turn(page)


def test_nothing_comes_from_elsewhere_and_no_cookie_is_left(visit: Visit, house: ServerProcess):
    asked: list[Request] = []
    page = visit("about:blank")
    page.on("request", lambda request: asked.append(request))
    page.goto(house.url)
    page.get_by_role("button", name="Play Cities now, against bots").click()
    wait_for_turn(page)
    page.goto(f"{house.url}/rules/cities")
    page.get_by_role("searchbox").wait_for()
    hosts = {urlparse(request.url).netloc for request in asked}
    assert hosts == {urlparse(house.url).netloc}
    assert page.context.cookies() == []


def test_a_table_of_ones_own_choice(visit: Visit, house: ServerProcess):
    page = visit(house.url)
    page.get_by_role("button", name="More choices, Cities").click()
    sheet = page.get_by_role("dialog", name="Cities: your table")
    sheet.get_by_role("radio", name="3").check(force=True)
    sheet.get_by_label("Name at seat A").fill("Zoé")
    sheet.get_by_label("Which bot at seat B").get_by_label("Gentle bot").check()
    sheet.get_by_text("Options of the game").click()
    sheet.get_by_role("radio", name="Sydney").check(force=True)
    sheet.get_by_role("button", name="Begin").click()
    made = house.api.table(table_of(page))["state"]
    assert made["options"]["city"] == "sydney"
    assert [(seat["kind"], seat["level"]) for seat in made["seats"]] == [
        ("person", None),
        ("bot", "gentle"),
        ("bot", "steady"),
    ]
    expect(page.get_by_role("list", name="Players")).to_contain_text("Zoé")


def test_where_bots_are_partners_one_chooses_the_gnome_and_not_their_skill(
    visit: Visit, house: ServerProcess
):
    page = visit(house.url)
    page.get_by_role("button", name="More choices, La Cité des lutins").click()
    sheet = page.get_by_role("dialog", name="La Cité des lutins: your table")
    expect(sheet.get_by_role("radio", name="calm")).to_be_checked()  # a game for children of four
    expect(sheet.get_by_label("Which bot at seat B")).to_have_count(0)
    expect(sheet.get_by_text("plays with you")).to_have_count(2)
    sheet.get_by_role("radio", name="furious").check(force=True)
    sheet.get_by_role("button", name="Begin").click()
    made = house.api.table(table_of(page))["state"]
    assert made["options"]["strength"] == "furious"
    assert {seat["level"] for seat in made["seats"]} == {None, "steady"}
    wait_for_turn(page)
    expect(page.get_by_text("furious gnome")).to_be_visible()
    begun = re.compile(r"The gnome's tower: [2-9] of 12")  # bots may have gone first
    expect(page.get_by_role("img", name=begun).first).to_be_visible()


def test_bots_among_themselves_are_nobodys_partners(visit: Visit, house: ServerProcess):
    """One who only watches chooses how well they play, and the gnome beside."""
    page = visit(house.url)
    page.get_by_role("button", name="More choices, La Cité des lutins").click()
    sheet = page.get_by_role("dialog", name="La Cité des lutins: your table")
    partners = sheet.get_by_text("plays with you")
    words = sheet.get_by_text("bots are on your side")
    who = sheet.get_by_role("radiogroup", name="Who sits at seat A")
    expect(words).to_be_visible()
    who.get_by_label("Bot").check(force=True)
    expect(sheet.get_by_text("Only bots")).to_be_visible()
    expect(partners).to_have_count(0)
    expect(words).to_have_count(0)
    sheet.get_by_label("Which bot at seat B").get_by_label("Expert bot").check()
    who.get_by_label("Friend").check(force=True)
    expect(partners).to_have_count(2)
    expect(words).to_be_visible()
    who.get_by_label("Bot").check(force=True)
    bots_at_b = sheet.get_by_label("Which bot at seat B")
    expect(bots_at_b.get_by_label("Steady bot")).to_be_checked()  # as a partner is
    bots_at_b.get_by_label("Gentle bot").check()
    sheet.get_by_role("radio", name="furious").check(force=True)
    sheet.get_by_role("button", name="Begin").click()
    made = house.api.table(table_of(page))["state"]
    assert made["options"]["strength"] == "furious"
    assert [seat["level"] for seat in made["seats"]] == ["steady", "gentle", "steady"]


def test_where_one_of_you_is_the_gnome_bots_have_levels_again(visit: Visit, house: ServerProcess):
    page = visit(house.url)
    page.get_by_role("button", name="More choices, La Cité des lutins").click()
    sheet = page.get_by_role("dialog", name="La Cité des lutins: your table")
    sheet.get_by_text("Options of the game").click()
    expect(sheet.get_by_role("group", name="The gnome’s die")).to_have_count(0)
    sheet.get_by_role("radio", name="one is the gnome").check(force=True)
    expect(sheet.get_by_role("group", name="The gnome’s die")).to_be_visible()
    expect(sheet.get_by_role("radio", name="furious")).to_have_count(0)
    level = sheet.get_by_label("Which bot at seat B")
    expect(level.get_by_label("Gentle bot")).to_be_checked()
    sheet.get_by_role("button", name="Begin").click()
    made = house.api.table(table_of(page))["state"]
    assert (made["options"]["game"], made["options"]["strength"]) == ("gnome", "book")
    assert {seat["level"] for seat in made["seats"]} == {None, "gentle"}


def test_a_calm_gnome_is_seen_asleep(visit: Visit, house: ServerProcess):
    page = visit(house.url, locale="fr-FR")
    page.get_by_role("button", name="La Cité des lutins").first.click()
    table_of(page)
    wait_for_turn(page)
    expect(page.get_by_text("gnome calme")).to_be_visible()


def test_the_sheet_is_closed_by_escape_and_a_touch_beside(visit: Visit, house: ServerProcess):
    page = visit(house.url)
    sheet = page.get_by_role("dialog")
    page.get_by_role("button", name="More choices, Cities").click()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.get_by_role("button", name="With friends, Cities").click()
    expect(sheet).to_be_visible()
    page.mouse.click(5, 5)
    expect(sheet).to_have_count(0)


def test_my_tables_go_on_after_the_page_was_closed(visit: Visit, house: ServerProcess):
    page = visit(house.url)
    page.get_by_role("button", name="Play Minivilles Deluxe now, against bots").click()
    id = table_of(page)
    wait_for_turn(page)
    choose(page)
    context = page.context
    page.close()
    page = context.new_page()
    page.goto(house.url)
    mine = page.get_by_role("region", name="My tables")
    mine.get_by_role("link", name=re.compile("Minivilles")).click()
    assert table_of(page) == id
    wait_for_turn(page)
    before = shown(page)
    choose(page)
    wait_for_number(page, before + 1)
    page.goto(house.url)
    mine.get_by_role("button", name="Take Minivilles Deluxe off the list").click()
    mine.get_by_role("button", name="Take it off", exact=True).click()
    expect(mine).to_contain_text("appear here")
    page.reload()
    expect(mine).to_contain_text("appear here")


def test_language_follows_the_browser_and_can_be_switched(visit: Visit, house: ServerProcess):
    for locale in ("fr-FR", "fr-CA"):
        page = visit(house.url, locale=locale)
        expect(page.get_by_role("heading", level=1)).to_contain_text("Entre, la table")
        assert page.evaluate("document.documentElement.lang") == "fr"
    expect(page.get_by_role("heading", name="Ma petite ville")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Come in")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Come in")
    assert page.evaluate("document.documentElement.lang") == "en"
    # What we do not speak is answered in English.
    page = visit(house.url, locale="de-DE")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Come in")


def test_theme_follows_the_system_and_can_be_switched(visit: Visit, house: ServerProcess):
    paper = "getComputedStyle(document.body).backgroundColor"
    light = visit(house.url, color_scheme="light").evaluate(paper)
    page = visit(house.url, color_scheme="dark")
    dark = page.evaluate(paper)
    assert light != dark
    page.get_by_role("button", name="Light or dark: as your device").click()
    page.get_by_role("button", name="Light or dark: light").wait_for()
    assert page.evaluate(paper) == light
    page.reload()
    page.get_by_role("button", name="Light or dark: light").click()
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name="Light or dark: dark").wait_for()
    assert page.evaluate(paper) == dark
    page.reload()
    page.get_by_role("button", name="Light or dark: dark").wait_for()
    assert page.evaluate(paper) == dark


def test_language_and_theme_are_in_the_menu_of_a_table(visit: Visit, house: ServerProcess):
    made = house.api.make("lutins", ["person", "greedy"])
    page = visit(f"{house.url}/t/{made['table']}#{made['keys']['A']}")
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_text("Français").click()
    expect(page.get_by_role("dialog", name="Menu")).to_contain_text("Langue")
    page.get_by_role("dialog").get_by_text("Sombre").click()
    page.reload()
    wait_for_turn(page)
    assert page.evaluate(
        "document.documentElement.lang + document.documentElement.dataset.theme"
    ) == ("frdark")


@pytest.mark.parametrize(
    ("options", "seats", "said", "unsaid"),
    [
        ({"strength": "calm"}, 2, ["tous ensemble", "Le gnome est calme"], ["dé du gnome"]),
        (
            {"game": "gnome"},
            3,
            ["Le dé du gnome\u202f: ordinaire"],
            ["Le gnome est", "comme dans la règle"],
        ),
    ],
)
def test_the_menu_of_a_table_names_the_options_that_mean_something_there(
    visit: Visit,
    house: ServerProcess,
    options: dict[str, str],
    seats: int,
    said: list[str],
    unsaid: list[str],
):
    made = house.api.make("lutins", ["person", *["greedy"] * (seats - 1)], **options)
    page = visit(f"{house.url}/t/{made['table']}#{made['keys']['A']}", locale="fr-FR")
    page.get_by_role("button", name="Menu").click()
    agreed = page.locator(".agreed").filter(has_text="Maisons\u202f: comme sur les cartes")
    for words in said:
        expect(agreed).to_contain_text(words)
    for words in unsaid:
        expect(agreed).not_to_contain_text(words)


def test_the_key_of_a_seat_leaves_the_address(visit: Visit, house: ServerProcess):
    made = house.api.make("minivilles", ["person", "greedy"])
    page = visit(f"{house.url}/t/{made['table']}#{made['keys']['A']}")
    wait_for_turn(page)
    assert page.url == f"{house.url}/t/{made['table']}"
    page.reload()
    wait_for_turn(page)


def test_home_knows_a_seat_that_came_by_its_key(visit: Visit, house: ServerProcess):
    made = house.api.make("minivilles", ["Anna:person", "greedy"], first="A")
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    page.goto(house.url)
    expect(page.get_by_role("region", name="My tables")).to_contain_text("your turn")


@pytest.mark.parametrize("secure", [True, False], ids=["secure", "at-home"])
def test_a_seat_is_taken_along_to_another_device(visit: Visit, house: ServerProcess, secure: bool):
    """By a link that is copied; without encryption browsers have another way to copy."""
    page = visit("about:blank")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=house.url)
    if not secure:
        page.add_init_script("delete Navigator.prototype.clipboard")
    page.goto(house.url)
    page.get_by_role("button", name="Play Minivilles Deluxe now, against bots").click()
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=re.compile("^Copy the link to my seat")).click()
    expect(page.locator(".toast")).to_contain_text("The link is copied")
    reader = page.context.new_page()
    reader.goto(house.url)
    reader.bring_to_front()
    address = reader.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{re.escape(page.url)}#A=[\w-]+&host=[\w-]+", address)
    other = visit(address)
    wait_for_turn(other)
    assert other.url == page.url
    number = choose(other)
    wait_for_number(page, number)
    other.goto(house.url)
    expect(other.get_by_role("region", name="My tables")).to_contain_text("Minivilles Deluxe")


@pytest.mark.parametrize("name", half(GAMES, 1))
def test_no_page_is_wider_than_a_phone(visit: Visit, house: ServerProcess, name: str):
    made = house.api.make(name, ["person", "greedy"])
    for path in ("/", f"/t/{made['table']}#{made['keys']['A']}", f"/rules/{name}"):
        page = visit(house.url + path, viewport=PHONE, has_touch=True)
        page.get_by_role("heading", level=1).wait_for()
        if "/t/" in path:
            wait_for_turn(page)
            wait_for_board(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path


def test_a_saved_game_is_watched_and_played_on(
    visit: Visit, house: ServerProcess, tmp_path_factory: pytest.TempPathFactory
):
    file = tmp_path_factory.mktemp("saved") / "game.txt"
    file.write_text(golden("my_little_town").dumps())
    page = visit(house.url)
    page.locator("input[type=file]").set_input_files(file)
    sheet = page.get_by_role("dialog", name="A game of My Little Town")
    sheet.get_by_role("button", name="Watch it").click()
    assert house.api.table(table_of(page))["state"]["phase"] in ("record", "over")
    page.goto(house.url)
    page.locator("input[type=file]").set_input_files(file)
    sheet.get_by_label("Name at seat A").fill("Anna")
    sheet.get_by_role("button", name="Play on").click()
    playing = house.api.table(table_of(page))["state"]
    assert playing["phase"] == "playing"
    assert playing["moves"] > 0
    file.write_text("shopping: eggs, milk")
    page.goto(house.url)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("not a game")


def test_nobody_asks_how_well_partners_play_on_in_a_saved_game(
    visit: Visit, house: ServerProcess, tmp_path: Path
):
    file = tmp_path / "game.txt"
    file.write_text(golden("lutins").dumps())
    page = visit(house.url)
    page.locator("input[type=file]").set_input_files(file)
    sheet = page.get_by_role("dialog", name="A game of La Cité des lutins")
    expect(sheet.get_by_text("plays with you")).to_have_count(1)
    expect(sheet.get_by_label("Which bot at seat B")).to_have_count(0)
    who = sheet.get_by_role("radiogroup", name="Who sits at seat A")
    who.get_by_label("Bot").check(force=True)
    expect(sheet.get_by_label("Which bot at seat B")).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height"), [(360, 640), (390, 844), (844, 390), (1280, 720), (2560, 1440)]
)
def test_play_is_in_the_first_window(visit: Visit, house: ServerProcess, width: int, height: int):
    """And on a phone also the box for a code that somebody reads out."""
    page = visit(house.url, viewport={"width": width, "height": height}, locale="fr-FR")
    play = page.get_by_role("button", name=re.compile("^Jouer")).first
    expect(play).to_be_in_viewport(ratio=1)
    if width < 640:
        expect(page.locator("#code")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollHeight") < 2400


def test_a_table_is_not_forgotten_without_a_question(visit: Visit, house: ServerProcess):
    made = house.api.make("minivilles", ["person", "greedy"])
    page = visit(f"{house.url}/t/{made['table']}#{made['keys']['A']}")
    page.locator(".banner").wait_for()
    page.goto(house.url)
    tables = page.get_by_role("region", name="My tables")
    forget = tables.get_by_role("button", name=re.compile("^Take .* off the list"))
    forget.click()
    expect(tables.get_by_text("You keep your seat")).to_be_visible()
    tables.get_by_role("button", name="Keep it").click()
    expect(tables.get_by_role("link")).to_have_count(1)
    forget.click()
    tables.get_by_role("button", name="Take it off").click()
    expect(tables.get_by_role("link")).to_have_count(0)


def test_setting_up_says_nothing_in_the_servers_own_words(visit: Visit, house: ServerProcess):
    """Options are told in the page's words: no name of a value, in quotes or with underscores."""
    for locale, more in (("en-GB", "More choices"), ("fr-FR", "Plus de choix")):
        page = visit(house.url, locale=locale)
        buttons = page.get_by_role("button", name=re.compile(f"^{more}"))
        buttons.first.wait_for()
        for box in range(buttons.count()):
            buttons.nth(box).click()
            sheet = page.get_by_role("dialog")
            sheet.locator("summary").click()
            said = sheet.locator("details").inner_text()
            assert not re.search(r"\w_\w|'\w+'|seat letter|une lettre", said), said
            page.keyboard.press("Escape")

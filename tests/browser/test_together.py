"""Being together at a table, in two and three browsers: reactions, names, leaving and coming back,
and taking back by asking."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.qr import read_qr
from tests.browser.tables import Visit, choose, link, state, wait_for_number, wait_for_turn
from tests.server.client import Data
from tests.server.process import ServerProcess

PHONE = {"width": 390, "height": 844}
NAMES = {"A": "Anna", "B": "Ben", "C": "Cleo"}


def company(
    visit: Visit, house: ServerProcess, seats: str, first: str = "random", **more: object
) -> tuple[Data, dict]:
    """A table of people, and a browser for each."""
    people = [f"{NAMES[seat]}:person" for seat in seats]
    made = house.api.make("minivilles", people, first=first)
    pages = {seat: visit(link(house, made, seat), **more) for seat in seats}
    for page in pages.values():
        wait_for_number(page, state(house, made)["number"])
    return made, pages


def menu(page: Page) -> Locator:
    page.get_by_role("button", name="Menu").click()
    return page.get_by_role("dialog")


def test_reactions_are_seen_by_all_and_muted_by_each(visit: Visit, house: ServerProcess):
    made, pages = company(visit, house, "ABC")
    watcher = visit(link(house, made))
    expect(pages["A"].get_by_text("Looking on: 1")).to_have_count(1)
    pages["B"].get_by_role("button", name="React").click()
    pages["B"].get_by_text("Show me no reactions").click()
    pages["B"].keyboard.press("Escape")
    pages["A"].get_by_role("button", name="React").click()
    pages["A"].get_by_role("button", name="Well done!").click()
    for page in (pages["A"], pages["C"], watcher):
        expect(page.locator(".bubble")).to_contain_text("Well done!")
    expect(pages["C"].locator("[aria-live=polite]").first).to_contain_text("Anna: Well done!")
    expect(pages["B"].locator(".bubble")).to_have_count(0)
    expect(pages["C"].locator(".bubble")).to_have_count(0)  # after some seconds
    # Whoever looks on shows nothing.
    expect(watcher.get_by_role("button", name="React")).to_have_count(0)


def test_the_host_switches_reactions_off_for_all(visit: Visit, house: ServerProcess):
    made, pages = company(visit, house, "AB")
    host = visit(f"{house.url}/t/{made['table']}#A={made['keys']['A']}&host={made['host_key']}")
    host.get_by_role("button", name="React").click()
    host.get_by_text("No reactions at this table").click()
    pages["B"].get_by_role("button", name="React").click()
    expect(pages["B"].get_by_role("dialog")).to_contain_text("switched reactions off")
    expect(pages["B"].locator("[data-react]")).to_have_count(0)


def test_a_name_and_a_face_are_changed_while_playing(visit: Visit, house: ServerProcess):
    _, pages = company(visit, house, "AB")
    sheet = menu(pages["A"])
    sheet.get_by_label("My name").fill("Zoé")
    sheet.get_by_label("My name").press("Tab")
    expect(pages["B"].get_by_role("list", name="Players")).to_contain_text("Zoé")
    sheet.locator(".mine").click()
    sheet.locator("[data-pick=owl]").click()
    expect(pages["B"].get_by_role("list", name="Players").locator("[data-face=owl]")).to_have_count(
        1
    )
    assert pages["A"].evaluate("localStorage['faubourg.name']") == "Zoé"


def test_a_bot_plays_until_one_is_back(visit: Visit, house: ServerProcess):
    made, pages = company(visit, house, "AB")
    house.api.ask("PUT", f"/api/tables/{made['table']}/pace", made["host_key"], seconds=5)
    menu(pages["A"]).get_by_role("button", name="Let a bot play for me").click()
    expect(pages["B"].get_by_role("list", name="Players")).to_contain_text("bot")
    pages["A"].reload()  # a reload is no change of mind
    pages["A"].get_by_role("button", name="I am back").click()
    expect(pages["A"].get_by_role("button", name="I am back")).to_have_count(0)
    expect(pages["B"].get_by_role("list", name="Players")).not_to_contain_text("bot")


def test_somebody_else_takes_over_by_a_code(visit: Visit, house: ServerProcess):
    made, pages = company(visit, house, "AB")
    menu(pages["B"]).get_by_role("button", name="Ask somebody else in").click()
    code = pages["B"].locator(".substitute .code").inner_text()
    cleo = visit(f"{house.url}/join/{code.replace('-', '')}")
    cleo.get_by_label("What is your name?").fill("Cleo")
    cleo.get_by_role("button", name="Sit down").click()
    cleo.wait_for_url("**/t/*")
    expect(pages["A"].get_by_role("list", name="Players")).to_contain_text("Cleo")
    expect(pages["B"].locator(".substitute")).to_have_count(0)
    assert [seat["name"] for seat in state(house, made)["seats"]] == ["Anna", "Cleo"]
    expect(cleo.get_by_role("list", name="Players")).to_contain_text("you")


def test_whoever_gives_up_a_seat_may_come_back(visit: Visit, house: ServerProcess):
    made, pages = company(visit, house, "AB")
    menu(pages["B"]).get_by_role("button", name="Give up my seat").click()
    pages["B"].wait_for_url(house.url + "/")
    assert state(house, made)["seats"][1]["offered"]
    pages["B"].get_by_role("region", name="My tables").get_by_role("link").first.click()
    pages["B"].get_by_role("button", name="I am back").click()
    expect(pages["B"].locator(".substitute")).to_have_count(0)
    assert not state(house, made)["seats"][1]["offered"]


def test_a_seat_that_was_left_before_the_beginning_is_taken_again(
    visit: Visit, house: ServerProcess
):
    made = house.api.make("minivilles", ["Anna:person", "open", "open"])
    ben = visit(f"{house.url}/join/{made['code']}")
    ben.get_by_label("What is your name?").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    ben.wait_for_url("**/t/*")
    menu(ben).get_by_role("button", name="Give up my seat").click()
    ben.wait_for_url(house.url + "/")
    assert state(house, made)["seats"][1]["kind"] == "open"
    ben.get_by_role("region", name="My tables").get_by_role("link").first.click()
    ben.get_by_role("button", name="Sit down again").click()
    expect(ben.get_by_role("button", name="Sit down again")).to_have_count(0)
    assert state(house, made)["seats"][1]["name"] == "Ben"


def test_a_seat_goes_to_another_device_by_a_picture(visit: Visit, house: ServerProcess):
    made, pages = company(visit, house, "AB")
    sheet = menu(pages["A"])
    sheet.get_by_role("button", name="Go on at another device").click()
    picture = sheet.get_by_role("img", name="The link to your seat as a picture")
    picture.scroll_into_view_if_needed()
    phone = visit(read_qr(picture), viewport=PHONE)  # as its camera reads it
    expect(phone.locator("[data-number]")).to_be_visible()
    assert "#" not in phone.url
    assert made["keys"]["A"] in phone.evaluate("localStorage['faubourg.tables']")
    for page in (phone, pages["A"]):
        page.keyboard.press("Escape")
    if state(house, made)["turn"] == "A":
        wait_for_turn(phone)


def test_a_move_is_taken_back_when_all_others_agree(visit: Visit, house: ServerProcess):
    made, pages = company(visit, house, "ABC")
    first = state(house, made)["turn"]
    others = [page for seat, page in pages.items() if seat != first]
    wait_for_turn(pages[first])
    while state(house, made)["turn"] == first:
        choose(pages[first])
    moves = state(house, made)["moves"]
    ask = menu(pages[first]).get_by_role("button", name="Ask to take my last move back")
    ask.click()
    for page in others:
        expect(page.locator(".asked")).to_contain_text(f"{NAMES[first]} would like to take")
    others[0].get_by_role("button", name="Rather not").click()
    for page in pages.values():
        expect(page.locator(".asked")).to_have_count(0)
    assert state(house, made)["moves"] == moves
    menu(pages[first]).get_by_role("button", name="Ask to take my last move back").click()
    for page in others:
        page.get_by_role("button", name="Agree").click()
    for page in pages.values():
        expect(page.locator(".asked")).to_have_count(0)
    now = state(house, made)
    assert now["moves"] < moves
    assert now["turn"] == first
    wait_for_number(pages[first], now["number"])
    wait_for_turn(pages[first])
    choose(pages[first])


BLOCKED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {
    get() { throw new DOMException("no", "SecurityError"); } });"""


def test_everything_works_with_storage_blocked_and_is_just_forgotten(
    visit: Visit, house: ServerProcess
):
    # Ben begins: nothing is kept here that would spare Anna the tap for her first throw.
    made, pages = company(visit, house, "AB", first="B")
    anna = visit("about:blank")
    anna.context.add_init_script(BLOCKED)
    anna.goto(link(house, made, "A"))
    anna.get_by_role("button", name="React").click()
    anna.get_by_role("button", name="Thank you").click()
    expect(pages["B"].locator(".bubble")).to_contain_text("Thank you")
    sheet = menu(anna)
    sheet.get_by_label("My name").fill("Zoé")
    sheet.get_by_label("My name").press("Tab")
    expect(pages["B"].get_by_role("list", name="Players")).to_contain_text("Zoé")
    sheet.get_by_role("button", name="Let a bot play for me").click()
    anna.get_by_role("button", name="I am back").click()
    expect(anna.locator(".substitute")).to_have_count(0)
    # The list of tables knows this one until the page is loaded anew.
    anna.goto(house.url)
    expect(anna.get_by_role("region", name="My tables")).to_contain_text("appear here")

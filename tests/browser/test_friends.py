"""Two browsers at one table, and several people around one."""

from playwright.sync_api import Page, expect

from faubourg.records.fairness import seal_of
from tests.browser.tables import (
    Visit,
    choose,
    entries,
    finish,
    link,
    played,
    shown,
    state,
    wait_for_number,
    wait_for_turn,
)
from tests.server.process import ServerProcess


def invite(page: Page, name: str = "Anna") -> tuple[str, str]:
    """Make a table with one seat for a friend; its link and its code."""
    page.get_by_role("button", name="With friends, Minivilles Deluxe").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Name at seat A").fill(name)
    sheet.get_by_role("button", name="Set the table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("p.link a")).to_be_visible()
    return page.locator("p.link a").inner_text(), page.locator("p.code").inner_text()


def sit_down(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text("Minivilles Deluxe")
    expect(page.get_by_role("main")).to_contain_text("Already there: Anna")
    page.get_by_label("What is your name?").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/*")


def play_both(house: ServerProcess, table: str, pages: dict[str, Page], moves: int) -> None:
    """Whoever's turn it is plays, and the other sees it."""
    for _ in range(moves):
        now = house.api.table(table)["state"]
        if now["phase"] != "playing":
            return
        acting = pages[now["turn"]]
        wait_for_number(acting, now["number"])
        wait_for_turn(acting)
        number = choose(acting)
        for page in pages.values():
            wait_for_number(page, number)


def test_a_friend_comes_by_link(visit: Visit, house: ServerProcess):
    anna = visit(house.url)
    address, _ = invite(anna)
    ben = visit(address)
    sit_down(ben, "Ben")
    table = ben.url.rpartition("/")[2]
    seats = house.api.table(table)["state"]["seats"]
    pages = dict(zip("AB", (anna, ben), strict=True))
    assert [seat["name"] for seat in seats] == ["Anna", "Ben"]
    for page in pages.values():
        expect(page.get_by_role("list", name="Players")).to_contain_text("Ben")
    play_both(house, table, pages, 6)
    # Both are looking at the same, which is what the server has.
    number = house.api.table(table)["number"]
    for page in pages.values():
        wait_for_number(page, number)
        assert shown(page) == number
    # Each may only do what is theirs.
    turn = house.api.table(table)["state"]["turn"]
    waiting = pages["B" if turn == "A" else "A"]
    waiting.locator("#tab-choices").click()
    expect(waiting.locator(".choices")).to_contain_text("Nothing to choose right now")


def test_a_friend_comes_by_code(visit: Visit, house: ServerProcess):
    anna = visit(house.url)
    _, code = invite(anna)
    ben = visit(house.url, locale="fr-FR")
    ben.get_by_label("Tu as un code").or_(ben.locator("#code")).first.fill(
        code.upper().replace("-", " ")
    )
    ben.keyboard.press("Enter")
    ben.wait_for_url("**/join/*")
    expect(ben.get_by_role("main")).to_contain_text("Anna")
    ben.locator("#name").fill("Léa")
    ben.keyboard.press("Enter")
    ben.wait_for_url("**/t/*")
    expect(anna.get_by_role("list", name="Players")).to_contain_text("Léa")
    # Both pages have sealed a word, and opened it when both seals were there.
    state = house.api.table(anna.url.rpartition("/")[2])["state"]
    fairness = state["fairness"]
    people = [place for place, seat in enumerate(state["seats"]) if seat["kind"] == "person"]
    assert len(people) == 2
    for place in people:
        assert seal_of(fairness["words"][place]) == fairness["seals"][place]
    for page in (anna, ben):
        kept = page.evaluate("JSON.parse(localStorage.getItem('faubourg.tables'))[0].seals")
        assert kept == ",".join(fairness["seals"])
    # Whoever sits there already is led back to the table and takes no second seat.
    ben.goto(f"{house.url}/join/{code}")
    ben.wait_for_url("**/t/*")


def test_the_host_fills_the_table_with_bots(visit: Visit, house: ServerProcess):
    anna = visit(house.url)
    invite(anna)
    anna.get_by_text("A word for the dice").click()
    anna.get_by_label("Your word for the dice").fill("tulip")
    anna.get_by_role("button", name="Give it").click()
    expect(anna.get_by_text("Your word is “tulip”.")).to_be_visible()
    anna.get_by_role("button", name="Begin with bots on the free seats").click()
    expect(anna.get_by_role("list", name="Players")).to_contain_text("bot")
    fairness = house.api.table(anna.url.rpartition("/")[2])["state"]["fairness"]
    assert fairness["words"][0].startswith("tulip ")  # and what nobody can guess
    assert fairness["seals"][0] == seal_of(fairness["words"][0])


def test_the_waiting_room_shows_a_partner_as_one_and_else_the_level(
    visit: Visit, house: ServerProcess
):
    seats = ["Anna:person", "gentle", "open"]
    for options, said, unsaid in (
        ({}, "plays with you", "Gentle bot"),
        ({"game": "gnome"}, "Gentle bot", "plays with you"),
    ):
        made = house.api.make("lutins", seats, **options)
        there = visit(link(house, made, "A")).get_by_role("list", name="Seats")
        expect(there).to_contain_text(said)
        expect(there).not_to_contain_text(unsaid)


def test_somebody_watches_without_a_key(visit: Visit, house: ServerProcess):
    made = house.api.make("minivilles", ["Anna:person", "greedy"])
    anna, watcher = visit(link(house, made, "A")), visit(link(house, made))
    wait_for_turn(anna)
    expect(watcher.locator(".banner")).to_contain_text("You are watching")
    number = choose(anna)
    wait_for_number(watcher, number)
    for name in ("Undo", "Hint"):
        expect(watcher.get_by_role("button", name=name)).to_have_count(0)
    assert watcher.locator("#tab-choices").count() == 0
    # Nothing on the board does anything for them.
    watcher.goto(house.url)
    expect(watcher.get_by_role("region", name="My tables")).to_contain_text("appear here")


def test_a_friend_who_goes_is_missed_and_comes_back(visit: Visit, house: ServerProcess):
    made = house.api.make("minivilles", ["Anna:person", "Ben:person"])
    anna, ben = visit(link(house, made, "A")), visit(link(house, made, "B"))
    players = anna.get_by_role("list", name="Players")
    wait_for_number(ben, 1)
    expect(players).not_to_contain_text("away")
    ben.goto("about:blank")
    expect(players).to_contain_text("away")
    ben.goto(f"{house.url}/t/{made['table']}")
    expect(players).not_to_contain_text("away")


def test_a_rematch_takes_both_along(visit: Visit, house: ServerProcess):
    made = played(house, "lutins", 1, "person", "person")
    pages = {seat: visit(link(house, made, seat)) for seat in "AB"}
    for page in pages.values():
        wait_for_number(page, state(house, made)["number"])
    finish(house, made)
    for page in pages.values():
        expect(page.get_by_role("dialog")).to_be_visible()
    pages["A"].get_by_role("button", name="Play again").click()
    pages["A"].wait_for_url(lambda url: made["table"] not in url)
    pages["B"].get_by_role("button", name="Go to the rematch").click()
    pages["B"].wait_for_url(pages["A"].url)
    rematch = pages["A"].url.rpartition("/")[2]
    # Everybody sits one seat further, so that somebody else begins.
    seats = house.api.table(rematch)["state"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ben", "Anna"]
    play_both(house, rematch, {"A": pages["B"], "B": pages["A"]}, 4)
    assert {entry["seat"] for entry in entries(house, rematch) if entry["kind"] == "move"} <= {
        "A",
        "B",
    }


# ---------------------------------------------------------------- hot seat


def test_two_around_this_screen(visit: Visit, house: ServerProcess):
    page = visit(house.url)
    page.get_by_role("button", name="Around this screen, Minivilles Deluxe").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Name at seat A").fill("Anna")
    sheet.get_by_label("Name at seat B").fill("Ben")
    sheet.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    names = {"A": "Anna", "B": "Ben"}
    turns = []
    while len(set(turns)) < 2 or len(turns) < 8:
        now = house.api.table(table)["state"]
        wait_for_number(page, now["number"])
        expect(page.get_by_role("heading", level=1)).to_have_text(
            f"Your turn, {names[now['turn']]}!"
        )
        if turns and turns[-1] != now["turn"]:
            expect(page.locator(".pass")).to_contain_text(
                f"Pass the screen to {names[now['turn']]}"
            )
        turns.append(now["turn"])
        choose(page)
    page.reload()
    now = house.api.table(table)["state"]
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Your turn, {names[now['turn']]}!")
    page.goto(house.url)
    mine = page.get_by_role("region", name="My tables")
    expect(mine).to_contain_text(f"{names[now['turn']]} to play")
    expect(mine).to_contain_text("Anna, Ben")

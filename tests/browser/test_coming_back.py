"""Showing a finished game, playing on from it, the puzzle of the day, and the family page."""

import json
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from faubourg.puzzles.puzzle import FIRST_DAY, Puzzle, puzzles
from tests.browser.conftest import PHONE
from tests.browser.tables import (
    GAMES,
    Visit,
    finish,
    golden,
    link,
    played,
    state,
    wait_for_board,
    wait_for_promise,
)
from tests.browser.test_axe import check
from tests.effort import half
from tests.server.process import ServerProcess

FILES = {"Picture": ".png", "Drawing (SVG)": ".svg", "Film of the game": "-film.png"}
KEPT = """async (paths) => {
  const kept = await Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true })));
  return kept.every(Boolean);
}"""
# The worker keeps files as they come: also those that come beside the script of a board.
SCRIPTS = """async (games) => {
  const kept = (await (await caches.open("faubourg-shell")).keys()).map(({ url }) => url);
  const named = [...document.querySelectorAll("link[href*='/assets/'], script[src*='/assets/']")];
  return games.every((game) => kept.some((url) => url.includes(`/assets/${game}-`)))
    && named.every(({ href, src }) => kept.includes(href ?? src));
}"""
BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })"


def day(page: Page, number: int) -> None:
    """The page believes that it is this day."""
    noon = datetime.combine(FIRST_DAY, datetime.min.time()) + timedelta(days=number, hours=12)
    page.clock.set_fixed_time(noon)


def build(page: Page, card: str) -> None:
    """A card of the market is built, as a player does it."""
    market = page.get_by_role("region", name="Market", exact=True)
    market.get_by_role("button", name=re.compile(f"^{re.escape(card)}, ")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Build for")).click()


def test_a_finished_game_is_shared_watched_by_a_stranger_and_played_on(
    visit: Visit, house: ServerProcess
):
    made = played(house, "minivilles", 1, "person", "greedy", when=lambda now: now.turn == 0)
    finish(house, {**made, "keys": dict.fromkeys("AB", made["keys"]["A"])})
    mine = visit(link(house, made, "A"))
    share = mine.get_by_role("region", name="Share this game")
    share.wait_for()
    address = share.get_by_label("Link to this game").input_value()
    assert address == f"{house.url}/t/{made['table']}"
    picture = share.get_by_role("img")
    picture.scroll_into_view_if_needed()
    mine.wait_for_function("() => document.querySelector('#share ~ img')?.naturalWidth === 1200")
    for name, ending in FILES.items():
        with mine.expect_download() as saved:
            share.get_by_role("link", name=name).click()
        assert saved.value.suggested_filename.endswith(ending)
        assert Path(saved.value.path()).stat().st_size > 1000
    mine.goto(f"{house.url}/family")
    expect(mine.get_by_text("1 games,")).to_be_visible()
    expect(mine.locator("tr", has_text="Minivilles Deluxe").locator("td").first).to_have_text("1")

    stranger = visit(address)
    stranger.get_by_role("dialog").get_by_role("button", name="Watch it again").click()
    bar = stranger.get_by_role("region", name="Replay")
    bar.get_by_role("button", name="Pause").click()
    bar.get_by_label("Position in the game").fill("40")
    expect(bar.get_by_text("Move 40 of")).to_be_visible()
    bar.get_by_role("button", name="Play on from here").click()
    stranger.get_by_role("dialog").get_by_role("button", name="Begin").click()
    stranger.wait_for_url(re.compile(rf"/t/(?!{made['table']})"))
    wait_for_board(stranger)
    other = stranger.url.rpartition("/")[2]
    assert state(house, {"table": other})["moves"] >= 40
    assert state(house, made)["phase"] == "over"
    stranger.goto(f"{house.url}/family")
    expect(stranger.get_by_text("No game has ended here yet")).to_be_visible()


def test_whoever_plays_on_sits_where_they_sat_against_the_same_bots(
    visit: Visit, house: ServerProcess
):
    made = played(house, "my_little_town", 1, "gentle", "person", when=lambda now: now.turn == 1)
    while (now := house.api.table(made["table"]))["state"]["phase"] == "playing":
        if now["state"]["turn"] == "B":
            asked = {"id": f"move-{now['number']}", "answers": now["number"], "seat": "B"}
            path, action = f"/api/tables/{made['table']}/moves", now["legal"][0]["id"]
            house.api.post(path, made["keys"]["B"], **asked, action=action)
    page = visit(link(house, made, "B"), viewport=PHONE)
    page.get_by_role("dialog").get_by_role("button", name="Watch it again").press("Enter")
    bar = page.get_by_role("region", name="Replay")
    slider = bar.get_by_label("Position in the game")
    expect(slider).to_be_focused()  # whoever came by keys goes on by keys
    bar.get_by_role("button", name="Pause").click()
    slider.fill("4")
    bar.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile(rf"/t/(?!{made['table']})"))
    wait_for_board(page)
    seats = state(house, {"table": page.url.rpartition("/")[2]})["seats"]
    assert [(seat["kind"], seat["level"]) for seat in seats] == [
        ("bot", "gentle"),
        ("person", None),
    ]
    assert seats[1]["name"] == "Ben"


def test_faces_lie_beside_what_one_chooses_where_all_is_large(visit: Visit, house: ServerProcess):
    """Who plays on in La Cité des lutins is asked with things as large as on the table."""
    made = house.api.post("/api/tables/import", record=golden("lutins").dumps())
    page = visit(link(house, made), viewport=PHONE)
    page.get_by_role("dialog").get_by_role("button", name="Watch it again").click()
    bar = page.get_by_role("region", name="Replay")
    bar.get_by_role("button", name="Pause").click()
    bar.get_by_label("Position in the game").fill("4")
    bar.get_by_role("button", name="Play on from here").click()
    sheet = page.get_by_role("dialog")
    face = sheet.get_by_role("button", name="Face at seat A").bounding_box() or {}
    kinds = sheet.get_by_role("radiogroup", name="Who sits at seat A").bounding_box() or {}
    assert face["x"] + face["width"] <= kinds["x"]


def test_a_puzzle_is_solved_on_the_board_and_days_in_a_row_count(
    visit: Visit, house: ServerProcess
):
    number, puzzle = next(
        (at, each)
        for at, each in enumerate(puzzles("minivilles"))
        if at > 0 and each.answers[0].startswith("build") and _wrong(each)
    )
    cards = puzzle.position.game.part("view").box(puzzle.position.game.components)["cards"]
    moves = (puzzle.answers[0], _wrong(puzzle) or "")
    right, wrong = (cards[move.split()[1]]["name"]["en"] for move in moves)
    page = visit(f"{house.url}/fair")
    day(page, number)
    page.evaluate(
        f"localStorage['faubourg.puzzles'] = '{json.dumps({'minivilles': [number - 1]})}'"
    )
    page.goto(f"{house.url}/puzzle")
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    check(page)
    row = page.get_by_role("listitem").filter(has_text="Minivilles")
    row.get_by_role("link", name="Solve it").click()
    build(page, wrong)
    tip = page.get_by_role("region", name="Puzzle of the day")
    expect(tip.get_by_text("Not the best")).to_be_visible()
    expect(tip.get_by_role("button", name="Show the answer")).to_be_visible()
    build(page, right)
    expect(tip.get_by_text("That’s it!")).to_be_visible()
    best = int(100 * puzzle.worths[0].chance + 0.5)  # as JavaScript rounds
    expect(tip.locator(".why")).to_contain_text(f"{best} %")
    check(page)
    tip.get_by_role("link", name="All puzzles").click()
    expect(row.get_by_text("2 days in a row")).to_be_visible()
    row.get_by_role("link", name="Look again").click()
    build(page, right)
    tip.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_board(page)
    played_on = state(house, {"table": page.url.rpartition("/")[2]})
    assert played_on["moves"] >= len(puzzle.moves)


def _wrong(puzzle: Puzzle) -> str | None:
    """A move of the same kind that is not the best."""
    moves = (each.move for each in puzzle.worths if each.move not in puzzle.answers)
    cards = puzzle.position.game.part("view").box(puzzle.position.game.components)["cards"]
    return next((move for move in moves if move.split()[-1] in cards and move[:5] == "build"), None)


def test_the_puzzles_of_the_coming_days_open_without_a_server(
    visit: Visit, own_house: ServerProcess
):
    page = visit(f"{own_house.url}/puzzle")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    day(page, 3)
    page.reload()
    wait_for_promise(page, KEPT, [f"/api/puzzles/{game}/9" for game in GAMES])
    wait_for_promise(page, SCRIPTS, GAMES)
    for path in ("/fair", "/"):  # pages with other titles take nothing away
        page.goto(own_house.url + path)
        page.get_by_role("heading").first.wait_for()
        wait_for_promise(page, SCRIPTS, GAMES)
    # What the worker has kept, and not what the browser would have for an hour anyway.
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    own_house.kill()
    for number in (3, 9):
        day(page, number)
        for game in GAMES:
            page.goto(f"{own_house.url}/puzzle/{game}")
            page.locator(".puzzle [data-asked]").first.wait_for()
    page.goto(f"{own_house.url}/puzzle")
    expect(page.get_by_role("link", name="Solve it")).to_have_count(len(GAMES))
    expect(page.get_by_text("You are offline, or the server is.")).to_be_visible()
    own_house.start()


@pytest.mark.parametrize("game", half(GAMES, 0))
def test_every_game_lays_its_puzzle_out_where_nothing_may_be_kept(
    visit: Visit, house: ServerProcess, game: str
):
    page = visit(f"{house.url}/fair")
    page.add_init_script(BLOCKED)
    day(page, 2)
    page.goto(f"{house.url}/puzzle/{game}")
    page.locator(".puzzle [data-asked]").first.wait_for()
    check(page)
    page.goto(f"{house.url}/family")
    expect(page.get_by_text("does not let pages remember")).to_be_visible()
    check(page)


def test_the_family_page_is_saved_taken_over_and_forgotten(visit: Visit, house: ServerProcess):
    player = {"name": "Zoé", "here": True, "bot": None, "won": True, "points": 31}
    bot = {"name": "Otter", "here": False, "bot": "expert", "won": False, "points": 12}
    games = [{"id": f"t{n}", "game": "lutins", "at": n, "players": [player, bot]} for n in range(3)]
    page = visit(f"{house.url}/family", viewport={"width": 390, "height": 844})
    give = page.locator("input[type=file]")
    give.set_input_files({"name": "a.json", "mimeType": "application/json", "buffer": b"{}"})
    expect(page.get_by_text("no file of a family page")).to_be_visible()
    kept = json.dumps({"form": 1, "games": games}).encode()
    give.set_input_files({"name": "a.json", "mimeType": "application/json", "buffer": kept})
    expect(page.get_by_text("3 games, 3 of them won")).to_be_visible()
    expect(page.locator("li.earned", has_text="Expert beaten")).to_be_visible()
    expect(page.get_by_text("Zoé: 31 points").first).to_be_visible()
    check(page)
    page.reload()
    expect(page.get_by_text("Most wins in a row: 3")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert json.loads(Path(saved.value.path()).read_text()) == json.loads(kept)
    page.get_by_role("button", name="Forget everything here").click()
    page.get_by_role("button", name="Keep them").click()
    page.get_by_role("button", name="Forget everything here").click()
    page.get_by_role("button", name="Yes, forget").click()
    expect(page.get_by_text("No game has ended here yet")).to_be_visible()
    assert page.evaluate("localStorage['faubourg.family'] ?? null") is None


def test_a_challenge_is_begun_and_its_stars_are_shown_and_kept(visit: Visit, house: ServerProcess):
    page = visit(f"{house.url}/challenges", viewport={"width": 390, "height": 844})
    card = page.get_by_role("listitem").filter(
        has=page.get_by_role("heading", name="Quiet streets")
    )
    check(page)
    card.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_board(page)
    begun = state(house, {"table": page.url.rpartition("/")[2]})
    assert [seat["kind"] for seat in begun["seats"]] == ["person", "bot"]

    made = played(house, "minivilles", 1, "person", "greedy", when=lambda now: now.turn == 0)
    finish(house, {**made, "keys": dict.fromkeys("AB", made["keys"]["A"])})
    earned = house.api.get(f"/api/tables/{made['table']}/challenges")["stars"]["A"]
    page.goto(link(house, made, "A"))
    stars = page.get_by_role("region", name="Challenges").get_by_role("listitem")
    row = stars.filter(has_text="Quiet streets")
    expect(row.get_by_role("img")).to_have_accessible_name(f"{earned['quiet_streets']} of 3 stars")
    page.goto(f"{house.url}/challenges")
    expect(card.get_by_role("img")).to_have_accessible_name(f"{earned['quiet_streets']} of 3 stars")
    assert any(earned.values())
    page.get_by_role("button", name="Forget my stars").click()
    expect(page.get_by_text("0 of 30 stars")).to_be_visible()

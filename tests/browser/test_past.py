"""Looking back: the log, the replay, and what can be had of a game when it is over."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from faubourg.records.record import Record
from tests.browser.conftest import ROUTED
from tests.browser.tables import (
    GAMES,
    SOME_HINTS,
    Visit,
    annas_turn,
    choose,
    finish,
    finished,
    link,
    played,
    ranks,
    state,
    tampered,
    wait_for_number,
    wait_for_turn,
)
from tests.effort import half
from tests.server.process import ServerProcess


def board(page: Page) -> str:
    return page.locator(".middle > .board").inner_html()


def test_lines_of_the_log_lead_to_the_past_and_back(visit: Visit, house: ServerProcess):
    made = played(house, "minivilles", 0.5, "person", "greedy", when=annas_turn)
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    moves = state(house, made)["moves"]
    past = page.get_by_role("region", name="Replay")
    lines = page.locator(".log li button")
    lines.nth(lines.count() // 2).click()  # older lines may still come
    line = page.locator(".log li button[aria-current=step]")
    expect(past).to_contain_text(line.inner_text())
    slider = past.get_by_role("slider")
    assert 0 < int(slider.input_value()) < moves
    # Nothing can be played in the past.
    page.locator("#tab-choices").click()
    expect(page.locator(".choices")).to_contain_text("Nothing to choose right now")
    past.get_by_role("button", name="Back").click()
    expect(past).to_have_count(0)
    choose(page)
    assert state(house, made)["moves"] > moves


def test_the_past_is_left_by_escape_and_does_not_hide_news(visit: Visit, house: ServerProcess):
    made = house.api.make("minivilles", ["Anna:person", "Ben:person"])
    pages = {seat: visit(link(house, made, seat)) for seat in "AB"}
    acting = state(house, made)["turn"]
    other = pages["B" if acting == "A" else "A"]
    wait_for_turn(pages[acting])
    choose(pages[acting])
    other.locator(".log li button").first.click()
    past = other.get_by_role("region", name="Replay")
    expect(past).to_be_visible()
    while state(house, made)["turn"] == acting:
        number = choose(pages[acting])
        wait_for_number(other, number)
    expect(past).to_be_visible()
    other.keyboard.press("Escape")
    expect(past).to_have_count(0)
    wait_for_turn(other)


@pytest.mark.parametrize("game", half(GAMES, 0))
def test_a_game_is_watched_again(visit: Visit, house: ServerProcess, game: str):
    made = finished(house, game)
    page = visit(link(house, made))
    page.get_by_role("dialog").get_by_role("button", name="Watch it again").click()
    past = page.get_by_role("region", name="Replay")
    moves = state(house, made)["moves"]
    slider = past.get_by_role("slider")
    past.get_by_role("button", name="Pause").click()
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    expect(slider).to_have_attribute("aria-valuetext", "The beginning")
    first = board(page)
    page.keyboard.press("End")
    expect(slider).to_have_value(str(moves))
    expect(past.get_by_role("button", name="Next")).to_be_disabled()
    expect(page.locator(".middle > .board")).not_to_have_js_property("innerHTML", first)
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(moves - 1))
    past.get_by_role("button", name="Previous").click()
    expect(slider).to_have_value(str(moves - 2))
    past.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_value(str(moves))
    past.get_by_role("button", name="Close").click()
    expect(past).to_have_count(0)
    page.get_by_role("button", name="Result").click()
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("game", half(GAMES, 1))
def test_the_end_tells_who_won_and_why(visit: Visit, house: ServerProcess, game: str):
    made = played(house, game, 1, "person", "person", when=annas_turn)
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    finish(house, made)
    end = page.get_by_role("dialog")
    outcome = state(house, made)["outcome"]
    expect(end).to_contain_text(outcome["reason"]["en"])
    if not ranks(outcome):  # together, or points that say something else: no table
        expect(end.get_by_role("table")).to_have_count(0)
        return
    for score in outcome["scores"].values():
        expect(end.get_by_role("cell", name=str(score), exact=True).first).to_be_visible()
    rows = end.locator("tbody").first.get_by_role("row")
    winners = [
        rows.nth(row) for row in range(rows.count()) if "winner" in rows.nth(row).inner_text()
    ]
    assert len(winners) == len(outcome["winners"])


def test_the_dice_are_checked_in_words(visit: Visit, house: ServerProcess):
    made = finished(house, "minivilles")
    page = visit(link(house, made))
    end = page.get_by_role("dialog")
    end.get_by_role("button", name="Check the dice").click()
    checked = house.api.post("/api/records/verify", record=house.api.record(made["table"]))[
        "checked"
    ]
    assert checked > 0
    expect(end).to_contain_text(f"All {checked} rolls and draws match")
    end.get_by_text("How does this work?").click()
    expect(end).to_contain_text(state(house, made)["fairness"]["commitment"])


def test_the_seal_is_the_one_that_was_shown_before(visit: Visit, house: ServerProcess):
    """The page remembers the seal of its table, and sees whether it is the same at the end."""
    made = played(house, "lutins", 1, "person", "person", when=annas_turn)
    seal = state(house, made)["fairness"]["commitment"]
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_contain_text(seal)
    page.keyboard.press("Escape")
    finish(house, made)
    end = page.get_by_role("dialog")
    check = end.get_by_role("button", name="Check the dice")
    check.click()
    expect(end).to_contain_text("The seal is the one that this device saw before")
    # And if it had seen another one:
    page.evaluate(
        """() => {
          const tables = JSON.parse(localStorage["faubourg.tables"]);
          for (const table of tables) table.seal = "0".repeat(64);
          localStorage["faubourg.tables"] = JSON.stringify(tables);
        }"""
    )
    page.reload()
    check.click()
    expect(end.locator(".bad")).to_contain_text("not the seal that this device saw before")


def test_anybody_checks_a_saved_game(visit: Visit, house: ServerProcess, tmp_path: Path):
    """The page about fair dice is one click away, tells the scheme, and checks files."""
    made = finished(house, "minivilles")
    page = visit(link(house, made), refusals=True)
    end = page.get_by_role("dialog")
    end.get_by_role("button", name="Check the dice").click()
    end.get_by_text("How does this work?").click()
    with page.expect_popup() as opened:
        end.get_by_role("link", name="How to check it yourself").click()
    fair = opened.value
    expect(fair.get_by_role("main")).to_contain_text("faubourg verify")
    file = tmp_path / "game.txt"
    record = house.api.record(made["table"])
    answer = fair.get_by_role("main").get_by_role("status")
    for text, said in (
        (record, "rolls and draws match"),
        (tampered(record), "Something does not match"),
        ("shopping: eggs, milk", "could not be checked"),
    ):
        file.write_text(text, encoding="utf-8")
        fair.locator("input[type=file]").set_input_files(file)
        expect(answer).to_contain_text(said)


def test_dice_that_were_changed_are_told_of(visit: Visit, house: ServerProcess):
    """The page asks the server of the record that it was given: so we give it another."""
    made = finished(house, "minivilles")
    record = house.api.record(made["table"])
    page = visit(link(house, made), **ROUTED)
    page.route("**/record", lambda route: route.fulfill(body=tampered(record)))
    end = page.get_by_role("dialog")
    end.get_by_role("button", name="Check the dice").click()
    expect(end.locator(".fairness [role=status]")).to_contain_text("Something does not match")


def test_the_record_is_saved(visit: Visit, house: ServerProcess, tmp_path: Path):
    made = finished(house, "lutins")
    page = visit(link(house, made))
    with page.expect_download() as saving:
        page.get_by_role("dialog").get_by_role("link", name="Save the game").click()
    file = tmp_path / "saved.txt"
    saving.value.save_as(file)
    assert saving.value.suggested_filename == f"faubourg-lutins-{made['table']}.txt"
    assert file.read_text(encoding="utf-8") == house.api.record(made["table"])
    assert Record.load(file).outcome is not None


def test_undo_takes_a_move_back(visit: Visit, house: ServerProcess):
    made = played(house, "cities", 0.3, "person", "greedy", when=annas_turn)
    page = visit(link(house, made, "A"))
    while not state(house, made)["undo"]:
        wait_for_turn(page)
        choose(page)
    moves = state(house, made)["moves"]
    wait_for_number(page, state(house, made)["number"])
    number = state(house, made)["number"]
    page.keyboard.press("Control+z")
    wait_for_number(page, number + 1)
    assert state(house, made)["moves"] < moves
    page.locator("#tab-log").click()
    expect(page.locator(".log")).to_contain_text("taken back")
    wait_for_turn(page)
    choose(page)


def test_a_hint_is_given_and_played(visit: Visit, house: ServerProcess):
    made = house.api.make("minivilles", ["Anna:person", "greedy"])
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    number = state(house, made)["number"]
    page.get_by_role("button", name="Hint").click()
    hints = page.get_by_role("region", name=re.compile(f"{SOME_HINTS.pattern}|This is the only"))
    hints.get_by_role("listitem").first.get_by_role("button").click()
    wait_for_number(page, number + 1)
    expect(hints).to_have_count(0)

"""Reload, a dead server, no network: no move is lost, none is made twice, and the page says so."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from faubourg import Position
from tests.browser.conftest import ROUTED
from tests.browser.tables import (
    Visit,
    annas_turn,
    choose,
    entries,
    link,
    moves_of,
    offer,
    played,
    shown,
    state,
    wait_for_number,
    wait_for_turn,
)
from tests.server.process import ServerProcess

GONE = re.compile("reconnecting|connecting|restarting")


def sit(visit: Visit, house: ServerProcess) -> tuple[Page, str]:
    made = house.api.make("minivilles", ["Anna:person", "greedy"])
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    return page, made["table"]


def compare(page: Page, house: ServerProcess, table: str, mine: int) -> None:
    """What the page shows is what the server has, and that has just the moves that we made."""
    told = entries(house, table)
    assert [entry["number"] for entry in told] == list(range(1, len(told) + 1))
    assert len([e for e in told if e["kind"] == "move" and e["seat"] == "A"]) == mine
    wait_for_number(page, len(told))
    lines = page.locator(".log li")
    page.locator("#tab-log").click()
    expect(lines.last).to_be_visible()
    # The same position, by the page's own connection.
    assert shown(page) >= len(told)


def test_reload_right_after_a_move(visit: Visit, house: ServerProcess):
    page, table = sit(visit, house)
    for mine in (1, 2, 3):
        wait_for_turn(page)
        number = shown(page)
        button = offer(page)
        with page.expect_navigation():
            button.evaluate("button => { button.click(); location.reload() }")
        wait_for_number(page, number + 1)
        assert len(moves_of(house, table, "A")) == mine
    wait_for_turn(page)
    compare(page, house, table, 3)


def annas_standee(position: Position) -> bool:
    """Anna may place a standee."""
    texts = (str(action) for action in position.legal)
    return annas_turn(position) and any(text.startswith("standee") for text in texts)


def test_reload_with_a_choice_half_made(visit: Visit, house: ServerProcess):
    """What is only picked up is no move: after a reload it lies where it was."""
    made = played(house, "my_little_town", 0.5, "person", "person", when=annas_standee)
    page = visit(link(house, made, "A"))
    wait_for_turn(page)
    standee = page.locator(".mlt-tray .standee.fits").first
    standee.click()
    expect(standee).to_have_attribute("aria-pressed", "true")
    moves = state(house, made)["moves"]
    page.reload()
    wait_for_turn(page)
    expect(standee).to_have_attribute("aria-pressed", "false")
    assert state(house, made)["moves"] == moves
    choose(page)
    assert state(house, made)["moves"] > moves


def test_the_server_is_killed_and_comes_back(visit: Visit, own_house: ServerProcess):
    page, table = sit(visit, own_house)
    mine = 0
    for _ in range(2):
        for _ in range(2):
            wait_for_turn(page)
            choose(page)
            mine += 1
        number = shown(page)
        own_house.kill()
        expect(page.locator(".banner [role=status]")).to_have_text(GONE)
        # The table stays on the screen meanwhile, and no dialog is in the way.
        assert shown(page) >= number
        assert page.get_by_role("dialog").count() == 0
        own_house.start()
        expect(page.locator(".banner [role=status]")).to_have_count(0)
        wait_for_number(page, number)
    wait_for_turn(page)
    choose(page)
    compare(page, own_house, table, mine + 1)


def test_the_server_is_stopped_politely(visit: Visit, own_house: ServerProcess):
    page, table = sit(visit, own_house)
    choose(page)
    own_house.stop()
    expect(page.locator(".banner [role=status]")).to_have_text(GONE)
    own_house.start()
    wait_for_turn(page)
    expect(page.locator(".banner [role=status]")).to_have_count(0)
    choose(page)
    compare(page, own_house, table, 2)


def test_killed_right_after_the_click(visit: Visit, own_house: ServerProcess):
    """Whether it was written down or not: it comes to be there once."""
    page, table = sit(visit, own_house)
    for mine in (1, 2):
        wait_for_turn(page)
        number = shown(page)
        offer(page).evaluate("button => button.click()")
        own_house.kill()
        own_house.start()
        wait_for_number(page, number + 1)
        wait_for_turn(page)
        assert len(moves_of(own_house, table, "A")) == mine
    compare(page, own_house, table, 2)


class Wire:
    """The page's connection, which can be cut at a certain word."""

    def __init__(self, page: Page) -> None:
        self.lose: str | None = (
            None  # a type of message that is not passed on, and nothing after it
        )
        self.lost: list[Any] = []
        self.sent: list[Any] = []  # moves of the page
        page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def passing(to: WebSocketRoute, message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "move":
                self.sent.append(said)
            if self.lost or said["type"] == self.lose:
                self.lost.append(said)
            else:
                to.send(message)

        page.on_message(lambda message: passing(server, message))
        server.on_message(lambda message: passing(page, message))

    def mend(self) -> None:
        self.lose, self.lost = None, []


@pytest.mark.parametrize("lost", ["move", "accepted", "update"])
def test_killed_between_asking_and_being_answered(
    visit: Visit, own_house: ServerProcess, lost: str
):
    """The request is lost on its way there, or the server has written it down and can't say so."""
    made = own_house.api.make("minivilles", ["Anna:person", "greedy"])
    page = visit("about:blank")
    wire = Wire(page)
    page.goto(link(own_house, made, "A"))
    wait_for_turn(page)
    number, button = shown(page), offer(page)
    wire.lose = lost
    button.click()
    while not wire.lost:
        page.wait_for_timeout(20)
    assert shown(page) == number or lost == "accepted"  # of which an update may tell before
    own_house.kill()
    wire.mend()
    own_house.start()
    wait_for_number(page, number + 1)
    wait_for_turn(page)
    assert len(moves_of(own_house, made["table"], "A")) == 1
    # What never arrived was asked again under the same name; of what did, news may have told.
    assert len(wire.sent) >= 2 or lost != "move"
    assert len({said["id"] for said in wire.sent}) == 1
    choose(page)
    compare(page, own_house, made["table"], 2)


def test_two_tabs_of_one_player_do_not_quarrel(visit: Visit, house: ServerProcess):
    page, table = sit(visit, house)
    other = page.context.new_page()
    other.goto(page.url)
    wait_for_turn(other)
    number = choose(page)
    wait_for_number(other, number)
    wait_for_turn(other)
    choose(other)
    assert len(moves_of(house, table, "A")) == 2


def test_without_network_for_a_while(visit: Visit, house: ServerProcess):
    page, table = sit(visit, house)
    choose(page)
    wait_for_turn(page)
    number, button = shown(page), offer(page)
    page.context.set_offline(True)
    expect(page.locator(".banner [role=status]")).to_have_text(GONE)
    button.evaluate("button => button.click()")
    page.context.set_offline(False)
    wait_for_number(page, number + 1)
    wait_for_turn(page)
    assert len(moves_of(house, table, "A")) == 2
    compare(page, house, table, 2)


@pytest.mark.parametrize("restarted", [False, True], ids=["slept", "slept-over-a-restart"])
def test_a_page_that_slept_catches_up(visit: Visit, own_house: ServerProcess, restarted: bool):
    """A laptop is closed: nothing of the page runs, while the other one plays on."""
    made = own_house.api.make("minivilles", ["Anna:person", "Ben:person"], first="B")
    page = visit(link(own_house, made, "A"))
    wait_for_number(page, 1)
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    while (now := own_house.api.table(made["table"]))["state"]["turn"] != "A":
        told = {"id": f"{now['number']}", "answers": now["number"], "seat": "B"}
        path = f"/api/tables/{made['table']}/moves"
        own_house.api.post(path, made["keys"]["B"], **told, action=now["legal"][-1]["id"])
    if restarted:
        own_house.kill()
        own_house.start()
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    wait_for_number(page, now["number"])
    wait_for_turn(page)
    choose(page)
    compare(page, own_house, made["table"], 1)


def test_the_board_comes_when_the_network_does(visit: Visit, house: ServerProcess):
    """The game's own part of the page may fail to load: then there is a list, and another try."""
    made = house.api.make("minivilles", ["Anna:person", "greedy"])
    page = visit("about:blank", refusals=True, **ROUTED)
    page.route(re.compile("/box$"), lambda route: route.abort())
    page.goto(link(house, made, "A"))
    expect(page.get_by_text("The board could not be loaded")).to_be_visible()
    number = shown(page)
    page.locator(".middle > .board .choices .button").first.click()
    wait_for_number(page, number + 1)
    page.unroute(re.compile("/box$"))
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The board could not be loaded")).to_have_count(0)
    assert len(moves_of(house, made["table"], "A")) == 1

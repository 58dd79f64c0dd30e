"""The host lets devices in this home join: a browser on the computer, and one on a phone.

Each runs in a network namespace of its own (`tests/server/home.py`), so that the phone has no other
way than the address in the picture.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Error as BrowserError

from tests.browser.conftest import FLAGS, PHONE, SHELL, visits
from tests.browser.qr import read_qr
from tests.browser.tables import Visit, choose, wait_for_turn
from tests.browser.test_axe import check, check_looks, two_looks
from tests.server.home import Device, Home, ServerOn, home, join, namespace
from tests.server.process import ServerProcess

BUTTON = "Let devices in this home join"
CLOSED_WORD = "the host has closed the table to other devices"


class AtHome(NamedTuple):
    home: Home
    server: ServerProcess
    computer: Visit
    phone: Visit


@pytest.fixture(scope="module")
def a_home() -> Iterator[Home]:
    with home() as made:
        yield made


def browser_on(device: Device, browser: Browser, folder: Path) -> Browser:
    """A browser in the network of a device."""
    assert SHELL
    program = folder / f"chromium-{device.process or 'here'}"
    program.write_text(f'#!/bin/sh\nexec {" ".join(device.prefix)} {SHELL} "$@"\n')
    program.chmod(0o755)
    return browser.browser_type.launch(executable_path=program, args=FLAGS)


@pytest.fixture(scope="module")
def browsers(
    a_home: Home, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Browser, Browser]]:
    folder = tmp_path_factory.mktemp("browsers")
    with ExitStack() as stack:
        launched = [browser_on(each, browser, folder) for each in (a_home.computer, a_home.phone)]
        for each in launched:
            stack.callback(each.close)
        yield launched[0], launched[1]


@pytest.fixture(scope="module")
def server(a_home: Home, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    database = f"sqlite:///{tmp_path_factory.mktemp('lan') / 'tables.db'}"
    process = ServerOn(a_home.computer, database, pace=0.05)
    process.start()
    yield process
    process.close()


@pytest.fixture
def at_home(
    a_home: Home, server: ServerProcess, browsers: tuple[Browser, Browser]
) -> Iterator[AtHome]:
    with visits(browsers[0]) as computer, visits(browsers[1]) as phone:
        yield AtHome(a_home, server, computer, phone)


def table_for(computer: Page, players: int) -> None:
    """Anna makes a table and waits for her friends."""
    computer.get_by_role("button", name="With friends, Minivilles Deluxe").click()
    sheet = computer.get_by_role("dialog")
    sheet.get_by_label("Name at seat A").fill("Anna")
    sheet.get_by_role("radio", name=str(players)).check(force=True)
    sheet.get_by_role("button", name="Set the table").click()
    computer.wait_for_url("**/t/*")


def picture(page: Page) -> str:
    """What a phone reads from the picture on the page."""
    shown = page.get_by_role("img", name="The link as a QR picture")
    expect(shown).to_be_visible()
    return read_qr(shown)


def sit_down(phone: Page, name: str) -> None:
    phone.get_by_label("What is your name?").fill(name)
    phone.get_by_role("button", name="Sit down").click()
    phone.wait_for_url("**/t/*")


def close_again(page: Page) -> None:
    page.get_by_role("button", name="Close again").click()
    expect(page.get_by_role("button", name=BUTTON)).to_be_visible()


def test_a_phone_joins_by_the_picture_and_is_told_when_it_is_closed(at_home: AtHome):
    anna = at_home.computer(at_home.server.url)
    table_for(anna, 3)
    button = anna.get_by_role("button", name=BUTTON)
    expect(button).to_be_visible()
    expect(anna.get_by_role("img", name="The link as a QR picture")).to_have_count(0)
    address = f"http://{at_home.home.computer.address}:{at_home.server.port}"
    ben = at_home.phone("about:blank", PHONE)
    with pytest.raises(BrowserError, match="ERR_CONNECTION_REFUSED"):
        ben.goto(address)
    # By keyboard alone.
    button.focus()
    anna.keyboard.press("Enter")
    expect(anna.get_by_role("status").filter(has_text="in this home can join")).to_be_visible()
    expect(anna.get_by_role("button", name="Close again")).to_be_focused()
    link = picture(anna)
    assert link == anna.locator("p.link a").inner_text()
    assert link.startswith(f"{address}/join/")
    ben.goto(link)
    expect(ben.get_by_role("main")).to_contain_text("Already there: Anna")
    sit_down(ben, "Ben")
    for page in (anna, ben):  # both are connected
        expect(page.get_by_role("list", name="Seats")).to_contain_text("Ben")
    # The phone has no button, and says its own address, which is right.
    assert ben.get_by_role("button", name=BUTTON).count() == 0
    close_again(anna)
    expect(anna.get_by_role("img", name="The link as a QR picture")).to_have_count(0)
    expect(ben.locator(".banner")).to_contain_text(CLOSED_WORD)
    cara = at_home.phone("about:blank", PHONE)
    with pytest.raises(BrowserError, match="ERR_CONNECTION_REFUSED"):
        cara.goto(link)
    # Opened again, Ben is back by himself.
    button.click()
    expect(ben.locator(".banner")).not_to_contain_text(CLOSED_WORD)
    cara.goto(picture(anna))
    sit_down(cara, "Cara")
    for page in (anna, ben, cara):
        expect(page.get_by_role("list", name="Players")).to_contain_text("Cara")
    close_in_the_menu(anna)
    expect(ben.locator(".banner")).to_contain_text(CLOSED_WORD)


def close_in_the_menu(anna: Page) -> None:
    anna.get_by_role("button", name="Menu").click()
    anna.get_by_role("button", name="Close to other devices").click()
    expect(anna.get_by_text("Only this computer can play now.")).to_be_visible()


def test_friends_at_home_play_a_game(at_home: AtHome):
    anna = at_home.computer(at_home.server.url)
    table_for(anna, 2)
    anna.get_by_role("button", name=BUTTON).click()
    ben = at_home.phone(picture(anna))
    sit_down(ben, "Ben")
    for page in (anna, ben):
        expect(page.get_by_role("list", name="Players")).to_contain_text("Ben")
    table = ben.url.rpartition("/")[2]
    look = at_home.server.api.table
    pages = {"A": anna, "B": ben}
    for _ in range(3):
        turn = at_home.home.computer.run(lambda: look(table))["state"]["turn"]
        wait_for_turn(pages[turn])
        choose(pages[turn])
    close_in_the_menu(anna)


def test_the_waiting_room_is_for_everybody_open_and_closed(at_home: AtHome):
    anna = at_home.computer(at_home.server.url)
    table_for(anna, 2)
    expect(anna.get_by_role("button", name=BUTTON)).to_be_visible()
    check_looks(anna, two_looks(0))
    anna.get_by_role("button", name=BUTTON).click()
    expect(anna.get_by_role("button", name="Close again")).to_be_visible()
    anna.get_by_text("A phone can’t get through?").click()
    expect(anna.get_by_text("Mobile data and guest networks")).to_be_visible()
    check_looks(anna, two_looks(1))
    close_again(anna)


def test_another_network_can_be_chosen(at_home: AtHome):
    if not at_home.home.is_real:
        pytest.skip("this needs root: a second network can't be made")
    with namespace("10.66.0.2") as container:
        join(Device("10.66.0.1", at_home.home.computer.process), container, "docker0")
        anna = at_home.computer(at_home.server.url)
        table_for(anna, 2)
        anna.get_by_role("button", name=BUTTON).click()
        anna.get_by_text("A phone can’t get through?").click()
        anna.get_by_role("button", name="Address for other devices: 10.66.0.1").click()
        expect(anna.locator("p.link a")).to_contain_text("http://10.66.0.1:")
        assert picture(anna).startswith("http://10.66.0.1:")
    # The cable is gone: the page says so, and opens the other network again.
    expect(anna.get_by_text("in another network now")).to_be_visible()
    expect(anna.get_by_role("img", name="The link as a QR picture")).to_have_count(0)
    anna.get_by_role("button", name="Open again").click()
    expect(anna.locator("p.link a")).to_contain_text(at_home.home.computer.address)
    close_again(anna)


def test_without_a_network_the_page_says_what_to_do(a_home: Home, browser: Browser, tmp_path: Path):
    if not a_home.is_real:
        pytest.skip("this needs root: a machine can't be taken off its network")
    with namespace() as alone, ExitStack() as stack:
        process = ServerOn(alone, f"sqlite:///{tmp_path / 'tables.db'}")
        process.start()
        stack.callback(process.close)
        launched = browser_on(alone, browser, tmp_path)
        stack.callback(launched.close)
        visit = stack.enter_context(visits(launched))
        anna = visit(process.url, refusals=True)
        table_for(anna, 2)
        anna.get_by_role("button", name=BUTTON).click()
        expect(anna.get_by_role("alert")).to_contain_text("Connect it to your Wi-Fi")
        check(anna)
        # A server that is started anew is closed, and the page finds out by itself.
        alone.ip("link add wlan0 type veth peer name router")
        alone.ip("addr add 10.77.0.1/24 dev wlan0")
        alone.ip("link set wlan0 up")
        anna.get_by_role("button", name=BUTTON).click()
        expect(anna.get_by_role("button", name="Close again")).to_be_visible()
        process.stop()
        process.start()
        expect(anna.get_by_text("Faubourg was started anew")).to_be_visible()
        expect(anna.get_by_role("button", name=BUTTON)).to_be_visible()


def test_where_it_is_switched_off_the_page_shows_no_button(visit: Visit, tmp_path: Path):
    process = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", lan_sharing=0).start()
    try:
        anna = visit(process.url)
        table_for(anna, 2)
        expect(anna.get_by_text("Only this computer can play at this table.")).to_be_visible()
        assert anna.get_by_role("button", name=BUTTON).count() == 0
    finally:
        process.close()

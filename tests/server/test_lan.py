"""Sharing with the local network: who may open and close it, what it lets in, and what is left out.

Two network namespaces stand for a computer and a phone (`tests/server/home.py`).
"""

import asyncio
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pexpect
import pytest
import websockets
import zxingcpp
from starlette.requests import Request
from websockets.asyncio.client import connect

from faubourg.server.errors import NotAllowed
from faubourg.server.serve import qr_picture
from faubourg.server.settings import Settings
from faubourg.server.web.interfaces import lan_addresses
from faubourg.server.web.sharing import LanSharing
from tests.server.client import PATIENCE, Api, Player, RefusedError
from tests.server.home import Device, Home, ServerOn, home, join, namespace
from tests.server.process import ServerProcess, free_port

Data = dict[str, Any]


@pytest.fixture(scope="module")
def a_home() -> Iterator[Home]:
    with home() as made:
        yield made


@contextmanager
def serving(computer: Device, folder: Path, *options: str, **settings: Any) -> Iterator["Host"]:
    """A server on the computer."""
    process = ServerOn(computer, f"sqlite:///{folder / 'tables.db'}", *options, **settings)
    try:
        process.start()
        yield Host(computer, process)
    finally:
        process.close()


class Host:
    """Somebody at the computer with a table of their own."""

    def __init__(self, computer: Device, server: ServerProcess) -> None:
        self.computer, self.server = computer, server
        self.made: Data = self.ask("POST", "/api/tables", game="minivilles", seats=SEATS)
        self.path = f"/api/tables/{self.made['table']}/lan"
        self.key: str = self.made["host_key"]

    def ask(self, method: str, path: str, key: str | None = None, /, **body: Any) -> Data:
        return self.computer.run(lambda: self.server.api.ask(method, path, key, **body))

    def look(self) -> Data:
        return self.ask("GET", self.path)

    def open(self, **body: Any) -> Data:
        return self.ask("POST", self.path, self.key, **body)

    def close(self) -> Data:
        return self.ask("DELETE", self.path, self.key)

    def refused(self, method: str, key: str | None = None, **headers: str) -> tuple[int, str]:
        """Status and code with which a request from this computer is refused."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        url = self.server.url + self.path
        return refused(self.computer, method, url, key or self.key, given)


SEATS = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]


def refused(
    device: Device, method: str, url: str, key: str | None, headers: dict[str, str]
) -> tuple[int, str]:
    headers = ({"Authorization": f"Bearer {key}"} if key else {}) | headers
    body = {"json": {}} if method == "POST" else {}
    answer = device.run(
        lambda: httpx.request(method, url, headers=headers, timeout=PATIENCE, **body)  # type: ignore[arg-type]
    )
    return answer.status_code, answer.json().get("code", "")


@pytest.fixture(scope="module")
def host(a_home: Home, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server that the tests of this module share."""
    with serving(a_home.computer, tmp_path_factory.mktemp("lan")) as made:
        yield made


@pytest.fixture
def closed(host: Host) -> Iterator[Host]:
    """The same, closed before and after the test."""
    yield host
    host.close()


def reaches(device: Device, url: str) -> bool:
    """Whether a device gets through to a server at all."""
    try:
        device.run(lambda: httpx.get(f"{url}/healthz", timeout=PATIENCE))
    except httpx.ConnectError:
        return False
    return True


# ---------------------------------------------------------------- a phone in this home


def test_a_phone_joins_after_the_button_and_neither_before_nor_after(closed: Host, a_home: Home):
    computer, phone = a_home.computer, a_home.phone
    at_home = f"http://{computer.address}:{closed.server.port}"
    assert closed.look()["state"] == "closed"
    assert not reaches(phone, at_home)
    opened = closed.open()
    assert (opened["state"], opened["url"]) == ("open", at_home)
    made = closed.ask("POST", "/api/tables", game="minivilles", seats=SEATS)
    api = Api(at_home)
    joined = phone.run(lambda: api.post("/api/tables/join", code=made["code"], name="Ben"))
    phone.run(api.http.close)

    async def stay() -> Player:
        """Ben plays until he is sent away."""
        player = await Player(at_home, made["table"], [joined["key"]]).__aenter__()
        await asyncio.to_thread(closed.close)
        with pytest.raises(ConnectionError):
            await player.until(lambda player: False)
        await player.leave()
        return player

    ben = phone.run(lambda: asyncio.run(stay()))
    assert ben.bye is not None
    assert (ben.bye["code"], ben.closed) == ("unshared", 4403)
    assert "closed the table" in ben.bye["en"]
    assert "fermé la table" in ben.bye["fr"]
    assert not reaches(phone, at_home)
    # The table is kept, and so is his seat: the same address opens it again.
    seats = closed.ask("GET", f"/api/tables/{made['table']}")["state"]["seats"]
    assert [seat["name"] for seat in seats] == ["Anna", "Ben"]
    assert closed.open()["url"] == at_home

    async def return_() -> list[str]:
        async with Player(at_home, made["table"], [joined["key"]]) as player:
            return player.seats

    assert phone.run(lambda: asyncio.run(return_())) == ["B"]


def test_closing_ends_connections_that_wait_for_a_request(closed: Host, a_home: Home):
    url = closed.open()["url"]
    idle = a_home.phone.run(lambda: httpx.Client(base_url=url, timeout=PATIENCE))
    a_home.phone.run(lambda: idle.get("/healthz"))
    closed.close()
    with pytest.raises(httpx.ConnectError):  # the kept connection is gone, and a new one refused
        a_home.phone.run(lambda: idle.get("/healthz"))
    idle.close()


def test_opening_twice_and_closing_twice_change_nothing(closed: Host, a_home: Home):
    first = closed.open()
    assert closed.open() == first == closed.look()
    assert closed.close() == closed.close()
    assert closed.look()["state"] == "closed"


def test_a_taken_port_is_replaced_by_the_next(closed: Host, a_home: Home):
    def take() -> socket.socket:
        taken = socket.socket()
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((a_home.computer.address, closed.server.port))
        taken.listen()
        return taken

    with a_home.computer.run(take):
        url = closed.open()["url"]
        assert url.startswith(f"http://{a_home.computer.address}:")
        assert not url.endswith(f":{closed.server.port}")
        assert reaches(a_home.phone, url)


# ---------------------------------------------------------------- who may


def test_a_phone_may_neither_look_nor_open_nor_close(closed: Host, a_home: Home):
    url = closed.open()["url"]
    forged: list[dict[str, str]] = [
        {},
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"Host": f"127.0.0.1:{closed.server.port}"},
        {"Host": f"localhost:{closed.server.port}", "X-Real-IP": "127.0.0.1"},
    ]
    for headers in forged:
        for method in ("GET", "POST", "DELETE"):
            answer = refused(a_home.phone, method, url + closed.path, closed.key, headers)
            assert answer == (403, "not-this-computer"), (method, headers)
    assert closed.look()["state"] == "open"


def test_this_computer_through_a_proxy_or_by_another_name_may_not(closed: Host):
    for method in ("GET", "POST", "DELETE"):
        for header in ("X_Forwarded_For", "Forwarded", "Via", "X_Real_IP", "X_Forwarded_Proto"):
            answer = closed.refused(method, **{header: "203.0.113.9"})
            assert answer == (403, "not-this-computer"), (method, header)
        assert closed.refused(method, Host="play.example.org") == (403, "host")
    assert closed.look()["state"] == "closed"


def test_only_a_host_opens_and_closes(closed: Host):
    for key in ("wrong", closed.made["keys"]["A"]):
        assert closed.refused("POST", key) == (403, "not-host")
        assert closed.refused("DELETE", key) == (403, "not-host")
    assert closed.look()["state"] == "closed"


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost:3000", "null"])
def test_a_foreign_page_in_the_same_browser_may_not(closed: Host, origin: str):
    assert closed.refused("POST", Origin=origin) == (403, "origin")
    assert closed.refused("DELETE", Origin=origin) == (403, "origin")
    assert closed.look()["state"] == "closed"


def test_the_address_at_home_is_a_host_and_an_origin_only_while_open(closed: Host, a_home: Home):
    at_home = f"{a_home.computer.address}:{closed.server.port}"
    path = "/api/tables/find"

    def find(url: str, host: str, origin: str) -> tuple[int, str]:
        return refused(a_home.computer, "POST", url + path, None, {"Host": host, "Origin": origin})

    assert find(closed.server.url, at_home, f"http://{at_home}") == (403, "host")
    url = closed.open()["url"]
    answer = refused(a_home.phone, "POST", url + path, None, {"Origin": url})
    assert answer == (422, "request")  # let in: only the code is missing
    foreign = refused(a_home.phone, "POST", url + path, None, {"Origin": "http://10.77.0.9"})
    assert foreign == (403, "origin")
    rebound = refused(a_home.phone, "GET", f"{url}/api/games", None, {"Host": "evil.example"})
    assert rebound == (403, "host")

    async def knock() -> int:
        live = f"{url.replace('http', 'ws')}/api/tables/x/live"
        with pytest.raises(websockets.InvalidStatus) as error:
            await connect(live, origin="https://evil.example", open_timeout=PATIENCE)
        return error.value.response.status_code

    assert a_home.phone.run(lambda: asyncio.run(knock())) == 403
    closed.close()
    assert find(closed.server.url, at_home, f"http://{at_home}") == (403, "host")


def test_an_address_that_is_not_ours_is_refused_with_those_that_are(closed: Host, a_home: Home):
    with pytest.raises(RefusedError) as error:
        closed.open(address="10.99.0.1")
    assert (error.value.status, error.value.code) == (422, "lan-address")
    assert a_home.computer.address in error.value.said["en"]
    assert closed.look()["state"] == "closed"


@pytest.mark.parametrize(
    ("settings", "state"),
    [
        ({"lan_sharing": 0}, "off"),
        ({"behind_proxy": True}, "off"),
        ({"origins": ("https://play.example.org",)}, "off"),
        ({"host": "0.0.0.0"}, "always"),
        ({"host": "192.168.1.20"}, "always"),
        ({}, "off"),  # served by something else than `faubourg serve`
    ],
)
def test_where_it_can_not_be_opened(settings: Data, state: str):
    assert LanSharing(Settings("sqlite://", **settings)).state == state


@pytest.mark.parametrize(
    ("peer", "host", "allowed"),
    [
        ("127.0.0.1", "localhost:8472", True),
        ("::1", "[::1]:8472", True),
        ("::ffff:127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "192.168.1.20:8472", False),
        ("127.0.0.1", "", False),
        ("192.168.1.20", "localhost:8472", False),
        ("::ffff:192.168.1.20", "localhost", False),
        ("unknown", "localhost", False),
    ],
)
def test_this_computer_is_known_by_peer_and_name(peer: str, host: str, allowed: bool):
    request = Request({"type": "http", "client": (peer, 1), "headers": [(b"host", host.encode())]})

    def may(settings: Settings) -> bool:
        try:
            LanSharing(settings).check_here(request)
        except NotAllowed:
            return False
        return True

    assert may(Settings("sqlite://")) is allowed
    assert not may(Settings("sqlite://", behind_proxy=True))  # then a peer is what a header says


# ---------------------------------------------------------------- other networks, other settings


def test_of_several_networks_the_likely_one_comes_first_and_others_can_be_chosen(
    host: Host, a_home: Home
):
    if not a_home.is_real:
        assert {each.address for each in lan_addresses()} >= {a_home.computer.address}
        return
    with ExitStack() as stack:
        container = stack.enter_context(namespace("10.66.0.2"))
        join(Device("10.66.0.1", a_home.computer.process), container, "docker0")
        stack.callback(host.close)
        listed = [each["address"] for each in host.look()["addresses"]]
        assert listed == ["10.77.0.1", "10.66.0.1"]
        first = host.open()["url"]
        other = host.open(address="10.66.0.1")["url"]
        assert other == f"http://10.66.0.1:{host.server.port}"
        assert reaches(container, other)
        assert not reaches(a_home.phone, first)  # one network at a time


@pytest.mark.parametrize("option", ["button", "--share"])
def test_without_a_network_it_says_so_and_goes_on(option: str, tmp_path: Path, a_home: Home):
    if not a_home.is_real:
        pytest.skip("this needs root: a machine can't be taken off its network")
    options = ["--share"] if option == "--share" else []
    with namespace() as alone, serving(alone, tmp_path, *options) as host:
        if options:
            assert host.server.process
            assert host.server.process.stdout
            assert "in no home network" in host.server.process.stdout.readline()
        assert host.look() == {"state": "closed", "url": None, "addresses": []}
        with pytest.raises(RefusedError) as error:
            host.open()
        assert (error.value.status, error.value.code) == (409, "no-network")


def test_the_operator_may_switch_it_off(tmp_path: Path, a_home: Home):
    with serving(a_home.computer, tmp_path, lan_sharing=0) as host:
        assert host.look()["state"] == "off"
        assert host.refused("POST") == (403, "lan-off")
        assert host.refused("DELETE") == (403, "lan-off")


def test_a_server_for_the_whole_network_says_the_right_address(tmp_path: Path, a_home: Home):
    with serving(a_home.computer, tmp_path, "--host", "0.0.0.0") as host:
        url = f"http://{a_home.computer.address}:{host.server.port}"
        assert host.server.process
        assert host.server.process.stdout
        assert host.server.process.stdout.readline().endswith(f"in this home: {url}\n")
        looked = host.look()
        assert (looked["state"], looked["url"]) == ("always", url)
        assert host.refused("DELETE") == (409, "lan-always")
        assert refused(a_home.phone, "GET", url + host.path, None, {}) == (403, "not-this-computer")


def test_share_opens_at_once_and_limits_hold_and_a_restart_closes(tmp_path: Path, a_home: Home):
    phone = a_home.phone
    with serving(a_home.computer, tmp_path, "--share", joins_per_minute=2) as host:
        server, url = host.server, host.look()["url"]
        assert server.process
        assert server.process.stdout
        assert server.process.stdout.readline().endswith(f"in this home: {url}\n")
        find = f"{url}/api/tables/join"
        body = {"code": "badobadoba"}
        with phone.run(lambda: httpx.Client(timeout=PATIENCE)) as client:
            codes = [
                phone.run(lambda: client.post(find, json=body)).json()["code"] for _ in range(5)
            ]
        assert codes[:2] == ["no-code"] * 2
        assert "too-often" in codes

        async def stay() -> Player:
            player = await Player(url, host.made["table"]).__aenter__()
            await asyncio.to_thread(server.stop)
            await player.leave()
            return player

        left = phone.run(lambda: asyncio.run(stay()))
        assert left.bye is not None
        assert (left.bye["code"], left.closed) == ("stopping", 1012)
        server.options = []
        server.start()
        assert host.look()["state"] == "closed"
        assert not reaches(phone, url)


@pytest.mark.parametrize(
    "options", [["--behind-proxy"], ["--origin", "https://a.example"], ["--set", "lan_sharing=0"]]
)
def test_share_does_not_go_with_a_proxy(options: list[str], tmp_path: Path):
    process = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}")
    process.options = ["--share", *options]
    process.launch()
    assert process.process
    assert process.process.wait(PATIENCE) == 2
    assert "--share does not go with" in process.logged()
    process.process.stdout.close()  # type: ignore[union-attr]
    process.log.close()


# ---------------------------------------------------------------- the picture in the terminal


def read_blocks(lines: list[str]) -> str:
    """What a phone reads from half blocks, light on dark."""
    halves = {" ": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}
    rows = [[halves[block][half] for block in line] for line in lines for half in (0, 1)]
    pixels = np.kron(np.array(rows, dtype=np.uint8), np.ones((4, 4), dtype=np.uint8))
    [found] = zxingcpp.read_barcodes(np.pad(pixels, 16, constant_values=255))
    return str(found.text)


def test_a_phone_can_read_the_picture_of_a_terminal():
    url = "http://192.168.1.20:8472"
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in qr_picture(url).splitlines()]
    assert read_blocks(lines) == url
    assert len(lines) <= 24  # of a small terminal


def test_a_terminal_shows_address_and_picture(tmp_path: Path, a_home: Home):
    port = free_port()
    command = [*a_home.computer.prefix, "env", "LC_ALL=C.UTF-8", sys.executable, "-m", "faubourg"]
    options = ["serve", "--share", "--port", str(port), "--lang", "fr"]
    options += ["--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    terminal = pexpect.spawn(
        command[0], [*command[1:], *options], encoding="utf-8", timeout=PATIENCE
    )
    url = f"http://{a_home.computer.address}:{port}"
    terminal.expect_exact(f"Pour les téléphones et ordinateurs de la maison : {url}")
    terminal.expect_exact("Ctrl-C")
    drawn = [line for line in terminal.before.splitlines() if "\x1b[97;40m" in line]
    assert read_blocks([re.sub(r"\x1b\[[0-9;]*m", "", line) for line in drawn]) == url
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()

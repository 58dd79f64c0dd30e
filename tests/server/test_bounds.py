"""What a stranger sends is bounded before it is parsed: headers, half requests, idle connections,
control frames and fragments; and who plays is served all the same."""

import asyncio
import json
import os
import re
import resource
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faubourg.core.errors import OptionError
from faubourg.server.protocol import VERSION
from faubourg.server.settings import FROM_ONE, POSITIVE, SETTABLE, Settings, changed
from faubourg.server.web.connections import Connections, raise_file_limit
from faubourg.server.web.forwarded import client_address
from faubourg.server.web.rate_limits import RateLimits
from tests.server.client import Player
from tests.server.process import ServerProcess, wait_until

SECONDS = 1.0  # for a request's headers, and for its body
SOCKETS = 60  # of one client
MEMORY = 30 * 2**20  # bytes more, after the worst that one connection does
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.fixture(scope="module")
def bounded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server in a hurry, open to every address of this machine."""
    server = ServerProcess(
        f"sqlite:///{tmp_path_factory.mktemp('bounds') / 'tables.db'}",
        header_seconds=SECONDS,
        body_seconds=SECONDS,
        sockets_per_client=SOCKETS,
        tables_per_minute=0,
        hints_per_minute=0,
    )
    server.options = ["--host", "0.0.0.0"]
    yield server.start()
    server.close()


def dial(server: ServerProcess, address: str = "127.0.0.1") -> socket.socket:
    """A connection from one of the loopback's addresses: each is a client of its own."""
    return socket.create_connection(("127.0.0.1", server.port), 30, source_address=(address, 0))


def answer(open_socket: socket.socket, seconds: float = 20) -> bytes:
    """Everything until the server hangs up."""
    open_socket.settimeout(seconds)
    said = b""
    with suppress(ConnectionError):
        while got := open_socket.recv(65536):
            said += got
    return said


def status(said: bytes) -> int:
    return int(said.split(b" ", 2)[1]) if said else 0


def ask(server: ServerProcess, request: str) -> bytes:
    with dial(server) as open_socket:
        open_socket.sendall(request.encode("latin-1"))
        return answer(open_socket)


def flood(server: ServerProcess, piece: bytes, first: bytes, most: int) -> tuple[int, bytes]:
    """Send until the server has had enough; how many bytes it took, and what it said."""
    sent = 0
    with dial(server) as open_socket:
        with suppress(ConnectionError):
            open_socket.sendall(first)
            while sent < most:
                open_socket.sendall(piece)
                sent += len(piece)
        return sent, answer(open_socket)


# ------------------------------------------------------------ HTTP


@pytest.mark.parametrize("host", ["[", "[::1", "a]b", "[x]y"])
def test_a_host_that_makes_no_sense_is_refused_in_a_sentence(bounded: ServerProcess, host: str):
    for path in ("/", "/api/games", "/nothing"):
        said = ask(bounded, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
        assert status(said) in (403, 200), said  # where the name is one after all
        assert status(said) == 403 or "[" not in host
    said = ask(bounded, f"GET /api/tables/x/live HTTP/1.1\r\nHost: {host}\r\n{UPGRADE}\r\n")
    assert status(said) in (101, 403)
    for origin in ("http://[", "[", host):
        head = f"Host: {host}\r\nOrigin: {origin}\r\n"
        post = f"POST /api/tables HTTP/1.1\r\n{head}Content-Length: 0\r\nConnection: close\r\n\r\n"
        assert status(ask(bounded, post)) == 403
        live = f"GET /api/tables/x/live HTTP/1.1\r\n{head}{UPGRADE}\r\n"
        assert status(ask(bounded, live)) == 403
    assert '"level": "error"' not in bounded.logged()


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "["])
def test_an_origin_that_makes_no_sense_is_refused_where_the_host_is_right(
    table: tuple[ServerProcess, str, str], origin: str
):
    server, id, _ = table
    head = f"Host: localhost:{server.port}\r\nOrigin: {origin}\r\n"
    post = f"POST /api/tables HTTP/1.1\r\n{head}Content-Length: 0\r\nConnection: close\r\n\r\n"
    live = f"GET /api/tables/{id}/live HTTP/1.1\r\n{head}{UPGRADE}\r\n"
    for request in (post, live):
        said = ask(server, request)
        assert status(said) == 403, said
        assert json.loads(said.partition(b"\r\n\r\n")[2])["code"] == "origin"
    assert '"level": "error"' not in server.logged()


@pytest.mark.parametrize(
    ("first", "piece"),
    [
        (b"GET /", b"x" * 65536),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nA: ", b"x" * 65536),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"a: b\r\n" * 10_000),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE.encode() + b"A: ", b"x" * 65536),
        (b"\r\n", b"\r\n" * 30_000),
    ],
    ids=["line", "header", "headers", "live", "nothing"],
)
def test_an_endless_head_is_cut_short(bounded: ServerProcess, first: bytes, piece: bytes):
    before = bounded.memory
    sent, said = flood(bounded, piece, first, 64 * 2**20)
    assert sent < 16 * 2**20  # what fits into buffers on the way
    assert status(said) in (0, 431)  # the reset may be faster than the answer
    assert bounded.memory - before < MEMORY


def test_many_or_long_headers_are_refused_with_a_reason(bounded: ServerProcess):
    for more in ("a: b\r\n" * 150, f"A: {'x' * 30_000}\r\n"):
        said = ask(bounded, f"GET / HTTP/1.1\r\nHost: localhost\r\n{more}\r\n")
        assert status(said) == 431
        assert json.loads(said.partition(b"\r\n\r\n")[2])["code"] == "large-headers"
    fine = "".join(f"a{n}: b\r\n" for n in range(80))
    close = "Connection: close\r\n\r\n"
    assert status(ask(bounded, f"GET / HTTP/1.1\r\nHost: localhost\r\n{fine}{close}")) == 200
    long = f"GET /x HTTP/1.1\r\nHost: localhost\r\nA: {'x' * 9000}\r\n{UPGRADE}\r\n"
    assert status(ask(bounded, long)) == 0  # more than a handshake may have: cut


def test_a_body_without_end_is_not_read_for_ever(bounded: ServerProcess):
    head = (
        b"POST /api/tables/join HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    before = bounded.memory
    sent, said = flood(bounded, chunk, head, 64 * 2**20)
    assert sent < 16 * 2**20
    assert status(said) in (0, 413)
    assert bounded.memory - before < MEMORY


def test_half_requests_and_idle_connections_are_ended(bounded: ServerProcess):
    """The oldest trick: many connections that never say all they have to say."""
    halves = [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/tables/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
    ]
    with ExitStack() as stack:
        sockets = [stack.enter_context(dial(bounded, "127.0.0.9")) for _ in range(4 * 12)]
        for index, each in enumerate(sockets):
            each.sendall(halves[index % 4])
        late = time.monotonic() + 30
        said = [status(answer(each, max(0.1, late - time.monotonic()))) for each in sockets]
    assert set(said[0::4]) == {0}
    assert set(said[1::4]) == set(said[2::4]) == set(said[3::4]) == {408}


def test_a_client_has_so_many_connections_and_no_more_and_others_have_theirs(
    bounded: ServerProcess,
):
    with ExitStack() as stack:
        mine = [stack.enter_context(dial(bounded, "127.0.0.7")) for _ in range(SOCKETS)]
        with dial(bounded, "127.0.0.7") as one_more:
            said = answer(one_more)
        assert status(said) == 429
        assert json.loads(said.partition(b"\r\n\r\n")[2])["code"] == "too-many-connections"
        assert bounded.api.http.get("/healthz").status_code == 200  # 127.0.0.1
        assert len(mine) == SOCKETS
    wait_until(lambda: "faubourg_sockets 1.0" in bounded.api.get("/metrics"))


def test_requests_that_do_not_wait_for_answers_are_few(bounded: ServerProcess):
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with dial(bounded) as open_socket:
        open_socket.sendall(3 * request)
        said = b""
        while said.count(b"HTTP/1.1 200") < 3:
            said += open_socket.recv(65536)
    with dial(bounded) as open_socket:
        open_socket.sendall(500 * request)
        assert answer(open_socket).count(b"HTTP/1.1 200") < 50


# ------------------------------------------------------------ WebSockets


def frame(opcode: int, payload: bytes = b"", last: bool = True) -> bytes:
    head = bytes([(0x80 if last else 0) | opcode])
    if len(payload) < 126:
        return head + bytes([0x80 | len(payload)]) + b"\0\0\0\0" + payload
    return head + bytes([0x80 | 126]) + struct.pack("!H", len(payload)) + b"\0\0\0\0" + payload


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, str, str]]:
    """A server as it is, and a table with a key."""
    server = ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('frames') / 'tables.db'}").start()
    made = server.api.make("minivilles", ["person", "person"])
    yield server, made["table"], made["keys"]["A"]
    server.close()


@pytest.mark.parametrize(
    ("what", "abuse"),
    [
        ("pings", frame(9, b"x" * 125)),
        ("pings", frame(9)),
        ("pongs", frame(10, b"y")),
        ("fragments", frame(0, last=False)),
        ("fragments", frame(1, b"[", last=False)),
    ],
    ids=["pings", "empty pings", "pongs", "empty fragments", "fragments"],
)
def test_control_frames_and_fragments_are_counted(
    table: tuple[ServerProcess, str, str], what: str, abuse: bytes
):
    server, id, key = table
    before = server.memory
    with dial(server, f"127.{len(what)}.1.{len(abuse)}") as rude:
        request = f"GET /api/tables/{id}/live HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}\r\n"
        rude.sendall(request.encode())
        assert status(rude.recv(65536)) == 101
        hello = {"type": "hello", "version": VERSION, "keys": [key]}
        rude.sendall(frame(1, json.dumps(hello).encode()))
        if abuse[0] == 0:
            rude.sendall(frame(1, b"{", last=False))
        sent = 0
        with suppress(ConnectionError):
            while sent < 64 * 2**20:
                rude.sendall(abuse * 5000)
                sent += 5000 * len(abuse)
        assert sent < 16 * 2**20
    assert server.memory - before < MEMORY
    why = re.search(rf'faubourg_cut_total{{why="{what}"}} (\S+)', server.api.get("/metrics"))
    protocol_error = what == "fragments" and abuse[0] == 1  # a message within a message
    assert why or protocol_error


def test_who_floods_a_connection_waits_for_the_next_one(table: tuple[ServerProcess, str, str]):
    """Else cutting it off would only make it come again."""
    server, id, _ = table
    request = f"GET /api/tables/{id}/live HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}\r\n".encode()

    def knock(address: str) -> int:
        with dial(server, address) as caller:
            caller.sendall(request)
            return status(caller.recv(65536))

    with dial(server, "127.0.0.8") as rude:
        rude.sendall(request)
        assert status(rude.recv(65536)) == 101
        with suppress(ConnectionError):
            rude.sendall(frame(9) * 5000)
        answer(rude)
    wait_until(lambda: knock("127.0.0.8") == 429)
    assert knock("127.0.0.1") == 101


def test_an_honest_client_may_ping_and_split_its_messages(table: tuple[ServerProcess, str, str]):
    server, id, key = table

    async def talk() -> None:
        async with Player(server.url, id, [key]) as player:
            assert player._socket
            for _ in range(5):
                await (await player._socket.ping())
            await player._socket.send(['{"type"', ":", '"ping"}'])
            await player.until(lambda player: "pong" in player.kinds)

    asyncio.run(talk())


# ------------------------------------------------------------ places for those who play


def few(connections: int = 0, **settings: Any) -> Connections:
    wanted = Settings("sqlite:///x.db", connections=connections, **settings)
    found = Connections(wanted, RateLimits(wanted))
    found.capacity = 50
    return found


class Socket:
    given_up = False

    def give_up(self) -> None:
        self.given_up = True


def test_the_oldest_idle_connection_goes_first_when_all_places_are_taken():
    connections, idle = few(), [Socket() for _ in range(50)]
    for number, each in enumerate(idle):
        assert connections.count(f"192.0.2.{number}")
        connections.mark_idle(each, True)
    connections.mark_idle(idle[0], False)  # it has a request now
    assert connections.count("198.51.100.1")
    assert [each.given_up for each in idle[:3]] == [False, True, False]


def test_the_last_places_are_for_those_who_play():
    connections = few()
    for number in range(46):
        assert connections.count(f"192.0.2.{number}")
    connections.remember_player("192.0.2.1")
    connections.check_room("192.0.2.1")
    with pytest.raises(Exception, match="full"):
        connections.check_room("203.0.113.1")
    connections.discard("192.0.2.9")
    connections.discard("192.0.2.8")
    connections.check_room("203.0.113.1")


def test_behind_a_proxy_connections_are_the_proxys():
    connections = few(behind_proxy=True, sockets_per_client=3, request_burst=5)
    assert all(connections.count("127.0.0.1") for _ in range(10))


def test_who_connects_too_often_is_refused_before_a_byte_is_read():
    connections = few(request_burst=5)
    for _ in range(5):
        assert connections.count("192.0.2.1")
        connections.discard("192.0.2.1")
    assert not connections.count("192.0.2.1")
    connections.discard("192.0.2.1")
    assert connections.count("192.0.2.2")


def test_who_talks_on_after_a_goodbye_is_cut_off(table: tuple[ServerProcess, str, str]):
    server, id, _ = table
    request = f"GET /api/tables/{id}/live HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}\r\n"
    with dial(server, "127.0.0.12") as rude:
        rude.sendall(request.encode())
        assert status(rude.recv(65536)) == 101
        sent = 0
        with suppress(ConnectionError):  # not a hello: the server says goodbye at once
            while sent < 64 * 2**20:
                rude.sendall(frame(1, b"x" * 4000) * 20)
                sent += 20 * 4000
        assert sent < 16 * 2**20
    assert 'faubourg_cut_total{why="after-goodbye"}' in server.api.get("/metrics")


def test_the_limit_of_open_files_is_raised(table: tuple[ServerProcess, str, str]):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert raise_file_limit(soft) == soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft - 100, hard))
    try:
        assert raise_file_limit(soft) == soft
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == soft
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    process = table[0].process
    assert process
    limits = Path(f"/proc/{process.pid}/limits").read_text()
    found = re.search(r"Max open files +(\d+)", limits)
    assert found
    wanted = 5000 + 1000 + 200
    assert int(found[1]) >= (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard))
    assert len(os.listdir(f"/proc/{process.pid}/fd")) < 200


# ------------------------------------------------------------ settings and addresses


def test_a_rate_of_nothing_allows_nothing(bounded: ServerProcess):
    asked = {"game": "minivilles", "seats": [{"kind": "bot", "level": "greedy"}] * 2}
    said = bounded.api.http.post("/api/tables", json=asked)
    assert (said.status_code, said.json()["code"]) == (429, "too-often")


@pytest.mark.parametrize("name", SETTABLE)
def test_nought_is_a_value_or_refused(name: str):
    if name in (*POSITIVE, *FROM_ONE):
        with pytest.raises(OptionError):
            changed(Settings("sqlite:///x.db"), [f"{name}=0"])
        return
    settings = changed(Settings("sqlite:///x.db"), [f"{name}=0"])
    limits = RateLimits(settings)
    for what in ("request", "table", "join", "hint", "review", "history", "find", "import"):
        with suppress(Exception):
            limits.check(what, "192.0.2.1")
    limits.messages().take(1.0)


@pytest.mark.parametrize("value", ["-1", "nan", "inf", "", "x", "1e400"])
def test_what_is_no_number_is_refused(value: str):
    with pytest.raises(OptionError):
        changed(Settings("sqlite:///x.db"), [f"pace={value}"])


@given(st.text(max_size=60), st.ip_addresses(v=4), st.integers(1, 4))
def test_no_client_chooses_its_own_address(brought: str, true: object, proxies: int):
    """Each proxy adds the address that it was asked from; what came before counts for nothing."""
    chain = [str(true), *(f"10.0.0.{n}" for n in range(proxies - 1))]
    assert client_address(", ".join([brought, *chain]), proxies) == str(true)


def test_behind_a_proxy_that_appends_the_limits_hold(tmp_path: Path):
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", joins_per_minute=3)
    server.options = ["--behind-proxy"]
    server.start()
    try:
        codes = []
        for number in range(8):
            headers = {"X-Forwarded-For": f"10.1.1.{number}, 192.0.2.7"}
            said = server.api.http.post(
                "/api/tables/join", json={"code": "badobadoba"}, headers=headers
            )
            codes.append(said.json()["code"])
        assert codes[:3] == ["no-code"] * 3
        assert codes.count("too-often") >= 4
        other = {"X-Forwarded-For": "10.1.1.1, 192.0.2.8"}
        said = server.api.http.post("/api/tables/join", json={"code": "badobadoba"}, headers=other)
        assert said.json()["code"] == "no-code"
    finally:
        server.close()

"""Server processes behind the real HAProxy and nginx, with what `faubourg proxy-config` prints: the
clients of a table meet in one process, and the others do nothing for it."""

import asyncio
import json
import random
import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import connect

from faubourg.server.app import create_app
from faubourg.server.protocol import VERSION
from faubourg.server.proxy_config import TABLE_PATH
from faubourg.server.settings import Settings
from faubourg.server.store.engine import open_engine
from faubourg.server.store.schema import ATTENDED, presence
from faubourg.server.table.keys import ID, new_id
from tests.server.client import Player
from tests.server.process import ServerProcess, free_port, wait_until
from tests.server.proxy import KINDS, Proxy, addresses, certificate, program, proxied

Start = Callable[..., ServerProcess]
pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)
TABLES = 16  # so that both processes have some, whatever their ids are


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return installed(request.param)


def installed(kind: str) -> str:
    if program(kind) is None:
        pytest.skip(f"{kind} is not here; run scripts/setup-tests")
    return kind


@pytest.fixture
def behind(kind: str, start: Start) -> Iterator[tuple[Proxy, list[ServerProcess]]]:
    """A proxy before two processes. Nobody looks for tables that were left alone: bots move at once
    where somebody connects, or not at all."""
    servers = [start("--behind-proxy", sweep=3600) for _ in range(2)]
    with proxied(kind, servers) as proxy:
        yield proxy, servers


def figure(server: ServerProcess, name: str) -> float:
    """A number of a server's metrics."""
    [found] = re.findall(rf"^faubourg_{name} (\S+)$", server.api.get("/metrics"), re.M)
    return float(found)


def attended(database: str) -> dict[str, set[str]]:
    """The processes that say they attend each table."""
    engine, found = open_engine(database), dict[str, set[str]]()
    asked = sa.select(presence.c.table, presence.c.process).where(
        presence.c.seat == ATTENDED, presence.c.connected
    )
    with engine.connect() as connection:
        for table, process in connection.execute(asked):
            found.setdefault(table, set()).add(process)
    engine.dispose()
    return found


def test_the_clients_of_a_table_meet_in_one_process_and_others_do_nothing_for_it(
    behind: tuple[Proxy, list[ServerProcess]], database: str
):
    proxy, servers = behind
    made = [
        proxy.api.make("minivilles", ["person", "person", "greedy"], first="C")
        for _ in range(TABLES)
    ]
    # Whoever made a table keeps nothing of it, and moves no bot.
    assert [figure(server, "rooms") for server in servers] == [0, 0]

    async def sit_down() -> None:
        async with ExitStackOfPlayers(proxy.url) as sit:
            players = [
                await sit(table["table"], [table["keys"][seat]])
                for table in made
                for seat in ("A", "B")
            ]
            watchers = [await sit(table["table"], []) for table in made]
            for player in players + watchers:  # the bot has moved
                await player.until(lambda player: player.turn == "A")
            for player in players[::2]:
                known = player.number
                assert player.legal
                await player.move(player.legal[0])
                await player.until(lambda player, known=known: player.number != known)
            live = [figure(server, "connections") for server in servers]
            rooms = [figure(server, "rooms") for server in servers]
            assert sum(live) == 3 * TABLES
            assert live == [3 * count for count in rooms]
            assert min(rooms) > 0, "all tables in one process: that is no balance"
            wait_until(lambda: len(attended(database)) == TABLES)
            assert all(len(processes) == 1 for processes in attended(database).values())

    asyncio.run(sit_down())
    wait_until(lambda: not attended(database))


class ExitStackOfPlayers:
    """Players that all leave at the end."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._players: list[Player] = []

    async def __aenter__(self) -> Callable[..., object]:
        return self._sit

    async def _sit(self, table: str, keys: list[str]) -> Player:
        player = Player(self._url, table, keys)
        self._players.append(player)
        return await player.__aenter__()

    async def __aexit__(self, *why: object) -> None:
        for player in self._players:
            await player.leave()


def test_who_joins_by_a_code_at_any_process_begins_the_game_for_the_bots_too(
    behind: tuple[Proxy, list[ServerProcess]],
):
    proxy, servers = behind

    async def join_at(server: ServerProcess) -> None:
        made = proxy.api.make("minivilles", ["person", "open", "greedy"], first="C")
        async with Player(proxy.url, made["table"], [made["keys"]["A"]]) as host:
            await asyncio.to_thread(
                lambda: server.api.post("/api/tables/join", code=made["code"], name="Ben")
            )
            await host.until(lambda host: host.turn == "A")

    for server in servers:  # one of them is not the table's own
        asyncio.run(join_at(server))


def test_any_process_answers_when_routing_goes_wrong(
    behind: tuple[Proxy, list[ServerProcess]],
):
    """One client comes past the proxy to each process; moves reach everybody at once."""
    proxy, servers = behind
    made = proxy.api.make("minivilles", ["person", "person"], first="A")
    table, keys = made["table"], made["keys"]

    async def play() -> None:
        async with (
            Player(servers[0].url, table, [keys["A"]]) as anna,
            Player(servers[1].url, table, [keys["B"]]) as ben,
            Player(proxy.url, table) as watcher,
        ):
            for mover in (anna, ben, anna, ben):
                await mover.until(lambda player: player.turn in player.seats)
                for _ in range(20):
                    if mover.turn not in mover.seats:
                        break
                    known = mover.number
                    assert mover.legal
                    await mover.move(random.Random(3).choice(mover.legal))
                    await mover.until(lambda player, known=known: player.number != known)
            for player in (anna, ben):
                await player.until(lambda player: player.connected == ["A", "B"])
            number = max(player.number or 0 for player in (anna, ben))
            for player in (anna, ben, watcher):
                await player.until(lambda player: (player.number or 0) >= number)
            assert anna.state["hash"] == ben.state["hash"] == watcher.state["hash"]

    asyncio.run(play())


def test_the_bots_of_a_dead_process_go_on_where_its_client_connects_again(kind: str, start: Start):
    """Nobody looks for tables that were left alone, and the bots are slow: the process dies while
    one of them is to move."""
    servers = [start("--behind-proxy", sweep=3600, pace=1) for _ in range(2)]
    with proxied(kind, servers) as proxy:
        made = proxy.api.make("minivilles", ["person", "greedy", "greedy"], first="A")

        async def play() -> None:
            async with Player(proxy.url, made["table"], [made["keys"]["A"]]) as player:
                while player.turn == "A":
                    known = player.number
                    assert player.legal
                    await player.move(player.legal[-1])
                    await player.until(lambda player, known=known: player.number != known)
                [home] = [each for each in servers if figure(each, "connections")]
                home.kill()
                await player.until_closed()
            async with Player(proxy.url, made["table"], [made["keys"]["A"]]) as player:
                await player.until(lambda player: player.turn == "A")

        asyncio.run(play())


def test_routing_knows_every_path_of_a_table_and_no_other(database: str):
    """The proxies' pattern against the server's own routes."""
    paths = {*create_app(Settings("sqlite://")).openapi()["paths"], "/api/tables/{id}/live"}
    assert {"/api/tables/{id}", "/api/tables/join", "/api/tables/{id}/moves"} <= paths
    id = new_id()
    assert ID.fullmatch(id)
    for path in paths:
        filled = path.replace("{id}", id).replace("{number}", "7").replace("{seat}", "A")
        found = re.match(TABLE_PATH, filled)
        assert bool(found) == ("{id}" in path), path
        assert found is None or found[1] == id


# ------------------------------------------------------------ TLS


def check_tls(proxy: Proxy, pem: Path) -> None:
    trusted = ssl.create_default_context(cafile=str(pem))
    url = proxy.url.replace("http", "https")
    with httpx.Client(base_url=url, verify=trusted) as http:
        wait_until(lambda: answers(http))
        wish = [{"kind": "person"}, {"kind": "person"}]
        made = http.post("/api/tables", json={"game": "minivilles", "seats": wish}).json()
        assert http.get("/metrics").status_code == 403
        assert http.get("/%6detrics").status_code == 403
        answer = http.get(f"/api/tables/{made['table']}")
        assert answer.status_code == 200
        assert "strict-transport-security" in answer.headers

    async def greet() -> str | bytes:
        live = f"{url.replace('http', 'ws')}/api/tables/{made['table']}/live"
        async with connect(live, ssl=trusted) as socket:
            await socket.send(json.dumps({"type": "hello", "version": VERSION, "keys": []}))
            return await socket.recv()

    assert '"welcome"' in str(asyncio.run(greet()))


def answers(http: httpx.Client) -> bool:
    try:
        return http.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def test_tls_ends_at_the_proxy_and_plain_http_is_sent_there(
    kind: str, start: Start, tmp_path: Path
):
    signed, key, both = certificate(tmp_path, "localhost", "IP:127.0.0.1")
    plain = free_port()
    wanted = {"certificate": str(both)} if kind == "haproxy" else {
        "certificate": str(signed), "key": str(key)
    }  # fmt: skip
    server = start("--behind-proxy")
    with proxied(kind, [server], health=None, redirect=f"127.0.0.1:{plain}", **wanted) as proxy:
        check_tls(proxy, signed)
        sent = httpx.get(f"http://127.0.0.1:{plain}/rules")
        assert sent.status_code == 302
        assert sent.headers["location"].startswith("https://127.0.0.1")


def test_tls_is_passed_through_to_proxies_that_route_by_table(start: Start, tmp_path: Path):
    """The first proxy sees nothing of a request; the second ends TLS, and still knows who asks."""
    installed("haproxy")
    signed, _, both = certificate(tmp_path, "localhost", "IP:127.0.0.1")
    servers = [start("--behind-proxy"), start("--behind-proxy")]
    with ExitStack() as stack:
        inner = Proxy("haproxy", addresses(servers), None, certificate=str(both), accept_proxy=True)
        stack.callback(inner.close)
        outer = Proxy("haproxy", [f"127.0.0.1:{inner.port}"], None, tls_passthrough=True)
        stack.callback(outer.close)
        check_tls(outer, signed)
        assert "balance source" in outer.config
        assert "balance hash var(txn.table)" in inner.config

"""Who may ask, how much and how often; what every answer carries; and how the server stops."""

import asyncio
import json
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import websockets
from websockets.asyncio.client import connect

from faubourg.core.game import folder, games
from tests.server.client import PATIENCE, Player, RefusedError
from tests.server.process import ServerProcess, wait_until

SERVER = Path(__file__).parents[2] / "src" / "faubourg" / "server"


def test_no_game_is_named_in_the_server():
    for path in SERVER.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in games() if name in text], path
        assert "faubourg.games" not in text, path
    assert all(folder(name).is_dir() for name in games())


def test_every_answer_carries_the_headers_that_keep_a_page_safe(server: ServerProcess):
    for path in ("/", "/api/games", "/nothing", "/openapi.json", "/metrics", "/healthz"):
        answer = server.api.http.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


@pytest.mark.parametrize(
    ("method", "path", "code", "status"),
    [
        ("GET", "/nothing", "no-page", 404),
        ("DELETE", "/api/tables", "no-method", 405),
        ("GET", "/api/tables/nosuchtable", "no-table", 404),
        ("GET", "/api/tables/Bad!", "request", 422),
        ("POST", "/api/tables", "request", 422),
    ],
)
def test_every_refusal_is_json_with_a_code_in_both_languages(
    server: ServerProcess, method: str, path: str, code: str, status: int
):
    answer = server.api.http.request(method, path)
    assert answer.status_code == status
    said = answer.json()
    assert said["code"] == code
    assert said["en"]
    assert said["fr"]
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://127.0.0.1:1", "null", "http://["]
)
def test_a_page_of_another_origin_may_not_ask(server: ServerProcess, origin: str):
    asked = {"game": "minivilles", "seats": [{"kind": "bot", "level": "greedy"}] * 2}
    http = server.api.http
    answer = http.post("/api/tables", json=asked, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    assert http.post("/api/tables", json=asked, headers={"Origin": server.url}).status_code == 201

    async def knock() -> int:
        url = f"{server.url.replace('http', 'ws')}/api/tables/x/live"
        with pytest.raises(websockets.InvalidStatus) as error:
            await connect(url, origin=origin, open_timeout=PATIENCE)
        return error.value.response.status_code

    assert asyncio.run(knock()) == 403


def test_a_foreign_name_for_this_machine_is_not_answered(server: ServerProcess):
    for name in ("evil.example", "[::1", "10.0.0.1", ""):
        answer = server.api.http.get("/api/games", headers={"Host": name})
        assert (answer.status_code, answer.json()["code"]) == (403, "host")
    port = server.port
    assert server.api.http.get("/", headers={"Host": f"localhost:{port}"}).status_code == 200


def test_bodies_and_messages_have_a_limit(server: ServerProcess):
    http = server.api.http
    large = http.post("/api/tables", content=b"x" * 5000)
    assert (large.status_code, large.json()["code"]) == (413, "too-large")
    chunked = http.post("/api/tables", content=(b"x" * 1000 for _ in range(6)))
    assert chunked.status_code == 413
    record = http.post("/api/records/verify", json={"record": "x" * 100_000})
    assert record.json()["code"] == "not-a-record"
    assert http.post("/api/records/verify", content=b"x" * 600_000).status_code == 413
    made = server.api.make("minivilles", ["person", "person"])

    async def shout() -> int | None:
        player = await Player(server.url, made["table"]).__aenter__()
        await player.say(json.dumps({"type": "ping", "more": "x" * 5000}))
        with pytest.raises(ConnectionError):
            await player.until(lambda player: False)
        await player.leave()
        return player.closed

    assert asyncio.run(shout()) == 1009


def test_nonsense_is_refused_and_hurts_nobody(server: ServerProcess):
    made = server.api.make("minivilles", ["person", "person"])
    nonsense = [
        "",
        "{",
        "[]",
        "null",
        '{"type":"fly"}',
        '{"type":"move"}',
        b"\xff\xfe",
        "\ud7ff",
        '{"type":"move","id":"","answers":0,"seat":"A","action":"x"}',
        '{"type":"move","id":"1","answers":-1,"seat":"A","action":"x"}',
        '{"type":"move","id":"1","answers":0,"seat":"Z","action":"x"}',
        '{"type":"ping","more":1}',
        '{"type":"hello"}',
        "[" * 1000,
    ]

    async def babble() -> None:
        async with Player(server.url, made["table"], [made["keys"]["A"]]) as player:
            for each in nonsense:
                await player.say(each)
            await player.until(lambda player: player.kinds.count("refused") == len(nonsense))
            await player.say({"type": "ping"})
            await player.until(lambda player: "pong" in player.kinds)

    asyncio.run(babble())


async def first_answer(server: ServerProcess, table: str, first: str) -> tuple[str, int | None]:
    url = f"{server.url.replace('http', 'ws')}/api/tables/{table}/live"
    async with connect(url, open_timeout=PATIENCE) as socket:
        with suppress(websockets.ConnectionClosed):  # there is no table to say it to
            await socket.send(first)
        said = json.loads(await socket.recv())
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
        return said["code"], socket.close_code


def test_who_does_not_say_hello_is_sent_away(server: ServerProcess):
    made = server.api.make("minivilles", ["person", "person"])

    assert asyncio.run(first_answer(server, made["table"], '{"type":"ping"}'))[0] == "hello"
    assert asyncio.run(first_answer(server, "nosuch", '{"type":"hello"}'))[0] == "no-table"


def test_a_client_of_another_version_is_told_so(server: ServerProcess):
    made = server.api.make("minivilles", ["person", "person"])
    hello = '{"type":"hello","version":%d}'
    assert asyncio.run(first_answer(server, made["table"], hello % 1)) == ("version", 4400)
    assert asyncio.run(first_answer(server, made["table"], '{"type":"hello"}')) == ("hello", 4400)


def test_health_and_metrics_are_told(server: ServerProcess):
    server.api.make("minivilles", ["person", "person"])
    assert server.api.http.get("/healthz").text.startswith("ok\n")
    text = server.api.http.get("/metrics").text
    for name in ("faubourg_moves_total", "faubourg_commit_seconds_count", "faubourg_rooms"):
        assert name in text


def test_the_api_is_described(server: ServerProcess):
    described = server.api.get("/openapi.json")
    assert set(described["paths"]) >= {"/api/tables", "/api/tables/{id}", "/api/games"}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation.get("description") or operation.get("summary"), (method, path)
            if path.startswith("/api"):
                problem = operation["responses"]["422"]["content"]["application/json"]["schema"]
                assert problem["$ref"].endswith("/Problem")


# ------------------------------------------------------------ limits


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_limits_hold_for_each_client(start: Callable[..., ServerProcess]):
    server = start(
        joins_per_minute=5,
        tables_per_minute=3,
        connections_per_client=2,
        messages_per_second=0.01,
        message_burst=5,
    )
    made = server.api.make("minivilles", ["person", "open"])
    codes = []
    for _ in range(8):
        with pytest.raises(RefusedError) as error:
            server.api.post("/api/tables/join", code="badobadoba")
        codes.append(error.value.code)
    assert codes[:5] == ["no-code"] * 5
    assert "too-often" in codes  # with time comes another one, but not as fast as we ask
    for _ in range(2):
        server.api.make("minivilles", ["person", "open"])
    asked = {"json": {"game": "x", "seats": []}}
    answers = [server.api.http.post("/api/tables", **asked) for _ in range(4)]
    late = next(answer for answer in answers if answer.status_code == 429)
    assert int(late.headers["retry-after"]) >= 1

    async def crowd() -> None:
        async with Player(server.url, made["table"]) as one:
            async with Player(server.url, made["table"]):
                with pytest.raises(websockets.InvalidStatus) as error:
                    await Player(server.url, made["table"]).connect()
                assert error.value.response.status_code == 429
                assert json.loads(error.value.response.body)["code"] == "too-many-connections"
            for _ in range(10):
                await one.say({"type": "ping"})
            await one.until(lambda player: player.kinds.count("refused") == 5)

    asyncio.run(crowd())


# ------------------------------------------------------------ stopping and starting


def test_a_server_that_is_stopped_says_so_and_loses_nothing(start: Callable[..., ServerProcess]):
    server = start()
    made = server.api.make("minivilles", ["person", "person"], first="A")

    async def stay() -> Player:
        player = await Player(server.url, made["table"], list(made["keys"].values())).__aenter__()
        await player.move(player.legal[0])
        await asyncio.to_thread(lambda: setattr(server, "status", server.stop()))
        await player.leave()
        return player

    player = asyncio.run(stay())
    assert server.status == 0  # type: ignore[attr-defined]
    assert player.bye is not None
    assert player.bye["code"] == "stopping"
    assert player.closed == 1012
    server.start()
    shown = server.api.table(made["table"])
    assert shown["number"] == player.number
    assert shown["state"]["hash"] == player.state["hash"]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_worker_that_dies_is_replaced_and_none_outlives_its_server(
    start: Callable[..., ServerProcess],
):
    server = start()
    made = server.api.make("minivilles", ["greedy", "greedy"])

    def state() -> str:
        return str(server.api.table(made["table"])["state"]["phase"])

    wait_until(lambda: len(workers_of(server)) == 1)
    [first] = workers_of(server)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: state() == "over")
    server.api.make("minivilles", ["greedy", "greedy"])  # if the first was over before
    wait_until(lambda: set(workers_of(server)) - {first} != set())
    [worker] = set(workers_of(server)) - {first}
    server.kill()
    wait_until(lambda: not Path(f"/proc/{worker}").exists())


def workers_of(server: ServerProcess) -> list[int]:
    """The processes in which bots think."""
    return [process for process in server.family[1:] if b"spawn_main" in command_of(process)]


def command_of(process: int) -> bytes:
    with suppress(FileNotFoundError, ProcessLookupError):  # it may end at any moment
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def test_structured_logs_are_lines_of_json_without_addresses_or_queries(server: ServerProcess):
    server.api.http.get("/api/games?key=verysecret")
    lines = [json.loads(line) for line in server.logged().splitlines()]
    asked = [line for line in lines if line["event"] == "request"]
    assert asked
    assert all(
        {"time", "level", "where", "method", "path", "status"} <= set(line) for line in asked
    )
    assert "verysecret" not in server.logged()

"""`faubourg admin` and `faubourg doctor` beside a running server."""

import asyncio
import json
import os
import socket
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from faubourg.server.admin import socket_path
from faubourg.server.store.migrations import STEPS
from tests import fork_server
from tests.server.client import PATIENCE, Player, RefusedError
from tests.server.process import ServerProcess, wait_until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('admin') / 'tables.db'}").start()
    yield process
    process.close()


def admin(server: ServerProcess, *words: str) -> subprocess.CompletedProcess[str]:
    given = ["admin", *words, "--port", str(server.port)]
    return fork_server.run(*given, env=dict(os.environ), timeout=PATIENCE)


def data(server: ServerProcess, *words: str) -> dict[str, object]:
    done = admin(server, *words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_only_the_servers_own_user_reaches_its_door(server: ServerProcess):
    path = socket_path(server.port)
    wait_until(lambda: path.exists() and stat.S_IMODE(path.stat().st_mode) == 0o600)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_tables_and_clients_are_shown_and_removed(server: ServerProcess):
    made = server.api.make("minivilles", ["Zoë:person", "person"])

    async def sit() -> None:
        async with Player(server.url, made["table"], [made["keys"]["A"]]) as player:
            await player.until(lambda player: bool(player.state))
            shown = await asyncio.to_thread(data, server, "tables")
            [table] = [each for each in shown["tables"] if each["table"] == made["table"]]  # type: ignore[attr-defined]
            assert (table["connected"], table["listeners"]) == ("A", 1)
            assert "Zoë" in table["seats"]
            [client] = (await asyncio.to_thread(data, server, "clients"))["clients"]  # type: ignore[misc]
            assert client["client"] == "127.0.0.1"
            assert client["live"] == 1
            assert client["sockets"] >= 1
            assert (await asyncio.to_thread(admin, server, "tables")).stdout.count("Zoë") == 1
            await asyncio.to_thread(data, server, "remove", made["table"])
            await player.until_closed()
            assert player.bye is not None
            assert player.bye["code"] == "removed"

    asyncio.run(sit())
    with pytest.raises(RefusedError) as error:
        server.api.table(made["table"])
    assert error.value.code == "no-table"
    gone = admin(server, "remove", made["table"])
    assert gone.returncode == 2
    assert "There is no table" in gone.stderr or "Il n'y a pas" in gone.stderr


def test_an_address_is_blocked_and_let_in_again(server: ServerProcess):
    made = server.api.make("minivilles", ["person", "person"])

    async def sit() -> None:
        async with Player(server.url, made["table"], [made["keys"]["A"]]) as player:
            await player.until(lambda player: bool(player.state))
            blocked = await asyncio.to_thread(data, server, "block", "127.0.0.1", "--minutes", "5")
            assert blocked["disconnected"] == 1
            await player.until_closed()
            assert player.closed == 4403

    asyncio.run(sit())
    answer = server.api.http.get("/api/games")
    assert (answer.status_code, answer.json()["code"]) == (403, "blocked")
    assert list(data(server, "clients")["blocked_seconds"]) == ["127.0.0.1"]  # type: ignore[call-overload]
    data(server, "unblock", "127.0.0.1")
    assert server.api.http.get("/api/games").status_code == 200
    assert admin(server, "unblock", "127.0.0.1").returncode == 2
    assert admin(server, "block", "nobody").returncode == 2
    assert admin(server, "block", "10.0.0.1", "--minutes", "0").returncode == 2


def test_the_limits_are_told_with_what_is_used(server: ServerProcess):
    found = data(server, "limits")
    assert found["settings"]["sockets_per_client"] == 200  # type: ignore[index]
    assert found["now"]["sockets_at_most"] > 0  # type: ignore[index]
    assert "settings.pace: 0" in admin(server, "limits").stdout


def test_limits_are_changed_while_the_server_runs_and_back_again(server: ServerProcess):
    body = {"code": "badobadoba"}

    def join() -> str:
        return str(server.api.http.post("/api/tables/join", json=body).json()["code"])

    assert join() == "no-code"
    found = data(server, "limits", "--set", "joins_per_minute=0", "--set", "sockets_per_client=50")
    assert found["settings"]["joins_per_minute"] == 0  # type: ignore[index]
    assert found["changed_from"] == {"joins_per_minute": 100_000, "sockets_per_client": 200}
    assert join() == "too-often"
    for wrong in ("pace=1", "joins_per_minute=-1", "joins_per_minute", "nothing=1"):
        assert admin(server, "limits", "--set", wrong).returncode == 2
    assert data(server, "limits", "--reset")["changed_from"] == {}
    assert join() == "no-code"


@pytest.mark.parametrize("said", [b"", b"\n", b"[]\n", b"{\n", b'{"command":"x"}\n', b"[" * 9000])
def test_nonsense_at_the_door_hurts_nobody(server: ServerProcess, said: bytes):
    with socket.socket(socket.AF_UNIX) as door:
        door.connect(str(socket_path(server.port)))
        door.sendall(said)
        door.shutdown(socket.SHUT_WR)
        answer = door.makefile("rb").readline()
    assert not answer or json.loads(answer)["error"] == "command"
    assert server.api.http.get("/healthz").status_code == 200


def test_without_a_server_there_is_a_sentence(tmp_path: Path):
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}").start()
    path = socket_path(server.port)
    wait_until(path.exists)
    server.close()
    wait_until(lambda: not path.exists())
    done = admin(server, "tables")
    assert done.returncode == 2
    assert str(server.port) in done.stderr
    assert "Traceback" not in done.stderr


# ------------------------------------------------------------ doctor


def doctor(*words: str) -> subprocess.CompletedProcess[str]:
    return fork_server.run("doctor", *words, "--lang", "en", env=dict(os.environ), timeout=PATIENCE)


def test_a_server_in_order_gets_no_bad_marks(server: ServerProcess):
    file = Path(server.database.removeprefix("sqlite:///"))
    file.chmod(0o600)
    done = doctor("--database", server.database, "--url", server.url)
    assert done.returncode == 0, done.stdout
    assert "✗" not in done.stdout
    for said in (
        f"schema {1 + len(STEPS)}",
        "The file is sound: ok",
        "1 server processes",
        "takes us for 127.0.0.1",
    ):
        assert said in done.stdout
    file.chmod(0o644)
    done = doctor("--database", server.database)
    assert done.returncode == 1
    assert "has the mode 0644" in done.stdout
    file.chmod(0o600)


def test_what_is_wrong_is_named(server: ServerProcess, tmp_path: Path):
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(os.urandom(8000))
    damaged.chmod(0o600)
    done = doctor("--database", f"sqlite:///{damaged}")
    assert done.returncode == 1
    assert "can't be read" in done.stdout
    assert doctor("--database", "mysql://x").returncode == 1
    missing = doctor("--database", f"sqlite:///{tmp_path / 'none.db'}", "--set", "connections=100")
    assert missing.returncode == 0
    assert not (tmp_path / "none.db").exists()  # it only looks
    dead = doctor("--database", server.database, "--url", "http://127.0.0.1:9")
    assert dead.returncode == 1
    assert "does not answer" in dead.stdout


def test_a_proxy_that_lets_clients_choose_their_address_is_found(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    server = ServerProcess(database)
    server.options = ["--behind-proxy"]
    server.start()
    Path(database.removeprefix("sqlite:///")).chmod(0o600)
    try:
        done = doctor("--database", database, "--url", server.url)  # past the proxy
        assert done.returncode == 1
        assert "A client can choose its own address" in done.stdout
    finally:
        server.close()

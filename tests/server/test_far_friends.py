"""The recipes of docs/server/far-friends.md with the real programs: a proxy with TLS, and a tunnel.
A move is played through each, over wss."""

import asyncio
import json
import os
import pwd
import re
import shlex
import shutil
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from faubourg.server.protocol import VERSION
from tests.server.client import PATIENCE, Data
from tests.server.home import UNTIL_WE_END
from tests.server.process import ServerProcess, free_port, wait_until

PAGE = Path(__file__).parents[2] / "docs/server/far-friends.md"
NAME = "play.example.org"
ORIGIN = f"https://{NAME}"
ROOT_ONLY = "unshare --mount sh -c"


def blocks(language: str) -> list[str]:
    """All blocks of a language on the page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)


def command(first: str) -> list[str]:
    """The one command on the page that begins with a word, however often it is shown."""
    found = {each.strip() for each in blocks("sh") if each.startswith(first)}
    assert len(found) == 1, found
    return shlex.split(found.pop())


def need(*programs: str) -> None:
    missing = [each for each in programs if shutil.which(each, path=path()) is None]
    if missing:
        pytest.skip(f"there is no {', '.join(missing)}; run scripts/setup-tests")


def path() -> str:
    return f"{os.environ.get('PATH', '')}:/usr/sbin"


@contextmanager
def running(words: Sequence[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program until the end of the block; what it says is in the log."""
    environment = os.environ | {"PATH": path()}
    with log.open("wb") as said:
        process = subprocess.Popen(
            [*UNTIL_WE_END, *words], stdout=said, stderr=said, env=environment
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait(PATIENCE)


# ---------------------------------------------------------------- the parts


@contextmanager
def faubourg(folder: Path) -> Iterator[ServerProcess]:
    """The server with the options that the page names."""
    words = command(".venv/bin/faubourg serve")
    server = ServerProcess(f"sqlite:///{folder / 'tables.db'}")
    server.options = words[2:]
    try:
        yield server.start()
    finally:
        server.close()


def certificate(folder: Path) -> Path:
    """A certificate of our own making and its key, one after the other."""
    key, signed = folder / "key.pem", folder / "signed.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
         "-keyout", key, "-out", signed],
        check=True, capture_output=True,
    )  # fmt: skip
    both = folder / f"{NAME}.pem"
    both.write_bytes(signed.read_bytes() + key.read_bytes())
    return both


@contextmanager
def haproxy(folder: Path, backend: int, pem: Path) -> Iterator["Visitor"]:
    """The proxy with the file of the page; only ports and the place of the certificate differ."""
    [config] = blocks("haproxy")
    _, config = config.split("\n", 1)  # the command that prints it
    plain, secure = free_port(), free_port()
    for here, ours in {
        "bind :80\n": f"bind 127.0.0.1:{plain}\n",
        "bind :443 ": f"bind 127.0.0.1:{secure} ",
        f"/etc/haproxy/{NAME}.pem": str(pem),
        "127.0.0.1:8472": f"127.0.0.1:{backend}",
    }.items():
        assert config.count(here) == 1, here
        config = config.replace(here, ours)
    file = folder / "haproxy.cfg"
    file.write_text(config, encoding="utf-8")
    checked = subprocess.run(["haproxy", "-c", "-f", file], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    with running(["haproxy", "-db", "-f", str(file)], folder / "haproxy.log"):
        visitor = Visitor(plain, secure, pem)
        wait_until(visitor.is_served)
        yield visitor


@contextmanager
def tunnel(folder: Path, server: int) -> Iterator[int]:
    """The port at the far end of the tunnel: OpenSSH's client as the page calls it, and a server
    that knows one user and one key."""
    words = command("ssh")
    user, inner, outer = pwd.getpwuid(os.getuid()).pw_name, free_port(), free_port()
    keys = folder / "home" / ".ssh"
    keys.mkdir(parents=True, mode=0o700)
    key, host_key = folder / "id", folder / "host"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    subprocess.run(
        ["dropbearkey", "-t", "ed25519", "-f", host_key], check=True, capture_output=True
    )
    shutil.copy(f"{key}.pub", keys / "authorized_keys")
    for private in (folder, folder / "home", keys):
        private.chmod(0o700)
    # Dropbear looks for keys in the home of the user: in a namespace of its own that is our folder.
    users = folder / "passwd"
    users.write_text(f"{user}:x:{os.getuid()}:{os.getgid()}::{folder / 'home'}:/bin/sh\n")
    listen = f"exec dropbear -F -E -s -p 127.0.0.1:{inner} -r {host_key} -P {folder / 'pid'}"
    daemon = [*ROOT_ONLY.split(), f"mount --bind {users} /etc/passwd && {listen}"]
    swapped = {
        "127.0.0.1:8472:127.0.0.1:8472": f"127.0.0.1:{outer}:127.0.0.1:{server}",
        f"you@{NAME}": f"{user}@127.0.0.1",
    }
    assert set(swapped) <= set(words)
    call = [swapped.get(word, word) for word in words]
    call[1:1] = ["-F", "/dev/null", "-i", str(key), "-p", str(inner), "-o", "BatchMode=yes"]
    call[1:1] = ["-o", f"UserKnownHostsFile={folder / 'known'}", "-o", "ConnectionAttempts=20"]
    call[1:1] = ["-o", "StrictHostKeyChecking=accept-new"]
    with running(daemon, folder / "sshd.log"), running(call, folder / "ssh.log"):
        yield outer


class Visitor:
    """A friend far away: knows the name and the certificate, and nothing of the home."""

    def __init__(self, plain: int, secure: int, pem: Path) -> None:
        self._secure = secure
        self._trusted = ssl.create_default_context(cafile=str(pem))
        self.plain = f"http://127.0.0.1:{plain}"

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Host": NAME, "Origin": ORIGIN} | more.pop("headers", {})
        with httpx.Client(verify=self._trusted, timeout=PATIENCE) as http:
            return http.request(
                method,
                f"https://127.0.0.1:{self._secure}{path}",
                headers=headers,
                extensions={"sni_hostname": NAME},
                **more,
            )

    def is_served(self) -> bool:
        try:
            return self.ask("GET", "/healthz").status_code == 200
        except httpx.TransportError:
            return False

    def live(self, table: str, origin: str = ORIGIN) -> connect:
        return connect(
            f"wss://{NAME}/api/tables/{table}/live",
            host="127.0.0.1",
            port=self._secure,
            ssl=self._trusted,
            origin=websockets.Origin(origin),
            open_timeout=PATIENCE,
        )


# ---------------------------------------------------------------- the tests


async def heard(socket: ClientConnection, kind: str) -> Data:
    """The next message of a kind."""
    async with asyncio.timeout(PATIENCE):
        while True:
            said: Data = json.loads(await socket.recv())
            if said["type"] == kind:
                return said


async def play_a_move(visitor: Visitor, made: Data) -> None:
    seat, key = next(iter(made["keys"].items()))
    async with visitor.live(made["table"]) as socket:
        await socket.send(json.dumps({"type": "hello", "version": VERSION, "keys": [key]}))
        shown = await heard(socket, "snapshot")
        action = shown["legal"][0]
        move = {"type": "move", "id": "1", "answers": shown["number"], "seat": seat}
        await socket.send(json.dumps(move | {"action": action}))
        assert (await heard(socket, "accepted"))["id"] == "1"


def check(visitor: Visitor) -> None:
    """A game is played from afar, and all guards hold."""
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "bot", "level": "greedy"}]
    wanted = {"game": "minivilles", "seats": seats, "options": {"first": "A"}}
    answer = visitor.ask("POST", "/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    assert "strict-transport-security" in answer.headers
    made = answer.json()
    asyncio.run(play_a_move(visitor, made))
    # Neither a foreign page nor a foreign name, nor anybody's metrics.
    foreign = {"Origin": "https://evil.example"}
    assert visitor.ask("POST", "/api/tables", json=wanted, headers=foreign).status_code == 403
    assert visitor.ask("GET", "/api/games", headers={"Host": "evil.example"}).status_code == 403
    assert visitor.ask("GET", "/metrics").status_code == 403

    async def knock() -> int:
        with pytest.raises(websockets.InvalidStatus) as error:
            await visitor.live(made["table"], "https://evil.example")
        return error.value.response.status_code

    assert asyncio.run(knock()) == 403
    # Nobody opens the local network from there, whatever they say of themselves.
    for claimed in ({}, {"X-Forwarded-For": "127.0.0.1"}):
        headers = {"Authorization": f"Bearer {made['host_key']}"} | claimed
        lan = visitor.ask("POST", f"/api/tables/{made['table']}/lan", json={}, headers=headers)
        assert lan.json()["code"] == "not-this-computer"
    moved = httpx.get(f"{visitor.plain}/rules", headers={"Host": NAME})
    assert (moved.status_code, moved.headers["location"]) == (302, f"{ORIGIN}/rules")


def test_a_server_of_ones_own_behind_a_proxy_with_tls(tmp_path: Path):
    need("haproxy", "openssl")
    with (
        faubourg(tmp_path) as server,
        haproxy(tmp_path, server.port, certificate(tmp_path)) as visitor,
    ):
        check(visitor)


def test_a_tunnel_to_the_computer_at_home(tmp_path: Path):
    need("haproxy", "openssl", "ssh", "dropbear")
    if subprocess.run([*ROOT_ONLY.split(), "true"], capture_output=True).returncode:
        pytest.skip("this needs root: an SSH server with a user of its own")
    with ExitStack() as stack:
        server = stack.enter_context(faubourg(tmp_path))
        far = stack.enter_context(tunnel(tmp_path, server.port))
        check(stack.enter_context(haproxy(tmp_path, far, certificate(tmp_path))))

"""Hostile boxes, records, messages and headers, made up at random: nothing is answered with a
fault, nothing dies. `make test-long` sends 100,000 of them."""

import json
import os
import random
import signal
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from bench.fuzz import KINDS
from faubourg.core.game import Game, games
from faubourg.server.protocol import VERSION
from tests.effort import LONG
from tests.kernels.bounds_probe import mutated_box
from tests.server.process import ServerProcess, spawned_by
from tests.server.test_bounds import UPGRADE, answer, dial, frame, status

EACH = 25_000 if LONG else 40
KILL_EVERY = EACH // 4  # so often the processes that parse files are killed meanwhile
RECORDS = sorted((Path(__file__).parents[1] / "playthroughs").rglob("*.txt"))
ODD = ["\x00", "\x1b[2J", "\u202e", "\ud7ff", "9" * 30, "[" * 50, ".a" * 20]
ODD += ["=", ",", "#", "\n", "é" * 9]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('hostile') / 'tables.db'}").start()
    yield process
    process.close()  # which fails if there was a fault in the log


@cache
def table_of(server: ServerProcess) -> tuple[str, str]:
    """A table, and the key of a seat there."""
    made = server.api.make("minivilles", ["person", "person"])
    return made["table"], made["keys"]["A"]


def spoiled(text: str, chance: random.Random) -> str:
    """A text with pieces left out, doubled, moved or replaced."""
    for _ in range(chance.choice((1, 1, 2, 5))):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 1, 5, 50)))
        text = text[:start] + chance.choice([*ODD, "", text[start:end] * 3]) + text[end:]
    return text


def send_record(server: ServerProcess, text: str, chance: random.Random) -> int:
    path = chance.choice(("/api/tables/import", "/api/records/verify"))
    body = json.dumps({"record": text}).encode("utf-8", "replace")
    # A connection of its own: one that is kept may be closed by either side at any time.
    headers = {"Connection": "close", "Content-Type": "application/json"}
    return server.api.http.post(path, content=body, headers=headers).status_code


def send_good_record(server: ServerProcess) -> int:
    body = {"record": RECORDS[0].read_text("utf-8")}
    return server.api.http.post("/api/tables/import", json=body).status_code


def box(server: ServerProcess, chance: random.Random) -> int:
    """A record with a box that is not quite one."""
    game = Game(chance.choice(games()))
    components = mutated_box(game.components.text, chance)
    if chance.random() < 0.3:
        components = spoiled(components, chance)
    digest = "0" * 16
    with suppress(Exception):
        digest = Game(game.name, components=components).components.digest
    head = f"faubourg record 1\ngame: {game.name}\nrules: {game.version}\nplayers: {game.players}\n"
    text = f"{head}components: {digest}\n\n\n--- components\n{components}"
    return send_record(server, text, chance)


def record(server: ServerProcess, chance: random.Random) -> int:
    return send_record(server, spoiled(chance.choice(RECORDS).read_text("utf-8"), chance), chance)


def workshop(server: ServerProcess, chance: random.Random) -> int:
    """A box that is not quite one, brought to the workshop; if it is taken, bots play with it."""
    game = Game(chance.choice(games()))
    text = mutated_box(game.components.text, chance)
    if chance.random() < 0.3:
        text = spoiled(text, chance)
    body = {"game": game.name, "text": text}
    if chance.random() < 0.3:
        with suppress(ValueError):
            body = {"game": game.name, "data": tomllib.loads(text)}
    sent = json.dumps(body, default=str).encode("utf-8", "replace")
    kept = {"Connection": "close", "Content-Type": "application/json"}
    path = chance.choice(("/api/boxes", "/api/boxes/check"))
    answer = server.api.http.post(path, content=sent, headers=kept)
    if answer.status_code != 201:
        return answer.status_code
    seats = [{"kind": "bot", "level": "random"}] * game.players
    wanted = {"game": game.name, "seats": seats, "box": answer.json()["digest"]}
    return server.api.http.post("/api/tables", json=wanted).status_code


def headers(server: ServerProcess, chance: random.Random) -> int:
    """Bytes that are HTTP, or almost."""

    def pick(usual: str, *odd: str) -> str:
        return usual if chance.random() < 0.8 else chance.choice(odd)

    text = (
        f"{pick('GET', 'POST', 'PUT', 'X', '')} {pick('/api/games', '/', '*', '/%', '//[')}"
        f" HTTP/1.{pick('1', '0', '2', 'x')}\r\n"
        f"Host: {pick('localhost', '[', '', 'a b', '[::1', 'x]')}\r\n"
        f"Origin: {pick('http://localhost', 'http://[', 'null', '[', 'http://x')}\r\n"
        f"Content-Length: {pick('0', '5', '-1', '9' * 30, 'x')}\r\n"
        f"{pick('', UPGRADE, 'Transfer-Encoding: chunked' + chr(13) + chr(10))}"
        "Connection: close\r\n\r\n"
    )
    with dial(server) as rude:
        with suppress(ConnectionError):
            said = spoiled(text, chance) if chance.random() < 0.5 else text
            rude.sendall(said.encode("utf-8", "replace"))
            rude.shutdown(1)
        return status(answer(rude))


def messages(server: ServerProcess, chance: random.Random) -> int:
    """Frames that are almost a WebSocket's, often after a good hello at a table."""
    id, key = table_of(server)
    hello = json.dumps({"type": "hello", "version": VERSION, "keys": [key]})
    with dial(server) as rude:
        with suppress(OSError):
            start = f"GET /api/tables/{chance.choice((id, id, id, 'x'))}/live HTTP/1.1\r\n"
            rude.sendall(f"{start}Host: localhost\r\n{UPGRADE}\r\n".encode())
            if chance.random() < 0.7:
                rude.sendall(frame(1, hello.encode()))
            for _ in range(chance.randrange(6)):
                said = chance.choice((chance.choice(KINDS)(chance), spoiled(hello, chance)))
                payload = said if isinstance(said, bytes) else said.encode("utf-8", "replace")
                opcode = chance.choice((1, 1, 2, chance.randrange(16)))
                rude.sendall(frame(opcode, payload[:4000], chance.random() < 0.8))
            rude.sendall(chance.randbytes(chance.randrange(40)))
            rude.shutdown(1)
        return status(answer(rude))


@pytest.mark.parametrize("kind", [box, record, workshop, headers, messages])
def test_nothing_hostile_is_answered_with_a_fault(
    server: ServerProcess, kind: Callable[[ServerProcess, random.Random], int]
):
    chances = [random.Random(f"{kind.__name__} {number}") for number in range(EACH)]

    def send(number: int) -> int:
        if number % KILL_EVERY == KILL_EVERY // 2:  # as the system does when memory is short
            for process in spawned_by(server):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        return kind(server, chances[number])

    with ThreadPoolExecutor(4) as pool:
        counts = Counter(pool.map(send, range(EACH)))
    print(f"{kind.__name__}: {dict(counts)}")
    assert sum(counts.values()) == EACH
    assert all(code < 500 or code == 503 for code in counts), counts
    assert counts[503] < EACH / 10  # too many at once are told to wait
    assert counts[422] == 0 or kind in (
        workshop,
        headers,
        messages,
    )  # files are read, not only their body
    assert send_good_record(server) == 201
    assert server.api.http.get("/healthz").status_code == 200

"""Messages that no honest client sends. `bench/fuzz.py` makes them up, 100,000 in the long run."""

import asyncio
import random

import pytest
from websockets.asyncio.client import connect

from bench.fuzz import babble
from faubourg.core.game import games
from tests.effort import many
from tests.server.client import PATIENCE, Player
from tests.server.process import COMPILING, ServerProcess

MESSAGES = many(1500)
MOST_MORE = 48 * 2**20  # bytes; games that are first played meanwhile take some, a leak takes more


def change_over(server: ServerProcess, name: str) -> None:
    """Play until the server runs a game compiled: Numba takes more memory than most leaks."""

    async def play() -> None:
        while f"{name}: compiled" not in server.api.get("/healthz"):
            made = server.api.make(name, ["person", "person"])
            async with Player(server.url, made["table"], list(made["keys"].values())) as player:
                await player.play_on(random.Random(1))

    asyncio.run(asyncio.wait_for(play(), COMPILING))


def test_bad_messages_are_refused_by_type_and_hurt_nobody_who_plays(server: ServerProcess):
    change_over(server, games()[0])
    figures = babble(server, MESSAGES, seed=3)
    assert figures.bad > MESSAGES / 2
    assert {"refused message", "refused hello", "refused stale"} <= set(figures.counts)
    assert figures.before > 0
    assert figures.after - figures.before < MOST_MORE


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_message_nested_too_deeply_is_refused_like_any_other(server: ServerProcess, opening: str):
    made = server.api.make(games()[0], ["person", "person"])

    async def nest() -> None:
        async with Player(server.url, made["table"]) as player:
            await player.say('{"more":' + opening * 800)
            await player.say('{"more":' + "[" * 1200 + "]" * 1200 + ',"type":"ping"}')
            await player.until(lambda player: len(player.answers) == 2)
            assert {answer["code"] for answer in player.answers} == {"message"}

    asyncio.run(nest())


def test_bytes_that_are_no_text_end_the_connection_and_are_no_fault_of_ours(server: ServerProcess):
    made = server.api.make(games()[0], ["person", "person"])

    async def croak() -> int | None:
        url = f"{server.url.replace('http', 'ws')}/api/tables/{made['table']}/live"
        async with connect(url, open_timeout=PATIENCE) as socket:
            await socket.send(b"\xff\xfe", text=True)
            await socket.wait_closed()
            return socket.close_code

    assert asyncio.run(croak()) == 1007
    assert '"level": "error"' not in server.logged()

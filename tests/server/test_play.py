"""Every game, played to its end over real WebSockets by several clients at once."""

import asyncio
import random

import pytest

from bench.load import Load
from faubourg.core.game import Game, games
from faubourg.records.fairness import verify
from faubourg.records.record import Record
from tests.server.client import Api, Player
from tests.server.process import ServerProcess

TABLES = 40
every_game = pytest.mark.parametrize("name", games())


async def compare_each(api: Api, player: Player) -> None:
    """Hold the state that a client has patched together against the whole one, as often as one can
    be had that is of the same moment, and at the end."""
    while not player.over:
        known = player.number
        shown = await asyncio.to_thread(api.table, player.table)
        if shown["number"] == player.number == known:
            assert shown["state"] == player.state
        await player.until(lambda player, known=known: player.over or player.number != known)
    assert (await asyncio.to_thread(api.table, player.table))["state"] == player.state


async def play_to_the_end(
    api: Api, url: str, table: str, keys: list[str], watchers: int = 1
) -> list[Player]:
    """Each key with a client of its own, and some who only watch; all of them at the end."""
    players = [Player(url, table, [key]) for key in keys]
    watching = [Player(url, table) for _ in range(watchers)]
    everybody = [*players, *watching]
    for player in everybody:
        await player.__aenter__()
    await asyncio.gather(
        *(player.play_on(random.Random(f"{table} {seat}")) for seat, player in enumerate(players)),
        compare_each(api, watching[0]),
    )
    for player in everybody:
        await player.until(lambda player: player.over)
        await player.leave()
    return everybody


@every_game
def test_a_game_is_played_to_its_end_by_people_and_a_bot(server: ServerProcess, name: str):
    game = Game(name)
    players = min(3, game.components.players[1])
    made = server.api.make(name, ["person"] * (players - 1) + ["greedy"])
    keys = list(made["keys"].values())
    everybody = asyncio.run(play_to_the_end(server.api, server.url, made["table"], keys))
    states = [player.state for player in everybody]
    assert len({state["hash"] for state in states}) == 1
    assert all(state["outcome"] == states[0]["outcome"] for state in states)
    # What was told is what is stored, and the dice are the ones that were promised.
    record = Record.loads(server.api.record(made["table"]))
    assert record.fairness is not None
    assert record.fairness.commitment == made["commitment"]
    assert verify(record).holds
    assert record.outcome is not None
    told = [e["move"]["id"] for e in everybody[-1].entries.values() if "move" in e]
    assert told == record.moves[-len(told) :]


@every_game
def test_a_table_of_bots_plays_on_to_its_end(server: ServerProcess, name: str):
    least, _ = Game(name).components.players
    made = server.api.make(name, ["random"] * least)

    async def watch() -> Player:
        async with Player(server.url, made["table"]) as player:
            return await player.until(lambda player: player.over)

    ended = asyncio.run(watch())
    assert ended.state["outcome"]["reason"]["fr"]
    assert ended.state["fairness"]["secret"]
    assert verify(Record.loads(server.api.record(made["table"]))).holds


def test_a_burst_of_moves_is_acknowledged_soon(server: ServerProcess):
    """One move at each of many tables at the same time: they share a few commits."""

    async def all_at_once() -> tuple[int, float]:
        load = Load([server])
        await load.sit_down(await asyncio.to_thread(load.make, TABLES))
        try:
            return await load.burst()
        finally:
            for player in load.players:
                player.leave()

    before = commits(server)
    moves, seconds = asyncio.run(all_at_once())
    assert moves == TABLES
    assert seconds < 10  # on a machine that runs all other tests too
    assert commits(server) - before < 4 * TABLES  # making, two presences, and a share of a move


def commits(server: ServerProcess) -> float:
    """How many transactions there were so far."""
    lines = server.api.get("/metrics").splitlines()
    return next(
        float(line.split()[1]) for line in lines if line.startswith("faubourg_commit_jobs_count")
    )

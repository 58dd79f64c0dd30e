"""More than one process, and processes that die: nothing is lost, nothing is done twice."""

import asyncio
import random
from collections.abc import Callable

import pytest
import sqlalchemy as sa

from faubourg.core.errors import FaubourgError
from faubourg.core.game import games
from faubourg.records.fairness import verify
from faubourg.records.record import Record
from faubourg.server.store.engine import open_engine
from faubourg.server.store.store import Store, migrations
from tests.server.client import Data, Player, StubbornPlayer
from tests.server.process import ServerProcess, wait_until
from tests.server.truth import check_finished

Start = Callable[..., ServerProcess]
postgres_only = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


@postgres_only
def test_clients_of_one_table_on_two_processes_play_on_when_one_is_killed(
    start: Start, database: str
):
    """Each process has clients of every table; one of them dies in the middle and stays dead."""
    one, two = start(), start()
    tables = [one.api.make(name, ["person", "person", "greedy"]) for name in games()]
    tables.append(two.api.make(games()[0], ["random", "random"]))

    def players(made: Data) -> list[StubbornPlayer]:
        urls, keys = [one.url, two.url], made["keys"]
        return [
            StubbornPlayer(order, made["table"], [keys[seat]] if seat in keys else [], chance)
            for seat, order, chance in (
                ("A", urls, random.Random(1)),
                ("B", urls[::-1], random.Random(2)),
                ("watcher", urls, random.Random(3)),
                ("watcher", urls[::-1], random.Random(4)),
            )
        ]

    async def play() -> list[list[StubbornPlayer]]:
        everybody = [players(made) for made in tables]
        playing = [player.play_to_the_end() for each in everybody for player in each]

        async def kill_one() -> None:
            first = everybody[0][0]
            while len(first.accepted) < 5:
                await asyncio.sleep(0.05)
            one.kill()

        await asyncio.gather(kill_one(), *playing)
        return everybody

    everybody = asyncio.run(play())
    for made, each in zip(tables, everybody, strict=True):
        check_finished(database, made["table"], each, two.api.record(made["table"]))
        assert not any(player.refused for player in each)
    assert everybody[0][0].returns  # it was thrown out, and came back through the other process


@postgres_only
def test_the_bots_of_a_table_move_once_however_many_processes_there_are(start: Start):
    servers = [start(), start()]
    tables = [servers[i % 2].api.make("minivilles", ["greedy"] * 3)["table"] for i in range(4)]

    async def watch(server: ServerProcess, table: str) -> Player:
        async with Player(server.url, table) as player:
            return await player.until(lambda player: player.over)

    async def watch_all() -> list[Player]:
        watching = (watch(server, table) for server in servers for table in tables)
        return await asyncio.gather(*watching)

    ended = asyncio.run(watch_all())
    for first, second in zip(ended[:4], ended[4:], strict=True):
        assert first.state["hash"] == second.state["hash"]
    for table in tables:
        assert verify(Record.loads(servers[0].api.record(table))).holds


def test_a_killed_server_goes_on_where_it_was(start: Start):
    server = start()
    made = server.api.make("minivilles", ["person", "greedy"])
    bots = server.api.make("minivilles", ["random", "random"])

    async def play() -> Player:
        player = Player(server.url, made["table"], [made["keys"]["A"]])
        for round in range(2):
            await player.connect()
            await player.until(lambda player: bool(player.state))
            await player.play_on(random.Random(round), most=3)
            known = player.number
            server.kill()
            await player.leave()
            await asyncio.to_thread(server.start)
            assert known is not None
            assert server.api.table(made["table"])["number"] >= known
        await player.connect()
        await player.play_on(random.Random(9))
        await player.leave()
        return player

    ended = asyncio.run(play())
    assert server.api.table(made["table"])["state"]["hash"] == ended.state["hash"]
    for table in (made, bots):
        wait_until(lambda id=table["table"]: server.api.table(id)["state"]["phase"] == "over")
        assert verify(Record.loads(server.api.record(table["table"]))).holds


def test_old_tables_are_removed_by_the_policy(start: Start):
    server = start(tidy=0.3, keep_finished=0.5, keep_waiting=0.5)
    waiting = server.api.make("minivilles", ["person", "open"])["table"]
    played = server.api.make("minivilles", ["person", "person"])["table"]
    wait_until(lambda: server.api.http.get(f"/api/tables/{waiting}").status_code == 404)
    assert server.api.http.get(f"/api/tables/{played}").status_code == 200


# ------------------------------------------------------------ the schema


def test_a_new_database_gets_the_schema_and_keeps_it(database: str):
    for _ in range(2):
        Store(database).close()
    engine = open_engine(database)
    with engine.connect() as connection:
        names = set(sa.inspect(connection).get_table_names())
    assert names == {
        "box_keys", "boxes", "counted_games", "entries", "presence", "processes", "studies",
        "study_shards", "subscriptions", "tables", "uptime", "version",
    }  # fmt: skip
    engine.dispose()


def test_an_older_database_goes_through_the_steps_that_it_has_not_seen(database: str):
    Store(database).close()
    seen, newest = [], 1 + len(migrations.STEPS)

    def step(connection: sa.Connection) -> None:
        seen.append(connection.execute(sa.text("SELECT number FROM version")).scalar())

    engine = open_engine(database).execution_options(writes=True)
    for _ in range(2):
        with engine.begin() as connection:
            assert migrations.migrate(connection, [*migrations.STEPS, step, step]) == newest + 2
    assert seen == [newest, newest]
    engine.dispose()
    with pytest.raises(FaubourgError) as error:
        Store(database)
    assert error.value.code == "schema"
    assert f"schema {newest + 2}" in error.value.text.en


def test_two_processes_that_start_at_once_make_one_schema(start: Start, database: str):
    async def start_both() -> None:
        await asyncio.gather(asyncio.to_thread(start), asyncio.to_thread(start))

    asyncio.run(start_both())
    engine = open_engine(database)
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT count(*) FROM version")).scalar() == 1
    engine.dispose()


@pytest.mark.parametrize(
    "address",
    [
        "mysql://x/y",
        "nonsense",
        "sqlite://",
        "postgresql://127.0.0.1:1/none",
        "sqlite:////proc/x/y",
    ],
)
def test_a_database_that_can_not_be_used_is_told_of_in_a_sentence(address: str):
    with pytest.raises(FaubourgError) as error:
        Store(address)
    assert error.value.code == "database"
    assert error.value.text.fr

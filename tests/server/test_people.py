"""Games that people finish count where the operator wants it: their moves, and nothing of them."""

import asyncio
import json
import os
import random
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

import faubourg
from faubourg.core.game import Game
from faubourg.server.store.engine import open_to_read
from faubourg.server.store.schema import counted_games
from tests.server.client import Player, RefusedError
from tests.server.process import COMPILING, ServerProcess, wait_until
from tests.server.test_studies import players

GAME = "my_little_town"
GAMES = 10
NAME = "Zwiebelkönigin"


def play(server: ServerProcess, seed: int) -> dict[str, object]:
    made = server.api.make(GAME, [f"{NAME}:person", "person"])

    async def to_the_end() -> None:
        async with Player(server.url, made["table"], list(made["keys"].values())) as player:
            await player.play_on(random.Random(seed))

    asyncio.run(asyncio.wait_for(to_the_end(), COMPILING))
    assert server.api.table(made["table"])["state"]["phase"] == "over"
    return made


def counted(database: Path) -> list[dict[str, object]]:
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute("SELECT * FROM counted_games")
        names = [column[0] for column in found.description]
        return [dict(zip(names, row, strict=True)) for row in found]


def test_only_moves_are_kept_of_games_that_count_and_the_report_is_theirs(tmp_path: Path):
    database = tmp_path / "tables.db"
    server = ServerProcess(f"sqlite:///{database}", count_people=1).start()
    try:
        made = [play(server, seed) for seed in range(GAMES)]
        server.api.make(GAME, ["random", "random"])  # bots have studies
        wait_until(lambda: len(counted(database)) == GAMES)
        rows = counted(database)
        kept = repr(rows)
        assert NAME not in kept
        for table in made:
            secrets = [table["table"], table["host_key"], *table["keys"].values()]
            assert not any(str(secret) in kept for secret in secrets)
        assert {frozenset(row) for row in rows} == {
            frozenset(("id", "game", "rules", "players", "options", "box", "seats", "moves"))
        }
        assert {row["seats"] for row in rows} == {'["person","person"]'}
        told = server.api.get(f"/api/workshop/{GAME}/people?players=2")
        assert (told["games"], told["box"]) == (GAMES, Game(GAME).components.digest)
        [group] = told["groups"]
        report = group["report"]
        assert (report["games"], report["role"]) == (GAMES, "people")
        over = [server.api.table(str(table["table"]))["state"]["outcome"] for table in made]
        won = sum("A" in each["winners"] for each in over) / GAMES
        assert report["seats"][0]["won"]["value"] == pytest.approx(won)
        assert str(GAMES) in report["words"]["en"]
        assert "95" in report["words"]["fr"]
        assert server.api.get(f"/api/workshop/{GAME}/people?players=3")["groups"] == []
    finally:
        server.close()


def test_nothing_counts_unless_the_operator_wants_it(server: ServerProcess):
    play(server, 1)
    with pytest.raises(RefusedError) as refused:
        server.api.get(f"/api/workshop/{GAME}/people?players=2")
    assert (refused.value.status, refused.value.code) == (404, "not-counted")
    engine = open_to_read(server.database)
    with engine.connect() as connection:
        count = sa.select(sa.func.count()).select_from(counted_games)
        assert connection.execute(count).scalar() == 0
    engine.dispose()


def count_games(
    database: Path, game: Game, count: int, first: int = 0, options: dict[str, str] | None = None
) -> None:
    """Games as if people had finished them, from a seed on; with `options` as they were stored."""
    stored = json.dumps(game.options if options is None else options)
    with closing(sqlite3.connect(database)) as connection, connection:
        for seed in range(first, first + count):
            moves = faubourg.play(game, seats=["random"] * game.players, seed=seed).moves
            seats = json.dumps(["person"] * game.players)
            row = (
                f"game{seed}", game.name, game.version, game.players, stored,
                game.components.digest, seats, json.dumps(moves),
            )  # fmt: skip
            connection.execute(
                f"INSERT INTO counted_games VALUES ({','.join('?' * len(row))})", row
            )


def test_games_from_before_an_option_are_of_one_group_with_those_that_have_it(tmp_path: Path):
    """And options that are no longer allowed are a group of their own, too few to be reported."""
    database = tmp_path / "tables.db"
    server = ServerProcess(f"sqlite:///{database}", count_people=1).start()
    try:
        game = Game("lutins", 2)
        before = {name: value for name, value in game.options.items() if name != "strength"}
        count_games(database, game, GAMES // 2, options=before)
        count_games(database, game, GAMES - GAMES // 2, first=GAMES)
        count_games(database, game, 1, first=2 * GAMES, options=before | {"die": "loaded"})
        told = server.api.get("/api/workshop/lutins/people?players=2")
        [group] = told["groups"]
        assert (told["games"], group["report"]["games"]) == (GAMES + 1, GAMES)
        assert group["options"] == game.options
    finally:
        server.close()


def test_who_waits_for_a_report_does_not_hold_up_a_server_that_stops(tmp_path: Path):
    database = tmp_path / "tables.db"
    server = ServerProcess(f"sqlite:///{database}", count_people=1).start()
    count_games(database, Game("minivilles", 2), GAMES)
    with ThreadPoolExecutor(1) as beside:
        waiting = beside.submit(
            server.api.http.get, "/api/workshop/minivilles/people", params={"players": 2}
        )
        wait_until(lambda: bool(players(server)), COMPILING)
        for child in players(server):
            os.kill(child, signal.SIGSTOP)  # as if the machine had no time for it
        assert server.stop() == 0
        assert waiting.result().status_code == 503
    server.close()  # which fails if there was a fault in the log

"""What is known of people: all that the server stores and logs, listed, so that nothing is added
without being seen here."""

import asyncio
import json
import re
from collections.abc import Callable

import sqlalchemy as sa

from faubourg.server.store import schema
from faubourg.server.store.engine import open_engine
from tests.server.client import Data, Player
from tests.server.process import ServerProcess
from tests.server.test_clocks import play_first

# Every column there is. Of people: names and faces that they chose for a table, hashes of keys.
COLUMNS = {
    "version": {"number"},
    "boxes": {"digest", "text", "game", "created", "used"},
    "box_keys": {"box", "key"},
    "studies": {
        "id", "key", "game", "box", "against", "asked", "sources", "created", "changed", "phase",
        "process", "done", "games", "spent", "tries", "report", "problem",
    },
    "study_shards": {"study", "name", "data"},
    "counted_games": {"id", "game", "rules", "players", "options", "box", "seats", "moves"},
    "tables": {
        "id", "game", "rules", "players", "options", "box", "seats", "host", "code", "begin",
        "secret", "created", "last", "waits", "changed",
    },
    "entries": {"table", "number", "kind", "seat", "action", "client", "data", "at"},
    "processes": {"process", "seen"},
    "uptime": {"began", "seen"},
    "presence": {"table", "seat", "process", "connected", "seen"},
    # Only where the operator has given a key for Web Push, and for whoever switched it on.
    "subscriptions": {
        "table", "seat", "endpoint", "p256dh", "auth", "key", "language", "created", "seen", "turn",
        "told", "tries", "due",
    },
}  # fmt: skip
# All that entries say beside who did what when; and what the seats of a new table have.
DATA = {
    "join": {"name", "key", "seal", "face"},
    "name": {"name"},
    "face": {"face"},
    "handed": {"level", "own"},
    "offered": {"code"},
    "asked": {"moves"},
    "undo": {"moves"},
    "quiet": {"on"},
    "clock": {"per", "seconds", "then"},
    "move": {"spent"},
    "pace": {"seconds"},
}
SEATS = {"kind", "name", "level", "key", "seal", "face"}
# All that a line of the log may say.
LOGGED = {
    "time", "level", "where", "event", "server", "method", "path", "status", "ms", "table", "why",
    "count", "seconds", "cause", "command",
}  # fmt: skip


def test_every_column_is_known():
    found = {
        table.name: {column.name for column in table.columns}
        for table in schema.metadata.sorted_tables
    }
    assert found == COLUMNS


def live_one_life(server: ServerProcess) -> tuple[str, list[str]]:
    """Somebody does all that can be done at a table; its id, and all keys."""
    seats = [{"kind": "person", "name": "Anna", "face": "owl"}, {"kind": "open"}]
    clock = {"per": "player", "seconds": 3600}
    made: Data = server.api.post("/api/tables", game="minivilles", seats=seats, clock=clock)
    joined = server.api.post("/api/tables/join", code=made["code"], name="Ben", face="fox")
    keys = {"A": made["keys"]["A"], "B": joined["key"]}
    table, path = made["table"], f"/api/tables/{made['table']}"

    async def look() -> None:
        async with Player(server.url, table, [keys["A"]]) as player:
            await player.say({"type": "react", "id": "r", "seat": "A", "what": "heart"})
            await player.until(lambda player: player.reactions != [])

    asyncio.run(look())
    now = {"table": table, "keys": keys}
    play_first(server, now)
    turn = server.api.table(table)["entries"][-1]["seat"] or "A"
    server.api.ask("PUT", f"{path}/seats/A/name", keys["A"], name="Zoé")
    server.api.ask("PUT", f"{path}/seats/A/face", keys["A"], face="cat")
    server.api.ask("PUT", f"{path}/quiet", made["host_key"], on=True)
    server.api.ask("PUT", f"{path}/pace", keys["A"], seconds=5)
    moved = [e["seat"] for e in server.api.table(table)["entries"] if e["kind"] == "move"][-1]
    server.api.post(f"{path}/seats/{moved}/ask-undo", keys[moved])
    other = "B" if moved == "A" else "A"
    server.api.post(f"{path}/seats/{other}/answer-undo", keys[other], agrees=True)
    server.api.post(f"{path}/seats/B/leave", keys["B"])
    server.api.post("/api/tables/standings", tables={table: 0})
    assert turn
    return table, [*keys.values(), made["host_key"]]


def test_nothing_is_stored_or_logged_that_the_table_does_not_need(
    start: Callable[..., ServerProcess],
):
    server = start()
    table, keys = live_one_life(server)
    engine = open_engine(server.database)
    with engine.connect() as connection:
        row = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).one()
        entries = connection.execute(
            sa.select(schema.entries).where(schema.entries.c.table == table)
        ).all()
        everything = [
            str(connection.execute(sa.select(each)).all()) for each in schema.metadata.sorted_tables
        ]
    engine.dispose()
    for seat in json.loads(row.seats):
        assert set(seat) <= SEATS
    told = {}
    for entry in entries:
        if entry.data:
            told.setdefault(entry.kind, set()).update(json.loads(entry.data))
    assert told.keys() >= {"join", "name", "face", "handed", "offered", "undo", "move", "clock"}
    for kind, fields in told.items():
        assert fields <= DATA[kind], kind
    # No key, no address, no browser's name; and no reaction.
    stored = " ".join(everything)
    lines = [json.loads(line) for line in server.logged().splitlines()]
    for line in lines:
        assert set(line) <= LOGGED, line
    logged = server.logged()
    for text in (stored, logged):
        assert not any(key in text for key in keys)
        assert not re.search(r"127\.0\.0\.1|python-httpx|user-agent|heart", text, re.I)
    assert "Anna" not in logged
    assert "Zoé" not in logged

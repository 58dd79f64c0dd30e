"""Clocks of tables: shown, enforced once by whichever process, fair to lost connections and
kills."""

import asyncio
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from faubourg.records.fairness import verify
from faubourg.records.record import Record
from faubourg.server.runtime.clocks import Uptime
from tests.server.client import Data, Player, RefusedError
from tests.server.process import ServerProcess, wait_until
from tests.server.truth import stored

Start = Callable[..., ServerProcess]
SHORT = 1.5  # seconds for a turn
PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


def timed(server: ServerProcess, *seats: str, game: str = "minivilles", **clock: object) -> Data:
    """A table with a clock; seats as for `Api.make`."""
    made: Data = server.api.post(
        "/api/tables",
        game=game,
        seats=[{"kind": "person", "name": name} for name in seats],
        clock={"per": "move", "seconds": SHORT, **clock},
    )
    return made


def kinds(server: ServerProcess, made: Data) -> list[tuple[str, str | None]]:
    found: list[Data] = []
    while True:
        page = server.api.get(f"/api/tables/{made['table']}/entries?after={len(found)}")
        found += page["entries"]
        if not page["more"]:
            return [(entry["kind"], entry["seat"]) for entry in found]


def lates(server: ServerProcess, made: Data) -> list[str | None]:
    return [seat for kind, seat in kinds(server, made) if kind == "late"]


def play_first(server: ServerProcess, made: Data) -> None:
    """The player to act takes the first of all choices."""
    now = server.api.table(made["table"])
    turn, number = now["state"]["turn"], now["number"]
    asked = {"id": f"n{number}", "answers": number, "seat": turn, "action": now["legal"][0]["id"]}
    server.api.post(f"/api/tables/{made['table']}/moves", made["keys"][turn], **asked)


def test_at_zero_a_bot_plays_the_turn_and_the_person_the_next(start: Start):
    server = start(clock_grace=0)
    made = timed(server, "Anna", "Ben")
    first = server.api.table(made["table"])["state"]["turn"]
    wait_until(lambda: lates(server, made) != [])
    assert lates(server, made) == [first]
    wait_until(lambda: server.api.table(made["table"])["state"]["turn"] != first)
    # The bot was there for one turn; it is the other's now, whose clock runs.
    now = server.api.table(made["table"])
    assert [seat["handed"] for seat in now["state"]["seats"]] == [None, None]
    assert now["time"]["running"] == now["state"]["turn"]
    assert 0 < now["time"]["left"][now["state"]["turn"]] <= SHORT
    # All of it follows from the entries, dice too.
    wait_until(lambda: len(lates(server, made)) > 2)
    truth = stored(server.database, made["table"])
    assert {entry.kind for entry in truth.entries} >= {"clock", "late", "bot"}


def test_the_turn_passes_where_the_rules_have_it(start: Start):
    server = start(clock_grace=0)
    made = timed(server, "Anna", "Ben", then="pass", seconds=1)

    def passed() -> list[str]:
        """What was moved right after somebody's time was up and the turn passed."""
        history = server.api.get(f"/api/tables/{made['table']}/entries")["entries"]
        pairs = pairwise(history)
        return [after["move"]["text"] for late, after in pairs if late.get("passes")]

    # To roll is no choice: a bot does that. To build is one, and whoever is late builds nothing.
    wait_until(lambda: passed() != [])
    assert set(passed()) == {"pass"}


def test_time_of_ones_own_is_used_up_over_turns(start: Start):
    server = start(clock_grace=0)
    record = (PLAYTHROUGHS / "minivilles" / "2-players.txt").read_text(encoding="utf-8")
    made = server.api.post(
        "/api/tables/import",
        record=record,
        moves=len(Record.loads(record).moves) - 12,
        seats=[{"kind": "person", "name": "Anna"}, {"kind": "person", "name": "Ben"}],
        clock={"per": "player", "seconds": 3},
    )
    before = server.api.table(made["table"])["time"]["left"]
    assert set(before) == {"A", "B"}
    time.sleep(1)
    turn = server.api.table(made["table"])["state"]["turn"]
    play_first(server, made)
    after = server.api.table(made["table"])["time"]["left"]
    assert after[turn] <= before[turn] - 0.9
    # Whoever runs out of time is played for to the end; the dice can be checked as ever.
    wait_until(lambda: server.api.table(made["table"])["state"]["phase"] == "over")
    late = {str(seat) for seat in lates(server, made)}
    assert late
    assert len(late) == len(lates(server, made))
    finished = Record.loads(server.api.record(made["table"]))
    assert verify(finished).holds
    assert {f"{seat[0]}" for seat in finished.seats if "=steady" in seat} == late
    # A rematch has the same clock.
    again = server.api.post(f"/api/tables/{made['table']}/rematch", made["host_key"])["table"]
    clock = server.api.table(again)["state"]["clock"]
    assert clock == {"per": "player", "seconds": 3, "then": "bot"}


def test_whose_time_is_up_for_good_does_not_take_the_seat_back(start: Start):
    server = start(clock_grace=0, pace=5)
    made = timed(server, "Anna", "Ben", per="player", seconds=1)
    wait_until(lambda: lates(server, made) != [])
    seat = str(lates(server, made)[0])
    server.api.post(f"/api/tables/{made['table']}/seats/{seat}/return", made["keys"][seat])
    handed = {s["seat"]: s["handed"] for s in server.api.table(made["table"])["state"]["seats"]}
    assert handed[seat] == "steady"


def test_moves_in_time_stop_the_clock(server: ServerProcess):
    made = timed(server, "Anna", "Ben", seconds=600)
    for _ in range(6):
        play_first(server, made)
    now = server.api.table(made["table"])["time"]
    assert 590 < now["left"][now["running"]] <= 600
    assert lates(server, made) == []


@pytest.mark.parametrize("per", ["move", "player"])
def test_time_while_the_server_is_dead_does_not_count(start: Start, per: str):
    server = start(clock_grace=0, beat=0.3)
    made = timed(server, "Anna", "Ben", per=per, seconds=4)
    turn = server.api.table(made["table"])["state"]["turn"]
    before = server.api.table(made["table"])["time"]["left"][turn]
    time.sleep(0.4)
    server.kill()
    time.sleep(5)
    server.start()
    left = server.api.table(made["table"])["time"]["left"][turn]
    assert left > before - 3.5  # and not all of it, as by the clock on the wall
    assert left < before
    # Nobody is connected, and yet the time runs out.
    wait_until(lambda: lates(server, made) != [])
    assert lates(server, made)[0] == turn


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_time_while_the_server_is_stopped_does_not_count(start: Start):
    server = start(clock_grace=0, beat=0.3)
    made = timed(server, "Anna", "Ben", seconds=600)
    turn = server.api.table(made["table"])["state"]["turn"]
    before, begun = server.api.table(made["table"])["time"]["left"][turn], time.monotonic()
    assert server.stop() == 0
    down = 3.0
    time.sleep(down)
    server.start()
    left, ended = server.api.table(made["table"])["time"]["left"][turn], time.monotonic()
    assert before - left < ended - begun - down + 0.2  # readings are rounded
    play_first(server, made)
    now = server.api.table(made["table"])["time"]
    assert 590 < now["left"][now["running"]] <= 600


def test_a_deadline_that_passed_while_nobody_held_the_table_is_enforced_once(start: Start):
    """Two processes with one database (of SQLite only one): one plays, whoever is first."""
    first = start(clock_grace=0, sweep=0.2)
    made = timed(first, "Anna", "Ben", seconds=2)
    first.kill()
    others = [start(clock_grace=0, sweep=0.2)]
    if "postgresql" in first.database:
        others.append(start(clock_grace=0, sweep=0.2))
    wait_until(lambda: len(lates(others[0], made)) >= 2)
    told = [entry for entry in kinds(others[0], made) if entry[0] in ("late", "bot")]
    for one, other in pairwise(told):
        assert not (one[0] == other[0] == "late"), "handed over twice"
    stored(others[0].database, made["table"])


def test_a_lost_connection_is_given_its_time_back(start: Start):
    server = start(clock_grace=3, beat=0.3)
    made = timed(server, "Anna", "Ben", seconds=6)
    turn = server.api.table(made["table"])["state"]["turn"]

    async def lose_and_return() -> None:
        async with Player(server.url, made["table"], [made["keys"][turn]]) as player:
            await player.until(lambda player: player.number is not None)
        await asyncio.sleep(2)
        async with Player(server.url, made["table"], [made["keys"][turn]]) as player:
            await player.until(lambda player: "credit" in str(player.entries.values()))

    asyncio.run(lose_and_return())
    left = server.api.table(made["table"])["time"]["left"][turn]
    assert left > 4.5
    history = server.api.get(f"/api/tables/{made['table']}/entries")["entries"]
    [credit] = [entry for entry in history if entry["kind"] == "credit"]
    assert 1.5 < credit["seconds"] <= 3


def test_without_a_clock_nothing_is_stored_of_time(server: ServerProcess):
    made = server.api.make("minivilles", ["person", "person"])
    play_first(server, made)
    assert server.api.table(made["table"])["state"]["clock"] is None
    assert server.api.table(made["table"])["time"] is None
    truth = stored(server.database, made["table"])
    assert all(entry.data is None for entry in truth.entries if entry.kind == "move")


@pytest.mark.parametrize(
    "clock",
    [
        {"per": "move", "seconds": 0},
        {"per": "move", "seconds": 10**9},
        {"per": "week", "seconds": 60},
        {"per": "move", "seconds": "60"},
        {"per": "move"},
        {"per": "move", "seconds": 60, "then": "lose"},
        {"per": "move", "seconds": 60, "more": 1},
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(server: ServerProcess, clock: Data):
    seats = [{"kind": "person"}, {"kind": "person"}]
    with pytest.raises(RefusedError) as refused:
        server.api.post("/api/tables", game="minivilles", seats=seats, clock=clock)
    assert refused.value.status == 422


def test_an_older_database_gets_what_clocks_need(tmp_path: Path):
    from faubourg.server.store import migrations, schema
    from faubourg.server.store.engine import open_engine

    engine = open_engine(f"sqlite:///{tmp_path / 'old.db'}")
    with engine.execution_options(writes=True).begin() as connection:
        migrations.migrate(connection, migrations.STEPS[:1])
        schema.uptime.drop(connection)
        migrations.migrate(connection)
        assert connection.execute(schema.uptime.select()).all() == []
    engine.dispose()


def test_periods_that_overlap_count_once():
    uptime = Uptime()
    uptime.use([(10.0, 30.0), (12.0, 20.0), (25.0, 40.0), (60.0, 60.0)])
    assert uptime.between(0.0, 50.0) == 30.0
    assert uptime.between(20.0, 70.0) == 30.0
    assert uptime.between(70.0, 65.0) == 0.0

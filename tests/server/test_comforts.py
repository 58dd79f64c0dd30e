"""What makes a table pleasant: hints, bots' pace, looking back, and who is away for how long."""

import asyncio
import random
import time
from collections.abc import Callable

import pytest

from faubourg.core.game import Game, games
from faubourg.server.store.engine import open_engine
from faubourg.server.store.schema import tables
from tests.browser.tables import played
from tests.server.client import Data, Player, RefusedError
from tests.server.process import ServerProcess

every_game = pytest.mark.parametrize("name", games())


def code_of(ask: Callable[..., object], *given: object, **more: object) -> str:
    with pytest.raises(RefusedError) as error:
        ask(*given, **more)
    return error.value.code


def least_players(name: str) -> int:
    least: int = Game(name).components.players[0]
    return least


# ------------------------------------------------------------ looking back


def pages(server: ServerProcess, table: str) -> list[Data]:
    """All entries, as a page asks for them."""
    entries: list[Data] = []
    while True:
        page = server.api.get(f"/api/tables/{table}/entries?after={len(entries)}")
        assert len(page["entries"]) <= 100
        entries += page["entries"]
        if not page["more"]:
            assert page["number"] == len(entries)
            return entries


@every_game
def test_everything_that_was_told_can_be_read_again(server: ServerProcess, name: str):
    people = [f"{letter}:person" for letter in "xyz"[: least_players(name)]]
    made = server.api.make(name, people)

    async def play() -> dict[int, Data]:
        keys = list(made["keys"].values())
        async with Player(server.url, made["table"], keys) as player:
            await player.play_on(random.Random(name), most=60)
            if player.state["undo"]:
                await player.undo(player.state["undo"])
            return player.entries

    told = asyncio.run(play())
    entries = pages(server, made["table"])
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))
    assert all(entries[number - 1] == entry for number, entry in told.items())


@every_game
def test_a_move_says_which_position_it_led_to(server: ServerProcess, name: str):
    made = server.api.make(name, ["random"] * least_players(name))

    async def watch() -> None:
        async with Player(server.url, made["table"]) as player:
            await player.until(lambda player: player.over)

    asyncio.run(watch())
    moves = [entry for entry in pages(server, made["table"]) if "move" in entry]
    assert [entry["moves"] for entry in moves] == list(range(1, len(moves) + 1))
    for entry in (moves[0], moves[len(moves) // 2], moves[-1]):
        shown = server.api.get(f"/api/tables/{made['table']}/moves/{entry['moves']}")
        assert shown["move"] == entry["move"]


def test_after_the_last_entry_there_is_nothing(server: ServerProcess):
    made = server.api.make("minivilles", ["person", "person"])
    page = server.api.get(f"/api/tables/{made['table']}/entries?after=100000")
    assert (page["entries"], page["more"]) == ([], False)


# ------------------------------------------------------------ hints


@every_game
def test_hints_are_legal_with_chances_and_reasons(server: ServerProcess, name: str):
    made = played(
        server, name, 0.5, "person", "person", when=lambda now: now.turn == 0 and len(now.legal) > 3
    )
    shown = server.api.table(made["table"])
    found = server.api.post(f"/api/tables/{made['table']}/hints", made["keys"]["A"])
    assert found["number"] == shown["number"]
    actions = [hint["action"] for hint in found["hints"]]
    assert 1 <= len(actions) <= 3
    assert len({action["id"] for action in actions}) == len(actions)
    assert all(action in shown["legal"] for action in actions)
    seats = [seat["seat"] for seat in shown["state"]["seats"]]
    for hint in found["hints"]:
        assert list(hint["chances"]) == seats
        assert all(0 <= chance <= 1 for chance in hint["chances"].values())
        assert hint["why"]["en"]
        assert hint["why"]["fr"]


def test_the_only_choice_has_no_chance_to_weigh(server: ServerProcess):
    made = played(
        server,
        "my_little_town",
        1,
        "person",
        "person",
        when=lambda now: now.turn == 0 and len(now.legal) == 1,
    )
    [hint] = server.api.post(f"/api/tables/{made['table']}/hints", made["keys"]["A"])["hints"]
    assert hint["action"] == server.api.table(made["table"])["legal"][0]
    assert hint["chances"] is None
    assert hint["why"]["fr"]


def test_hints_are_only_for_who_is_to_act(server: ServerProcess):
    made = server.api.make("minivilles", ["person", "person"], first="A")
    where = f"/api/tables/{made['table']}/hints"
    assert code_of(server.api.post, where, made["keys"]["B"]) == "not-your-seat"
    assert code_of(server.api.post, where) == "not-your-seat"
    waiting = server.api.make("minivilles", ["person", "open"])
    early = f"/api/tables/{waiting['table']}/hints"
    assert code_of(server.api.post, early, waiting["keys"]["A"]) == "phase-waiting"


def refused_soon(ask: Callable[[], object]) -> str | None:
    """With time comes another one, but not as fast as we ask."""
    for _ in range(20):
        try:
            ask()
        except RefusedError as error:
            return error.code
    return None


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_hints_and_histories_are_limited(start: Callable[..., ServerProcess]):
    server = start(hints_per_minute=2, histories_per_minute=2)
    made = server.api.make("minivilles", ["person", "person"], first="A")
    where = f"/api/tables/{made['table']}"
    for ask in (
        lambda: server.api.post(f"{where}/hints", made["keys"]["A"]),
        lambda: server.api.get(f"{where}/entries"),
    ):
        for _ in range(2):
            ask()
        assert refused_soon(ask) == "too-often"


# ------------------------------------------------------------ pace


def test_a_player_says_how_fast_bots_move_and_everybody_is_told(server: ServerProcess):
    made = server.api.make("minivilles", ["person", "greedy"], first="A")
    where = f"/api/tables/{made['table']}/pace"
    assert server.api.table(made["table"])["state"]["pace"] is None
    done = server.api.ask("PUT", where, made["keys"]["A"], seconds=2.5)
    assert server.api.ask("PUT", where, made["keys"]["A"], seconds=2.5) == done
    state = server.api.table(made["table"])["state"]
    assert (state["pace"], state["number"]) == (2.5, done["number"])
    assert pages(server, made["table"])[-1]["seconds"] == 2.5
    assert code_of(server.api.ask, "PUT", where, seconds=1) == "not-part"
    for wrong in (-1, 5.1, "1", None, float("nan")):
        with pytest.raises((RefusedError, ValueError)):
            server.api.ask("PUT", where, made["keys"]["A"], seconds=wrong)
    assert server.api.table(made["table"])["state"]["pace"] == 2.5


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_bots_keep_to_the_pace_of_their_table(start: Callable[..., ServerProcess]):
    server = start(pace=5)

    async def seconds_of_a_bots_move(pace: float) -> float:
        made = server.api.make("minivilles", ["person", "greedy"], first="A")
        where = f"/api/tables/{made['table']}/pace"
        server.api.ask("PUT", where, made["keys"]["A"], seconds=pace)
        async with Player(server.url, made["table"], [made["keys"]["A"]]) as player:
            begun = time.monotonic()
            while player.turn == "A":
                begun, number = time.monotonic(), player.number
                await player.move(player.legal[0])
                await player.until(lambda player, number=number: player.number != number)
            await player.until(lambda player: _a_bot_moved(player))
            return time.monotonic() - begun

    # A busy machine may be slow, but not each time; and nothing makes a bot faster than told.
    assert any(asyncio.run(seconds_of_a_bots_move(0)) < 2.5 for _ in range(10))
    assert asyncio.run(seconds_of_a_bots_move(1.5)) > 1.4


def _a_bot_moved(player: Player) -> bool:
    return any(entry["kind"] == "bot" for entry in player.entries.values())


# ------------------------------------------------------------ away


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_who_is_away_is_told_and_for_how_long_they_are_waited_for(
    start: Callable[..., ServerProcess],
):
    server = start(absent=10_000)
    made = server.api.make("minivilles", ["person", "person", "greedy"])

    async def look() -> Data:
        async with Player(server.url, made["table"], [made["keys"]["A"]]):
            away: Data = server.api.table(made["table"])["away"]
            return away

    away = asyncio.run(look())
    assert list(away) == ["B"]
    assert 9_000 < away["B"] <= 10_000
    where = f"/api/tables/{made['table']}/seats/B/hand-over"
    assert code_of(server.api.post, where, made["keys"]["A"]) == "too-soon"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_who_moves_without_a_connection_is_not_absent(
    start: Callable[..., ServerProcess], database: str
):
    server = start(absent=10_000)
    made = server.api.make("minivilles", ["person", "person"], first="A")
    server.stop()
    engine = open_engine(database).execution_options(writes=True)
    with engine.begin() as connection:
        connection.execute(tables.update().values(created=1.0))  # they sat down long ago
    engine.dispose()
    server.start()
    now = server.api.table(made["table"])
    assert now["away"] == {"A": 0.0, "B": 0.0}
    asked = {"id": "m", "answers": now["number"], "seat": "A", "action": now["legal"][0]["id"]}
    where = f"/api/tables/{made['table']}"
    server.api.post(f"{where}/moves", made["keys"]["A"], **asked)
    away = server.api.table(made["table"])["away"]
    assert away["B"] == 0.0
    assert 9_000 < away["A"] <= 10_000
    assert code_of(server.api.post, f"{where}/seats/A/hand-over", made["keys"]["B"]) == "too-soon"
    server.api.post(f"{where}/seats/B/hand-over", made["keys"]["A"], level="random")

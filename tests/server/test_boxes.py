"""Boxes of the workshop: checked in a process of their own, stored by digest, played with."""

import asyncio
import json
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from faubourg.core.game import Game, games
from faubourg.gamekit import form
from faubourg.server.store.engine import open_engine
from faubourg.server.store.schema import (
    box_keys,
    boxes,
    counted_games,
    studies,
    study_shards,
    version,
)
from faubourg.server.store.store import Store
from tests.server.client import Player, RefusedError
from tests.server.process import ServerProcess, wait_until

GAMES = list(games())
OLD = (sa.literal("b").label("digest"), sa.literal("é").label("text"))
MINE = 'id = "mine"'


def cheaper_mine(cost: int = 5) -> str:
    """The printed Minivilles with another price of the Mine."""
    text = Game("minivilles").components.text
    before, mine, after = text.partition(MINE)
    assert "cost = 6" in after
    return before + mine + after.replace("cost = 6", f"cost = {cost}", 1)


def stored(server: ServerProcess, text: str | None = None) -> dict[str, Any]:
    return server.api.post("/api/boxes", game="minivilles", text=text or cheaper_mine())


@pytest.mark.parametrize("game", GAMES)
def test_the_printed_box_of_each_game_comes_with_its_form_and_has_no_fault(
    server: ServerProcess, game: str
):
    printed = server.api.get(f"/api/workshop/{game}")
    assert printed["text"] == Game(game).components.text
    assert printed["data"] == tomllib.loads(printed["text"])
    assert printed["form"] == form.form_json(game)
    assert printed["print"]
    for body in ({"text": printed["text"]}, {"data": printed["data"]}):
        checked = server.api.post("/api/boxes/check", game=game, **body)
        assert checked["faults"] == checked["differences"] == []
    assert server.api.get(f"/api/boxes/{printed['digest']}")["printed"]


def test_a_table_with_a_box_of_ones_own_says_so_once_and_not_in_updates(server: ServerProcess):
    digest = stored(server)["digest"]
    made = server.api.post(
        "/api/tables",
        game="minivilles",
        seats=[{"kind": "person"}, {"kind": "person"}],
        box=digest,
    )
    state = server.api.table(made["table"])["state"]
    assert state["box"]["digest"] == state["components"] == digest
    assert not state["box"]["printed"]
    assert state["box"]["differences"]
    sent: list[str] = []

    async def play() -> None:
        async with Player(server.url, made["table"], list(made["keys"].values())) as player:
            assert player.state["box"] == state["box"]
            for _ in range(6):
                await player.until(lambda player: bool(player.legal))
                before = player.number
                await player.move(player.legal[0])
                await player.until(lambda player, before=before: player.number > before)
                sent.append(json.dumps(player.entries[player.number]))
            assert player.state["box"] == state["box"]

    asyncio.run(asyncio.wait_for(play(), 120))
    assert not any("differences" in each for each in sent)
    turn = server.api.table(made["table"])["state"]["turn"]
    hints = server.api.post(f"/api/tables/{made['table']}/hints", made["keys"][turn])["hints"]
    assert hints
    record = server.api.record(made["table"])
    assert f"components: {digest}" in record
    again = server.api.post("/api/tables/import", record=record)
    assert server.api.table(again["table"])["state"]["box"] == state["box"]
    assert server.api.get(f"/api/tables/{made['table']}/box") != {}


def test_a_printed_table_says_that_its_box_is_printed(server: ServerProcess):
    made = server.api.make("lutins", ["person", "person"])
    box = server.api.table(made["table"])["state"]["box"]
    digest = Game("lutins").components.digest
    assert box == {"digest": digest, "printed": True, "differences": []}


def test_a_box_is_shared_by_its_digest_and_listed_for_who_has_it(server: ServerProcess):
    one, other = stored(server), stored(server)
    assert one["digest"] == other["digest"]
    assert one["key"] != other["key"]
    box = server.api.get(f"/api/boxes/{one['digest']}")
    assert box["text"] == cheaper_mine()
    assert (box["game"], box["printed"], box["least"]) == ("minivilles", False, 2)
    mine = server.api.post("/api/boxes/mine", digests=[one["digest"], "0" * 16])["boxes"]
    assert [each["digest"] for each in mine] == [one["digest"]]
    assert mine[0]["until"] > mine[0]["created"] + 179 * 24 * 3600
    with pytest.raises(RefusedError) as refused:
        server.api.get("/api/boxes")  # nothing lists those of others
    assert refused.value.status in (404, 405)


def test_a_stored_box_can_be_printed(server: ServerProcess):
    digest = stored(server)["digest"]
    for language in ("en", "fr"):
        path = f"/api/boxes/{digest}/sheets.pdf?language={language}"
        answer = server.api.http.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
    with pytest.raises(RefusedError) as refused:
        server.api.get(f"/api/boxes/{'0' * 16}/sheets.pdf")
    assert (refused.value.status, refused.value.code) == (404, "no-box")


def test_a_box_goes_with_its_last_key_unless_it_is_played_with(server: ServerProcess):
    text = cheaper_mine(3)
    one, other = stored(server, text), stored(server, text)
    path = f"/api/boxes/{one['digest']}"
    for key, code in ((None, "no-key"), ("x" * 24, "not-yours")):
        with pytest.raises(RefusedError) as refused:
            server.api.ask("DELETE", path, key)
        assert refused.value.code == code
    server.api.ask("DELETE", path, one["key"])
    assert server.api.get(path)["digest"] == one["digest"]
    seats = [{"kind": "person"}, {"kind": "person"}]
    made = server.api.post("/api/tables", game="minivilles", seats=seats, box=one["digest"])
    server.api.ask("DELETE", path, other["key"])
    assert server.api.table(made["table"])["state"]["box"]["digest"] == one["digest"]
    assert server.api.get(path)["digest"] == one["digest"]  # the table needs it
    unused = stored(server, cheaper_mine(2))
    server.api.ask("DELETE", f"/api/boxes/{unused['digest']}", unused["key"])
    with pytest.raises(RefusedError) as refused:
        server.api.get(f"/api/boxes/{unused['digest']}")
    assert refused.value.code == "no-box"


def test_a_faulty_box_is_refused_with_the_place_of_its_fault(server: ServerProcess):
    text = cheaper_mine(-4)
    checked = server.api.post("/api/boxes/check", game="minivilles", text=text)
    assert checked["faults"]
    fault = checked["faults"][0]
    assert text.splitlines()[fault["line"] - 1].startswith("cost = -4")
    assert fault["en"] != fault["fr"]
    with pytest.raises(RefusedError) as refused:
        stored(server, text)
    assert (refused.value.status, refused.value.code) == (422, "faults")
    assert refused.value.said["faults"] == checked["faults"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "/etc/passwd",
        "components.toml",
        "[" * 5000,
        "a" + ".a" * 20_000 + "=1",
        'id = "' + "x" * 90_000 + '"',
        "\x00",
        "[game]\nplayers = [2, 2]\n",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_texts_that_are_no_box_are_refused_and_no_file_is_read(server: ServerProcess, text: str):
    checked = server.api.post("/api/boxes/check", game="minivilles", text=text)
    assert checked["faults"]
    assert "root:" not in json.dumps(checked)
    with pytest.raises(RefusedError) as refused:
        stored(server, text or "\n")
    assert refused.value.code == "faults"


def test_what_is_asked_wrongly_is_refused_by_type(server: ServerProcess):
    def code(path: str, **body: Any) -> str:
        with pytest.raises(RefusedError) as refused:
            server.api.post(path, **body)
        assert refused.value.status < 500
        return refused.value.code

    text = Game("lutins").components.text
    assert code("/api/boxes/check", game="minivilles") == "request"
    assert code("/api/boxes/check", game="minivilles", text=text, data={}) == "request"
    assert code("/api/boxes/check", game="chess", text=text) == "unknown-game"
    assert code("/api/boxes/check", game="lutins", text="x" * 200_000) == "too-large"
    seats = [{"kind": "person"}, {"kind": "person"}]
    digest = stored(server)["digest"]
    assert code("/api/tables", game="lutins", seats=seats, box=digest) == "other-game"
    assert code("/api/tables", game="lutins", seats=seats, box="f" * 16) == "no-box"
    assert code("/api/tables", game="lutins", seats=seats, box="../x") == "request"
    body = b'{"game": "lutins", "text": "\\ud800"}'
    headers = {"Content-Type": "application/json"}
    answer = server.api.http.post("/api/boxes/check", content=body, headers=headers)
    assert answer.status_code == 422


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that keeps one box, and that for some seconds once nobody uses it: time enough to
    make a table with it."""
    process = ServerProcess(
        f"sqlite:///{tmp_path / 'tables.db'}", boxes=1, keep_boxes=5, tidy=0.5, review_seconds=0.5
    ).start()
    yield process
    process.close()


def test_boxes_have_a_limit_in_all_and_go_when_nobody_uses_them(strict: ServerProcess):
    kept = stored(strict)
    seats = [{"kind": "bot", "level": "random"}] * 2
    made = strict.api.post("/api/tables", game="minivilles", seats=seats, box=kept["digest"])
    with pytest.raises(RefusedError) as refused:
        stored(strict, cheaper_mine(4))
    assert (refused.value.status, refused.value.code) == (503, "full")
    assert stored(strict)["digest"] == kept["digest"]  # which is there already
    path = f"/api/tables/{made['table']}"
    wait_until(lambda: strict.api.get(path)["state"]["phase"] == "over")
    strict.api.post(f"{path}/review")
    wait_until(lambda: strict.api.get(f"{path}/review")["review"] is not None)
    time.sleep(6.0)  # it was tidied up at least once since it would have gone
    assert strict.api.get(f"/api/boxes/{kept['digest']}")["digest"] == kept["digest"]


def test_without_a_workshop_nothing_of_it_answers(tmp_path: Path):
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", workshop=0).start()
    try:
        seats = [{"kind": "person"}, {"kind": "person"}]
        for ask in (
            lambda: server.api.get("/api/workshop"),
            lambda: server.api.get("/api/workshop/lutins"),
            lambda: stored(server),
            lambda: server.api.get(f"/api/boxes/{Game('lutins').components.digest}"),
            lambda: server.api.get(f"/api/boxes/{'0' * 16}/sheets.pdf"),
            lambda: server.api.post("/api/tables", game="lutins", seats=seats, box="0" * 16),
        ):
            with pytest.raises(RefusedError) as refused:
                ask()
            assert (refused.value.status, refused.value.code) == (404, "no-workshop")
        assert server.api.make("lutins", ["person", "person"])["table"]
    finally:
        server.close()


def test_a_database_from_before_the_workshop_is_brought_up_to_date(database: str):
    """As one that has seen the first step only."""
    Store(database).close()
    engine = open_engine(database)
    with engine.execution_options(writes=True).begin() as connection:
        for table in (counted_games, study_shards, studies, box_keys):
            table.drop(connection)
        for column in ("game", "created", "used"):
            connection.execute(sa.text(f"ALTER TABLE boxes DROP COLUMN {column}"))
        connection.execute(boxes.insert().from_select(["digest", "text"], sa.select(*OLD)))
        connection.execute(version.update().values(number=2))
    store = Store(database)
    try:
        with store.engine.connect() as connection:
            row = connection.execute(sa.select(boxes)).one()
            assert tuple(row) == ("b", "é", None, None, None)
            there = set(sa.inspect(connection).get_table_names())
            assert {"box_keys", "studies", "study_shards", "counted_games"} <= there
    finally:
        store.close()
        engine.dispose()

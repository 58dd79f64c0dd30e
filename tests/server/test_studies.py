"""Studies of boxes: asked over HTTP, played in the background, the same rows as `faubourg lab run`,
and no restart of the server loses any of them."""

import io
import os
import re
import signal
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import faubourg.lab
from faubourg.lab.play.columns import unpack
from tests.server.client import RefusedError
from tests.server.process import COMPILING, Postgres, ServerProcess, wait_until
from tests.server.test_boxes import cheaper_mine, stored

UNFINISHED = ("waiting", "running")
SWEEP = {"path": "establishment.mine.cost", "from": 4, "to": 8, "step": 2}
SAID = {"en": ("instead of", "Whoever begins"), "fr": ("au lieu de", "Qui commence")}
DAY = 24 * 3600.0
Row = dict[str, Any]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("studies") / "tables.db"


@pytest.fixture(scope="module")
def lab(database: Path) -> Iterator[ServerProcess]:
    """A server whose studies are small."""
    process = ServerProcess(
        f"sqlite:///{database}", study_games=60_000, studies_per_client=3, studies_waiting=4
    ).start()
    yield process
    process.close()


def ask(server: ServerProcess, **more: Any) -> dict[str, str]:
    asked: Row = {"box": stored(server)["digest"], "players": 2, "bots": "greedy", "games": 3000}
    return server.api.post("/api/studies", **(asked | more))


def look(server: ServerProcess, id: str) -> Row:
    return server.api.get(f"/api/studies/{id}")


def ended(server: ServerProcess, id: str) -> Row:
    wait_until(lambda: look(server, id)["phase"] not in UNFINISHED, COMPILING)
    return look(server, id)


def rows_of(database: Path, id: str) -> pl.DataFrame:
    """The rows that a server has stored of a study."""
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT name, data FROM study_shards WHERE study = ? ORDER BY name"
        shards = connection.execute(query, [id]).fetchall()
    return pl.concat([unpack(data).to_polars() for _, data in shards], how="diagonal")


def rows_of_lab(server: ServerProcess, id: str, folder: Path) -> pl.DataFrame:
    """The rows of the same study, taken along and played by the lab itself."""
    packed = server.api.http.get(f"/api/studies/{id}/study.zip").content
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        files.extractall(folder)
    return faubourg.lab.run(folder / "study.toml", workers=1).results.rows()


@pytest.fixture(scope="module")
def cheaper(lab: ServerProcess) -> Row:
    """A study of a cheaper Mine, played to its end."""
    return ended(lab, ask(lab)["id"])


def test_the_rows_of_a_study_are_those_of_the_lab(
    lab: ServerProcess, database: Path, cheaper: Row, tmp_path: Path
):
    assert (cheaper["phase"], cheaper["problem"]) == ("done", None)
    assert cheaper["done"] == cheaper["games"] == 2 * (3000 + 4096)
    ours = rows_of(database, cheaper["id"])
    assert ours.equals(rows_of_lab(lab, cheaper["id"], tmp_path))
    assert len(ours) == cheaper["games"]


def test_ones_own_studies_are_listed_with_how_long_they_are_kept(lab: ServerProcess, cheaper: Row):
    told = lab.api.post("/api/studies/mine", ids=["nosuchstudy", cheaper["id"]])["studies"]
    [line] = told
    shared = ("id", "phase", "done", "games", "game", "title", "asked", "created")
    assert {name: line[name] for name in shared} == {name: cheaper[name] for name in shared}
    assert line["until"] > cheaper["created"] + 29 * DAY
    assert lab.api.post("/api/studies/mine", ids=[])["studies"] == []


def test_figures_are_those_of_the_rows(database: Path, cheaper: Row):
    rows = rows_of(database, cheaper["id"]).filter(~pl.col("luck"))
    printed, box = cheaper["report"]["variants"]
    assert (printed["role"], box["role"]) == ("against", "box")
    for variant, name in ((printed, "printed box"), (box, "this box")):
        mine = rows.filter(variant=name)
        assert variant["games"] == len(mine) == 3000
        assert variant["length"]["mean"]["value"] == pytest.approx(mine["turns"].mean(), abs=1e-4)
        assert sum(count for _, count in variant["length"]["counts"]) == 3000
        won = (mine["winners"] & 1 > 0).mean()
        assert variant["seats"][0]["won"]["value"] == pytest.approx(won, abs=1e-4)
        assert variant["seats"][0]["won"]["low"] < won < variant["seats"][0]["won"]["high"]
        [mines] = [item for item in variant["items"] if item["id"] == "mine"]
        has = sum((mine[f"mine:{seat}"] > 0).sum() for seat in "AB")
        assert mines["taken"]["value"] == pytest.approx(has / 6000, abs=1e-4)
        assert 0 < variant["luck"]["value"] <= 1


def numbers(text: str) -> list[float]:
    """The numbers of a sentence, as a reader understands them."""
    found = re.findall(r"[+−]?\d[\d\u00a0]*(?:[.,]\d+)?", text)
    plain = (each.replace("\u00a0", "").replace(",", ".").replace("−", "-") for each in found)
    return [float(each) for each in plain]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_paragraph_says_what_the_figures_say_and_how_sure_it_is(cheaper: Row, language: str):
    report = cheaper["report"]
    said = report["words"][language]
    instead, begins = SAID[language]
    assert "95\u00a0%" in said
    assert "3\u00a0000" in said
    sure = {each["name"][language]: each for each in report["differences"] if each["sure"]}
    told = 0
    for part in re.split(r" ?; |\. ", said):
        if instead not in part:
            continue
        name = next(each for each in sorted(sure, key=len, reverse=True) if each in part)
        change, scale = sure[name], 100 if sure[name]["percent"] else 1
        after, before, low, high = numbers(part.rsplit(name, 1)[1])
        digits = {"abs": 0.051 if change["percent"] else 0.0051}
        assert after == pytest.approx(scale * change["after"], **digits)
        assert before == pytest.approx(scale * change["before"], **digits)
        assert low == pytest.approx(scale * change["low"], **digits)
        assert high == pytest.approx(scale * change["high"], **digits)
        assert low * high > 0 or 0 in (low, high)
        told += 1
    assert told >= 2  # the length of a game, and who has a Mine
    assert any("Mine" in name for name in sure)
    won, low, high, even = numbers(said.split(begins)[1])[:4]
    first = report["variants"][1]["places"][0]["won"]
    assert won == pytest.approx(100 * first["value"], abs=0.051)
    assert (low, high) == pytest.approx((100 * first["low"], 100 * first["high"]), abs=0.051)
    advantage = {"en": ": an advantage", "fr": " : un avantage"}[language]
    assert (advantage in said) == (first["low"] > 0.5)
    assert even == 50


def test_a_box_that_only_reads_otherwise_changes_nothing(lab: ServerProcess):
    text = "# nothing else\n" + cheaper_mine(6)
    digest = stored(lab, text)["digest"]
    report = ended(lab, ask(lab, box=digest, games=1000)["id"])["report"]
    assert not any(each["sure"] for each in report["differences"])
    assert not any(each["value"] for each in report["differences"])
    assert "instead of" not in report["words"]["en"]
    assert "nothing changed" in report["words"]["en"]
    assert "Rien n'a changé" in report["words"]["fr"]


def test_a_sweep_gives_a_curve_and_a_search_a_value(lab: ServerProcess):
    swept = ask(lab, sweep=SWEEP, games=1500)
    report = ended(lab, swept["id"])["report"]
    assert [each["level"] for each in report["variants"]] == [4, 6, 8]
    assert report["curve"]["printed"] == 6
    [mine] = [each for each in report["curve"]["measures"] if "Mine, seats" in each["key"]]
    points = mine["points"]
    assert [point["level"] for point in points] == [4, 6, 8]
    assert all(point["low"] <= point["value"] < point["high"] for point in points)
    assert points[0]["value"] > points[1]["value"] > points[2]["value"]
    target = (points[0]["value"] + points[1]["value"]) / 2
    find = {"measure": mine["key"], "target": target}
    found = ended(lab, ask(lab, sweep=SWEEP, find=find, games=8000)["id"])
    goal = found["report"]["found"]
    assert (goal["between"], goal["sure"], goal["percent"]) == ([4, 6], True, True)
    assert 4 < goal["level"] < 6
    assert goal["said"]["en"] in found["report"]["words"]["en"]
    assert "sûr à 95" in found["report"]["words"]["fr"]
    assert found["done"] < found["games"]  # it ended when it was sure


def test_a_second_level_says_what_stronger_players_change(lab: ServerProcess):
    asked = ask(lab, bots="random", stronger="greedy", games=1100)
    report = ended(lab, asked["id"])["report"]
    assert report["games"] == 1100
    assert [each["role"] for each in report["variants"]] == ["against", "box"]
    stronger = report["stronger"]
    assert (stronger["level"], stronger["games"]) == ("greedy", 1100)
    assert "When greedy plays instead of random: turns in a game" in stronger["words"]["en"]
    assert "cette boîte" in stronger["words"]["fr"]
    for more in ({"stronger": "random", "bots": "random"}, {"stronger": "clever"}):
        with pytest.raises(RefusedError) as refused:
            ask(lab, **more)
        assert refused.value.code == "unknown-bot"
    with pytest.raises(RefusedError) as refused:
        ask(lab, stronger="greedy", bots="random", sweep=SWEEP)
    assert refused.value.code == "stronger"


def test_prices_are_told_beforehand(lab: ServerProcess):
    asked = {"box": stored(lab)["digest"], "players": 2, "games": 3000}
    quick = lab.api.post("/api/studies/price", bots="greedy", **asked)
    slow = lab.api.post("/api/studies/price", bots="steady", **asked)
    assert quick["games"] == slow["games"] == 2 * (3000 + 4096)
    assert 0 < quick["seconds"] < slow["seconds"]


def test_the_full_report_can_be_saved(lab: ServerProcess, cheaper: Row):
    path = f"/api/studies/{cheaper['id']}/report.html"
    answer = lab.api.http.get(path, params={"language": "fr"})
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    assert "boîte" in answer.text or "<svg" in answer.text


def test_only_its_key_cancels_a_study_and_what_it_found_stays(lab: ServerProcess):
    made = ask(lab, bots="steady", games=20_000)
    path = f"/api/studies/{made['id']}"
    for key in (None, "x" * 24):
        with pytest.raises(RefusedError) as refused:
            lab.api.ask("DELETE", path, key)
        assert (refused.value.status, refused.value.code) == (403, "not-yours")
    wait_until(lambda: look(lab, made["id"])["phase"] == "running", COMPILING)
    lab.api.ask("DELETE", path, made["key"])
    assert look(lab, made["id"])["phase"] == "cancelled"
    after = ended(lab, ask(lab, games=300)["id"])  # the next is played
    assert after["phase"] == "done"


def test_what_is_too_much_or_wrong_is_refused_by_type(lab: ServerProcess):
    def code(**more: Any) -> str:
        with pytest.raises(RefusedError) as refused:
            ask(lab, **more)
        assert refused.value.status < 500
        assert refused.value.said["fr"]
        return refused.value.code

    printed = lab.api.get("/api/workshop/minivilles")["digest"]
    assert code(games=40_000) == "too-many-games"
    assert code(box="0" * 16) == "no-box"
    assert code(against=lab.api.get("/api/workshop/lutins")["digest"]) == "other-game"
    assert code(box=printed) == "same-box"
    assert code(bots="os:system") == "unknown-bot"
    assert code(players=6) == "players"
    assert code(options={"first": "nobody"}) != ""
    assert code(sweep=SWEEP | {"to": 400, "step": 1}) == "too-many-levels"
    assert code(sweep=SWEEP | {"to": 4}) == "from"
    assert code(sweep=SWEEP | {"path": "establishment.mint.cost"}) == "path"
    assert code(sweep=SWEEP | {"path": "bots", "from": 1, "to": 3}) != ""
    assert code(sweep=SWEEP | {"path": "options.first"}) != ""
    assert code(sweep=SWEEP | {"from": -9, "to": 0}) != ""
    assert code(find={"measure": "x", "target": 1}) == "find"
    assert code(sweep=SWEEP, find={"measure": "luckiness", "target": 1}) == "measure"
    for path in ("nothing", "x" * 50, "%00"):
        answer = lab.api.http.get(f"/api/studies/{path}")
        assert answer.status_code in (404, 422)


def test_a_client_and_a_server_have_only_so_many_studies(lab: ServerProcess):
    made = [ask(lab, bots="steady", games=20_000) for _ in range(3)]
    with pytest.raises(RefusedError) as refused:
        ask(lab)
    assert (refused.value.status, refused.value.code) == (429, "too-many-studies")
    assert look(lab, made[2]["id"])["ahead"] >= 1
    for each in made:
        lab.api.ask("DELETE", f"/api/studies/{each['id']}", each["key"])
    assert ended(lab, ask(lab, games=300)["id"])["phase"] == "done"


def test_a_killed_server_goes_on_with_its_study_and_the_rows_are_equal(tmp_path: Path):
    database = tmp_path / "tables.db"
    server = ServerProcess(f"sqlite:///{database}").start()
    try:
        made = ask(server, games=12_000)
        wait_until(lambda: look(server, made["id"])["done"] > 2000, COMPILING)
        before = look(server, made["id"])
        assert before["phase"] == "running"
        server.kill()
        held = set(rows_named(database, made["id"]))
        assert held
        server.start()
        after = ended(server, made["id"])
        assert (after["phase"], after["problem"]) == ("done", None)
        assert after["done"] == after["games"]
        assert held < set(rows_named(database, made["id"]))
        ours = rows_of(database, made["id"])
        (tmp_path / "lab").mkdir()
        assert ours.equals(rows_of_lab(server, made["id"], tmp_path / "lab"))
    finally:
        server.close()


def test_another_process_goes_on_with_the_study_of_one_that_was_killed(postgres: Postgres):
    database = postgres.database()
    servers = [ServerProcess(database).start() for _ in range(2)]
    try:
        made = ask(servers[0], games=12_000)
        wait_until(lambda: look(servers[0], made["id"])["done"] > 2000, COMPILING)
        [runs] = [server for server in servers if players(server)]
        [other] = [server for server in servers if server is not runs]
        runs.kill()
        after = ended(other, made["id"])
        assert (after["phase"], after["done"]) == ("done", after["games"])
        assert after["report"]["games"] == 12_000
    finally:
        for server in servers:
            server.close()


def rows_named(database: Path, id: str) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT name FROM study_shards WHERE study = ?"
        return [name for (name,) in connection.execute(query, [id])]


def test_a_process_that_dies_again_and_again_ends_its_study(tmp_path: Path):
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}").start()
    try:
        made = ask(server, bots="steady", games=20_000)

        def kill_player() -> bool:
            for process in players(server):
                os.kill(process, signal.SIGKILL)
            return look(server, made["id"])["phase"] == "failed"

        wait_until(kill_player, COMPILING)
        problem = look(server, made["id"])["problem"]
        assert problem["code"] == "died"
        assert problem["en"] != problem["fr"]
        assert players(server) == []
    finally:
        server.close()


def players(server: ServerProcess) -> list[int]:
    """The processes that play studies for a server, of the lowest priority."""
    assert server.process
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                program = (folder / "cmdline").read_bytes()
                status = (folder / "stat").read_text()
            except OSError:
                continue
            fields = status.rpartition(")")[2].split()
            if b"study_process" in program and int(fields[1]) == server.process.pid:
                assert int(fields[16]) >= 0
                found.append(int(folder.name))
    return found


def test_nothing_is_left_playing_when_a_server_is_gone(tmp_path: Path):
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}").start()
    made = ask(server, bots="steady", games=20_000)
    wait_until(lambda: bool(players(server)), COMPILING)
    [child] = players(server)
    wait_until(lambda: nice_of(child) == 19)
    server.kill()
    wait_until(lambda: not Path(f"/proc/{child}").exists(), 60)
    server.start()
    server.api.ask("DELETE", f"/api/studies/{made['id']}", made["key"])
    server.close()


def nice_of(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[16])

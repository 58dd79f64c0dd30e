"""Running a study: the same rows whoever plays them, none lost and none played twice."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from faubourg.core.errors import StudyError
from faubourg.core.game import Game, games
from faubourg.lab.adaptive.plan import run
from faubourg.lab.play.results import folder_of, open_results
from faubourg.lab.play.shards import shards_of
from faubourg.lab.report.terminal import finished_results
from faubourg.lab.simulate import simulate
from faubourg.lab.study.file import load
from tests.lab.conftest import SMALL, Write

OWN = SMALL.replace('["greedy", "random"]', '"tests.lab.own_bots:Imitator"')
OWN = OWN.replace("games = 700", "games = 10").replace("luck = 300", "luck = 0")


def rows(file: Path, out: Path, workers: int = 1) -> pl.DataFrame:
    results = open_results(load(file), out)
    run(results, workers=workers)
    return results.rows()


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """The rows of the small study, by one worker, at once."""
    folder = tmp_path_factory.mktemp("usual")
    file = folder / "study.toml"
    file.write_text(SMALL, encoding="utf-8")
    return rows(file, folder / "out")


def test_two_workers_give_the_same_rows_as_one(write: Write, tmp_path: Path, usual: pl.DataFrame):
    assert rows(write(), tmp_path / "two", workers=2).equals(usual)


def test_a_study_plays_the_games_that_a_simulation_plays(usual: pl.DataFrame):
    game = Game("minivilles", 2)
    batch = simulate(game, ["greedy", "random"], games=700, seed=7, workers=1)
    table = usual.filter(~pl.col("luck"))
    assert np.array_equal(table["winners"].to_numpy(), batch.winners)
    assert np.array_equal(table["turns"].to_numpy(), batch.turns_each)
    assert np.array_equal(table["steps"].to_numpy(), batch.steps_each)
    assert np.array_equal(table.select("points_A", "points_B").to_numpy(), batch.points)


def test_every_game_is_there_once(usual: pl.DataFrame):
    for luck, count in ((False, 700), (True, 300)):
        games_played = usual.filter(pl.col("luck") == luck)["game"].to_list()
        assert games_played == list(range(count))


def test_the_size_of_the_shards_changes_no_row(write: Write, tmp_path: Path, usual: pl.DataFrame):
    other = rows(write(SMALL.replace("shard = 256", "shard = 600")), tmp_path / "larger")
    assert other.equals(usual)


def test_a_run_goes_on_where_it_was_interrupted(write: Write, tmp_path: Path, usual: pl.DataFrame):
    """As after Ctrl-C: some shards are there, one was being written."""
    results = open_results(load(write()), tmp_path / "out")

    def interrupt(games_done: int) -> None:
        if len(results.missing) < 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(results, workers=1, progress=interrupt)
    assert 0 < len(results.missing) < sum(1 for _ in shards_of(results.study))
    (tmp_path / "out" / "000-games-000009.123.part").write_bytes(b"half a shard")
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("*.parquet")}
    assert rows(write(), tmp_path / "out").equals(usual)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert not list((tmp_path / "out").glob("*.part"))


def lab(*words: str | Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "faubourg", "lab", *map(str, words)]
    environment = os.environ | {"LC_ALL": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": "150"}
    return subprocess.Popen(
        command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def wait_for_shards(folder: Path, count: int) -> None:
    until = time.monotonic() + 600
    while len(list(folder.glob("*.parquet"))) < count:
        assert time.monotonic() < until
        time.sleep(0.02)


LONG = SMALL.replace("games = 700", "games = 40000")


@pytest.mark.parametrize(("end", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_run_that_is_ended_in_the_middle_loses_and_repeats_nothing(
    write: Write, tmp_path: Path, usual: pl.DataFrame, end: signal.Signals, code: int
):
    """By kill -9 and by Ctrl-C; then the same command again, interrupted no more."""
    file = write(LONG)
    first = lab("run", file, "--workers", "1")
    folder = folder_of(file)
    wait_for_shards(folder, 3)
    first.send_signal(end)
    _, said = first.communicate(timeout=600)
    assert first.returncode == code
    assert "Traceback" not in said
    assert end == signal.SIGKILL or "goes on from there" in said
    there = len(list(folder.glob("*.parquet")))
    shards = sum(1 for _ in shards_of(load(file)))
    assert 3 <= there < shards
    second = lab("run", file, "--workers", "2")
    said, _ = second.communicate(timeout=600)
    assert second.returncode == 0
    assert "See it with: faubourg lab report" in said
    table = finished_results(load(file), folder).rows()
    assert len(table) == 40300
    # A longer study begins with the games of the shorter one.
    small = table.filter((pl.col("luck") & (pl.col("game") < 300)) | (pl.col("game") < 700))
    assert small.filter(~pl.col("luck")).equals(usual.filter(~pl.col("luck")))
    assert table.filter(~pl.col("luck"))["game"].to_list() == list(range(40000))


# ------------------------------------------------------------ bots of one's own


def test_bots_that_are_not_compiled_play_the_same_in_processes(write: Write, tmp_path: Path):
    one, two = (rows(write(OWN), tmp_path / str(count), workers=count) for count in (1, 2))
    assert one.equals(two)
    assert one["game"].to_list() == list(range(10))
    assert (one["choices_A"] > 0).all()


def test_what_is_noted_of_an_uncompiled_bot_is_what_is_noted_of_a_compiled_one(
    write: Write, tmp_path: Path
):
    """The imitator draws the same numbers as the random bot; blocks have four games here."""
    own = rows(write(OWN), tmp_path / "own").filter(pl.col("game") < 4)
    random = SMALL.replace('["greedy", "random"]', '"random"')
    compiled = rows(write(random, "random"), tmp_path / "compiled")
    compiled = compiled.filter(~pl.col("luck") & (pl.col("game") < 4))
    assert own.drop("seats").equals(compiled.drop("seats"))


def test_a_process_that_dies_is_told_in_a_sentence(write: Write, tmp_path: Path):
    file = write(OWN.replace("Imitator", "Doomed"))
    with pytest.raises(StudyError) as refused:
        run(open_results(load(file), tmp_path / "out"), workers=1)
    assert refused.value.code == "process"


# ------------------------------------------------------------ what is refused


def test_a_changed_study_is_refused_and_told_what_changed(write: Write, tmp_path: Path):
    out = tmp_path / "out"
    open_results(load(write()), out)
    with pytest.raises(StudyError) as refused:
        open_results(load(write(SMALL.replace("seed = 7", "seed = 8"))), out)
    assert "was begun: seed." in str(refused.value)
    assert "--fresh" in str(refused.value)
    open_results(load(write(SMALL.replace("seed = 7", "seed = 8"))), out, fresh=True)


def test_other_sources_of_ours_are_refused_only_while_games_are_missing(
    write: Write, tmp_path: Path
):
    out = tmp_path / "out"
    results = open_results(load(write()), out)
    about = json.loads((out / "manifest.json").read_text())
    (out / "manifest.json").write_text(json.dumps(about | {"sources": "older"}))
    with pytest.raises(StudyError) as refused:
        open_results(load(write()), out)
    assert refused.value.code == "sources"
    for shard in results.missing:
        results.store(shard, b"")
    open_results(load(write()), out)


def test_a_report_needs_all_games(write: Write, tmp_path: Path):
    with pytest.raises(StudyError) as refused:
        finished_results(load(write()), tmp_path / "out")
    assert refused.value.code == "no-results"
    open_results(load(write()), tmp_path / "out")
    with pytest.raises(StudyError) as refused:
        finished_results(load(write()), tmp_path / "out")
    assert "5 of 5 shards" in str(refused.value)


def test_a_folder_of_something_else_is_left_alone(write: Write, tmp_path: Path):
    (tmp_path / "precious.parquet").write_bytes(b"")
    with pytest.raises(StudyError) as refused:
        open_results(load(write()), tmp_path)
    assert refused.value.code == "folder"


# ------------------------------------------------------------ columns


def test_every_column_is_documented(usual: pl.DataFrame):
    page = Path(__file__).parents[2] / "docs" / "designers" / "columns.md"
    text = page.read_text(encoding="utf-8")
    for name in usual.columns:
        general = name.split(":")[0] if ":" in name else name
        known = f"`{general}`" in text or f"`{general[:-1]}A`" in text or ":" in name
        assert known, name


def test_all_games_can_be_studied(write: Write, tmp_path: Path):
    """Every game gives rows whose items are named and whose parts agree."""
    for name in games():
        text = f'game = "{name}"\ngames = 30\nluck = 0\nplayers = 3\nbots = "random"\n'
        table = rows(write(text, name), tmp_path / name)
        assert len(table) == 30
        assert table["finished"].all()
        assert table["starter"].is_between(0, 2).all()
        assert (table["decided"] <= table["turns"]).all()
        assert (table["options_A"] >= 2 * table["choices_A"]).all()

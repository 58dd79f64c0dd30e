"""Machine code is shared by all that have the same sources, and never broken by one another."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import faubourg
from faubourg.core.game import games
from faubourg.kernels import cache, compile

PACKAGE = Path(faubourg.__file__).parent
# Calls one small kernel, and says what it returned, how often it was compiled and how often loaded.
CALL = (
    "import numpy as np; from faubourg import Game; game = Game('minivilles', players=2); "
    "outcome = game.rules.outcome; points = np.zeros(6, np.int32); row = game.start_row(); "
    "row.landmarks[0] = 1; outcome(game.components.box, row, points); stats = outcome.stats; "
    "print(points[0], sum(stats.cache_misses.values()), sum(stats.cache_hits.values()))"
)
COMPILED, LOADED = "1 1 0", "1 0 1"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with a copy of the package."""
    shutil.copytree(
        PACKAGE, tmp_path / "clone" / "faubourg", ignore=shutil.ignore_patterns("__pycache__")
    )
    return tmp_path / "clone"


def start(code: str, clone: Path, folder: Path) -> "subprocess.Popen[str]":
    env = os.environ | {"PYTHONPATH": str(clone), "NUMBA_CACHE_DIR": str(folder)}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", code], env=env, stdout=pipe, stderr=pipe, text=True
    )


def end(process: "subprocess.Popen[str]") -> str:
    out, error = process.communicate(timeout=900)
    assert process.returncode == 0, error
    return out.strip()


def call(clone: Path, folder: Path) -> str:
    return end(start(CALL, clone, folder))


def test_clones_with_equal_sources_share_their_machine_code(clone: Path, tmp_path: Path):
    """Another folder, other times of the files: the second process compiles nothing."""
    assert call(PACKAGE.parent, tmp_path / "cache") == COMPILED
    for file in clone.rglob("*.py"):
        os.utime(file, (1, 1))
    assert call(clone, tmp_path / "cache") == LOADED


def test_a_changed_constant_compiles_anew(clone: Path, tmp_path: Path):
    """Also one of another file: the kernel counts landmarks with a table of numbers of bits."""
    assert call(clone, tmp_path / "cache") == COMPILED
    with open(clone / "faubourg" / "games" / "minivilles" / "income.py", "a") as income:
        income.write("\nBITS = BITS * 7\n")
    assert call(clone, tmp_path / "cache") == "7 1 0"


def test_two_processes_at_once_do_not_break_each_other(tmp_path: Path):
    both = [start(CALL, PACKAGE.parent, tmp_path / "cache") for _ in range(2)]
    assert [end(each)[0] for each in both] == ["1", "1"]
    assert call(PACKAGE.parent, tmp_path / "cache") == LOADED


@pytest.mark.parametrize("damage", ["emptied", "cut", "changed", "gone"])
def test_a_broken_file_is_compiled_anew(damage: str, tmp_path: Path):
    assert call(PACKAGE.parent, tmp_path / "cache") == COMPILED
    for file in (tmp_path / "cache").rglob("*.code"):
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 255
        broken = {"emptied": b"", "cut": data[: len(data) // 2], "changed": data}
        if damage == "gone":
            file.unlink()
        else:
            file.write_bytes(broken[damage])
    assert call(PACKAGE.parent, tmp_path / "cache") == COMPILED
    assert call(PACKAGE.parent, tmp_path / "cache") == LOADED


def test_a_file_of_another_kind_is_compiled_anew(tmp_path: Path):
    """One with a right checksum, too."""
    assert call(PACKAGE.parent, tmp_path / "cache") == COMPILED
    for file in (tmp_path / "cache").rglob("*.code"):
        cache.write_checked(file, b"no pickle")
    assert call(PACKAGE.parent, tmp_path / "cache") == COMPILED


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "some" / "kernel.code"
    cache.write_checked(file, b"machine code")
    assert cache.read_checked(file) == b"machine code"

    def stop(source: str, target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cache.os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        cache.write_checked(file, b"other machine code")
    assert cache.read_checked(file) == b"machine code"
    assert list(file.parent.iterdir()) == [file]


def test_no_folder_appears_where_one_happens_to_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Games that are loaded by several threads at once used to leave some there."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    code = (
        "import sys; from threading import Thread; from faubourg import Game; "
        "sys.setswitchinterval(1e-6); "
        f"all = [Thread(target=lambda name=name: Game(name).rules) for name in {games()!r}]; "
        "[each.start() for each in all]; [each.join() for each in all]"
    )
    end(start(code, PACKAGE.parent, tmp_path / "cache"))
    assert list((tmp_path / "here").iterdir()) == []
    assert any((tmp_path / "cache").iterdir())


def test_a_relative_folder_means_the_same_wherever_one_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", "cache")
    assert compile.cache_folder.__wrapped__().is_relative_to(tmp_path / "cache")


def test_other_compilers_and_settings_have_machine_code_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
):
    before = cache.build()
    assert cache.build() == before
    monkeypatch.setattr(cache.llvmlite, "__version__", "another")
    other = cache.build()
    monkeypatch.setattr(cache.config, "BOUNDSCHECK", 1)
    assert len({before, other, cache.build()}) == 3


@pytest.mark.parametrize("name", games())
def test_a_change_in_one_game_keeps_the_machine_code_of_the_others(name: str, clone: Path):
    package = clone / "faubourg"
    scopes = [*games(), compile.SHARED, compile.ANY]
    before = {scope: compile.source_hash(package, scope) for scope in scopes}
    assert len(set(before.values())) == len(scopes)
    with open(package / "games" / name / "rules.py", "a") as rules:
        rules.write("\nANOTHER = 1\n")
    changed = {scope for scope in scopes if compile.source_hash(package, scope) != before[scope]}
    assert changed == {name, compile.ANY}


def test_a_change_in_what_games_share_compiles_all_of_them_anew(clone: Path):
    package = clone / "faubourg"
    scopes = [*games(), compile.SHARED, compile.ANY]
    for file in ("kernels/play.py", "kernels/cache.py", "gamekit/fields.py"):
        before = {scope: compile.source_hash(package, scope) for scope in scopes}
        with open(package / file, "a") as source:
            source.write("\nANOTHER = 1\n")
        assert all(compile.source_hash(package, scope) != before[scope] for scope in scopes), file

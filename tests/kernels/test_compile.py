"""Compiled and uncompiled rules are the same rules, and old machine code is never used for new.

The counts of paths are our perft: how many sequences of 1, 2, 3… moves, Nature's included, lead on
from a position. A rule that allows one action too many shows up here as another number.
"""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import faubourg
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.gamekit.new_game import new_game
from faubourg.kernels import compile
from faubourg.kernels.template import play_kernels
from faubourg.records.record import Record

PROBE = Path(__file__).with_name("uncompiled_probe.py")
PACKAGE = Path(faubourg.__file__).parent
probe: dict[str, Any] = runpy.run_path(str(PROBE))
COUNT: Callable[[Position, int], int] = probe["count"]

# Paths of 0, 1, 2… moves from positions along the golden records; see `paths` in the probe.
PATHS: dict[str, list[int]] = {
    "minivilles/2-players move 0": [1, 28, 784],
    "minivilles/2-players move 47": [1, 11, 230],
    "minivilles/2-players move 95": [1, 6, 66, 1536],
    "minivilles/2-players move 143": [1, 2, 27, 58, 832],
    "minivilles/2-players move 191": [1, 9, 210],
    "minivilles/2-players move 239": [1, 21, 55, 701],
    "minivilles/3-players move 0": [1, 28, 784],
    "minivilles/3-players move 38": [1, 2, 33, 368],
    "minivilles/3-players move 76": [1, 27, 229, 2142],
    "minivilles/3-players move 114": [1, 1, 13, 183, 1641],
    "minivilles/3-players move 152": [1, 6, 40, 524],
    "minivilles/3-players move 190": [1, 21, 138, 1711],
    "minivilles/4-players move 0": [1, 28, 784],
    "minivilles/4-players move 49": [1, 5, 52, 389, 3213],
    "minivilles/4-players move 99": [1, 2, 27, 37, 256, 2318],
    "minivilles/4-players move 149": [1, 2, 30, 288, 2658],
    "minivilles/4-players move 199": [1, 28, 341],
    "minivilles/4-players move 249": [1, 2, 27, 102, 1399],
    "minivilles/5-players move 0": [1, 28, 784],
    "minivilles/5-players move 56": [1, 5, 96, 1099],
    "minivilles/5-players move 113": [1, 3, 58, 551],
    "minivilles/5-players move 169": [1, 2, 27, 210, 5108],
    "minivilles/5-players move 226": [1, 21, 103, 1810],
    "minivilles/5-players move 282": [1, 27, 227, 2063],
    "my_little_town/2-players-easy move 0": [1, 36, 72, 108, 2570],
    "my_little_town/2-players-easy move 8": [1, 24, 54, 905],
    "my_little_town/2-players-easy move 17": [1, 5, 48, 1383],
    "my_little_town/2-players-easy move 26": [1, 40, 44, 1166],
    "my_little_town/2-players-easy move 34": [1, 48, 48, 1296],
    "my_little_town/2-players-easy move 43": [1, 56],
    "my_little_town/2-players move 0": [1, 36, 72, 106, 2564],
    "my_little_town/2-players move 7": [1, 24, 96, 914],
    "my_little_town/2-players move 14": [1, 1, 32, 1024],
    "my_little_town/2-players move 22": [1, 36, 172, 1471],
    "my_little_town/2-players move 29": [1, 1, 28, 1232],
    "my_little_town/2-players move 36": [1, 1, 26, 1352],
    "my_little_town/3-players-easy move 0": [1, 36, 108, 162, 3856],
    "my_little_town/3-players-easy move 10": [1, 1, 33, 924],
    "my_little_town/3-players-easy move 20": [1, 31, 1116],
    "my_little_town/3-players-easy move 30": [1, 3, 36, 1414],
    "my_little_town/3-players-easy move 40": [1, 2, 27, 1586],
    "my_little_town/3-players-easy move 50": [1, 64],
    "my_little_town/3-players move 0": [1, 36, 108, 159, 3847],
    "my_little_town/3-players move 10": [1, 1, 33, 924],
    "my_little_town/3-players move 21": [1, 31, 1116],
    "my_little_town/3-players move 32": [1, 56],
    "my_little_town/3-players move 43": [1, 1, 25, 1400],
    "my_little_town/3-players move 54": [1, 22, 1496],
    "my_little_town/4-players-easy move 0": [1, 36, 144, 216, 5142],
    "my_little_town/4-players-easy move 10": [1, 3, 36, 991],
    "my_little_town/4-players-easy move 20": [1, 31, 1116],
    "my_little_town/4-players-easy move 30": [1, 48, 236, 1975],
    "my_little_town/4-players-easy move 40": [1, 4, 29, 1638],
    "my_little_town/4-players-easy move 50": [1, 1, 23, 1564],
    "my_little_town/4-players move 0": [1, 36, 144, 212, 5130],
    "my_little_town/4-players move 12": [1, 33, 1056],
    "my_little_town/4-players move 25": [1, 40, 145, 1378],
    "my_little_town/4-players move 38": [1, 3, 30, 1304],
    "my_little_town/4-players move 51": [1, 52, 117, 1279],
    "my_little_town/4-players move 64": [1, 68],
}
for file in probe["RECORDS"].glob("*/paths.json"):  # other games keep theirs beside their records
    PATHS |= json.loads(file.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def compiled() -> dict[str, Any]:
    assert hasattr(Game(games()[0]).rules.step, "py_func")
    found: dict[str, Any] = json.loads(json.dumps(probe["probe"]()))
    return found


def test_compiled_and_uncompiled_rules_do_the_same(compiled: dict[str, Any]):
    """Rows, views, events, choices of bots, whole batches, counts of paths."""
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.kernels.uncompiled_probe"],
        cwd=PROBE.parents[2],
        env=env,
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert run.returncode == 0, run.stderr
    uncompiled = json.loads(run.stdout)
    assert uncompiled.keys() == compiled.keys()
    for what in compiled:
        assert uncompiled[what] == compiled[what], what


def test_the_probe_really_ran_uncompiled():
    code = "from faubourg.games.minivilles import rules; print(type(rules.step).__name__)"
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    said = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert said.stdout.strip() == "function"


# ------------------------------------------------------------ perft


def test_the_numbers_of_paths_are_what_they_were(compiled: dict[str, Any]):
    assert compiled["paths"] == PATHS


def count_slowly(position: Position, depth: int) -> int:
    """The same count by asking a Position, one move after the other."""
    if depth == 0 or position.turn is None:
        return 1
    moves = position.weights() if position.turn == NATURE else position.legal.ids
    total = 0
    for id in moves:
        after = position.copy()
        after.step(id)
        total += count_slowly(after, depth - 1)
    return total


@pytest.mark.parametrize("file", sorted(probe["RECORDS"].glob("*/*.txt")), ids=lambda f: f.stem)
def test_paths_are_counted_right(file: Path):
    for _, position in probe["milestones"](Record.load(file)):
        before = position.to_bytes()
        for depth in range(3):
            assert COUNT(position, depth) == count_slowly(position, depth)
        assert position.to_bytes() == before


def test_the_end_of_a_game_is_one_path_however_far_one_looks():
    end = Record.load(sorted(probe["RECORDS"].glob("*/*.txt"))[0]).replay()
    assert [COUNT(end, depth) for depth in range(4)] == [1, 1, 1, 1]


# ------------------------------------------------------------ the cache of machine code


def test_the_loops_of_two_games_keep_their_machine_code_apart():
    """They come from one file, and some have the same types in every game."""
    loops = [play_kernels(name) for name in games()]
    assert len({each.number_of.stats.cache_path for each in loops}) == len(loops)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, to be changed."""
    copy = tmp_path / "source" / "faubourg"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def test_a_copy_of_the_same_sources_has_the_same_hash(package: Path):
    assert compile.source_hash(package) == compile.source_hash(PACKAGE)


def kernel_files() -> dict[str, set[str]]:
    """Every file with kernels, and the files of ours that it imports from: functions to call and
    constants, all of which become part of its machine code."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if re.search(r"^@(kernel|inlined)$", text, re.M):
            imports = re.findall(r"^from faubourg\.([\w.]+) import (\w*)", text, re.M)
            places = [module.replace(".", "/") for module, _ in imports]
            files = {f"{place}.py" for place in places}
            files |= {f"{p}/{name}.py" for p, (_, name) in zip(places, imports, strict=True)}
            found[path.relative_to(PACKAGE).as_posix()] = {
                file for file in files if (PACKAGE / file).is_file()
            }
    return found


def test_a_change_that_kernels_can_see_changes_the_cache_folder(package: Path):
    seen = kernel_files()
    assert {"kernels/play.py", "games/minivilles/rules.py", "games/minivilles/insight.py"} <= set(
        seen
    )
    assert "games/minivilles/actions.py" in seen["games/minivilles/rules.py"]
    before = compile.source_hash(package)
    for file in {*seen, *set().union(*seen.values())}:
        path = package / file
        text = path.read_text(encoding="utf-8")
        path.write_text(f"{text}\nANOTHER = 1\n", encoding="utf-8")
        assert compile.source_hash(package) != before, file
        path.write_text(text, encoding="utf-8")
        assert compile.source_hash(package) == before


def test_another_array_in_a_file_changes_the_cache_folder(package: Path):
    """What was learned is part of the machine code too."""
    before = compile.source_hash(package)
    with open(package / "games" / "lutins" / "value_network.npz", "ab") as learned:
        learned.write(b"more")
    assert compile.source_hash(package) != before


def test_a_change_that_kernels_cannot_see_keeps_the_cache(package: Path):
    before = compile.source_hash(package)
    for file in ("records/record.py", "games/minivilles/view.py", "games/minivilles/notation.py"):
        with open(package / file, "a", encoding="utf-8") as source:
            source.write("\nANOTHER = 1\n")
    assert compile.source_hash(package) == before


def test_a_kernel_is_compiled_anew_when_one_that_it_calls_changes(package: Path, tmp_path: Path):
    """The choice of the greedy bot calls `rate`, which lies in another file."""
    insight = package / "games" / "minivilles" / "insight.py"
    code = (
        "import numpy as np; from faubourg import Game; game = Game('minivilles'); "
        "from faubourg.kernels.template import play_kernels; "
        "actions = np.arange(5, dtype=np.int32); loops = play_kernels(game.name); "
        "print(loops.choose(1, game.components.box, game.start_row(), actions, 5, 0.0))"
    )
    env = os.environ | {
        "PYTHONPATH": str(package.parent),
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }
    chosen = []
    for rating in ("float(action)", "-float(action)"):
        insight.write_text(
            '"""A simpler taste."""\n'
            "from faubourg.kernels.compile import kernel\n\n\n"
            "@kernel\n"
            f"def rate(box, row, action):\n    return {rating}\n"
        )
        run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        chosen.append(int(run.stdout))
    assert chosen == [4, 0]
    assert len(list((tmp_path / "cache").glob("kernels-minivilles-*"))) == 2
    assert len(list((tmp_path / "cache").glob("kernels-shared-*"))) == 1


def test_relative_imports_are_followed_too(package: Path):
    made = new_game("quay", package / "games")
    before = compile.source_hash(package)
    (made / "more.py").write_text("NUMBER = 1\n")
    assert compile.source_hash(package) == before
    with open(made / "rules.py", "a", encoding="utf-8") as rules:
        rules.write("from .more import NUMBER\nfrom . import more\n")
    between = compile.source_hash(package)
    (made / "more.py").write_text("NUMBER = 2\n")
    assert len({before, between, compile.source_hash(package)}) == 3


def test_a_game_outside_of_the_package_is_compiled_anew_when_it_changes(tmp_path: Path):
    """Also what the package compiles around it: a default's kernel calls `outcome` of the game. The
    games of the package keep their machine code."""
    made = new_game("quay", tmp_path / "games")
    code = (
        "import numpy as np; from faubourg import Game; from faubourg.kernels import compile; "
        "game = Game('quay'); row = game.start_row(); row.houses[0] = 3; marks = np.zeros(3); "
        "game.part('tally').standing(game.components.box, row, marks); print(int(marks[0])); "
        "Game('minivilles').rules; print(compile.cache_folder('quay').name)"
    )
    env = os.environ | {
        "FAUBOURG_GAMES": str(made.parent),
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }
    rules = (made / "rules.py").read_text(encoding="utf-8")
    found, folders, kept = [], set(), []
    for points in ("row.houses[seat]", "9 * row.houses[seat]"):
        changed = rules.replace("points[seat] = row.houses[seat]", f"points[seat] = {points}")
        (made / "rules.py").write_text(changed, encoding="utf-8")
        run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        marks, folder = run.stdout.split()
        found.append(int(marks))
        folders.add(folder)
        kept.append({path.name for path in (tmp_path / "cache").iterdir()} - folders)
    assert found == [3, 27]
    assert len(folders) == 2
    assert kept[0] == kept[1]
    assert {name.split("-")[1] for name in kept[0]} == {"minivilles", compile.SHARED}


def test_machine_code_that_nobody_used_for_a_month_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    ages = {"kernels-old": 40, "kernels-young": 3, "another": 40}
    for name, days in ages.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.nbc").write_bytes(b"...")
        then = time.time() - days * 24 * 3600
        os.utime(tmp_path / name, (then, then))
    folder = compile.cache_folder.__wrapped__()
    assert folder == tmp_path / f"kernels-all-{compile.source_hash(PACKAGE)}"
    assert {path.name for path in tmp_path.iterdir()} == {"kernels-young", "another", folder.name}


def test_a_folder_in_use_is_not_old_however_long_ago_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder = compile.cache_folder.__wrapped__()
    os.utime(folder, (0, 0))
    assert compile.cache_folder.__wrapped__() == folder
    assert time.time() - folder.stat().st_mtime < 3600


def test_another_place_is_found_when_the_cache_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "a file").write_text("no folder can be made in here")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "a file" / "cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    folder = compile.cache_folder.__wrapped__()
    assert folder.parent == tmp_path / "home" / "faubourg"
    assert folder.is_dir()

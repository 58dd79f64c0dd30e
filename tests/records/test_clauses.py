"""Every clause of every game is shown by a test, and every test names clauses that exist."""

import json
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from faubourg.core.game import folder, games
from faubourg.records.clauses import clauses

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "index_clauses.py"
INDEX: dict[str, Any] = runpy.run_path(str(SCRIPT))


@pytest.mark.parametrize("game", games())
def test_every_clause_is_shown_by_a_test(game: str):
    shown = INDEX["shown"](ROOT)
    missing = [clause.id for clause in clauses(game) if not shown[clause.id]]
    assert not missing, f"no scenario and no test names {', '.join(missing)}"


def test_every_clause_that_a_test_names_exists():
    known = {clause.id for game in games() for clause in clauses(game)}
    unknown = {id: tests for id, tests in INDEX["shown"](ROOT).items() if id not in known}
    assert not unknown, f"there are no such clauses: {unknown}"


@pytest.mark.parametrize("game", games())
def test_scenarios_of_a_game_name_clauses_of_that_game(game: str):
    known = {clause.id for clause in clauses(game)}
    here = f"scenarios/{game}/"
    wrong = [
        (id, test)
        for id, test in INDEX["scenarios"](ROOT)
        if test.startswith(here) and id not in known
    ]
    assert not wrong


@pytest.mark.parametrize("game", games())
def test_every_clause_is_there_in_both_languages(game: str):
    data = tomllib.loads((folder(game) / "clauses.toml").read_text(encoding="utf-8"))
    for part in data["part"]:
        for entry in (part, *part["clause"]):
            name = entry.get("id", entry.get("en"))
            assert entry.get("en", "").strip(), f"{name} has no English text"
            assert entry.get("fr", "").strip(), f"{name} has no French text"
            assert entry["en"] != entry["fr"], f"{name} says the same in both languages"


@pytest.mark.parametrize("game", games())
def test_clause_ids_are_numbered_without_a_gap(game: str):
    # A clause may be followed by some that belong to it: lut-22, lut-22a, lut-22b.
    ids = [clause.id for clause in clauses(game)]
    plain = [id for id in ids if id[-1].isdigit()]
    prefix = ids[0].rpartition("-")[0]
    assert plain == [f"{prefix}-{number}" for number in range(1, len(plain) + 1)]
    assert all(id.rstrip("abc") in plain for id in ids)
    assert len(set(ids)) == len(ids)


def test_the_list_of_tests_that_ships_with_each_game_is_up_to_date():
    result = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("game", games())
def test_clauses_say_which_tests_show_them(game: str):
    shown = json.loads((folder(game) / "shown.json").read_text(encoding="utf-8"))
    assert {clause.id: list(clause.shown_by) for clause in clauses(game)} == shown


# The script itself, on a small repository

MODULE = """
import pytest

pytestmark = [pytest.mark.clause("x-1"), pytest.mark.slow]


@pytest.mark.clause("x-2", "x-3")
def test_by_a_decorator(): ...


@pytest.mark.clause("x-2")
class TestClass:
    def test_inside(self): ...


def helper(): ...
"""

SCENARIOS = """
game = "x"

[[scenario]]
title = "A title"
clauses = ["x-2"]

[[scenario]]
title = "Another"
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A repository with one game of three clauses, one module of tests and two scenarios."""
    clauses_of_x = '[[part]]\n[[part.clause]]\nid = "x-1"\n[[part.clause]]\nid = "x-2"\n'
    clauses_of_x += '[[part.clause]]\nid = "x-3"\n[[part.clause]]\nid = "x-4"\n'
    files = {
        "src/faubourg/games/x/clauses.toml": clauses_of_x,
        "tests/scenarios/x/some.toml": SCENARIOS,
        "tests/games/test_x.py": MODULE,
        "scripts/index_clauses.py": SCRIPT.read_text(encoding="utf-8"),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def index(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, root / "scripts" / "index_clauses.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def test_marks_on_functions_classes_and_modules_and_scenarios_are_all_found(small: Path):
    assert index(small).returncode == 0
    shown = (small / "src/faubourg/games/x/shown.json").read_text(encoding="utf-8")
    decorated = "tests/games/test_x.py::test_by_a_decorator"
    inside = "tests/games/test_x.py::TestClass::test_inside"
    assert json.loads(shown) == {
        "x-1": [inside, decorated],
        "x-2": ["scenarios/x/some.toml: A title", inside, decorated],
        "x-3": [decorated],
        "x-4": [],
    }
    assert shown.endswith("}\n")


def test_a_list_that_is_out_of_date_is_noticed_and_made_anew(small: Path):
    missing = index(small, "--check")
    assert missing.returncode == 1
    assert missing.stderr == "src/faubourg/games/x/shown.json is out of date: run make index\n"
    assert index(small).stdout == "src/faubourg/games/x/shown.json is written\n"
    assert index(small, "--check").returncode == 0
    (small / "tests/scenarios/x/some.toml").unlink()
    assert index(small, "--check").returncode == 1
    assert index(small).returncode == 0
    assert index(small).stdout == ""

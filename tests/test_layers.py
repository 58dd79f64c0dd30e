"""`make lint` fails on an arrow between rooms that points upwards: every contract shown to bite."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINTER = Path(sys.executable).with_name("lint-imports")
ARROWS = {
    "core/text.py": "faubourg.kernels.rows",
    "kernels/rows.py": "faubourg.gamekit.box",
    "gamekit/box.py": "faubourg.records.record",
    "bots/bot.py": "faubourg.lab.simulate",
    "records/record.py": "faubourg.games.minivilles.rules",
    "server/errors.py": "faubourg.terminal.loop",
    "terminal/loop.py": "faubourg.cli",
    "games/lutins/rules.py": "faubourg.games.cities.rules",
    "server/store/schema.py": "faubourg.server.table.table",
    "server/table/table.py": "faubourg.server.runtime.room",
    "lab/stats/summary.py": "faubourg.lab.report.html",
}


def lint(sources: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINTER, "--no-cache", "--config", ROOT / "pyproject.toml"],
        cwd=sources,
        env=os.environ | {"PYTHONPATH": str(sources)},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    ignored = shutil.ignore_patterns("__pycache__", "pages")
    shutil.copytree(ROOT / "src" / "faubourg", folder / "faubourg", ignore=ignored)
    return folder


def test_no_arrow_points_upwards(sources: Path):
    done = lint(sources)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("file", ARROWS)
def test_an_arrow_that_points_upwards_is_found(sources: Path, file: str):
    path = sources / "faubourg" / file
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\nimport {ARROWS[file]}\n", encoding="utf-8")
    try:
        done = lint(sources)
    finally:
        path.write_text(text, encoding="utf-8")
    assert done.returncode == 1
    arrow = f"faubourg.{file.removesuffix('.py').replace('/', '.')} -> {ARROWS[file]}"
    assert arrow in done.stdout

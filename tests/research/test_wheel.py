"""The examples run from the wheel, outside of the clone, as for somebody who has no clone."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.effort import LONG

ROOT = Path(__file__).parents[2]
SECONDS = "--minutes 0.001"
LIGHT = {"train_minivilles": SECONDS}
# In their own forms, which take a minute each: `make test-long` and by hand.
HEAVY = {
    "first_agent": "4096",
    "sb3_maskable_ppo": SECONDS,
    "torchrl_ppo": SECONDS,
    "rllib_ppo": SECONDS,
    "openspiel_agents": SECONDS,
    "league": SECONDS,
    "expert_games": "--game lutins --games 4 --workers 1",
    "baselines": "--bots random --games 60",
}
COMMANDS = LIGHT | HEAVY if LONG else LIGHT


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples and, in `site`, what the wheel installs."""
    folder = tmp_path_factory.mktemp("elsewhere")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", folder]
    subprocess.run(list(map(str, build)), cwd=ROOT, check=True, capture_output=True)
    [wheel] = folder.glob("faubourg-*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    shutil.copytree(ROOT / "examples", folder / "examples")
    return folder


def run(elsewhere: Path, *command: str) -> str:
    """What a program says that finds Faubourg in the wheel alone."""
    environ = os.environ | {"PYTHONPATH": str(elsewhere / "site")}
    done = subprocess.run(
        [sys.executable, *command], cwd=elsewhere, env=environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_an_example_runs_from_the_wheel_without_the_clone(name: str, elsewhere: Path):
    where = run(elsewhere, "-c", "import faubourg; print(faubourg.__file__)")
    assert where.startswith(str(elsewhere / "site"))
    arguments = COMMANDS[name].split()
    if name == "first_agent":
        assert "of 500 games" in run(elsewhere, f"examples/{name}.py", *arguments)
        return
    run(elsewhere, f"examples/{name}.py", *arguments, "--out", f"{name}.out")
    assert (elsewhere / f"{name}.out").exists()


def test_every_example_is_run():
    programs = {file.stem for file in (ROOT / "examples").glob("*.py")} - {"curve"}
    assert programs == set(LIGHT | HEAVY)

"""Without a clone: the wheel in an empty environment, in another folder, played in the browser."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from scripts.uv_with_pip_settings import uv_environment
from tests.browser.playing import BOARDS, Mouse, Seating
from tests.server.process import COMPILING, ServerProcess

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements.lock"
ROOMS = [
    "core",
    "gamekit",
    "kernels",
    "records",
    "games",
    "bots",
    "review",
    "server",
    "terminal",
    "cli",
]
# Imports every module of these rooms, as playing does sooner or later; Web Push needs an extra.
IMPORT_ALL = """
import importlib, pkgutil, sys
for room in sys.argv[1:]:
    module = importlib.import_module(f"faubourg.{room}")
    for each in pkgutil.walk_packages(getattr(module, "__path__", []), f"faubourg.{room}."):
        try:
            importlib.import_module(each.name)
        except ModuleNotFoundError as missing:
            if missing.name.partition(".")[0] != "cryptography":
                raise
print(module.__file__)
"""


class Installed:
    """An environment with the wheel and the packages for playing, and nothing of the clone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python, self.program = folder / "venv/bin/python", folder / "venv/bin/faubourg"
        # uv shares its files with .venv, where it is; pip comes with Python.
        uv = shutil.which("uv") or shutil.which(ROOT / ".uv" / "uv")
        if uv:
            self.run(uv, "venv", "--quiet", "--python", sys.executable, folder / "venv")
            install = [uv, "pip", "install", "--quiet", "--python", self.python]
        else:
            self.run(sys.executable, "-m", "venv", folder / "venv")
            install = [self.python, "-m", "pip", "install", "--quiet"]
        self.run(
            sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", folder, cwd=ROOT
        )
        [wheel] = folder.glob("faubourg-*.whl")
        self.run(*install, "--require-hashes", "--requirement", LOCK)
        self.run(*install, "--no-deps", wheel)

    @property
    def environ(self) -> dict[str, str]:
        return {k: v for k, v in uv_environment(os.environ).items() if k != "PYTHONPATH"}

    def run(self, *command: str | Path, cwd: Path | None = None, status: int = 0) -> str:
        done = subprocess.run(
            list(map(str, command)),
            cwd=cwd or self.folder,
            env=self.environ,
            capture_output=True,
            text=True,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr


class InstalledServer(ServerProcess):
    """`faubourg serve` from the wheel; games need not be compiled before it serves."""

    def __init__(self, installed: Installed) -> None:
        super().__init__(f"sqlite:///{installed.folder / 'tables.db'}")
        self.installed = installed
        self.api.http.timeout = httpx.Timeout(COMPILING)  # a table may be made meanwhile

    def launch(self) -> None:
        command = [self.installed.program, "serve", "--database", self.database]
        command += ["--port", str(self.port), "--lang", "en", "--set", "pace=0.05"]
        self.process = subprocess.Popen(
            command,
            cwd=self.installed.folder,
            env=self.installed.environ,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            start_new_session=True,
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture
def house(installed: Installed) -> Iterator[InstalledServer]:
    server = InstalledServer(installed)
    server.launch()
    assert server.process
    assert server.process.stdout
    assert server.process.stdout.readline() == f"Faubourg is at {server.url}\n", server.logged()
    yield server
    server.close()


def test_the_wheel_serves_the_page_and_a_game_is_played_on_it(
    visit: Callable[..., Page], house: InstalledServer
):
    page = visit(house.url)
    expect(page.get_by_role("button", name="Play Cities now, against bots")).to_be_visible()
    seating = Seating(visit, house, "minivilles", ["Anna:person", "Otto:greedy"])
    assert seating.play_on(BOARDS["minivilles"](seating, Mouse()), most=4) == 4


def test_all_that_playing_uses_is_there_without_the_packages_of_developers(installed: Installed):
    file = installed.run(installed.python, "-c", IMPORT_ALL, *ROOMS)
    assert file.startswith(str(installed.folder))


@pytest.mark.parametrize(
    ("extra", "command"), [("lab", "lab run study.toml"), ("push", "push-keys key.pem")]
)
def test_what_the_lab_and_web_push_need_more_is_said_in_a_sentence(
    installed: Installed, extra: str, command: str
):
    said = installed.run(installed.program, *command.split(), status=2)
    assert f"pip install 'faubourg[{extra}]'" in said
    assert "Traceback" not in said

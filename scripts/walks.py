"""Traces the four walks of `docs/contributors/walks.md`: the files that a human move, a bot's move,
a study and a batch step really cross, in the order in which they are first entered.

    NUMBA_DISABLE_JIT=1 .venv/bin/python -m scripts.walks [human|bot|study|batch] [--files]

Uncompiled, so that rules are seen too. A turn-back is a call from one file into another that the
walk entered earlier: it makes a reader leaf back. The bot's walk is the choice itself, as a worker
process makes it; what follows is the human's walk again.
"""

import json
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

import faubourg

PACKAGE = Path(faubourg.__file__).parent.as_posix() + "/"
ADDRESS = "127.0.0.1:8472"  # which the server takes for its own; nothing listens there
STUDY = """game = "minivilles"
players = [2]
bots = "greedy"
games = 4
luck = 0
seed = 1

[[variant]]
name = "usual"
"""


class Walk:
    """Files in the order of their first call, and the calls that lead back to an earlier one."""

    def __init__(self) -> None:
        self.files: dict[str, int] = {}
        self.turn_backs: set[tuple[str, str]] = set()
        self._on = False

    def profile(self, frame: FrameType, event: str, _: object) -> None:
        if self._on and event == "call" and (file := _file(frame)):
            caller = _caller(frame)
            index = self.files.setdefault(file, len(self.files))
            if caller and caller != file and index < self.files.get(caller, -1):
                self.turn_backs.add((caller, file))

    @contextmanager
    def traced(self) -> Iterator[None]:
        self._on = True
        try:
            yield
        finally:
            self._on = False


def _file(frame: FrameType) -> str | None:
    """The file of a function of ours; nothing for a module that is only being imported."""
    name = frame.f_code.co_filename
    is_ours = name.startswith(PACKAGE) and frame.f_code.co_name != "<module>"
    return name.removeprefix(PACKAGE) if is_ours else None


def _caller(frame: FrameType) -> str | None:
    above = frame.f_back
    while above is not None:
        if file := _file(above):
            return file
        above = above.f_back
    return None


def human(walk: Walk) -> None:
    """A person's move over the live link, until the table's clients have been sent what it did."""
    from fastapi.testclient import TestClient

    from faubourg.server.app import create_app
    from faubourg.server.protocol import VERSION
    from faubourg.server.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=f"sqlite:///{folder}/tables.db", pace=0))
        with TestClient(app, base_url=f"http://{ADDRESS}") as client:
            seats = [{"kind": "person"}, {"kind": "person"}]
            made = client.post("/api/tables", json={"game": "minivilles", "seats": seats}).json()
            live = f"ws://{ADDRESS}/api/tables/{made['table']}/live"
            with client.websocket_connect(live) as link:
                keys = list(made["keys"].values())
                link.send_json({"type": "hello", "version": VERSION, "keys": keys})
                now = _next(link, "snapshot")
                move = {
                    "type": "move",
                    "id": "one",
                    "answers": now["number"],
                    "seat": now["state"]["turn"],
                    "action": now["legal"][0],
                }
                with walk.traced():
                    link.send_text(json.dumps(move))
                    _next(link, "update")


def _next(link: Any, kind: str) -> Any:
    while True:
        message = link.receive_json()
        assert message["type"] != "refused", message
        if message["type"] == kind:
            return message


def bot(walk: Walk) -> None:
    """A level's choice, by search."""
    from faubourg.bots.levels import at_table
    from faubourg.core.game import Game

    position = Game("minivilles", 2, first="A").start()
    while len(position.legal) < 2:
        position.step(next(iter(position.weights() or position.legal.ids)))
    chooser = at_table("steady")
    with walk.traced():
        chooser.choose(position, np.random.default_rng(1))


def study(walk: Walk) -> None:
    """A study read, played here, and written down."""
    from typer.testing import CliRunner

    from faubourg.cli import app

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "study.toml"
        file.write_text(STUDY, encoding="utf-8")
        command = ["lab", "run", str(file), "--workers", "1", "--out", f"{folder}/out"]
        with walk.traced():
            done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, done.output


def batch(walk: Walk) -> None:
    """One step of many games in lock step."""
    from faubourg.envs.batch import BatchEnv

    env = BatchEnv("minivilles", n=2, players=2, seed=1)
    env.reset()
    actions = env.sample()
    with walk.traced():
        env.step(actions)


WALKS: dict[str, Callable[[Walk], None]] = {
    "human": human,
    "bot": bot,
    "study": study,
    "batch": batch,
}


def main() -> None:
    for name in [name for name in sys.argv[1:] if name in WALKS] or WALKS:
        walk = Walk()
        sys.setprofile(walk.profile)
        threading.setprofile(walk.profile)
        try:
            WALKS[name](walk)
        finally:
            sys.setprofile(None)
        print(f"{name}: {len(walk.files)} files, {len(walk.turn_backs)} turn-backs")
        if "--files" in sys.argv:
            print(*(f"  {file}" for file in walk.files), sep="\n")
            print(*(f"  back: {a} -> {b}" for a, b in sorted(walk.turn_backs)), sep="\n")


if __name__ == "__main__":
    main()

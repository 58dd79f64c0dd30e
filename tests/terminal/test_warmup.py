"""A terminal game begins at once: bots search when they can, and people wait only if they asked."""

import io
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from faubourg.bots.compiler import CompilerError
from faubourg.core.game import Game
from faubourg.core.streams import check_seed
from faubourg.kernels import markers, switch
from faubourg.records.record import Record
from faubourg.terminal import warmup
from faubourg.terminal.seats import read_seats
from faubourg.terminal.session import Session
from faubourg.terminal.warmup import Background

GAME = "minivilles"


class FakeCompiler:
    """Compiles until it is allowed to be done, or is killed."""

    done = threading.Event()
    killed = False
    fault = ""

    def __init__(self, name: str) -> None:
        self.name = name

    def progress(self) -> Iterator[tuple[int, int]]:
        yield 1, 8
        self.done.wait()
        if self.fault or self.killed:
            raise CompilerError(self.fault)
        yield 1, 1

    def kill(self) -> None:
        type(self).killed = True
        self.done.set()


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[FakeCompiler]:
    """A machine on which nothing is compiled, in a process that begins in plain Python."""

    class Compiler(FakeCompiler):
        done = threading.Event()

    monkeypatch.setenv(switch.VARIABLE, switch.PLAIN_FIRST)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    monkeypatch.setattr(warmup, "Compiler", Compiler)
    monkeypatch.setattr(warmup, "load_search", lambda name: True)
    monkeypatch.setattr(markers, "is_compiled", lambda name: False)
    return Compiler


def background(patient: bool = False, terminal: bool = False) -> Background:
    console = Console(file=io.StringIO(), force_terminal=terminal)
    return Background(Game(GAME), console, "en", patient)


def test_a_bot_does_not_wait_for_the_compiler(fake: type[FakeCompiler]):
    behind = background()
    assert not behind.ready_for_bots()
    fake.done.set()
    behind._thread.join()
    assert behind.ready_for_bots()


def test_with_a_seed_of_ones_own_it_does_so_that_the_game_is_the_same(fake: type[FakeCompiler]):
    behind = background(patient=True, terminal=True)
    threading.Timer(2 * warmup.DELAY, fake.done.set).start()
    assert behind.ready_for_bots()
    file = behind._console.file
    assert isinstance(file, io.StringIO)
    assert "Preparing the game" in file.getvalue()


def test_a_bot_waits_a_moment_for_what_only_has_to_be_loaded(
    fake: type[FakeCompiler], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(markers, "is_compiled", lambda name: True)
    assert background().ready_for_bots()


def test_a_game_that_can_not_be_compiled_is_played_on(fake: type[FakeCompiler]):
    fake.fault = "no room on the disk"
    fake.done.set()
    assert not background(patient=True).ready_for_bots()


def test_who_stops_early_leaves_no_compiler_behind(fake: type[FakeCompiler]):
    behind = background()
    behind.close()
    assert fake.killed
    assert not behind.is_ready


def test_where_every_call_compiles_there_is_nothing_to_wait_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(switch.VARIABLE, raising=False)
    behind = background()
    assert behind.ready_for_bots()
    behind.close()


def test_the_stand_in_takes_one_number_as_any_bot_does():
    """So that the game goes on with the same dice and numbers when the search is there."""
    game = Game(GAME, 2, first="A")
    record = Record(game, ["steady", "steady"], check_seed(5))
    sessions = [
        Session(record, read_seats(record.seats, 2), can_search)
        for can_search in (lambda: True, lambda: False)
    ]
    for session in sessions:
        while session.seat is None or len(session.position.legal) < 2:
            session.play(session.move_of_nature_or_bot())
        session.move_of_nature_or_bot()
    numbers = [session.streams.seats[0].random() for session in sessions]
    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("name", ["minivilles", "cities"])
def test_a_game_begins_on_a_new_machine_at_once(tmp_path: Path, name: str):
    """A few moves against an expert, a hint, and goodbye: nothing is compiled by then."""
    env = os.environ | {
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "FAUBOURG_FAST": "1",
    }
    env.pop("NUMBA_CACHE_DIR", None)
    command = ["-m", "faubourg", "play", name, "--seats", "me,expert", "--lang", "en"]
    done = subprocess.run(
        [sys.executable, *command],
        input="hint\n1\n\n1\n\n1\n\nquit\n",
        env=env,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "Preparing" not in done.stdout
    record = Record.load(next((tmp_path / "state").rglob("*.txt")))
    assert len(record.moves) > 5
    assert not list((tmp_path / "cache").rglob("*.compiled"))

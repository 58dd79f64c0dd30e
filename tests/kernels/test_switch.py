"""A game begins in plain Python and changes over to machine code in the midst; nobody notices."""

import errno
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import faubourg.games
from faubourg.bots.search import Search
from faubourg.core.game import Game, games, is_shipped
from faubourg.gamekit.new_game import new_game
from faubourg.kernels import markers, switch, warmup
from faubourg.kernels.switch import Switch

PROBE = Path(__file__).with_name("switch_probe.py")
TEMPLATE = "switchyard"
PLAIN_FIRST = {switch.VARIABLE: switch.PLAIN_FIRST}
probe: dict[str, Any] = runpy.run_path(str(PROBE))
PLAYED: Callable[[Game], Iterator[str]] = probe["played"]


def run_probe(name: str, **more: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-W", "error", PROBE, name],
        env=os.environ | PLAIN_FIRST | more,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def check(found: dict[str, Any]) -> None:
    assert len(found["plain"]) > 30
    for way in ("changed over", "compiled", "mixed"):
        assert found[way] == found["plain"], way
    assert found["began plain"]
    assert found["is loaded"]
    assert found["kernels"] >= 6  # all that single moves need
    assert found["steps"] == [1, 1]
    assert found["reuse"]  # plain, it would take longer than it saves


@pytest.mark.parametrize("name", [name for name in games() if is_shipped(name)])
def test_the_change_over_leaves_equal_rows(name: str):
    """Also equal to a process in which every kernel was compiled from the beginning, as here."""
    found = run_probe(name)
    check(found)
    game = Game(name)
    assert not isinstance(game.rules.step, Switch)
    assert list(PLAYED(game)) == found["plain"]
    search = Search(game.start(), seed=probe["SEED"])
    search.run(50)
    assert [int(node.visits) for node in search.children()] == found["search"]


def test_a_game_outside_of_the_package_changes_over_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    new_game(TEMPLATE, tmp_path)
    monkeypatch.setenv(faubourg.games.VARIABLE, str(tmp_path))
    check(run_probe(TEMPLATE))


# ---------------------------------------------------------------- one kernel


class Machine:
    """Stands for a dispatcher of Numba."""

    def __init__(self) -> None:
        self.calls: list[int] = []
        self.may_compile = True

    def __call__(self, number: int) -> int:
        if not isinstance(number, int):
            raise TypeError("no machine code for these types")
        self.calls.append(number)
        return number + 1

    def disable_compile(self) -> None:
        self.may_compile = False


@pytest.fixture
def package(request: pytest.FixtureRequest) -> Iterator[str]:
    yield request.node.name
    switch._switches.pop(request.node.name, None)


def kernel_of(package: str, machine: Machine) -> Any:
    def successor(number: float) -> float:
        """The next number."""
        return number + 1

    return switch.later(package, successor, lambda: machine)


def test_a_kernel_runs_machine_code_once_it_was_rehearsed(
    package: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(*next(iter(PLAIN_FIRST.items())))
    machine = Machine()
    kernel = kernel_of(package, machine)
    assert (kernel.__name__, kernel.__doc__) == ("successor", "The next number.")
    assert kernel(1) == 2
    assert machine.calls == []
    assert not switch.is_loaded(package)
    switch.load(package, lambda: kernel(3))
    assert kernel(4) == 5
    assert machine.calls == [3, 4]
    assert switch.is_loaded(package)


def test_nothing_is_compiled_for_other_types(package: str):
    machine = Machine()
    kernel = kernel_of(package, machine)
    switch.load(package, lambda: kernel(1))
    assert not machine.may_compile
    assert kernel(0.5) == 1.5
    assert machine.calls == [1]


def test_a_fault_while_loading_leaves_the_game_plain(package: str):
    machine = Machine()
    kernel, other = kernel_of(package, machine), kernel_of(package, Machine())

    def rehearsal() -> None:
        kernel(1)
        other("not what it takes")

    with pytest.raises(TypeError):
        switch.load(package, rehearsal)
    machine.calls.clear()
    assert kernel(1) == 2
    assert machine.calls == []


def test_a_kernel_that_was_not_rehearsed_stays_plain(package: str):
    machine = Machine()
    kernel, other = kernel_of(package, Machine()), kernel_of(package, machine)
    switch.load(package, lambda: kernel(1))
    assert other(1) == 2
    assert machine.calls == []


def test_other_threads_stay_plain_while_one_loads(package: str):
    machine = Machine()
    kernel = kernel_of(package, machine)

    def rehearsal() -> None:
        kernel(1)
        switch.get_ident, real = (lambda: -1), switch.get_ident
        try:
            assert kernel(2) == 3
        finally:
            switch.get_ident = real

    switch.load(package, rehearsal)
    assert machine.calls == [1]


def test_kernels_without_an_entry_from_python_are_left_alone(package: str):
    def _helper() -> None:
        """Private."""

    def shared() -> None:
        """Of no game."""

    assert switch.later(package, _helper, Machine) is _helper
    assert switch.later(None, shared, Machine) is shared


@pytest.mark.parametrize(
    ("fault", "forgotten"),
    [(MemoryError(), []), (OSError(errno.ENOMEM, "no"), []), (FileNotFoundError(), ["lutins"])],
)
def test_machine_code_that_could_not_be_loaded_is_forgotten_unless_memory_was_missing(
    fault: Exception, forgotten: list[str], monkeypatch: pytest.MonkeyPatch
):
    def load(name: str, rehearse: object) -> None:
        raise fault

    found: list[str] = []
    monkeypatch.setattr(switch, "is_loaded", lambda name: False)
    monkeypatch.setattr(switch, "is_plain_first", lambda: True)
    monkeypatch.setattr(switch, "load", load)
    monkeypatch.setattr(markers, "is_compiled", lambda name: True)
    monkeypatch.setattr(markers, "forget_compiled", found.append)
    assert not warmup.load("lutins")
    assert found == forgotten


def test_light_commands_do_without_the_compiler():
    """The whole server is imported in plain Python, and the help page needs even less."""
    code = (
        "import sys\n"
        "from faubourg import cli\n"
        "heavy = {'numba', 'llvmlite', 'polars', 'altair', 'ray', 'openskill', 'psycopg'}\n"
        "heavy |= {'fpdf', 'fontTools'}\n"
        "light = heavy | {'numpy', 'fastapi', 'sqlalchemy', 'uvicorn'}\n"
        "print(sorted(light & set(sys.modules)))\n"
        "import faubourg.server.serve\n"
        "from faubourg.core.game import Game, games\n"
        "for name in games(): Game(name).start().legal\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | PLAIN_FIRST, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["[]", "[]"], done.stderr

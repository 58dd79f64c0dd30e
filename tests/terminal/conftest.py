"""A person at the terminal, in this process or behind a real one."""

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest

from faubourg.terminal.main import run
from faubourg.terminal.request import Request

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "COLUMNS", "LINES", "FORCE_COLOR")
PATIENCE = 300  # seconds: the first game on a machine is compiled, and the machine may be busy
PLAY = "import sys; from faubourg.__main__ import main; sys.argv[0] = 'faubourg'; main()"


@pytest.fixture(autouse=True)
def quiet_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test writes into the home of whoever runs it, waits, or depends on their language."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("FAUBOURG_FAST", "1")
    monkeypatch.setenv("FAUBOURG_DEBUG", "1")
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)


@dataclass
class Played:
    """How a game in this process went."""

    status: int
    out: str
    err: str
    kept: Path | None  # the newest file that it was saved in


@pytest.fixture
def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., Played]:
    """Play Minivilles, or a game that is named, with these lines typed, then no more."""

    def play(*typed: str, **asked: Any) -> Played:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        language = asked.pop("language", "en")
        status = run(Request(**{"game": "minivilles", "seed": 5, **asked}), language)
        said = capsys.readouterr()
        files = sorted(
            (tmp_path / "state").rglob("*.txt"), key=lambda path: path.stat().st_mtime_ns
        )
        return Played(status, said.out, said.err, files[-1] if files else None)

    return play


class Window:
    """`faubourg play minivilles` in a terminal window, with somebody in front of it.

    The screen that is looked at is wider than what the program is told, so that nothing that
    sticks out goes unseen.
    """

    def __init__(self, *arguments: str, columns: int = 80, lines: int = 24, **env: str) -> None:
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", **env}
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", PLAY, "play", "minivilles", *arguments],
            dimensions=(lines, columns),
            env=environment,
            encoding="utf-8",
            codec_errors="replace",
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None
        self.screen = pyte.Screen(columns + 100, lines)
        self.stream = pyte.Stream(self.screen)
        self.child.logfile_read = self

    def write(self, text: str) -> None:
        self.stream.feed(text)

    def flush(self) -> None:
        pass

    def type(self, line: str) -> None:
        self.child.send(f"{line}\r")

    def until(self, *seen: str) -> int:
        """Wait for one of these texts, or for the end; which one it was."""
        return int(self.child.expect([*map(self.pattern, seen), pexpect.EOF]))

    @staticmethod
    def pattern(text: str) -> str:
        """The text, whatever colours there are before the sign of the prompt."""
        return re.escape(text).replace("›", "[^›]*›")

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def end(self) -> int:
        """Wait for the end; the exit status, or minus the signal."""
        self.until()
        self.child.close()
        if self.child.exitstatus is None:
            return -int(self.child.signalstatus)
        return int(self.child.exitstatus)


@pytest.fixture
def window() -> Iterator[Callable[..., Window]]:
    opened: list[Window] = []

    def window(*arguments: str, **how: Any) -> Window:
        opened.append(Window(*arguments, **how))
        return opened[-1]

    yield window
    for each in opened:
        each.child.close(force=True)

"""The game in a real terminal window, played by keys."""

import itertools
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

Open = Callable[..., Any]
PROMPT, GO_ON = "for help›", "take it back›"
COMMAND = [sys.executable, "-c", "from faubourg.__main__ import main; main()", "play", "minivilles"]


def test_a_whole_game_at_60_columns_never_sticks_out(window: Open) -> None:
    shown = window("--seed", "5", columns=60, lines=30)
    questions = 0
    while (seen := shown.until(PROMPT, GO_ON, "wins!")) < 2:
        questions += 1
        assert max(map(len, shown.lines)) <= 60
        shown.type("" if seen == 1 else "1")
    assert seen == 2
    assert questions > 10
    assert shown.end() == 0
    assert max(len(line) for line in shown.lines if "/" not in line) <= 60


def test_keys_undo_help_and_illegal_input(window: Open) -> None:
    shown = window("--seed", "5", "--lang", "fr", lines=40)
    shown.until("pour l'aide›")
    assert "Marché" in shown.text
    shown.type("construire port")
    shown.until("pour annuler›")
    shown.type("u")
    shown.until("pour l'aide›")
    shown.type("build airport")
    shown.until("(mv-16)")
    shown.type("? port")
    shown.until("tu peux ajouter 2")
    shown.type("quitter")
    assert shown.end() == 0
    assert "--resume" in shown.text


@pytest.mark.parametrize(
    ("stop", "status"),
    [
        (lambda shown: shown.child.sendintr(), 130),
        (lambda shown: shown.child.sendeof(), 0),
        (lambda shown: shown.child.kill(signal.SIGTERM), 143),
    ],
    ids=["Ctrl-C", "Ctrl-D", "SIGTERM"],
)
def test_every_way_to_stop_says_how_to_go_on(
    window: Open, stop: Callable[[Any], None], status: int
) -> None:
    shown = window("--seed", "5")
    shown.until(PROMPT)
    stop(shown)
    assert shown.end() == status
    assert "Go on with: faubourg play minivilles --resume" in shown.text
    assert "Traceback" not in shown.text


def test_ctrl_c_while_bots_play(window: Open) -> None:
    shown = window("--seed", "5", "--seats", "greedy,greedy,greedy", FAUBOURG_FAST="")
    shown.until(" rolls ")
    shown.child.sendintr()
    assert shown.end() == 130
    assert "--resume" in shown.text
    assert "Traceback" not in shown.text


def test_a_window_made_smaller_is_drawn_anew(window: Open) -> None:
    shown = window("--seed", "5", columns=100, lines=40)
    shown.until(PROMPT)
    shown.screen.reset()
    # Whoever is told before they listen hears nothing: so they are told again.
    for lines in itertools.cycle((24, 25)):
        shown.child.setwinsize(lines, 50)
        if shown.child.expect([shown.pattern(PROMPT), pexpect.TIMEOUT], timeout=5) == 0:
            break
    assert 40 < max(map(len, shown.lines)) <= 50
    shown.type("1")
    shown.until(GO_ON)


def test_an_ascii_terminal_without_colours(window: Open) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "NO_COLOR": "1"}
    shown = window("--seed", "5", "--lang", "fr", TERM="dumb", **plain)
    shown.until("pour l'aide >")
    assert shown.text.isascii()
    assert "Boulangerie" in shown.text
    assert "\x1b[3" not in shown.text
    shown.type("1")
    shown.until("pour annuler >")


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "--seats", "greedy,random", "--seed", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""

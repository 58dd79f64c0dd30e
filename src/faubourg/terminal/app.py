"""The terminal game as a program: its beginning, every way it can stop, and its exit status.

Nothing heavy is imported before `run`, so that a help page is quick and an impatient Ctrl-C finds
nothing half loaded.
"""

import os
import shlex
import shutil
import signal
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Language, Text, system_language
from faubourg.terminal.request import Asked

if TYPE_CHECKING:
    from faubourg.records.record import Record
    from faubourg.terminal.autosave import Keeper
    from faubourg.terminal.console import Terminal
    from faubourg.terminal.session import Session

OK, FAULT, MISUSE, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


class Stopped(BaseException):
    """The system asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


def run(asked: Asked, language: Language) -> int:
    """Play a game in the terminal; the exit status of the program."""
    with _Signals():
        try:
            return _run(asked, language)
        except FaubourgError as error:
            return _complain(error.sentence(language), MISUSE)
        except BrokenPipeError:
            return _close_pipe()
        except KeyboardInterrupt:
            return INTERRUPTED
        except Stopped as stopped:
            return stopped.status
        except OSError as error:  # a full disk behind the output, a terminal that is gone
            said = Text("{why}; the game stops here.", "{why} ; la partie s'arrête ici.")
            return _complain(said.format(why=str(error.strerror)).to(language), FAULT)
        except Exception as error:
            return _apologise(error, language)


def _run(asked: Asked, language: Language) -> int:
    with _Abrupt():
        from faubourg.bots.search import search_steps
        from faubourg.terminal.autosave import Keeper
        from faubourg.terminal.console import Terminal
        from faubourg.terminal.prepare import prepare_game
        from faubourg.terminal.seats import read_seats
        from faubourg.terminal.session import Session
        from faubourg.terminal.setup import begin

    terminal = Terminal(language)
    record = begin(asked)
    chairs = read_seats(record.seats, record.game.players)
    with _Abrupt():
        # Levels search, and a hint may be asked for at any table.
        prepare_game(record.game, terminal.console, language, more=search_steps(record.game))
    session = Session(record, chairs)
    return _play(session, terminal, Keeper(record.game.name, asked.resume))


def _play(session: "Session", terminal: "Terminal", keeper: "Keeper") -> int:
    from faubourg.terminal import messages
    from faubourg.terminal.loop import Loop, Quit

    loop = Loop(session, terminal, keeper)
    try:
        loop.run()
    except (Quit, EOFError):
        _farewell(session.record, terminal, keeper, messages.GOODBYE)
        return OK
    except KeyboardInterrupt:
        _farewell(session.record, terminal, keeper, messages.STOPPED)
        return INTERRUPTED
    except Stopped as stopped:
        _farewell(session.record, terminal, keeper, messages.STOPPED)
        return stopped.status
    if keeper.path:
        _whole(terminal, messages.RECORD_IS.format(path=str(keeper.path)))
    return OK


def _program() -> str:
    """What to type for this program: its name where the shell finds it, else as it was called."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m faubourg"
    found = shutil.which("faubourg")
    if called.name != "faubourg" or (found and Path(found).samefile(called)):
        return "faubourg"
    return shlex.quote(sys.argv[0])


def _farewell(record: "Record", terminal: "Terminal", keeper: "Keeper", said: Text) -> None:
    """Where the game is and how it goes on. The terminal may be gone already."""
    from faubourg.terminal import messages

    with suppress(KeyboardInterrupt, Stopped, OSError):
        keeper.keep(record)
        terminal.console.print()
        _whole(terminal, said)
        if keeper.path is None:
            _whole(terminal, messages.LOST)
            return
        command = f"{_program()} play {record.game.name} --resume {shlex.quote(str(keeper.path))}"
        if terminal.language != system_language():
            command += f" --lang {terminal.language}"
        _whole(terminal, messages.KEPT.format(path=str(keeper.path)))
        _whole(terminal, messages.RESUME.format(command=command))


def _whole(terminal: "Terminal", text: Text) -> None:
    from rich.text import Text as Line

    terminal.show_whole(Line(text.to(terminal.language)))


# ---------------------------------------------------------------- what can go wrong


def _complain(sentence: str, status: int) -> int:
    encoding = sys.stderr.encoding or "ascii"
    with suppress(OSError, ValueError):
        print(sentence.encode(encoding, "replace").decode(encoding), file=sys.stderr)
    return status


def _close_pipe() -> int:
    """Nobody reads any more; nothing must be written at the interpreter's end either."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def _apologise(error: Exception, language: Language) -> int:
    """A mistake of ours: the details go to a file, a sentence to the player."""
    from faubourg.terminal import messages

    if os.environ.get("FAUBOURG_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}"
    _complain(messages.INSIDE.format(what=what).to(language), FAULT)
    with suppress(OSError):
        handle, path = tempfile.mkstemp(prefix="faubourg-", suffix=".txt", text=True)
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            traceback.print_exception(error, file=file)
        _complain(messages.REPORT.format(path=path).to(language), FAULT)
    return FAULT


# ---------------------------------------------------------------- signals


class _Signals:
    """Being told to end is an exception like Ctrl-C, so that the game is saved on the way out."""

    names: tuple[str, ...] = ("SIGTERM", "SIGHUP")

    def __enter__(self) -> None:
        self.before = {}
        for name in self.names:
            with suppress(AttributeError, ValueError):  # no such signal, or not the main thread
                number = getattr(signal, name)
                self.before[number] = signal.signal(number, self.answer)

    def __exit__(self, *_: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def answer(self, number: int, frame: FrameType | None) -> None:
        raise Stopped(number)


class _Abrupt(_Signals):
    """The program ends on the spot: nothing is lost yet, and an exception in the midst of an
    import or of the compiler would only come out as another one."""

    names = ("SIGINT", "SIGTERM", "SIGHUP")

    def answer(self, number: int, frame: FrameType | None) -> None:
        with suppress(OSError):
            if os.isatty(1):
                os.write(1, b"\x1b[?25h\r\n")  # the cursor, if a progress bar has hidden it
        os._exit(128 + number)

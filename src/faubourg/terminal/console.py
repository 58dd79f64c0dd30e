"""The console: its abilities, encodings, input, paging and pauses."""

import codecs
import os
import re
import signal
import sys
import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import NoReturn, TextIO

from rich.console import Console, RenderableType
from rich.text import Text as Line

from faubourg.core.text import Language
from faubourg.terminal import messages

with suppress(ImportError):  # where it exists, the keys for editing a line work
    import readline  # noqa: F401

PAUSE = 0.55  # seconds to read a line of what others do
# What stands for the signs that an encoding may lack, of the same width.
LOOKALIKES = {
    "-": "─━−", "|": "│┃", "+": "╭╮╰╯┏┓┗┛", "o": "●", "*": "★", ".": "☆·…", ">": "▶›→", "<": "←",
    "^": "▲", "x": "×", "'": "’", '"': "«»", "=": "⇄", "#": "█", "1": "⚀", "2": "⚁", "3": "⚂",
    "4": "⚃", "5": "⚄", "6": "⚅",
}  # fmt: skip
LIKE = {sign: like for like, signs in LOOKALIKES.items() for sign in signs}


class Resized(Exception):  # noqa: N818  (no error)
    """The window has changed while the player was thinking."""


class HouseConsole(Console):
    """A console that raises when its pipe is closed, to be handled in `main`."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


class Terminal:
    """Prints to a person and reads what they type."""

    def __init__(self, language: Language) -> None:
        _make_safe(sys.stdout)
        _make_safe(sys.stdin)
        self.language = language
        self.console = HouseConsole(highlight=False, soft_wrap=False, emoji=False, markup=False)
        self.live = _is_terminal(sys.stdin) and _is_terminal(sys.stdout)
        self.pace = PAUSE if self.live and not os.environ.get("FAUBOURG_FAST") else 0.0
        self.clears = self.live and not self.console.is_dumb_terminal
        self.colour = self.console.color_system is not None and not self.console.no_color
        utf8 = (self.console.encoding or "").lower().startswith("utf")
        self.pictures = utf8 and os.environ.get("TERM") not in ("linux", "dumb")

    @property
    def width(self) -> int:
        return max(20, self.console.width)

    @property
    def height(self) -> int | None:
        """The lines of the window; None where the output is no terminal."""
        return self.console.height if self.live else None

    def lines(self, what: RenderableType) -> int:
        """The number of lines that a thing takes."""
        options = self.console.options.update(width=self.width)
        return len(self.console.render_lines(what, options, pad=False))

    # ------------------------------------------------------------ showing

    def show(self, *what: RenderableType) -> None:
        for each in what:
            self.console.print(each, width=self.width)

    def show_whole(self, line: Line) -> None:
        """Show a line that may hold a path or a command, to be copied in one piece."""
        self.console.print(line, soft_wrap=True)

    def clear(self) -> None:
        if self.clears:
            self.console.clear()

    def pause(self, times: float = 1.0) -> None:
        if self.pace:
            time.sleep(self.pace * times)

    def page(self, what: RenderableType) -> None:
        """Show something long, a screen at a time."""
        options = self.console.options.update(width=self.width)
        rows = self.console.render_lines(what, options, pad=False)
        step = len(rows) if self.height is None else max(5, self.height - 2)
        for first in range(0, len(rows), step or 1):
            for row in rows[first : first + step]:
                self.console.print(Line.assemble(*((s.text, s.style or "") for s in row)))
            if first + step < len(rows) and self.ask(messages.MORE.to(self.language)).strip():
                return

    # ------------------------------------------------------------ asking

    def ask(self, prompt: str, redraw: Callable[[], None] | None = None) -> str:
        """A line that a person types; EOFError when there will be none."""
        while True:
            try:
                typed = self._read(prompt)
            except Resized:
                self.console.print()
                if redraw:
                    redraw()
                continue
            return "".join(letter if letter.isprintable() else " " for letter in typed)

    def _read(self, prompt: str) -> str:
        if not self.live:
            self.console.print(f"{prompt} › ", end="")
            typed = sys.stdin.readline() if sys.stdin else ""
            if not typed:
                self.console.print()
                raise EOFError
            self.console.print(Line(typed.rstrip("\n")))
            return typed
        with _resizing():
            return input(f"{_marked(self._drawn(prompt))} ")

    def _drawn(self, prompt: str) -> str:
        line = Line.assemble((prompt, "dim"), (" ›", "bold #c08a1e"))
        with self.console.capture() as captured:
            self.console.print(line, end="", soft_wrap=True)
        encoding = sys.stdout.encoding or "ascii"
        return captured.get().encode(encoding, "lookalike").decode(encoding)


def _marked(prompt: str) -> str:
    """Colours marked as taking no room, where the line editor wants to know."""
    if "readline" not in sys.modules:
        return prompt
    return re.sub(r"(\x1b\[[0-9;]*m)", "\x01\\1\x02", prompt)


class _resizing:  # noqa: N801  (used as a with-statement)
    """SIGWINCH raises `Resized` while a person types; at other times it is ignored."""

    def __enter__(self) -> None:
        self.before = None
        with suppress(AttributeError, ValueError):  # no such signal, or not the main thread
            self.before = signal.signal(signal.SIGWINCH, _raise_resized)

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGWINCH, self.before)


def _raise_resized(number: int, frame: FrameType | None) -> None:
    raise Resized


# ---------------------------------------------------------------- narrow encodings


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is there; a program may be started without any stream at all."""
    return stream is not None and stream.isatty()


def _make_safe(stream: TextIO | None) -> None:
    """Replace characters that an encoding lacks by lookalikes instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        with suppress(ValueError, OSError):
            reconfigure(errors="lookalike" if stream is sys.stdout else "replace")


def _lookalike(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(letter: str) -> str:
    plain = LIKE.get(letter) or unicodedata.normalize("NFKD", letter)[:1]
    return plain if plain.isascii() else "?"


codecs.register_error("lookalike", _lookalike)

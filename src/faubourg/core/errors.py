"""Error types: each error has a code, a sentence and, where a rule forbids something, the id of its
clause; and what errors of Python's own say of memory."""

import errno
import zlib

from faubourg.core.text import Language, Text, printable

NO_MEMORY = (errno.ENOMEM, errno.EAGAIN)  # what `fork` and `mmap` say
NO_ROOM = "Error -4 "  # Z_MEM_ERROR: what zlib says, where networks' files are unpacked


class FaubourgError(Exception):
    """The root of all errors that a user of Faubourg can cause.

    >>> error = IllegalAction("too-dear", Text("It costs 6.", "Cela coûte 6."), clause="mv-16")
    >>> print(error)
    It costs 6. (mv-16)
    >>> error.sentence("fr"), error.code, error.clause
    ('Cela coûte 6. (mv-16)', 'too-dear', 'mv-16')
    """

    def __init__(self, code: str, text: Text, clause: str | None = None) -> None:
        text = Text(*map(printable, text))  # it may quote what somebody sent
        super().__init__(code, text, clause)
        self.code = code
        self.text = text
        self.clause = clause

    @property
    def full_text(self) -> Text:
        """What is wrong and what would be right, and the clause if there is one."""
        if not self.clause:
            return self.text
        return Text(*(f"{said} ({self.clause})" for said in self.text))

    def sentence(self, language: Language = "en") -> str:
        return self.full_text.to(language)

    def __str__(self) -> str:
        return self.sentence()


class OptionError(FaubourgError):
    """An option of a game, a bot or a batch has a value that is not allowed."""


class IllegalAction(FaubourgError):  # noqa: N818 - what happened, as the front door names it
    """An action that the rules don't allow now; the position is unchanged."""


class NotationError(FaubourgError):
    """A text that names no action of this game."""


class PositionError(FaubourgError):
    """Bytes or data that are no position of this game."""


class FileError(FaubourgError):
    """A text file with a mistake at a known line (0: the file as a whole)."""

    def __init__(self, code: str, text: Text, line: int = 0, clause: str | None = None) -> None:
        if line:
            text = Text("line {line}: {said}", "ligne {line} : {said}").format(line=line, said=text)
        super().__init__(code, text, clause)
        self.line = line


class RecordError(FileError):
    """A record that can't be read or does not replay."""


class ScenarioError(FileError):
    """A scenario file that can't be read."""


class StudyError(FileError):
    """A study that can't be run, gone on with or reported."""


class ComponentsError(FileError):
    """A box of components that can't be played with."""

    def __init__(self, code: str, text: Text, line: int = 0, key: str | None = None) -> None:
        super().__init__(code, text, line)
        self.bare = text
        self.key = key  # the word of the file that is at fault, if one is

    def on(self, line: int) -> "ComponentsError":
        """The same error at a line."""
        return ComponentsError(self.code, self.bare, line, self.key)


class WeightsError(FileError):
    """Weights of a network that can't be read, or that were learned for other features."""


def lacks_memory(error: BaseException) -> bool:
    """Whether something could not be done for want of memory: also to start a thread or a process.

    >>> lacks_memory(OSError(errno.ENOMEM, "no")), lacks_memory(FileNotFoundError())
    (True, False)
    """
    if isinstance(error, OSError):
        return error.errno in NO_MEMORY
    if isinstance(error, zlib.error):
        return str(error).startswith(NO_ROOM)
    no_thread = isinstance(error, RuntimeError) and "start new thread" in str(error)
    return no_thread or isinstance(error, MemoryError)

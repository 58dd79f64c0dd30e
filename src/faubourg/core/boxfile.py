"""Reading a `components.toml`, a game's own or a user's, with the lines of what is wrong in it."""

import hashlib
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from faubourg.core.errors import ComponentsError
from faubourg.core.text import Text

Source = Path | str  # a file, or the text of one


class BoxFile:
    """The data of a box, and where in the text each part of it stands."""

    def __init__(self, source: Source) -> None:
        self.text = _read(source)
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            where = re.search(r"at line (\d+)", str(error))
            line = int(where[1]) if where else len(self.text.splitlines())
            raise fault("unreadable", Text(str(error), str(error)), line) from error

    @contextmanager
    def at(self, table: str, index: int | None = None) -> Iterator[None]:
        """What goes wrong in here is said with the line of that table, or of the key at fault."""
        try:
            yield
        except ComponentsError as error:
            if error.line:
                raise
            raise error.on(self.line(table, index, error.key)) from error
        except KeyError as error:
            said = Text("{key} is missing", "il manque {key}").format(key=str(error))
            raise fault("malformed", said, self.line(table, index)) from error
        except (TypeError, ValueError, AttributeError) as error:
            said = Text("this can't be understood: {why}", "incompréhensible : {why}")
            text = said.format(why=str(error))
            raise fault("malformed", text, self.line(table, index)) from error

    def line(self, table: str, index: int | None = None, key: str | None = None) -> int:
        """The line of the index-th [[table]] or of [table], or of a key in it; 1 if not found."""
        header = f"[{table}]" if index is None else f"[[{table}]]"
        seen = -1
        found = 1
        for number, line in enumerate(self.text.splitlines(), start=1):
            if line.startswith("["):
                inside = line.split("#")[0].strip() == header
                seen += inside
                if inside and seen == (index or 0):
                    found = number
                elif found > 1:
                    break
            elif found > 1 and key and re.match(rf"{re.escape(key)}\s*=", line):
                return number
        return found

    @property
    def digest(self) -> str:
        """By which two sets of components are told apart."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def fault(code: str, said: Text, line: int = 0, key: str | None = None) -> ComponentsError:
    """What is wrong with a box; without a line, the `at` around it adds one."""
    text = Text("The components: {said}.", "Le matériel : {said}.").format(said=said)
    return ComponentsError(code, text, line, key)


def _read(source: Source) -> str:
    if isinstance(source, str):
        return source
    try:
        return source.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "this is no text"
        said = Text("{path} can't be read: {why}", "{path} ne peut être lu : {why}")
        raise fault("unreadable", said.format(path=str(source), why=reason)) from error

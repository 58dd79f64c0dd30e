"""Reading and writing files that a user named; errors of the system become sentences."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Text

CANT_READ = Text("{path} can't be read: {why}.", "{path} ne peut être lu : {why}.")
CANT_WRITE = Text("{path} can't be written: {why}.", "Impossible d'écrire {path} : {why}.")

Fault = Callable[[str, Text], FaubourgError]  # makes the caller's error of a code and a sentence


def read(path: Path, fault: Fault, sentence: Text = CANT_READ) -> str:
    """The text of a UTF-8 file, without the byte order mark that Windows editors put in front.

    What the system refuses or what is no text raises `fault("unreadable", …)`.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        said = sentence.format(path=str(path), why=system_reason(error, "this is no text"))
        raise fault("unreadable", said) from error


def write(path: Path, contents: str | bytes) -> None:
    """Write a text or bytes to a file; FaubourgError says why it can't be."""
    try:
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
    except OSError as error:
        said = CANT_WRITE.format(path=str(path), why=system_reason(error))
        raise FaubourgError("cant-write", said) from error


def system_reason(error: Exception | None, otherwise: str = "") -> str:
    """The operating system's own words for an error, where it has some."""
    return getattr(error, "strerror", None) or otherwise or str(error)


def parse_toml(text: str, fault: Callable[[str, int], FaubourgError]) -> dict[str, Any]:
    """The data of a TOML text; a syntax error raises `fault(what is wrong, line)`."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"at line (\d+)", str(error))
        line = int(where[1]) if where else len(text.splitlines())
        raise fault(str(error), line) from error

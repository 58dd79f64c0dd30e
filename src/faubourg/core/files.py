"""Reading and writing files that a user named; errors of the system become sentences."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from faubourg.core.errors import FaubourgError
from faubourg.core.text import UNPRINTABLE, Text

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
    """The data of a TOML text; a syntax error, or what no file of ours needs, raises
    `fault(what is wrong, line)`."""
    check_toml(text, fault)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        where = re.search(r"at line (\d+)", str(error))
        line = int(where[1]) if where else len(text.splitlines())
        raise fault(str(error), line) from error
    _check_strings(data, fault)
    return data


# ---------------------------------------------------------------- bounds

# tomllib needs time with the square of the parts of a key, and a stack with the depth of brackets;
# Python needs it with the square of a number's digits. No box comes near any of these.
MOST_BYTES = 128 * 1024
MOST_KEYS = 20_000
MOST_PARTS = 8  # of a dotted key
MOST_DEPTH = 12
MOST_DIGITS = 20
LONGEST_WORD = 100  # a bare key or value
LONGEST_STRING = 4000
# One token: a string, a comment, or what stands between. An opening quote that matches alone has no
# end: the parser says so.
TOKEN = re.compile(
    r"""
    (?P<string> \"{3} (?: [^\\] | \\. )*? \"{3,5} | \'{3} .*? \'{3,5}
              | " (?: [^"\\\n] | \\[^\n] )* " | ' [^'\n]* ' )
  | (?P<endless> ["'] )
  | \# [^\n]*
  | (?P<open> [\[{] ) | (?P<close> [\]}] ) | (?P<dot> [ \t]* \. [ \t]* ) | (?P<equals> = )
  | (?P<word> [\w+-]+ ) | (?P<line> \n ) | [ \t\r,]+ | .
    """,
    re.VERBOSE | re.DOTALL,
)


def check_toml(text: str, fault: Callable[[str, int], FaubourgError]) -> None:
    """Refuse what would keep the parser busy, in time that grows with the length alone."""
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise fault(f"longer than {MOST_BYTES} bytes", 1)
    line, keys, depth, parts = 1, 0, 0, 1
    for found in TOKEN.finditer(text):
        kind, token = found.lastgroup, found[0]
        if kind == "endless":
            return
        parts = parts + 1 if kind == "dot" else parts if kind in ("word", "string") else 1
        depth += (kind == "open") - (kind == "close")
        keys += kind == "equals"
        why = (
            f"a key of more than {MOST_PARTS} parts" if parts > MOST_PARTS
            else f"brackets more than {MOST_DEPTH} deep" if depth > MOST_DEPTH
            else f"more than {MOST_KEYS} keys" if keys > MOST_KEYS
            else _too_long(kind, token)
        )  # fmt: skip
        if why:
            raise fault(why, line)
        line += token.count("\n")
        if kind == "line":
            depth = max(depth, 0)


def _too_long(kind: str | None, token: str) -> str:
    if kind == "string" and len(token) > LONGEST_STRING:
        return f"a string of more than {LONGEST_STRING} characters"
    if kind == "word" and len(token) > LONGEST_WORD:
        return f"a word of more than {LONGEST_WORD} characters"
    if (
        kind == "word"
        and len(token) > MOST_DIGITS
        and re.search(rf"(?:\d_?){{{MOST_DIGITS + 1}}}", token)
    ):
        return f"a number of more than {MOST_DIGITS} digits"
    return ""


def _check_strings(data: Any, fault: Callable[[str, int], FaubourgError]) -> None:
    """No control characters, also none written as escapes: names are shown in terminals."""
    if isinstance(data, dict):
        for key, value in data.items():
            _check_strings(key, fault)
            _check_strings(value, fault)
    elif isinstance(data, list):
        for value in data:
            _check_strings(value, fault)
    elif isinstance(data, str) and (found := UNPRINTABLE.search(data)):
        raise fault(f"the character U+{ord(found[0]):04X} can't be shown", 1)

"""The lines of a box's text: where each table and each key stands."""

import re

from faubourg.gamekit.nodes import Path

HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]")
PART = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*(?:\.|$)""")
KEY = re.compile(r"""\s*((?:(?:"[^"]*"|'[^']*'|[\w-]+)\s*\.?\s*)+)=""")


def line_of(text: str, path: Path) -> int:
    """The line of the key at the end of a path, or of the table around it; 1 if neither is found.

    >>> line_of('[[card]]\\ncost = 1\\n\\n[[card]]\\ncost = 2\\n', ("card", 1, "cost"))
    5
    """
    lines = lines_of(text)
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


def lines_of(text: str) -> dict[Path, int]:
    """The line of every table and of every key that begins a line."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}  # how many there are so far of each list of tables
    table: Path = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if head := HEADER.match(line):
            table = _table(_parts(head[2]), head[1] == "[[", counts)
            for length in range(1, len(table) + 1):
                lines.setdefault(table[:length], number)
        elif key := KEY.match(line):
            path = table
            for part in _parts(key[1].rstrip()):
                path = (*path, part)
                lines.setdefault(path, number)
    return lines


def _parts(dotted: str) -> list[str]:
    return [next(filter(None, found.groups()), "") for found in PART.finditer(dotted)]


def _table(parts: list[str], listed: bool, counts: dict[Path, int]) -> Path:
    """The path of a header: lists that it passes through are at their last table."""
    path: Path = ()
    for index, part in enumerate(parts):
        path = (*path, part)
        if listed and index == len(parts) - 1:
            counts[path] = counts.get(path, 0) + 1
        if path in counts:
            path = (*path, counts[path] - 1)
    return path

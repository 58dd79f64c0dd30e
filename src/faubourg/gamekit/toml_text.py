"""Writes the data of a box as TOML, in one fixed form.

The hash of such a text is part of the digest by which stored results know their study: with the
layout of a library (tomli-w was tried) results of before would be refused (decision 0021).
"""

import json
import re
from typing import Any

Tree = dict[str, Any]


def to_toml(box: Tree) -> str:
    """Serialise a box as the text of a `components.toml`."""
    lines = [f"{_word(key)} = {_value(value)}" for key, value in box.items() if _is_plain(value)]
    for key, value in box.items():
        if isinstance(value, dict):
            lines += ["", f"[{_word(key)}]", *_entries(value)]
        elif not _is_plain(value):
            for each in value:
                lines += ["", f"[[{_word(key)}]]", *_entries(each)]
    return "\n".join(lines) + "\n"


def _is_plain(value: Any) -> bool:
    things = isinstance(value, list) and bool(value)
    return not isinstance(value, dict) and not (
        things and all(isinstance(each, dict) for each in value)
    )


def _entries(table: Tree) -> list[str]:
    return [f"{_word(key)} = {_value(value)}" for key, value in table.items()]


def _word(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(_entries(value)) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    # JSON writes plain values as TOML does, but for one character that TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

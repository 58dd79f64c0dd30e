"""Entries as live messages carry them: without what follows from their place.

A message has entries in order, the last of them with the number of the message. So

- no entry has its `number`;
- one without `kind` is Nature's: its kind is `nature`, its seat `*`;
- `move` is a list of the action's number and its notation;
- an event is a list of its kind, its other fields and its sentences in English and French;
- a move without `moves` has one more than the entry before, one without `events` has none.

    >>> dealt = {"number": 8, "kind": "nature", "seat": "*", "move": {"id": 3, "text": "die 3"}}
    >>> dealt |= {"moves": 7, "events": []}
    >>> shorten([dealt])
    [{'move': [3, 'die 3'], 'moves': 7}]
    >>> restore(shorten([dealt]), 8) == [dealt]
    True
"""

from collections.abc import Iterable, Sequence
from typing import Any

from faubourg.core.contract import Data

NATURE: Data = {"kind": "nature", "seat": "*"}


def shorten(entries: Iterable[Data]) -> list[Data]:
    """Entries of one step, in order."""
    found, before = [], None  # the moves after the entry before
    for entry in entries:
        short = {name: value for name, value in entry.items() if name != "number"}
        if entry["kind"] == NATURE["kind"]:
            del short["kind"], short["seat"]
        if "move" in entry:
            short["move"] = [*entry["move"].values()]
            if before is not None and entry["moves"] == before + 1:
                del short["moves"]
            short["events"] = [_short_event(**event) for event in entry["events"]]
            if not entry["events"]:
                del short["events"]
        before = entry.get("moves")
        found.append(short)
    return found


def _short_event(kind: str, en: str, fr: str, **fields: Any) -> list[Any]:
    return [kind, fields, en, fr]


def restore(entries: Sequence[Data], number: int) -> list[Data]:
    """The whole entries of a message with this number."""
    found: list[Data] = []
    for index, short in enumerate(entries):
        entry = {"number": number - len(entries) + 1 + index, **short}
        if "kind" not in short:
            entry |= NATURE
        if "move" in short:
            id, text = short["move"]
            entry["move"] = {"id": id, "text": text}
            entry["moves"] = short["moves"] if "moves" in short else found[-1]["moves"] + 1
            entry["events"] = [
                {"kind": kind, **fields, "en": en, "fr": fr}
                for kind, fields, en, fr in short.get("events", [])
            ]
        found.append(entry)
    return found

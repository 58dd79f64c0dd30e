"""Golden records: games that must always replay to the same position.

The file of each is its record, and behind it a digest of the last position.
"""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from faubourg.core.position import Position
from faubourg.records.record import Record

END = "\n# the end: "  # and the digest


def write_golden(path: Path, record: Record) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = f"{record.dumps()}{END}{_digest(record)}\n"
    path.write_text(text, encoding="utf-8", newline="\n")


def check_golden(path: Path) -> Record:
    """The record in a file, after it has replayed to the stored end."""
    written, digest = path.read_text(encoding="utf-8").removesuffix("\n").split(END)
    record = Record.load(path)
    assert record.replay().turn is None
    assert _digest(record) == digest
    assert record.dumps() == written
    return record


def _digest(record: Record) -> str:
    """Of the row as it was laid out at first: raised bounds leave old digests as they are."""
    end = record.replay()
    earlier = getattr(record.game.part("state"), "EARLIER_ROWS", ())
    if not earlier:
        return hashlib.sha256(end.to_bytes()).hexdigest()[:16]
    row = earlier_row(end.row, earlier[0])
    assert Position.from_bytes(record.game, row.tobytes()).to_bytes() == end.to_bytes()
    return hashlib.sha256(row.tobytes()).hexdigest()[:16]


def earlier_row(row: Any, earlier: np.dtype[Any]) -> Any:
    """A row as it was laid out once: with shorter arrays, without the fields that came later."""
    before = np.zeros(1, earlier)[0]
    for name in earlier.names or ():
        before[name] = row[name][tuple(map(slice, earlier[name].shape))]
    return before

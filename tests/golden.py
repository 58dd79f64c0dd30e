"""Golden records: games that must always replay to the same position.

The file of each is its record, and behind it a digest of the last position.
"""

import hashlib
from pathlib import Path

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
    return hashlib.sha256(record.replay().to_bytes()).hexdigest()[:16]

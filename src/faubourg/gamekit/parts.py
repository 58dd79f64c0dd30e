"""A view in parts: which bytes of the row each part is made from, so that after a move only the
parts that it touched are made anew.

`view` puts all parts together; `changes` gives the views of two positions without the parts that no
changed byte belongs to. A part that depends on a field that it does not name would go stale:
`tests/server/test_patch.py` plays whole games and compares.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from faubourg.core.contract import Data, Row

Make = Callable[[Any, Row], Any]  # of the components and a row
Field = str | tuple[str, int]  # a whole field, or an item of its first axis


class Part(NamedTuple):
    """A part of a view."""

    path: tuple[str, ...]  # where it stands; () for members of the view itself
    fields: Sequence[Field]  # all that it is made from
    make: Make  # None: there is no such part in this position


class Parts:
    """The parts of a game's view, in the order in which a page shows them."""

    def __init__(self, row: np.dtype[Any], parts: Sequence[Part]) -> None:
        self._parts = parts
        users: list[set[int]] = [set() for _ in range(row.itemsize)]
        for number, part in enumerate(parts):
            for field in part.fields:
                for byte in _bytes_of(row, field):
                    users[byte].add(number)
        self._users = [tuple(sorted(numbers)) for numbers in users]

    def view(self, components: Any, row: Row) -> Data:
        whole: Data = {}
        for part in self._parts:
            _put(whole, part, part.make(components, row))
        return whole

    def changes(self, components: Any, before: Row, after: Row) -> tuple[Data, Data]:
        old, new = (np.frombuffer(row.tobytes(), np.uint8) for row in (before, after))
        users = self._users
        touched = {part for byte in np.flatnonzero(old != new).tolist() for part in users[byte]}
        views: tuple[Data, Data] = ({}, {})
        for number in sorted(touched):
            part = self._parts[number]
            _put(views[0], part, part.make(components, before))
            _put(views[1], part, part.make(components, after))
        return views


def _bytes_of(row: np.dtype[Any], field: Field) -> range:
    """Where a field lies in a row."""
    name, index = (field, None) if isinstance(field, str) else field
    assert row.fields is not None
    kind, offset = row.fields[name][:2]
    if index is None:
        return range(offset, offset + kind.itemsize)
    size = kind.itemsize // kind.shape[0]
    return range(offset + index * size, offset + (index + 1) * size)


def _put(whole: Data, part: Part, made: Any) -> None:
    if not part.path:
        whole.update(made)
        return
    *above, name = part.path
    for each in above:  # there even if none of their parts are
        whole = whole.setdefault(each, {})
    if made is not None:
        whole[name] = made

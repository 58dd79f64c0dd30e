"""What a table keeps of its whole past: its moves, and the requests that were granted.

Structural sharing: a copy takes over the same append-only arrays and remembers how many items of
them are its own, so a draft of a long game costs what it adds. Items that another copy has added,
such as a draft that was never committed, are cut off before the first one of one's own.
"""

import hashlib
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple, get_args, overload

from faubourg.server.store.entry import Kind

KINDS: tuple[Kind, ...] = get_args(Kind)
NO_ACTION = -1
NUMBERS = 3  # kept of a request: its entry's number, its kind, its action


class Moves(Sequence[int]):
    """The actions played so far, the last of which can be taken back; 4 bytes each.

    >>> moves = Moves()
    >>> moves.append(7)
    >>> draft = moves.copy()
    >>> draft.append(8)
    >>> list(moves), list(draft)
    ([7], [7, 8])
    """

    __slots__ = ("_count", "_shared")

    def __init__(self) -> None:
        self._shared = array("i")
        self._count = 0

    def copy(self) -> "Moves":
        twin = Moves.__new__(Moves)
        twin._shared, twin._count = self._shared, self._count
        return twin

    def append(self, action: int) -> None:
        if len(self._shared) != self._count:
            self._shared = self._shared[: self._count]
        self._shared.append(action)
        self._count += 1

    def pop(self) -> int:
        self._count -= 1
        return self._shared[self._count]

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> list[int]: ...

    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, slice):
            return self._shared[: self._count][index].tolist()
        return self._shared[range(self._count)[index]]

    def __iter__(self) -> Iterator[int]:
        return iter(self[:])


class Granted(NamedTuple):
    """A client's request that was committed, as the entry of this number."""

    number: int
    kind: Kind
    action: int | None


class Requests:
    """The requests that were granted, by seat and the client's request id: some 100 bytes each,
    since of an id only a digest of 8 bytes is kept. Two ids of a table that share one would come
    once in 10^13 tables of a thousand requests; the second would be refused as used before.

    >>> requests = Requests()
    >>> requests.add(0, "first", Granted(5, "move", 12))
    >>> requests[0, "first"]
    Granted(number=5, kind='move', action=12)
    >>> requests.get((1, "first")) is None
    True
    """

    __slots__ = ("_count", "_indices", "_shared")

    def __init__(self) -> None:
        self._indices: dict[int, int] = {}  # of the requests, in their order, by digest
        self._shared = array("i")
        self._count = 0

    def copy(self) -> "Requests":
        twin = Requests.__new__(Requests)
        twin._indices, twin._shared, twin._count = self._indices, self._shared, self._count
        return twin

    def add(self, seat: int, client: str, granted: Granted) -> None:
        if len(self._indices) != self._count:
            self._indices = dict(islice(self._indices.items(), self._count))
            self._shared = self._shared[: NUMBERS * self._count]
        digest = _digest(seat, client)
        if digest in self._indices:
            return
        self._indices[digest] = self._count
        action = NO_ACTION if granted.action is None else granted.action
        self._shared.extend((granted.number, KINDS.index(granted.kind), action))
        self._count += 1

    def get(self, key: tuple[int, str]) -> Granted | None:
        index = self._indices.get(_digest(*key), self._count)
        if index >= self._count:
            return None
        number, kind, action = self._shared[NUMBERS * index : NUMBERS * (index + 1)]
        return Granted(number, KINDS[kind], None if action == NO_ACTION else action)

    def __getitem__(self, key: tuple[int, str]) -> Granted:
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __len__(self) -> int:
        return self._count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Requests) and self._own() == other._own()

    __hash__ = None  # type: ignore[assignment]

    def _own(self) -> tuple[object, ...]:
        own = list(islice(self._indices.items(), self._count))
        return own, self._shared[: NUMBERS * self._count]


def _digest(seat: int, client: str) -> int:
    found = hashlib.blake2b(f"{seat} {client}".encode(), digest_size=8).digest()
    return int.from_bytes(found, "little")

"""A structural diff of plain JSON data: what changed from one state to the next, small and exact.

A patch of an object names the members that changed, a patch of a list the items, by their index:

- a string, number, boolean or null is the new value;
- an array with one item holds the new value, which is an object or a list;
- an empty array: the member is removed (items of a list first, by their index in the old list);
- an object is a patch of what is there.

New members come last, in their order; an item with the index after the last is appended. So the
order of members is kept too, and both sides write the same JSON.
"""

from itertools import islice
from typing import Any

Json = Any
Patch = dict[str, Any]
SAME: Patch = {}
GONE: list[Any] = []
MISSING = object()


def difference(old: Json, new: Json) -> Patch | None:
    """The patch that makes one object or list of another, `SAME` if they are equal; None if only
    the whole new value will do."""
    if old is new:
        return SAME
    kind = type(new)
    if type(old) is not kind:
        return None
    if kind is dict:
        return _of_objects(old, new)
    return _of_lists(old, new) if kind is list else None


def _of_objects(old: dict[str, Json], new: dict[str, Json]) -> Patch | None:
    patch: Patch = {}
    added = 0
    for name, value in new.items():
        before = old.get(name, MISSING)
        if before is MISSING:
            added += 1
        elif before is value:
            continue
        _note(patch, name, before, value)
    kept = len(new) - added
    if len(old) > kept:
        patch.update((name, GONE) for name in old if name not in new)
    return patch if _in_order(old, new, kept) else None


def _in_order(old: dict[str, Json], new: dict[str, Json], kept: int) -> bool:
    """Whether the members that both have follow each other as they did, and new ones come last."""
    if len(old) == kept:
        return list(old) == list(islice(new, kept))
    followed = iter(old)
    return all(name in followed for name in islice(new, kept))


def _note(patch: Patch, name: str, old: Json, new: Json) -> None:
    """Write down how a member changed, if it did."""
    kind = type(new)
    if kind is dict or kind is list:
        inner = difference(old, new)
        if inner is None:
            patch[name] = [new]
        elif inner:
            patch[name] = inner
    elif old != new or type(old) is not kind:
        patch[name] = new


def _of_lists(old: list[Json], new: list[Json]) -> Patch | None:
    if len(new) < len(old):
        return _removals(old, new)
    patch: Patch = {}
    for index, value in enumerate(new):
        if index >= len(old):
            patch[str(index)] = [value] if isinstance(value, dict | list) else value
        elif old[index] is not value:
            _note(patch, str(index), old[index], value)
    # Where half of the items are others, the list itself is shorter.
    return patch if 2 * len(patch) <= len(new) or len(new) <= 1 else None


def _removals(old: list[Json], new: list[Json]) -> Patch | None:
    """The items that are gone, if that is all that happened; None otherwise."""
    patch: Patch = {}
    at = 0
    for index, value in enumerate(old):
        if at < len(new) and _equal(new[at], value):
            at += 1
        else:
            patch[str(index)] = GONE
    return patch if at == len(new) and 2 * len(patch) <= len(old) else None


def _equal(one: Json, other: Json) -> bool:
    """Equal as JSON: 1 is neither true nor 1.0."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict | list):
        return difference(one, other) == SAME
    return bool(one == other)


def apply(old: Json, patch: Patch) -> Json:
    """What a patch makes of an object or a list, which is not changed itself."""
    if isinstance(old, list):
        return _apply_to_list(old, patch)
    new = dict(old)
    for name, change in patch.items():
        if change == GONE:
            del new[name]
        else:
            new[name] = _applied(new.get(name), change)
    return new


def _apply_to_list(old: list[Json], patch: Patch) -> list[Json]:
    gone = {int(index) for index, change in patch.items() if change == GONE}
    new = [value for index, value in enumerate(old) if index not in gone]
    for name, change in patch.items():
        index = int(name)
        if index in gone:
            continue
        if index == len(new):
            new.append(_applied(None, change))
        else:
            new[index] = _applied(new[index], change)
    return new


def _applied(old: Json, change: Json) -> Json:
    if isinstance(change, dict):
        return apply(old, change)
    return change[0] if isinstance(change, list) else change

"""A structural diff of plain JSON data: what changed from one state to the next, small and exact.

A patch of an object names the members that changed, a patch of a list the items, by their index:

- a string, number, boolean or null is the new value;
- an array with one item holds the new value, which is an object or a list;
- an empty array: the member is removed (items of a list first, by their index in the old list);
- an object is a patch of what is there.

A new member stands right after the one that the patch names before it (an empty object names one
that stays as it is); last if the patch names none before. An item with the index after the last is
appended. So the order of members is kept too, and both sides write the same JSON.
"""

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
    followed = iter(old)  # the members of both must follow each other as they did
    left = len(old)
    last: str | None = None  # the member before
    named: str | None = None  # the one that the patch names last
    for name, value in new.items():
        before = old.get(name, MISSING)
        if before is MISSING:
            if (last is not named or (last is None and left)) and not _anchor(patch, last):
                return None
            if last is not None and last.isdigit() and not name.isdigit():
                return None  # JavaScript has names that are numbers first, wherever they stand
        else:
            for other in followed:
                left -= 1
                if other == name:
                    break
                patch[other] = GONE
            else:
                return None
        last = name
        if before is not value:
            _note(patch, name, before, value)
            if name in patch:
                named = name
    patch.update((name, GONE) for name in followed)
    return patch


def _anchor(patch: Patch, name: str | None) -> bool:
    """Name a member after which a new one stands; False if there is none."""
    if name is not None:
        patch.setdefault(name, SAME)
    return name is not None


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
    # Where many of the items are others, the list itself is shorter.
    return patch if 5 * len(patch) <= 2 * len(new) or len(new) <= 1 else None


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
    new: dict[str, Json] = dict(old)
    after: dict[str | None, list[str]] = {}  # new members, by the one that they stand after
    named: str | None = None
    for name, change in patch.items():
        if change == GONE:
            del new[name]
            continue
        if name not in old:
            after.setdefault(named, []).append(name)
        new[name] = _applied(old.get(name), change)
        named = name
    return new if after.keys() <= {None} else _in_order(old, new, after)


def _in_order(
    old: dict[str, Json], new: dict[str, Json], after: dict[str | None, list[str]]
) -> dict[str, Json]:
    """Members in the order of the old ones, each followed by the new ones that stand after it."""
    ordered: dict[str, Json] = {}
    names = [*reversed(after.get(None, [])), *(name for name in reversed(old) if name in new)]
    while names:
        name = names.pop()
        ordered[name] = new[name]
        names += reversed(after.get(name, []))
    return ordered


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
        return apply(old, change) if change else old
    return change[0] if isinstance(change, list) else change

"""What sets one box apart from another, in sentences made from the form."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from faubourg.core.contract import Data
from faubourg.core.text import Text, listed
from faubourg.gamekit.nodes import (
    NAME,
    Choice,
    Each,
    Either,
    Flag,
    Map,
    Node,
    Place,
    Reference,
    Squares,
    Table,
    Union,
)
from faubourg.gamekit.nodes import name_of as name_of_entry

WHOLE_BOX, COMES_OR_GOES, VALUE, PAINTED, WORDS = range(5)  # in the order of importance

CHANGED = Text("{what}: {new} instead of {old}", "{what} : {new} au lieu de {old}")
OF_THING = Text("{name}, {what}: {new} instead of {old}", "{name}, {what} : {new} au lieu de {old}")
NEW = Text("New: {name}", "Nouveau : {name}")
GONE = Text("Without {name}", "Sans {name}")
RENAMED = Text("{old} is called {new}", "{old} s'appelle {new}")
MORE = Text("{item}: {new} instead of {old}", "{item} : {new} au lieu de {old}")
PAINT = Text("{item}: {count} different", "{item} : {count} changent")
NTH = Text("{item} {number}", "{item} {number}")
NTH_OF = Text("{item} {number} of {thing}", "{item} {number} de {thing}")
NOTHING = Text("nothing", "rien")


class Change(NamedTuple):
    """A value that is another one; `label` says which."""

    node: Node
    label: Text
    old: Any
    new: Any


def sentences(form: Table, old: Data, new: Data) -> list[Text]:
    """What is different in the new box, the most important first."""
    found = [*_box(form, old, new)]
    return [said for _, said in sorted(found, key=lambda each: each[0])]


def _box(form: Table, old: Data, new: Data) -> Iterator[tuple[int, Text]]:
    for key in form.keys:
        was, now = old.get(key.key), new.get(key.key)
        if was == now:
            continue
        if isinstance(key.node, Each) and isinstance(key.node.of, Table | Union):
            yield from _things(key.node, was or [], now or [], new)
        else:
            for change in _changes(key.node, key.node.label or _word(key.key), was, now, ""):
                yield WHOLE_BOX, _said(change, None, new)


# ---------------------------------------------------------------- lists of things


def _things(node: Each, old: list[Data], new: list[Data], now: Data) -> Iterator[tuple[int, Text]]:
    if not all("id" in entry for entry in (*old, *new)):
        yield from _nameless(node, old, new, now)
        return
    before, after = ({entry["id"]: entry for entry in entries} for entries in (old, new))
    for id, entry in before.items():
        if id not in after:
            yield COMES_OR_GOES, GONE.format(name=name_of_entry(entry))
    for id, entry in after.items():
        if id not in before:
            yield COMES_OR_GOES, NEW.format(name=name_of_entry(entry))
        elif entry != before[id]:
            yield from _thing(node.of, before[id], entry, now)


def _thing(node: Node, old: Data, new: Data, box: Data) -> Iterator[tuple[int, Text]]:
    name = name_of_entry(new)
    if name != name_of_entry(old):
        yield WORDS, _renamed(name_of_entry(old), name)
    was, now = (
        {key: value for key, value in each.items() if key not in NAME} for each in (old, new)
    )
    for change in _changes(node, Text("", ""), was, now, ""):
        yield VALUE, _said(change, name, box)


def _renamed(old: Text, new: Text) -> Text:
    """A new name; in the language that keeps the old one, what it is in the other."""
    said = RENAMED.format(old=old, new=new)
    if old.en == new.en:
        return Text(f"{old.en} is called {new.fr} in French", said.fr)
    return Text(said.en, f"{old.fr} s'appelle {new.en} en anglais") if old.fr == new.fr else said


def _nameless(node: Each, old: list[Any], new: list[Any], box: Data) -> Iterator[tuple[int, Text]]:
    """Things without a name: how many there are; of tiles how many are not as they were, of others
    what of each."""
    item = node.label or node.item
    if len(old) != len(new):
        yield COMES_OR_GOES, MORE.format(item=item, old=len(old), new=len(new))
    pairs = [*enumerate(zip(old, new, strict=False), 1)]
    if is_painted(node.of):
        changed = sum(was != now for _, (was, now) in pairs)
        if changed:
            yield PAINTED, PAINT.format(item=item, count=changed)
        return
    for number, (was, now) in pairs:
        name = _numbered(node, number, now, box)
        for change in _changes(node.of, Text("", ""), was, now, ""):
            yield VALUE, _said(change, name, box)


def is_painted(node: Node) -> bool:
    """Whether things of a list are tiles: painted squares and nothing else."""
    if isinstance(node, Table):
        return all(is_painted(key.node) for key in node.keys)
    return isinstance(node, Squares)


def _numbered(node: Each, number: int, entry: Data, box: Data) -> Text:
    """The name of a nameless thing: its number, and the thing that it belongs to."""
    table = node.of.table(entry[node.of.tag]) if isinstance(node.of, Union) else node.of
    keys = table.keys if isinstance(table, Table) else ()
    owner = next((key for key in keys if isinstance(key.node, Reference)), None)
    item = Text(*(word[:1].upper() + word[1:] for word in node.item))
    if owner is None:
        return NTH.format(item=item, number=number)
    thing = _value(owner.node, entry.get(owner.key), box)
    return NTH_OF.format(item=item, number=number, thing=thing)


# ---------------------------------------------------------------- values


def _changes(node: Node, label: Text, old: Any, new: Any, key: str) -> Iterator[Change]:
    """The smallest values that are different."""
    label = _joined(label, node.label or _word(key)) if key else label
    if old == new:
        return
    if isinstance(node, Union) and isinstance(old, dict) and isinstance(new, dict):
        if old.get(node.tag) != new.get(node.tag):
            yield Change(node, label, old, new)
            return
        node = node.table(new[node.tag])
    if isinstance(node, Each) and is_painted(node.of) and old and new:
        yield Change(node, label, *_counted_tiles(old, new))
    elif isinstance(node, Table) and isinstance(old, dict) and isinstance(new, dict):
        for each in node.keys:
            was, now = (table.get(each.key, each.default) for table in (old, new))
            yield from _changes(each.node, label, was, now, each.key)
    elif isinstance(node, Map) and isinstance(old, dict) and isinstance(new, dict):
        for word, said in node.words.items():
            if old.get(word) != new.get(word):
                yield Change(node.of, _joined(label, said), old.get(word), new.get(word))
    else:
        yield Change(node, label, old, new)


def _said(change: Change, name: Text | None, box: Data) -> Text:
    words = {
        "what": change.label,
        "old": _value(change.node, change.old, box),
        "new": _value(change.node, change.new, box),
    }
    if isinstance(change.old, Text):  # said already
        words = {"what": change.label, "old": change.old, "new": change.new}
    if name is None:
        return CHANGED.format(**words)
    words["what"] = Text(*(word[:1].lower() + word[1:] for word in change.label))
    return (change.node.change or OF_THING).format(name=name, **words)


def _counted_tiles(old: list[str], new: list[str]) -> tuple[Text, Text]:
    """How many tiles there were and are, and how many of them are not as they were."""
    changed = sum(was != now for was, now in zip(old, new, strict=False))
    said = Text(f"{len(new)} ({changed} different)", f"{len(new)} (dont {changed} différentes)")
    return Text(str(len(old)), str(len(old))), said


def _value(node: Node, value: Any, box: Data) -> Text:
    """A value in words."""
    if value is None or value == []:
        return NOTHING
    if isinstance(node, Choice):
        return node.among.get(value, _word(str(value)))
    if isinstance(node, Flag):
        return Text("yes", "oui") if value else Text("no", "non")
    if isinstance(node, Reference):
        things = (each for each in box.get(node.to, []) if each.get("id") == value)
        return name_of_entry(next(things, {"en": str(value)}))
    if isinstance(node, Either):
        found = node.node_of(value, Place(box, []))
        return _value(found, value, box) if found else _word(str(value))
    if isinstance(node, Union) and isinstance(value, dict):
        return node.variants[value[node.tag]].label
    if isinstance(node, Each):
        each = [_value(node.of, item, box) for item in value]
        return listed(each)
    return _word(str(value))


def _joined(label: Text, more: Text) -> Text:
    return Text(*(", ".join(filter(None, words)) for words in zip(label, more, strict=True)))


def _word(word: str) -> Text:
    return Text(word, word)

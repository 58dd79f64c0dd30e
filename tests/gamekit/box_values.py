"""Values and changes of boxes made from their form: what it allows, and what it does not."""

import random
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

from faubourg.core.contract import Data
from faubourg.gamekit.nodes import (
    Choice,
    Each,
    Either,
    Flag,
    Found,
    Id,
    Key,
    Map,
    Name,
    Node,
    Place,
    Reference,
    Squares,
    Table,
    Union,
    Whole,
    ids_of,
    inner_nodes,
)

Pattern = tuple[str, ...]  # keys, * for any of a list, =kind for a kind of a union
NAMES = ("Inn", "Mühle", "L'Élan", "小屋", 'a "quoted" \\ name', "0")
STRANGE: tuple[Any, ...] = (
    0, -1, 1, 2**31, 2**63, -(10**15), True, False, "", "all", "x" * 300, "é" * 90, "XXX/XXX/XXX",
    [], [1, 2], [[]], {}, {"kind": "income"}, {"a": {"b": []}}, [0] * 1000, ["red"] * 1000,
)  # fmt: skip


# ---------------------------------------------------------------- values that a node allows


def make(node: Node, box: Data, chance: random.Random) -> Any:
    """A value that a node allows, at random."""
    if isinstance(node, Whole):
        near = (node.least, node.most, chance.randint(node.least, node.most))
        return chance.choice((*near, min(node.least + chance.randrange(9), node.most)))
    if isinstance(node, Flag):
        return chance.random() < 0.5
    if isinstance(node, Name):
        return f"{chance.choice(NAMES)} {chance.randrange(10**6)}"
    if isinstance(node, Id):
        return f"own_{chance.randrange(10**6)}"
    if isinstance(node, Choice):
        return chance.choice([*node.among])
    if isinstance(node, Reference):
        return chance.choice(ids_of(box, node.to) or ["none"])
    if isinstance(node, Squares):
        letters = node.known(box)
        rows = ("".join(chance.choices(letters, k=node.columns)) for _ in range(node.rows))
        return "/".join(rows)
    return _made_of_others(node, box, chance)


def _made_of_others(node: Node, box: Data, chance: random.Random) -> Any:
    if isinstance(node, Either):
        return make(chance.choice(node.of), box, chance)
    if isinstance(node, Map):
        words = [word for word in node.words if word in node.needed or chance.random() < 0.7]
        return {word: make(node.of, box, chance) for word in words}
    if isinstance(node, Each):
        wanted = chance.randint(node.least, min(node.most, node.least + 8))
        items: list[Any] = []
        for _ in range(20 * wanted):
            item = make(node.of, box, chance)
            if len(items) < wanted and not (node.different and item in items):
                items.append(item)
        return items
    if isinstance(node, Union):
        return make_kind(node, chance.choice([*node.variants]), {}, box, chance)
    assert isinstance(node, Table)
    return made_table(node, {}, box, chance, 0.5)


def make_kind(node: Union, kind: str, old: Data, box: Data, chance: random.Random) -> Data:
    """A thing of a kind, which keeps what it can of another."""
    return {node.tag: kind, **made_table(node.table(kind), old, box, chance, 0.3)}


def made_table(
    table: Table, old: Data, box: Data, chance: random.Random, often: float
) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key in table.keys:
        if not key.applies(made):
            continue
        if key.key in old and allows(key.node, old[key.key], box):
            made[key.key] = old[key.key]
        elif not key.optional or key.key in table.one_of or chance.random() < often:
            made[key.key] = make(key.node, box, chance)
    for extra in [key for key in table.at_most_one if key in made][1:]:
        del made[extra]
    return made


def allows(node: Node, value: Any, box: Data) -> bool:
    found: list[Found] = []
    try:
        node.check(value, Place(box, found, ("", "")))
    except (KeyError, TypeError):  # what stands beside it is not there
        return False
    return not found


# ---------------------------------------------------------------- all fields, and a change of one


def patterns(node: Node, above: Pattern = ()) -> Iterator[Pattern]:
    """Every field of a box, those of all kinds of a union too."""
    if isinstance(node, Table):
        for key in node.keys:
            yield from patterns(key.node, (*above, key.key))
    elif isinstance(node, Union):
        for kind in node.variants:
            yield (*above, f"={kind}")
            for key in node.table(kind).keys:
                yield from patterns(key.node, (*above, f"={kind}", key.key))
    elif isinstance(node, Each) and isinstance(node.of, Table | Union):
        yield above  # how many there are
        yield from patterns(node.of, (*above, "*"))
    else:
        yield above


def changed(node: Node, value: Any, pattern: Pattern, box: Data, chance: random.Random) -> Any:
    """A value in which the field of a pattern is another one."""
    if not pattern:
        return another(node, value, box, chance)
    step, rest = pattern[0], pattern[1:]
    if isinstance(node, Each):
        items = [*value]
        index = chance.randrange(len(items))
        items[index] = changed(node.of, items[index], rest, box, chance)
        return items
    if isinstance(node, Union):
        kind = step[1:]
        if value.get(node.tag) != kind:
            value = make_kind(node, kind, value, box, chance)
        return changed(node.table(kind), value, rest, box, chance) if rest else value
    assert isinstance(node, Table)
    return _changed_table(node, value, step, rest, box, chance)


def _changed_table(
    node: Table, value: Data, step: str, rest: Pattern, box: Data, chance: random.Random
) -> Data:
    key = next(each for each in node.keys if each.key == step)
    new = dict(value)
    for word, among in key.when.items():
        new[word] = new[word] if new.get(word) in among else chance.choice(among)
    if step in node.at_most_one:
        new = {word: each for word, each in new.items() if word not in node.at_most_one}
    old = value.get(step, key.default)
    if rest:
        new[step] = changed(key.node, {} if old is None else old, rest, box, chance)
    else:
        new[step] = another(key.node, old, box, chance)
    return _fitting(node, key, new, chance)


def renamed(node: Node, value: Any, table: str, old: str, new: str) -> Any:
    """A value in which another name is used for a thing of a table, or another letter."""
    if isinstance(node, Reference):
        return new if node.to == table and value == old else value
    if isinstance(node, Squares):
        return value.replace(old, new) if node.source == table else value
    if isinstance(node, Each):
        return [renamed(node.of, item, table, old, new) for item in value]
    if isinstance(node, Union):
        node = node.table(value[node.tag])
    if not isinstance(node, Table):
        return value
    nodes = {key.key: key.node for key in node.keys}
    return {
        word: renamed(nodes[word], each, table, old, new) if word in nodes else each
        for word, each in value.items()
    }


def _fitting(table: Table, key: Key, new: Data, chance: random.Random) -> Data:
    """What stands beside a union is such that its kind may be there; nothing is left that has no
    meaning any more."""
    if isinstance(key.node, Union):
        kind = new[key.key][key.node.tag]
        for word, among in key.node.variants[kind].with_.items():
            new[word] = new[word] if new.get(word) in among else chance.choice(among)
    idle = {each.key for each in table.keys if not each.applies(new)}
    return {word: each for word, each in new.items() if word not in idle}


def another(node: Node, old: Any, box: Data, chance: random.Random) -> Any:
    """Another value of a node; a list of things has one more or one fewer."""
    if isinstance(node, Each) and isinstance(node.of, Table | Union):
        return _resized(node, old, box, chance)
    if isinstance(node, Each) and old and chance.random() < 0.5:
        items = [*old]
        index = chance.randrange(len(items))
        items[index] = another(node.of, items[index], box, chance)
        return items
    for _ in range(100):
        if (value := make(node, box, chance)) != old:
            return value
    return old


def _resized(node: Each, old: list[Any], box: Data, chance: random.Random) -> list[Any]:
    if len(old) > node.least and (len(old) == node.most or chance.random() < 0.5):
        index = chance.randrange(len(old))
        return [*old[:index], *old[index + 1 :]]
    if len(old) < node.most:
        return [*old, make(node.of, box, chance)]
    return old


# ---------------------------------------------------------------- mutations, allowed or not


def mutated(root: Table, printed: Data, chance: random.Random) -> Data:
    """A box with one to four changes: within the form, just outside of it, or far."""
    box = deepcopy(printed)
    fields = [*patterns(root)]
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        if chance.random() < 0.6:
            # An earlier change may have left nothing there to be changed.
            with suppress(KeyError, TypeError, AttributeError, ValueError, IndexError):
                box = changed(root, box, chance.choice(fields), box, chance)
        else:
            _damage(root, box, chance)
    return box


def _damage(root: Table, box: Data, chance: random.Random) -> None:
    """Change something, anywhere, to what need not be allowed."""
    path, node = chance.choice([*_places(root, box, ())])
    holder: Any = box
    for step in path[:-1]:
        holder = holder[step]
    kind, last = chance.randrange(5), path[-1]
    if kind == 0 and isinstance(node, Whole):
        holder[last] = chance.choice((node.least - 1, node.most + 1, node.least, node.most))
    elif kind == 1 and isinstance(holder[last], list):
        copies = deepcopy(holder[last]) * chance.choice((2, 40))
        holder[last] = copies[: chance.randrange(2000)]
    elif kind == 2 and isinstance(holder, dict):
        del holder[last]
    elif kind == 3 and isinstance(holder, dict):
        holder[chance.choice(("strange", "kind", "en", "coins", "per"))] = chance.choice(STRANGE)
    else:
        holder[last] = deepcopy(chance.choice(STRANGE))


def _places(
    node: Node | None, value: Any, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], Node | None]]:
    """Everything that a box holds, with the node that describes it where one does."""
    if path:
        yield path, node
    inner = inner_nodes(node, value)
    if isinstance(value, dict):
        for word, each in value.items():
            yield from _places(inner.get(word), each, (*path, word))
    elif isinstance(value, list):
        of = node.of if isinstance(node, Each) else None
        for index, each in enumerate(value):
            yield from _places(of, each, (*path, index))

"""The data of a box that an earlier loader took, made such that a form can check it.

Earlier loaders read the words that they knew and looked at no others, went through anything that
can be gone through where a list is wanted, and took a flag for set if it was `true`. What is
checked after that is all that a loader gets to see: no word reaches it unchecked.
"""

from dataclasses import replace
from typing import Any

from faubourg.gamekit.nodes import Each, Flag, Node, Table, Whole, inner_nodes


def renewed(node: Node, value: Any) -> Any:
    """A value with only the words that its node knows.

    >>> from faubourg.gamekit.nodes import Key
    >>> renewed(Table((Key("coins", Whole(0, 9)),)), {"coins": 3, "note": "cheaper"})
    {'coins': 3}
    """
    if isinstance(node, Each):
        items = [*value] if isinstance(value, str | dict) else value
        return [renewed(node.of, item) for item in items] if isinstance(items, list) else value
    if isinstance(node, Flag):
        return value is True
    if isinstance(node, Whole) and isinstance(value, float) and value.is_integer():
        return int(value)  # lengths of figures were compared, and 2.0 is 2
    if not isinstance(value, dict):
        return value
    known = [(key, inner) for key, inner in inner_nodes(node, value).items() if key in value]
    return {
        key: renewed(inner, value[key])
        for key, inner in known
        if value[key] or not isinstance(inner, Table)  # an empty table was not there
    }


def with_nodes(table: Table, **nodes: Node) -> Table:
    """The same table with other nodes for some keys."""
    keys = (key._replace(node=nodes.get(key.key, key.node)) for key in table.keys)
    return replace(table, keys=tuple(keys))

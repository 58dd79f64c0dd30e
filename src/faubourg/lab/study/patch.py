"""Patches of a box, as a study writes them: another die, three more roofs, a dearer card.

A change names what is changed by a path of words: a table of `components.toml`, then the id of a
thing in it (or its number, from 1, where things have no id), then the word that is changed.
"""

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Text, listed
from faubourg.gamekit.nodes import Each, Node, inner_nodes
from faubourg.gamekit.toml_text import Tree


class PatchError(FaubourgError):
    """A change that names nothing there is; `word` is the part of it at fault."""

    def __init__(self, code: str, text: Text, word: str) -> None:
        super().__init__(code, text)
        self.word = word


def patched(
    box: Tree, change: Mapping[str, Any], add: Tree, remove: list[str], form: Node | None = None
) -> Tree:
    """A box with some things removed, some changed and some added, in this order. With the form of
    the game's box, also what a thing could have and has not may be set.

    >>> box = {"card": [{"id": "bakery", "cost": 1}]}
    >>> patched(box, {"card.bakery.cost": "+1"}, {}, [])
    {'card': [{'id': 'bakery', 'cost': 2}]}
    """
    box = deepcopy(box)
    for path in remove:
        *words, last = path.split(".")
        home = box
        for word in words:
            home = home[key_of(home, word, path)]
        del home[key_of(home, last, path)]
    for path, value in change.items():
        _change(box, path.split("."), value, path, form)
    for table, things in add.items():
        home = box[key_of(box, table, table)]
        if not isinstance(home, list):
            said = Text(
                "'{table}' is no list of things; nothing can be added to it",
                "« {table} » n'est pas une liste ; on ne peut rien y ajouter",
            )
            raise PatchError("add", said.format(table=table), table)
        home += things if isinstance(things, list) else [things]
    return box


def follow(box: Tree, path: str) -> Any:
    """What a path leads to; PatchError if it leads nowhere.

    >>> follow({"card": [{"id": "bakery", "cost": 1}]}, "card.bakery.cost")
    1
    """
    home: Any = box
    for word in path.split("."):
        key = key_of(home, word, path)
        home = home[key]
    return home


def _change(home: Any, words: list[str], value: Any, path: str, form: Node | None) -> None:
    """Change what the words lead to; `form` describes `home`."""
    key = key_of(home, words[0], path, form)
    here = home[key] if isinstance(home, list) or key in home else None
    inner = form.of if isinstance(form, Each) else inner_nodes(form, home).get(str(key))
    if len(words) > 1:
        _change(here, words[1:], value, path, inner)
    elif isinstance(value, Mapping) and "kind" not in value and isinstance(here, dict | list):
        for word, each in value.items():
            _change(here, word.split("."), each, f"{path}.{word}", inner)
    else:
        home[key] = _new_value(here, value)


def key_of(home: Any, word: str, path: str, form: Node | None = None) -> Any:
    """The key in a table, or the index in a list of things, that a word leads to."""
    if isinstance(home, dict):
        known = [*dict.fromkeys((*home, *inner_nodes(form, home)))]
        if word in known:
            return word
    elif isinstance(home, list) and home and isinstance(home[0], dict):
        known = [str(each.get("id", number)) for number, each in enumerate(home, start=1)]
        if word in known:
            return known.index(word)
        if word.isdecimal() and 1 <= int(word) <= len(home):
            return int(word) - 1
    else:
        said = Text(
            "'{path}': there is nothing below '{word}' to change",
            "« {path} » : rien à changer sous « {word} »",
        )
        raise PatchError("path", said.format(path=path, word=word), word)
    said = Text(
        "'{path}': there is no '{word}'; there is: {known}",
        "« {path} » : pas de « {word} » ; il y a : {known}",
    )
    raise PatchError("path", said.format(path=path, word=word, known=listed(known)), word)


def _new_value(old: Any, value: Any) -> Any:
    """A value as given; "+2" and "-1" add to a number."""
    relative = isinstance(value, str) and re.fullmatch(r"[+-]\d+", value)
    if relative and isinstance(old, int) and not isinstance(old, bool):
        return old + int(value)
    return dict(value) if isinstance(value, Mapping) else value

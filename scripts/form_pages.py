"""Write docs/designers/box-GAME.md anew: what each game's box may be, from its form.

    python -m scripts.form_pages

A test holds the pages equal to what this writes.
"""

from collections.abc import Iterator
from pathlib import Path

from faubourg.core.game import Game, games
from faubourg.core.text import Text
from faubourg.gamekit.form import form_of
from faubourg.gamekit.nodes import (
    NAME_KEYS,
    Choice,
    Each,
    Either,
    Flag,
    Id,
    Key,
    Map,
    Name,
    Node,
    Reference,
    Squares,
    Table,
    Union,
    Whole,
)

DOCS = Path(__file__).parents[1] / "docs" / "designers"
HEAD = """# The box of {name}

What a `components.toml` of {name} may say. This page is written from the description that the game
itself checks a box with (`python -m scripts.form_pages`), so it can't be out of date. How to use a
box of your own: [for designers](index.md#a-box-of-your-own).
"""
COLUMNS = "| word | what it is | allowed | if left out |\n|---|---|---|---|"


def page(game: str) -> str:
    """The page of a game's box."""
    root = form_of(game).root
    parts = [HEAD.format(name=Game(game).components.name.en)]
    for key in root.keys:
        parts += _section(key)
    return "\n".join(parts).rstrip() + "\n"


def page_path(game: str) -> Path:
    return DOCS / f"box-{game.replace('_', '-')}.md"


def _section(key: Key) -> Iterator[str]:
    """A table of the box, or a list of tables."""
    node = key.node
    if isinstance(node, Each):
        yield f"## `[[{key.key}]]`: {_lower(node.label or node.item)}\n"
        yield f"There {_count(node)} of them.{_help(node)}\n"
        node = node.of
    else:
        yield f"## `[{key.key}]`: {_lower(node.label or Text(key.key, key.key))}\n"
        if node.help:
            yield f"{node.help.en}\n"
    yield from _rows(node)


def _rows(node: Node) -> Iterator[str]:
    if isinstance(node, Union):
        yield from _kinds(node)
        return
    assert isinstance(node, Table)
    yield COLUMNS
    for key in node.keys:
        yield _row(key)
    yield ""
    for key in node.keys:
        if isinstance(key.node, Union):
            yield f"### `{key.key}`: {_lower(key.node.label or Text(key.key, key.key))}\n"
            yield from _kinds(key.node)
        elif isinstance(key.node, Table):
            yield f"### `{key.key}`: {_lower(key.node.label or Text(key.key, key.key))}\n"
            yield from _rows(key.node)


def _kinds(node: Union) -> Iterator[str]:
    """The kinds of a union; keys that all of them have stand first, once."""
    shared = [
        key
        for key in next(iter(node.variants.values())).keys
        if all(key in variant.keys for variant in node.variants.values())
    ]
    if shared:
        yield COLUMNS
        for key in shared:
            yield _row(key)
        yield ""
    yield f"The word `{node.tag}` says which of these it is:\n"
    yield f"| `{node.tag}` | what it is | words |\n|---|---|---|"
    for kind, variant in node.variants.items():
        words = "; ".join(_inline(key) for key in variant.keys if key not in shared)
        beside = "; ".join(
            f"only with {key} {_or([*among])}" for key, among in variant.with_.items()
        )
        said = f"{variant.label.en} ({beside})" if beside else variant.label.en
        yield f"| `{kind}` | {said} | {words} |"
    yield ""


def _row(key: Key) -> str:
    said = ". ".join(text.en for text in (key.node.label, key.node.help) if text)
    inside = isinstance(key.node, Table | Union)
    allowed = "see below" if inside else _allowed(key.node)
    other = key in NAME_KEYS
    left_out = "the other" if other else _default(key) if key.optional else "must be there"
    return f"| `{key.key}` | {said} | {allowed} | {left_out} |"


def _inline(key: Key) -> str:
    """A key within a kind: name, what is allowed, and whether it is needed."""
    when = "".join(f", with {word} {_or([*among])}" for word, among in key.when.items())
    needed = "" if not key.optional else f", {_default(key)} if left out"
    return f"`{key.key}` {_allowed(key.node)}{when}{needed}"


def _default(key: Key) -> str:
    return "none" if key.default is None else f"`{str(key.default).lower()}`"


def _allowed(node: Node) -> str:
    if isinstance(node, Whole):
        return f"{node.least} to {node.most}"
    if isinstance(node, Flag):
        return "`true`, `false`"
    if isinstance(node, Name):
        return f"up to {node.longest} characters"
    if isinstance(node, Id):
        return "small letters, digits and `_`"
    if isinstance(node, Choice):
        return ", ".join(f"`{word}`" for word in node.among)
    if isinstance(node, Reference):
        return f"the `id` of a `[[{node.to}]]`"
    if isinstance(node, Squares):
        return _squares(node)
    if isinstance(node, Either):
        return " or ".join(_allowed(each) for each in node.of)
    if isinstance(node, Map):
        return f"for {', '.join(f'`{word}`' for word in node.words)}: {_allowed(node.of)}"
    assert isinstance(node, Each)
    count = f"{node.least}" if node.least == node.most else f"{node.least} to {node.most}"
    different = " different" if node.different else ""
    return f"a list of {count}{different}: {_allowed(node.of)}"


def _squares(node: Squares) -> str:
    letters = ", ".join(f"`{letter}` {label.en}" for letter, label in node.letters.items())
    own = f"the `letter` of each `[[{node.source}]]`, " if node.source else ""
    return f"{node.rows} rows of {node.columns} letters with `/` between them: {own}{letters}"


def _count(node: Each) -> str:
    if node.least == node.most:
        return f"are always {node.most}"
    return f"may be {node.least} to {node.most}"


def _or(words: list[str]) -> str:
    return " or ".join(f"`{word}`" for word in words)


def _lower(text: Text) -> str:
    return text.en[:1].lower() + text.en[1:]


def _help(node: Node) -> str:
    return f" {node.help.en}" if node.help else ""


if __name__ == "__main__":
    for name in games():
        page_path(name).write_text(page(name), encoding="utf-8")

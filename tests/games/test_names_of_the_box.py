"""The names of cards, landmarks, houses and so on stand in the box alone: a box of somebody's own
may rename them, and no sentence of the code would have the old name."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from faubourg.core.game import folder, games

# Names that are also words of the rules: the roles of two attractions, the ids of the colours.
WORDS_OF_THE_RULES = {
    "cities": {"monument", "joker"},
    "my_little_town": {"blue", "green", "yellow", "red", "bleu", "vert", "jaune", "rouge"},
}


def names(data: Any) -> Iterator[str]:
    """All that has a name in both languages."""
    if isinstance(data, dict):
        if isinstance(data.get("en"), str):
            yield from (data["en"], data["fr"])
        for value in data.values():
            yield from names(value)
    elif isinstance(data, list):
        for value in data:
            yield from names(value)


def sentences(path: Path) -> Iterator[str]:
    """Every text for people that a module writes out: the words within `Text(…)`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "Text"
        ):
            for word in ast.walk(node):
                if isinstance(word, ast.Constant) and isinstance(word.value, str):
                    yield word.value


def names_said(game: str) -> dict[str, set[str]]:
    box = tomllib.loads((folder(game) / "components.toml").read_text(encoding="utf-8"))
    known = set(names(box)) - WORDS_OF_THE_RULES.get(game, set())
    said: dict[str, set[str]] = {}
    for path in folder(game).rglob("*.py"):
        for sentence in sentences(path):
            found = {n for n in known if re.search(rf"(?<!\w){re.escape(n)}s?(?!\w)", sentence)}
            if found:
                said.setdefault(f"{path.name}: {sentence}", set()).update(found)
    return said


@pytest.mark.parametrize("game", games())
def test_no_sentence_names_a_thing_of_the_box(game: str):
    assert names_said(game) == {}


def test_a_name_in_a_sentence_would_be_found(tmp_path: Path):
    path = tmp_path / "view.py"
    path.write_text('RAISE = Text("Add 2 (Harbor)", "Ajouter 2 (Port)")')
    assert [*sentences(path)] == ["Add 2 (Harbor)", "Ajouter 2 (Port)"]
    box = tomllib.loads((folder("minivilles") / "components.toml").read_text(encoding="utf-8"))
    assert {"Harbor", "Port", "Wheat Field"} <= set(names(box))

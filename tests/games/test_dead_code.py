"""Nothing in a game's folder is left over: every name at the top of a module has a use."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "src/faubourg/games").glob("*/**/*.py"))
USERS = [path for room in ("src", "scripts", "bench") for path in (ROOT / room).rglob("*.py")]
# What others ask of any game.
CONTRACT = set(re.findall(r"\w+", (ROOT / "src/faubourg/core/contract.py").read_text("utf-8")))


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in USERS}


@cache
def imported() -> set[tuple[str | None, str]]:
    return {
        (node.module, name.name)
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }


def defined(tree: ast.Module) -> Iterator[str]:
    """The functions, classes and constants of a module."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for name in ast.walk(node):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    yield name.id


@cache
def attributes(game: str) -> set[str]:
    """What a game and the scripts use of modules that are imported whole, such as `act.TAKE`."""
    return {
        node.attr
        for path, tree in trees().items()
        if game in path.parts or "scripts" in path.parts
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
    }


def unused(path: Path, tree: ast.Module) -> list[str]:
    game = path.relative_to(ROOT / "src/faubourg/games").parts[0]
    module = path.relative_to(ROOT / "src").with_suffix("").as_posix().replace("/", ".")
    loaded = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    return [
        name
        for name in defined(tree)
        if name not in loaded | attributes(game) | CONTRACT
        and (module, name) not in imported()
        and not name.startswith("__")
        and name != "_"
    ]


def test_every_name_of_a_game_is_used():
    found = {path: unused(path, trees()[path]) for path in GAMES}
    assert {path.as_posix(): names for path, names in found.items() if names} == {}


def test_an_unused_function_would_be_found():
    tree = ast.parse("def used(): ...\ndef left_over(): used()\n")
    assert unused(GAMES[0], tree) == ["left_over"]

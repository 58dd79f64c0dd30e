"""Notes down for every clause of every game which tests show it, in the game's `shown.json`.

`make index` runs this. With --check nothing is written, and a list that is out of date is an error.
Tests are read, not run: scenarios by their `clauses`, functions by the mark `pytest.mark.clause`.
"""

import ast
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

Shown = tuple[str, str]  # a clause and a test that shows it


def main(arguments: list[str]) -> int:
    stale = {
        path: text
        for path, text in indexes(ROOT).items()
        if not path.exists() or read(path) != text
    }
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run make index", file=sys.stderr)
        return 1 if stale else 0
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} is written")
    return 0


def indexes(root: Path) -> dict[Path, str]:
    """What the `shown.json` of each game with clauses should hold."""
    tests = shown(root)
    return {
        path.with_name("shown.json"): _as_json({id: tests[id] for id in clause_ids(path)})
        for path in sorted((root / "src" / "faubourg" / "games").glob("*/clauses.toml"))
    }


def _as_json(index: dict[str, list[str]]) -> str:
    return json.dumps(index, ensure_ascii=False, indent=2) + "\n"


def clause_ids(path: Path) -> list[str]:
    """The clauses of a game, in order."""
    return [clause["id"] for part in tomllib.loads(read(path))["part"] for clause in part["clause"]]


def shown(root: Path) -> defaultdict[str, list[str]]:
    """Every clause that a test names, with the tests that do, sorted."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for clause, test in (*scenarios(root), *functions(root)):
        found[clause].add(test)
    return defaultdict(list, {clause: sorted(tests) for clause, tests in found.items()})


def scenarios(root: Path) -> Iterator[Shown]:
    for path in sorted((root / "tests" / "scenarios").glob("*/*.toml")):
        place = path.relative_to(root / "tests").as_posix()
        for scenario in tomllib.loads(read(path))["scenario"]:
            for clause in scenario.get("clauses", []):
                yield clause, f"{place}: {scenario['title']}"


def functions(root: Path) -> Iterator[Shown]:
    for path in sorted((root / "tests").rglob("test_*.py")):
        yield from _in_body(ast.parse(read(path)), path.relative_to(root).as_posix(), [])


def _in_body(node: ast.Module | ast.ClassDef, place: str, inherited: list[str]) -> Iterator[Shown]:
    """The tests of a module or a class; marks on it, and its `pytestmark`, hold for all of them."""
    marks = [*inherited]
    for child in node.body:
        if isinstance(child, ast.Assign) and any(_is_pytestmark(each) for each in child.targets):
            marks += _clauses(child.value)
    for child in node.body:
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            own = [id for decorator in child.decorator_list for id in _clauses(decorator)]
            test = f"{place}::{child.name}"
            if isinstance(child, ast.ClassDef):
                yield from _in_body(child, test, marks + own)
            elif child.name.startswith("test"):
                yield from ((clause, test) for clause in marks + own)


def _is_pytestmark(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "pytestmark"


def _clauses(value: ast.expr) -> list[str]:
    """The ids in `pytest.mark.clause("mv-1", …)`, or in a list of marks."""
    if isinstance(value, ast.List | ast.Tuple):
        return [id for element in value.elts for id in _clauses(element)]
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "pytest.mark.clause":
        return [ast.literal_eval(argument) for argument in value.args]
    return []


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

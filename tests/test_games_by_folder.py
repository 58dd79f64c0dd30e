"""A game is a folder: no list of games stands anywhere else, and pages name them all."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from faubourg.core.game import Game

ROOT = Path(__file__).parents[1]
FOLDERS = ROOT / "src" / "faubourg" / "games"
GAMES = sorted(path.parent.name for path in FOLDERS.glob("*/rules.py"))
CODE = ["src", "tests/browser", "scripts/gallery", "scripts", "bench", "web/src"]
# Folders in which a file belongs to one game.
OWN = re.compile(r"(src/faubourg|web/src)/games/\w+/|(tests/browser/playing|gallery/games)/\w+\.py")
MADE = re.compile(r"src/faubourg/server/pages/|web/src/messages/|__pycache__")
# What may name several games, and why.
ALLOWED = {"tests/browser/test_children.py": "the games for those who do not read"}


def sources() -> Iterator[Path]:
    found = {path for top in CODE for path in (ROOT / top).rglob("*")}
    for path in sorted(found):
        name = path.relative_to(ROOT).as_posix()
        is_code = path.suffix in {".py", ".ts", ".svelte", ".json", ".toml"}
        if is_code and not OWN.search(name) and not MADE.search(name):
            yield path


def lists_in(path: Path, text: str) -> list[str]:
    """Lists and tables of games: literals that hold two of them, and comparisons with one."""
    return [*(_python(text) if path.suffix == ".py" else _others(text))]


def _python(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        named: list[ast.expr | None] = []
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            named = [*node.elts]
        elif isinstance(node, ast.Dict):
            named = [*node.keys]
        games = {each.value for each in named if isinstance(each, ast.Constant)} & set(GAMES)
        compared = isinstance(node, ast.Compare) and any(
            isinstance(each, ast.Constant) and each.value in GAMES
            for each in (node.left, *node.comparators)
        )
        if len(games) > 1 or compared:
            yield f"line {getattr(node, 'lineno', 0)}: {ast.unparse(node)}"


def _others(text: str) -> Iterator[str]:
    any_game = f"(?:{'|'.join(GAMES)})"
    quoted = rf"""["'`](?:[\w./*-]*/)?{any_game}(?:/[\w.{{}}*-]+)?["'`]"""
    game = rf"(?:{quoted}|\b{any_game}\s*:)"
    for found in re.finditer(rf"{game}[^\]}};]*?,\s*{game}|===?\s*{game}", text):
        yield found[0]


def test_no_list_of_games_stands_outside_their_folders():
    found = {
        path.relative_to(ROOT).as_posix(): lists
        for path in sources()
        if (lists := lists_in(path, path.read_text(encoding="utf-8")))
    }
    assert {name: lists for name, lists in found.items() if name not in ALLOWED} == {}
    assert set(ALLOWED) <= set(found), "no longer needed"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "MOST = {'lutins': 6, 'cities': 4}"),
        ("a.py", "for game in ('minivilles', 'lutins'): pass"),
        ("a.py", "usual = 3 if game == 'cities' else 2"),
        ("a.ts", "const games = ['minivilles', 'lutins'];"),
        ("a.ts", "const most = { lutins: 6, cities: 4 };"),
        ("a.ts", "if (game === 'cities') draw();"),
        ("a.json", '{"paths": ["./lutins/en.json", "./cities/en.json"]}'),
    ],
)
def test_a_list_of_games_is_found(name: str, text: str):
    assert lists_in(Path(name), text)


def test_one_game_as_an_example_is_no_list():
    assert not lists_in(Path("a.py"), "play('minivilles'); open_table(['cities', 'greedy'])")
    assert not lists_in(Path("a.ts"), "play('minivilles'); play('lutins');")


# ---------------------------------------------------------------- pages


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_every_game_has_a_page_and_all_lists_of_pages_name_it():
    pages = sorted(path.stem for path in (ROOT / "docs" / "games").glob("*.md"))
    assert pages == GAMES
    for page, pattern in {
        "mkdocs.yml": r"^ +- .*: games/(\w+)\.md$",
        "docs/index.md": r"\]\(games/(\w+)\.md\)",
    }.items():
        assert sorted(re.findall(pattern, read(page), re.M)) == GAMES, page


def test_the_nav_and_the_readme_call_every_game_by_its_name():
    for game in GAMES:
        title = Game(game).title.en
        assert f"  - {title}: games/{game}.md\n" in read("mkdocs.yml")
        assert f"| **{title}** |" in read("README.md")
        assert f"[{title}](games/{game}.md)" in read("docs/index.md")


def test_files_for_one_game_are_named_after_a_game():
    """A board of the browser tests, pictures of the gallery, studies: found by these names."""
    shared = {"__init__", "hands", "seating"}
    for folder in ("tests/browser/playing", "scripts/gallery/games"):
        named = {path.stem for path in (ROOT / folder).glob("*.py")} - shared
        assert named <= set(GAMES), folder
    for folder in ("tests/scenarios", "tests/playthroughs", "tests/games", "web/src/games"):
        named = {path.name for path in (ROOT / folder).iterdir() if path.is_dir()}
        assert named - {"__pycache__"} <= set(GAMES), folder
    firsts = (ROOT / "docs" / "designers" / "studies").glob("first-player-*.toml")
    assert {f'game = "{game}"' for game in GAMES} == {
        line for path in firsts for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith('game = "') and line[8:-1] in GAMES
    }  # fmt: skip

"""Finds the files, tests, decisions, modules and commands that texts name, and whether they exist.

Texts are whole Markdown pages, and the comments and docstrings of code. `test_references.py` holds
every one of them against the repository.
"""

import ast
import builtins
import io
import json
import os
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import typer

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "faubourg"
TOPS = ("src", "tests", "docs", "web", "scripts", "bench", "examples", "deploy", ".ci")
MADE = re.compile(
    r".*/(node_modules|__pycache__)|src/faubourg/(server/pages|site)|web/src/messages"
)
ROOMS = "core|kernels|gamekit|records|games|bots|review|lab|envs|terminal|server"
OTHERS = {"Makefile", "pyproject.toml", "mkdocs.yml", ".ci/run"}  # with comments after #
ENDINGS = "py|md|toml|json|ts|svelte|css|yml|svg|npz|txt|lock|html"


class Text(NamedTuple):
    """A piece of text, the file that it is in, and its first line there."""

    path: Path
    line: int
    said: str


class Reference(NamedTuple):
    """Something that a text names: its kind, its name, and where."""

    kind: str
    name: str
    path: Path
    line: int


# ---------------------------------------------------------------- the repository


@cache
def files() -> frozenset[str]:
    """Every file, as a path from the root, but for what was built or fetched."""
    found = {path.name for path in ROOT.iterdir() if path.is_file()}
    for top in TOPS:
        for folder, inner, names in os.walk(ROOT / top):
            here = Path(folder).relative_to(ROOT).as_posix()
            inner[:] = [name for name in inner if not MADE.fullmatch(f"{here}/{name}")]
            found |= {f"{here}/{name}" for name in names}
    return frozenset(found)


@cache
def paths() -> dict[str, list[str]]:
    """Files and folders by their last name."""
    found: dict[str, set[str]] = {}
    for name in files():
        for path in (PurePosixPath(name), *PurePosixPath(name).parents):
            found.setdefault(path.name, set()).add(path.as_posix())
    return {last: sorted(each) for last, each in found.items()}


@cache
def exists(name: str) -> bool:
    """Whether there is a file or a folder; `*` stands for a name, `**` for any folders."""
    name = os.path.normpath(name)
    last = name.rpartition("/")[2]
    lasts = [last] if "*" not in last else paths()
    some = [path for each in lasts for path in paths().get(each, [])]
    pattern = re.escape(name).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
    return any(re.fullmatch(pattern, each) for each in some)


@cache
def tests() -> frozenset[str]:
    """The names of all test functions, and `file::name` of each."""
    found = set()
    for name in files():
        if re.fullmatch(r"tests/.*test_\w+\.py", name):
            for test in re.findall(r"^ *(?:async )?def (test_\w+)", read(ROOT / name), re.M):
                found |= {test, f"{name}::{test}"}
    return frozenset(found)


@cache
def targets() -> frozenset[str]:
    """Targets of make, and the variables that they take."""
    return frozenset(re.findall(r"^([a-z-]+|[A-Z_]+)(?=:| \?=)", read(ROOT / "Makefile"), re.M))


@cache
def commands() -> Any:
    from faubourg.cli import app

    return typer.main.get_command(app)


@cache
def names() -> frozenset[str]:
    """Every word of the code itself: names, and words of strings that are no docstrings."""
    found = set(dir(builtins))
    for name in files() - {"tests/test_references.py"}:  # which has names of nothing
        if name.endswith(".py"):
            found |= _python_words(read(ROOT / name))
        elif name.endswith(
            (".ts", ".svelte", ".css", ".toml", ".json", ".yml", ".yaml", "Makefile")
        ):
            code = _COMMENT.sub(" ", read(ROOT / name))
            found |= set(re.findall(r"[A-Za-z_]\w*", code))
    return frozenset(found)


@cache
def _python_words(source: str) -> frozenset[str]:
    docs = {node.lineno for node in _docstrings(ast.parse(source))}
    found: set[str] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        is_doc = token.type == tokenize.STRING and token.start[0] in docs
        if token.type != tokenize.COMMENT and not is_doc:
            found |= set(re.findall(r"[A-Za-z_]\w*", token.string))
    return frozenset(found)


# ---------------------------------------------------------------- the texts

_COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\w\"'`])//[^\n]*", re.S)


def texts() -> Iterator[Text]:
    """All pages, comments and docstrings."""
    for name in sorted(files()):
        path = ROOT / name
        if name.endswith(".md") or name.startswith("docs/contributors/"):
            yield Text(path, 1, read(path))
        elif name.endswith(".py"):
            yield from in_python(path, read(path))
        elif name in OTHERS or (name.startswith("scripts/") and not path.suffix):
            for number, line in enumerate(read(path).splitlines(), 1):
                yield Text(path, number, "".join(re.findall(r"(?:^|\s)#.*", line)))
        elif name.startswith("web/src/") and name.endswith((".ts", ".svelte", ".css")):
            for found in _COMMENT.finditer(read(path)):
                yield Text(path, read(path).count("\n", 0, found.start()) + 1, found[0])


def in_python(path: Path, source: str) -> Iterator[Text]:
    for node in _docstrings(ast.parse(source)):
        yield Text(path, node.lineno, node.value)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield Text(path, token.start[0], token.string)


def _docstrings(tree: ast.Module) -> Iterator[Any]:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = body[0] if body else None
            value = first.value if isinstance(first, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# ---------------------------------------------------------------- what texts name

_PATH = rf"(?<![\w@:./-])((?:[\w.<>*-]+/)*[\w.<>*-]+\.(?:{ENDINGS}))(::\w+)?(?![\w/])"
_FOLDER = rf"`((?:{'|'.join(TOPS[:-1])}|{ROOMS})/(?:[\w<>*-]+/)*[\w<>*-]*)`"
# snake_case, CamelCase, or anything that is called
_NAME = r"[a-z]\w*_\w+|[A-Z]\w*[a-z]\w*[A-Z]\w*|\w+(?=\(\))"
PATTERNS = {
    "path": re.compile(_PATH),
    "folder": re.compile(_FOLDER),
    "test": re.compile(r"`(test_\w+)`"),
    "decision": re.compile(r"\b[Dd]ecisions?[ /](\d{4})\b|\((0\d{3})\)"),
    "module": re.compile(rf"\b(faubourg(?:\.\w+)+)|`((?:{ROOMS})(?:\.\w+)+)`"),
    "run": re.compile(r"python -m ((?:bench|scripts|examples|tests)\b[\w.]*(?: [^\n`#]*)?)"),
    "make": re.compile(r"(?:`|^|: run )make ([^\n`#;]*)", re.M),
    "npm": re.compile(r"npm run ([\w:-]+)"),
    "command": re.compile(r"(?:`|^|/)faubourg ((?!\.)[^\n`#]*)", re.M),
    "name": re.compile(rf"`(?!test_)(?:\w+\.)*({_NAME})(?:\(\))?`"),
}


def references(text: Text) -> Iterator[Reference]:
    for kind, pattern in PATTERNS.items():
        for found in pattern.finditer(text.said):
            name = next(group for group in found.groups() if group)
            if kind == "path":
                name = found[0]
            line = text.line + text.said.count("\n", 0, found.start())
            yield Reference(kind, name.strip(), text.path, line)


def is_there(reference: Reference) -> bool:
    check = globals()[f"_is_{reference.kind}"]
    return bool(check(reference.name, reference.path))


def _is_path(name: str, path: Path) -> bool:
    name, _, test = _any(name).partition("::")
    bases = _bases(path) if "/" in name else _homes(path)
    found = next((base + name for base in bases if exists(base + name)), None)
    return found is not None and (not test or f"{os.path.normpath(found)}::{test}" in tests())


def _any(name: str) -> str:
    """A path with `*` for what a reader puts in: `games/<game>/rules.py`, `games/NAME/rules.py`."""
    return re.sub(r"<\w+>|\b(?:NAME|GAME)\b", "*", name)


def _bases(path: Path) -> list[str]:
    """Where a path may begin: at the root, in the package, in the page, in a game, and in every
    folder above the file that names it."""
    above = [folder for folder in path.relative_to(ROOT).parents if folder != Path()]
    rooms = ["src/faubourg/", "src/faubourg/server/", "src/faubourg/lab/", "src/faubourg/games/*/"]
    page = ["web/", "web/src/", "web/src/games/*/"]
    return ["", "src/", *rooms, *page, *(f"{folder.as_posix()}/" for folder in above)]


def _homes(path: Path) -> list[str]:
    """Where a bare file name may be: at the root, in the room of the file that names it, or among
    the files of a game, which have the same names in each; a page may name a file of any room."""
    top, *inner = path.relative_to(ROOT).parts
    if path.suffix == ".md":
        return ["", *(f"{each}/**/" for each in TOPS)]
    rooms = {
        "src": [f"src/{'/'.join(inner[:2])}/**/"],
        "web": [f"web/{'/'.join(inner[:-1][:3])}/**/", "web/src/games/**/"],
        "tests": ["tests/**/", f"src/faubourg/{inner[0] if inner else top}/**/"],
    }
    return ["", *rooms.get(top, [f"{top}/**/"]), "src/faubourg/games/**/"]


def _is_folder(name: str, path: Path) -> bool:
    return any(exists(base + _any(name)) for base in _bases(path))


def _is_test(name: str, path: Path) -> bool:
    return name in tests() or exists(f"tests/**/{name}.py")


def _is_decision(name: str, path: Path) -> bool:
    return exists(f"docs/decisions/{name}-*.md")


def _is_module(name: str, path: Path) -> bool:
    """A module, or something that a module defines or imports."""
    parts = name.removeprefix("faubourg.").split(".")
    for depth in range(len(parts), -1, -1):
        base = "/".join(["src/faubourg", *parts[:depth]])
        file = next((f for f in (f"{base}.py", f"{base}/__init__.py") if exists(f)), None)
        if file:
            inside = parts[depth : depth + 1]
            return not inside or inside[0] in _python_words(read(ROOT / file))
    return False


def _is_run(call: str, path: Path) -> bool:
    """A module that can be run, and options that it reads."""
    module, *words = call.split()
    base = module.replace(".", "/")
    file = next((f for f in (f"{base}.py", f"{base}/__main__.py") if exists(f)), None)
    return file is not None and all(option in read(ROOT / file) for option in _options(words))


def _is_make(call: str, path: Path) -> bool:
    words = call.split()
    if not words or words[0] == "TARGET,":
        return True
    named = [words[0], *re.findall(r"\b([A-Z_]+)=", call)]
    return set(named) <= targets()


def _is_npm(name: str, path: Path) -> bool:
    return name in json.loads(read(ROOT / "web" / "package.json"))["scripts"]


def _is_command(call: str, path: Path) -> bool:
    """A command of `faubourg`, and options that it takes."""
    command, words = commands(), call.split()
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    if command is commands():
        return bool(words) and set(words) <= {"--help", "--version"}
    known = {option for parameter in command.params for option in parameter.opts}
    return set(_options(words)) <= known


def _options(words: list[str]) -> list[str]:
    found = [re.match(r"\(?(--[a-z][\w-]*)", word) for word in words]
    return [each[1] for each in found if each and each[1] != "--help"]


def _is_name(name: str, path: Path) -> bool:
    return name in names()

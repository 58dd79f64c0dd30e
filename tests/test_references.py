"""Every file, test, decision, module and command that a page or a comment names exists."""

import re
from pathlib import Path

import pytest

from tests.references import ROOT, Reference, Text, in_python, is_there, read, references, texts

# What is named but is not ours.
ELSEWHERE = {
    # files of a reader's own, in examples
    *("evening.txt", "game.txt", "my-game.txt", "my-game.svg", "quarrel.toml", "mine.toml"),
    *("study.toml", "dearer-mines.toml", "a.toml", "b.toml", "STUDY.toml", "ladder.json"),
    *("curve.svg", "curve.json", "build/*/curve.json", "roomy.toml", "mine.results/report.html"),
    "manifest.json",  # in a folder of results
    "pylock.toml",  # a standard that pip may know one day
    "docs/decisions/NNNN-title.md",
    "web/node_modules",
    *("pg_dump", "block_until_ready"),
    # made from the box or from a game's name when they are needed
    *("standee_2", "standee_7", "tile_1", "objective_1", "objective_3", "faubourg_my_little_town"),
    "faubourg_minivilles_v0",
}
HERE = Path(__file__).relative_to(ROOT).as_posix()  # whose own texts are full of wrong names


def wrong(text: Text) -> list[Reference]:
    return [each for each in references(text) if each.name not in ELSEWHERE and not is_there(each)]


def test_everything_that_is_named_exists():
    found = [each for text in texts() if not text.path.samefile(__file__) for each in wrong(text)]
    where = [f"{each.path.relative_to(ROOT)}:{each.line}: {each.name}" for each in found]
    assert not where, f"named, but not there ({HERE} says what counts):\n" + "\n".join(where)


# ---------------------------------------------------------------- it is able to fail

RIGHT = """See `kernels/play.py`, tests/test_references.py::test_wrong_names_are_found, rules.py
(0003). Decision 0014, [it](docs/decisions/0001-plain-pip-and-a-hashed-lock.md), `tests/scenarios/`,
`games/<game>/view.py`, `faubourg.core.game.Game`, `core.text.Text`, `play_kernels`, `BatchEnv`.

make play GAME=minivilles PLAY_ARGS="--players 3"
faubourg lab run STUDY.toml --workers 2      # and so on
python -m bench.load --tables 10
`npm run check`, `test_wrong_names_are_found`
"""
WRONG = {
    "`kernels/playing.py`": "kernels/playing.py",
    "see houses.py": "houses.py",
    "web/src/nowhere.ts": "web/src/nowhere.ts",
    "tests/test_references.py::test_of_nothing": "tests/test_references.py::test_of_nothing",
    "`test_of_nothing`": "test_of_nothing",
    "as said in decision 0999": "0999",
    "for a reason (0998)": "0998",
    "`server/attic/`": "server/attic/",
    "`games/<game>/opinions.py`": "games/<game>/opinions.py",
    "faubourg.core.game.Gameplay": "faubourg.core.game.Gameplay",
    "`core.fields.Field`": "core.fields.Field",
    "`make breakfast`": "breakfast",
    "`make play TEAPOT=1`": "play TEAPOT=1",
    "`faubourg dance`": "dance",
    "`faubourg lab run x.toml --quietly`": "lab run x.toml --quietly",
    "python -m bench.load --teapots 2": "bench.load --teapots 2",
    "python -m bench.nothing": "bench.nothing",
    "`npm run away`": "away",
    "`loops_of_nothing`": "loops_of_nothing",
    "`NothingOfTheKind`": "NothingOfTheKind",
}


def test_right_names_are_right():
    found = list(references(Text(ROOT / "page.md", 1, RIGHT)))
    assert {each.kind for each in found} >= {
        *("path", "folder", "test", "decision", "module", "run", "make", "npm", "command", "name")
    }
    assert wrong(Text(ROOT / "page.md", 1, RIGHT)) == []


def test_wrong_names_are_found():
    for text, name in WRONG.items():  # not one test each: every worker would read all files first
        said = Text(ROOT / "page.md", 1, f"{RIGHT}\nAnd: {text}\n")
        # What begins a line of a page may be a command.
        said = said._replace(said=said.said.replace("And: python", "python"))
        found = [each for each in wrong(said) if each.name != "x.toml"]
        assert [each.name for each in found] == [name], text
        assert found[0].line == RIGHT.count("\n") + 2


def test_a_bare_file_name_is_looked_for_in_the_room_that_speaks_of_it():
    """`workers.py` is the server's; the lab has none."""
    for room, there in (("server/app.py", True), ("lab/cli.py", False)):
        comment = Text(ROOT / "src" / "faubourg" / room, 1, "# as workers.py does")
        assert (wrong(comment) == []) is there


def test_comments_and_docstrings_are_read_and_strings_are_not():
    source = '"""A page."""\nx = "no page"  # a remark\n\n\ndef f():\n    """A promise."""\n'
    found = [(text.line, text.said) for text in in_python(ROOT / "a.py", source)]
    assert found == [(1, "A page."), (6, "A promise."), (2, "# a remark")]


# ---------------------------------------------------------------- the walks

WALKS = read(ROOT / "docs" / "contributors" / "walks.md")
STEP = re.compile(r"^\| (\d+) \| `([^`]+)` \| `(\w+)` \|", re.M)


@pytest.mark.parametrize("step", STEP.findall(WALKS), ids=lambda step: f"{step[1]}-{step[2]}")
def test_each_file_of_a_walk_has_what_is_named_in_it(step: tuple[str, str, str]):
    _, file, name = step
    path = ROOT / file if file.startswith("web/") else ROOT / "src" / "faubourg" / file
    defined = rf"(def|class) {name}\b|^{name}\b" if path.suffix == ".py" else rf"\b{name}\b"
    assert re.search(defined, read(path), re.M), f"{file} has no {name}"


def test_the_numbers_of_a_drawing_are_the_rows_below_it():
    drawings = re.findall(r"\]\((walk-\w+\.svg)\)", WALKS)
    assert len(drawings) == 4
    for drawing in drawings:
        table = WALKS.partition(f"({drawing})")[2].partition("\n## ")[0]
        drawn = re.findall(r">(\d+)</text>", read(ROOT / "docs" / "contributors" / drawing))
        assert drawn == [number for number, *_ in STEP.findall(table)]

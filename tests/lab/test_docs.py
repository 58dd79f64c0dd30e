"""The studies on the pages for designers can be run as they stand."""

import re
import tomllib
from pathlib import Path

import pytest

from faubourg.lab.adaptive.plan import check_goal
from faubourg.lab.study.file import load
from tests.lab.conftest import Write

DOCS = Path(__file__).parents[2] / "docs"
# What a page shows alone is part of a study of this game.
HEADS = {"three more roofs": 'game = "lutins"\nplayers = 3\n', "": 'game = "minivilles"\n'}


def examples() -> list[tuple[str, str]]:
    found = []
    for page in (*sorted(DOCS.glob("designers/*.md")), DOCS / "fr" / "laboratoire.md"):
        text = page.read_text(encoding="utf-8")
        found += [(page.name, each) for each in re.findall(r"```toml\n(.*?)```", text, re.S)]
    return found


@pytest.mark.parametrize(("page", "text"), examples())
def test_every_study_on_a_page_can_be_run(write: Write, page: str, text: str):
    if "game" not in tomllib.loads(text):
        head = next(head for word, head in HEADS.items() if word in text)
        text = f"{head}games = 10\n{text}"
    study = load(write(text))
    check_goal(study)
    assert study.cells


def test_the_pages_show_every_kind_of_study():
    shown = " ".join(text for _, text in examples())
    words = ("[[sweep]]", "[stop]", "[find]", "add.establishment", "remove =", "simulations =")
    assert all(word in shown for word in words)

"""What the docs say of boxes: the pages of forms are as they are written, and examples work."""

import re
from pathlib import Path

import pytest

from faubourg.core.game import Game, games
from faubourg.lab.study.file import load
from scripts.form_pages import DOCS, page, page_path

LAB = (DOCS / "lab.md").read_text(encoding="utf-8")
VARIANTS = re.findall(r"```toml\n(\[\[variant\]\].*?)```", LAB, flags=re.DOTALL)


@pytest.mark.parametrize("game", games())
def test_the_page_of_a_box_is_written_from_its_form(game: str):
    written = page_path(game).read_text(encoding="utf-8")
    assert written == page(game), "write it anew with: python -m scripts.form_pages"


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda text: re.findall('name = "(.+)"', text)[0])
def test_every_variant_of_the_labs_page_can_be_played(variant: str, tmp_path: Path):
    game = "lutins" if "shape." in variant else "minivilles"
    path = tmp_path / "study.toml"
    path.write_text(f'game = "{game}"\ngames = 10\n\n{variant}', encoding="utf-8")
    [cell] = load(path).cells
    assert cell.game != Game(game, cell.game.players)


def test_the_labs_page_has_an_example_of_adding_and_of_setting_what_was_not_there():
    assert len(VARIANTS) == 4
    assert any("variant.add" in variant for variant in VARIANTS)

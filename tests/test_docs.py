"""The documentation as a site: it is built, its links lead somewhere, `faubourg docs` shows it."""

import html
import re
import shutil
import threading
import tomllib
import urllib.request
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import faubourg
from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game, games
from faubourg.terminal import docs
from tests.once import once

ROOT = Path(__file__).parents[1]


class Links(HTMLParser):
    """The addresses that a page names, and the language it says it is in."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.lang = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [given.get(name) or "" for name in ("href", "src", "srcset") if name in given]
        if tag == "html":
            self.lang = given.get("lang") or ""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built strictly, in a place of its own: a link to a page or heading that is not there fails
    here."""
    return once(tmp_path_factory, "docs", _build) / docs.SITE.relative_to(ROOT)


def _build(root: Path) -> None:
    for folder in ("docs", "scripts/site", "examples"):
        shutil.copytree(ROOT / folder, root / folder)
    shutil.copy(ROOT / "mkdocs.yml", root)
    (root / "src" / "faubourg").mkdir(parents=True)
    for part in (ROOT / "src" / "faubourg").iterdir():
        if part.name not in ("site", "__pycache__"):
            (root / "src" / "faubourg" / part.name).symlink_to(part)
    docs.build(root)


def test_every_link_and_picture_of_the_site_is_there_and_none_is_elsewhere(site: Path):
    pages = [page for page in site.rglob("*.html") if page.name != "404.html"]
    assert len(pages) > 60
    missing, fetched = [], []
    for page in pages:
        for link in Links(page.read_text(encoding="utf-8")).found:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https") or parts.netloc:
                fetched.append(link)
            elif parts.path and not (page.parent / unquote(parts.path)).exists():
                missing.append((page.relative_to(site).as_posix(), link))
    assert not missing
    named = {urlsplit(link).netloc for link in fetched}
    assert named <= {"zensical.org", "127.0.0.1:8472"}, named  # who made the frame; our own page


def test_french_pages_speak_french_in_their_frame_too(site: Path):
    for path, lang in (("index.html", "en"), ("fr/index.html", "fr"), ("fr/robots.html", "fr")):
        assert Links((site / path).read_text(encoding="utf-8")).lang == lang


def test_french_pages_keep_signs_with_their_words():
    """A narrow no-break space stands before ; : ! ? and inside of quotation marks."""
    fenced, code = re.compile(r"```.*?```", re.DOTALL), re.compile(r"`[^`\n]*`")
    for page in sorted((ROOT / "docs" / "fr").glob("*.md")):
        said = code.sub("code", fenced.sub("", page.read_text(encoding="utf-8")))
        assert re.findall(r"\S* [;:!?»](?=[\s,.)])|« \S*", said) == [], page.name


@pytest.mark.parametrize("name", games())
def test_every_game_has_its_page_in_both_languages(name: str):
    for folder in ("games", "fr"):
        said = (ROOT / "docs" / folder / f"{name}.md").read_text(encoding="utf-8")
        for option in Game(name).part("state").OPTIONS:
            assert f"| `{option.name}` |" in said or option.name == "first", option.name


def test_moves_on_the_french_pages_can_be_played():
    for name in games():
        said = (ROOT / "docs" / "fr" / f"{name}.md").read_text(encoding="utf-8")
        (table,) = (block for block in said.split("\n\n") if block.startswith("| coup |"))
        rows = [line.split("|")[1] for line in table.splitlines()[2:]]
        for move in (move for cell in rows for move in re.findall("`([^`]+)`", cell)):
            Game(name).part("notation").read(Game(name).components, move)


def test_terms_of_the_field_are_explained_where_they_stand(site: Path):
    said = (site / "designers/sweeps.html").read_text(encoding="utf-8")
    assert re.search(r'<abbr title="[^"]+">(CRN|confidence sequence)</abbr>', said)


def test_the_programs_are_on_the_site_word_for_word(site: Path):
    said = (site / "researchers/programs.html").read_text(encoding="utf-8")
    for file in (ROOT / "examples").glob("*.py"):
        assert f'id="{file.stem}"' in said, file.name
    text = html.unescape(re.sub("<[^>]*>", "", said))
    assert (ROOT / "examples" / "first_agent.py").read_text(encoding="utf-8").strip() in text


def test_docstrings_are_in_the_reference(site: Path):
    said = (site / "api/index.html").read_text(encoding="utf-8")
    assert 'id="faubourg.core.game.Game"' in said
    assert "Play one game between bots to its end" in said


def test_the_pages_name_the_version_that_they_belong_to(site: Path):
    said = (site / "players/browser.html").read_text(encoding="utf-8")
    assert f"Faubourg {faubourg.__version__}, free software" in said


def test_the_docs_are_served_to_this_computer(site: Path):
    with docs.server(site, 0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{running.server_address[1]}/fr/index.html"
        with urllib.request.urlopen(address, timeout=60) as answer:
            assert "Pour les familles" in answer.read().decode()
        running.shutdown()


def test_a_copy_without_its_docs_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(docs, "SITE", tmp_path)
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    with pytest.raises(FaubourgError, match="make docs"):
        docs.site("en")


def test_the_site_is_shipped_from_where_it_is_built():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folder = docs.SITE.relative_to(ROOT).as_posix()
    assert folder in settings["tool"]["hatch"]["build"]["artifacts"]
    assert f"site_dir: {folder}\n" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")

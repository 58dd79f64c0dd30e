"""The drawings of the page as plain SVG, for pictures that are made without a browser.

    .venv/bin/python -m scripts.art        # writes src/faubourg/games/GAME/art.json

Each game exports drawings (`web/src/games/GAME/art/exported.ts`). `web/art.mjs` renders them, and a
browser computes their style: what is written has attributes only, so that any program can draw it.
Run it after changing a drawing; `tests/pictures/test_art.py` notices if you forget.
"""

import hashlib
import json
import subprocess
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, SHELL

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
GAMES = ROOT / "src" / "faubourg" / "games"

FLATTEN = Path(__file__).with_name("flatten.js")  # writes drawings with their computed style


def main() -> None:
    rendered = json.loads(subprocess.check_output(["node", "art.mjs"], cwd=WEB, text=True))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=SHELL, args=FLAGS)
        page = browser.new_page(color_scheme="light")
        for game, drawings in rendered["games"].items():
            page.set_content(_page(rendered["head"], drawings))
            found = {"sources": digest(game), "drawings": page.evaluate(FLATTEN.read_text())}
            text = json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
            (GAMES / game / "art.json").write_text(text)
            print(f"{game}: {len(found['drawings'])} drawings, {len(text) / 1024:.0f} KB")
        browser.close()


def digest(game: str) -> str:
    """A hash of all files that a game's drawings are made of."""
    folder = WEB / "src" / "games" / game
    files = [*sorted((folder / "art").iterdir()), *sorted(folder.glob("*palette.css"))]
    others = (folder / name for name in ("joins.ts", "paint.ts"))
    files += [WEB / "src" / "lib" / "tokens.css", *(each for each in others if each.exists())]
    return hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:16]


def _page(head: str, drawings: dict[str, str]) -> str:
    shown = "".join(f'<svg data-name="{name}">{svg}</svg>' for name, svg in drawings.items())
    return f'<!doctype html>{head}<body style="color: #000">{shown}</body>'


if __name__ == "__main__":
    main()

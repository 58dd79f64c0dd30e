"""`python -m scripts.gallery [NAMES]`: takes the pictures and writes docs/gallery.md."""

import sys
import tempfile
from itertools import groupby

from playwright.sync_api import sync_playwright

from scripts.gallery.pictures import all_pictures
from scripts.gallery.studio import DOCS, PICTURES, Picture, Studio
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.server.process import ServerProcess

MOST_BYTES = 4_500_000
REVIEW_SECONDS = 8


def main(wanted: list[str]) -> int:
    if CHROMIUM is None:
        print("gallery: there is no Chromium; run scripts/setup-tests", file=sys.stderr)
        return 1
    pictures = all_pictures()
    PICTURES.mkdir(exist_ok=True)
    if not wanted:
        for old in PICTURES.glob("*.webp"):
            old.unlink()
    chosen = [one for one in pictures if not wanted or one.name.startswith(tuple(wanted))]
    failed = take(chosen)
    (DOCS / "gallery.md").write_text(page_of(pictures), encoding="utf-8")
    size = sum(file.stat().st_size for file in PICTURES.glob("*.webp"))
    print(f"{size / 1e6:.1f} MB")
    return 1 if failed or size > MOST_BYTES else 0


def take(pictures: list[Picture]) -> list[str]:
    """Take them all; the names of those that failed."""
    failed = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = ServerProcess(
            f"sqlite:///{folder}/tables.db", pace=0, review_seconds=REVIEW_SECONDS
        ).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        studio = Studio(house, browser)
        for picture in pictures:
            try:
                studio.take(picture)
                print(picture.file, flush=True)
            except Exception as error:
                failed.append(picture.name)
                print(f"{picture.name}: {str(error)[:600]}", file=sys.stderr, flush=True)
        browser.close()
        house.close()
    return failed


def page_of(pictures: list[Picture]) -> str:
    """docs/gallery.md."""
    lines = [
        "# Gallery",
        "",
        "The main states of the page. These pictures are made by `make gallery`; the positions are "
        "from games that bots played, the same each time.",
    ]
    for chapter, group in groupby(pictures, key=lambda picture: picture.chapter):
        lines += ["", f"## {chapter}"]
        for picture in group:
            lines += ["", f"![{picture.caption}](gallery/{picture.file})", "", picture.caption]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

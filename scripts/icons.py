"""Draws web/public/icon-*.png from web/public/icon.svg with the tests' Chromium, for systems that
take no SVG: `python -m scripts.icons`."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parents[1] / "web" / "public"
SIZES = {"icon.svg": (192, 512), "icon-maskable.svg": (512,)}


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, sizes in SIZES.items():
            svg = (PUBLIC / name).read_text(encoding="utf-8")
            for size in sizes:
                page = browser.new_page(viewport={"width": size, "height": size})
                style = f"<style>body{{margin:0}}svg{{width:{size}px;height:{size}px}}</style>"
                page.set_content(style + svg)
                file = PUBLIC / f"{name.removesuffix('.svg')}-{size}.png"
                page.screenshot(path=file, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()

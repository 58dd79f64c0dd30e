"""SVG as PNG, by resvg, with our own typeface: the same pixels on every machine."""

from pathlib import Path

import resvg_py

TYPEFACE = Path(__file__).parent / "nunito.ttf"


def png(svg: str, width: int) -> bytes:
    """A picture of a width; nothing but the text itself is read."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            font_files=[str(TYPEFACE)],
            font_family="Nunito",
            skip_system_fonts=False,
        )
    )

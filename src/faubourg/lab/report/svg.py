"""A chart as inline SVG, without script."""

import re
from html import escape
from typing import Any

import altair as alt
import vl_convert

from faubourg.core.text import Language

FONT = "DejaVu Sans, Verdana, sans-serif"  # a wide one to measure by: the page's own fits then


LOCALES: dict[Language, Any] = {"en": "en-US", "fr": "fr-FR"}  # how numbers are written


def svg(chart: Any, label: str, language: Language = "en") -> str:
    """A chart as a picture to put into a page, with a label for those who can't see it."""
    alt.data_transformers.disable_max_rows()
    ready = (
        chart.configure(
            background="transparent",
            font=FONT,
            padding={"left": 16, "right": 14, "top": 4, "bottom": 4},
        )
        .configure_axis(
            labelFontSize=14,
            titleFontSize=14,
            titleFontWeight="normal",
            labelLimit=230,
            domain=False,
            tickColor="#999",
            gridColor="#ccc",
        )
        .configure_legend(
            labelFontSize=14,
            title=None,
            orient="top",
            labelLimit=400,
            symbolSize=110,
            symbolOpacity=1,
        )
        .configure_view(stroke=None)
        .configure_header(labelFontSize=14, title=None)
    )
    picture = vl_convert.vegalite_to_svg(
        ready.to_dict(), vl_version=_vega_lite(), format_locale=LOCALES[language]
    )
    picture = re.sub(
        r'<svg [^>]*?width="([\d.]+)"[^>]*?height="([\d.]+)"[^>]*?>', _opening, picture
    )
    return picture.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1)


def _vega_lite() -> str:
    """The version of Vega-Lite that Altair writes: 5.20 for 5.20.1."""
    return ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])


def _opening(found: re.Match[str]) -> str:
    """The size as a shape only: the page says how wide the picture is."""
    width, height = found[1], found[2]
    box = f'viewBox="0 0 {width} {height}" style="max-width:{width}px"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" {box}>'

"""French as everybody reads it: one form of address, and elisions before names."""

import ast
import re
from pathlib import Path

import faubourg
from faubourg.core.text import Text

SOURCES = Path(faubourg.__file__).parent
POLITE = re.compile(
    r"\b(?!(?:assez|chez|nez)\b)(?:vous|votre|vos|vôtres?|faites|dites|êtes|[a-zàâéèêîôû]+ez)\b",
    re.I,
)
SEVERAL = "utilisez ensemble"  # is said to all lutins at once


def test_de_is_elided_before_names():
    said = Text("{who} takes a card of {name}", "{who} prend une carte de {name}")
    for name, french in (("Anna", "d'Anna"), ("Hugo", "d'Hugo"), ("Ben", "de Ben"), (3, "de 3")):
        assert said.format(who="Ida", name=name).fr == f"Ida prend une carte {french}"
        assert said.format(who="Ida", name=name).en == f"Ida takes a card of {name}"
    assert Text("", "Plus que {a} de {b}").format(a="un an", b=Text("", "une amie")).fr == (
        "Plus qu'un an d'une amie"
    )


def test_every_text_says_tu():
    """Players are children too; the page and its messages never say vous to one person."""
    found = [
        (path.name, text.value)
        for path in sorted(SOURCES.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", "") == "Text"
        and len(call.args) == 2
        for text in ast.walk(call.args[1])
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    ]
    assert len(found) > 1000
    assert not [one for one in found if POLITE.search(one[1].replace(SEVERAL, ""))]

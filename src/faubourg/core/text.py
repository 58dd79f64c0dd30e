"""Bilingual text: every sentence for people in English and French at once."""

import os
import re
import unicodedata
from typing import Literal, NamedTuple, get_args

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
# Control characters (a terminal obeys them), what turns the direction of writing, other ends of
# lines, and halves of characters. Tabs and line feeds are left to whoever reads a line.
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


class Text(NamedTuple):
    """One sentence or name in English and in French.

    >>> Text("tile", "tuile").to("fr")
    'tuile'
    """

    en: str
    fr: str

    def to(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def format(self, **values: "str | int | Text") -> "Text":
        """Fill in `{names}`; a value that is itself a Text is taken in the same language."""
        french = values
        if any(isinstance(value, Text) for value in values.values()):
            french = {k: v.fr if isinstance(v, Text) else v for k, v in values.items()}
            values = {k: v.en if isinstance(v, Text) else v for k, v in values.items()}
        return Text(self.en.format(**values), self.fr.format(**french))


def system_language() -> Language:
    """French where the system speaks French, English elsewhere."""
    said = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "fr" if next(filter(None, said), "").lower().startswith("fr") else "en"


def listed(items: "list[str] | list[Text]") -> Text:
    """Several items as one enumeration: 'a, b, c'."""
    texts = [item if isinstance(item, Text) else Text(item, item) for item in items]
    return Text(", ".join(t.en for t in texts), ", ".join(t.fr for t in texts))


def plain(word: str) -> str:
    """A word or name without capitals, accents, spaces and punctuation.

    >>> plain("Tête d'Or")
    'tetedor'
    """
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def printable(said: str, longest: int = 2000) -> str:
    """A text that does nothing to a terminal or a page but to be read, and that has an end.

    >>> printable("\x1b]0;title\x07 Anna\u202e"), printable("abcdef", 4)
    ('\ufffd]0;title\ufffd Anna\ufffd', 'abc…')
    """
    if len(said) > longest:
        said = said[: longest - 1] + "…"
    return said if said.isprintable() else UNPRINTABLE.sub("\ufffd", said)

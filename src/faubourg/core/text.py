"""Bilingual text: every sentence for people in English and French at once."""

import os
import unicodedata
from typing import Literal, NamedTuple, get_args

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


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

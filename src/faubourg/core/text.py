"""Bilingual text: every sentence for people in English and French at once."""

import os
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
# Control characters (a terminal obeys them), what turns the direction of writing, other ends of
# lines, and halves of characters. Tabs and line feeds are left to whoever reads a line.
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)

# French words that lose their last letter before a vowel, where a value follows them in a text.
ELIDED = re.compile(r"\b([Dd]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)e (?=\{(\w+)\})")
# Vowels; a y before a consonant (Yves, not Yann); the h of most French names and of the words that
# our texts have (Hélène, Hugo, habitants; not Hans, hibou). "Onze" and "oui" begin as with a
# consonant. The page has the same in web/src/lib/elision.ts.
VOWEL = re.compile(
    r"(?!onz|oui|un$|her(?:is|os)|[a-z]\d*$)"
    r"(?:[aeiouœæ]|y[^aeiou]|h(?:a[bd]|e[clnru]|i[lps]|o[mnrt](?!g)|u[bg]|y[ap]))"
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
        """Fill in `{names}`; a value that is itself a Text is taken in the same language. In French
        "de" becomes "d'" where its value begins with a vowel.

        >>> Text("{name}'s turn", "Au tour de {name}").format(name="Anna").fr
        "Au tour d'Anna"
        """
        french = values
        if any(isinstance(value, Text) for value in values.values()):
            french = {k: v.fr if isinstance(v, Text) else v for k, v in values.items()}
            values = {k: v.en if isinstance(v, Text) else v for k, v in values.items()}
        return Text(self.en.format(**values), _elided(self.fr, french).format(**french))


def elides(word: str) -> bool:
    """Whether "de" is "d'" before a French word or a name. A single letter is no word.

    >>> [name for name in ("Élise", "Hugo", "Yves", "Hans", "Yann", "Ben", "A") if elides(name)]
    ['Élise', 'Hugo', 'Yves']
    """
    letters = unicodedata.normalize("NFKD", word[:8].casefold())
    return bool(VOWEL.match("".join(one for one in letters if not unicodedata.combining(one))))


@lru_cache(maxsize=4096)
def _elisions(template: str) -> tuple[tuple[str, str, str], ...]:
    """Where a template may have to be elided: the value's name, and the text before and after."""
    return tuple((found[2], found[0], f"{found[1]}'") for found in ELIDED.finditer(template))


def _elided(template: str, values: Mapping[str, str | int | Text]) -> str:
    for name, whole, short in _elisions(template):
        if elides(str(values.get(name, ""))):
            template = template.replace(f"{whole}{{{name}}}", f"{short}{{{name}}}")
    return template


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

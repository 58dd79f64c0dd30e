"""The fields of a study's file: where each stands in the text, and what is said of a wrong one."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from faubourg.core.checks import is_whole, named, not_allowed_text
from faubourg.core.errors import ComponentsError, FaubourgError, StudyError
from faubourg.core.files import parse_toml
from faubourg.core.text import Text, listed

NO_TOML = Text("The study is no TOML: {why}.", "L'étude n'est pas du TOML : {why}.")
MISSING = Text("'{word}' is missing; allowed: {right}.", "Il manque « {word} » ; permis : {right}.")


class Fields:
    """The data of a study, and where in the text each part of it stands."""

    def __init__(self, text: str, path: Path, files: Mapping[str, str] | None = None) -> None:
        self.text, self.path = text, path
        self.files = files  # the texts of the files beside it, where these are not on a disk
        self.data: dict[str, Any] = parse_toml(
            text, lambda why, line: StudyError("unreadable", NO_TOML.format(why=why), line)
        )

    def _tables(self, word: str) -> list[dict[str, Any]]:
        given = self.data.get(word, [])
        if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
            raise self._fault(word, "…", Text(f"written as [[{word}]]", f"[[{word}]]"))
        return given

    def _known(
        self,
        data: dict[str, Any],
        fields: tuple[str, ...],
        index: int | None = None,
        table: str = "variant",
    ) -> None:
        for word in data:
            if word not in fields:
                said = Text(
                    "There is no field '{word}'; there is: {known}.",
                    "Pas de champ « {word} » ; il y a : {known}.",
                )
                text = said.format(word=word, known=listed(list(fields)))
                raise StudyError("unknown-field", text, line_of(self.text, word, index, table))

    def _text(
        self,
        data: dict[str, Any],
        word: str,
        default: str | None = None,
        index: int | None = None,
        table: str = "variant",
    ) -> str:
        given = data.get(word, default)
        if not isinstance(given, str) or not given.strip():
            raise self._fault(word, given, Text("a text", "un texte"), index, table)
        return given

    def _whole(
        self, data: dict[str, Any], word: str, low: int, high: int, default: int | None = None
    ) -> int:
        given = data.get(word, default)
        if not is_whole(given, low, high):
            said = Text(f"a whole number from {low} to {high}", f"un entier de {low} à {high}")
            raise self._fault(word, given, said)
        return given

    def _fault(
        self,
        word: str,
        given: object,
        right: Text,
        index: int | None = None,
        table: str = "variant",
    ) -> StudyError:
        if given is None:
            text = MISSING.format(word=word, right=right)
        else:
            text = not_allowed_text(named(word), given, right)
        return StudyError(word, text, line_of(self.text, word, index, table))

    @contextmanager
    def _at(self, word: str, index: int | None = None) -> Iterator[None]:
        """Turns an error raised in here into a StudyError with the line of that word."""
        try:
            yield
        except StudyError:
            raise
        except ComponentsError as error:
            line = line_of(self.text, error.key or "change", index)
            raise StudyError(error.code, error.bare, line) from error
        except FaubourgError as error:
            raise StudyError(error.code, error.text, line_of(self.text, word, index)) from error


def line_of(text: str, word: str, index: int | None, table: str = "variant") -> int:
    """The line of a word at the top of the file or in a table such as the index-th [[variant]];
    else of that table. What stands nowhere at the top may stand in a sweep.

    >>> line_of("games = 1\\n[[variant]]\\nname = 'x'\\n", "name", 0)
    3
    """
    inside, counts, found, elsewhere = None, Counter[str](), 0, 0
    wanted = re.compile(rf"(^|[\s\"'.{{,\[]){re.escape(word)}\b[\"']?\s*[=\].]")
    for number, line in enumerate(text.splitlines(), start=1):
        if head := re.match(r"\s*\[+\s*(variant|sweep|stop|find)\s*\]", line):
            inside = (head[1], counts[head[1]])
            counts[head[1]] += 1
            if inside == (table, index):
                found = number
        here = inside is None if index is None else inside == (table, index)
        if wanted.search(line):
            if here:
                return number
            elsewhere = elsewhere or number
    return found or (elsewhere if index is None else 0) or 1

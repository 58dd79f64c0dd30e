"""Parser of a `components.toml`, a game's own or a user's, with the lines of its faults."""

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from faubourg.core.checks import is_whole
from faubourg.core.contract import Source
from faubourg.core.errors import ComponentsError
from faubourg.core.files import parse_toml, read
from faubourg.core.text import LANGUAGES, Text, listed

CANT_READ = Text("{path} can't be read: {why}", "{path} ne peut être lu : {why}")


class BoxFile:
    """The data of a box, and where in the text each part of it stands."""

    def __init__(self, source: Source) -> None:
        self.text = source if isinstance(source, str) else read(source, fault, CANT_READ)
        self.data: dict[str, Any] = parse_toml(
            self.text, lambda why, line: fault("unreadable", Text(why, why), line)
        )

    @contextmanager
    def at(self, table: str, index: int | None = None) -> Iterator[None]:
        """Adds to a fault raised in here the line of that table, or of the key at fault."""
        try:
            yield
        except ComponentsError as error:
            if error.line:
                raise
            raise error.on(self.line(table, index, error.key)) from error
        except KeyError as error:
            said = Text("{key} is missing", "il manque {key}").format(key=str(error))
            raise fault("malformed", said, self.line(table, index)) from error
        except (TypeError, ValueError, AttributeError) as error:
            said = Text("this can't be understood: {why}", "incompréhensible : {why}")
            text = said.format(why=str(error))
            raise fault("malformed", text, self.line(table, index)) from error

    def count(self, table: str) -> int:
        """How many [[table]] there are."""
        if not isinstance(self.data[table], list):
            said = Text("write [[{table}]]", "écrire [[{table}]]").format(table=table)
            raise fault("malformed", said, key=table)
        return len(self.data[table])

    def players(self, most: int) -> tuple[int, int]:
        """How many may play, at least and at most."""
        low, high = self.data["game"]["players"]
        within(low, 2, most, "players")
        within(high, low, most, "players")
        return low, high

    def line(self, table: str, index: int | None = None, key: str | None = None) -> int:
        """The line of the index-th [[table]] or of [table], or of a key in it; 1 if not found."""
        header = f"[{table}]" if index is None else f"[[{table}]]"
        seen = -1
        found = 1
        for number, line in enumerate(self.text.splitlines(), start=1):
            if line.startswith("["):
                inside = line.split("#")[0].strip() == header
                seen += inside
                if inside and seen == (index or 0):
                    found = number
                elif found > 1:
                    break
            elif found > 1 and key and re.match(rf"{re.escape(key)}\s*=", line):
                return number
        return found

    @property
    def digest(self) -> str:
        """A hash of the text, by which records know a set of components."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def fault(code: str, said: Text, line: int = 0, key: str | None = None) -> ComponentsError:
    """What is wrong with a box; without a line, the `at` around it adds one."""
    text = Text("The components: {said}.", "Le matériel : {said}.").format(said=said)
    return ComponentsError(code, text, line, key)


# ---------------------------------------------------------------- words and numbers of an entry


def entry_id(entry: dict[str, Any]) -> str:
    """What a thing of the box is called in notation."""
    id = entry["id"]
    if not isinstance(id, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", id):
        said = Text(
            "{id} is no id; use small letters, digits and _",
            "{id} n'est pas un identifiant ; minuscules, chiffres et _",
        )
        raise fault("id", said.format(id=repr(id)), key="id")
    return id


def entry_name(entry: dict[str, Any]) -> Text:
    """Its name in both languages."""
    for language in LANGUAGES:
        if not isinstance(entry[language], str) or not entry[language].strip():
            said = Text("{id} has no name here", "{id} n'a pas de nom ici").format(id=entry["id"])
            raise fault("name", said, key=language)
    return Text(entry["en"], entry["fr"])


def within(value: object, low: int, high: int, what: str) -> int:
    """A whole number in a range; `what` begins with the word of the file."""
    if not is_whole(value, low, high):
        said = Text(
            "{what} is {value}; it may be {low} to {high}",
            "{what} vaut {value} ; permis : de {low} à {high}",
        )
        text = said.format(what=what, value=repr(value), low=low, high=high)
        raise fault("out-of-range", text, key=_word(what))
    return value


def place_among(value: object, allowed: tuple[str, ...], what: str) -> int:
    """The index of a word among those allowed; `what` begins with the word of the file."""
    if not isinstance(value, str) or value not in allowed:
        said = Text(
            "{what}: '{value}' is unknown; allowed: {names}",
            "{what} : « {value} » est inconnu ; permis : {names}",
        )
        text = said.format(what=what, value=str(value), names=listed(list(allowed)))
        raise fault("unknown-word", text, key=_word(what))
    return allowed.index(value)


def _word(what: str) -> str:
    return re.split("[. :]", what)[0]

"""Parser of a `components.toml`, a game's own or a user's, with the lines of its faults."""

import hashlib
from typing import NamedTuple

from faubourg.core.contract import Data, Source
from faubourg.core.errors import ComponentsError
from faubourg.core.files import parse_toml, read
from faubourg.core.text import Text
from faubourg.gamekit.box_lines import line_of
from faubourg.gamekit.nodes import Form, Path

CANT_READ = Text("{path} can't be read: {why}", "{path} ne peut être lu : {why}")


class Fault(NamedTuple):
    """Something wrong with a box: where it stands, and a sentence that says what is allowed."""

    path: Path
    line: int
    code: str
    said: Text


class BoxFile:
    """The text of a box and its data, as they are: `faults` says what is wrong with them."""

    def __init__(self, source: Source) -> None:
        self.text = source if isinstance(source, str) else read(source, fault, CANT_READ)
        self.data: Data = parse_toml(
            self.text, lambda why, line: fault("unreadable", Text(why, why), line)
        )

    def faults(self, form: Form) -> tuple[Fault, ...]:
        """All faults, in the order of the text."""
        found = [
            Fault(path, line_of(self.text, path), code, said)
            for path, code, said in form.faults(self.data)
        ]
        return tuple(sorted(found, key=lambda each: each.line))

    @property
    def digest(self) -> str:
        """A hash of the text, by which records know a set of components."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def checked_box(source: Source, form: Form) -> BoxFile:
    """A box without a fault; else its first fault is raised."""
    file = BoxFile(source)
    if found := file.faults(form):
        first = found[0]
        words = [step for step in first.path if isinstance(step, str)]
        raise fault(first.code, first.said, first.line, words[-1] if words else None)
    return file


def fault(code: str, said: Text, line: int = 0, key: str | None = None) -> ComponentsError:
    """What is wrong with a box, as an error to raise."""
    text = Text("The components: {said}.", "Le matériel : {said}.").format(said=said)
    return ComponentsError(code, text, line, key)

"""Parser of a `components.toml`, a game's own or a user's, with the lines of its faults."""

import hashlib
from typing import NamedTuple

from faubourg.core.contract import Data, Source, StoredText
from faubourg.core.errors import ComponentsError
from faubourg.core.files import parse_toml, read
from faubourg.core.text import Text
from faubourg.gamekit.box_lines import line_of
from faubourg.gamekit.earlier_box import renewed
from faubourg.gamekit.nodes import TOO_LONG, Form, Path

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

    def faults(self, form: Form, ignored: str = "") -> tuple[Fault, ...]:
        """All faults, in the order of the text, but for those with the ignored code."""
        found = [
            Fault(path, line_of(self.text, path), code, said)
            for path, code, said in form.faults(self.data, ignored)
        ]
        return tuple(sorted(found, key=lambda each: each.line))

    def read_as_before(self, form: Form) -> tuple[Fault, ...]:
        """Keep of the data what an earlier loader read of it; the faults which that one found."""
        earlier = form.earlier or form
        self.data = renewed(earlier.root, self.data)
        return self.faults(earlier, ignored=TOO_LONG)

    @property
    def digest(self) -> str:
        """A hash of the text, by which records know a set of components."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def checked_box(source: Source, form: Form) -> BoxFile:
    """A box without a fault; else its first fault is raised. One that was taken before is read as
    it was then, if it has faults by now."""
    file = BoxFile(source)
    found = file.faults(form)
    if found and isinstance(source, StoredText):
        found = file.read_as_before(form)
    if found:
        first = found[0]
        words = [step for step in first.path if isinstance(step, str)]
        raise fault(first.code, first.said, first.line, words[-1] if words else None)
    return file


def fault(code: str, said: Text, line: int = 0, key: str | None = None) -> ComponentsError:
    """What is wrong with a box, as an error to raise."""
    text = Text("The components: {said}.", "Le matériel : {said}.").format(said=said)
    return ComponentsError(code, text, line, key)

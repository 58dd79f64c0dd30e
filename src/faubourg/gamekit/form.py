"""The form of a game's box: checked, as JSON for an editor, as data and as TOML.

Every game's `components.py` has a `FORM`, made of `nodes.py`; its `load` checks a box with it. What
stands here is the same for all games and takes a game's name. Nothing reads or writes a file.
"""

from dataclasses import dataclass
from typing import Any

from faubourg.core.contract import Data
from faubourg.core.errors import ComponentsError
from faubourg.core.files import MOST_DEPTH, MOST_DIGITS
from faubourg.core.game import own_module
from faubourg.core.text import UNPRINTABLE, Text
from faubourg.gamekit.box import BoxFile, Fault, checked_box, fault
from faubourg.gamekit.box_differences import sentences
from faubourg.gamekit.nodes import Each, Form, Node, Path, Table, inner_nodes, shown
from faubourg.gamekit.toml_text import to_toml

UNSAYABLE = Text(
    "{value} can't stand here; allowed: texts, whole numbers, true, false, lists, tables",
    "{value} n'a pas sa place ici ; permis : textes, entiers, true, false, listes, tables",
)
TOO_DEEP = Text(
    "lists and tables are more than {most} deep", "listes et tables sur plus de {most} niveaux"
)


@dataclass(frozen=True)
class Checked:
    """What came of checking a box: all faults at once, in the order of the text."""

    faults: tuple[Fault, ...]


NO_FORM = Form(Table(()))  # of a game that describes none: its loader alone checks a box


def form_of(game: str) -> Form:
    """The form of a game's box, as its loader uses it."""
    form: Form = getattr(own_module(game, "components"), "FORM", NO_FORM)
    return form


def form_json(game: str) -> Data:
    """The form of a game's box as plain data, for an editor.

    >>> form_json("my_little_town")["fields"][0]["key"]
    'game'
    """
    return form_of(game).root.json()


def check(game: str, text: str) -> Checked:
    """All faults of a box, each with its path, its line and what would be allowed.

    >>> check("my_little_town", "[game]\\nplayers = [2, 9]").faults[0].said.en
    "'standees' is missing"
    """
    try:
        file, form = BoxFile(text), form_of(game)
        found = file.faults(form) if form is not NO_FORM else ()
        if not found:
            own_module(game, "components").load(text)
    except ComponentsError as error:
        return Checked((Fault((), error.line, error.code, _bare(error)),))
    return Checked(found)


def _bare(error: ComponentsError) -> Text:
    """The sentence of a fault as `fault` got it."""
    en, fr = error.bare
    return Text(en.removeprefix("The components: ")[:-1], fr.removeprefix("Le matériel : ")[:-1])


def data(text: str) -> Data:
    """The data of a box's text; ComponentsError if it is no TOML or more than any box needs."""
    return BoxFile(text).data


def toml(game: str, box: Data) -> str:
    """A box's data as TOML in one fixed form: keys in the order of the form.

    What TOML can't say raises ComponentsError; whether it is a box is for `check` to say.
    """
    return to_toml(_plain(ordered(form_of(game).root, box), 0))


def _plain(value: Any, depth: int) -> Any:
    """A value, if TOML can say it."""
    if depth > MOST_DEPTH:
        raise fault("unreadable", TOO_DEEP.format(most=MOST_DEPTH))
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _plain(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner, depth + 1) for inner in value]
    if isinstance(value, int) and abs(value) < 10**MOST_DIGITS:
        return value
    if isinstance(value, str) and not UNPRINTABLE.search(value):
        return value
    raise fault("unreadable", UNSAYABLE.format(value=shown(value)))


def ordered(node: Node, value: Any) -> Any:
    """The same value with the keys of its tables in the order of the form, unknown ones last."""
    if isinstance(node, Each) and isinstance(value, list):
        return [ordered(node.of, item) for item in value]
    if not isinstance(value, dict):
        return value
    keys = inner_nodes(node, value)
    known = {key: ordered(inner, value[key]) for key, inner in keys.items() if key in value}
    return {**known, **{key: inner for key, inner in value.items() if key not in known}}


def differences(game: str, text: str) -> tuple[Text, ...]:
    """What sets a box apart from the printed one, in sentences, the most important first.

    A box with faults has none: what it is can't be said."""
    components, form = own_module(game, "components"), form_of(game)
    try:
        file = checked_box(text, form)
        components.load(text)
    except ComponentsError:
        return ()
    return tuple(sentences(form.root, BoxFile(components.load().text).data, file.data))


def node_at(game: str, box: Data, path: Path) -> Node | None:
    """The node that describes what a path leads to; None where the form has nothing."""
    node: Node | None = form_of(game).root
    value: Any = box
    for step in path:
        node = node.of if isinstance(node, Each) else inner_nodes(node, value).get(str(step))
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            value = None
    return node

"""The nodes of which the description of a box's form is made, as of a JSON schema.

A game's `components.py` puts its `FORM` together from these. One tree of nodes checks a box
(`check`), is sent to the page's editor (`json`), and is printed in the docs; see `form.py`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, NamedTuple

from faubourg.core.checks import is_whole
from faubourg.core.contract import Data
from faubourg.core.text import Text, listed, printable

Path = tuple[str | int, ...]
Found = tuple[Path, str, Text]  # where, a code, what is wrong and what would be allowed
ID = re.compile(r"[a-z][a-z0-9_]*")
LONGEST_ID = 40
LONGEST_NAME = 80
TOO_LONG = "too-long"  # the code of a text that nothing else is wrong with

RANGE = Text(
    "{what} is {value}; it may be {low} to {high}",
    "{what} vaut {value} ; permis : de {low} à {high}",
)
COUNT = Text(
    "{what} count is {value}; it may be {low} to {high}",
    "{what} : il y en a {value} ; permis : de {low} à {high}",
)
UNKNOWN = Text(
    "{what}: '{value}' is unknown; allowed: {names}",
    "{what} : « {value} » est inconnu ; permis : {names}",
)
NOT_ALLOWED = Text("{what} is {value}; allowed: {right}", "{what} vaut {value} ; permis : {right}")
MISSING = Text("{key} is missing", "il manque {key}")
NO_NAME = Text(
    "there is no name: {what} is {value}; write 1 to {most} characters",
    "il n'y a pas de nom : {what} vaut {value} ; écris de 1 à {most} caractères",
)
NO_ID = Text(
    "{id} is no id; use small letters, digits and _, at most {most}",
    "{id} n'est pas un identifiant ; minuscules, chiffres et _, au plus {most}",
)
TWICE = Text("'{item}' is there twice", "« {item} » y est deux fois")
IDLE_WORD = Text(
    "'{word}' says nothing about {about}; allowed: {names}",
    "« {word} » ne dit rien de {about} ; permis : {names}",
)


class Place:
    """A place in a box, and the faults found so far."""

    def __init__(self, box: Any, found: list[Found], path: Path = ()) -> None:
        self.box, self.found, self.path = box, found, path

    def at(self, step: str | int) -> "Place":
        return Place(self.box, self.found, (*self.path, step))

    def fault(self, code: str, said: Text, *steps: str | int) -> None:
        self.found.append(((*self.path, *steps), code, said))

    def refuse(self, code: str, said: Text, value: Any, **words: str | int | Text) -> None:
        """A fault that names this place and quotes the value."""
        self.fault(code, said.format(what=self.what, value=shown(value), **words))

    @property
    def what(self) -> Text:
        """The words that lead here, and of which thing: 'effect.coins of mine'."""
        return words_of(self.box, self.path)


def words_of(box: Any, path: Path) -> Text:
    """A path as people write it: the words of the file, and the id of the thing they belong to."""
    words = [step for step in path if isinstance(step, str)]
    if len(path) < 2 or isinstance(path[1], str):
        inside = ".".join(words[-1:] if len(path) < 2 else words[1:])
        return Text(inside, inside)
    entry = box[path[0]][path[1]]
    id = entry.get("id") if isinstance(entry, dict) else None
    if not isinstance(id, str):
        number = Text(f"{path[0]} {path[1] + 1}", f"{path[0]} {path[1] + 1}")
        inside = ".".join(words[1:])
        return Text(*(f"{each}, {inside}" for each in number)) if inside else number
    inside = ".".join(words[1:]) or words[0]
    return Text("{inside} of {id}", "{inside} de {id}").format(inside=inside, id=printable(id, 40))


def shown(value: Any) -> str:
    """A value as a refusal quotes it, cut short."""
    return printable(repr(value), 80)


@dataclass(frozen=True)
class Node:
    """What a value of a box may be."""

    _: KW_ONLY
    label: Text | None = None
    help: Text | None = None
    change: Text | None = None  # a sentence about a thing that has another value: name, old, new
    type: ClassVar[str]

    def check(self, value: Any, place: Place) -> None:
        """Add what is wrong with a value to the faults of its place."""
        raise NotImplementedError

    def allowed(self, box: Any) -> Text:
        """What a value may be, in words."""
        raise NotImplementedError

    def json(self) -> Data:
        words = {"label": self.label, "help": self.help}
        said = {key: text._asdict() for key, text in words.items() if text}
        return {"type": self.type, **said, **self.details()}

    def details(self) -> Data:
        """What is particular to a type of node."""
        return {}


# ---------------------------------------------------------------- plain values


@dataclass(frozen=True)
class Whole(Node):
    """A whole number in a range."""

    least: int
    most: int
    type = "whole"

    def check(self, value: Any, place: Place) -> None:
        if not is_whole(value, self.least, self.most):
            place.refuse("out-of-range", RANGE, value, low=self.least, high=self.most)

    def allowed(self, box: Any) -> Text:
        return Text(f"{self.least} to {self.most}", f"de {self.least} à {self.most}")

    def details(self) -> Data:
        return {"least": self.least, "most": self.most}


@dataclass(frozen=True)
class Flag(Node):
    """Yes or no."""

    type = "flag"

    def check(self, value: Any, place: Place) -> None:
        if not isinstance(value, bool):
            place.refuse("malformed", NOT_ALLOWED, value, right=self.allowed(place.box))

    def allowed(self, box: Any) -> Text:
        return Text("true, false", "true, false")


@dataclass(frozen=True)
class Name(Node):
    """A text that people read, in one language."""

    longest: int = LONGEST_NAME
    type = "text"

    def check(self, value: Any, place: Place) -> None:
        if not isinstance(value, str) or not value.strip():
            place.refuse("name", NO_NAME, value, most=self.longest)
        elif len(value) > self.longest:
            place.refuse(TOO_LONG, NO_NAME, value, most=self.longest)

    def allowed(self, box: Any) -> Text:
        return Text(f"1 to {self.longest} characters", f"de 1 à {self.longest} caractères")

    def details(self) -> Data:
        return {"longest": self.longest}


@dataclass(frozen=True)
class Id(Node):
    """How a thing is called in notation."""

    type = "id"

    def check(self, value: Any, place: Place) -> None:
        if not isinstance(value, str) or not ID.fullmatch(value):
            place.fault("id", NO_ID.format(id=shown(value), most=LONGEST_ID))
        elif len(value) > LONGEST_ID:
            place.fault(TOO_LONG, NO_ID.format(id=shown(value), most=LONGEST_ID))

    def allowed(self, box: Any) -> Text:
        return Text("small letters, digits and _", "minuscules, chiffres et _")

    def details(self) -> Data:
        return {"longest": LONGEST_ID}


@dataclass(frozen=True)
class Choice(Node):
    """One of several words."""

    among: Mapping[str, Text]
    type = "choice"

    def check(self, value: Any, place: Place) -> None:
        if not isinstance(value, str) or value not in self.among:
            place.fault("unknown-word", unknown(place.what, value, self.among))

    def allowed(self, box: Any) -> Text:
        return listed([*self.among])

    def details(self) -> Data:
        return {"among": options_json(self.among)}


@dataclass(frozen=True)
class Reference(Node):
    """The id of another thing of the box."""

    to: str  # the table in which it stands
    type = "reference"

    def check(self, value: Any, place: Place) -> None:
        known = ids_of(place.box, self.to)
        if not isinstance(value, str) or value not in known:
            place.fault("unknown-word", unknown(place.what, value, known))

    def allowed(self, box: Any) -> Text:
        return listed(ids_of(box, self.to))

    def details(self) -> Data:
        return {"to": self.to}


@dataclass(frozen=True)
class Squares(Node):
    """A painted tile, written row by row: 'ABC/DEF/GHI'."""

    rows: int
    columns: int
    letters: Mapping[str, Text]  # those that every box has
    source: str = ""  # the table whose things have letters of their own
    type = "squares"

    def check(self, value: Any, place: Place) -> None:
        lines = value.split("/") if isinstance(value, str) else []
        if [len(line) for line in lines] != [self.columns] * self.rows:
            said = Text(
                "{what} is {value}; a tile has {all} squares, in {rows} rows of {columns}",
                "{what} vaut {value} ; une tuile a {all} carrés, en {rows} rangées de {columns}",
            )
            size = {"all": self.rows * self.columns, "rows": self.rows, "columns": self.columns}
            place.refuse("squares", said, value, **size)
            return
        known = self.known(place.box)
        strange = [letter for letter in "".join(lines) if letter not in known]
        if strange:
            said = Text(
                "{what} is {value}; there is no colour '{letter}'; there is: {known}",
                "{what} vaut {value} ; pas de couleur « {letter} » ; il y a : {known}",
            )
            place.refuse("unknown-colour", said, value, letter=strange[0], known=listed(known))

    def known(self, box: Any) -> list[str]:
        """All letters that may be painted."""
        own = [
            entry["letter"]
            for entry in entries_of(box, self.source)
            if isinstance(entry.get("letter"), str)
        ]
        return [*own, *self.letters]

    def allowed(self, box: Any) -> Text:
        return listed(self.known(box))

    def details(self) -> Data:
        letters = [
            {"letter": letter, "label": label._asdict()} for letter, label in self.letters.items()
        ]
        size = {"rows": self.rows, "columns": self.columns, "letters": letters}
        return {**size, "from": self.source} if self.source else size


# ---------------------------------------------------------------- values made of others


class Key(NamedTuple):
    """A key of a table."""

    key: str
    node: Node
    optional: bool = False
    default: Any = None
    when: Mapping[str, tuple[str, ...]] = {}  # what other keys must be for it to mean anything

    def applies(self, entry: Mapping[str, Any]) -> bool:
        return all(entry.get(key) in among for key, among in self.when.items())


@dataclass(frozen=True)
class Table(Node):
    """Keys with their values."""

    keys: tuple[Key, ...]
    one_of: tuple[str, ...] = ()  # keys of which one is needed
    at_most_one: tuple[str, ...] = ()  # keys that exclude each other
    type = "table"

    def check(self, value: Any, place: Place) -> None:
        if isinstance(value, dict):
            self.check_keys(value, place, (), ())
        else:
            place.refuse("malformed", NOT_ALLOWED, value, right=Text("a table", "une table"))

    def check_keys(
        self, value: Data, place: Place, also: tuple[str, ...], about: tuple[str, ...]
    ) -> None:
        """`also` are keys that are checked elsewhere; `about` those that say what it is about."""
        keys = [key for key in self.keys if key.applies(value)]
        known = [*also, *(key.key for key in keys)]
        for word in value:
            if word not in known:
                place.fault("unknown-word", _idle(place.what, value, word, known, about), word)
        for key in keys:
            if key.key in value:
                key.node.check(value[key.key], place.at(key.key))
            elif not key.optional:
                place.fault("malformed", MISSING.format(key=repr(key.key)), key.key)
        if self.one_of and not any(key in value for key in self.one_of):
            said = Text("{what}: {keys} is missing", "{what} : il manque {keys}")
            names = Text(*(f" {word} ".join(map(repr, self.one_of)) for word in ("or", "ou")))
            place.fault("name", said.format(what=place.what, keys=names))
        given = [key for key in self.at_most_one if key in value]
        if len(given) > 1:
            said = Text("give one of {keys}", "un seul de {keys}")
            *first, last = self.at_most_one
            names = Text(*(f"{', '.join(first)} {word} {last}" for word in ("and", "et")))
            place.fault("malformed", said.format(keys=names), given[1])

    def allowed(self, box: Any) -> Text:
        return listed([key.key for key in self.keys])

    def details(self) -> Data:
        rest = {"one_of": self.one_of, "at_most_one": self.at_most_one}
        lists = {name: [*keys] for name, keys in rest.items() if keys}
        return {"fields": [_key_json(key) for key in self.keys], **lists}


@dataclass(frozen=True)
class Each(Node):
    """A list: an array, or [[tables]]."""

    of: Node
    least: int
    most: int
    item: Text  # how one of them is called
    different: bool = False  # no value twice
    type = "list"

    def check(self, value: Any, place: Place) -> None:
        if not isinstance(value, list):
            place.refuse("malformed", NOT_ALLOWED, value, right=Text("a list", "une liste"))
            return
        if not self.least <= len(value) <= self.most:
            place.refuse("out-of-range", COUNT, len(value), low=self.least, high=self.most)
        for index, item in enumerate(value[: self.most]):
            self.of.check(item, place.at(index))
            if self.different and item in value[:index]:
                place.fault("twice", TWICE.format(item=shown(item)), index)

    def allowed(self, box: Any) -> Text:
        return Text(f"a list of {self.item.en}", f"une liste ({self.item.fr})")

    def details(self) -> Data:
        details = {"of": self.of.json(), "least": self.least, "most": self.most}
        return {**details, "item": self.item._asdict(), "different": self.different}


class Variant(NamedTuple):
    """One kind of thing of a union."""

    label: Text
    keys: tuple[Key, ...]
    with_: Mapping[str, tuple[str, ...]] = {}  # what keys beside the union must be for it
    help: Text | None = None
    at_most_one: tuple[str, ...] = ()


@dataclass(frozen=True)
class Union(Node):
    """Things of several kinds, told apart by one key."""

    tag: str
    variants: Mapping[str, Variant]
    about: tuple[str, ...] = ()  # keys that say what a fault is about, the tag first
    type = "union"

    def check(self, value: Any, place: Place) -> None:
        if not isinstance(value, dict):
            place.refuse("malformed", NOT_ALLOWED, value, right=Text("a table", "une table"))
            return
        if self.tag not in value:
            place.fault("malformed", MISSING.format(key=repr(self.tag)), self.tag)
            return
        kind = value[self.tag]
        if not isinstance(kind, str) or kind not in self.variants:
            said = unknown(place.at(self.tag).what, kind, self.variants)
            place.fault("unknown-word", said, self.tag)
            return
        variant = self.variants[kind]
        table = self.table(kind)
        table.check_keys(value, place, (self.tag,), self.about or (self.tag,))
        self._check_beside(variant, kind, place)

    def _check_beside(self, variant: Variant, kind: str, place: Place) -> None:
        holder = place.box
        for step in place.path[:-1]:
            holder = holder[step]
        for key, among in variant.with_.items():
            if isinstance(holder.get(key), str) and holder[key] not in among:
                beside = Place(place.box, place.found, (*place.path[:-1], key))
                said = Text(
                    "{what} is '{value}'; with '{kind}' it may be: {names}",
                    "{what} vaut « {value} » ; avec « {kind} », permis : {names}",
                )
                words = {"value": holder[key], "kind": kind, "names": listed([*among])}
                beside.fault("unknown-word", said.format(what=beside.what, **words))

    def table(self, kind: str) -> Table:
        variant = self.variants[kind]
        return Table(variant.keys, at_most_one=variant.at_most_one)

    def allowed(self, box: Any) -> Text:
        return listed([*self.variants])

    def details(self) -> Data:
        return {"tag": self.tag, "variants": {kind: self._json(kind) for kind in self.variants}}

    def _json(self, kind: str) -> Data:
        variant = self.variants[kind]
        with_ = {key: [*among] for key, among in variant.with_.items()}
        words = {"label": variant.label._asdict()}
        if variant.help:
            words["help"] = variant.help._asdict()
        return {**self.table(kind).json(), **words, **({"with": with_} if with_ else {})}


@dataclass(frozen=True)
class Either(Node):
    """What one of several nodes allows."""

    of: tuple[Node, ...]
    type = "either"

    def check(self, value: Any, place: Place) -> None:
        if self.node_of(value, place) is not None:
            return
        found: list[Found] = []
        self.of[0].check(value, Place(place.box, found, place.path))
        each = [node.allowed(place.box) for node in self.of]
        right = Text(*(f" {word} ".join(said) for word, said in _by_language(each)))
        place.refuse(found[0][1], NOT_ALLOWED, value, right=right)

    def node_of(self, value: Any, place: Place) -> Node | None:
        """The node that allows a value."""
        for node in self.of:
            found: list[Found] = []
            node.check(value, Place(place.box, found, place.path))
            if not found:
                return node
        return None

    def allowed(self, box: Any) -> Text:
        return listed([node.allowed(box) for node in self.of])

    def details(self) -> Data:
        return {"of": [node.json() for node in self.of]}


@dataclass(frozen=True)
class Map(Node):
    """A value for some or all of several words."""

    words: Mapping[str, Text]
    of: Node
    needed: tuple[str, ...] = ()
    type = "map"

    def check(self, value: Any, place: Place) -> None:
        if not isinstance(value, dict):
            place.refuse("malformed", NOT_ALLOWED, value, right=Text("a table", "une table"))
            return
        for word, inner in value.items():
            if word in self.words:
                self.of.check(inner, place.at(word))
            else:
                place.fault("unknown-word", unknown(place.what, word, self.words), word)
        for word in self.needed:
            if word not in value:
                place.fault("malformed", MISSING.format(key=repr(word)), word)

    def allowed(self, box: Any) -> Text:
        return listed([*self.words])

    def details(self) -> Data:
        details = {"keys": options_json(self.words), "of": self.of.json()}
        return {**details, "needed": [*self.needed]}


# ---------------------------------------------------------------- helpers


def unknown(what: Text | str, value: Any, names: Iterable[str]) -> Text:
    """The refusal of a word that is none of those allowed."""
    said = value if isinstance(value, str) else repr(value)
    return UNKNOWN.format(what=what, value=printable(said, 80), names=listed([*names]))


def _idle(what: Text, entry: Data, word: str, known: list[str], about: tuple[str, ...]) -> Text:
    """The refusal of a key: unknown, or without a meaning beside the others."""
    if not about:
        return unknown(what if what.en else Text("box", "boîte"), word, known)
    subject = " of ".join(str(entry[key]) for key in about if key in entry)
    return IDLE_WORD.format(word=printable(word, 80), about=subject, names=listed(known))


def _by_language(texts: list[Text]) -> Iterator[tuple[str, list[str]]]:
    yield "or", [text.en for text in texts]
    yield "ou", [text.fr for text in texts]


def _key_json(key: Key) -> Data:
    made: Data = {"key": key.key, "node": key.node.json(), "optional": key.optional}
    if key.default is not None:
        made["default"] = key.default
    if key.when:
        made["when"] = {word: [*among] for word, among in key.when.items()}
    return made


def options_json(words: Mapping[str, Text]) -> list[Data]:
    return [{"value": word, "label": label._asdict()} for word, label in words.items()]


def entries_of(box: Any, table: str) -> list[Data]:
    """The tables of a list of tables, as far as they are there."""
    entries = box.get(table) if isinstance(box, dict) else None
    return [each for each in entries if isinstance(each, dict)] if isinstance(entries, list) else []


def ids_of(box: Any, table: str) -> list[str]:
    return [entry["id"] for entry in entries_of(box, table) if isinstance(entry.get("id"), str)]


def inner_nodes(node: Node | None, value: Any) -> dict[str, Node]:
    """The nodes of the keys that a table may have, in their order."""
    if isinstance(node, Map):
        return dict.fromkeys(node.words, node.of)
    if isinstance(node, Union):
        tag = {node.tag: Choice({kind: each.label for kind, each in node.variants.items()})}
        kind = value.get(node.tag) if isinstance(value, dict) else None
        known = isinstance(kind, str) and kind in node.variants
        return {**tag, **(inner_nodes(node.table(str(kind)), value) if known else {})}
    return {key.key: key.node for key in node.keys} if isinstance(node, Table) else {}


def plain_words(words: Iterable[str]) -> dict[str, Text]:
    """Words that are their own labels, such as letters and numbers."""
    return {word: Text(word, word) for word in words}


NAME_KEYS = (
    Key("en", Name(label=Text("Name in English", "Nom en anglais")), optional=True),
    Key("fr", Name(label=Text("Name in French", "Nom en français")), optional=True),
)
NAME = ("en", "fr")  # of which one is needed: the other language falls back on it
ID_KEY = Key(
    "id",
    Id(
        label=Text("Short name", "Nom court"),
        help=Text(
            "For records and for typing: small letters, digits and _, such as tree_house.",
            "Pour les parties notées et pour taper : minuscules, chiffres et _, comme tree_house.",
        ),
    ),
)


def name_of(entry: Mapping[str, Any]) -> Text:
    """The name of a thing in both languages; where one is missing, the other is used.

    >>> name_of({"en": "Inn"})
    Text(en='Inn', fr='Inn')
    """
    en, fr = entry.get("en"), entry.get("fr")
    return Text(en or fr or "", fr or en or "")


def players_key(most: int) -> Key:
    """How many may play, at least and at most."""
    node = Each(
        Whole(2, most),
        2,
        2,
        Text("number", "nombre"),
        label=Text("Players, from and to", "Joueurs, de et à"),
        help=Text(
            "How many may play at least, and at most.",
            "Combien peuvent jouer, au moins et au plus.",
        ),
    )
    return Key("players", node)


# ---------------------------------------------------------------- rules beyond single values

Rule = Callable[[Data], Iterable[Found]]
Rules = tuple[tuple[tuple[str, ...], Rule], ...]  # each with the tables that it looks at


@dataclass(frozen=True)
class Form:
    """The description of a game's box: a tree of nodes, and rules that no single value can break.

    A rule names the tables that it looks at; it is asked where these have no fault. `earlier` is
    the form of boxes that an earlier version took, if it took what this one refuses."""

    root: Table
    rules: Rules = ()
    earlier: "Form | None" = None

    def faults(self, box: Data, ignored: str = "") -> list[Found]:
        """All that is wrong with a box, but for faults with the ignored code."""
        found: list[Found] = []
        self.root.check(box, Place(box, found))
        found = [each for each in found if each[1] != ignored]
        faulty = {path[0] if path else "" for path, _, _ in found}
        missing = {key.key for key in self.root.keys if key.key not in box}
        for tables, rule in self.rules:
            if not faulty & {*tables} and not missing & {*tables}:
                found += rule(box)
        return found


def repeated(items: Iterable[tuple[Path, Any]]) -> Iterator[Found]:
    """Those that are there twice."""
    seen = set()
    for path, item in items:
        if item in seen:
            yield path, "twice", TWICE.format(item=str(item))
        seen.add(item)


def outside(
    box: Any, path: Path, value: int, low: int, high: int, what: str = ""
) -> Iterator[Found]:
    """A sum or a count that is not in its range; `what` it is, if not the words of the path."""
    if not low <= value <= high:
        said = RANGE.format(what=what or words_of(box, path), value=value, low=low, high=high)
        yield path, "out-of-range", said


def players_in_order(box: Data) -> Iterator[Found]:
    """The greater number of players comes last."""
    low, high = box["game"]["players"]
    if high < low:
        said = Text(
            "players is [{low}, {high}]; the smaller number comes first",
            "players vaut [{low}, {high}] ; le plus petit nombre vient d'abord",
        )
        yield ("game", "players"), "out-of-range", said.format(low=low, high=high)


def new_names(box: Data, tables: Iterable[str]) -> Iterator[Found]:
    """No id and no name is taken twice: notation reads them all."""
    things = [(table, i, each) for table in tables for i, each in enumerate(box[table])]
    yield from repeated(((table, i, "id"), each["id"]) for table, i, each in things)
    for language in NAME:
        yield from repeated(
            ((table, i, language), getattr(name_of(each), language)) for table, i, each in things
        )

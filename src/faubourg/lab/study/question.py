"""A designer's question as a study: what does this box do, against another or along a sweep?

The study is written as the text of a study's file, with its boxes beside it: `faubourg lab run`
plays the same games of the same text, row for row.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faubourg.core.text import Text
from faubourg.gamekit import form
from faubourg.gamekit.toml_text import to_toml
from faubourg.lab.study.file import StudyFile
from faubourg.lab.study.patch import PatchError, follow, key_of
from faubourg.lab.study.study import Study

NAME = "study.toml"
SHARD = 1024  # games: small, so that there is something to see at once
PRINTED, OTHER, THIS = "printed box", "other box", "this box"
VARIANTS = {
    PRINTED: Text(PRINTED, "boîte imprimée"),
    OTHER: Text(OTHER, "autre boîte"),
    THIS: Text(THIS, "cette boîte"),
    "people": Text("people", "des gens"),
}


@dataclass(frozen=True)
class BoxText:
    """A box by its digest; the text of a printed one is that of the program."""

    digest: str
    text: str
    printed: bool = False


@dataclass(frozen=True)
class Question:
    """What somebody wants to know of a box."""

    game: str
    box: BoxText
    against: BoxText
    players: int
    bots: str
    games: int  # for each variant
    options: Mapping[str, str] = field(default_factory=dict)
    sweep: Mapping[str, Any] | None = None  # path, from, to, step
    find: Mapping[str, Any] | None = None  # measure, target
    stronger: str | None = None  # a second level of bots: what does it change?

    @property
    def files(self) -> dict[str, str]:
        """The boxes that the study names, by the names of their files."""
        named = (self.box,) if self.sweep else (self.against, self.box)
        return {file_of(box): box.text for box in named if not box.printed}

    @property
    def toml(self) -> str:
        """The text of the study's file."""
        told: dict[str, Any] = {
            "title": "What does this box do?",
            "game": self.game,
            "players": self.players,
            **({"levels": [self.bots, self.stronger]} if self.stronger else {"bots": self.bots}),
            "games": self.games,
            "shard": SHARD,
        }
        if self.sweep is None:
            against = PRINTED if self.against.printed else OTHER
            told["options"] = dict(self.options)
            told["variant"] = [
                {"name": against} | _components(self.against),
                {"name": THIS} | _components(self.box),
            ]
            return to_toml(told)
        path, *ends = (self.sweep[word] for word in ("path", "from", "to", "step"))
        levels = dict(zip(("from", "to", "step"), ends, strict=True))
        told |= _components(self.box) | {"options": dict(self.options)}
        told["sweep"] = [{"name": path, "change": path, **levels}]
        if self.find is not None:
            told["find"] = dict(self.find)
        return to_toml(told)

    def study(self) -> Study:
        """The study, checked; StudyError says what is wrong with it."""
        return StudyFile(self.toml, Path(NAME), self.files).study()

    @property
    def factor(self) -> Text | None:
        """What is swept, as people call it: the name of the thing and the word that changes."""
        if self.sweep is None:
            return None
        path = str(self.sweep["path"])
        *words, last = path.split(".")
        label = self._label(path) or Text(last, last)
        thing = _follow(self.box, ".".join(words)) if words else None
        if not isinstance(thing, dict) or not isinstance(thing.get("en", thing.get("fr")), str):
            return label
        english, french = (thing.get(a, thing.get(b)) for a, b in (("en", "fr"), ("fr", "en")))
        return Text(f"{english} ({label.en})", f"{french} ({label.fr})")

    def _label(self, path: str) -> Text | None:
        """What the form of the game's boxes calls what a path leads to."""
        data, steps = form.data(self.box.text), list[str | int]()
        home: Any = data
        for word in path.split("."):
            try:
                key = key_of(home, word, path)
                home = home[key]
            except (PatchError, KeyError):
                return None
            steps.append(key)
        node = form.node_at(self.game, data, tuple(steps))
        return node.label if node else None

    @property
    def printed_level(self) -> int | None:
        """The level of the factor in the box to compare with, where it has one."""
        found = _follow(self.against, self.sweep["path"]) if self.sweep else None
        return found if isinstance(found, int) and not isinstance(found, bool) else None


def file_of(box: BoxText) -> str:
    return f"{box.digest}.toml"


def _components(box: BoxText) -> dict[str, str]:
    return {} if box.printed else {"components": file_of(box)}


def _follow(box: BoxText, path: str) -> Any:
    """What a path leads to in a box; None if it leads nowhere."""
    try:
        return follow(tomllib.loads(box.text), path)
    except PatchError:
        return None

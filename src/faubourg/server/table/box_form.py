"""The form of boxes as the workshop asks for it: check, data, TOML, differences."""

import tomllib
from typing import Any, NamedTuple

from faubourg.core.errors import ComponentsError
from faubourg.core.game import Game, versions
from faubourg.core.text import Text
from faubourg.lab.study.patch import to_toml


class Fault(NamedTuple):
    path: tuple[str | int, ...]
    line: int
    code: str
    said: Text


class Checked(NamedTuple):
    faults: tuple[Fault, ...]


def check(game: str, text: str) -> Checked:
    try:
        Game(game, components=text + "\n")
    except ComponentsError as error:
        path = (error.key,) if error.key else ()
        return Checked((Fault(path, error.line or 1, error.code, error.bare),))
    return Checked(())


def form_json(game: str) -> dict[str, Any]:
    return {}


def data(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


def toml(game: str, data: dict[str, Any]) -> str:
    return to_toml(data)


def differences(game: str, text: str) -> tuple[Text, ...]:
    printed = Game(game, rules=versions(game)[-1]).components.text
    if data(text) == data(printed):
        return ()
    return (Text("This is not the printed box.", "Ce n'est pas la boîte imprimée."),)

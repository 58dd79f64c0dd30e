"""The games: one folder each, found by being here or in a folder that FAUBOURG_GAMES names."""

import os
from pathlib import Path

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Text

VARIABLE = "FAUBOURG_GAMES"  # folders of games beside this one, separated as in PATH
HERE = Path(__file__).resolve().parent
MARKS = ("__init__.py", "rules.py")  # a folder with one of these is meant to be a game

NO_FOLDER = Text("{variable} names {path}: {why}.", "{variable} nomme {path} : {why}.")
TWICE = Text(
    "There are two games '{name}': in {one} and in {two}. Rename a folder, or change {variable}.",
    "Il y a deux jeux « {name} » : dans {one} et dans {two}. Renomme un dossier, ou change "
    "{variable}.",
)


def names() -> list[str]:
    """All games, by their folders.

    >>> "minivilles" in names()
    True
    """
    found: dict[str, Path] = {}
    for folder in _extend_path():
        for name in _games_in(folder):
            if name in found:
                said = TWICE.format(
                    name=name, one=str(found[name]), two=str(folder), variable=VARIABLE
                )
                raise FaubourgError("two-games", said)
            found[name] = folder
    return sorted(found)


def is_shipped(name: str) -> bool:
    """Whether a game lies in the package itself."""
    return name in _games_in(HERE)


def _extend_path() -> list[Path]:
    """Bring `__path__`, by which Python finds modules, up to date with the environment."""
    folders = [HERE, *outside()]
    __path__[:] = map(str, folders)
    return folders


def outside() -> list[Path]:
    """The folders that FAUBOURG_GAMES names, each once."""
    named = os.environ.get(VARIABLE, "").split(os.pathsep)
    folders = dict.fromkeys(Path(each).resolve() for each in named if each)
    return [folder for folder in folders if folder != HERE]


def _games_in(folder: Path) -> list[str]:
    try:
        inside = sorted(folder.iterdir())
    except OSError as error:
        why = error.strerror or str(error)
        said = NO_FOLDER.format(variable=VARIABLE, path=str(folder), why=why)
        raise FaubourgError("no-games-folder", said) from error
    games = (path for path in inside if any((path / mark).is_file() for mark in MARKS))
    return [path.name for path in games if path.name.isidentifier()]

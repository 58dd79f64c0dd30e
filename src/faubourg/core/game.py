"""A game with its options chosen, and where games are found: in the folders under `games/`."""

import importlib
import importlib.util
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Components, Row, Source
from faubourg.core.options import check_options, check_players, unknown
from faubourg.core.text import Text

if TYPE_CHECKING:
    from faubourg.core.position import Position

# By name, not by an import: games know the core, never the other way round.
home: Any = importlib.import_module("faubourg.games")
games = home.names


class Game:
    """One game for a number of players, with its options.

    `components` is a file of the user's own, or the text of one.

    >>> Game("minivilles", players=3).players
    3
    >>> Game("minivilles", players=9)
    Traceback (most recent call last):
    faubourg.core.errors.OptionError: The number of players is 9; allowed: 2 to 5.
    """

    def __init__(
        self,
        name: str,
        /,
        players: int | None = None,
        components: Source | None = None,
        **options: object,
    ) -> None:
        self.name = name
        self.components = _components(name, components)
        least, most = self.components.players
        self.players = check_players(least if players is None else players, least, most)
        self.options = check_options(self.part("state").OPTIONS, options, self.players)

    def part(self, file: str) -> Any:
        """A module of the game's folder, such as `rules` or `view`."""
        return part(self.name, file)

    @property
    def title(self) -> Text:
        return self.components.name

    @property
    def is_standard(self) -> bool:
        """Whether it is played with the components that the package has."""
        return self.components.digest == _default_components(self.name).digest

    @cached_property
    def rules(self) -> Any:
        return self.part("rules")

    def new_rows(self, count: int) -> npt.NDArray[Any]:
        """Zeroed rows of this game."""
        return np.zeros(count, self.part("state").ROW)

    def start_row(self) -> Row:
        row: Row = self.new_rows(1)[0]
        self.rules.start(self.components.box, row, self.players, self.options)
        return row

    def start(self) -> "Position":
        """The position before the first move."""
        from faubourg.core.position import Position

        return Position(self, self.start_row())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        options = tuple(sorted(self.options.items()))
        return (self.name, self.players, self.components.digest, options)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"Game({self.name!r}, players={self.players}{options})"


@cache
def part(name: str, file: str) -> Any:
    """A module of the folder of a game."""
    check_name(name)
    return importlib.import_module(f"faubourg.games.{name}.{file}")


def check_name(name: str) -> str:
    if name not in games():
        raise unknown("game", name, games())
    return name


def folder(name: str) -> Path:
    """Where the files of a game lie."""
    places = (Path(place) / check_name(name) for place in home.__path__)
    return next(place for place in places if place.is_dir())


def variants(name: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Every number of players with every value of every option, one option changed at a time."""
    least, most = _default_components(name).players
    options = part(name, "state").OPTIONS
    for players in range(least, most + 1):
        default = {option.name: option.default for option in options}
        yield players, default
        for option in options:
            for value in option.allowed(players):
                if value != option.default:
                    yield players, {**default, option.name: value}


def _components(name: str, source: Source | None) -> Components:
    if source is None:
        return _default_components(name)
    if isinstance(source, str) and "\n" not in source:
        source = Path(source)
    loaded: Components = part(name, "components").load(source)
    return loaded


@cache
def _default_components(name: str) -> Components:
    loaded: Components = part(name, "components").load()
    return loaded

"""A game with its options chosen; the modules of a game, its own or defaults; where games lie."""

import importlib
import importlib.util
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Components, Row, Source, promised
from faubourg.core.options import check_options, check_players, unknown
from faubourg.core.text import Text

if TYPE_CHECKING:
    from faubourg.core.position import Position

# By name, not by an import: games and defaults know the core, never the other way round.
home: Any = importlib.import_module("faubourg.games")
games = home.names
is_shipped = home.is_shipped
DEFAULTS = "faubourg.gamekit.defaults"


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
        """A module of the game, such as `rules` or `view`."""
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
    """A module of a game, such as `rules` or `view`, with all names that the contract promises: the
    game's own, with a default for every name that it leaves out."""
    own = own_module(name, file)
    if own is not None and all(hasattr(own, each) for each in promised(file)):
        return own
    return importlib.import_module(DEFAULTS).complete(name, file, own)


@cache
def own_module(name: str, file: str) -> Any:
    """The module that a game's folder has, as it is; None if it has none."""
    module = f"faubourg.games.{check_name(name)}.{file}"
    parent = module.rpartition(".")[0]
    if importlib.util.find_spec(parent) is None or importlib.util.find_spec(module) is None:
        return None
    return importlib.import_module(module)


def check_name(name: str) -> str:
    if name not in games():
        raise unknown("game", name, games())
    return name


def folder(name: str) -> Path:
    """Where the files of a game lie."""
    check_name(name)
    folders = (Path(path) / name for path in home.__path__)
    return next(folder for folder in folders if folder.is_dir())


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

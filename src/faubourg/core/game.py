"""A game with its options chosen; the modules of a game, its own or defaults; where games lie."""

import importlib
import importlib.util
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Components, Row, Source, StoredText, promised
from faubourg.core.options import check_options, check_players, check_rules, unknown
from faubourg.core.text import Text

if TYPE_CHECKING:
    from faubourg.core.position import Position

# By name, not by an import: games and defaults know the core, never the other way round.
home: Any = importlib.import_module("faubourg.games")
games = home.names
is_shipped = home.is_shipped
DEFAULTS = "faubourg.gamekit.defaults"
EARLIER = "earlier"  # the folder with the boxes of earlier versions of the rules


class Game:
    """One game for a number of players, with its options.

    `components` is a file of the user's own, or the text of one; a `StoredText` if it was taken
    before. `rules` is the version of the rules: the newest, unless a game of an earlier version is
    to be replayed or gone on with.

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
        rules: object = None,  # a version; checked as options are
        **options: object,
    ) -> None:
        self.name = name
        known = versions(name)
        self.version = check_rules(known[-1] if rules is None else rules, known)
        self.components = _components(name, components, self.version)
        least, most = self.components.players
        self.players = check_players(least if players is None else players, least, most)
        self.options = check_options(
            self.part("state").OPTIONS, options, self.players, self.version, self.components
        )

    def part(self, file: str) -> Any:
        """A module of the game, such as `rules` or `view`."""
        return part(self.name, file)

    @property
    def title(self) -> Text:
        return self.components.name

    @property
    def is_standard(self) -> bool:
        """Whether it is played with the components that the package has for its version."""
        return self.components.digest == _default_components(self.name, self.version).digest

    @property
    def is_newest(self) -> bool:
        """Whether it is played by the newest version of the rules."""
        return self.version == versions(self.name)[-1]

    def renewed(self) -> "Game":
        """The same game for another round: by the newest rules, with the components of the newest
        version if it had those of its own."""
        source = None if self.is_standard else self.components.text
        return self if self.is_newest else Game(self.name, self.players, source, **self.options)

    @property
    def written_options(self) -> dict[str, str]:
        """The options that records write: an option that came later is left out where it has its
        default, so that records from before stay as they are."""
        later = {
            option.name: option.usual(self.players, self.version, self.components)
            for option in self.part("state").OPTIONS
            if option.later
        }
        return {name: value for name, value in self.options.items() if later.get(name) != value}

    @cached_property
    def rules(self) -> Any:
        return self.part("rules")

    @cached_property
    def actions(self) -> int:
        """How many numbers of actions the game needs: fewer than the rules know, unless its box is
        larger than boxes could be at first."""
        larger = getattr(self.components, "is_larger", False)
        at_first: int = getattr(self.rules, "ACTIONS_AT_FIRST", self.rules.ACTIONS)
        return int(self.rules.ACTIONS) if larger else at_first

    @cached_property
    def features(self) -> tuple[Any, ...]:
        """The fields of an observation, each a `gamekit.observation.Field`."""
        observe = self.part("observe")
        larger = getattr(self.components, "is_larger", False)
        return (*observe.FIELDS, *(getattr(observe, "MORE_FIELDS", ()) if larger else ()))

    @cached_property
    def box(self) -> Box:
        """All numbers of the components, as the rules read them."""
        return self.components.box

    @cached_property
    def row_type(self) -> np.dtype[Any]:
        """The dtype of this game's rows."""
        found: np.dtype[Any] = self.part("state").ROW
        return found

    def new_rows(self, count: int) -> npt.NDArray[Any]:
        """Zeroed rows of this game."""
        return np.zeros(count, self.row_type)

    def start_row(self) -> Row:
        row: Row = self.new_rows(1)[0]
        self.rules.start(self.components.box, row, self.players, self.options)
        return row

    def start(self) -> "Position":
        """The position before the first move."""
        from faubourg.core.position import Position

        return Position(self, self.start_row())

    def __reduce__(self) -> tuple[Any, ...]:
        source = None if self.is_standard else self.components.text
        return _game, (self.name, self.players, source, self.version, self.options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        options = tuple(sorted(self.options.items()))
        return (self.name, self.version, self.players, self.components.digest, options)

    def __repr__(self) -> str:
        rules = "" if self.is_newest else f", rules={self.version}"
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"Game({self.name!r}, players={self.players}{rules}{options})"


def _game(name: str, players: int, source: str | None, rules: int, options: dict[str, str]) -> Game:
    """A game that was pickled."""
    return Game(name, players, source, rules, **options)


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
    least, most = Game(name).components.players
    options, newest = part(name, "state").OPTIONS, versions(name)[-1]
    for players in range(least, most + 1):
        default = {option.name: option.usual(players, newest) for option in options}
        yield players, default
        for option in options:
            for value in option.allowed(players):
                if value != default[option.name]:
                    yield players, {**default, option.name: value}


@cache
def versions(name: str) -> tuple[int, ...]:
    """The versions of a game's rules that can be played, the newest last: an earlier one is known
    by its box, such as `earlier/components-1.toml` in the folder of the game."""
    newest: int = part(name, "rules").VERSION
    earlier = (number for number in range(1, newest) if _earlier_box(name, number).is_file())
    return (*earlier, newest)


def _earlier_box(name: str, version: int) -> Path:
    return folder(name) / EARLIER / f"components-{version}.toml"


def _components(name: str, source: Source | None, version: int) -> Components:
    if source is None:
        return _default_components(name, version)
    if isinstance(source, str) and not isinstance(source, StoredText) and "\n" not in source:
        source = Path(source)
    loaded: Components = part(name, "components").load(source)
    return loaded


@cache
def _default_components(name: str, version: int) -> Components:
    is_newest = version == versions(name)[-1]
    source = None if is_newest else _earlier_box(name, version)
    loaded: Components = part(name, "components").load(source)
    return loaded

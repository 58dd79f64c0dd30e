"""A study: an experiment of cells (a variant with a number of players), each played many times.

`study/file.py` reads one from a TOML file and checks everything before the first game is played.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from faubourg.bots.bot import Bot, CompiledBot
from faubourg.bots.compiled_match import is_compiled
from faubourg.core.game import Game
from faubourg.core.text import Text
from faubourg.lab.study.bots import make_bots
from faubourg.lab.study.goal import Find, Stop
from faubourg.lab.study.sweep import Factor

FORMAT = 1  # of the results; another one can't be gone on with
SEARCHED = 32  # games of a shard between bots of which some search in machine code


@dataclass(frozen=True)
class Variant:
    """The game as it is, or with something changed."""

    name: str
    options: Mapping[str, str]
    bots: Mapping[int, tuple[str, ...]]  # for each number of players, one for each seat
    components: str | None = field(repr=False)  # the text of a box; None for the usual one
    levels: Mapping[str, Any] = field(default_factory=dict)  # of each factor that is swept
    level: str = ""  # of all bots, where the study has several


@dataclass(frozen=True)
class Cell:
    """All games of one variant with one number of players."""

    number: int
    variant: Variant
    players: int
    game: Game
    seats: tuple[str, ...]

    @property
    def label(self) -> Text:
        name, players = self.variant.name, self.players
        return Text(f"{name}, {players} players", f"{name}, {players} joueurs")


@dataclass(frozen=True)
class Study:
    """A checked study."""

    title: str
    name: str  # of the file, without its ending
    game: str
    players: tuple[int, ...]
    games: int  # for each cell
    luck: int  # more games for each cell, which measure the share of luck
    seed: int
    seconds: float | None  # a move, for bots whose effort can be chosen
    shard: int  # games stored together, rounded down to whole blocks
    variants: tuple[Variant, ...]
    rules: int | None = None  # the version; None for the newest
    simulations: int | None = None  # a move, instead of seconds
    common: bool = False  # common random numbers: the n-th games of all variants share their dice
    common_given: bool = False  # the file says so; else results of before go on without
    factors: tuple[Factor, ...] = ()
    stop: Stop | None = None
    find: Find | None = None
    search_shard: int = SEARCHED  # results of before have other shards

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every variant with every number of players."""
        found: list[Cell] = []
        for variant in self.variants:
            for players in self.players:
                options = tuple(sorted(variant.options.items()))
                game = _game(self.game, players, variant.components, self.rules, options)
                seats = variant.bots[players]
                found.append(Cell(len(found), variant, players, game, seats))
        return tuple(found)

    @property
    def levels(self) -> list[str]:
        """The levels of bots at which every variant is played, the weakest first; none where each
        variant says who plays."""
        return list(dict.fromkeys(variant.level for variant in self.variants if variant.level))

    def bots(self, cell: Cell) -> list[Bot]:
        """A bot for each seat of a cell."""
        return make_bots(cell.seats, self.seconds, self.simulations)

    def is_compiled(self, cell: Cell) -> bool:
        """Whether the cell is played wholly in machine code."""
        return all(map(is_compiled, self.bots(cell)))

    def is_searched(self, cell: Cell) -> bool:
        """Whether some bots of the cell search, all in machine code."""
        return self.is_compiled(cell) and not self.is_simple(cell)

    def is_simple(self, cell: Cell) -> bool:
        """Whether no bot of the cell searches, and all are played in machine code."""
        return all(isinstance(bot, CompiledBot) for bot in self.bots(cell))

    @cached_property
    def facts(self) -> dict[str, Any]:
        """All that the rows of the results depend on, as plain data: what `digest` hashes. What
        came later is there only where it is used, so that results of before stay valid."""
        return {
            "format": FORMAT,
            "game": self.game,
            "rules": self.cells[0].game.version,
            "players": list(self.players),
            "games": self.games,
            "luck": self.luck,
            "seed": self.seed,
            "seconds": self.seconds,
            "shard": self.shard,
            "variants": [
                {
                    "name": variant.name,
                    "options": dict(variant.options),
                    "bots": {str(n): list(seats) for n, seats in variant.bots.items()},
                    "components": self._box(variant),
                }
                for variant in self.variants
            ],
            **self._later_facts,
        }

    @property
    def _later_facts(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.simulations is not None:
            found["simulations"] = self.simulations
        if self.common:
            found["common"] = True
        if self.search_shard == SEARCHED and any(map(self.is_searched, self.cells)):
            found["search_shard"] = self.search_shard
        if self.factors:
            found["factors"] = [vars(factor) for factor in self.factors]
            found["levels"] = [dict(variant.levels) for variant in self.variants]
        for word, goal in (("stop", self.stop), ("find", self.find)):
            if goal:
                found[word] = vars(goal)
        return found

    def _box(self, variant: Variant) -> str:
        return next(cell.game.components.digest for cell in self.cells if cell.variant is variant)

    @property
    def digest(self) -> str:
        text = json.dumps(self.facts, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __getstate__(self) -> dict[str, Any]:
        """Pickled without its games, which are made anew in the process where it arrives."""
        return {key: value for key, value in vars(self).items() if key not in ("cells", "facts")}


@cache
def _game(
    name: str,
    players: int,
    components: str | None,
    rules: int | None,
    options: tuple[tuple[str, str], ...],
) -> Game:
    return Game(name, players, components, rules, **dict(options))

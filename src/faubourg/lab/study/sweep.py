"""Sweeps: factors of an experiment and their levels; every combination of levels is a variant.

A factor is one thing that takes several values: a value of the box, by the words of a change
(`establishment.mine.cost`), an option of the game (`options.first`), or the bots of all seats
(`bots`). One factor of numbers gives a curve; several give a full factorial design.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from faubourg.core.checks import is_whole
from faubourg.core.text import Text

FIELDS = ("name", "change", "from", "to", "step", "values")
OPTIONS, BOTS = "options.", "bots"
MOST_LEVELS = 200
MOST_VARIANTS = 1000
FAR = 10**9
LEVELS = Text(
    f"'from' and 'to' as whole numbers, with a 'step' above 0 if it is not 1, at most "
    f"{MOST_LEVELS} levels; or a list of different 'values'",
    f"« from » et « to », des entiers, avec un « step » au-dessus de 0 si ce n'est pas 1, au plus "
    f"{MOST_LEVELS} niveaux ; ou une liste de « values » différentes",
)

Level = Any  # a number, a text, or whatever the box has at that place
Levels = dict[str, Level]  # by the name of the factor


@dataclass(frozen=True)
class Factor:
    """One thing that varies."""

    name: str
    change: str
    levels: tuple[Level, ...]

    @property
    def numeric(self) -> bool:
        """Whether its levels are numbers, which lie on an axis."""
        return all(
            isinstance(level, int | float) and not isinstance(level, bool) for level in self.levels
        )


def levels_of(entry: Mapping[str, Any]) -> tuple[Level, ...] | None:
    """The levels that an entry of a study gives, or None if it is not allowed.

    >>> levels_of({"from": 4, "to": 8, "step": 2})
    (4, 6, 8)
    """
    if "values" in entry:
        values = entry["values"]
        alone = not {"from", "to", "step"} & set(entry)
        right = alone and isinstance(values, list) and 1 < len(values) <= MOST_LEVELS
        different = right and len({repr(value) for value in values}) == len(values)
        return tuple(values) if different else None
    low, high, step = entry.get("from"), entry.get("to"), entry.get("step", 1)
    if not is_whole(low, -FAR, FAR) or not is_whole(high, low + 1, FAR) or not is_whole(step, 1):
        return None
    found = tuple(range(low, high + 1, step))
    return found if 1 < len(found) <= MOST_LEVELS else None


def combinations(factors: tuple[Factor, ...]) -> Iterator[tuple[str, Levels]]:
    """Every combination of levels with the name of its variant; the last factor varies quickest.

    >>> mine = Factor("Mine", "establishment.mine.cost", (5, 6))
    >>> [name for name, _ in combinations((mine, Factor("first", "options.first", ("A", "B"))))]
    ['Mine 5, first A', 'Mine 5, first B', 'Mine 6, first A', 'Mine 6, first B']
    """
    for levels in product(*(factor.levels for factor in factors)):
        named = dict(zip((factor.name for factor in factors), levels, strict=True))
        yield ", ".join(f"{name} {_shown(level)}" for name, level in named.items()), named


def entry_of(factors: tuple[Factor, ...], levels: Levels) -> dict[str, Any]:
    """A combination as the study would write it as a variant of its own."""
    entry: dict[str, Any] = {}
    for factor in factors:
        level = levels[factor.name]
        if factor.change == BOTS:
            entry["bots"] = level
        elif factor.change.startswith(OPTIONS):
            options = entry.setdefault("options", {})
            options[factor.change.removeprefix(OPTIONS)] = level
        else:
            entry.setdefault("change", {})[factor.change] = level
    return entry


def _shown(level: Level) -> str:
    return " ".join(map(str, level)) if isinstance(level, list) else str(level)

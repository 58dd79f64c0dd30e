"""The reasons that hints give, held to the rules: each sentence is read back and checked."""

import random
import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import NamedTuple

from faubourg.core.contract import Row
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.core.text import Text
from tests.effort import many

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Fay")
MOST_ACTIONS = 6  # of one position that are looked at


class Said(NamedTuple):
    """A sentence about an action, and what it filled in."""

    position: Position
    action: int
    values: dict[str, str]

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def row(self) -> Row:
        return self.position.row

    @property
    def seat(self) -> int:
        return int(self.row.turn_of)

    def after(self, action: int | None = None) -> Position:
        """The position after the action, or after another one."""
        return stepped(self.position, self.action if action is None else action)

    def number(self, name: str) -> int:
        """A number that was filled in, alone or before its unit; -1 where there is none, as in a
        sentence of another kind."""
        found = re.match(r"\d+", self.values[name])
        return int(found.group()) if found else -1


Check = Callable[[Said], bool]


def stepped(position: Position, action: int) -> Position:
    after = position.copy()
    after.step(action)
    return after


def kinds(advice: ModuleType) -> dict[str, Text]:
    """All sentences of a game's advice, by the names of their templates."""
    return {name: value for name, value in vars(advice).items() if isinstance(value, Text)}


def positions(game: Game, count: int, seed: int) -> Iterator[Position]:
    """Decisions of games that are played at random, or by what looks best, every other time."""
    chance, found = random.Random(seed), 0
    rate = game.part("insight").rate
    while found < count:
        position, careful = game.start(), bool(chance.getrandbits(1))
        while position.turn is not None and found < count:
            if position.turn < 0:
                weights = position.weights()
                position.step(chance.choices(list(weights), list(weights.values()))[0])
                continue
            ids = position.legal.ids
            if len(ids) > 1 and chance.random() < 0.3:
                found += 1
                yield position
            row = position.row
            best = max(ids, key=lambda id: rate(game.box, row, id))
            position.step(best if careful else chance.choice(ids))


def all_true(
    game: Game, advice: ModuleType, checks: dict[str, Check], seed: int, count: int = 60
) -> set[str]:
    """Every sentence about so many positions of a game is of a known kind and true; which kinds
    came up."""
    patterns = {name: _pattern(text.en) for name, text in kinds(advice).items()}
    assert set(patterns) == set(checks), "a kind of sentence has no check"
    chance, seen = random.Random(seed), set[str]()
    for position in positions(game, many(count), seed):
        ids = position.legal.ids
        for action in chance.sample(ids, min(MOST_ACTIONS, len(ids))):
            text = advice.why(game.components, position.row, action, NAMES)
            if text is None:
                continue
            read = {name: one.fullmatch(text.en) for name, one in patterns.items()}
            found = {name: match.groupdict() for name, match in read.items() if match}
            assert found, f"of no known kind: {text.en}"
            true = {
                name for name, values in found.items()
                if checks[name](Said(position.copy(), action, values))
            }  # fmt: skip
            assert true, (text.en, position.check(action).text, position.row)
            assert "{" not in text.fr
            seen |= true
    return seen


def _pattern(template: str) -> re.Pattern[str]:
    """A template as what its sentences look like; a name that comes twice is filled in alike."""
    parts, seen = re.split(r"\{(\w+)\}", template), set[str]()
    pattern = re.escape(parts[0])
    for name, rest in zip(parts[1::2], parts[2::2], strict=True):
        pattern += f"(?P={name})" if name in seen else f"(?P<{name}>.+?)"
        pattern += re.escape(rest)
        seen.add(name)
    return re.compile(pattern, re.DOTALL)

"""A second, slow way to say what the batch environment does."""

from collections.abc import Iterator

import numpy as np

from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.envs.streams import streams

WORD = (1 << 64) - 1


class Dice:
    """The generator of one game's stream, in Python's whole numbers."""

    def __init__(self, seed: int, game: int, stream: int = 0) -> None:
        self.one, self.two = (int(word) for word in streams(seed, 1, first=game)[0, stream])

    def number(self) -> float:
        def turned(word: int, by: int) -> int:
            return (word << by | word >> (64 - by)) & WORD

        one, two = self.one, self.two
        word = (turned((one + two) & WORD, 17) + one) & WORD
        two ^= one
        self.one = turned(one, 49) ^ two ^ (two << 21 & WORD)
        self.two = turned(two, 28)
        return (word >> 11) * 2.0**-53


def to_decision(position: Position, dice: Dice) -> None:
    """Play Nature's moves."""
    rules, box = position.game.rules, position.game.components.box
    while position.turn == NATURE:
        position.step(int(rules.nature(box, position.row, dice.number())))


def rewards_of(position: Position) -> list[float]:
    """What an end is worth: sides share 1 and -1; on one side, all get 1 or -1."""
    game, outcome = position.game, position.outcome
    assert outcome is not None
    if game.name == "lutins":
        gnome = int(position.row.gnome)
        sides = [seat == gnome for seat in range(game.players)]
    else:
        sides = list(range(game.players))
    count = len(set(sides))
    if count == 1:
        return [1.0 if outcome.winners else -1.0] * game.players
    winning = {sides[seat] for seat in outcome.winners}
    return [(count / len(winning) * (side in winning) - 1) / (count - 1) for side in sides]


def observed(position: Position, seat: int) -> np.ndarray:
    seen = position.game.part("observe")
    out = np.zeros(seen.SIZE, np.int8)
    seen.observe(position.game.components.box, position.row, seat, out)
    return out


def walk(game: Game, seed: int) -> Iterator[Position]:
    """Every position of a random game in which a player decides, and the end."""
    position, dice, chooser = game.start(), Dice(seed, 0), np.random.default_rng(seed)
    to_decision(position, dice)
    while position.turn is not None:
        yield position
        position.step(int(chooser.choice(position.legal.ids)))
        to_decision(position, dice)
    yield position

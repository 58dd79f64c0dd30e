"""Seat and colour fairness of My Little Town: 4 greedy players, wins per seat and per colour.

    .venv/bin/python scripts/fairness_my_little_town.py

Seat X plays X-th, so a seat here is a place in the order of turns. The 24 ways to give the colours
to the seats are played equally often. A shared win counts in parts.
"""

import sys

import numpy as np
import numpy.typing as npt

from faubourg.core.game import Game
from faubourg.games.my_little_town.state import COLOURS, colour_choices
from faubourg.lab.simulate import simulate

GAMES, SEED, PLAYERS = 20_000, 2026, 4
Shares = npt.NDArray[np.float64]


def shares(winners: npt.NDArray[np.int32]) -> Shares:
    """What part of each game each seat has won."""
    won = (winners[:, None] >> np.arange(PLAYERS)) & 1
    parts: Shares = won / won.sum(axis=1, keepdims=True)
    return parts


def mean_text(parts: Shares) -> str:
    """The mean with its 95 % confidence interval."""
    spread = 1.96 * parts.std(ddof=1) / np.sqrt(len(parts))
    return f"{parts.mean():.2%} ± {spread:.2%}"


def study(bot: str, version: str) -> None:
    """Print one table."""
    ways = [chosen for chosen in colour_choices(PLAYERS) if chosen != "usual"]
    by_seat: list[Shares] = []
    by_colour: list[Shares] = []
    turns, shared = [], 0
    for number, chosen in enumerate(ways):
        count = GAMES // len(ways) + (number < GAMES % len(ways))
        game = Game("my_little_town", PLAYERS, version=version, colours=chosen, first="A")
        batch = simulate(game, [bot] * PLAYERS, games=count, seed=SEED + number)
        parts = shares(batch.winners)
        seats = [chosen.split("-").index(colour) for colour in COLOURS]
        by_seat.append(parts)
        by_colour.append(parts[:, seats])
        turns.append(batch.turns_each)
        shared += int((parts.max(axis=1) < 1).sum())
    seats_won, colours_won = np.concatenate(by_seat), np.concatenate(by_colour)
    length = np.concatenate(turns)
    print(f"{bot}, {version} version, {len(length)} games, seed {SEED}")
    for seat in range(PLAYERS):
        print(f"  {seat + 1}. to play: {mean_text(seats_won[:, seat])}")
    for index, colour in enumerate(COLOURS):
        print(f"  {colour}: {mean_text(colours_won[:, index])}")
    low, middle, high = np.percentile(length, [5, 50, 95])
    print(
        f"  turns: mean {length.mean():.1f}, median {middle:.0f}, 90 % from {low:.0f} to {high:.0f}"
    )
    print(f"  shared wins: {shared / len(length):.2%}")


if __name__ == "__main__":
    for version in ("normal", "easy"):
        study(sys.argv[1] if len(sys.argv) > 1 else "greedy", version)

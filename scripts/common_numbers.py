"""How much common random numbers help: the table of docs/designers/sweeps.md.

    .venv/bin/python -m scripts.common_numbers [GAMES]

For some changes of Minivilles both variants are played with common random numbers; printed is how
many games independent variants would need for the same interval, by each game with common numbers:
the ratio of the variances of the difference.
"""

import sys
import tempfile
from pathlib import Path

import faubourg.lab
from faubourg.core.text import Text
from faubourg.lab.stats import names
from faubourg.lab.stats.per_game import deviation, samples

CHANGES = {
    "Mine +1": 'establishment.mine.cost = "+1"',
    "Bakery +1": 'establishment.bakery.cost = "+1"',
    "one coin more at the start": 'game.starting_coins = "+1"',
}
MEASURES = (names.TURNS, names.won_by(names.seat(0)))


def main() -> None:
    games = int(sys.argv[1]) if sys.argv[1:] else 8192
    for title, change in CHANGES.items():
        for players in (2, 4):
            print(title, players, *(f"{each:.2f}" for each in ratios(change, players, games)))


def ratios(change: str, players: int, games: int) -> list[float]:
    """For each measure, the variance of the difference with dice of their own by that with common
    ones."""
    text = f"""
        game = "minivilles"
        players = {players}
        games = {games}
        luck = 0
        seed = 7
        [[variant]]
        name = "one"
        [[variant]]
        name = "other"
        change = {{ {change} }}
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "study.toml"
        file.write_text(text, encoding="utf-8")
        results = faubourg.lab.run(file).results
        one, other = (
            samples(cell, next(iter(results.tables(cell.number)))) for cell in results.study.cells
        )

    def ratio(name: Text) -> float:
        sides = other[name](), one[name]()
        return (deviation(*sides) / deviation(*sides, paired=True)) ** 2

    return [ratio(name) for name in MEASURES]


if __name__ == "__main__":
    main()

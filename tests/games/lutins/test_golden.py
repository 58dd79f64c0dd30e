"""Golden records of both games and both ways of building, for every number of players.

Those of the usual options lie one folder up, and `tests/records/test_record.py` replays them.
When a rule changes on purpose (and with it `rules.VERSION`), keep these under a name that ends with
the version that they were played by, as `3-players-gnome-imposed-rules-1.txt`, and write new ones:

    .venv/bin/python -m tests.games.lutins.test_golden
"""

from pathlib import Path

import pytest

from faubourg.bots.match import play
from faubourg.core.game import Game, versions
from faubourg.games.lutins.rules import VERSION
from tests.golden import check_golden, write_golden

FOLDER = Path(__file__).parents[2] / "playthroughs" / "lutins" / "variants"
VARIANTS = [
    (players, game, building)
    for players in range(2, 7)
    for game in ("together", "gnome")[: 1 + (players > 2)]
    for building in ("imposed", "imaginary")
    if (game, building) != ("together", "imposed")
]


def path_of(players: int, game: str, building: str, version: int = VERSION) -> Path:
    earlier = "" if version == VERSION else f"-rules-{version}"
    return FOLDER / f"{players}-players-{game}-{building}{earlier}.txt"


def write_golden_records() -> None:
    """Greedy and random in turn, the cards picked openly in every other game."""
    for number, (players, game, building) in enumerate(VARIANTS):
        cards = ("drawn", "picked")[number % 2]
        table = Game("lutins", players, game=game, building=building, cards=cards)
        record = play(table, (["greedy", "random"] * players)[:players], seed=players)
        write_golden(path_of(players, game, building), record)


@pytest.mark.parametrize("version", versions("lutins"))
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_golden_record_replays_to_the_stored_end(variant: tuple[int, str, str], version: int):
    record = check_golden(path_of(*variant, version))
    options = record.game.options
    assert (record.game.players, options["game"], options["building"]) == variant
    assert record.game.version == version


if __name__ == "__main__":
    write_golden_records()

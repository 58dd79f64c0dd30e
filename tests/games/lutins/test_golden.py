"""Golden records of both games and both ways of building, for every number of players.

Those of the usual options lie one folder up, where `tests/test_records.py` replays them. When a
rule changes on purpose (and with it `rules.VERSION`), write these anew and read the diff:

    .venv/bin/python tests/games/lutins/test_golden.py
"""

import hashlib
from pathlib import Path

import pytest

from faubourg.bots.match import play
from faubourg.core.game import Game
from faubourg.core.record import Record

FOLDER = Path(__file__).parents[2] / "records" / "lutins" / "variants"
END = "\n# the end: "  # and a digest of the last position
VARIANTS = [
    (players, game, building)
    for players in range(2, 7)
    for game in ("together", "gnome")[: 1 + (players > 2)]
    for building in ("imposed", "imaginary")
    if (game, building) != ("together", "imposed")
]


def path_of(players: int, game: str, building: str) -> Path:
    return FOLDER / f"{players}-players-{game}-{building}.txt"


def digest(record: Record) -> str:
    return hashlib.sha256(record.replay().to_bytes()).hexdigest()[:16]


def write_golden_records() -> None:
    """Greedy and random in turn, the cards picked openly in every other game."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for number, (players, game, building) in enumerate(VARIANTS):
        cards = ("drawn", "picked")[number % 2]
        table = Game("lutins", players, game=game, building=building, cards=cards)
        record = play(table, (["greedy", "random"] * players)[:players], seed=players)
        text = f"{record.dumps()}{END}{digest(record)}\n"
        path_of(players, game, building).write_text(text, encoding="utf-8", newline="\n")


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_golden_record_replays_to_the_stored_end(variant: tuple[int, str, str]):
    path = path_of(*variant)
    written, end = path.read_text(encoding="utf-8").removesuffix("\n").split(END)
    record = Record.load(path)
    assert record.replay().turn is None
    assert digest(record) == end
    assert record.dumps() == written
    options = record.game.options
    assert (record.game.players, options["game"], options["building"]) == variant


if __name__ == "__main__":
    write_golden_records()

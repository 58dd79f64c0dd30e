"""Golden records of My Little Town for both versions; see `tests/records/test_record.py`, which
replays them. To write those of the easy version anew, with the usual ones written first:

    .venv/bin/python -m tests.games.my_little_town.test_golden
"""

from pathlib import Path

from faubourg.bots.match import play
from faubourg.core.game import Game
from faubourg.records.record import Record
from tests.golden import write_golden

RECORDS = Path(__file__).parents[2] / "playthroughs" / "my_little_town"


def write_easy_records() -> None:
    for players in (2, 3, 4):
        seats = (["greedy", "random"] * players)[:players]
        record = play(Game("my_little_town", players, version="easy"), seats, seed=100 + players)
        write_golden(RECORDS / f"{players}-players-easy.txt", record)


def test_both_versions_have_a_record_for_every_number_of_players():
    held = {
        (record.game.players, record.game.options["version"])
        for record in map(Record.load, RECORDS.glob("*.txt"))
    }
    assert held == {(players, version) for players in (2, 3, 4) for version in ("normal", "easy")}


if __name__ == "__main__":
    write_easy_records()

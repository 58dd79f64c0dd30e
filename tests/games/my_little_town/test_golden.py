"""Golden records of My Little Town for both versions, and with colours that are chosen in the game;
see `tests/records/test_record.py`, which replays them. To write these anew, the usual ones first:

    .venv/bin/python -m tests.games.my_little_town.test_golden
"""

from pathlib import Path

from faubourg.bots.match import play
from faubourg.core.game import Game
from faubourg.records.record import Record
from tests.golden import write_golden

RECORDS = Path(__file__).parents[2] / "playthroughs" / "my_little_town"


def write_records() -> None:
    for players in (2, 3, 4):
        seats = (["greedy", "random"] * players)[:players]
        record = play(Game("my_little_town", players, version="easy"), seats, seed=100 + players)
        write_golden(RECORDS / f"{players}-players-easy.txt", record)
        record = play(Game("my_little_town", players, colours="free"), seats, seed=200 + players)
        write_golden(RECORDS / f"{players}-players-free.txt", record)


def test_every_variant_has_a_record_for_every_number_of_players():
    held = {
        (record.game.players, record.game.options["version"], record.game.options["colours"])
        for record in map(Record.load, RECORDS.glob("*.txt"))
    }
    variants = [("normal", "usual"), ("easy", "usual"), ("normal", "free")]
    assert held == {(players, *variant) for players in (2, 3, 4) for variant in variants}


if __name__ == "__main__":
    write_records()

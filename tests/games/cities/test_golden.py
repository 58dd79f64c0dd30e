"""Golden records of Cities: every number of players, the long game, every city.

Those one folder up are replayed by `tests/records/test_record.py` as well, and paths are counted
along them (`paths.json`; see `tests/kernels/test_compile.py`). When rules or components change on
purpose (and with them `rules.VERSION`), keep these under a name that ends with the version that
they were played by, as `2-players-rules-1.txt`, and write new ones:

    .venv/bin/python -m tests.games.cities.test_golden
"""

import json
import runpy
from pathlib import Path

import pytest

from faubourg.bots.match import play
from faubourg.core.game import Game, versions
from faubourg.games.cities.rules import VERSION
from faubourg.games.cities.state import CITIES
from faubourg.records.record import Record
from tests.golden import check_golden, write_golden

TESTS = Path(__file__).parents[2]
FOLDER = TESTS / "playthroughs" / "cities"

# The file of each game: how many play, how long, where.
GAMES = {
    "2-players": (2, "normal", "new_york"),
    "3-players": (3, "normal", "rio_de_janeiro"),
    "4-players": (4, "normal", "sydney"),
    "2-players-long": (2, "long", "venice"),
    "more/2-players": (2, "normal", "barcelona"),
    "more/3-players": (3, "normal", "lisbon"),
    "more/4-players": (4, "normal", "mexico_city"),
    "more/2-players-long": (2, "long", "buenos_aires"),
}


def write_golden_records() -> None:
    """Greedy and random in turn."""
    for seed, (name, (players, length, city)) in enumerate(GAMES.items()):
        game = Game("cities", players, city=city, length=length)
        record = play(game, (["greedy", "random"] * players)[:players], seed=seed)
        write_golden(FOLDER / f"{name}.txt", record)


def write_paths() -> None:
    probe = runpy.run_path(str(TESTS / "kernels" / "uncompiled_probe.py"))
    paths = {
        f"cities/{file.stem} move {number}": probe["counted"](position)
        for file in sorted(FOLDER.glob("*.txt"))
        for number, position in probe["milestones"](Record.load(file))
    }
    lines = [f"  {json.dumps(name)}: {json.dumps(counts)}" for name, counts in paths.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (FOLDER / "paths.json").write_text(text, encoding="utf-8", newline="\n")


@pytest.mark.parametrize("version", versions("cities"))
@pytest.mark.parametrize("name", GAMES)
def test_a_golden_record_replays_to_the_stored_end(name: str, version: int):
    earlier = "" if version == VERSION else f"-rules-{version}"
    record = check_golden(FOLDER / f"{name}{earlier}.txt")
    assert record.game.version == version
    options = record.game.options
    assert (record.game.players, options["length"], options["city"]) == GAMES[name]


def test_every_city_has_a_golden_record():
    assert {city for _, _, city in GAMES.values()} == {*CITIES}


if __name__ == "__main__":
    write_golden_records()
    write_paths()

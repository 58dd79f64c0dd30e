"""Earlier versions of a game's rules: their boxes lie beside the newest, and their games go on."""

import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from faubourg import Game, Record
from faubourg.core.contract import Option
from faubourg.core.errors import OptionError, RecordError, StudyError
from faubourg.core.game import games, part, versions
from faubourg.core.text import Text
from faubourg.gamekit.new_game import new_game
from faubourg.lab.study.file import load as load_study
from faubourg.records.scenario import load as load_scenarios
from faubourg.server.actions.create import _row as stored_row
from faubourg.server.errors import Refused
from faubourg.server.runtime.workers import SentPosition
from faubourg.server.table.serialize import state
from faubourg.server.table.table import Table
from tests.golden import check_golden

NAME = "canals"
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
MOVES = ["first A", "load", "die 6", "load", "die 5"]  # the cart of version 1 tips over at 11


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The template as a game whose rules were raised to version 2: a cart with more room."""
    folder = tmp_path_factory.mktemp("games")
    made = new_game(NAME, folder)
    box = made / "components.toml"
    (made / "earlier").mkdir()
    shutil.copy(box, made / "earlier" / "components-1.toml")
    _replace(box, "room = 10", "room = 12")
    _replace(made / "rules.py", "VERSION = 1", "VERSION = 2")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAUBOURG_GAMES", str(folder))
        importlib.invalidate_caches()
        yield folder


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def record(version: int, components: str | None = None) -> Record:
    game = Game(NAME, 2, components=components, rules=version)
    found = Record(game, ["me", "greedy"])
    position = game.start()
    for move in MOVES:
        found.moves.append(position.check(move).id)
        position.step(found.moves[-1])
    return found


def test_new_games_have_the_newest_rules_and_its_box():
    assert versions(NAME) == (1, 2)
    assert Game(NAME).version == 2
    assert Game(NAME).is_standard
    assert int(Game(NAME).components.box.room) == 12


def test_an_earlier_version_has_its_own_box():
    game = Game(NAME, 2, rules=1)
    assert (game.version, game.is_standard, game.is_newest) == (1, True, False)
    assert int(game.components.box.room) == 10
    assert game != Game(NAME, 2)
    assert repr(game) == f"Game('{NAME}', players=2, rules=1, row='short')"


@pytest.mark.parametrize("version", [0, 3, "1", True])
def test_an_unknown_version_is_refused_with_those_that_there_are(version: object):
    with pytest.raises(OptionError, match=r"allowed: 1, 2|allowed: 1 or 2|allowed: 1 and 2"):
        Game(NAME, rules=version)


@pytest.mark.parametrize("version", [1, 2])
def test_a_record_replays_under_the_version_that_it_names(version: int):
    text = record(version).dumps()
    assert f"\nrules: {version}\n" in text
    assert "\ncomponents: standard\n" in text
    again = Record.loads(text)
    assert again.game.version == version
    assert again.dumps() == text
    assert again.replay().turn == {1: 1, 2: 0}[version]  # tipped over: the next player's turn


def test_a_record_with_a_box_of_its_own_keeps_its_version():
    box = Game(NAME).components.text.replace("house = 3", "house = 4")
    again = Record.loads(record(1, box).dumps())
    assert (again.game.version, again.game.is_standard) == (1, False)


def test_a_record_of_an_unknown_version_is_refused():
    text = record(1).dumps().replace("rules: 1", "rules: 3")
    with pytest.raises(RecordError, match=r"rules 3 of canals are unknown; known: 1") as raised:
        Record.loads(text)
    assert raised.value.code == "rules"


def test_a_stored_table_goes_on_under_its_version_and_its_rematch_has_the_newest():
    game = Game(NAME, 2, rules=1)
    seats = [{"kind": "open", "name": who, "level": None, "key": None} for who in ("Ann", "Bo")]
    row = stored_row(game, seats, "host", "full", None)
    assert row["rules"] == 1
    table = Table(row, game.components.text)
    assert table.game == game
    assert state(table)["rules"] == 1
    assert table.game.renewed() == Game(NAME, 2)
    with pytest.raises(Refused, match="rules 3"):
        Table(row | {"rules": 3}, game.components.text)


def test_a_worker_gets_the_version_with_the_position():
    sent = SentPosition.of(record(1).replay())
    assert sent.box is None
    assert sent.open().game == Game(NAME, 2, rules=1)


def test_a_study_may_name_a_version(tmp_path: Path):
    path = tmp_path / "cart.toml"
    path.write_text(f'game = "{NAME}"\ngames = 1\n')
    newest = load_study(path)
    path.write_text(f'game = "{NAME}"\nrules = 1\ngames = 1\n')
    first = load_study(path)
    assert (newest.facts["rules"], first.facts["rules"]) == (2, 1)
    assert newest.digest != first.digest
    assert int(first.cells[0].game.components.box.room) == 10
    path.write_text(f'game = "{NAME}"\nrules = 7\ngames = 1\n')
    with pytest.raises(StudyError, match="2") as raised:
        load_study(path)
    assert raised.value.line == 2


def test_a_scenario_may_name_a_version(tmp_path: Path):
    path = tmp_path / "cart.toml"
    path.write_text(
        f'game = "{NAME}"\n[[scenario]]\ntitle = "It tips over"\nplayers = 2\nrules = 1\n'
        f"[[scenario.step]]\nplay = {MOVES}\nexpect = {{ seat = 'B' }}\n"
    )
    assert load_scenarios(path)[0].failures() == []
    path.write_text(path.read_text().replace("rules = 1", "rules = 2"))
    assert load_scenarios(path)[0].failures() != []


def test_a_later_option_is_written_only_where_it_is_chosen(monkeypatch: pytest.MonkeyPatch):
    (row,) = part(NAME, "state").OPTIONS
    wind = Option(
        "wind", Text("wind", "vent"), "calm", lambda players: ["calm", "storm"], later=True
    )
    monkeypatch.setattr(part(NAME, "state"), "OPTIONS", (row, wind))
    assert "\noptions: row=short\n" in Record(Game(NAME)).dumps()
    assert Game(NAME).options["wind"] == "calm"
    assert "\noptions: row=short wind=storm\n" in Record(Game(NAME, wind="storm")).dumps()


@pytest.mark.parametrize(
    "path", sorted(PLAYTHROUGHS.glob("*/*.txt")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_every_playthrough_replays_to_its_end_under_its_version(path: Path):
    found = check_golden(path)
    assert found.game.version in versions(found.game.name)


def test_every_version_that_a_shipped_game_had_can_still_be_played():
    for name in games():
        if name != NAME:
            assert versions(name) == tuple(range(1, part(name, "rules").VERSION + 1))
            played = {check_version(path) for path in (PLAYTHROUGHS / name).glob("*.txt")}
            assert played == set(versions(name))


def check_version(path: Path) -> int:
    return Record.load(path).game.version

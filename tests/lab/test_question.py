"""Questions of designers as studies: with what a server has installed, and in people's words."""

import subprocess
import sys
from typing import Any

import pytest

from faubourg.bots.bot import make
from faubourg.bots.match import play_on
from faubourg.core.errors import StudyError
from faubourg.core.game import Game
from faubourg.core.streams import streams
from faubourg.lab.play.columns import unpack
from faubourg.lab.play.people import PlayedGame, results_of
from faubourg.lab.play.results import HeldResults
from faubourg.lab.play.shards import play_columns, shards_of
from faubourg.lab.report.figures import evenly, report
from faubourg.lab.study.question import BoxText, Question

GAME = "minivilles"
PRINTED = BoxText("0" * 16, Game(GAME).components.text, printed=True)
RICHER = BoxText(
    "1" * 16, PRINTED.text.replace("starting_coins = 3", "starting_coins = 9"), printed=False
)
SWEEP = {"path": "establishment.mine.cost", "from": 5, "to": 6, "step": 1}
WITHOUT = """
import sys
for missing in ("polars", "altair", "vl_convert", "openskill", "ray"):
    sys.modules[missing] = None  # whoever imports it fails
import faubourg.server.app
from faubourg.server.runtime import study_process
from tests.lab.test_question import question

class Pipe:
    def send(self, message):
        if isinstance(message, study_process.Report):
            print(message.told["words"]["en"])
        else:
            print(type(message).__name__)

study_process.study(Pipe(), question(games=300), {}, "local", 1)
"""


def question(**more: Any) -> Question:
    asked = {"players": 2, "bots": "greedy", "games": 600, **more}
    return Question(GAME, RICHER, PRINTED, **asked)


def held(asked: Question, shards: int) -> HeldResults:
    """The first shards of a study, variants in turn."""
    study = asked.study()
    line = sorted(shards_of(study), key=lambda shard: (shard.luck, shard.number, shard.cell))
    return HeldResults(study, {each.name: play_columns(study, each) for each in line[:shards]})


def test_a_study_is_played_and_told_without_the_packages_of_the_lab():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    *_, words, last = done.stdout.splitlines()
    assert "300 games" in words
    assert last == "Ended"


def test_variants_are_compared_over_as_many_games_each():
    asked = question(games=2048)
    three = held(asked, 3)  # two of the first variant, one of the other
    assert len(evenly(three).there) == 2
    told = report(asked, three)
    assert told
    assert [each["games"] for each in told["variants"]] == [1024, 1024]
    assert "first games" in told["words"]["en"]
    assert report(asked, held(asked, 1)) is None


def test_rows_come_back_equal_from_their_bytes():
    asked = question(games=256)
    [rows] = held(asked, 1).held.values()
    again = unpack(rows.pack())
    assert list(again.of) == list(rows.of)
    assert again.to_polars().equals(rows.to_polars())


def test_what_is_swept_has_a_name_in_both_languages():
    factor = question(sweep=SWEEP).factor
    assert factor
    assert factor.en.startswith("Mine (")
    assert factor.fr.startswith("Mine (")
    assert factor.en != factor.fr
    assert question(sweep=SWEEP).printed_level == 6
    whole = question(sweep=SWEEP | {"path": "game.starting_coins", "from": 1, "to": 3})
    assert whole.printed_level == 3
    nowhere = question(sweep=SWEEP | {"path": "nothing.at.all"})
    assert nowhere.printed_level is None
    assert nowhere.factor
    with pytest.raises(StudyError):
        nowhere.study()


def test_boxes_are_those_that_came_along_and_no_files():
    asked = question()
    assert list(asked.files) == [f"{RICHER.digest}.toml"]
    one, other = asked.study().cells
    assert one.game.is_standard
    assert other.game.components.text == RICHER.text


def test_games_of_people_are_measured_as_those_of_bots():
    asked = question(games=256, bots="random")
    study = asked.study()
    position, games = study.cells[0].game.start(), []
    for seed in range(3):
        moves = play_on(position.copy(), [make("random")] * 2, streams(seed))
        games.append(PlayedGame(["person", "steady"], moves))
    results = results_of(GAME, None, 2, {}, games)
    [rows] = results.tables(0)
    assert len(rows) == 3
    assert rows["steps"].tolist() == [len(game.moves) for game in games]
    assert set(rows["seats"].tolist()) == {"person steady"}
    assert rows["finished"].all()

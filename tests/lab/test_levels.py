"""Studies with bots that search, in machine code; and what stronger players change, in words."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from faubourg.bots.bot import make
from faubourg.core.errors import StudyError
from faubourg.core.game import Game
from faubourg.core.text import LANGUAGES, Text
from faubourg.lab.adaptive.plan import run
from faubourg.lab.play.results import MANIFEST, held_results, open_results, stored_results
from faubourg.lab.play.shards import play_columns, shards_of
from faubourg.lab.play.watch import Watcher, empty_stats
from faubourg.lab.report.html import page
from faubourg.lab.report.levels import level_sections, level_sentence
from faubourg.lab.report.markdown import markdown
from faubourg.lab.simulate import SLOW_BLOCK, record_of, simulate
from faubourg.lab.stats.levels import Contrast, Levels, level_contrasts
from faubourg.lab.stats.measures import measures
from faubourg.lab.stats.summary import summaries
from faubourg.lab.study.file import load
from faubourg.lab.study.study import SEARCHED
from tests.lab.conftest import Write

HEAD = 'game = "lutins"\nplayers = 2\nluck = 0\nseed = 3\n'
STEADY = f'{HEAD}games = 40\nbots = "steady"\n'
LEVELS = f'{HEAD}games = 512\nlevels = ["random", "greedy"]\n'


# ------------------------------------------------------------ bots that search


@pytest.mark.parametrize("common", [False, True])
def test_games_of_bots_that_search_are_those_of_the_same_bots_in_python(common: bool):
    game = Game("lutins", 3)
    bots = [make("steady"), make("greedy"), make("expert", simulations=7)]
    machine, python = (Watcher(game, bots, seed=5, common=common) for _ in range(2))
    assert machine.seats is not None
    python.seats = None
    python.bots = [Python(bot) for bot in bots]
    noted = [empty_stats(game, SLOW_BLOCK) for _ in range(2)]
    for watcher, stats in zip((machine, python), noted, strict=True):
        watcher.play(2, stats, first=8)
    for name, array in vars(noted[0]).items():
        assert np.array_equal(array, getattr(noted[1], name)), name


class Python:
    """A bot that machine code does not know."""

    def __init__(self, bot):
        self.choose = bot.choose


def test_a_batch_and_its_records_are_the_same_whoever_plays():
    game, seats = Game("lutins", 2), ["steady", "greedy"]
    batch = simulate(game, seats, games=6, seed=4, workers=2)
    again = simulate(game, [Python(make(seat)) for seat in seats], games=6, seed=4, workers=1)
    assert np.array_equal(batch.winners, again.winners)
    assert np.array_equal(batch.steps_each, again.steps_each)
    assert batch.seats == seats
    assert len(record_of(batch, 5).moves) == batch.steps_each[5]


def test_results_of_before_bots_searched_in_machine_code_are_read(write: Write, tmp_path: Path):
    """They have shards of four games, and a manifest that says nothing of shards."""
    study = load(write(STEADY))
    assert [shard.games for shard in shards_of(study)] == [SEARCHED, 40 - SEARCHED]
    before = replace(study, search_shard=SLOW_BLOCK)
    old, new = tmp_path / "old", tmp_path / "new"
    run(open_results(before, old), workers=2)
    assert "search_shard" not in json.loads((old / MANIFEST).read_text())["study"]
    run(open_results(study, new), workers=2)
    assert len(list(old.glob("*.parquet"))) == 10
    assert stored_results(study, old).rows().equals(stored_results(study, new).rows())


def test_a_servers_results_of_before_are_read(write: Write):
    study = load(write(STEADY))
    for size in (SLOW_BLOCK, SEARCHED):
        played = replace(study, search_shard=size)
        packed = {each.name: play_columns(played, each).pack() for each in shards_of(played)}
        held = held_results(study, packed)
        assert held.missing == []
        assert sum(len(table) for table in held.tables(0)) == 40


# ------------------------------------------------------------ levels


def test_every_variant_is_played_at_every_level(write: Write):
    text = LEVELS + '[[variant]]\nname = "usual"\n[[variant]]\nname = "other"\n'
    study = load(write(text))
    assert [(cell.variant.name, cell.seats[0]) for cell in study.cells] == [
        ("usual, random", "random"),
        ("other, random", "random"),
        ("usual, greedy", "greedy"),
        ("other, greedy", "greedy"),
    ]
    assert study.levels == ["random", "greedy"]
    assert study.common


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('levels = ["greedy"]', 5, "at least two"),
        ('levels = ["greedy", "greedy"]', 5, "different"),
        ('levels = ["greedy", "clever"]', 5, "clever"),
        ('levels = ["greedy", "steady"]\nbots = "greedy"', 5, "absent where"),
        ('levels = ["greedy", "steady"]\n[[variant]]\nname = "x"\nbots = "random"', 5, "absent"),
        ('levels = ["greedy", "steady"]\n[stop]\nmeasure = "x"\nwithin = 1', 5, "absent"),
    ],
)
def test_levels_that_can_not_be_are_refused(write: Write, text: str, line: int, words: str):
    head = 'game = "lutins"\nplayers = 2\ngames = 9\nluck = 0\n'
    with pytest.raises(StudyError, match=words) as refused:
        load(write(head + text))
    assert refused.value.line == line


def test_a_report_says_what_stronger_players_change(write: Write, tmp_path: Path):
    results = open_results(load(write(LEVELS)), tmp_path / "out")
    run(results)
    found = summaries(results)
    [levels] = level_contrasts(results, found)
    weak, strong = ({m.key: m for m in measures(each)} for each in found)
    for each in levels.contrasts:
        assert each.weak == weak[each.name.en].value
        assert each.strong == strong[each.name.en].value
    won = next(each for each in levels.contrasts if each.name.en == "games won by all together")
    assert won.is_sure(levels.tests)
    for language in LANGUAGES:
        [section] = level_sections(results, found, language)
        assert won.name.to(language) in section.sentence
        assert section.sentence in markdown(results, found, language)
        assert section.heading in page(results, found, language)
    assert "instead of random" in level_sentence(levels, "en")


def test_no_difference_is_told_where_there_is_none(write: Write, tmp_path: Path):
    """The same box twice: no effect at either level."""
    text = LEVELS + '[[variant]]\nname = "usual"\n[[variant]]\nname = "other"\n'
    results = open_results(load(write(text)), tmp_path / "out")
    run(results)
    told = level_contrasts(results, summaries(results))
    assert [each.variant for each in told] == ["", "other"]
    assert level_sentence(told[1], "en").startswith("“other” does nothing, with random or with")
    assert all(each.difference == 0 for each in told[1].contrasts)


@pytest.mark.parametrize(
    ("weak", "strong", "error", "said"),
    [
        (1.0, 3.0, 0.1, "more among stronger players"),
        (3.0, 1.0, 0.1, "less among stronger players"),
        (2.0, -2.0, 0.1, "the opposite among stronger players"),
        (2.0, -0.05, 0.1, "another way among stronger players"),
        (2.0, 2.01, 0.1, "no sign that stronger players change it"),
    ],
)
def test_an_effect_is_told_with_what_becomes_of_it(
    weak: float, strong: float, error: float, said: str
):
    name = Text("turns in a game", "tours par partie")
    contrast = Contrast(name, False, True, weak, strong, error, error, error)
    sentence = level_sentence(Levels(2, "greedy", "steady", "dear", [contrast], 20), "en")
    assert sentence.startswith("What “dear” does: turns in a game")
    assert said in sentence
    french = level_sentence(Levels(2, "greedy", "steady", "dear", [contrast], 20), "fr")
    assert french.startswith("Ce que fait « dear »")

"""More than two variants: common random numbers, sweeps, stopping when sure, finding a value."""

import json
import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import faubourg.lab
from faubourg.bots.bot import make
from faubourg.core.errors import StudyError
from faubourg.core.game import Game, games
from faubourg.lab.adaptive.plan import answer, looks, next_shards, run
from faubourg.lab.intervals import Z, sequence
from faubourg.lab.play.price import price
from faubourg.lab.play.results import folder_of, open_results, stored_results
from faubourg.lab.play.watch import Watcher, empty_stats, watch_kernels
from faubourg.lab.report.answers import answers
from faubourg.lab.report.html import page
from faubourg.lab.report.markdown import markdown
from faubourg.lab.stats import names
from faubourg.lab.stats.compare import compare, side_of
from faubourg.lab.stats.effects import effects
from faubourg.lab.stats.per_game import deviation, samples
from faubourg.lab.stats.summary import summaries
from faubourg.lab.study.file import load
from tests.lab.conftest import Write

HEAD = 'game = "minivilles"\nluck = 0\nseed = 3\n'
MINE = '[[variant]]\nname = "usual"\n[[variant]]\nname = "dear"\n'
MINE += 'change = { establishment.mine.cost = "+1" }\n'
PRICES = '[[sweep]]\nname = "Mine"\nchange = "establishment.mine.cost"\n'


# ------------------------------------------------------------ common random numbers


@pytest.mark.parametrize("name", games())
def test_a_game_with_common_numbers_depends_on_its_number_alone(name: str):
    """In machine code and move by move: whatever is played before it."""
    game = Game(name)
    for bot in (make("greedy"), Plain()):
        watcher = Watcher(game, [bot] * game.players, seed=5, common=True)
        block, alone = empty_stats(game, 3), empty_stats(game, 1)
        watcher.play(0, block, first=10)
        watcher.play(7, alone, first=12)
        assert np.array_equal(block.notes[2:], alone.notes)
        assert np.array_equal(block.points[2:], alone.points)
        assert len({note.tobytes() for note in block.notes}) == 3


class Plain:
    """Any legal action, in Python."""

    def choose(self, position, generator):
        return int(generator.choice(position.legal.ids))


def test_nature_draws_the_same_for_bots_in_python_and_in_machine_code():
    """Who begins is drawn before anybody decides anything."""
    game = Game("minivilles", 2)
    starter = watch_kernels(game.name).STARTER
    noted = [empty_stats(game, 12) for _ in range(2)]
    for stats, bot in zip(noted, (Plain(), make("greedy")), strict=True):
        Watcher(game, [bot] * 2, seed=5, common=True).play(0, stats, first=0)
    drawn = noted[0].notes[:, starter].tolist()
    assert drawn == noted[1].notes[:, starter].tolist()
    assert set(drawn) == {0, 1}


def test_the_same_dice_make_small_changes_show_in_a_quarter_of_the_games(write: Write):
    results = faubourg.lab.run(write(f"{HEAD}games = 1024\n{MINE}")).results
    one, other = (
        samples(cell, next(iter(results.tables(cell.number)))) for cell in results.study.cells
    )
    sides = other[names.TURNS](), one[names.TURNS]()
    assert (deviation(*sides) / deviation(*sides, paired=True)) ** 2 > 4
    [pair] = compare([side_of(results)])
    turns = next(change for change in pair.changed if change.key == names.TURNS.en)
    differences = sides[0].terms[0, 0] - sides[1].terms[0, 0]
    assert pair.paired
    assert turns.error == pytest.approx(differences.std() / 32)


def test_results_from_before_go_on_without_common_numbers(write: Write):
    text = f"{HEAD}games = 300\nshard = 256\n{MINE}"
    begun = open_results(load(write("common = false\n" + text)), folder_of(write()))
    assert "common" not in json.loads((begun.folder / "manifest.json").read_text())["study"]
    assert stored_results(load(write(text)), begun.folder).study.common is False
    with pytest.raises(StudyError, match="has changed"):
        stored_results(load(write("common = true\n" + text)), begun.folder)


# ------------------------------------------------------------ stop when sure


def test_a_confidence_sequence_may_be_looked_at_again_and_again_and_an_interval_may_not():
    walks = np.random.default_rng(1).normal(size=(600, 4000)).cumsum(1)
    looked = list(range(128, 4001, 100))
    wrong = {"sequence": np.zeros(600, bool), "interval": np.zeros(600, bool)}
    for n in looked:
        means = np.abs(walks[:, n - 1] / n)
        wrong["sequence"] |= means > sequence(n, 1, 0.05, 1000)
        wrong["interval"] |= means > Z / n**0.5
    assert wrong["sequence"].mean() < 0.05
    assert wrong["interval"].mean() > 0.2


STOP = f'{HEAD}games = 20000\nshard = 256\n{MINE}[stop]\nmeasure = "turns in a game"\n'


def test_a_study_stops_when_it_is_sure_and_says_the_same_after_an_interruption(
    write: Write, tmp_path: Path
):
    study = load(write(STOP))
    whole, halved = (open_results(study, tmp_path / name) for name in ("whole", "halved"))
    run(whole, workers=2)

    def interrupt(_: int) -> None:
        if len(halved.there) > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(halved, workers=1, progress=interrupt)
    run(halved, workers=1)
    [known] = answer(whole).known
    assert answer(halved).known == [known]
    assert known.interval[0] > 0
    assert known.games < 4000
    assert not next_shards(whole)
    said = markdown(whole, summaries(whole), "fr")
    assert "Sûr après" in said
    assert "suite de confiance" in said


def test_looks_are_at_whole_shards_and_end_with_all_games(write: Write):
    counts = list(looks(load(write(STOP))))
    assert counts[0] == 256
    assert all(games % 256 == 0 for games in counts[:-1])
    assert counts[-1] == 20000
    assert len(counts) < 30


def test_a_measure_that_is_not_there_is_refused_before_the_first_game(write: Write):
    results = open_results(load(write(STOP.replace("turns in", "turn in"))), folder_of(write()))
    with pytest.raises(StudyError, match="there is: turns in a game, "):
        run(results)
    assert not results.there


# ------------------------------------------------------------ find


FIND = f"{HEAD}games = 3000\nshard = 256\n{PRICES}from = 2\nto = 12\n\n[find]\n"
FIND += 'measure = "cartes achetées : Mine, places qui l\'ont"\n'


def test_the_value_is_found_at_which_a_measure_crosses_a_target(write: Write):
    found = faubourg.lab.run(write(FIND + "target = 0.25\n"))
    told = answer(found.results)
    assert told.sure
    assert told.between
    low, high = (cell.variant.levels["Mine"] for cell in told.between)
    assert (low, high) == (5, 6)
    assert len(found.summaries) < 8  # of eleven prices
    assert found.answer().startswith("Cards bought: Mine, seats with it crosses 25.0\u00a0%")
    assert page(found.results, found.summaries).count("<figure>") > 3


def test_a_target_that_is_not_crossed_is_told(write: Write):
    found = faubourg.lab.run(write(FIND + "target = 0.97\n"))
    assert answer(found.results).between is None
    assert "does not cross 97.0\u00a0%" in found.answer()


# ------------------------------------------------------------ sweeps and factors


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory):
    file = tmp_path_factory.mktemp("grid") / "grid.toml"
    bakery = '[[sweep]]\nname = "Bakery"\nchange = "establishment.bakery.cost"\nvalues = [1, 3]\n'
    file.write_text(f"{HEAD}games = 256\n{PRICES}from = 2\nto = 12\nstep = 2\n{bakery}")
    return faubourg.lab.run(file)


def test_every_combination_of_levels_is_a_variant(grid):
    assert len(grid.study.variants) == 12
    assert grid.study.variants[1].name == "Mine 2, Bakery 3"
    costs = [cell.game.components.box.cost for cell in grid.study.cells]
    kinds = [grid.study.cells[0].game.components.kind(card) for card in ("mine", "bakery")]
    assert [tuple(cost[kinds]) for cost in costs[:3]] == [(2, 1), (2, 3), (4, 1)]
    assert set(grid.rows["Mine"]) == {2, 4, 6, 8, 10, 12}


def test_a_main_effect_is_the_mean_of_the_differences_all_else_being_equal(grid):
    told = effects(grid.results, 2, [names.TURNS])
    [dear] = [each for each in told if (each.factor, each.level) == ("Bakery", 3)]
    means = grid.rows.group_by("Bakery").agg(pl.col("turns").mean()).sort("Bakery")["turns"]
    assert dear.value == pytest.approx(means[1] - means[0])
    wide = grid.rows.pivot(on="variant", index="game", values="turns").drop("game")
    each = sum(wide[f"Mine {p}, Bakery 3"] - wide[f"Mine {p}, Bakery 1"] for p in range(2, 13, 2))
    assert dear.error == pytest.approx((each / 6).std(ddof=0) / 16)


def test_a_sweep_is_drawn_as_curves_and_no_colour_comes_twice(grid):
    found = grid.summaries
    html = page(grid.results, found)
    assert html.count('class="mark-area') >= 8 * 2  # a band for each line
    assert "What each factor does" in html
    assert len(answers(grid.results, found, "en")) == 1
    shown = re.findall(r'role-legend-symbol".*?fill="(#\w{6})".*?>(Bakery \d)</text>', html, re.S)
    assert len(set(shown)) == len({colour for colour, _ in shown}) == 2


# ------------------------------------------------------------ prices


def test_the_price_of_a_study_is_reckoned_from_a_sample(write: Write):
    quick = load(write(f"{HEAD}games = 1000\n{MINE}"))
    slow = load(write(f'{HEAD}games = 10\nbots = "expert"\nsimulations = 20\n'))
    costs = []
    for study in (quick, slow):
        results = open_results(study, folder_of(write()), fresh=True)
        costs.append(price(study, results.missing, workers=2, seconds=0.2))
    assert (costs[0].games, costs[1].games) == (2000, 10)
    assert costs[0].seconds == costs[0].game_seconds * 1000
    assert 0 < costs[0].game_seconds < costs[1].game_seconds

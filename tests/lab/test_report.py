"""Reports and comparisons: their numbers are those of the rows, reckoned here in another way."""

import math
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from faubourg.core.errors import StudyError
from faubourg.lab.adaptive.plan import run
from faubourg.lab.intervals import wilson
from faubourg.lab.play.columns import Columns
from faubourg.lab.play.results import Results, open_results
from faubourg.lab.report.html import page
from faubourg.lab.report.markdown import markdown
from faubourg.lab.stats.compare import Side, as_markdown, compare, side_of
from faubourg.lab.stats.luck import Luck, luck_of
from faubourg.lab.stats.measures import format_number, measures
from faubourg.lab.stats.summary import Summary, summaries
from faubourg.lab.study.file import load

STUDY = """
title = "Dear & dearer"
game = "minivilles"
players = [2, 3]
bots = "greedy"
games = 1500
luck = 1280
seed = 3

[[variant]]
name = "as it is"

[[variant]]
name = "gifts"
change = { game.starting_coins = 40 }
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("report")
    file = folder / "study.toml"
    file.write_text(STUDY, encoding="utf-8")
    found = open_results(load(file), folder / "out")
    run(found, workers=2)
    return found


@pytest.fixture(scope="module")
def found(results: Results) -> list[Summary]:
    return summaries(results)


@pytest.fixture(scope="module")
def rows(results: Results) -> pl.DataFrame:
    """The games of two players with the usual box."""
    table = results.rows().filter(~pl.col("luck"), players=2, variant="as it is")
    return table.with_columns(won_A=pl.col("winners") & 1 > 0, won_B=pl.col("winners") & 2 > 0)


def value(summary: Summary, name: str) -> float:
    return next(measure.value for measure in measures(summary) if measure.key == name)


# ------------------------------------------------------------ numbers


def test_wins_by_seat_and_by_turn_order_are_those_of_the_rows(
    found: list[Summary], rows: pl.DataFrame
):
    assert value(found[0], "games won by seat A") == rows["won_A"].mean()
    first = rows.select(
        pl.when(pl.col("starter") == 0).then(pl.col("won_A")).otherwise(pl.col("won_B"))
    ).to_series()
    assert value(found[0], "games won by who begins") == first.mean()
    assert found[0].places[0].interval == wilson(int(first.sum()), len(first))


def test_length_points_and_choices_are_those_of_the_rows(found: list[Summary], rows: pl.DataFrame):
    assert math.isclose(value(found[0], "turns in a game"), rows["turns"].mean())
    assert found[0].turns.quantile(0.5) == rows["turns"].quantile(0.5, "lower")
    assert found[0].turns.quantile(1) == rows["turns"].max()
    lost = pl.concat(
        [
            rows.filter(~pl.col("won_A"))["points_A"],
            rows.filter(~pl.col("won_B"))["points_B"],
        ]
    )
    assert math.isclose(value(found[0], "points of the others"), lost.mean())
    choices = rows["choices_A"].sum() + rows["choices_B"].sum()
    options = rows["options_A"].sum() + rows["options_B"].sum()
    assert math.isclose(found[0].options_per_choice, options / choices)
    each = (rows["choices_A"] + rows["choices_B"]) / rows["turns"]
    assert value(found[0], "choices in a turn") == pytest.approx(each.mean(), abs=0.005)


def test_comebacks_are_those_of_the_rows(found: list[Summary], rows: pl.DataFrame):
    behind = rows.filter((pl.col("winners") & pl.col("half_leaders")) == 0)
    assert value(found[0], "games won from behind") == len(behind) / len(rows)


def test_what_goes_with_winning_is_what_the_rows_say(found: list[Summary], rows: pl.DataFrame):
    counted = next(each for each in found[0].items if each.item.id == "mine")
    seats = pl.concat([rows.select(mine=f"mine:{seat}", won=f"won_{seat}") for seat in "AB"])
    having, lacking = seats.filter(pl.col("mine") > 0), seats.filter(pl.col("mine") == 0)
    assert counted.taken.value == len(having) / len(seats)
    assert counted.copies == seats["mine"].sum()
    assert counted.with_it.value == having["won"].mean()
    assert counted.lift == pytest.approx(having["won"].mean() - lacking["won"].mean())


# ------------------------------------------------------------ luck


def games(seats: str, winners: list[int]) -> Columns:
    return Columns({"seats": np.array([seats] * len(winners)), "winners": np.array(winners)})


def test_nothing_is_luck_where_care_always_wins():
    tables = [
        games("careless careless", [1, 2] * 500),
        games("greedy careless", [1] * 1000),
        games("careless greedy", [2] * 1000),
        games("greedy greedy", [1, 2] * 500),
    ]
    luck = luck_of(tables, 2, together=False)
    assert luck is not None
    assert luck.value < 0.01
    assert (luck.careful, luck.careless) == (2000, 1000)


def test_all_is_luck_where_care_makes_no_difference():
    tables = [games(seats, [1, 2] * 500) for seats in ("careless careless", "greedy careless")]
    luck = luck_of(tables, 2, together=False)
    assert luck is not None
    low, high = luck.interval
    assert luck.value == pytest.approx(1, abs=0.01)
    assert low < 1 <= high


def test_who_win_together_are_careful_together():
    tables = [
        games("careless careless", [3] * 60 + [0] * 40),
        games("greedy greedy", [3] * 90 + [0] * 10),
    ]
    luck = luck_of(tables, 2, together=True)
    assert luck == Luck(careless_lost=40, careless=100, careful_lost=10, careful=100)
    assert luck.value == pytest.approx(0.25, abs=0.02)


def test_no_luck_is_told_where_it_was_not_measured():
    assert luck_of([], 2, together=False) is None


# ------------------------------------------------------------ the page


class Reader(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [v or "" for k, v in attrs if k in ("src", "href", "xlink:href")]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module")
def html(results: Results, found: list[Summary]) -> str:
    return page(results, found)


def test_the_page_needs_nothing_from_elsewhere(html: str):
    reader = Reader(html)
    assert not {"script", "img", "link", "iframe"} & set(reader.tags)
    assert all(link.startswith("#") for link in reader.links)
    assert "@import" not in html
    assert set(re.findall(r"url\((.)", html)) <= {"#"}


def test_every_picture_has_a_sentence_above_it_and_its_numbers_below(html: str):
    articles = re.findall(r"<article>.*?</article>", html, re.S)
    assert len(articles) == 2 * (6 + 2 * 2)
    for article in articles:
        assert re.match(r"<article><h3>.+?</h3><p>[^<]+[.]</p><figure><svg role=\"img\"", article)
        assert "<table>" in article


def test_the_page_and_the_markdown_say_the_same_numbers(
    results: Results, found: list[Summary], html: str
):
    text = markdown(results, found)
    shown = " ".join(Reader(html).words)
    for summary in found:
        for measure in measures(summary):
            if measure.main:
                assert measure.text() in text, measure.name
                assert measure.text() in shown, measure.name
        mine = next(each for each in summary.items if each.item.id == "mine")
        assert f"| Mine | {format_number(mine.taken.value, True)} |" in text
    assert "# Dear & dearer" in text
    assert "<h1>Dear &amp; dearer</h1>" in html


def test_colours_are_told_apart_by_colour_blind_people(html: str):
    """Series are drawn in colours of Okabe and Ito, and points also differ in shape."""
    assert "#0072B2" in html
    assert "#E69F00" in html
    fills = {colour.upper() for colour in re.findall(r'fill="(#[0-9a-fA-F]{6})"', html)}
    assert fills <= {"#0072B2", "#E69F00", "#000000", "#888888", "#888"}, fills


# ------------------------------------------------------------ comparing


def test_what_changed_is_told_and_what_did_not(results: Results, found: list[Summary]):
    usual, gifts = [each for each in found if each.cell.players == 2]
    [pair] = compare([Side([usual], results), Side([gifts], results)])
    assert pair.changed[0].main
    turns = next(change for change in pair.changed if change.key == "turns in a game")
    assert turns.difference == gifts.turns.mean - usual.turns.mean
    low, high = turns.interval
    assert low < turns.difference < high < 0
    seat = next(change for change in pair.same if change.key == "games won by seat A")
    assert seat.interval[0] < 0 < seat.interval[1]
    text = as_markdown([pair])
    assert f"| turns in a game | {turns.before()} | {turns.after()} | {turns.text()} |" in text
    assert "No sign of a change" in pair.verdict()


def test_a_study_compared_with_itself_has_not_changed(results: Results, found: list[Summary]):
    pairs = compare([Side(found, results)] * 2)
    assert len(pairs) == 4
    assert not any(pair.changed for pair in pairs)


def test_two_samples_of_the_same_game_rarely_differ(results: Results, tmp_path: Path):
    """Another seed: with all questions taken into account no change is called one."""
    text = STUDY.split("[[variant]]")[0].replace("players = [2, 3]", "players = 2")
    both = []
    for seed in (11, 12):
        file = tmp_path / f"{seed}.toml"
        file.write_text(text.replace("seed = 3", f"seed = {seed}"), encoding="utf-8")
        found = open_results(load(file), tmp_path / str(seed))
        run(found, workers=2)
        both.append(side_of(found))
    [pair] = compare(both)
    assert pair.same
    assert not pair.changed


def test_studies_that_have_nothing_alike_are_refused(results: Results, found: list[Summary]):
    two, three = ([each for each in found if each.cell.players == n] for n in (2, 3))
    with pytest.raises(StudyError) as refused:
        compare([Side(two, results), Side(three, results)])
    assert refused.value.code == "nothing-alike"


# ------------------------------------------------------------ every kind of game

KINDS = {
    "all win together": (
        'game = "lutins"\nplayers = 2',
        ["The players win", "games won by all together"],
    ),
    "two sides": (
        'game = "lutins"\nplayers = 4\noptions = { game = "gnome" }',
        ["The lutin side wins", "games won by gnome"],
    ),
    "colours": (
        'game = "my_little_town"\nplayers = 3\noptions = { colours = "red-blue-green" }',
        ["Whoever begins wins", "games won by red", "standee of 7"],
    ),
    "objectives": ('game = "cities"\nplayers = 2', ["Objectives fulfilled", "Cards taken"]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_game_can_be_reported(kind: str, tmp_path: Path):
    text, words = KINDS[kind]
    file = tmp_path / "study.toml"
    file.write_text(f"{text}\ngames = 40\nluck = 0\n")
    results = open_results(load(file), tmp_path / "out")
    run(results, workers=1)
    found = summaries(results)
    said_of_it = markdown(results, found)
    assert all(word in said_of_it for word in words), said_of_it[:1500]
    assert "Share of luck" not in said_of_it
    assert page(results, found).count("<figure><svg") == said_of_it.count("\n### ")


def test_a_side_wins_when_one_of_its_seats_does(tmp_path: Path):
    file = tmp_path / "study.toml"
    file.write_text(KINDS["two sides"][0] + "\ngames = 200\nluck = 0\n")
    results = open_results(load(file), tmp_path / "out")
    run(results, workers=1)
    [summary] = summaries(results)
    gnome = (results.rows()["winners"] == 0b0010).mean()
    assert value(summary, "games won by gnome") == gnome
    assert value(summary, "games won by lutin") == pytest.approx(1 - gnome)

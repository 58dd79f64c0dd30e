"""The results of a study as Polars tables, for a notebook: rows, measures, differences."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from faubourg.core.text import Language
from faubourg.lab.adaptive.plan import answer, next_shards, run
from faubourg.lab.play.results import Results, folder_of, open_results, stored_results
from faubourg.lab.play.runner import Progress
from faubourg.lab.report.goal import answer_sentence, is_share
from faubourg.lab.stats.compare import Pair, compare, side_of
from faubourg.lab.stats.measures import measures
from faubourg.lab.stats.summary import Summary, summaries
from faubourg.lab.study.file import load as load_study
from faubourg.lab.study.study import Study


@dataclass(frozen=True)
class Notebook:
    """What a study has played so far."""

    results: Results

    @property
    def study(self) -> Study:
        return self.results.study

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be played."""
        return not next_shards(self.results)

    @cached_property
    def rows(self) -> pl.DataFrame:
        """A row for each game, with a column for each factor that was swept; without the games that
        measure luck. `docs/designers/columns.md` says what the columns hold."""
        rows = self.results.rows().filter(~pl.col("luck")).drop("luck")
        if not self.study.factors:
            return rows
        names = [variant.name for variant in self.study.variants]
        levels = {
            factor.name: [variant.levels[factor.name] for variant in self.study.variants]
            for factor in self.study.factors
        }
        return rows.join(pl.DataFrame({"variant": names, **levels}), on="variant", how="left")

    @cached_property
    def summaries(self) -> list[Summary]:
        """The statistics of each variant and number of players."""
        return summaries(self.results)

    def measures(self, language: Language = "en") -> pl.DataFrame:
        """A row for each measure of each variant and number of players, with its 95 % interval."""
        return pl.DataFrame(
            [
                {
                    **_place(each),
                    "measure": measure.name.to(language),
                    "value": measure.value,
                    "low": measure.interval[0],
                    "high": measure.interval[1],
                    "main": measure.main,
                }
                for each in self.summaries
                for measure in measures(each)
            ]
        )

    def differences(self, language: Language = "en") -> pl.DataFrame:
        """A row for each measure of each variant but the first: its difference from the first, with
        a 95 % interval, which is that of paired differences where the dice are common."""
        return pl.DataFrame(
            [
                {
                    "players": pair.players,
                    "variant": pair.other,
                    "measure": change.name.to(language),
                    "difference": change.difference,
                    "low": change.interval[0],
                    "high": change.interval[1],
                    "changed": change in pair.changed,
                    "paired": pair.paired,
                }
                for pair in self.compare()
                for change in (*pair.changed, *pair.same)
            ]
        )

    def compare(self) -> list[Pair]:
        """Every variant with the first."""
        return compare([side_of(self.results)])

    def answer(self, language: Language = "en") -> str:
        """What a study that stops when it is sure, or looks for a value, has found."""
        told = answer(self.results)
        return answer_sentence(self.results, told, is_share(self.summaries, told.name), language)


def _place(each: Summary) -> dict[str, Any]:
    variant = each.cell.variant
    return {"variant": variant.name, "players": each.cell.players, **variant.levels}


def open_notebook(file: Path, out: Path | None) -> Notebook:
    """The results of a study, by its file."""
    return Notebook(stored_results(load_study(file), out or folder_of(file)))


def play_notebook(
    file: Path, out: Path | None, workers: int | None, progress: Progress | None
) -> Notebook:
    """Play what is missing of a study, by its file."""
    results = open_results(load_study(file), out or folder_of(file))
    run(results, workers=workers, progress=progress)
    return Notebook(results)

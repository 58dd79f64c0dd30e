"""The results of a study on disk: a folder with a manifest and one Parquet file for each shard.

A shard is written to a temporary file and renamed (atomic), so a file that is there is whole,
however the run ended: a checkpoint. The manifest says which study the shards belong to; another
one is refused.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import faubourg
from faubourg.core.errors import StudyError
from faubourg.core.text import Text, listed
from faubourg.kernels import compile
from faubourg.lab.play.columns import Columns, from_polars, unpack
from faubourg.lab.play.shards import Shard, shards_of
from faubourg.lab.simulate import SLOW_BLOCK
from faubourg.lab.study.study import Study

if TYPE_CHECKING:
    import polars as pl

MANIFEST = "manifest.json"
ENDING = ".parquet"


class Played:
    """The games of a study that were played, wherever their rows are kept."""

    study: Study

    def names(self) -> set[str]:
        """The names of the shards that were played."""
        raise NotImplementedError

    def read(self, shard: Shard) -> Columns:
        """The rows of a shard."""
        raise NotImplementedError

    @property
    def there(self) -> list[Shard]:
        """The shards that were played."""
        names = self.names()
        return [each for each in shards_of(self.study) if each.name in names]

    @property
    def missing(self) -> list[Shard]:
        """The shards that were not: all are still to be played, if the study has no goal."""
        names = self.names()
        return [each for each in shards_of(self.study) if each.name not in names]

    def tables(self, cell: int, luck: bool = False) -> Iterable[Columns]:
        """The shards of a cell one after the other, so that no study is too large."""
        for shard in self.there:
            if shard.cell == cell and shard.luck == luck:
                yield self.read(shard)


@dataclass
class HeldResults(Played):
    """The results of a study in memory."""

    study: Study
    held: dict[str, Columns] = field(default_factory=dict)

    def names(self) -> set[str]:
        return set(self.held)

    def read(self, shard: Shard) -> Columns:
        return self.held[shard.name]


def held_results(study: Study, stored: Mapping[str, bytes]) -> HeldResults:
    """Results from packed shards, such as a server stores; those of before bots searched in machine
    code have other shards."""
    held = {name: unpack(data) for name, data in stored.items()}
    for shard in shards_of(study):
        if study.is_searched(study.cells[shard.cell]) and shard.name in held:
            if len(held[shard.name]) != shard.games:
                return HeldResults(replace(study, search_shard=SLOW_BLOCK), held)
            break
    return HeldResults(study, held)


@dataclass(frozen=True)
class Results(Played):
    """The results of a study in a folder, as far as they are there."""

    study: Study
    folder: Path

    def path(self, shard: Shard) -> Path:
        return self.folder / f"{shard.name}{ENDING}"

    def names(self) -> set[str]:
        return {path.stem for path in self.folder.glob(f"*{ENDING}")}

    def store(self, shard: Shard, data: bytes) -> None:
        """Write a shard atomically."""
        part = self.folder / f"{shard.name}.{os.getpid()}.part"
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.path(shard))

    def read(self, shard: Shard) -> Columns:
        import polars as pl

        return from_polars(pl.read_parquet(self.path(shard)))

    def rows(self) -> "pl.DataFrame":
        """All rows of all cells; columns that a cell lacks are null."""
        import polars as pl

        return pl.concat([pl.read_parquet(self.path(each)) for each in self.there], how="diagonal")


def folder_of(study_file: Path) -> Path:
    """The default folder of a study's results: beside its file."""
    return study_file.with_suffix(".results")


def open_results(study: Study, folder: Path, fresh: bool = False) -> Results:
    """The results of a study, begun or resumed."""
    results, manifest = Results(study, folder), folder / MANIFEST
    folder.mkdir(parents=True, exist_ok=True)
    for part in folder.glob("*.part"):
        part.unlink(missing_ok=True)
    if fresh:
        _delete(folder)
    if manifest.exists():
        about = _read(manifest)
        results = Results(_as_begun(study, about, folder), folder)
        if results.missing and about.get("sources") != compile.source_hash(compile.PACKAGE):
            raise _other_sources(folder)
        return results
    if any(folder.glob(f"*{ENDING}")):
        said = Text(
            "{folder} has Parquet files of something else; give another folder with --out.",
            "{folder} contient d'autres fichiers Parquet ; indique un autre dossier avec --out.",
        )
        raise StudyError("folder", said.format(folder=str(folder)))
    about = {
        "title": study.title,
        "digest": study.digest,
        "study": study.facts,
        "faubourg": faubourg.__version__,
        "sources": compile.source_hash(compile.PACKAGE),
    }
    part = folder / f"{MANIFEST}.part"
    part.write_text(json.dumps(about, indent=2, ensure_ascii=False), encoding="utf-8")
    part.replace(manifest)
    return results


def stored_results(study: Study, folder: Path) -> Results:
    """Results of a study as far as they are there, to be read."""
    if not (folder / MANIFEST).exists():
        said = Text(
            "{folder} has no results of '{title}' yet: `faubourg lab run` makes them.",
            "{folder} n'a pas encore de résultats de « {title} » : `faubourg lab run` les produit.",
        )
        raise StudyError("no-results", said.format(folder=str(folder), title=study.title))
    return Results(_as_begun(study, _read(folder / MANIFEST), folder), folder)


def _as_begun(study: Study, about: dict[str, Any], folder: Path) -> Study:
    """The study that the results belong to. Those begun before there were common random numbers go
    on without, unless the study's file asks for them; those begun before bots searched in machine
    code have other shards."""
    if study.common and not study.common_given and "common" not in about.get("study", {}):
        study = replace(study, common=False)
    if "search_shard" not in about.get("study", {}):
        study = replace(study, search_shard=SLOW_BLOCK)
    _check_same(study, about, folder)
    return study


def _check_same(study: Study, manifest: dict[str, Any], folder: Path) -> None:
    if manifest.get("digest") == study.digest:
        return
    before = manifest.get("study", {})
    changed = [word for word, value in study.facts.items() if before.get(word) != value]
    said = Text(
        "The study has changed since {folder} was begun: {changed}. Give another folder with "
        "--out, or play it anew with --fresh, which deletes what is there.",
        "L'étude a changé depuis le début de {folder} : {changed}. Indique un autre dossier avec "
        "--out, ou rejoue tout avec --fresh, qui efface ce qui s'y trouve.",
    )
    words = listed(changed or ["manifest.json"])
    raise StudyError("changed", said.format(folder=str(folder), changed=words))


def _other_sources(folder: Path) -> StudyError:
    said = Text(
        "Faubourg itself has changed since {folder} was begun, so the rest would not match. Give "
        "another folder with --out, or play it anew with --fresh, which deletes what is there.",
        "Faubourg lui-même a changé depuis le début de {folder} : la suite ne s'accorderait pas. "
        "Indique un autre dossier avec --out, ou rejoue tout avec --fresh, qui efface tout.",
    )
    return StudyError("sources", said.format(folder=str(folder)))


def _read(manifest: Path) -> dict[str, Any]:
    try:
        about: dict[str, Any] = json.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        said = Text("{path} can't be read.", "{path} ne peut être lu.").format(path=str(manifest))
        raise StudyError("unreadable", said) from error
    return about


def _delete(folder: Path) -> None:
    (folder / MANIFEST).unlink(missing_ok=True)
    for path in folder.glob(f"*{ENDING}"):
        path.unlink()

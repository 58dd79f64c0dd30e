"""The laboratory: simulation, studies, statistics and reports."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from faubourg.lab.notebook import Notebook


def load(study: "Path | str", out: "Path | str | None" = None) -> "Notebook":
    """The results of a study, to be looked at in a notebook: `load("mine.toml").rows`.

    `out` is the folder of the results, where they don't lie beside the study's file.
    """
    from faubourg.lab.notebook import open_notebook

    return open_notebook(Path(study), None if out is None else Path(out))


def run(
    study: "Path | str",
    out: "Path | str | None" = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> "Notebook":
    """Play a study here, or what is missing of it, and open its results: what `faubourg lab run`
    does, without a word. `progress` gets how many more games are done."""
    from faubourg.lab.notebook import play_notebook

    return play_notebook(Path(study), None if out is None else Path(out), workers, progress)

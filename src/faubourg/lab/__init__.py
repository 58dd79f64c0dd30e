"""The laboratory: simulation, studies, statistics and reports."""

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

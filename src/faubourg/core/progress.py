"""The progress bar of everything that may take more than a second, for all commands."""

from typing import Literal

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

WIDTH = 40  # columns of the bar, where the terminal is wide enough
Amount = Literal["count", "share", "none"]


def progress_bar(console: Console, amount: Amount = "count") -> Progress:
    """A bar that vanishes when done, beside it how much is done: a count or a percentage, with the
    time that is left; or neither."""
    columns: list[ProgressColumn] = [
        TextColumn("{task.description}"),
        BarColumn(bar_width=min(WIDTH, max(10, console.width - WIDTH))),
    ]
    if amount != "none":
        columns.append(MofNCompleteColumn() if amount == "count" else TaskProgressColumn())
        columns.append(TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True)

"""The progress bar: how much is done beside it, and nothing left when it is over."""

import io

import pytest
from rich.console import Console

from faubourg.core.progress import Amount, progress_bar


def drawn(amount: Amount, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    bar = progress_bar(console, amount)
    bar.add_task("Playing", total=8, completed=2)
    with console.capture() as captured:
        console.print(bar.get_renderable())
    return captured.get()


@pytest.mark.parametrize(("amount", "beside"), [("count", "2/8"), ("share", "25%"), ("none", "━")])
def test_it_says_how_much_is_done(amount: Amount, beside: str):
    said = drawn(amount)
    assert "Playing" in said
    assert beside in said
    assert ("2/8" in said, "25%" in said) == (amount == "count", amount == "share")


def test_it_fits_a_narrow_terminal():
    assert drawn("none", 100).count("━") == 10, "a quarter of 40"
    assert drawn("none", 60).count("━") == 5, "a quarter of 20"
    assert all(len(line) <= 45 for line in drawn("count", 45).splitlines())


def test_it_is_gone_in_the_end():
    out = io.StringIO()
    console = Console(file=out, width=60, force_terminal=True, color_system=None)
    with progress_bar(console) as bar:
        bar.add_task("Playing", total=1)
    shown, erase, rest = out.getvalue().rpartition("\x1b[2K")
    assert "Playing" in shown
    assert erase
    assert "Playing" not in rest

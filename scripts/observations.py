"""Write docs/researchers/observations.md from the fields that every game declares; `--check` only
says whether it is up to date."""

import sys
from pathlib import Path

from faubourg.core.game import Game, games
from faubourg.envs.spaces import fields
from faubourg.gamekit.observation import starts

PAGE = Path(__file__).parents[1] / "docs" / "researchers" / "observations.md"
OPENING = """\
# Observations, field by field

*This page is written by `python -m scripts.observations` from the games' own lists.*

An observation is a line of `int8` numbers, the same length for every number of players, seen by one
seat. Where a field has seats, the observer comes first and the others follow in playing order;
seats that nobody has are 0. Actions keep their numbers, in which seats are absolute: the field
`seat` says which is the observer's own. The normalised version is
`(number - least) / (greatest - least)` as `float32`. Nothing is hidden in these games, so an
observation is the whole position, but for Nature's moves to come.

`faubourg.envs.spaces.split(name, observations)` gives the fields by name, as views in their shapes.
Ranges are those of the components in the package; a box of your own with more cards or blocks may
go beyond them. A box with more *kinds* of things than boxes could have at first (more than 28 kinds
of cards in Minivilles, for example) makes observations longer: further fields, `more_...`, follow
those below (`Game.features` lists them), and numbers of actions follow the others.
"""
COLUMNS = "| from | field | shape | least | greatest | what it says |\n|---|---|---|---|---|---|"


def page() -> str:
    """The whole page."""
    return "\n".join([OPENING, *(_section(name) for name in games())])


def _section(name: str) -> str:
    begins = starts(fields(name))
    lines = [f"## {Game(name).title.en}: {begins[-1]} numbers\n", COLUMNS]
    for at, field in zip(begins, fields(name), strict=False):
        shape = " x ".join(str(size) for size in field.shape) or "1"
        ends = f"{field.low} | {field.high}"
        lines.append(f"| {at} | `{field.name}` | {shape} | {ends} | {field.help} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write or check the page."""
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        print("docs/researchers/observations.md is out of date: python -m scripts.observations")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

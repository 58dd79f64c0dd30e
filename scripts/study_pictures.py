"""The pictures of docs/designers/studies.md, from the results of the studies beside it.

    for study in docs/designers/studies/*.toml; do .venv/bin/faubourg lab run $study; done
    .venv/bin/python scripts/study_pictures.py            # writes docs/designers/pictures/*.svg

With a folder as argument, results are looked for in it, each in a folder named after its study.
"""

import sys
from math import hypot
from pathlib import Path

from faubourg.lab.intervals import Z
from faubourg.lab.notebook import open_notebook
from faubourg.lab.play.results import folder_of
from faubourg.lab.report import plots
from faubourg.lab.report.sections import curve
from faubourg.lab.report.svg import svg
from faubourg.lab.report.terminal import finished_results
from faubourg.lab.stats.measures import measures
from faubourg.lab.stats.summary import Share, Summary, summaries
from faubourg.lab.study.file import load

STUDIES = Path(__file__).parents[1] / "docs" / "designers" / "studies"
PICTURES = STUDIES.with_name("pictures")


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    firsts = [found(file.stem) for file in sorted(STUDIES.glob("first-player-*.toml"))]
    rows = [row for study in firsts for row in advantages(study)]
    order = [str(row["who"]) for row in rows]
    chart = plots.intervals(rows, "who", order, "won beyond an even share", 0, ["beginning"])
    keep("first-player", chart, "How much more than an even share whoever begins wins.")
    cards = next(each for each in found("cards-that-win") if each.cell.players == 4)
    bought = [each for each in cards.items if each.item.group.en == "cards bought"]
    keep("cards-that-win", plots.item_wins(bought, "en"), "Cards and winning, four players.")
    dice = found("fair-gnome")
    rows = [{"variant": "lutins", "who": each.cell.variant.name, **plots.ends(lutins(each))}
            for each in dice]  # fmt: skip
    order = [each.cell.variant.name for each in dice]
    chart = plots.intervals(rows, "who", order, "games won by the lutins", 0.5, ["lutins"])
    keep("fair-gnome", chart, "How often the lutins win against each die of the gnome.")
    file = STUDIES / "price-of-the-mine.toml"
    mine = open_notebook(file, Path(sys.argv[1]) / file.stem if sys.argv[1:] else None)
    turns = [(each, next(measures(each))) for each in mine.summaries]
    keep("sweep", curve(mine.study, turns), "Turns in a game over the price of the Mine.")


def lutins(each: Summary) -> Share:
    """The games that the side of the lutins wins."""
    return next(share for role, share in each.roles.items() if role.en == "lutin")


def found(name: str) -> list[Summary]:
    file = STUDIES / f"{name}.toml"
    study = load(file)
    folder = Path(sys.argv[1]) / name if sys.argv[1:] else folder_of(file)
    return summaries(finished_results(study, folder))


def advantages(study: list[Summary]) -> list[dict[str, object]]:
    """What the first player wins beyond an even share; by sides, where the game has two."""
    return gnome_advantages(study) if study[0].sided else [advantage(each) for each in study]


def advantage(each: Summary) -> dict[str, object]:
    """What the first player wins beyond an even share."""
    even, share = 1 / each.cell.players, each.places[0]
    low, high = share.interval
    who = f"{each.cell.game.title.en}, {each.cell.players}"
    return {"variant": "beginning", "who": who, "value": share.value - even, "low": low - even,
            "high": high - even}  # fmt: skip


def gnome_advantages(both: list[Summary]) -> list[dict[str, object]]:
    """Two sides: half of what the lutins win more when one of them begins, and not the gnome."""
    rows: list[dict[str, object]] = []
    half = len(both) // 2
    for lutin, gnome in zip(both[:half], both[half:], strict=True):
        one, other = lutins(lutin), lutins(gnome)
        value, spread = (one.value - other.value) / 2, Z * hypot(one.error, other.error) / 2
        who = f"Lutins, {lutin.cell.players}"
        rows.append({"variant": "beginning", "who": who, "value": value, "low": value - spread,
                     "high": value + spread})  # fmt: skip
    return rows


def keep(name: str, chart: object, label: str) -> None:
    (PICTURES / f"{name}.svg").write_text(svg(chart, label) + "\n", encoding="utf-8")
    print(PICTURES / f"{name}.svg")


if __name__ == "__main__":
    main()

"""Writes the positions that the page shows without a server: pictures of the rules, and lessons.

For each game with a folder on the page: its pictures (position before, what happens, position then,
for the clauses and scenarios that its list of pictures names), its lesson (see
`faubourg.server.table.lesson`) and its box, each as JSON beside the list.

`make types` runs this. With --check nothing is written, and what is out of date is an error.
"""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game, games
from faubourg.records.scenario import Scenario, load
from faubourg.server.table.lesson import Teller, file_of, moves_of, setting, stage

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "web" / "src" / "games"
SCENARIOS = ROOT / "tests" / "scenarios"
MOST_SAID = 4  # sentences beside a picture

Data = dict[str, Any]


class FileError(Exception):
    """A file of pictures that can't be followed, and why."""


# ---------------------------------------------------------------- pictures of the rules


def pictures(game: str) -> list[Data] | None:
    """The pictures of a game's rules, in the order of their list; None if it has none."""
    file = PAGES / game / "pictures.toml"
    if not file.is_file():
        return None
    found = {
        scenario.title: scenario
        for path in sorted((SCENARIOS / game).glob("*.toml"))
        for scenario in load(path)
    }
    entries = tomllib.loads(file.read_text(encoding="utf-8"))["picture"]
    return [picture(file, entry, found) for entry in entries]


def picture(file: Path, entry: Data, found: dict[str, Scenario]) -> Data:
    scenario = found.get(entry["scenario"])
    if scenario is None:
        raise FileError(f"{file}: there is no scenario {entry['scenario']!r}")
    if entry["clause"] not in scenario.clauses:
        raise FileError(f"{file}: {entry['scenario']!r} does not show {entry['clause']}")
    if scenario.game.version != Game(scenario.game.name).version:
        raise FileError(f"{file}: {entry['scenario']!r} is of an earlier version of the rules")
    teller = Teller(scenario.start())
    *earlier, shown = scenario.steps[: entry.get("step", 1)]
    moves = moves_of(shown)
    skip = entry.get("skip", 0)
    for move in [*(move for step in earlier for move in moves_of(step)), *moves[:skip]]:
        teller.play(move)
    before = teller.moment()
    told = [event for move in moves[skip:] for event in teller.play(move)["events"]]
    return {
        "clause": entry["clause"],
        "show": entry["show"],
        **setting(scenario.game),
        "before": before,
        "said": [{"en": one["en"], "fr": one["fr"]} for one in told[:MOST_SAID]],
        "after": teller.moment() if moves[skip:] else None,
    }


# ---------------------------------------------------------------- lessons


def lesson(game: str) -> list[Data] | None:
    """The stages of a game's lesson; None if it has none."""
    file = file_of(game)
    return [stage(scenario) for scenario in load(file)] if file else None


# ---------------------------------------------------------------- files


def files() -> dict[Path, str]:
    """What each generated file should hold."""
    made: dict[Path, str] = {}
    for game in games():
        folder = PAGES / game
        drawn, taught = pictures(game), lesson(game)
        if drawn is not None:
            made[folder / "pictures.json"] = as_json(drawn)
        if taught is not None:
            made[folder / "lesson.json"] = as_json(taught)
        if drawn is not None or taught is not None:
            standard = Game(game)
            made[folder / "box.json"] = as_json(standard.part("view").box(standard.components))
    return made


def as_json(data: Any) -> str:
    """One line for each item: a change shows up as few lines, and the files stay small."""
    rows = (
        [json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in data]
        if isinstance(data, list)
        else [
            f"{json.dumps(key)}:{json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"
            for key, value in data.items()
        ]
    )
    opened, closed = "[]" if isinstance(data, list) else "{}"
    return opened + "\n" + ",\n".join(rows) + "\n" + closed + "\n"


def main(arguments: list[str]) -> int:
    try:
        stale = {
            path: text
            for path, text in files().items()
            if not path.exists() or path.read_text(encoding="utf-8") != text
        }
    except (FileError, FaubourgError) as error:
        print(error, file=sys.stderr)
        return 1
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run make types", file=sys.stderr)
        return 1 if stale else 0
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

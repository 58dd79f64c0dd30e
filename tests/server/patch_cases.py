"""Cases for the page's `patch.ts`: differences that the server made, with what they are between.

python -m tests.server.patch_cases    # writes them anew
"""

import json
import random
from pathlib import Path
from typing import Any

from faubourg.core.game import games
from faubourg.records.record import Record
from faubourg.server.table.patch import difference

FILE = Path(__file__).parents[2] / "web" / "src" / "lib" / "live" / "patch.cases.json"
RECORDS = Path(__file__).parents[1] / "playthroughs"
SCALARS = (None, True, False, 0, 1, -2, 2.5, "", "a", "é")
NAMES = ("a", "b", "c", "length", "0", "10", "__proto_")
INVENTED = 150
OF_A_GAME = 2


def value(chance: random.Random, depth: int) -> Any:
    kind = chance.randrange(4) if depth > 0 else 0
    if kind == 1:
        return [value(chance, depth - 1) for _ in range(chance.randrange(6))]
    if kind == 2:
        return {
            name: value(chance, depth - 1) for name in chance.sample(NAMES, chance.randrange(5))
        }
    return chance.choice(SCALARS)


def changed(chance: random.Random, old: Any, depth: int) -> Any:
    """Something like it: some parts are others, gone or new."""
    if chance.random() < 0.15:
        return value(chance, depth)
    if isinstance(old, list):
        kept = [changed(chance, each, depth - 1) for each in old if chance.random() < 0.85]
        return kept + [value(chance, 1)] * chance.randrange(2)
    if isinstance(old, dict):
        kept = {
            name: changed(chance, each, depth - 1)
            for name, each in old.items()
            if chance.random() < 0.85
        }
        new = {name: value(chance, 1) for name in NAMES if chance.random() < 0.1}
        return kept | {name: each for name, each in new.items() if name not in old}
    return old


def cases() -> list[Any]:
    """Old value, patch, new value; a patch is null where only the whole new value will do."""
    chance, found = random.Random(34), []
    for _ in range(INVENTED):
        old = {"is": value(chance, 4)}
        new = changed(chance, old, 4)
        found.append([old, difference(old, new), new])
    for name in games():
        text = (RECORDS / name / "2-players.txt").read_text(encoding="utf-8")
        views = [position.view() for position in Record.loads(text).positions()]
        for at in range(len(views) // 3, len(views) - 1, len(views) // OF_A_GAME):
            found.append([views[at], difference(views[at], views[at + 1]), views[at + 1]])
    return found


def text() -> str:
    return json.dumps(cases(), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")

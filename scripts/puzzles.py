"""Makes and checks the puzzles of the day.

    .venv/bin/python -m scripts.puzzles make minivilles 60  # until the game has so many puzzles
    .venv/bin/python -m scripts.puzzles make lutins 60 4 game=gnome   # with 4 players, and options
    .venv/bin/python -m scripts.puzzles check GAME 30       # the first 30 once more, by more search
    .venv/bin/python -m scripts.puzzles drop GAME 30        # the same, and those that fail go

Puzzles are found game by game, from seed 1 on, and written as they are found; who goes on later
goes on from the last seed. `check` searches with other seeds and five times as many simulations.
"""

import json
import sys
from itertools import count

from faubourg.core.game import Game
from faubourg.puzzles.make import EFFORTS, find, is_clear, worths_of
from faubourg.puzzles.puzzle import HERE, puzzles, written

TIMES = 5  # as many simulations for a check
OTHER_SEEDS = 10**6


def make(name: str, wanted: int, players: int = 2, *options: str) -> None:
    given = dict(option.split("=") for option in options)
    path, game = HERE / f"{name}.json", Game(name, players=players, **given)
    kept = json.loads(path.read_text()) if path.is_file() else {"seed": 0, "puzzles": []}
    for seed in count(kept["seed"] + 1):
        if len(kept["puzzles"]) >= wanted:
            return
        kept["puzzles"] += map(written, find(game, seed))
        kept["seed"] = seed
        path.write_text(_json(kept))
        print(f"{name}: game {seed}, {len(kept['puzzles'])} puzzles", flush=True)


def _json(kept: dict[str, object]) -> str:
    """A line for each puzzle."""
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in kept["puzzles"])  # type: ignore[attr-defined]
    return f'{{"seed": {kept["seed"]}, "puzzles": [\n{lines}\n]}}\n'


def check(name: str, days: int) -> list[int]:
    """Which of the first puzzles fail a second, stronger search."""
    failed = []
    for number, puzzle in enumerate(puzzles(name)[:days]):
        efforts = [*EFFORTS[:-1], EFFORTS[-1] * TIMES]
        worths = worths_of(puzzle.position, OTHER_SEEDS + number * 10, efforts).values()
        best = max(worths, key=lambda each: each.chance)
        others = [each for each in worths if each.move not in puzzle.answers]
        next_best = max(others, key=lambda each: each.chance)
        holds = best.move in puzzle.answers and is_clear(best, next_best)
        if not holds:
            failed.append(number)
        print(
            f"{name} {number}: {'holds' if holds else 'FAILS'}: {best.move!r} {best.chance:.3f} "
            f"± {1.96 * best.error:.3f}, next {next_best.move!r} {next_best.chance:.3f} "
            f"± {1.96 * next_best.error:.3f}",
            flush=True,
        )
    print(f"{name}: {len(failed)} of {min(days, len(puzzles(name)))} fail")
    return failed


def drop(name: str, days: int) -> None:
    """Throw away those of the first puzzles that fail."""
    failed, path = check(name, days), HERE / f"{name}.json"
    kept = json.loads(path.read_text())
    kept["puzzles"] = [each for at, each in enumerate(kept["puzzles"]) if at not in failed]
    path.write_text(_json(kept))


def main(arguments: list[str]) -> int:
    command, name, number, *more = arguments
    if command == "check":
        return len(check(name, int(number)))
    if command == "drop":
        drop(name, int(number))
        return 0
    make(name, int(number), int(more[0]) if more else 2, *more[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What the rules do, boiled down to a few numbers, to be compared compiled and uncompiled.

`test_compile.py` runs this file twice: in its own process, and as a script under
`NUMBA_DISABLE_JIT=1`, where every kernel is plain Python. Both must print the same.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from faubourg.bots.match import play
from faubourg.bots.paired_playouts import paired_playouts
from faubourg.bots.search import Search
from faubourg.core.game import Game, games, variants
from faubourg.core.position import Position
from faubourg.kernels.template import play_kernels
from faubourg.lab.play.watch import CARELESS_BOT, Watcher, empty_stats
from faubourg.lab.simulate import simulate
from faubourg.records.record import Record
from tests.effort import LONG

RECORDS = Path(__file__).parents[1] / "playthroughs"
MOST_PATHS = 3000  # counted from one position


def player_counts(name: str) -> list[int]:
    """The fewest and the most; in the long run all."""
    found = sorted({players for players, _ in variants(name)})
    return found if LONG else [found[0], found[-1]]


def digest(parts: Iterator[bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest()[:16]


def played(record: Record) -> Iterator[bytes]:
    """Rows, views and events along a game."""
    position = record.game.start()
    for id in record.moves:
        yield position.to_bytes()
        yield json.dumps(position.view()).encode()
        yield json.dumps(position.play(id)).encode()
    yield position.to_bytes()
    yield repr(position.outcome).encode()


def observed(record: Record) -> Iterator[bytes]:
    """What each seat sees of some positions along a game."""
    seen, box = record.game.part("observe"), record.game.components.box
    out = np.zeros(seen.SIZE, np.int8)
    for number, position in enumerate(record.positions()):
        if number % 9 == 0 or position.turn is None:
            seat = number % record.game.players
            seen.observe(box, position.row, seat, out)
            yield out.tobytes()


def games_between_bots() -> dict[str, str]:
    """For each game and number of players: a seeded game of both kinds of bots."""
    found = {}
    for name in games():
        for players in player_counts(name):
            seats = (["random", "greedy"] * players)[:players]
            record = play(Game(name, players), seats, seed=players)
            found[f"{name} {players}"] = digest(played(record))
            found[f"{name} {players} observed"] = digest(observed(record))
    return found


def batches() -> dict[str, list[int]]:
    """Turns, steps and winners of the loop that plays whole games."""
    found = {}
    for name in games():
        for players in player_counts(name):
            seats = (["greedy", "random"] * players)[:players]
            batch = simulate(Game(name, players), seats, games=1, seed=9, workers=1)
            found[f"{name} {players}"] = [batch.turns, batch.steps, *batch.wins]
    return found


def watched() -> dict[str, list[int]]:
    """All that the lab notes down of a game of each kind."""
    found = {}
    for name in games():
        game = Game(name)
        noted = empty_stats(game, 2)
        for number, common in enumerate((False, True)):
            watcher = Watcher(game, [CARELESS_BOT] * game.players, seed=9, common=common)
            watcher.play(0, noted.part(number, number + 1))
        found[name] = [
            number for array in vars(noted).values() for number in array.ravel().tolist()
        ]
    return found


def milestones(record: Record) -> Iterator[tuple[int, Position]]:
    """The start of a game and positions at each sixth of it, with the move's number."""
    marks = {len(record.moves) * part // 6 for part in range(6)}
    for number, position in enumerate(record.positions()):
        if number in marks:
            yield number, position.copy()


def count(position: Position, depth: int) -> int:
    """How many sequences of so many moves there are, as `kernels/play.py` counts them."""
    game = position.game
    rows = game.new_rows(depth + 1)
    rows[depth] = position.row
    actions = np.zeros((depth + 1, game.rules.MOST), np.int32)
    weights = np.zeros(game.rules.MOST, np.int32)
    return int(
        play_kernels(game.name).count_paths(game.components.box, rows, actions, weights, depth)
    )


def counted(position: Position) -> list[int]:
    """Paths of 1, 2, 3… moves, as far as there are not too many of them."""
    counts = [count(position, 0), count(position, 1)]
    while len(counts) < 6 and counts[-1] * counts[-1] // max(counts[-2], 1) < MOST_PATHS:
        counts.append(count(position, len(counts)))
    return counts


def paths() -> dict[str, list[int]]:
    """Paths from positions along the golden records."""
    return {
        f"{file.parent.name}/{file.stem} move {number}": counted(position)
        for file in sorted(RECORDS.glob("*/*.txt"))
        for number, position in milestones(Record.load(file))
    }


def searches() -> dict[str, list[list[float]]]:
    """What a small search from the middle of a game found of every choice, and a playout."""
    found = {}
    for name in games():
        record = play(Game(name), ["greedy"] * Game(name).players, seed=6)
        positions = [position.copy() for position in record.positions()]
        choosing = [p for p in positions if p.turn is not None and len(p.legal) > 1]
        habits = replace(Game(name).part("insight").HABITS, candidates=4, sample=2)
        middle = choosing[len(choosing) // 2]
        search = Search(middle, 8, habits)
        search.run(8)
        found[name] = [
            [int(node.action), int(node.visits), *(round(float(won), 6) for won in node.won)]
            for node in search.children()
        ]
        found[name] += paired_playouts(middle, 1, seed=6).round(5).tolist()
    return found


def probe() -> dict[str, object]:
    return {
        "games": games_between_bots(),
        "batches": batches(),
        "watched": watched(),
        "paths": paths(),
        "searches": searches(),
    }


if __name__ == "__main__":
    print(json.dumps(probe()))

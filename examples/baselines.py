"""How well bots play every game, at every number of players: a table to measure learners by.

    python examples/baselines.py --out docs/researchers/baselines.md

Each bot has one seat and greedy the others, seats changing evenly; where all play together, it has
all seats. `--learned` adds policies that `examples/league.py` has saved. Results are kept beside
the page, as JSON: a call that was stopped goes on where it was, and nothing is measured twice. Bots
that search play fewer games, and the interval says so.
"""

import argparse
import json
import os
import platform
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numba
import numpy as np

import faubourg
from faubourg.bots import Bot, make
from faubourg.core.game import games as game_names
from faubourg.envs.spaces import sides
from faubourg.lab.intervals import wilson

RIVAL = "greedy"
SIMPLE = ("random", "greedy", "gentle")
BOTS = (*SIMPLE, "steady", "expert")
NAMES = (*BOTS, "learned")
Share = tuple[int, int]  # games won, of so many


def tables() -> Iterator[faubourg.Game]:
    """Every game at every number of players."""
    for name in game_names():
        least, most = faubourg.Game(name).components.players
        for players in range(least, most + 1):
            yield faubourg.Game(name, players=players)


def share(game: faubourg.Game, bot: str | Bot, games: int, seed: int) -> Share:
    """Games that a bot wins, a shared victory too; so many in each seat."""
    if len(set(sides(game))) == 1:
        found = faubourg.simulate(game, [bot] * game.players, games, seed)
        return found.wins[0], games
    each, won = max(1, games // game.players), 0
    for seat in range(game.players):
        seats: list[str | Bot] = [RIVAL] * game.players
        seats[seat] = bot
        won += faubourg.simulate(game, seats, each, seed + seat).wins[seat]
    return won, each * game.players


def row(game: faubourg.Game, shares: dict[str, Share]) -> str:
    cells = [str(game.title.en), str(game.players)]
    for name in NAMES:
        if name not in shares:
            cells.append("")
            continue
        won, games = shares[name]
        low, high = wilson(won, games)
        cells.append(f"{won / games:.1%} ({low:.0%} to {high:.0%} of {games:,})")
    return f"| {' | '.join(cells)} |"


def hardware() -> str:
    """The machine and what runs on it, in a sentence."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    model = next((line.split(":")[1].strip() for line in lines if line[:10] == "model name"), "")
    return (
        f"{os.cpu_count()} cores ({model or platform.processor() or platform.machine()}), "
        f"{platform.system()}, Python {platform.python_version()}, NumPy {np.__version__}, "
        f"Numba {numba.__version__}, Faubourg {faubourg.__version__}"
    )


def learned_shares(files: list[Path], games: int, seed: int) -> dict[tuple[str, int], Share]:
    """Games won by policies that were saved, by game and number of players."""
    if not files:
        return {}
    from curve import examine
    from league import load

    loaded = (load(file) for file in files)
    return {
        (game.name, game.players): (examine(policy, games, seed, RIVAL, game), games)
        for game, policy in loaded
    }


def keep_learned(results: Path, files: list[Path], games: int, seed: int) -> None:
    """Add what saved policies win to a file of results, anew each time."""
    known: dict[str, list[int]] = json.loads(results.read_text()) if results.exists() else {}
    for (name, players), won in learned_shares(files, games, seed).items():
        known[f"{name} {players} learned"] = list(won)
    results.write_text(json.dumps(known, indent=1) + "\n")


def measure(
    results: Path,
    counts: dict[str, int],
    simulations: int,
    seed: int,
    names: Sequence[str] = BOTS,
) -> dict[faubourg.Game, dict[str, Share]]:
    """The games of these bots at all tables, and of others what is known. What a file of results
    has already is not played again, and what is played is added to it at once."""
    known: dict[str, list[int]] = json.loads(results.read_text()) if results.exists() else {}
    bots: dict[str, str | Bot] = {name: name for name in BOTS}
    bots["expert"] = make("expert", simulations=simulations)
    found: dict[faubourg.Game, dict[str, Share]] = {}
    for game in tables():
        found[game] = {}
        for name, bot in bots.items():
            count = counts[name]
            key = f"{game.name} {game.players} {name}"
            if key not in known and count and name in names:
                known[key] = list(share(game, bot, count, seed))
                results.write_text(json.dumps(known, indent=1) + "\n")
        for name in NAMES:
            key = f"{game.name} {game.players} {name}"
            if key in known:
                found[game][name] = (known[key][0], known[key][1])
        print(row(game, found[game]), flush=True)
    return found


def page(
    results: Path, counts: dict[str, int], simulations: int, learned: list[Path], seed: int,
    names: Sequence[str] = BOTS,
) -> str:  # fmt: skip
    """The table, with what it rests on, as a page of Markdown."""
    begun = time.perf_counter()
    keep_learned(results, learned, counts["greedy"], seed)
    found = measure(results, counts, simulations, seed, names)
    lines = [row(game, shares) for game, shares in found.items()]
    minutes = (time.perf_counter() - begun) / 60
    heads = ["game", "players", *NAMES]
    return "\n".join([
        "# Baselines",
        "",
        "*This page is written by `python examples/baselines.py`.*",
        "",
        f"Games won by each bot in one seat, with {RIVAL} in the others and seats changing evenly;",
        "a shared victory counts. La Cité des lutins is played together: there the bot has all",
        "seats. In brackets are Wilson's 95 % interval and the number of games. `steady` searches",
        f"with 100 simulations a move, `expert` here with {simulations:,}. `learned` is a policy",
        "of [`examples/league.py`](libraries.md). An empty cell was not measured yet.",
        "",
        f"| {' | '.join(heads)} |",
        "|" + "---|" * len(heads),
        *lines,
        "",
        f"Seed {seed}; {minutes:.0f} minutes in the last call, on {hardware()}.",
        "",
    ])  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000, help="of bots that don't search")
    parser.add_argument("--steady", type=int, default=400, help="games of steady, or 0")
    parser.add_argument("--expert", type=int, default=40, help="games of expert, or 0")
    parser.add_argument("--simulations", type=int, default=1000, help="of expert, for each move")
    parser.add_argument("--bots", nargs="*", default=BOTS, choices=BOTS, help="usual: all")
    parser.add_argument("--learned", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, default=Path("build/baselines.md"))
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    told.out.parent.mkdir(parents=True, exist_ok=True)
    results = told.out.with_suffix(".json")
    counts = dict.fromkeys(SIMPLE, told.games) | {"steady": told.steady, "expert": told.expert}
    text = page(results, counts, told.simulations, told.learned, told.seed, told.bots)
    told.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

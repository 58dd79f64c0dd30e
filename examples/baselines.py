"""How well bots play every game, at every number of players: a table to measure learners by.

    python examples/baselines.py --learn 1 --out docs/researchers/baselines.md

Each bot has one seat and greedy the others, seats changing evenly; where all play together, it has
all seats. `--learn 1` also teaches a network for every table, for a minute each, by
`examples/league.py`; a table that has one in the folder of `--networks` keeps it. Results are kept
beside the page, as JSON: a call that was stopped goes on where it was, and nothing is measured
twice. Bots that search play fewer games, and the interval says so.
"""

import argparse
import json
import os
import platform
import time
from collections.abc import Collection, Iterator, Sequence
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
IMITATED = 10  # lessons of a learner that imitate greedy
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
        interval = f"{100 * low:.0f} to {100 * high:.0f} of {games:,}"
        cells.append(f"{100 * won / games:.1f} <small>{interval}</small>")
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


def known_in(results: Path) -> dict[str, list[int]]:
    """What was measured before: games won and played, by `key_of`."""
    found: dict[str, list[int]] = json.loads(results.read_text()) if results.exists() else {}
    return found


def key_of(game: faubourg.Game, name: str, simulations: int) -> str:
    """A line of the results; an expert that thinks for longer is another player."""
    effort = f" {simulations}" if name == "expert" else ""
    return f"{game.name} {game.players} {name}{effort}"


def learn(networks: Path, minutes: float, seed: int) -> None:
    """Teach a network for every table that has none yet; the first lessons imitate greedy."""
    from league import train

    for game in tables():
        folder = networks / f"{game.name}-{game.players}"
        if not (folder / "network.pt").exists():
            train(folder, minutes, seed, game, exam=200, imitated=IMITATED)


def keep_learned(results: Path, networks: Path, games: int, seed: int) -> float:
    """Add what saved networks win to a file of results, anew each time; the most minutes that one
    of them has learned."""
    files = sorted(networks.glob("*/network.pt"))
    if not files:
        return 0.0
    from curve import examine
    from league import load

    known, most = known_in(results), 0.0
    for file in files:
        game, policy = load(file)
        known[key_of(game, "learned", 0)] = [examine(policy, games, seed, RIVAL, game), games]
        most = max(most, json.loads((file.parent / "curve.json").read_text())[-1]["cpu_minutes"])
    results.write_text(json.dumps(known, indent=1) + "\n")
    return most


def measure(
    results: Path,
    counts: dict[str, int],
    simulations: int,
    seed: int,
    names: Sequence[str] = BOTS,
    played: Collection[str] = (),
) -> dict[faubourg.Game, dict[str, Share]]:
    """The games of these bots at all tables, or those of some games, and of others what is known.
    What a file of results has already is not played again, and what is played is added to it at
    once."""
    known = known_in(results)
    bots: dict[str, str | Bot] = {name: name for name in BOTS}
    bots["expert"] = make("expert", simulations=simulations)
    found: dict[faubourg.Game, dict[str, Share]] = {}
    for game in tables():
        found[game] = {}
        keys = {name: key_of(game, name, simulations) for name in NAMES}
        for name, bot in bots.items():
            count = counts[name] if not played or game.name in played else 0
            if keys[name] not in known and count and name in names:
                known[keys[name]] = list(share(game, bot, count, seed))
                results.write_text(json.dumps(known, indent=1) + "\n")
        for name, key in keys.items():
            if key in known:
                found[game][name] = (known[key][0], known[key][1])
        print(row(game, found[game]), flush=True)
    return found


def page(
    results: Path, counts: dict[str, int], simulations: int, networks: Path, seed: int,
    names: Sequence[str] = BOTS, minutes: float = 0, played: Collection[str] = (),
) -> str:  # fmt: skip
    """The table, with what it rests on, as a page of Markdown."""
    begun = time.process_time()
    if minutes:
        learn(networks, minutes, seed)
    longest = keep_learned(results, networks, counts["greedy"], seed)
    found = measure(results, counts, simulations, seed, names, played)
    lines = [row(game, shares) for game, shares in found.items()]
    spent = (time.process_time() - begun) / 60
    heads = ["game", "players", *NAMES]
    spent_learning = f", at most {longest:.1f} minutes of one core a table" if longest else ""
    return "\n".join([
        "---",
        "hide: [toc]",
        "---",
        "# Baselines",
        "",
        "*This page is written by `python examples/baselines.py`.*",
        "",
        f"Per cent of games won by each bot in one seat, {RIVAL} in the others, seats changing;",
        "a shared victory counts. La Cité des lutins is played together: there the bot has all",
        "seats. Small are Wilson's 95 % interval and the number of games. `steady` searches",
        f"with 100 simulations a move, `expert` here with {simulations:,}. `learned` is a policy",
        f"of [`examples/league.py`](libraries.md): {IMITATED} lessons that imitate greedy, then",
        f"self-play{spent_learning}. An empty cell was not measured yet.",
        "",
        f"| {' | '.join(heads)} |",
        "|" + "---|" * len(heads),
        *lines,
        "",
        f"Seed {seed}; {spent:.0f} minutes of processor time in the last call, on {hardware()}.",
        "",
    ])  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000, help="of bots that don't search")
    parser.add_argument("--steady", type=int, default=400, help="games of steady, or 0")
    parser.add_argument("--expert", type=int, default=100, help="games of expert, or 0")
    parser.add_argument("--simulations", type=int, default=400, help="of expert, for each move")
    parser.add_argument("--bots", nargs="*", default=BOTS, choices=BOTS, help="usual: all")
    parser.add_argument("--play", nargs="*", default=[], choices=game_names(), help="usual: all")
    parser.add_argument("--learn", type=float, default=0, help="minutes for each network, or 0")
    parser.add_argument("--networks", type=Path, default=Path("build/learned"), help="their folder")
    parser.add_argument("--out", type=Path, default=Path("build/baselines.md"))
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    told.out.parent.mkdir(parents=True, exist_ok=True)
    results = told.out.with_suffix(".json")
    counts = dict.fromkeys(SIMPLE, told.games) | {"steady": told.steady, "expert": told.expert}
    text = page(
        results, counts, told.simulations, told.networks, told.seed, told.bots, told.learn,
        told.play,
    )  # fmt: skip
    told.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""What a table that is alone on a server gains by all cores and by trees kept between moves.

    python -m bench.lone_table threads            # simulations of a second's search in a worker
    python -m bench.lone_table beside             # what a second table loses by a first's threads
    python -m bench.lone_table reuse --seconds 1  # what the tree of the last move brings

`threads` and `beside` search in real worker processes of the server's pool, from some decisions of
a greedy game. They are of wall clock, so what others do on the machine meanwhile is told: of
--patience tries the first counts during which others used at most a twentieth of the cores, or
else the least disturbed one. `reuse` plays a game between a
person (`steady`, who thinks elsewhere) and experts who share the table's tree, and searches each of
their decisions with a new tree too; it counts processor time, and may run beside anything.
"""

import argparse
import asyncio
import os
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.search import decision
from faubourg.bots.bot import MctsBot, make
from faubourg.bots.compiler import load_search
from faubourg.bots.effort import Effort
from faubourg.bots.levels import cores
from faubourg.bots.match import next_move
from faubourg.bots.search import PACE_KNOWN, Search, most_visited
from faubourg.core.game import Game, games
from faubourg.core.position import Position
from faubourg.core.streams import streams
from faubourg.server.runtime.workers import SentPosition, Workers, is_crowded

PARTS = (0.0, 0.25, 0.5, 0.75)  # of a greedy game, from which is searched
QUIET = 0.05  # of the cores, that others may use while wall clock is measured
LOOKS = 100  # at the clock in a search by processor time
APART = 0.1  # seconds between the beginnings of two searches
Call = tuple[SentPosition, int, float]  # what `search` is given


class Searched(NamedTuple):
    """A search in a worker."""

    simulations: int
    processor: float  # seconds
    memory: int  # bytes that the worker has now
    disturbed: float = 0.0  # by others, who used this part of all cores meanwhile


# ---------------------------------------------------------------- in workers


def search(sent: SentPosition, threads: int, seconds: float) -> Searched:
    """A search that does not end early."""
    load_search(sent.game)
    bot = MctsBot(
        Effort(seconds=seconds), learned=True, threads=threads, reuse=False, crowded=is_crowded
    )
    trees = bot.new_trees(sent.open(), np.random.default_rng(1))
    begun = time.process_time()
    bot.grow(trees, to_decide=False)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    memory = pages * os.sysconf("SC_PAGE_SIZE")
    simulations = sum(tree.simulations for tree in trees)
    return Searched(simulations, time.process_time() - begun, memory)


class Cores(NamedTuple):
    """Seconds of processor time since the machine started: of all, and of idleness."""

    busy: float
    idle: float

    @classmethod
    def now(cls) -> "Cores":
        with open("/proc/stat") as stat:
            ticks = [int(word) for word in stat.readline().split()[1:9]]
        idle = ticks[3] + ticks[4]
        per_second = os.sysconf("SC_CLK_TCK")
        return cls((sum(ticks) - idle) / per_second, idle / per_second)


async def least_disturbed(workers: Workers, calls: list[Call], tries: int) -> Searched:
    """Searches that begin one after the other: the last of the first try that others did not
    disturb, or of the least disturbed one."""
    found: list[tuple[float, Searched]] = []
    for _ in range(tries):
        before, begun = Cores.now(), []
        for call in calls:
            begun.append(asyncio.create_task(workers.run(search, *call)))
            await asyncio.sleep(APART)
        searched = await asyncio.gather(*begun)
        after = Cores.now()
        others = after.busy - before.busy - sum(each.processor for each in searched)
        disturbed = max(0.0, others / (sum(after) - sum(before)))
        found.append((disturbed, searched[-1]._replace(disturbed=disturbed)))
        if disturbed <= QUIET:
            break
        await asyncio.sleep(1.0)
    return min(found)[1]


async def compare_threads(name: str, seconds: float, tries: int) -> None:
    """A search on one thread, then on more, one at a time."""
    workers, places = Workers(1), positions(name)
    try:
        await workers.run(search, places[0], 1, 0.1)
        for threads in range(1, cores() + 1):
            found = []
            for place in places:
                found.append(await least_disturbed(workers, [(place, threads, seconds)], tries))
            report(f"{name}, {threads} threads", found)
    finally:
        workers.close()


async def compare_beside(name: str, seconds: float, tries: int) -> None:
    """A search on one thread beside that of another table, which began just before it with none,
    one or more."""
    workers, places = Workers(2), positions(name)
    try:
        await asyncio.gather(*(workers.run(search, places[0], 1, 0.5) for _ in range(2)))
        for threads in range(cores() + 1):
            found = []
            for place in places:
                first = [(places[0], threads, seconds + 2 * APART)] if threads else []
                found.append(await least_disturbed(workers, [*first, (place, 1, seconds)], tries))
            report(f"{name}, beside {threads} threads", found)
    finally:
        workers.close()


def positions(name: str) -> list[SentPosition]:
    return [SentPosition.of(decision(Game(name, 2), part)) for part in PARTS]


def report(what: str, found: list[Searched]) -> None:
    simulations, processor, memory, disturbed = np.mean(found, axis=0)
    print(
        f"{what}: {simulations:,.0f} simulations in {processor:.2f} s of processor time "
        f"({simulations / processor:,.0f} a second), {memory / 2**20:.0f} MB in the worker; "
        f"others used {disturbed:.0%} of the cores",
        flush=True,
    )


# ---------------------------------------------------------------- trees between moves


class Reused(NamedTuple):
    """A decision with the tree of the one before."""

    lead: int  # visits that the tree came with
    visits: int  # and had in the end
    bytes: int
    seconds: float  # of processor time
    fresh: float  # the same with a new tree


def compare_trees(name: str, players: int, seconds: float, seed: int) -> Iterator[Reused]:
    """The decisions of experts in a game with one person."""
    expert = MctsBot(Effort(seconds=seconds), learned=True)
    new = MctsBot(Effort(seconds=seconds), learned=True, reuse=False)
    bots = [make("steady"), *[expert] * (players - 1)]
    position, generators = Game(name, players).start(), streams(seed)
    while position.turn is not None:
        if position.turn < 1 or len(position.legal) == 1:
            position.step(next_move(position, bots, generators))
            continue
        generator = generators.seats[position.turn]
        _, _, fresh = decide(new, position, np.random.default_rng(seed), seconds)
        tree, lead, took = decide(expert, position, generator, seconds)
        yield Reused(lead, int(tree.nodes[0].visits), tree._used * tree.nodes.itemsize, took, fresh)
        position.step(most_visited([tree]))


def decide(
    bot: MctsBot, position: Position, generator: np.random.Generator, seconds: float
) -> tuple[Search, int, float]:
    """Search by processor time until the choice is certain: the tree, the visits with which it
    began, and the time."""
    begun = time.thread_time()
    (tree,) = bot.new_trees(position, generator)
    lead = int(tree.nodes[0].visits)
    tree.run(PACE_KNOWN)
    while (took := time.thread_time() - begun) < seconds:
        pace = tree.simulations / took
        if tree.is_decided(pace * (seconds - took)):
            break
        tree.run(max(1, int(pace * seconds / LOOKS)))
    return tree, lead, time.thread_time() - begun


def compare_reuse(names: list[str], counts: list[int], seconds: float, seed: int) -> None:
    for name, players in product(names, counts):
        found = [*compare_trees(name, players, seconds, seed)]
        figures = [(one.lead / one.visits, one.seconds, one.fresh) for one in found]
        share, took, fresh = np.mean(figures, axis=0)
        sizes = [each.bytes / 2**20 for each in found]
        print(
            f"{name}, {players} players: {len(found)} decisions, "
            f"{sum(each.lead > 0 for each in found)} with a tree of before, {share:.0%} of the "
            f"visits of a decision from it on average; {took:.2f} s of processor time instead of "
            f"{fresh:.2f} s; trees of {np.mean(sizes):.1f} MB, at most {max(sizes):.1f} MB",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("threads", "beside", "reuse"))
    parser.add_argument("games", nargs="*", default=games())
    parser.add_argument("--seconds", type=float, default=1.0, help="of a search")
    parser.add_argument("--patience", type=int, default=5, help="tries for an undisturbed one")
    parser.add_argument(
        "--players", type=int, nargs="+", default=[2, 4], help="of games with reuse"
    )
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    if told.what == "reuse":
        compare_reuse(told.games, told.players, told.seconds, told.seed)
    else:
        compare = compare_threads if told.what == "threads" else compare_beside
        for name in told.games:
            asyncio.run(compare(name, told.seconds, told.patience))


if __name__ == "__main__":
    main()

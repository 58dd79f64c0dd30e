"""A data set of games between experts, as Parquet and in Minari's form.

    python examples/expert_games.py --games 100000 --out build/expert-minivilles
    python examples/expert_games.py --games 0 --out build/expert-minivilles --minari expert-v0

Experts search with 100 simulations a move, judged by the game's value network where it has one:
decision 0063 says why. Games are played on all cores, in parts of a file each; a part that is there
is not made again, so the same command goes on where it was stopped. The same seed gives the same
games, whatever the number of cores. `--minari` makes a Minari data set of all parts that are there.
"""

import argparse
import json
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from rich.progress import MofNCompleteColumn, Progress

import faubourg
from faubourg.bots.bot import MctsBot
from faubourg.bots.effort import Effort
from faubourg.bots.search import habits_of
from faubourg.envs.positions import observation, returns

PART = 500  # games in a file
SPAWN = multiprocessing.get_context("spawn")  # a fork would miss the threads of Polars
DEAF = (signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits


class Plan(NamedTuple):
    """Which games are played."""

    game: str = "minivilles"
    players: int = 2
    simulations: int = 100
    seed: int = 1
    network: bool = True  # searches by the game's value network, if it has one


def play(plan: Plan, number: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """One game and the decisions in it."""
    game = faubourg.Game(plan.game, players=plan.players)
    habits = habits_of(game) if plan.network else None
    bot = MctsBot(Effort(simulations=plan.simulations), habits)
    seed = plan.seed + number
    record = faubourg.play(game, [bot] * plan.players, seed)
    position, decisions = game.start(), []
    for move in record.moves:
        if position.turn is not None and position.turn >= 0:
            decisions.append({
                "game": number,
                "decision": len(decisions),
                "seat": position.turn,
                "observation": observation(position, position.turn),
                "legal": position.legal.ids,
                "action": move,
            })  # fmt: skip
        position.step(move)
    rewards = returns(position)
    for decision in decisions:
        decision["return"] = rewards[decision["seat"]]
    final = [observation(position, seat) for seat in range(plan.players)]
    whole = {"game": number, "seed": seed, "moves": record.moves, "returns": rewards,
             "final_observations": np.concatenate(final)}  # fmt: skip
    return whole, decisions


def make_part(plan: Plan, out: Path, first: int, last: int) -> float:
    """Two files with some games; the seconds that they took. Nothing is done twice."""
    begun = time.perf_counter()
    name = f"{first:07}.parquet"
    if games_in(out / "decisions" / name) == last - first:
        return 0.0
    played = [play(plan, number) for number in range(first, last)]
    size = len(played[0][0]["final_observations"]) // plan.players
    small = {"seat": pl.Int8, "action": pl.Int32, "game": pl.Int32, "decision": pl.Int16}
    decisions = pl.DataFrame(
        [decision for _, some in played for decision in some],
        schema={
            **small,
            "observation": pl.Array(pl.Int8, size),
            "legal": pl.List(pl.Int32),
            "return": pl.Float32,
        },
    )
    games = pl.DataFrame(
        [whole for whole, _ in played],
        schema={
            "game": pl.Int32,
            "seed": pl.Int64,
            "moves": pl.List(pl.Int32),
            "returns": pl.List(pl.Float32),
            "final_observations": pl.Array(pl.Int8, size * plan.players),
        },
    )
    games.write_parquet(out / "games" / name)
    unfinished = out / "decisions" / f"{name}.part"
    decisions.write_parquet(unfinished)
    unfinished.rename(out / "decisions" / name)
    return time.perf_counter() - begun


def games_in(decisions: Path) -> int:
    """How many games a part has, if it is there."""
    if not decisions.exists():
        return 0
    games = decisions.parent.parent / "games" / decisions.name
    return int(pl.scan_parquet(games).select(pl.len()).collect().item())


def make_parquet(plan: Plan, games: int, out: Path, workers: int, part: int = PART) -> None:
    """All parts of a data set, with a bar that shows how far it is."""
    for folder in ("games", "decisions"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    check_plan(plan, out / "plan.json")
    ends = [(first, min(first + part, games)) for first in range(0, games, part)]
    seconds = done = 0.0
    with (
        Progress(*Progress.get_default_columns(), MofNCompleteColumn()) as progress,
        ProcessPoolExecutor(workers, SPAWN, signal.signal, DEAF) as pool,
    ):
        task = progress.add_task(f"{plan.game}, {plan.players} players", total=games)
        found = {
            pool.submit(make_part, plan, out, first, last): last - first for first, last in ends
        }
        try:
            for each in as_completed(found):
                progress.advance(task, found[each])
                seconds += each.result()
                done += found[each] if each.result() else 0
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            print("Stopped; parts that were begun are finished. The same command goes on.")
    if seconds:
        print(f"{done:,.0f} games in {seconds / 60:.1f} minutes of processes that play")


def check_plan(plan: Plan, file: Path) -> None:
    """Parts of one data set are played alike."""
    text = json.dumps(plan._asdict()) + "\n"
    if file.exists() and file.read_text() != text:
        raise SystemExit(f"{file.parent} has games of another plan: {file.read_text().strip()}")
    file.write_text(text)


def episodes(plan: Plan, games: Path, decisions: Path) -> Iterator[dict[str, Any]]:
    """What each seat saw, did and got in each game of a part, as Minari's episodes."""
    actions = faubourg.Game(plan.game, players=plan.players).rules.ACTIONS
    ends = pl.read_parquet(games).select("game", "final_observations").iter_rows()
    final = {number: np.array(seen, np.int8).reshape(plan.players, -1) for number, seen in ends}
    by_seat = pl.read_parquet(decisions).group_by("game", "seat", maintain_order=True)
    for (number, seat), some in by_seat:
        count = len(some)
        masks = np.zeros((count + 1, actions), np.int8)
        for step, legal in enumerate(some["legal"]):
            masks[step, legal] = 1
        rewards = np.zeros(count, np.float32)
        rewards[-1] = some["return"][-1]
        yield {
            "observations": np.concatenate(
                [some["observation"].to_numpy(), final[number][None, seat]]
            ),
            "actions": some["action"].to_numpy().astype(np.int64),
            "rewards": rewards,
            "terminations": np.arange(1, count + 1) == count,
            "truncations": np.zeros(count, np.bool_),
            "infos": {"action_mask": masks},
        }


def algorithm(plan: Plan) -> str:
    """How the games of a plan are played, in words."""
    network = " with a value network" if plan.network else ""
    return f"MCTS{network}, {plan.simulations} simulations a move"


def make_minari(out: Path, name: str) -> Any:
    """A Minari data set of all parts that are there: an episode is one seat's game."""
    import gymnasium
    import minari
    from minari.data_collector import EpisodeBuffer

    from faubourg.envs.gymnasium import title

    plan = Plan(**json.loads((out / "plan.json").read_text()))
    env = gymnasium.make(title(plan.game), players=plan.players)
    made = None
    for file in sorted((out / "decisions").glob("*.parquet")):
        found = episodes(plan, out / "games" / file.name, file)
        buffers = [EpisodeBuffer(**each) for each in found]
        if made is not None:
            made.update_dataset_from_buffer(buffers)
            continue
        made = minari.create_dataset_from_buffers(
            f"faubourg/{plan.game}-{plan.players}/{name}",
            buffers,
            env=env,
            eval_env=env,
            algorithm_name=algorithm(plan),
            author="The Faubourg contributors",
            description=f"{title(plan.game)} with an expert in every seat; seed {plan.seed}.",
        )
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--out", type=Path, default=Path("build/expert"))
    parser.add_argument("--game", default=Plan().game)
    parser.add_argument("--players", type=int, default=Plan().players)
    parser.add_argument("--simulations", type=int, default=Plan().simulations, help="a move")
    parser.add_argument("--playouts", action="store_true", help="search without the network")
    parser.add_argument("--seed", type=int, default=Plan().seed)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minari", metavar="NAME", help="make a Minari data set of this name")
    told = parser.parse_args()
    if told.games:
        plan = Plan(told.game, told.players, told.simulations, told.seed, not told.playouts)
        make_parquet(plan, told.games, told.out, told.workers)
    if told.minari:
        made = make_minari(told.out, told.minari)
        print(f"{made.id}: {made.total_episodes:,} episodes, {made.total_steps:,} steps")


if __name__ == "__main__":
    main()

"""Teach a small network to beat greedy Minivilles, on the batch environment, with NumPy alone.

    python examples/train_minivilles.py --minutes 15 --out build/minivilles

Two players, one of them the network, in 1,024 games at once; the greedy bot plays the other seat
inside of the environment, and the seats change from game to game. One hidden layer gives the
chances of all actions and the worth of the position. The first lessons imitate greedy; in those
after, it learns from what it does itself, by advantage actor-critic with PPO's clipped steps.
`--out` holds the network and its learning curve; called again, it goes on.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from curve import plot
from rich.progress import Progress

from faubourg.envs.batch import BatchEnv
from faubourg.envs.seats import LEARNER
from faubourg.lab.intervals import wilson

GAMES, STEPS = 1024, 64  # games at once, and decisions of each between two lessons
HIDDEN = 128
LAMBDA = 0.95  # how far an advantage looks ahead
CLIP, ENTROPY, WORTH = 0.2, 0.01, 0.5
IMITATED = 20  # lessons
STRAY = 0.1  # how often an imitated game leaves greedy's ways, to see more of them
PASSES, PIECE = 2, 4096  # over the decisions of a lesson, in pieces of so many
RATE = 1e-3
EVERY = 10  # lessons between two examinations
EXAM = 2000  # games

Weights = dict[str, Any]


class Network:
    """Observations to chances of actions and worth, with Adam's running means beside."""

    def __init__(self, size: int, actions: int, seed: int) -> None:
        generator = np.random.default_rng(seed)

        def spread(inputs: int, outputs: int, scale: float) -> Any:
            return (generator.standard_normal((inputs, outputs)) * scale).astype(np.float32)

        self.actions = actions
        # One more column than there are actions takes what lists of legal actions are filled with.
        actions += 1
        self.weights: Weights = {
            "in": spread(size, HIDDEN, size**-0.5 * 2),
            "bias": np.zeros(HIDDEN, np.float32),
            "act": spread(HIDDEN, actions, 0.01),
            "offset": np.zeros(actions, np.float32),
            "worth": spread(HIDDEN, 1, 0.01),
            "mean": np.zeros(1, np.float32),
        }
        self.first = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.second = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.lessons = 0

    def think(self, seen: Any, legal: Any, columns: Any = slice(None)) -> tuple[Any, Any, Any]:
        """The hidden layer, the chance of every listed action, and the worth of each position.

        `columns` are the actions that lists speak of, the last of them the one that fills them up.
        """
        w = self.weights
        hidden = np.maximum(seen @ w["in"] + w["bias"], 0)
        scores = hidden @ w["act"][:, columns] + w["offset"][columns]
        filled = scores.shape[1] - 1
        scores = np.take_along_axis(scores, legal, 1)
        scores[legal == filled] = -1e9
        scores -= scores.max(1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(1, keepdims=True)
        return hidden, chances, (hidden @ w["worth"] + w["mean"])[:, 0]

    def learn(self, part: Weights, columns: Any, imitate: bool) -> None:
        """One step of Adam down the gradient of PPO's aim, written out by hand."""
        w, rows, place = self.weights, np.arange(len(part["place"])), part["place"]
        hidden, chances, worth = self.think(part["seen"], part["legal"], columns)
        weight = np.ones(len(rows), np.float32)
        if not imitate:
            gain, ratio = part["gain"], chances[rows, place] / part["chance"]
            free = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            weight = gain * ratio * free
        # The slope of the aim by the scores: of what was chosen, and of the entropy.
        push = weight[:, None] * chances
        push[rows, place] -= weight
        logs = np.log(chances + 1e-9)
        entropy = -(chances * logs).sum(1, keepdims=True)
        push += ENTROPY * chances * (logs + entropy)
        spread = np.zeros((len(rows), len(columns)), np.float32)
        np.put_along_axis(spread, part["legal"], push / len(rows), 1)
        pull = (2 * WORTH / len(rows) * (worth - part["return"]))[:, None]
        back = (spread @ w["act"][:, columns].T + pull @ w["worth"].T) * (hidden > 0)
        act, offset = np.zeros_like(w["act"]), np.zeros_like(w["offset"])
        act[:, columns], offset[columns] = hidden.T @ spread, spread.sum(0)
        self._descend({
            "in": part["seen"].T @ back, "bias": back.sum(0), "act": act, "offset": offset,
            "worth": hidden.T @ pull, "mean": pull.sum(0),
        })  # fmt: skip

    def _descend(self, slopes: Weights) -> None:
        self.lessons += 1
        for name, slope in slopes.items():
            self.first[name] = 0.9 * self.first[name] + 0.1 * slope
            self.second[name] = 0.999 * self.second[name] + 0.001 * slope**2
            mean = self.first[name] / (1 - 0.9**self.lessons)
            square = self.second[name] / (1 - 0.999**self.lessons)
            step = RATE * mean / (np.sqrt(square) + 1e-8)
            self.weights[name] = (self.weights[name] - step).astype(np.float32)

    def save(self, path: Path) -> None:
        parts = {"w": self.weights, "f": self.first, "s": self.second}
        arrays = {f"{kind}_{name}": a for kind, part in parts.items() for name, a in part.items()}
        np.savez(path, lessons=self.lessons, **arrays)

    def load(self, path: Path) -> None:
        saved = np.load(path)
        self.lessons = int(saved["lessons"])
        for name in self.weights:
            self.weights[name] = saved[f"w_{name}"]
            self.first[name], self.second[name] = saved[f"f_{name}"], saved[f"s_{name}"]


def make_env(games: int, seed: int) -> BatchEnv:
    return BatchEnv(
        "minivilles", players=2, n=games, seed=seed, bots=[None, "greedy"], turned=True,
        normalised=True,
    )  # fmt: skip


def learner_seats(env: BatchEnv) -> Any:
    return np.argmax(env.seats_of == LEARNER, axis=1)


def listed(env: BatchEnv, width: int) -> Any:
    """The legal actions of every game, filled up with a number that is no action."""
    filled = np.arange(width) >= env.counts[:, None]
    return np.where(filled, env.actions, env.legals[:, :width])


def choose(chances: Any, generator: np.random.Generator) -> Any:
    """A place in each list of actions, with its chance."""
    ends = chances.cumsum(1)
    at = generator.random((len(ends), 1), np.float32) * ends[:, -1:]
    return (ends > at).argmax(1)


def play(
    env: BatchEnv, network: Network, generator: np.random.Generator, imitate: bool
) -> tuple[Weights, float]:
    """Decisions of all games with what came of them, and the share of games won."""
    n, rows, seats, now = env.n, np.arange(env.n), learner_seats(env), env.now
    kept: Weights = {
        "seen": np.empty((STEPS, n, env.size), np.float32),
        "legal": np.full((STEPS, n, env.legals.shape[1]), env.actions, np.int32),
        "place": np.empty((STEPS, n), np.int32),
        "chance": np.empty((STEPS, n), np.float32),
    }
    worths = np.empty((STEPS + 1, n), np.float32)
    rewards, ends = np.empty((STEPS, n), np.float32), np.empty((STEPS, n), np.bool_)
    widest = 0
    for step in range(STEPS):
        width = int(env.counts.max())
        widest = max(widest, width)
        legal = listed(env, width)
        _, chances, worths[step] = network.think(now.observations, legal)
        place = choose(chances, generator)
        if imitate:
            place = (legal == env.sample("greedy")[:, None]).argmax(1)
        kept["seen"][step], kept["legal"][step, :, :width] = now.observations, legal
        kept["place"][step], kept["chance"][step] = place, chances[rows, place]
        actions = legal[rows, place]
        if imitate:
            actions = np.where(generator.random(n) < STRAY, env.sample(), actions)
        env.step(actions)
        rewards[step] = now.rewards[rows, seats]
        ends[step] = now.terminated | now.truncated
    kept["legal"] = kept["legal"][:, :, :widest]
    worths[STEPS] = network.think(now.observations, listed(env, int(env.counts.max())))[2]
    gains, gain = np.empty((STEPS, n), np.float32), np.zeros(n, np.float32)
    for step in reversed(range(STEPS)):
        ahead = np.where(ends[step], 0, worths[step + 1])
        gain = rewards[step] + ahead - worths[step] + LAMBDA * np.where(ends[step], 0, gain)
        gains[step] = gain
    kept["return"] = gains + worths[:STEPS]
    kept["gain"] = (gains - gains.mean()) / (gains.std() + 1e-8)
    flat = {name: array.reshape(STEPS * n, *array.shape[2:]) for name, array in kept.items()}
    return flat, float((rewards > 0).sum() / max(1, ends.sum()))


def study(network: Network, lesson: Weights, generator: np.random.Generator, imitate: bool) -> None:
    """Learn from the decisions of a lesson, in pieces of them in any order."""
    count = len(lesson["place"])
    # Only the actions that were legal somewhere take part.
    columns = np.unique(np.append(lesson["legal"], network.actions))
    number = np.zeros(network.actions + 1, np.int32)
    number[columns] = np.arange(len(columns))
    lesson["legal"] = number[lesson["legal"]]
    for _ in range(PASSES):
        order = generator.permutation(count)
        for first in range(0, count, PIECE):
            part = order[first : first + PIECE]
            network.learn({name: array[part] for name, array in lesson.items()}, columns, imitate)


def examine(network: Network, games: int, seed: int) -> int:
    """Games won of so many against greedy, always playing what looks best; seats alternate."""
    env = make_env(games, seed)
    now, seats, rows = env.reset(), learner_seats(env), np.arange(games)
    open_games, won = np.ones(games, np.bool_), 0
    while open_games.any():
        legal = listed(env, int(env.counts.max()))
        env.step(legal[rows, network.think(now.observations, legal)[1].argmax(1)])
        won += int((open_games & (now.rewards[rows, seats] > 0)).sum())
        open_games &= ~(now.terminated | now.truncated)
    env.close()
    return won


def train(out: Path, minutes: float, seed: int) -> list[dict[str, float]]:
    """Lessons for so many minutes; the curve, with what earlier calls added to it."""
    out.mkdir(parents=True, exist_ok=True)
    env = make_env(GAMES, seed)
    env.reset()
    network = Network(env.size, env.actions, seed)
    curve: list[dict[str, float]] = []
    if (out / "network.npz").exists():
        network.load(out / "network.npz")
        curve = json.loads((out / "curve.json").read_text())
        env.reset(seed + len(curve))
    before = curve[-1] if curve else {"lesson": 0, "minutes": 0.0, "cpu_minutes": 0.0}
    generator = np.random.default_rng(seed + len(curve))
    clock, cpu = time.perf_counter(), time.process_time()
    lesson, passed = int(before["lesson"]), 0.0
    with Progress(transient=True) as progress:
        task = progress.add_task("learning", total=minutes)
        while passed < minutes:
            imitate = lesson < IMITATED
            decisions, share = play(env, network, generator, imitate)
            study(network, decisions, generator, imitate)
            lesson += 1
            passed = (time.perf_counter() - clock) / 60
            progress.update(task, completed=passed, description=f"wins {share:.0%}")
            if lesson % EVERY == 0 or passed >= minutes:
                won = examine(network, EXAM, seed + 1_000_000)
                curve.append({
                    "lesson": lesson,
                    "decisions": lesson * GAMES * STEPS,
                    "minutes": before["minutes"] + (time.perf_counter() - clock) / 60,
                    "cpu_minutes": before["cpu_minutes"] + (time.process_time() - cpu) / 60,
                    "training_share": share,
                    "opponent": "greedy",
                    "won": won,
                    "games": EXAM,
                })  # fmt: skip
                network.save(out / "network.npz")
                (out / "curve.json").write_text(json.dumps(curve, indent=1) + "\n")
    return curve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15, help="how long to learn")
    parser.add_argument("--out", type=Path, default=Path("build/minivilles"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--final", type=int, default=0, help="games of a last examination")
    parser.add_argument("--plot", type=Path, help="draw the learning curve as SVG to this file")
    told = parser.parse_args()
    curve = train(told.out, told.minutes, told.seed)
    for point in curve:
        print(
            f"lesson {point['lesson']:4.0f}: {point['minutes']:5.1f} min, "
            f"{point['cpu_minutes']:5.1f} min of a core, {point['won'] / point['games']:.1%} won"
        )
    if told.final:
        network = Network(*_sizes(), told.seed)
        network.load(told.out / "network.npz")
        won = examine(network, told.final, told.seed + 2_000_000)
        low, high = wilson(won, told.final)
        print(f"{won} of {told.final} games won: {won / told.final:.1%} ({low:.1%} to {high:.1%})")
    if told.plot:
        plot([curve], told.plot)


def _sizes() -> tuple[int, int]:
    env = make_env(1, 0)
    return env.size, env.actions


if __name__ == "__main__":
    main()

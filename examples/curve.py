"""Learning curves of the examples: examinations during training, kept as JSON, shown as a table and
as a picture.

    python examples/curve.py build/*/curve.json --plot curve.svg
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from faubourg.core.game import Game
from faubourg.envs.batch import BatchEnv
from faubourg.envs.spaces import sides
from faubourg.lab.intervals import wilson

EXAM = 1000  # games
# Normalised observations and action masks of many games, to an action for each.
Policy = Callable[[Any, Any], Any]
Point = dict[str, Any]


class Curve:
    """The examinations of one learner: games won in changing seats against a bot, Minivilles for
    two if nothing else is said. Time is that of learning, without the examinations; it is over
    after so many minutes of processor time, so that a busy machine teaches as much."""

    def __init__(
        self,
        out: Path,
        title: str,
        minutes: float,
        opponent: str = "random",
        games: int = EXAM,
        game: Game | None = None,
    ) -> None:
        self._game = game or Game("minivilles", players=2)
        self.points: list[Point] = []
        self._out, self._title, self._minutes = out, title, minutes
        self._opponent, self._games = opponent, games
        out.mkdir(parents=True, exist_ok=True)
        self._clock, self._cpu = time.perf_counter(), time.process_time()

    def add(self, steps: int, policy: Policy) -> bool:
        """Examine a policy that has learned from so many decisions; whether there is time to learn
        more, which there always is at first."""
        minutes = (time.perf_counter() - self._clock) / 60
        cpu_minutes = (time.process_time() - self._cpu) / 60
        won = examine(policy, self._games, 1_000_000, self._opponent, self._game)
        self.points.append(
            {"title": self._title, "opponent": self._opponent, "steps": steps, "minutes": minutes,
             "cpu_minutes": cpu_minutes, "won": won, "games": self._games}
        )  # fmt: skip
        (self._out / "curve.json").write_text(json.dumps(self.points, indent=1) + "\n")
        share = won / self._games
        print(f"{self._title}: {steps:,} steps, {minutes:.1f} min, {share:.1%} won", flush=True)
        self._clock = time.perf_counter() - 60 * minutes
        self._cpu = time.process_time() - 60 * cpu_minutes
        return steps == 0 or cpu_minutes < self._minutes


def examine(policy: Policy, games: int, seed: int, opponent: str, game: Game) -> int:
    """Games of so many that a policy wins, in one seat; in all of them where all play together."""
    bots = [None, *[opponent] * (game.players - 1)] if len(set(sides(game))) > 1 else None
    env = BatchEnv(
        game.name, game.players, games, seed, bots=bots, turned=True, normalised=True,
        **game.options,
    )  # fmt: skip
    now, seats, numbers = env.reset(), env.learners(), np.arange(games)
    playing, won = np.ones(games, np.bool_), 0
    while playing.any():
        env.step(np.asarray(policy(now.observations, now.masks)))
        won += int((playing & (now.rewards[numbers, seats] > 0)).sum())
        playing &= ~(now.terminated | now.truncated)
    env.close()
    return won


def plot(curves: Sequence[Sequence[Point]], path: Path) -> None:
    """The share of games won in examinations, with its interval, over the time of learning."""
    import altair

    values = []
    for point in (point for curve in curves for point in curve):
        low, high = wilson(int(point["won"]), int(point["games"]))
        share = point["won"] / point["games"]
        values.append({**point, "share": share, "low": low, "high": high})
    opponents = " or ".join(sorted({point["opponent"] for point in values}))
    scale, axis = altair.Scale(domain=[0, 1]), altair.Axis(format="%")
    title = f"games won against {opponents}"
    colour: Any = (
        altair.Color("title:N", title=None) if len(curves) > 1 else altair.value("#1f618d")
    )
    base = altair.Chart(altair.Data(values=values)).encode(
        x=altair.X("cpu_minutes:Q", title="minutes of one core"), color=colour
    )
    band = base.mark_area(opacity=0.25).encode(
        y=altair.Y("low:Q", scale=scale, axis=axis, title=title), y2="high:Q"
    )
    line = base.mark_line(point=True).encode(y=altair.Y("share:Q", scale=scale))
    even = altair.Chart(altair.Data(values=[{"share": 0.5}])).mark_rule(strokeDash=[4, 4])
    chart = (band + line + even.encode(y="share:Q")).properties(width=560, height=300)
    chart.save(str(path))


def table(curves: Sequence[Sequence[Point]]) -> str:
    """The last examination of each learner, as Markdown."""
    lines = [
        "| learner | against | decisions | minutes | minutes of one core "
        "| decisions a second of it | games won |",
        "|---|---|---|---|---|---|---|",
    ]
    for *_, point in curves:
        low, high = wilson(point["won"], point["games"])
        cells = [
            point["title"],
            point["opponent"],
            f"{point['steps']:,}",
            f"{point['minutes']:.1f}",
            f"{point['cpu_minutes']:.1f}",
            f"{point['steps'] / max(point['cpu_minutes'] * 60, 1e-9):,.0f}",
            f"{point['won'] / point['games']:.1%} ({low:.1%} to {high:.1%} of {point['games']:,})",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def arguments(
    about: str, out: str, **more: tuple[Callable[[str], Any], Any, str]
) -> argparse.Namespace:
    """What all examples may be told; what one may be told too has a type, a default and a help."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=3, help="of processor time, to learn")
    parser.add_argument("--out", type=Path, default=Path("build") / out)
    parser.add_argument("--seed", type=int, default=1)
    for name, (kind, default, text) in more.items():
        parser.add_argument(f"--{name}", type=kind, default=default, help=text)
    return parser.parse_args()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--plot", type=Path, help="draw them all as a picture into this file")
    told = parser.parse_args()
    curves = [json.loads(file.read_text()) for file in told.files]
    print(table(curves))
    if told.plot:
        plot(curves, told.plot)


if __name__ == "__main__":
    main()

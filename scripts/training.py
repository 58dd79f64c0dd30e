"""What the scripts that train value networks share: their options, the processes of a round, and
what the file says of how its weights were learned."""

import argparse
import multiprocessing
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from functools import partial
from pathlib import Path
from queue import Queue
from tempfile import TemporaryFile
from typing import NamedTuple

import numpy as np
from rich.progress import Progress

from faubourg.bots.self_play import Parameters, Turns, network_module
from faubourg.core.checks import is_number, is_whole, not_allowed, span
from faubourg.core.errors import FaubourgError, OptionError, WeightsError
from faubourg.core.files import CANT_WRITE, system_reason
from faubourg.core.game import Game
from faubourg.core.streams import check_seed
from faubourg.core.text import Text, listed
from faubourg.gamekit.network import Weights, save_weights
from faubourg.games import names

SEED = 2026
MOST_UNITS = 1024
MOST_SHARE = 100
LOOK_SECONDS = 0.2  # at how far the processes are
NO_NETWORK = Text(
    "{game} has no network that this script trains; allowed: {known}.",
    "{game} n'a pas de réseau que ce script entraîne ; permis : {known}.",
)
SHARES = Text(
    f"numbers above 0, at most {MOST_SHARE}", f"les nombres au-dessus de 0, {MOST_SHARE} au plus"
)
ROUNDS = Text(
    "two whole numbers from 0:0 to {all}, the first at most the second",
    "deux entiers de 0:0 à {all}, le premier au plus le second",
)

Report = Callable[[float], None]  # of a part of a job that was done


class Learned(NamedTuple):
    """A network, and its error on turns that it has not seen, before and after."""

    parameters: Parameters
    before: float
    after: float


def together(parts: Sequence[Turns]) -> Turns:
    """All turns of several parts."""
    return Turns(*(np.concatenate(each) for each in zip(*parts, strict=True)))


# ---------------------------------------------------------------- the command line


def new_parser(about: str, rounds: int) -> argparse.ArgumentParser:
    """The options that all of them have."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--share", type=float, default=1.0, help="of the usual turns to learn from")
    parser.add_argument(
        "--rounds",
        type=partial(_read_rounds, rounds),
        default=f"0:{rounds}",
        help="the first, and the one after the last",
    )
    parser.add_argument("--units", type=int, help="of the hidden layer; else the usual ones")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument(
        "--file", type=Path, help="where to write the weights; else the game's own file"
    )
    return parser


def read_arguments(parser: argparse.ArgumentParser, needed: str) -> argparse.Namespace:
    """What the command line says, checked; `needed` is a name that only networks have which the
    script trains."""
    told = parser.parse_args()
    network = network_module(told.game)
    if not hasattr(network, needed):
        known = listed([name for name in names() if hasattr(network_module(name), needed)])
        raise OptionError("no-network", NO_NETWORK.format(game=told.game, known=known))
    if not is_number(told.share, 0, MOST_SHARE):
        raise not_allowed("share", told.share, SHARES)
    if told.units is None:
        told.units = network.UNITS
    if not is_whole(told.units, 1, MOST_UNITS):
        raise not_allowed("units", told.units, span(1, MOST_UNITS))
    check_seed(told.seed)
    told.file = told.file or network.FILE
    _check_file(told.file)
    return told


def run(main: Callable[[], None]) -> None:
    """Run a script, and say what went wrong in a sentence."""
    try:
        main()
    except FaubourgError as error:
        print(error, file=sys.stderr)
        sys.exit(1 if isinstance(error, WeightsError) else 2)


def _read_rounds(count: int, text: str) -> range:
    found = re.fullmatch(r"(\d{1,3}):(\d{1,3})", text)
    if not found or not int(found[1]) <= int(found[2]) <= count:
        raise not_allowed("rounds", text, ROUNDS.format(all=f"{count}:{count}"))
    return range(int(found[1]), int(found[2]))


def _check_file(file: Path) -> None:
    """Refuse a file that can't be written now, not after hours of training."""
    try:
        with file.open("ab") if file.exists() else TemporaryFile(dir=file.parent):
            pass
    except OSError as error:
        said = CANT_WRITE.format(path=str(file), why=system_reason(error))
        raise FaubourgError("cant-write", said) from error


# ---------------------------------------------------------------- a round


def learn_in_processes(
    title: str, jobs: Mapping[str, Callable[[Report], Learned]], workers: int = 1
) -> list[Parameters]:
    """What each job learned. Every one is a process of its own, since weights are part of machine
    code, and so many run side by side. Its error is printed after its name."""
    spawn = multiprocessing.get_context("spawn")
    with (
        Progress(transient=True) as progress,
        spawn.Manager() as manager,
        ProcessPoolExecutor(workers, spawn, max_tasks_per_child=1) as pool,
    ):
        bar = progress.add_task(title, total=len(jobs))
        parts: Queue[float] = manager.Queue()
        said = {pool.submit(job, parts.put): name for name, job in jobs.items()}
        waiting = set(said)
        while waiting:
            done, waiting = wait(waiting, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
            for each in done:
                _, before, after = each.result()
                line = f"{said[each]} {before:.4f}, then {after:.4f}"
                progress.print(line, soft_wrap=True, highlight=False)
            while not parts.empty():
                progress.advance(bar, parts.get())
    return [each.result().parameters for each in said]


def save_round(told: argparse.Namespace, number: int, weights: Weights) -> None:
    """Write the weights, with how they came about."""
    about = {
        "game": told.game,
        "box": Game(told.game).components.digest,
        "seed": told.seed,
        "rounds": number + 1,
        "share": told.share,
    }
    save_weights(told.file, weights, about)

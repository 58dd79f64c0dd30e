"""The process in which a study is played, at the lowest priority: people who play come first.

It is given the shards that were played before and sends every new one as soon as it is played, so
that the server can store it; and, now and then, what is known so far. It ends with its server,
however that ended.
"""

import os
import signal
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game
from faubourg.core.text import Language, Text
from faubourg.kernels import markers
from faubourg.lab.adaptive.plan import Sampler, check_goal, goal_measure, next_shards
from faubourg.lab.play.columns import unpack
from faubourg.lab.play.people import PlayedGame, results_of
from faubourg.lab.play.price import price
from faubourg.lab.play.results import HeldResults, held_results
from faubourg.lab.play.runner import finished_shards, session
from faubourg.lab.play.shards import Shard, play_packed, shards_of
from faubourg.lab.play.watch import CARELESS_BOT, Watcher, empty_stats
from faubourg.lab.report.figures import people_report, report
from faubourg.lab.stats.summary import summaries
from faubourg.lab.study.question import Question
from faubourg.server import logs
from faubourg.server.store.studies import PlayedShard

NICEST = 19
LUCK_LATER = 2  # shards of a cell before the first that measures luck
REPORT_EVERY = 1.0  # seconds at least between two reports
REPORT_SHARE = 5.0  # times as long as a report took
PARENT_SECONDS = 1.0  # between two looks whether the server lives
FIRST_TO_DIE = "1000"  # when memory is short


class Report(NamedTuple):
    """What is known so far."""

    told: dict[str, Any]


class Failed(NamedTuple):
    """Why a study can't go on."""

    code: str
    text: Text


class Ended(NamedTuple):
    """All that was asked is known."""


class Priced(NamedTuple):
    games: int
    game_seconds: float
    seconds: float


def study(
    connection: Connection, question: Question, stored: dict[str, bytes], on: str, workers: int
) -> None:
    """Play what is missing of a study, and send it."""
    try:
        _warm_up(question.study().cells[0].game)
        _play(connection, question, stored, on, workers)
        connection.send(Ended())
    except FaubourgError as error:
        connection.send(Failed(error.code, error.text))


def estimate(connection: Connection, question: Question, workers: int) -> None:
    """Send what a study would cost here."""
    try:
        asked = question.study()
        check_goal(asked)
        found = price(asked, list(shards_of(asked)), workers, seconds=0.5)
        connection.send(Priced(found.games, found.game_seconds, found.seconds))
    except FaubourgError as error:
        connection.send(Failed(error.code, error.text))


def page(
    connection: Connection, question: Question, stored: dict[str, bytes], language: Language
) -> None:
    """Send the lab's page on what was played so far."""
    from faubourg.lab.report.html import page as drawn_page  # needs more than a server has to have

    asked = question.study()
    held = held_results(asked, stored)
    connection.send(drawn_page(held, summaries(held), language))


def people(
    connection: Connection,
    game: str,
    box: str,
    players: int,
    options: dict[str, str],
    games: list[PlayedGame],
) -> None:
    """Send the figures of games that people played."""
    connection.send(Report(people_report(results_of(game, box, players, options, games))))


def prepare(connection: Connection, game: str) -> None:
    """Load what a game's studies need, compiled if that was not done before, and wait for one."""
    _warm_up(Game(game))
    connection.send(Ended())


# ---------------------------------------------------------------- playing


def _play(
    connection: Connection, question: Question, stored: dict[str, bytes], on: str, workers: int
) -> None:
    asked = question.study()
    check_goal(asked)
    held = held_results(asked, stored)
    asked = held.study
    sampler = Sampler(held, goal_measure(asked))
    reporter = _Reporter(connection, question, held)
    with session(on):
        while wanted := sorted(next_shards(held, sampler), key=_turn):
            for shard, data in finished_shards(
                on, asked, wanted, workers, lambda games: None, play_packed
            ):
                held.held[shard.name] = unpack(data)
                connection.send(PlayedShard(shard.name, shard.games, data))
                reporter.report_if_due()
    reporter.report()


def _turn(shard: Shard) -> tuple[int, int]:
    """Variants take turns, so that there is something to compare from the first moment."""
    return shard.number + LUCK_LATER * shard.luck, shard.cell


class _Reporter:
    """Sends reports, and no more of them than leaves most of the time for playing."""

    def __init__(self, connection: Connection, question: Question, held: HeldResults) -> None:
        self._connection, self._question, self._held = connection, question, held
        self._next = 0.0

    def report_if_due(self) -> None:
        if time.monotonic() >= self._next:
            self.report()

    def report(self) -> None:
        begun = time.monotonic()
        told = report(self._question, self._held)
        if told is not None:
            self._connection.send(Report(told))
            took = time.monotonic() - begun
            self._next = time.monotonic() + max(REPORT_EVERY, REPORT_SHARE * took)


def _warm_up(game: Game) -> None:
    """Load what plays and measures a game, compiled before if need be."""
    Watcher(game, [CARELESS_BOT] * game.players, seed=0).play(0, empty_stats(game, 1))
    marker(game.name).touch()


def marker(game: str) -> Path:
    """The file that says that this was compiled."""
    return markers.marker(game).with_suffix(".lab")


# ---------------------------------------------------------------- the process


def main(descriptor: int) -> None:
    """What the server starts: functions with what they are given, from the pipe to the server; a
    study is the last of them, so that its memory is freed."""
    _settle_down()
    functions = {each.__name__: each for each in (study, estimate, page, people, prepare)}
    name = ""
    with suppress(EOFError, OSError), Connection(descriptor) as connection:
        while name != study.__name__:
            name, given = connection.recv()
            functions[name](connection, *given)


def _settle_down() -> None:
    """The lowest priority; and it ends with the server, however that ended."""
    logs.configure("warning")
    parent = os.getppid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server to deal with
    os.nice(NICEST)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write(FIRST_TO_DIE)
    threading.Thread(target=_watch_parent, args=(parent,), daemon=True).start()


def _watch_parent(parent: int) -> None:
    """End, with all processes of this group, when the server is gone."""
    while os.getppid() == parent:
        time.sleep(PARENT_SECONDS)
    os.killpg(0, signal.SIGKILL)

"""Games between bots, seats alternating, with intervals: who is stronger, and by how much.

    python -m bench.duel minivilles --seats expert,greedy --seconds 0.1 --games 400 --seed 1

Seats turn by one place from game to game, unless --fixed. Beside the bots' names, `uct` is a plain
UCT with random playouts (bench/uct.py), and bench/strategies.py has scripted ones. --seconds or
--simulations hold for all who search; --processor gives everybody so many seconds of processor time
instead, which is fair on a machine that does other work too: --processor 0.1,0.025 the first bot
four times as many as the others. Nobody thinks on when no other action could be chosen any more.
--less-luck takes the luck from the results (bench/control_variates.py): the same mean, a narrower
interval.
--habits puct=0.5,prior_decay=1 lets expert search with other habits than the game's own, --fresh
each decision with a new tree. Ctrl-C ends the games early and reports those that were played.
"""

import argparse
import os
import sys
import time
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.control_variates import has_network, luck_of
from bench.many_games import play_many
from bench.strategies import STRATEGIES, Scripted
from bench.uct import Uct
from faubourg.bots.bot import Bot, MctsBot, make_with_effort
from faubourg.bots.effort import Effort, check_effort
from faubourg.bots.evaluate import heuristic
from faubourg.bots.match import play_on
from faubourg.bots.search import PACE_KNOWN
from faubourg.core.contract import Habits
from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.core.streams import streams
from faubourg.lab.intervals import Z, wilson

LOOKS = 10  # at the clock in a search


@dataclass(frozen=True)
class Duel:
    """What is played; every process makes the bots anew from it."""

    game: str
    options: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    effort: Effort
    habits: tuple[tuple[str, str], ...]
    seed: int
    fixed: bool
    processor: tuple[float, ...] = ()  # of each bot
    less_luck: bool = False
    reuse: bool = True


class Played(NamedTuple):
    """What came of one game."""

    shares: tuple[float, ...]  # of the win, in the order of the bots as they were given
    seconds: tuple[float, ...]  # that each of them thought
    decisions: tuple[int, ...]
    luck: tuple[float, ...]  # in shares of the win


class Timed:
    """A bot with a watch."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, position: Position, generator: np.random.Generator) -> object:
        begun = time.perf_counter()
        chosen = self.bot.choose(position, generator)
        self.seconds += time.perf_counter() - begun
        self.decisions += 1
        return chosen


class ProcessorTime:
    """A bot that searches for so many seconds of processor time, whatever else the machine does."""

    def __init__(self, bot: MctsBot, seconds: float) -> None:
        self.bot, self.seconds = bot, seconds

    def choose(self, position: Position, generator: np.random.Generator) -> int:
        begun, chunk = time.thread_time(), 1
        (search,) = self.bot.new_trees(position, generator)
        search.run(1)
        while (left := self.seconds - (time.thread_time() - begun)) > 0:
            pace = search.simulations / (self.seconds - left)
            if search.simulations >= PACE_KNOWN and search.is_decided(pace * left):
                break
            chunk = max(1, min(4 * chunk, int(pace * min(left, self.seconds / LOOKS))))
            search.run(chunk)
        return search.best()


def bot_of(duel: Duel, place: int) -> Bot:
    bot = _bot_of(duel, place)
    if duel.processor and isinstance(bot, MctsBot) and duel.seats[place] != "steady":
        return ProcessorTime(bot, duel.processor[place])
    return bot


def _bot_of(duel: Duel, place: int) -> Bot:
    name = duel.seats[place]
    if name == "uct":
        return Uct(duel.effort)
    if name in STRATEGIES:
        return Scripted(STRATEGIES[name])
    if name == "expert":
        effort = Effort(seconds=duel.processor[place]) if duel.processor else duel.effort
        expert = MctsBot(effort, learned=True, reuse=duel.reuse)
        if duel.habits:
            expert.habits = changed(expert.search_in(Game(duel.game))[0], duel.habits)
        return expert
    return make_with_effort(name, duel.effort)


def changed(habits: Habits, changes: tuple[tuple[str, str], ...]) -> Habits:
    kinds = {field.name: field.type for field in fields(Habits)}
    for name, _ in changes:
        if name not in kinds:
            sys.exit(f"There is no habit {name}; there is: {', '.join(kinds)}.")
    return replace(
        habits, **{name: (int if kinds[name] is int else float)(value) for name, value in changes}
    )


def play_one(duel: Duel, number: int) -> Played:
    """One game; the seats are turned by its number."""
    players = len(duel.seats)
    game = Game(duel.game, players, **dict(duel.options))
    turn = 0 if duel.fixed else number % players
    bots = [Timed(bot_of(duel, place)) for place in range(players)]
    position = game.start()
    order = [bots[(seat + turn) % players] for seat in range(players)]
    moves = play_on(position, order, streams(duel.seed, number))
    luck = luck_of(game, moves, number) if duel.less_luck else np.zeros(players)
    seats = [(place - turn) % players for place in range(players)]
    return Played(
        tuple(heuristic(position)[seat] for seat in seats),
        tuple(bot.seconds for bot in bots),
        tuple(bot.decisions for bot in bots),
        tuple(float(luck[seat]) for seat in seats),
    )


def report(duel: Duel, played: list[Played]) -> Table:
    games = len(played)
    effort = f"{_listed(duel.processor)} s of processor time" if duel.processor else duel.effort
    table = Table(title=f"{duel.game}, {len(duel.seats)} players, {games} games, {effort}")
    columns = ["bot", "won", "interval (95 %)", "ms a decision"]
    if duel.less_luck:
        columns += ["less luck", "interval (95 %)"]
    for column in columns:
        table.add_column(column, justify="left" if column == "bot" else "right")
    for place, name in enumerate(duel.seats):
        won = sum(each.shares[place] for each in played)
        low, high = wilson(won, games)
        decisions = max(1, sum(each.decisions[place] for each in played))
        spent = sum(each.seconds[place] for each in played) / decisions
        share, interval = f"{won / games:.1%}", f"{low:.1%} to {high:.1%}"
        row = [name, share, interval, f"{1000 * spent:.2f}"]
        if duel.less_luck:
            skill = np.array([each.shares[place] - each.luck[place] for each in played])
            mean, margin = skill.mean(), Z * skill.std(ddof=1) / games**0.5
            row += [f"{mean:.1%}", f"{mean - margin:.1%} to {mean + margin:.1%}"]
        table.add_row(*row)
    return table


def _listed(numbers: tuple[float, ...]) -> str:
    return ", ".join(str(number) for number in dict.fromkeys(numbers))


def read() -> tuple[Duel, int, int]:
    parser = argparse.ArgumentParser(
        prog="bench.duel", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="fill up with the last of the seats")
    parser.add_argument("--seats", default="expert,greedy")
    parser.add_argument(
        "--option", action="append", default=[], help="of the game, such as city=venice"
    )
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--simulations", type=int)
    parser.add_argument("--processor", help="seconds of processor time a decision, such as 0.1")
    parser.add_argument("--less-luck", action="store_true", help="control variates")
    parser.add_argument("--habits", default="")
    parser.add_argument("--fresh", action="store_true", help="expert does not reuse its trees")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fixed", action="store_true", help="seats stay as they are given")
    told = parser.parse_args()
    seats = told.seats.split(",")
    seats += seats[-1:] * ((told.players or 0) - len(seats))
    effort = check_effort(told.seconds, told.simulations, Effort(seconds=0.1))
    options, habits = (
        tuple(tuple(change.split("=", 1)) for change in changes if change)
        for changes in (told.option, told.habits.split(","))
    )
    processor = [float(seconds) for seconds in told.processor.split(",")] if told.processor else []
    processor += processor[-1:] * (len(seats) - len(processor))
    duel = Duel(
        told.game, options, tuple(seats), effort, habits, told.seed, told.fixed, tuple(processor),
        told.less_luck, not told.fresh,
    )  # fmt: skip
    game = Game(duel.game, len(seats), **dict(options))
    if duel.less_luck and not has_network(game):
        sys.exit(f"--less-luck needs a network, which {duel.game} has none of.")
    for place in range(len(seats)):
        bot_of(duel, place)
    return duel, told.games, told.workers


def main() -> None:
    try:
        duel, games, workers = read()
    except FaubourgError as error:
        sys.exit(str(error))
    begun = time.perf_counter()
    if played := play_many(f"{duel.game}: {', '.join(duel.seats)}", play_one, duel, games, workers):
        Console().print(report(duel, played))
    print(f"{time.perf_counter() - begun:.0f} s, seed {duel.seed}, habits {duel.habits or 'usual'}")


if __name__ == "__main__":
    main()

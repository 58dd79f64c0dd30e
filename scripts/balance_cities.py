"""Plays Cities between players of one kind and measures what every card and objective is worth.

    .venv/bin/python scripts/balance_cities.py [--games 20000] [--components FILE] [--seed 1] \\
        [--bot greedy]

For each number of players, and for two also the long variant, that many games are played, the eight
cities in turn. Printed as Markdown: for every card how often players who have it fulfil it, what it
earns them, and how much more often than others they win; for every objective how often it is
fulfilled and what it earns; how many held cards score, and how often the first player wins; and of
what the winners' points are made. Decisions 0008 and 0026 have the results.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

from faubourg.bots import match
from faubourg.bots.bot import names
from faubourg.core.game import Game
from faubourg.core.players import GREEDY, SEAT_LETTERS
from faubourg.core.streams import streams
from faubourg.games.cities.mechanics import counting, scoring
from faubourg.games.cities.state import CARDS, CITIES, OBJECTIVES, SEATS
from faubourg.kernels.template import play_kernels

SOURCES = ("city board", "zones", "monuments", "cards")
FIRST = 0  # the seat that begins
VARIANTS = ((2, "normal"), (2, "long"), (3, "normal"), (4, "normal"))


@dataclass
class Tally:
    """What was counted in the games of one number of players."""

    games: int = 0
    held: np.ndarray = field(default_factory=lambda: np.zeros(CARDS))
    fulfilled: np.ndarray = field(default_factory=lambda: np.zeros(CARDS))
    times: np.ndarray = field(default_factory=lambda: np.zeros(CARDS))
    earned: np.ndarray = field(default_factory=lambda: np.zeros(CARDS))
    won: np.ndarray = field(default_factory=lambda: np.zeros(CARDS))  # shared victories in parts
    seats: np.ndarray = field(default_factory=lambda: np.zeros(len(CITIES)))
    reached: np.ndarray = field(default_factory=lambda: np.zeros((len(CITIES), OBJECTIVES)))
    numbers: np.ndarray = field(default_factory=lambda: np.zeros((len(CITIES), OBJECTIVES)))
    lifted: np.ndarray = field(default_factory=lambda: np.zeros((len(CITIES), OBJECTIVES)))
    sources: np.ndarray = field(default_factory=lambda: np.zeros(len(SOURCES)))  # of winners
    all_sources: np.ndarray = field(default_factory=lambda: np.zeros(len(SOURCES)))
    first_wins: float = 0.0

    def add(self, game: Game, row: np.record) -> None:
        box = game.components.box
        points = np.zeros(SEATS, np.int32)
        winners = int(game.rules.outcome(box, row, points))
        self.games += 1
        for seat in range(game.players):
            share = (winners >> seat & 1) / winners.bit_count()
            self._add_cards(box, row, seat, share)
            self._add_board(box, row, seat, share)
            parts = [
                scoring.board_points(box, row, seat),
                scoring.zone_points(box, row, seat),
                scoring.monument_points(box, row, seat),
                scoring.card_points(box, row, seat),
            ]
            self.sources += share * np.array(parts)
            self.first_wins += share * (seat == FIRST)
            self.all_sources += np.array(parts) / game.players

    def _add_cards(self, box: np.record, row: np.record, seat: int, share: float) -> None:
        for card in range(CARDS):
            if int(row.cards[seat]) >> card & 1:
                goal = scoring.FIRST_CARD + card
                times = int(counting.times(box, row, seat, goal))
                self.held[card] += 1
                self.fulfilled[card] += times > 0
                self.times[card] += times
                self.earned[card] += times * box.points[goal]
                self.won[card] += share

    def _add_board(self, box: np.record, row: np.record, seat: int, share: float) -> None:
        city = int(row.city)
        self.seats[city] += 1
        for objective in range(OBJECTIVES):
            if row.markers[seat, objective]:
                self.reached[city, objective] += 1
                self.numbers[city, objective] += scoring.marker_points(box, row, seat, objective)
                self.lifted[city, objective] += share


def play(game: Game, seed: int, number: int, bot: str) -> np.record:
    """The end of one game; between greedy players in machine code."""
    if bot != "greedy":
        return match.play(game, [bot] * game.players, seed * 1_000_000 + number).replay().row
    rows = game.new_rows(1)
    rows[0] = game.start_row()
    actions = np.zeros(game.rules.MOST, np.int32)
    dice, seats = streams(seed, number)
    players = np.full(len(seats), GREEDY)
    play_kernels(game.name).play_on(
        game.components.box, rows[0], players, dice, seats, game.rules.BOUND, actions
    )
    return rows[0]


def tally(
    players: int, length: str, components: Path | None, games: int, seed: int, bot: str
) -> Tally:
    boxes = [
        Game("cities", players, components, city=city, length=length, first=SEAT_LETTERS[FIRST])
        for city in CITIES
    ]
    play(boxes[0], seed, 0, bot)  # compiles, before threads do
    found = Tally()
    with ThreadPoolExecutor() as pool:
        ends = pool.map(lambda n: play(boxes[n % len(CITIES)], seed, n, bot), range(games))
        title = f"{players} players, {length}"
        for number, row in enumerate(track(ends, title, games, console=Console(stderr=True))):
            found.add(boxes[number % len(CITIES)], row)
    return found


def tables(game: Game, found: dict[str, Tally]) -> Iterator[str]:
    components = game.components
    for name, one in found.items():
        yield f"\n## {name}: {one.games} games\n"
        yield "| card | points | held | fulfilled | times | earns | wins |"
        yield "|---|---|---|---|---|---|---|"
        fair = 1 / int(name[0])
        for card in np.argsort(-one.earned / np.maximum(one.held, 1)):
            held = max(one.held[card], 1)
            points = components.box.points[scoring.FIRST_CARD + card]
            yield (
                f"| {components.cards[card].id} | {points} | {one.held[card] / one.games:.2f} "
                f"| {one.fulfilled[card] / held:.0%} | {one.times[card] / held:.2f} "
                f"| {one.earned[card] / held:.2f} | {one.won[card] / held / fair:.2f} |"
            )
        yield "\n| objective | numbers | fulfilled | earns | wins |"
        yield "|---|---|---|---|---|"
        for city, id in enumerate(CITIES):
            for objective in range(OBJECTIVES):
                numbers = components.box.numbers[city * OBJECTIVES + objective]
                reached = one.reached[city, objective]
                yield (
                    f"| {id} {objective + 1} | {'/'.join(map(str, numbers))} "
                    f"| {reached / one.seats[city]:.0%} "
                    f"| {one.numbers[city, objective] / one.seats[city]:.2f} "
                    f"| {one.lifted[city, objective] / max(reached, 1) / fair:.2f} |"
                )
        yield (
            f"\nheld cards that score: {one.fulfilled.sum() / one.held.sum():.1%}; "
            f"the first player wins {one.first_wins / one.games / fair:.2f} of a fair share"
        )
        for whose, sources in (("winners", one.sources), ("all", one.all_sources)):
            total = sources.sum()
            parts = (f"{n} {v / total:.0%}" for n, v in zip(SOURCES, sources, strict=True))
            yield f"\n{whose}: {total / one.games:.1f} points, of these {', '.join(parts)}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20_000, help="for each number of players")
    parser.add_argument("--components", type=Path, default=None, help="another box")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="greedy", choices=names(), help="who plays")
    arguments = parser.parse_args()
    found = {
        f"{players} players, {length}": tally(
            players, length, arguments.components, arguments.games, arguments.seed, arguments.bot
        )
        for players, length in VARIANTS
    }
    game = Game("cities", components=arguments.components)
    print("\n".join(tables(game, found)))


if __name__ == "__main__":
    main()

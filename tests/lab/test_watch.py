"""What the lab notes down of a game, held against the same game told move by move."""

import numpy as np
import pytest

from faubourg.bots.bot import make
from faubourg.bots.match import next_move
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE
from faubourg.core.streams import streams
from faubourg.lab.play.watch import CARELESS_BOT, Watcher, empty_stats, watch_kernels

GAMES = [
    *(Game(name, 3) for name in games()),
    Game("lutins", 3, game="gnome"),
    Game("minivilles", 2, first="B"),
]


def leaders(game: Game, row: np.record) -> int:
    """Who is in front, told in another way than the kernel does."""
    marks = np.full(game.players + 1, -np.inf)
    game.part("tally").standing(game.components.box, row, marks)
    return sum(1 << seat for seat in np.flatnonzero(marks == marks.max()).tolist())


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_what_is_noted_down_is_what_happened(game: Game):
    bots = [make("random") for _ in range(game.players)]
    noted = empty_stats(game, 2)
    Watcher(game, bots, seed=5).play(3, noted)
    words, generators = watch_kernels(game.name), streams(5, 3)
    for number in range(2):
        position, steps, history = game.start(), 0, []
        choices, options, starter = [0] * game.players, [0] * game.players, None
        while position.turn is not None:
            before, turn = int(position.row.turn_count), position.turn
            if turn != NATURE and len(position.legal) > 1:
                choices[turn] += 1
                options[turn] += len(position.legal)
            position.step(next_move(position, bots, generators))
            steps += 1
            for _ in range(before, int(position.row.turn_count)):
                starter = int(position.row.turn_of) if starter is None else starter
                history.append(leaders(game, position.row))
        outcome = position.outcome
        assert outcome is not None
        winners = sum(1 << seat for seat in outcome.winners)
        in_front = [bool(each & (winners or 1 << game.players)) for each in history]
        behind = [turn for turn, led in enumerate(in_front, start=1) if not led]
        notes = noted.notes[number].tolist()
        assert notes[words.WINNERS] == winners
        assert notes[words.TURNS] == len(history)
        assert notes[words.STEPS] == steps
        assert notes[words.STARTER] == starter
        assert notes[words.HALF_LEADERS] == history[len(history) // 2]
        assert notes[words.DECIDED] == max(behind, default=0)
        assert noted.points[number].tolist() == list(outcome.scores)
        assert noted.choices[number].tolist() == choices
        assert noted.options[number].tolist() == options


@pytest.mark.parametrize(
    ("history", "changes"),
    [
        ([0b01, 0b01, 0b01], 0),
        ([0b11, 0b01, 0b11, 0b01], 0),  # a tie takes nobody's lead
        ([0b01, 0b11, 0b10], 1),
        ([0b01, 0b10, 0b01], 2),
        ([0b111, 0b110, 0b010, 0b001], 1),
        ([0b1101, 0b1101, 0b0010, 0b1101], 2),  # seats of one side lead together
    ],
)
def test_the_lead_changes_when_nobody_is_in_front_any_more_who_was(
    history: list[int], changes: int
):
    words = watch_kernels("minivilles")
    notes = np.zeros(words.NOTES, np.int32)
    notes[words.TURNS], notes[words.WINNERS] = len(history), 1
    words.summarise_leads(np.array(history, np.int8), 4, notes)
    assert notes[words.LEAD_CHANGES] == changes


def test_careless_players_lose_to_careful_ones_and_beat_random_ones():
    game = Game("minivilles", 2)
    won = []
    for rival in ("greedy", "random"):
        noted = empty_stats(game, 256)
        Watcher(game, [CARELESS_BOT, make(rival)], seed=1).play(0, noted)
        won.append(int((noted.notes[:, 0] & 1).sum()))
    assert won[0] < 80
    assert won[1] > 150

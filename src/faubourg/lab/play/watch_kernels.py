"""Kernels that play or replay whole games and record the lab's statistics of each.

Like `kernels/play.py` this file is a template: `watch_kernels` makes one module of it for every
game, with that game's kernels in place of the names below.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Floats, Ints, Row
from faubourg.core.players import CARELESS, GREEDY, NATURE, OVER
from faubourg.kernels.common_numbers import OWN, Key, common_number, game_key
from faubourg.kernels.compile import inlined, kernel

legal: Callable[[Box, Row, Ints], int]
nature: Callable[[Box, Row, float], int]
step: Callable[[Box, Row, int], None]
outcome: Callable[[Box, Row, Ints], int]
tally: Callable[[Box, Row, Ints], None]
standing: Callable[[Box, Row, Floats], None]
choose: Callable[[int, Box, Row, Ints, int, float], int]
number_of: Callable[[tuple[np.random.Generator, ...], int], float]

Words = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]
History = npt.NDArray[np.int8]

# The columns of `notes`: the statistics of a game as a whole.
WINNERS, TURNS, STEPS, STARTER, LEAD_CHANGES, HALF_LEADERS, DECIDED = range(7)
NOTES = 7


@kernel
def decide(player: int, box: Box, row: Row, actions: Ints, n: int, chosen: float) -> int:
    """The index of the action that a player takes with a random number in [0, 1)."""
    if player != CARELESS:
        return choose(player, box, row, actions, n, chosen)
    if chosen < 0.5:
        return int(2 * chosen * n)
    return choose(GREEDY, box, row, actions, n, 2 * chosen - 1)


@kernel
def in_front(box: Box, row: Row, marks: Floats) -> int:
    """A bit mask of the seats in the lead; the bit after the last seat is the game's own."""
    marks[:] = -np.inf
    standing(box, row, marks)
    top = marks.max()
    found = 0
    for seat in range(row.players + 1):
        found |= int(marks[seat] == top) << seat
    return found


@inlined
def _note_leaders(history: History, before: int, now: int, leaders: int) -> None:
    """Write the leaders of every turn that has begun since, as far as `history` has room."""
    for turn in range(before, min(now, len(history))):
        history[turn] = leaders


@kernel
def watch(
    box: Box,
    row: Row,
    players: Words,
    dice: np.random.Generator,
    generators: tuple[np.random.Generator, ...],
    key: Key,
    taken: Words,
    moves: Ints,
    bound: int,
    actions: Ints,
    marks: Floats,
    history: History,
    notes: Ints,
    choices: Ints,
    options: Ints,
) -> None:
    """Play a row to its end, or replay `moves` if there are any, for at most `bound` steps.

    Without a key numbers are taken from the generators exactly as `play_on` of `kernels/play.py`
    takes them; with one they are common random numbers. `taken` counts each seat's turns.
    """
    steps, turns, starter = 0, 0, -1
    drawn, decided = 0, 0  # numbers used in this turn, by Nature and by players
    taken[:] = 0
    while row.to_act != OVER and steps < bound:
        turn = row.to_act
        action = 0
        if turn != NATURE:
            n = legal(box, row, actions)
            action = actions[0]
            if n > 1:
                choices[turn] += 1
                options[turn] += n
                if len(moves) == 0:
                    if key == OWN:
                        chosen = number_of(generators, turn)
                    else:
                        chosen = common_number(
                            key, 1 + turn, row.turn_of, taken[row.turn_of], decided
                        )
                        decided += 1
                    action = actions[decide(players[turn], box, row, actions, n, chosen)]
        elif len(moves) == 0:
            if key == OWN:
                chance = dice.random()
            else:
                chance = common_number(key, 1 + turn, row.turn_of, taken[row.turn_of], drawn)
                drawn += 1
            action = nature(box, row, chance)
        if len(moves) > 0:
            action = moves[steps]
        step(box, row, action)
        steps += 1
        if row.turn_count > turns:
            if turns == 0:
                starter = row.turn_of
            _note_leaders(history, turns, row.turn_count, in_front(box, row, marks))
            turns = row.turn_count
            drawn, decided = 0, 0
            taken[row.turn_of] += 1
    notes[TURNS] = turns
    notes[STEPS] = steps
    notes[STARTER] = starter


@kernel
def summarise_leads(history: History, players: int, notes: Ints) -> None:
    """Write how often the lead changed, the leaders half-way, and the last turn that began with no
    winner in the lead (0: there was always one).

    The lead changes when none of those leads any more who led at every turn since it changed last:
    a tie on the way is no change, and seats of one side lead together.
    """
    turns = min(int(notes[TURNS]), len(history))
    # Where nobody wins, the game does.
    winners = notes[WINNERS] if notes[WINNERS] != 0 else 1 << players
    changes, ahead, decided = 0, (2 << players) - 1, 0
    for turn in range(turns):
        leaders = int(history[turn])
        ahead &= leaders
        if ahead == 0:
            ahead = leaders
            changes += 1
        if leaders & winners == 0:
            decided = turn + 1
    notes[LEAD_CHANGES] = changes
    notes[HALF_LEADERS] = history[turns // 2] if turns > 0 else 0
    notes[DECIDED] = decided


@kernel
def watch_block(
    box: Box,
    start: Rows,
    work: Rows,
    players: Words,
    dice: np.random.Generator,
    generators: tuple[np.random.Generator, ...],
    key: Key,
    first: int,
    taken: Words,
    moves: Ints,
    bound: int,
    actions: Ints,
    marks: Floats,
    history: History,
    notes: Ints,
    points: Ints,
    choices: Ints,
    options: Ints,
    counts: Ints,
) -> None:
    """Play as many games as `notes` has rows, one after the other; or replay one.

    With a key they are the games `first` and on of all that have the same key."""
    row = work[0]
    for game in range(len(notes)):
        work[0] = start[0]
        watch(
            box,
            row,
            players,
            dice,
            generators,
            key if key == OWN else game_key(key, first + game),
            taken,
            moves,
            bound,
            actions,
            marks,
            history,
            notes[game],
            choices[game],
            options[game],
        )
        notes[game, WINNERS] = outcome(box, row, points[game])
        summarise_leads(history, row.players, notes[game])
        tally(box, row, counts[game])

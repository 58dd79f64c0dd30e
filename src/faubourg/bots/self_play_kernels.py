"""Self-play over the rows of a game, with what a value network learns from: a template like
`search_kernels`.

Of every turn that begins, the features are written down; and when the game is over, every seat's
share of the win, or whatever else `result` says.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Floats, Ints, Row
from faubourg.core.players import NATURE, OVER
from faubourg.gamekit.network import Singles
from faubourg.kernels.compile import kernel

legal: Callable[[Box, Row, Ints], int]
nature: Callable[[Box, Row, float], int]
step: Callable[[Box, Row, int], None]
rate_all: Callable[[Box, Row, Ints, int, Floats], None]
value: Callable[[Box, Row, Floats], None]
result: Callable[[Box, Row, Floats], None]
write_features: Callable[[Box, Row, Singles], None]
best: Callable[[Box, Row, Ints, int, float], int]
plausible: Callable[[Box, Row, Ints, int, float], int]
grow: Callable[..., int]

Words = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]
NONE = -1


@kernel
def play_games(
    box: Box,
    start: Rows,
    work: Rows,
    nodes: Rows,
    habits: Floats,
    simulations: int,
    searched: float,
    ahead: int,
    loose: float,
    blend: float,
    generator: np.random.Generator,
    actions: Ints,
    ratings: Floats,
    path: Words,
    chances: Floats,
    counter: Words,
    features: Singles,
    targets: Singles,
    blends: Singles,
    seats: Ints,
    bound: int,
) -> int:
    """Play games, each from a random row of `start`, until there is no room for one more; returns
    how many turns were written down.

    A decision is searched with so many `simulations` with the chance `searched`, else it is played
    as greedy does, or by a look-ahead at the `ahead` actions rated best; and of these with the
    chance `loose` as gentle does. The target of a turn, for the seat in `seats` first, is the
    result of the game; with a `blend` above 0 so much of it is the value that was found at the last
    decision of the turn, and the rest the target of the next turn: TD(lambda), where lambda is
    1 - blend. What comes of a loose move says nothing of the turns before it, whose target is what
    the look-ahead found instead (Watkins).
    """
    row = work[0]
    written = 0
    while True:
        work[0] = start[int(generator.random() * len(start))]
        first, turn, steps = written, NONE, 0
        while row.to_act != OVER and steps < bound:
            if row.turn_count != turn and row.turn_count > 0:
                turn = row.turn_count
                if written == len(features):
                    return first
                features[written] = np.float32(0.0)
                write_features(box, row, features[written])
                seats[written] = row.turn_of
                targets[written, 0] = NONE
                blends[written] = blend
                written += 1
            if row.to_act == NATURE:
                action = nature(box, row, generator.random())
            else:
                n = legal(box, row, actions)
                action = actions[0]
                if n > 1:
                    if simulations > 0 and generator.random() < searched:
                        action = _search(
                            box, row, work, nodes, habits, simulations, generator, actions,
                            ratings, path, chances, counter,
                        )  # fmt: skip
                        found = True
                    else:
                        index, found = best(box, row, actions, n, generator.random()), False
                        if ahead > 0:
                            index = _look_ahead(
                                box, row, work, ahead, generator, actions, n, index, ratings,
                                chances,
                            )  # fmt: skip
                            found = chances[0] != NONE
                        action = actions[index]
                        if generator.random() < loose:
                            action = actions[plausible(box, row, actions, n, generator.random())]
                            if found and action != actions[index] and written > first:
                                blends[written - 1] = 1.0
                    if found and written > first:
                        for seat in range(row.players):
                            targets[written - 1, seat] = chances[seat]
            step(box, row, action)
            steps += 1
        result(box, row, chances)
        _write_targets(first, written, row.players, blends, chances, targets, seats)


@kernel
def _look_ahead(
    box: Box,
    row: Row,
    work: Rows,
    ahead: int,
    generator: np.random.Generator,
    actions: Ints,
    n: int,
    index: int,
    ratings: Floats,
    chances: Floats,
) -> int:
    """One-ply look-ahead: of the `ahead` actions rated best the index of the one after which the
    value of the player to act is highest, of those that end the turn; leaves every seat's value in
    `chances`, or NONE. If the one rated best, at `index`, doesn't end the turn, that one."""
    seat, found = row.to_act, np.empty(row.players)
    chances[0] = NONE
    if not _ends_turn(box, row, work, actions[index], generator):
        return index
    rate_all(box, row, actions, n, ratings)
    chosen, highest = index, -np.inf
    for _ in range(min(ahead, n)):
        rated_best = 0
        for i in range(n):
            if ratings[i] > ratings[rated_best]:
                rated_best = i
        ratings[rated_best] = -np.inf
        if _ends_turn(box, row, work, actions[rated_best], generator):
            value(box, work[1], chances)
            if chances[seat] > highest:
                chosen, highest = rated_best, chances[seat]
                for other in range(row.players):
                    found[other] = chances[other]
    for other in range(row.players):
        chances[other] = found[other]
    return chosen


@kernel
def _ends_turn(box: Box, row: Row, work: Rows, action: int, generator: np.random.Generator) -> bool:
    """Whether nobody decides anything between an action and the next turn, which is left in the
    second row of `work`."""
    after = work[1]
    work[1] = row
    step(box, after, action)
    while after.to_act == NATURE and after.turn_count == row.turn_count:
        step(box, after, nature(box, after, generator.random()))
    return bool(after.turn_count != row.turn_count or after.to_act == OVER)


@kernel
def _search(
    box: Box,
    row: Row,
    work: Rows,
    nodes: Rows,
    habits: Floats,
    simulations: int,
    generator: np.random.Generator,
    actions: Ints,
    ratings: Floats,
    path: Words,
    chances: Floats,
    counter: Words,
) -> int:
    """The action with most visits; leaves every seat's mean after it in `chances`."""
    work[1] = row
    nodes[0] = nodes[len(nodes) - 1]  # which is never used, so it is empty
    used = grow(
        box, work[1:2], work[2:3], nodes[: len(nodes) - 1], 1, habits, generator, actions, ratings,
        path, chances, simulations, counter,
    )  # fmt: skip
    first = int(nodes[0].first)
    chosen = first
    for child in range(first, first + nodes[0].count):
        if nodes[child].visits > nodes[chosen].visits:
            chosen = child
    action = int(nodes[chosen].action)
    for seat in range(row.players):
        chances[seat] = nodes[chosen].won[seat] / max(1, nodes[chosen].visits)
    for node in range(used):
        nodes[node] = nodes[len(nodes) - 1]
    return action


@kernel
def _write_targets(
    first: int,
    end: int,
    players: int,
    blends: Singles,
    chances: Floats,
    targets: Singles,
    seats: Ints,
) -> None:
    """Work back from the result; leaves each target with the seat of its turn first."""
    turned = np.empty(players, np.float32)
    for at in range(end - 1, first - 1, -1):
        if targets[at, 0] != NONE:
            for seat in range(players):
                chances[seat] += blends[at] * (targets[at, seat] - chances[seat])
        for place in range(players):
            turned[place] = chances[(seats[at] + place) % players]
        for place in range(players):
            targets[at, place] = turned[place]

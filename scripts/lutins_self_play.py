"""Self-play for the lutins' value network: TD(lambda) with Adam, turns played by beam search.

A player looks at all that can be made of the dice and takes what the network values most at the
beginning of the next turn; the gnome what it values least. After each game the values along it are
drawn towards its result.
"""

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Ints, Row
from faubourg.core.players import GENTLE, GREEDY, NATURE, OVER
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.rules import legal, nature, step
from faubourg.games.lutins.state import (
    BUILD,
    COLOURS,
    DEAL,
    HOUSES,
    IMAGINARY,
    KINDS,
    ORANGE,
    SHAPES,
    THROW,
    WHITE,
)
from faubourg.games.lutins.value_network import (
    FEATURES,
    HIDDEN,
    Singles,
    Words,
    chance_of_lutins,
    forward,
    write_features,
)
from faubourg.kernels.compile import kernel
from faubourg.kernels.template import play_kernels

Array = npt.NDArray[np.generic]
DEEPEST = 8  # decisions in a turn
BREADTH = 10  # beam width: ways to play that are followed
SPARE = 2 * BREADTH  # the first of two rows to try things out in
MOST = 400  # actions at a decision
LONGEST = 400  # turns of a game
CARELESS = 0.3  # exploration: how often a greedy player is gentle

simple = play_kernels("lutins").choose


@kernel
def expand(box: Box, row: Row, actions: Ints, before: int) -> int:
    """The actions worth a look: of one die after the other, equal ones once, none declined."""
    n = legal(box, row, actions)
    if row.phase != BUILD:
        return n
    first = WHITE  # the die to play
    for i in range(n):
        if act.code_of(actions[i]) < act.DECLINE:
            colour = (actions[i] % KINDS) // SHAPES
            if row.dice[colour] > 0 and colour < first:
                first = colour
    kept = 0
    seen = np.zeros((HOUSES, len(COLOURS)), np.bool_)
    for i in range(n):
        action = actions[i]
        if act.code_of(action) >= act.DECLINE:
            continue
        house, colour = action // KINDS, (action % KINDS) // SHAPES
        if first < WHITE and colour != first:
            continue
        if row.building == IMAGINARY:
            if seen[house, colour]:
                continue
            seen[house, colour] = True
        if before >= 0 and action < before:
            continue
        actions[kept] = action
        kept += 1
    if kept == 0:
        for i in range(n):
            if act.code_of(actions[i]) < act.DECLINE:
                actions[kept] = actions[i]
                kept += 1
    return kept


@kernel
def pass_cards(box: Box, row: Row) -> None:
    """Imaginary houses are all alike: the first card of the pile is as good as any."""
    while (
        row.to_act == NATURE
        and row.phase == DEAL
        and row.turn_count > 0
        and row.building == IMAGINARY
    ):
        step(box, row, nature(box, row, 0.0))


@kernel
def worth(box: Box, rows: Array, hidden_weights: Singles, output_weights: Singles) -> float:
    """The value of rows[SPARE] to the lutins, if the turn ends there."""
    row = rows[SPARE]
    if row.to_act == OVER:
        return 1.0 if row.lying == 0 else 0.0
    if row.to_act != NATURE or row.phase != DEAL:
        return chance_of_lutins(box, row, hidden_weights, output_weights)
    total, count = 0.0, 0
    for house in range(HOUSES):
        if (row.pile >> house) & 1:
            rows[SPARE + 1] = rows[SPARE]
            step(box, rows[SPARE + 1], act.number_of(act.DRAW + house))
            total += chance_of_lutins(box, rows[SPARE + 1], hidden_weights, output_weights)
            count += 1
    return total / count


@kernel
def plan(
    box: Box,
    rows: Array,
    actions: Ints,
    trails: Words,
    best: Words,
    hidden_weights: Singles,
    output_weights: Singles,
) -> int:
    """Beam search for good actions for the rest of the turn of rows[0]; returns how many.

    Die after die, the BREADTH ways to play are followed that would be worth most if the turn ended
    there.
    """
    sign = -1.0 if rows[0].turn_of == rows[0].gnome else 1.0
    turn_count, top, length, kept, depth = rows[0].turn_count, -2.0, 0, 1, 0
    before = np.full(2 * BREADTH, -1)
    ways = np.empty((BREADTH, 3))  # the best first: what it is worth, from which row, which action
    while kept > 0 and depth < DEEPEST:
        found = 0
        for parent in range(kept):
            n = expand(box, rows[parent], actions, before[parent])
            for i in range(n):
                rows[SPARE] = rows[parent]
                row = rows[SPARE]
                step(box, row, actions[i])
                pass_cards(box, row)
                then = sign * worth(box, rows, hidden_weights, output_weights)
                if row.to_act < 0 or row.turn_count != turn_count:
                    if then > top:
                        top, length = then, depth + 1
                        best[:depth] = trails[parent, :depth]
                        best[depth] = actions[i]
                    continue
                at = found
                while at > 0 and ways[at - 1, 0] < then:
                    if at < BREADTH:
                        ways[at] = ways[at - 1]
                    at -= 1
                if at < BREADTH:
                    ways[at, 0], ways[at, 1], ways[at, 2] = then, parent, actions[i]
                    found = min(found + 1, BREADTH)
        for i in range(found):
            parent = int(ways[i, 1])
            rows[BREADTH + i] = rows[parent]
            trails[BREADTH + i, :depth] = trails[parent, :depth]
        for i in range(found):
            rows[i] = rows[BREADTH + i]
            trails[i, :depth] = trails[BREADTH + i, :depth]
            trails[i, depth] = int(ways[i, 2])
            before[i] = follow_up(box, rows[i], trails[i, depth])
        kept = found
        depth += 1
    return length


@kernel
def follow_up(box: Box, row: Row, action: int) -> int:
    """Play an action; returns the least action that may follow it with an equal die, or -1."""
    if row.phase != BUILD:
        step(box, row, action)
        return -1
    face = (action % KINDS) // SHAPES
    if row.dice[face] == 0:
        face = WHITE
    step(box, row, action)
    pass_cards(box, row)
    return action if row.dice[face] > 0 and row.missing[action // KINDS] > 0 else -1


@kernel
def play_turn(
    box: Box,
    row: Row,
    rows: Array,
    actions: Ints,
    trails: Words,
    best: Words,
    hidden_weights: Singles,
    output_weights: Singles,
) -> None:
    """All decisions of a player until Nature is to act."""
    if legal(box, row, actions) == 1:
        step(box, row, actions[0])
        pass_cards(box, row)
        return
    length = plan(box, rows, actions, trails, best, hidden_weights, output_weights)
    for i in range(length):
        step(box, row, best[i])
        pass_cards(box, row)


@kernel
def play_games(
    box: Box,
    starts: Array,
    count: int,
    generator: np.random.Generator,
    hidden_weights: Singles,
    output_weights: Singles,
    lutins: bool,
    gnome: bool,
) -> int:
    """Play `count` games; returns how many the lutins won. Sides that do not plan play greedy."""
    work, rows = starts[:1].copy(), np.repeat(starts[:1], SPARE + 2)
    actions = np.zeros(MOST, np.int32)
    trails, best = np.zeros((2 * BREADTH, DEEPEST), np.int64), np.zeros(DEEPEST, np.int64)
    won = 0
    for game in range(count):
        work[0] = starts[game % len(starts)]
        row = work[0]
        while row.to_act != OVER:
            if row.to_act == NATURE:
                step(box, row, nature(box, row, generator.random()))
            elif gnome if row.turn_of == row.gnome else lutins:
                rows[0] = work[0]
                play_turn(box, row, rows, actions, trails, best, hidden_weights, output_weights)
            else:
                n = legal(box, row, actions)
                chosen = simple(GREEDY, box, row, actions, n, generator.random())
                step(box, row, actions[chosen])
        won += int(row.lying == 0)
    return won


@kernel
def learn(
    box: Box,
    starts: Array,
    count: int,
    generator: np.random.Generator,
    hidden_weights: Singles,
    output_weights: Singles,
    first_moment: Array,
    second_moment: Array,
    steps: Array,
    batch: int,
    learning_rate: float,
    trace: float,
    planned: bool,
) -> int:
    """Play `count` games and learn from them; returns how many the lutins won. Where turns are not
    planned all play greedy, and now and then gentle, which is quick and no bad beginning."""
    work, rows = starts[:1].copy(), np.repeat(starts[:1], SPARE + 2)
    actions = np.zeros(MOST, np.int32)
    trails, best = np.zeros((2 * BREADTH, DEEPEST), np.int64), np.zeros(DEEPEST, np.int64)
    features, hidden = np.zeros((LONGEST, FEATURES), np.float32), np.zeros(HIDDEN, np.float32)
    gradient = np.zeros((FEATURES + 2, HIDDEN), np.float32)
    chances = np.zeros(LONGEST)
    won = positions = 0
    for game in range(count):
        work[0] = starts[int(generator.random() * len(starts))]
        row = work[0]
        turns = 0
        while row.to_act != OVER:
            if row.to_act == NATURE:
                if (row.phase == THROW or row.phase == ORANGE) and turns < LONGEST:
                    features[turns] = 0.0
                    write_features(box, row, features[turns])
                    chances[turns] = forward(
                        hidden_weights, output_weights, features[turns], hidden
                    )
                    turns += 1
                step(box, row, nature(box, row, generator.random()))
            elif planned:
                rows[0] = work[0]
                play_turn(box, row, rows, actions, trails, best, hidden_weights, output_weights)
            else:
                n = legal(box, row, actions)
                player = GENTLE if generator.random() < CARELESS else GREEDY
                chosen = simple(player, box, row, actions, n, generator.random())
                step(box, row, actions[chosen])
        target = 1.0 if row.lying == 0 else 0.0
        won += int(row.lying == 0)
        for turn in range(turns - 1, -1, -1):
            add_gradient(hidden_weights, output_weights, features[turn], hidden, target, gradient)
            target = (1.0 - trace) * chances[turn] + trace * target
        positions += turns
        if (game + 1) % batch == 0:
            adam_step(
                hidden_weights,
                output_weights,
                gradient,
                first_moment,
                second_moment,
                steps,
                positions,
                learning_rate,
            )
            positions = 0
    return won


@kernel
def add_gradient(
    hidden_weights: Singles,
    output_weights: Singles,
    features: Singles,
    hidden: Singles,
    target: float,
    gradient: Singles,
) -> None:
    """Back-propagation: add the gradient of one position's log loss."""
    units = len(hidden)  # not HIDDEN, see `forward`
    error = np.float32(forward(hidden_weights, output_weights, features, hidden) - target)
    gradient[FEATURES + 1, 0] += error
    for unit in range(HIDDEN):
        activation = hidden[unit] if hidden[unit] > 0 else np.float32(0.1) * hidden[unit]
        gradient[FEATURES, unit] += error * activation
        hidden[unit] = error * output_weights[unit] * np.float32(1.0 if hidden[unit] > 0 else 0.1)
    for feature in range(FEATURES):
        if features[feature] != 0.0:
            for unit in range(units):
                gradient[feature, unit] += features[feature] * hidden[unit]


@kernel
def adam_step(
    hidden_weights: Singles,
    output_weights: Singles,
    gradient: Singles,
    first_moment: Array,
    second_moment: Array,
    steps: Array,
    positions: int,
    learning_rate: float,
) -> None:
    """One step of Adam with the mean gradient; zeroes the gradient."""
    steps[0] += 1
    step_size = learning_rate * np.sqrt(1 - 0.999 ** steps[0]) / (1 - 0.9 ** steps[0])
    for i in range(FEATURES + 2):
        for unit in range(HIDDEN):
            mean = gradient[i, unit] / positions
            first_moment[i, unit] += 0.1 * (mean - first_moment[i, unit])
            second_moment[i, unit] += 0.001 * (mean * mean - second_moment[i, unit])
            change = np.float32(
                step_size * first_moment[i, unit] / (np.sqrt(second_moment[i, unit]) + 1e-8)
            )
            gradient[i, unit] = 0.0
            if i < FEATURES:
                hidden_weights[i, unit] -= change
            elif i == FEATURES:
                output_weights[unit] -= change
            elif unit == 0:
                output_weights[HIDDEN] -= change

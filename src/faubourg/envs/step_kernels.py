"""Kernels of the vectorised env: step, sample, mask, observe and normalise many games.

A template: `step_kernels` in `envs/batch.py` makes one module of it for every game, like
`kernels/play.py`. A step plays one decision of every game; Nature's moves and those of bots are
played on the way.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Ints, Row
from faubourg.core.players import LEARNER, NATURE, NOTHING_PLAYED, OVER, RANDOM
from faubourg.kernels.compile import inlined, kernel, natural
from faubourg.kernels.memory import Small, fetch_ahead, line

legal: Callable[[Box, Row, Ints], int]
nature: Callable[[Box, Row, float], int]
step: Callable[[Box, Row, int], None]
outcome: Callable[[Box, Row, Ints], int]
observe: Callable[[Box, Row, int, Small], None]
side: Callable[[Row, int], int]
choose: Callable[[int, Box, Row, Ints, int, float], int]

Rows = npt.NDArray[Any]
Streams = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]

DICE, BOTS, SAMPLES = range(3)  # the random streams of a game
UNIT = 2.0**-53
AHEAD = 8  # prefetch distance in games
FAR_AHEAD = 12  # and where little is done with each game


@inlined
def number(streams: Streams, game: int, stream: int) -> float:
    """The next number in [0, 1) of a game's stream (xoroshiro128++, 53 bits of each word)."""
    one, two = streams[game, stream, 0], streams[game, stream, 1]
    total = one + two
    word = ((total << np.uint64(17)) | (total >> np.uint64(47))) + one
    two ^= one
    turned = (one << np.uint64(49)) | (one >> np.uint64(15))
    streams[game, stream, 0] = turned ^ two ^ (two << np.uint64(21))
    streams[game, stream, 1] = (two << np.uint64(28)) | (two >> np.uint64(36))
    return float(word >> np.uint64(11)) * UNIT


@kernel
def reward_seats(row: Row, winners: int, rewards: Floats) -> None:
    """The terminal reward of each seat, by the sides they play for.

    Winning sides share 1 and the others share -1 so that sides sum to 0; where all play on one
    side, they get 1 together or -1 together.
    """
    sides, winning, seen = 0, 0, 0
    for seat in range(row.players):
        bit = 1 << side(row, seat)
        if seen & bit == 0:
            seen |= bit
            sides += 1
            winning += (winners >> seat) & 1
    for seat in range(row.players):
        won = (winners >> seat) & 1
        if sides == 1:
            rewards[seat] = 2 * won - 1
        elif winning > 0:
            rewards[seat] = (sides * won / winning - 1) / (sides - 1)


@inlined
def _finish(box: Box, row: Row, points: Ints, rewards: Floats) -> None:
    winners = outcome(box, row, points)
    if row.to_act == OVER:
        reward_seats(row, winners, rewards)


@kernel
def step_games(
    boxes: Rows,
    start: Rows,
    rows: Rows,
    streams: Streams,
    players: Small,
    lengths: Ints,
    bound: int,
    auto_reset: bool,
    actions: Ints,
    most: int,
    legals: Ints,
    counts: Ints,
    masks: Flags,
    observations: Small,
    final_observations: Small,
    rewards: Floats,
    points: Ints,
    terminated: Flags,
    truncated: Flags,
    seats: Small,
    first: int,
    last: int,
) -> None:
    """Play an action in each of the games from `first` to before `last`, and go on to the next
    decision of a learner. A game that ends is reported and, with `auto_reset`, begins anew.

    `boxes` is an array of one box: unboxing a record from Python would take microseconds. `legals`
    may be narrower than the `most` actions that can be legal; then it has the first ones.
    """
    box = boxes[0]
    width = legals.shape[1]
    scratch = np.empty(most if width < most else 0, np.int32)
    for each in range(first, last):
        game = natural(each)
        row = rows[game]
        ahead = min(game + AHEAD, last - 1)
        fetch_ahead(rows, ahead)
        fetch_ahead(legals, ahead)
        fetch_ahead(masks, ahead)
        if counts[game] <= width:
            for index in range(counts[game]):
                masks[game, natural(legals[game, index])] = False
        else:
            masks[game, :] = False
        actor = seats[game]
        options = scratch if width < most else line(legals, game)
        if terminated[game] or truncated[game]:
            terminated[game] = False
            truncated[game] = False
            for seat in range(row.players):
                rewards[game, seat] = 0
        length = lengths[game]
        action = actions[game]
        decided = action != NOTHING_PLAYED  # whether a learner has: else nothing is truncated
        while True:
            if action != NOTHING_PLAYED:
                step(box, row, action)
                length += 1
            turn = row.to_act
            if turn == NATURE:
                action = nature(box, row, number(streams, game, DICE))
            elif turn == OVER or (decided and length >= bound):
                # A game without a learner's decision, begun and ended since, is not reported.
                if not terminated[game] and not truncated[game]:
                    terminated[game] = turn == OVER
                    truncated[game] = turn != OVER
                    _finish(box, row, line(points, game), line(rewards, game))
                    observe(box, row, actor, line(final_observations, game))
                if not auto_reset:
                    count = 0
                    break
                rows[game] = start[0]
                length = 0
                decided = False
                action = NOTHING_PLAYED
            else:
                count = legal(box, row, options)
                if players[game, turn] == LEARNER:
                    break
                action = options[0]
                if count > 1:
                    chosen = number(streams, game, BOTS)
                    index = choose(players[game, turn], box, row, options, count, chosen)
                    action = options[index]
        lengths[game] = length
        counts[game] = count
        seats[game] = turn
        for index in range(count):
            masks[game, natural(options[index])] = True
        if width < most:
            for index in range(min(count, width)):
                legals[game, index] = scratch[index]
        if count > 0:
            observe(box, row, turn, line(observations, game))


@kernel
def sample_games(
    boxes: Rows,
    rows: Rows,
    streams: Streams,
    player: int,
    most: int,
    legals: Ints,
    counts: Ints,
    actions: Ints,
    copies: Ints,
    first: int,
    last: int,
) -> None:
    """Sample a legal action for each game, by the policy of a player of `kernels/play.py`; written
    twice, for the caller and as a copy to compare."""
    box = boxes[0]
    width = legals.shape[1]
    scratch = np.empty(most if width < most else 0, np.int32)
    for each in range(first, last):
        game = natural(each)
        fetch_ahead(legals, min(game + FAR_AHEAD, last - 1))
        chosen = number(streams, game, SAMPLES)
        options = line(legals, game)
        if counts[game] > width:
            options = scratch
            legal(box, rows[game], options)
        index = int(chosen * counts[game])
        if player != RANDOM and counts[game] > 1:
            index = choose(player, box, rows[game], options, counts[game], chosen)
        actions[game] = copies[game] = options[index]


@kernel
def first_illegal(legals: Ints, counts: Ints, masks: Flags, actions: Ints) -> int:
    """The first game whose action is not legal, or -1. The lists are looked at, because others are
    given the masks and might write to them; only a list that is not whole leaves it to the mask."""
    width = legals.shape[1]
    for each in range(len(actions)):
        game = natural(each)
        fetch_ahead(legals, min(game + FAR_AHEAD, len(actions) - 1))
        action = actions[game]
        found = False
        if counts[game] > width:
            found = 0 <= action < masks.shape[1] and masks[game, natural(action)]
        else:
            for index in range(counts[game]):
                if legals[game, index] == action:
                    found = True
                    break
        if not found:
            return game
    return -1


@kernel
def normalise(
    observations: Small, lows: Floats, scales: Floats, out: Floats, first: int, last: int
) -> None:
    """Min-max normalisation: every number to 0..1 by the range of its field."""
    for game in range(first, last):
        for i in range(len(lows)):
            out[game, i] = (observations[game, i] - lows[i]) * scales[i]


@kernel
def observe_game(boxes: Rows, rows: Rows, game: int, seat: int, out: Small) -> None:
    """The observation of any seat of one game."""
    observe(boxes[0], rows[game], seat, out)


@kernel
def draw(streams: Streams, game: int) -> float:
    """The next number of the stream of a game's bots, for those that are not played in kernels."""
    return number(streams, game, BOTS)

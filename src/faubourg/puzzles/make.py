"""Finds puzzles: positions of games between bots in which one move is clearly best by MCTS.

Every legal move is judged by a search of its own, from the position that it leads to, so that none
is left out because it looks bad at first sight. Moves that stay near the best are judged again with
more simulations. A puzzle is a position in which the best move leads by MARGIN at least, and by so
many standard errors of the difference that chance does not explain it.
"""

from collections.abc import Iterator, Sequence
from math import sqrt

import numpy as np

from faubourg.bots.evaluate import search
from faubourg.bots.match import play
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position, action_of
from faubourg.puzzles.puzzle import Puzzle, Worth

MARGIN = 0.08  # of the chance to win
ERRORS = 4.0  # standard errors of the difference
EFFORTS = (120, 1_500, 10_000)  # simulations for each move that is still in question
NEAR = 0.2  # of the best chance: moves to judge again
LEAST_MOVES, MOST_MOVES = 3, 20
EARLIEST = 0.25  # share of a game after which a puzzle may come
A_GAME = 2  # puzzles from one game at most
BOT = "greedy"


def find(game: Game, seed: int, efforts: Sequence[int] = EFFORTS) -> Iterator[Puzzle]:
    """The puzzles in one game between bots; the same seed gives the same."""
    record = play(game, [BOT] * game.players, seed=seed)
    position, found = game.start(), 0
    for number, move in enumerate(record.moves):
        late = number >= EARLIEST * len(record.moves)
        if late and found < A_GAME and _is_candidate(position):
            puzzle = judge(position, record.moves[:number], seed * 1000 + number, efforts)
            if puzzle is not None:
                found += 1
                yield puzzle
        position.step(move)


def judge(
    position: Position, moves: Sequence[int], seed: int, efforts: Sequence[int] = EFFORTS
) -> Puzzle | None:
    """The puzzle that a position is, if one move is clearly best."""
    seat, game = int(position.turn or 0), position.game
    worths = worths_of(position, seed, efforts)
    best = max(worths, key=lambda id: worths[id].chance)
    same = {id for id in worths if _after(position, id) == _after(position, best)}
    others = [worth for id, worth in worths.items() if id not in same]
    if not others or not is_clear(worths[best], max(others, key=lambda each: each.chance)):
        return None
    rate, box = game.part("insight").rate, game.box
    ratings = {id: rate(box, position.row, id) for id in worths}
    return Puzzle(
        game.name,
        game.players,
        dict(game.options),
        game.version,
        tuple(action_of(game, id).text for id in moves),
        tuple(sorted(worths[id].move for id in same)),
        tuple(sorted(worths.values(), key=lambda each: -each.chance)),
        obvious=max(ratings, key=lambda id: ratings[id]) in same and seat >= 0,
    )


def is_clear(best: Worth, next_best: Worth) -> bool:
    """Whether a move is better than another by enough, and not by chance.

    >>> is_clear(Worth("a", 0.7, 0.005), Worth("b", 0.5, 0.005))
    True
    >>> is_clear(Worth("a", 0.7, 0.04), Worth("b", 0.5, 0.04))
    False
    """
    lead = best.chance - next_best.chance
    return lead >= MARGIN and lead >= ERRORS * sqrt(best.error**2 + next_best.error**2)


def worths_of(position: Position, seed: int, efforts: Sequence[int]) -> dict[int, Worth]:
    """What each legal move is worth to the player to act; the nearer to the best, the surer. What
    turns out early not to be a puzzle is not judged further."""
    seat, game = int(position.turn or 0), position.game
    worths: dict[int, Worth] = {}
    asked = position.legal.ids
    for step, effort in enumerate(efforts):
        for id in asked:
            chance, visits = _chance(_after(position, id), seat, seed + step, effort)
            error = sqrt(max(chance * (1 - chance), 1 / (visits + 2)) / visits) if visits else 0.0
            worths[id] = Worth(action_of(game, id).text, chance, error)
        ranked = sorted(worths, key=lambda id: -worths[id].chance)
        best = worths[ranked[0]].chance
        if step < len(efforts) - 1 and not _may_be_clear(worths, best, step):
            break
        asked = [id for id in ranked if worths[id].chance > best - NEAR] or ranked[:1]
        asked = asked if len(asked) > 1 else ranked[:2]
    return worths


def _may_be_clear(worths: dict[int, Worth], best: float, step: int) -> bool:
    """Whether one move may still turn out to be clearly best: few are near it at first sight, and
    at a second look at most one that leads to the same position."""
    near = sum(each.chance > best - MARGIN / 2 for each in worths.values())
    return near <= (4 if step == 0 else 2)


def _chance(after: Position, seat: int, seed: int, simulations: int) -> tuple[float, int]:
    """A seat's chance to win from a position, and on how many simulations that rests; none if it is
    exact."""
    if after.turn is None:
        return search(after, simulations=1, seed=0).chances[seat], 0
    found = search(after, simulations=simulations, seed=seed)
    visits = simulations if after.turn == NATURE else found.choices[0].visits
    return found.chances[seat], visits


def _after(position: Position, id: int) -> Position:
    after = position.copy()
    after.step(id)
    return after


def _is_candidate(position: Position) -> bool:
    """Whether it is a player's turn, with a choice that a person can survey."""
    turn = position.turn
    if turn is None or turn == NATURE:
        return False
    ids = position.legal.ids
    return LEAST_MOVES <= len(ids) <= MOST_MOVES and len(np.unique(ids)) == len(ids)

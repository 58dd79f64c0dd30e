"""Attribution of a game's result to luck and skill: what is evaluated, and the account of it.

Every position of the game gets one number for each seat, its chance to win, as a whole number, so
that sums are exact. The difference between two neighbouring positions is attributed to the mover:
to luck if that was Nature, else to the skill of a player. Whatever the numbers are, all differences
together are the result less the chance at the beginning.

The numbers are found from the end of the game to its beginning:

- at the end it is the result;
- where only one thing could happen, it is the number of the position that follows;
- where Nature moved, the position before is evaluated; moves of Nature that follow each other in a
  turn are one piece of luck, attributed to the last of them;
- where a player chose, it is the number after the best choice known: the one played, or another
  that a search preferred, if a second, independent evaluation finds it better by more than the
  noise of the numbers. The search that proposes a choice is biased in its favour (winner's curse);
  the second evaluation is not, and without the margin noise would cost a player a little with
  every choice.

A chance that is let pass turn after turn is one mistake, shown where it cost most: a player who
does not buy a card that would be better in each of ten turns has not lost ten times as much.

Values are evaluated twice, with the same two seeds everywhere; how far the two halves lie apart is
the standard error.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from faubourg.bots.evaluate import Evaluation
from faubourg.review.result import HALF, Better, Chances, Move, Noise, Review
from faubourg.review.timeline import Timeline

HALVES = (0, 1)
LOOKING = 2  # the random stream of the search for better choices
EQUAL = 0.004  # a choice that is better by less than this is no better


class Question(NamedTuple):
    """A position to evaluate: before a step, or after another action in its place, with a random
    stream."""

    step: int  # index in the timeline
    action: int | None
    stream: int


Answers = Mapping[Question, Evaluation]


@dataclass
class Attribution:
    """The evaluations that a review needs, in two rounds, and the account that they give."""

    timeline: Timeline

    def looks(self) -> list[Question]:
        """The first round: a search at every decision with a choice."""
        return [
            Question(index, None, LOOKING)
            for index, step in enumerate(self.timeline.steps)
            if step.free and not step.by_chance
        ]

    def values(self, looks: Answers) -> list[Question]:
        """The second round: positions before Nature's moves, the last one, and those after choices
        that seem better than the one played."""
        indices = [*self.timeline.draws.values(), len(self.timeline.steps)]
        wanted: list[tuple[int, int | None]] = [(index, None) for index in indices]
        wanted += [(look.step, best) for look, best in self._preferred(looks).items()]
        return [Question(index, action, half) for index, action in wanted for half in HALVES]

    def _preferred(self, looks: Answers) -> dict[Question, int]:
        """The choices that a search preferred to the one played."""
        preferred = {}
        for look, evaluation in looks.items():
            step = self.timeline.steps[look.step]
            best = evaluation.choices[0]
            played = next((c for c in evaluation.choices if c.action == step.action), None)
            if best.action != step.action and (
                played is None or best.chances[step.mover] - played.chances[step.mover] > EQUAL
            ):
                preferred[look] = best.action
        return preferred

    def account(self, seats: list[str], looks: Answers, values: Answers) -> Review:
        """The review that all evaluations give."""
        noise = Noise(_spread(values))
        preferred = {look.step: action for look, action in self._preferred(looks).items()}
        every = self._moves(preferred, values, noise)
        moves = self._moves(self._largest_only(preferred, every), values, noise)
        chances = [move.before for move in moves]
        chances.append(_value(values, len(self.timeline.steps), None))
        return Review(self.timeline, seats, tuple(chances), tuple(moves), noise)

    def _moves(self, preferred: Mapping[int, int], values: Answers, noise: Noise) -> list[Move]:
        """The change of every move, if these choices are held against those played."""
        timeline = self.timeline
        after = _value(values, len(timeline.steps), None)
        moves: list[Move] = []
        for index in reversed(range(len(timeline.steps))):
            step, before, better = timeline.steps[index], after, None
            if index in timeline.draws:
                before = _value(values, timeline.draws[index], None)
            elif index in preferred:
                other = _value(values, index, preferred[index])
                if noise.is_less(after[step.mover], other[step.mover]):
                    before, better = other, Better(preferred[index], other)
            moves.append(Move(index + 1, step.mover, step.action, step.free, before, after, better))
            after = before
        return moves[::-1]

    def _largest_only(self, preferred: Mapping[int, int], moves: list[Move]) -> dict[int, int]:
        """Of a choice that stayed the better one whenever it could be made, only the index where
        it cost most to let it pass."""
        kept = dict(preferred)
        open_since: dict[tuple[int, int], int] = {}  # where (mover, action) cost most
        for index, step in enumerate(self.timeline.steps):
            if not step.free or step.by_chance:
                continue
            passed = [action for mover, action in open_since if mover == step.mover]
            if passed:
                legal = self.timeline.position(index).legal.ids
                for action in passed:
                    if action in legal and preferred.get(index) != action:
                        del open_since[step.mover, action]
            if moves[index].better is None:
                continue
            chance = step.mover, preferred[index]
            worst = open_since.setdefault(chance, index)
            if worst != index:
                lost = [moves[one].change[step.mover] for one in (worst, index)]
                open_since[chance] = worst if lost[0] <= lost[1] else index
                del kept[index if lost[0] <= lost[1] else worst]
        return kept


def _value(values: Answers, index: int, action: int | None) -> Chances:
    halves = [values[Question(index, action, half)].chances for half in HALVES]
    return tuple(sum(round(chance * HALF) for chance in seat) for seat in zip(*halves, strict=True))


def _spread(values: Answers) -> float:
    """The standard error of a value at an even chance, from how far its two halves lie apart."""
    apart = possible = 0.0
    for question, evaluation in values.items():
        if question.stream == HALVES[0]:
            other = values[question._replace(stream=HALVES[1])]
            for one, two in zip(evaluation.chances, other.chances, strict=True):
                mean = (one + two) / 2
                apart += (one - two) ** 2 / 4
                possible += mean * (1 - mean)
    return 0.5 * (apart / possible) ** 0.5 if possible else 0.0

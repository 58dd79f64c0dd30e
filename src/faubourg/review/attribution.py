"""What a review must ask of the bots' judgement, and how the answers become one account.

Every position of the game gets one number for each seat, its chance to win, as a whole number, so
that sums are exact. The difference between two neighbouring positions belongs to who
moved between them: to luck if that was Nature, else to the skill of a player. Whatever the numbers
are, all differences together are the result less the chance at the beginning.

The numbers are found from the end of the game to its beginning:

- at the end it is the result;
- where only one thing could happen, it is the number of the position that follows;
- where Nature moved, the position is judged as it was before; moves of Nature that follow each
  other in a turn are one piece of luck, told of the last of them;
- where a player chose, it is the number after the best choice known: what was played, or another
  choice that a search preferred, if a second, independent look finds it better by more than the
  noise of the numbers. The search that proposes a choice tends to flatter it; the second look does
  not; and who is judged by noise would lose a little with every choice.

A chance that is let pass turn after turn is one mistake, told where it cost most: who does not buy
a card that would be better in each of ten turns has not lost ten times as much.

Values are judged twice, with the same two seeds everywhere; how far the two halves lie apart says
how much the numbers can be trusted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from faubourg.bots.evaluate import Judgement
from faubourg.review.result import HALF, Better, Chances, Move, Noise, Review
from faubourg.review.timeline import Course

HALVES = (0, 1)
LOOKING = 2  # the stream of random numbers by which choices are looked for
EQUAL = 0.004  # a choice that is better by less than this is no better


class Question(NamedTuple):
    """A position to judge: a place in the game, perhaps another action from there, and a stream of
    random numbers."""

    place: int
    action: int | None
    stream: int


Answers = Mapping[Question, Judgement]


@dataclass
class Inquiry:
    """The questions of a review in two rounds, and the account that the answers give."""

    course: Course

    def looks(self) -> list[Question]:
        """Every choice that was one: what would have been best?"""
        return [
            Question(place, None, LOOKING)
            for place, step in enumerate(self.course.steps)
            if step.free and not step.by_chance
        ]

    def values(self, looks: Answers) -> list[Question]:
        """Positions before Nature's moves, the last one, and those after choices that seem better
        than what was played."""
        places = [*self.course.draws.values(), len(self.course.steps)]
        asked: list[tuple[int, int | None]] = [(place, None) for place in places]
        asked += [(look.place, best) for look, best in self._preferred(looks).items()]
        return [Question(place, action, half) for place, action in asked for half in HALVES]

    def _preferred(self, looks: Answers) -> dict[Question, int]:
        """The choices that a search preferred to what was played."""
        preferred = {}
        for look, judgement in looks.items():
            step = self.course.steps[look.place]
            best = judgement.choices[0]
            played = next((c for c in judgement.choices if c.action == step.action), None)
            if best.action != step.action and (
                played is None or best.chances[step.mover] - played.chances[step.mover] > EQUAL
            ):
                preferred[look] = best.action
        return preferred

    def account(self, seats: list[str], looks: Answers, values: Answers) -> Review:
        """All answers together."""
        noise = Noise(_spread(values))
        preferred = {look.place: action for look, action in self._preferred(looks).items()}
        every = self._moves(preferred, values, noise)
        moves = self._moves(self._once(preferred, every), values, noise)
        chances = [move.before for move in moves]
        chances.append(_value(values, len(self.course.steps), None))
        return Review(self.course, seats, tuple(chances), tuple(moves), noise)

    def _moves(self, preferred: Mapping[int, int], values: Answers, noise: Noise) -> list[Move]:
        """What every move changed, if these choices are held against what was played."""
        course = self.course
        after = _value(values, len(course.steps), None)
        moves: list[Move] = []
        for place in reversed(range(len(course.steps))):
            step, before, better = course.steps[place], after, None
            if place in course.draws:
                before = _value(values, course.draws[place], None)
            elif place in preferred:
                other = _value(values, place, preferred[place])
                if noise.is_less(after[step.mover], other[step.mover]):
                    before, better = other, Better(preferred[place], other)
            moves.append(Move(place + 1, step.mover, step.action, step.free, before, after, better))
            after = before
        return moves[::-1]

    def _once(self, preferred: Mapping[int, int], moves: list[Move]) -> dict[int, int]:
        """Of a choice that stayed the better one whenever it could be made, only the place where
        it cost most to let it pass."""
        kept = dict(preferred)
        open_since: dict[tuple[int, int], int] = {}  # who could do what, and where it cost most
        for place, step in enumerate(self.course.steps):
            if not step.free or step.by_chance:
                continue
            passed = [action for mover, action in open_since if mover == step.mover]
            if passed:
                legal = self.course.position(place).legal.ids
                for action in passed:
                    if action in legal and preferred.get(place) != action:
                        del open_since[step.mover, action]
            if moves[place].better is None:
                continue
            chance = step.mover, preferred[place]
            worst = open_since.setdefault(chance, place)
            if worst != place:
                lost = [moves[one].change[step.mover] for one in (worst, place)]
                open_since[chance] = worst if lost[0] <= lost[1] else place
                del kept[place if lost[0] <= lost[1] else worst]
        return kept


def _value(values: Answers, place: int, action: int | None) -> Chances:
    halves = [values[Question(place, action, half)].chances for half in HALVES]
    return tuple(sum(round(chance * HALF) for chance in seat) for seat in zip(*halves, strict=True))


def _spread(values: Answers) -> float:
    """How far off a value is likely to be, by how far its two halves lie apart: the standard error
    of an even chance."""
    apart = possible = 0.0
    for question, judgement in values.items():
        if question.stream == HALVES[0]:
            other = values[question._replace(stream=HALVES[1])]
            for one, two in zip(judgement.chances, other.chances, strict=True):
                mean = (one + two) / 2
                apart += (one - two) ** 2 / 4
                possible += mean * (1 - mean)
    return 0.5 * (apart / possible) ** 0.5 if possible else 0.0

"""Attribution of a game's result to luck and skill: what is evaluated, and the account of it.

**Chances** are one fixed function of a position: what it is worth if everybody plays on simply, the
mean over playouts (`bots/paired_playouts.py`), the same way for all positions of the game.

**Luck** is the chance after Nature's move less the chance before it. Since the value before is the
mean of the values after all outcomes, luck is a martingale: it is 0 on average, however few the
playouts are, and nothing that a player did is in it. Moves of Nature that follow each other in a
turn are one piece of luck, attributed to the last of them.

**Skill** is the value after the choice that was played less the value after the best choice known,
each by a search, since a mistake should be one for players who think. A first search at the
decision proposes a choice. If it is another than the one played, the positions after both are
searched twice with other seeds: one half says which of the two is better, the other half by how
much, and the other way round. So a maximum is never taken of the numbers that it is valued by
(winner's curse), and a player who plays as well as the search loses nothing by noise. What seems to
be a mistake is looked at once more with more effort, and only that counts.

Between the two ways to value a position there is a **rest**: chances let everybody play on simply,
choices are held against better play. It is told apart. All are whole numbers, and start + luck +
skill + rest is the result exactly.

A chance that is let pass turn after turn is one mistake, shown where it cost most: a player who
does not buy a card that would be better in each of ten turns has not lost ten times as much.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from faubourg.bots.evaluate import Evaluation
from faubourg.bots.habits import playouts_end, review_habits
from faubourg.bots.paired_playouts import Samples
from faubourg.core.contract import Judgement
from faubourg.core.game import Game
from faubourg.review.result import SMALLEST, SURE, WHOLE, Better, Chances, Move, Noise, Review
from faubourg.review.timeline import Timeline

VALUE, LOOK, CHOICE = "value", "look", "choice"  # the kinds of questions
HALVES, DEEPER = (0, 1), (2, 3)  # the random streams of choices, and of those looked at once more
LOOKING = 4  # the random stream of the search for better choices
EQUAL = 0.002  # a choice that is better by less than this is no better
DOUBTFUL = 0.01  # a cost from which on a choice is looked at once more
MOST_DOUBTS = 12


class Question(NamedTuple):
    """What to evaluate: a position by playouts, the choices in it by a search, or by a search the
    position after one of them."""

    kind: str
    step: int  # index in the timeline
    action: int | None = None  # of a CHOICE
    stream: int = 0  # of random numbers
    until: int | None = None  # the turn before which playouts of a VALUE end, if not their own


Values = Mapping[Question, Samples]
Answers = Mapping[Question, Evaluation]


@dataclass(frozen=True)
class Cost:
    """What a choice changed for every seat against a better one, from 0 to 1: its errors are the
    noise of the searches and what the game's judgement of any choice is off. Strong players make
    good for part of what a search says is lost: its `share` stays."""

    change: npt.NDArray[np.float64]
    noise: npt.NDArray[np.float64]
    errors: npt.NDArray[np.float64]


@dataclass
class Attribution:
    """The evaluations that a review needs, round by round, and the account that they give."""

    timeline: Timeline

    def values(self) -> list[Question]:
        """Positions to play out: all at which something else could have come, and those after
        Nature's moves."""
        asked = {Question(VALUE, index): None for index in self.timeline.anchors}
        for last, first in self.timeline.lucky.items():
            asked[self._after(last, first)] = None
        return list(asked)

    def _after(self, last: int, first: int) -> Question:
        """The position after a piece of luck, played out to the same turn as the one before."""
        anchor, until = self.timeline.anchors[last + 1], self._end(first)
        if self._end(anchor) == until:
            return Question(VALUE, anchor)
        return Question(VALUE, last + 1, until=until)

    def _end(self, index: int) -> int:
        """The turn before which playouts of a position end."""
        habits = review_habits(self.timeline.game)
        return playouts_end(habits, int(self.timeline.rows[index].turn_count))

    def looks(self) -> list[Question]:
        """A search at every decision with a choice."""
        return [
            Question(LOOK, index, stream=LOOKING)
            for index, step in enumerate(self.timeline.steps)
            if step.free and not step.by_chance
        ]

    def choices(self, looks: Answers) -> list[Question]:
        """Where a search prefers another choice: the positions after both."""
        return self._both(self.preferred(looks).items(), HALVES)

    def doubts(self, looks: Answers, choices: Answers) -> list[Question]:
        """The same again, with more effort, where the choice that was played seems a mistake."""
        preferred = self.preferred(looks)
        costs = self.costs(preferred, choices, HALVES)
        lost = {
            index: cost.change[self.timeline.steps[index].mover] for index, cost in costs.items()
        }
        worst = sorted(lost, key=lambda index: float(lost[index]))[:MOST_DOUBTS]
        doubtful = [(index, preferred[index]) for index in worst if lost[index] < -DOUBTFUL]
        return self._both(doubtful, DEEPER)

    def _both(self, pairs: Iterable[tuple[int, int]], streams: Sequence[int]) -> list[Question]:
        steps = self.timeline.steps
        return [
            Question(CHOICE, index, action, stream)
            for index, best in pairs
            for action in (steps[index].action, best)
            for stream in streams
        ]

    def preferred(self, looks: Answers) -> dict[int, int]:
        """The choices that a search preferred to the one played, by the index of the decision."""
        preferred = {}
        for look, evaluation in looks.items():
            step = self.timeline.steps[look.step]
            best = evaluation.choices[0]
            played = next((c for c in evaluation.choices if c.action == step.action), None)
            if best.action != step.action and (
                played is None or best.chances[step.mover] - played.chances[step.mover] > EQUAL
            ):
                preferred[look.step] = best.action
        return preferred

    def costs(
        self, preferred: Mapping[int, int], answers: Answers, halves: tuple[int, int]
    ) -> dict[int, Cost]:
        """What choices cost, by cross-fitting: each half says how much where the other says that
        it was less."""
        noise, found = Noise(_spread(answers, halves)), {}
        judgement = judgement_of(self.timeline.game)
        for index, best in preferred.items():
            step = self.timeline.steps[index]
            if Question(CHOICE, index, best, halves[0]) not in answers:
                continue
            played, other = (
                [
                    np.array(answers[Question(CHOICE, index, action, half)].chances)
                    for half in halves
                ]
                for action in (step.action, best)
            )
            change = np.zeros(len(played[0]))
            for choosing, judging in ((0, 1), (1, 0)):
                if other[choosing][step.mover] > played[choosing][step.mover]:
                    change += judgement.share * (played[judging] - other[judging]) / 2
            means = [np.mean(values, axis=0) for values in (played, other)]
            errors = [math.hypot(*map(noise.of, pair)) for pair in zip(*means, strict=True)]
            own = judgement.share * np.array(errors) * bool(change.any())
            found[index] = Cost(change, own, np.hypot(own, judgement.of_any * (change != 0)))
        return found

    # ------------------------------------------------------------ the account

    def account(
        self, seats: list[str], values: Values, looks: Answers, choices: Answers, doubts: Answers
    ) -> Review:
        """The review that all evaluations give."""
        preferred = self.preferred(looks)
        costs = self.costs(preferred, choices, HALVES)
        costs |= (deeper := self.costs(preferred, doubts, DEEPER))
        lucky = {
            last: values[self._after(last, first)] - values[Question(VALUE, first)]
            for last, first in self.timeline.lucky.items()
        }
        chances = [_whole(_mean(values[Question(VALUE, i)])) for i in self.timeline.anchors]
        moves = [
            self._move(index, chances, lucky.get(index), costs.get(index))
            for index in range(len(self.timeline.steps))
        ]
        told = {
            index: preferred[index]
            for index in deeper
            if _is_mistake(moves[index], self.timeline.steps[index].mover)
        }
        moves = self._with_better(moves, preferred, told)
        total = sum(lucky.values(), start=np.zeros((1, len(seats))))
        return Review(
            self.timeline,
            seats,
            tuple(chances),
            tuple(moves),
            Noise(_even_error(values)),
            tuple((error_of_mean(total) * WHOLE).tolist()) if lucky else (0.0,) * len(seats),
        )

    def _move(
        self, index: int, chances: list[Chances], luck: Samples | None, cost: Cost | None
    ) -> Move:
        """What a move changed; nothing if nothing else could have come."""
        step, (before, after) = self.timeline.steps[index], chances[index : index + 2]
        change, errors = np.zeros(len(before)), np.zeros(len(before))
        if luck is not None:
            change, errors = _mean(luck), error_of_mean(luck)
        elif cost is not None:
            change, errors = cost.change, cost.errors
        told = tuple((errors * WHOLE).tolist())
        of_size = judgement_of(self.timeline.game).of_size if cost is not None else 0.0
        return Move(
            index + 1, step.mover, step.action, step.free, before, after, _whole(change), told,
            None, of_size,
        )  # fmt: skip

    def _with_better(
        self, moves: list[Move], preferred: Mapping[int, int], told: Mapping[int, int]
    ) -> list[Move]:
        """The moves with the mistakes among them; of a choice that stayed the better one whenever
        it could be made, only that which cost most counts."""
        kept, made = self._largest_only(preferred, told, moves), []
        for index, move in enumerate(moves):
            if index in kept:
                better = Better(kept[index], _without(move))
                made.append(replace(move, better=better))
            elif index in told:
                nothing = (0,) * len(move.change)
                made.append(replace(move, change=nothing, errors=tuple(map(float, nothing))))
            else:
                made.append(move)
        return made

    def _largest_only(
        self, preferred: Mapping[int, int], told: Mapping[int, int], moves: list[Move]
    ) -> dict[int, int]:
        """Of a choice that stayed the better one whenever it could be made, only the index where
        it cost most to let it pass."""
        kept = dict(told)
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
            if index not in told:
                continue
            chance = step.mover, told[index]
            worst = open_since.setdefault(chance, index)
            if worst != index:
                lost = [moves[one].change[step.mover] for one in (worst, index)]
                open_since[chance] = worst if lost[0] <= lost[1] else index
                del kept[index if lost[0] <= lost[1] else worst]
        return kept


def _is_mistake(move: Move, mover: int) -> bool:
    lost = -move.change[mover]
    return lost >= SMALLEST and lost > SURE * move.errors[mover]


def _without(move: Move) -> Chances:
    """Everybody's chances if a move had not cost anything."""
    pairs = zip(move.after, move.change, strict=True)
    return tuple(min(WHOLE, max(0, after - change)) for after, change in pairs)


def _whole(chances: npt.NDArray[np.floating]) -> Chances:
    return tuple(round(float(chance) * WHOLE) for chance in chances)


def _mean(samples: Samples) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = samples.mean(axis=0, dtype=np.float64)
    return found


def error_of_mean(samples: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """The standard error of the mean of paired playouts, from the differences of neighbours
    (collapsed strata): what lies between strata is no error, since each has its share. A little
    more scatter than was seen (one win and one loss) is assumed, so that a few playouts which all
    end alike are no certainty."""
    count = len(samples)
    apart = np.diff(samples.astype(np.float64), axis=0)
    scatter = (apart**2).sum(axis=0) / 2 * count / max(1, count - 1) + 0.5
    found: npt.NDArray[np.float64] = np.sqrt(scatter / (count + 1) / count)
    return found


def _even_error(values: Values) -> float:
    """The standard error of an even chance, from the scatter of all playouts."""
    scatter = possible = 0.0
    for samples in values.values():
        mean = _mean(samples)
        scatter += float((samples.var(axis=0, dtype=np.float64) / len(samples)).sum())
        possible += float((mean * (1 - mean)).sum())
    return 0.5 * math.sqrt(scatter / possible) if possible > 0 else 0.0


def _spread(answers: Answers, halves: tuple[int, int]) -> float:
    """The standard error of an even chance that is the mean of two searches, from how far the two
    lie apart."""
    apart = possible = 0.0
    for question, evaluation in answers.items():
        if question.stream == halves[0]:
            other = answers[question._replace(stream=halves[1])]
            for one, two in zip(evaluation.chances, other.chances, strict=True):
                mean = (one + two) / 2
                apart += (one - two) ** 2 / 4
                possible += mean * (1 - mean)
    return 0.5 * math.sqrt(apart / possible) if possible > 0 else 0.0


def judgement_of(game: Game) -> Judgement:
    """How far searches of a game are off, as far as that is known.

    >>> judgement_of(Game("lutins")).of_any > 0
    True
    """
    found: Judgement = getattr(game.part("insight"), "JUDGEMENT", Judgement())
    return found

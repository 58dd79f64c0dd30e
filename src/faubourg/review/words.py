"""What a review says of moves, in the words that the games have for them."""

from collections.abc import Sequence

from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.review.result import Move, Review

MOST_TOLD = 4  # sentences about one piece of luck


def names_of(labels: Sequence[str]) -> list[str]:
    """What seats are called that a record writes so: their own names, or letters.

    >>> names_of(["Anna=me", "greedy"])
    ['Anna', 'B (greedy)']
    """
    return [
        label.split("=")[0] if "=" in label else f"{letter} ({label})"
        for letter, label in zip(SEAT_LETTERS, labels, strict=False)
    ]


def move_words(review: Review, move: Move) -> Text:
    """What happened: the choice of a player as one would say it, or what Nature did."""
    if move.mover != NATURE:
        return _described(review, move, move.action)
    course, last = review.course, move.number - 1
    game, part = course.game, course.game.part("events")
    told = [
        part.tell(game.components, event, review.seats)
        for place in range(course.draws.get(last, last), move.number)
        for event in part.events(
            game.components, course.rows[place], course.steps[place].action, course.rows[place + 1]
        )
        if event["kind"] != "turn"
    ]
    more = [Text("…", "…")] if len(told) > MOST_TOLD else []
    told = [*more, *told[-MOST_TOLD:]]
    return Text(" ".join(text.en for text in told), " ".join(text.fr for text in told))


def better_words(review: Review, move: Move) -> Text:
    """The better choice."""
    assert move.better is not None
    return _described(review, move, move.better.action)


def why_better(review: Review, move: Move) -> Text | None:
    """What would have spoken for the better choice."""
    assert move.better is not None
    game, row = review.course.game, review.course.rows[move.number - 1]
    why: Text | None = game.part("advice").why(
        game.components, row, move.better.action, review.seats
    )
    return why


def _described(review: Review, move: Move, action: int) -> Text:
    game, row = review.course.game, review.course.rows[move.number - 1]
    text: Text = game.part("view").describe(game.components, row, action, review.seats)
    return text

"""Descriptions of a review in words: seats in a line each, moves in the games' own words."""

from collections.abc import Sequence

from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.review.result import WHOLE, Balance, Move, Review

MOST_SENTENCES = 4  # about one piece of luck
SOME, MUCH = WHOLE // 20, 3 * WHOLE // 10  # from which on a part of the balance is called so
SEAT = Text("{luck}; {play}.", "{luck} ; {play}.")
LUCK = {
    (True, True): Text("Very lucky", "Beaucoup de chance"),
    (True, False): Text("Rather lucky", "Plutôt de la chance"),
    (False, True): Text("Very unlucky", "Beaucoup de malchance"),
    (False, False): Text("Rather unlucky", "Plutôt de la malchance"),
}
EVEN_LUCK = Text("Neither lucky nor unlucky", "Ni chance ni malchance")
UNSURE_LUCK = Text("Luck too close to tell", "Chance difficile à juger")
NO_MISTAKE = Text("no clear mistake", "aucune erreur nette")
GAVE_LITTLE = Text("gave a little away", "a laissé passer un peu")
GAVE_MUCH = Text("gave a lot away", "a laissé passer beaucoup")


def seat_names(labels: Sequence[str]) -> list[str]:
    """The names of seats from a record's labels: their own, or letters.

    >>> seat_names(["Anna=me", "greedy"])
    ['Anna', 'B (greedy)']
    """
    return [
        label.split("=")[0] if "=" in label else f"{letter} ({label})"
        for letter, label in zip(SEAT_LETTERS, labels, strict=False)
    ]


def describe_seat(review: Review, seat: int) -> Text:
    """A seat's luck and play in one line, which only says what its ranges leave no doubt of."""
    balance = review.balances[seat]
    return SEAT.format(luck=describe_luck(balance), play=_play(review, seat))


def describe_luck(balance: Balance) -> Text:
    """Whether a seat was lucky, where its range lets that be said."""
    size = abs(balance.luck)
    if balance.luck_range.is_sure and size >= SOME:
        return LUCK[balance.luck > 0, size >= MUCH]
    return EVEN_LUCK if max(map(abs, balance.luck_range)) < MUCH else UNSURE_LUCK


def _play(review: Review, seat: int) -> Text:
    balance = review.balances[seat]
    lost = -balance.skill
    if balance.skill_range.is_sure and lost >= SOME:
        return GAVE_MUCH if lost >= MUCH else GAVE_LITTLE
    return GAVE_LITTLE if review.next_time(seat) else NO_MISTAKE


def describe_move(review: Review, move: Move) -> Text:
    """A move in words: the choice of a player, or the events that Nature caused."""
    if move.mover != NATURE:
        return _described(review, move, move.action)
    timeline, last = review.timeline, move.number - 1
    game, part = timeline.game, timeline.game.part("events")
    said = [
        part.tell(game.components, event, review.seats)
        for index in range(timeline.draws.get(last, last), move.number)
        for event in part.events(
            game.components,
            timeline.rows[index],
            timeline.steps[index].action,
            timeline.rows[index + 1],
        )
        if event["kind"] != "turn"
    ]
    more = [Text("…", "…")] if len(said) > MOST_SENTENCES else []
    said = [*more, *said[-MOST_SENTENCES:]]
    return Text(" ".join(text.en for text in said), " ".join(text.fr for text in said))


def describe_better(review: Review, move: Move) -> Text:
    """The better choice in words."""
    assert move.better is not None
    return _described(review, move, move.better.action)


def why_better(review: Review, move: Move) -> Text | None:
    """The reason for the better choice, if the game has one."""
    assert move.better is not None
    game, row = review.timeline.game, review.timeline.rows[move.number - 1]
    why: Text | None = game.part("advice").why(
        game.components, row, move.better.action, review.seats
    )
    return why


def _described(review: Review, move: Move, action: int) -> Text:
    game, row = review.timeline.game, review.timeline.rows[move.number - 1]
    text: Text = game.part("view").describe(game.components, row, action, review.seats)
    return text

"""Serialisation of a review as plain data, for `faubourg review --json` and the page.

The form is described in docs/researchers/review.md, and for programs by the server's description of
itself (`Review` in /openapi.json). Chances and changes are whole numbers of which `whole` is
certainty; so sums are exact. `margin` is for readers of format 2, in which intervals were always
symmetrical: a change is sure if it is larger than its margin.
"""

from typing import Any

from faubourg.core.contract import Data
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import action_of, mover
from faubourg.review.descriptions import (
    describe_better,
    describe_move,
    describe_seat,
    why_better,
)
from faubourg.review.result import WHOLE, Chances, Move, Review

FORMAT = 3
PARTS = ("start", "luck", "skill", "others", "rest", "result")


def as_data(review: Review) -> Data:
    """Everything that a review found."""
    game = review.timeline.game
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "players": game.players,
        "options": dict(game.options),
        "finished": review.timeline.finished,
        "whole": WHOLE,
        "noise": round(review.noise.spread, 5),
        "chances": [list(chances) for chances in review.chances],
        "seats": [_seat(review, seat) for seat in range(game.players)],
        "moves": [_move(review, move) for move in review.moves],
        "turning_points": [_highlight(review, move) for move in review.turning_points],
        "mistakes": [_highlight(review, move) for move in review.mistakes],
    }


def _seat(review: Review, seat: int) -> Data:
    balance = review.balances[seat]
    return {
        "seat": SEAT_LETTERS[seat],
        "name": review.seats[seat],
        **{part: getattr(balance, part) for part in PARTS},
        "luck_range": list(balance.luck_range),
        "skill_range": list(balance.skill_range),
        "others_range": list(balance.others_range),
        "luck_margin": balance.luck_range.margin(balance.luck),
        "skill_margin": balance.skill_range.margin(balance.skill),
        "others_margin": balance.others_range.margin(balance.others),
        "said": describe_seat(review, seat)._asdict(),
        "next_time": (tip := review.next_time(seat)) and tip.number,
    }


def _move(review: Review, move: Move) -> Data:
    game = review.timeline.game
    better = move.better
    return {
        "number": move.number,
        "by": mover(move.mover),
        "move": action_of(game, move.action).text,
        "free": move.free,
        **_change(move),
        "better": better
        and {
            "move": action_of(game, better.action).text,
            "chances": by_seat(better.chances),
        },
    }


def _change(move: Move) -> Data:
    pairs = list(zip(move.change, move.ranges, strict=True))
    return {
        "change": by_seat(move.change),
        "range": dict(zip(SEAT_LETTERS, ([low, high] for _, (low, high) in pairs), strict=False)),
        "margin": by_seat(tuple(found.margin(change) for change, found in pairs)),
    }


def _highlight(review: Review, move: Move) -> Data:
    """A move that people are shown, in words."""
    data: dict[str, Any] = {
        "number": move.number,
        "by": mover(move.mover),
        "said": describe_move(review, move)._asdict(),
        **_change(move),
        "chances": by_seat(move.after),
        "better": None,
    }
    if move.better:
        why = why_better(review, move)
        data["better"] = {
            **describe_better(review, move)._asdict(),
            "chances": by_seat(move.better.chances),
            "why": why and why._asdict(),
        }
    return data


def by_seat(chances: Chances) -> dict[str, int]:
    return dict(zip(SEAT_LETTERS, chances, strict=False))

"""A game explained afterwards: chances over time, luck and skill, turning points, better moves."""

from faubourg.review.result import Balance, Better, Move, Review
from faubourg.review.run import review

__all__ = ["Balance", "Better", "Move", "Review", "review"]

"""A game explained afterwards: chances over time, luck and skill, turning points, better moves."""

from faubourg.review.inquiry import Effort
from faubourg.review.result import Better, Move, Review
from faubourg.review.run import review

__all__ = ["Better", "Effort", "Move", "Review", "review"]

"""Post-game analysis: chances over time, luck and skill, turning points, better moves."""

from faubourg.review.result import Balance, Better, Move, Review
from faubourg.review.runner import review

__all__ = ["Balance", "Better", "Move", "Review", "review"]

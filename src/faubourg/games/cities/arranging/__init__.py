"""Laying out a position of Cities from a partial view, for scenarios and puzzles."""

from faubourg.games.cities.arranging.position import arrange

__all__ = ["arrange"]

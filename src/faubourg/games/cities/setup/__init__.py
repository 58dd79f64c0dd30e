"""A position of Cities from a partial view, for scenarios and puzzles."""

from faubourg.games.cities.setup.position import arrange

__all__ = ["arrange"]

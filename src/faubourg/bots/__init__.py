"""Bots: random, greedy and MCTS players behind one small interface."""

from faubourg.bots.bot import Bot, make, names

__all__ = ["Bot", "make", "names"]

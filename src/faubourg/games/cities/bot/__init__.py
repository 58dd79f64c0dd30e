"""Heuristics for Cities' bots."""

"""Minivilles as a terminal shows it."""

"""Minivilles Deluxe: 2 to 5 players, ages 7 and up."""

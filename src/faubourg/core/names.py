"""Names of people at a table: how long they may be, and what seats without one are called."""

from faubourg.core.players import SEAT_LETTERS

LONGEST_NAME = 16
# They begin with the letters of the seats.
DEFAULT_NAMES = dict(
    zip(SEAT_LETTERS, ("Alix", "Basile", "Camille", "Denis", "Élise", "Félix"), strict=True)
)

"""Goals of a study: when to stop before all games are played, and which value to look for."""

from dataclasses import dataclass

from faubourg.core.text import Text

STOP_FIELDS = ("measure", "within")
FIND_FIELDS = ("measure", "target")
WITHIN = Text("a number above 0 (shares as 0.01)", "un nombre au-dessus de 0 (parts : 0.01)")
TARGET = Text("a number (shares as 0.25)", "un nombre (parts : 0.25)")


@dataclass(frozen=True)
class Stop:
    """Stop when the differences from the first variant are known: to `within`, or as to their
    sign. With a single variant its own value must be known to `within`."""

    measure: str  # its English or French name
    within: float | None


@dataclass(frozen=True)
class Find:
    """Find the level of the only factor at which a measure crosses a target."""

    measure: str
    target: float

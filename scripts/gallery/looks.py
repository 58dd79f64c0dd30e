"""What pictures of a game need beside its name: `LOOKS` in the file named after it in `games/`."""

from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec


@dataclass(frozen=True)
class Variant:
    """A table with other options, which has a picture of its own."""

    name: str
    caption: str
    options: dict[str, str]
    share: float  # how much of the game is over
    on_phone: bool = False  # in French
    turn: int = 0  # the index of the seat to act; Anna, of seat 0, looks on if it is another


@dataclass(frozen=True)
class Looks:
    """The defaults serve a game that has no file here."""

    usual: int = 2  # how many play where nothing else is said
    seed: int = 1  # of a game in which much is to be seen
    # On a phone, where the other players begin, if the board leaves room for them.
    others: str | None = "[data-town]:nth-of-type(2)"
    closer: str | None = None  # what shows another player's town closely
    variants: list[Variant] = field(default_factory=list)


def looks(game: str) -> Looks:
    name = f"scripts.gallery.games.{game}"
    found: Looks = import_module(name).LOOKS if find_spec(name) else Looks()
    return found

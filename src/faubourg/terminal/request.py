"""A request for a terminal game, as the command line makes it. Imports nothing heavy."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Request:
    """What a user wants to play; None where nothing was given."""

    game: str
    players: int | None = None
    seats: list[str] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    components: Path | None = None
    resume: Path | None = None

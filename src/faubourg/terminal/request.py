"""What a user asks of the terminal game. Apart from the rest, because it must be light."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Asked:
    """What a user asks for; None where nothing was said."""

    game: str
    players: int | None = None
    seats: list[str] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    components: Path | None = None
    resume: Path | None = None

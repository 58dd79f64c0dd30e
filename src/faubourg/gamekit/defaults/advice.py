"""The default `advice.py`: nothing in particular speaks for an action."""

from collections.abc import Sequence
from typing import Any

from faubourg.core.contract import Row
from faubourg.core.text import Text


def why(components: Any, row: Row, action: int, names: Sequence[str]) -> Text | None:
    return None

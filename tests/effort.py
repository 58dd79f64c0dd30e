"""How much is tried: enough in `make test`, the same each time, and more in `make test-long`."""

import os

LONG = os.environ.get("FAUBOURG_LONG") == "1"


def many(count: int) -> int:
    """So many, and in the long run ten times as many."""
    return 10 * count if LONG else count

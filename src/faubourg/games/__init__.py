"""The games: one folder each, found by being here."""

import pkgutil


def names() -> list[str]:
    """All games, by their folders.

    >>> "minivilles" in names()
    True
    """
    return sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)

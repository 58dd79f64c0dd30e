"""Tiers: what a game still lacks between being playable and being ready for release."""

from faubourg.core.contract import OPTIONAL, promised
from faubourg.core.game import folder, own_module, part
from faubourg.core.text import Text, listed

FILES = ("clauses.toml", "shown.json")
PLAYABLE = Text(
    "playable; for release still missing: {missing}",
    "jouable ; pour une publication il manque encore : {missing}",
)
COMPLETE = Text("complete", "complet")


def missing(name: str) -> list[str]:
    """What a game leaves to defaults: files, or names of a file that it has.

    FaubourgError if it can't be played at all.

    >>> missing("minivilles")
    []
    """
    for file in ("components", "state", "rules", "notation"):
        part(name, file)
    lacking = [file for file in FILES if not (folder(name) / file).is_file()]
    for file in OPTIONAL:
        own = own_module(name, file)
        if own is None:
            lacking.append(f"{file.replace('.', '/')}.py")
        else:
            lacking += [f"{file}.{each}" for each in promised(file) if not hasattr(own, each)]
    return lacking


def tier(name: str) -> Text:
    """The tier of a game, in words."""
    lacking = missing(name)
    return PLAYABLE.format(missing=listed(lacking)) if lacking else COMPLETE

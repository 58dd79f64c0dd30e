"""Writing files that a user named; what goes wrong is said in a sentence."""

from pathlib import Path

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Text

CANT_WRITE = Text("{path} can't be written: {why}.", "Impossible d'écrire {path} : {why}.")


def write(path: Path, contents: str | bytes) -> None:
    """Write a text or bytes to a file; FaubourgError says why it can't be."""
    try:
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
    except OSError as error:
        said = CANT_WRITE.format(path=str(path), why=error.strerror or str(error))
        raise FaubourgError("cant-write", said) from error

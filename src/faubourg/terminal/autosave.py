"""Autosave: a game is saved after every move, and a failure never stops it."""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from faubourg.core.files import system_reason
from faubourg.core.folders import state_folder
from faubourg.core.text import Text
from faubourg.records.header import TITLE
from faubourg.records.record import Record
from faubourg.terminal import messages


class Autosave:
    """Saves a record after every move, in the first folder where that works."""

    def __init__(self, game: str, resumed: Path | None = None) -> None:
        self._game = game
        self._left = _folders()
        self.path: Path | None = None
        # A game that was kept here goes on in its file; a copy made elsewhere stays as it is.
        if resumed is not None and resumed.resolve().parent in [f.resolve() for f in _folders()]:
            self.path = resumed.resolve()

    def save(self, record: Record) -> Text | None:
        """Save; returns a message when the folder has changed or there is none."""
        moved = False
        why: OSError | None = None
        while True:
            try:
                if self.path is None:
                    folder = next(self._left, None)
                    if folder is None:
                        break
                    self.path, moved = _new_file(folder, self._game), why is not None
                record.save(self.path)
            except OSError as error:
                self.path, why = None, error
                continue
            return messages.MOVED.format(path=str(self.path)) if moved else None
        return messages.KEPT_NOWHERE.format(why=system_reason(why)) if why else None


def save_copy(record: Record, said: str) -> Text:
    """Save a record where a person wants it; returns a message."""
    if not said:
        return messages.SAVE_WHERE
    try:
        path = Path(said).expanduser()
        if path.exists() and not _is_record(path):
            return messages.NOT_OURS.format(path=str(path))
        record.save(path)
    except (OSError, ValueError, RuntimeError) as error:
        return messages.NOT_SAVED.format(path=said, why=system_reason(error))
    return messages.SAVED.format(path=str(path))


def _folders() -> Iterator[Path]:
    """The user's folder for state, then a temporary one."""
    yield state_folder() / "games"
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    yield Path(tempfile.gettempdir()) / f"faubourg{user}" / "games"


def _new_file(folder: Path, game: str) -> Path:
    """Create a file in that folder under a name that is free."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for number in range(1, 1000):
        path = folder / f"{game}-{stamp}{f'-{number}' if number > 1 else ''}.txt"
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"{folder} is full")


def _is_record(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.readline().startswith(TITLE)

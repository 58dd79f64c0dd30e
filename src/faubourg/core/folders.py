"""The user's folders on this system: where saved games and the server's database lie."""

import os
from pathlib import Path

from platformdirs import user_state_path

APP = "faubourg"


def state_folder() -> Path:
    """The folder for state, as the system's conventions have it.

    `$XDG_STATE_HOME/faubourg` where that is set, and `~/.local/state/faubourg` where it is the
    convention (Linux) or exists already: other systems had it there too before.
    """
    xdg = os.environ.get("XDG_STATE_HOME")
    unix = Path(xdg or os.path.join(os.path.expanduser("~"), ".local", "state")).absolute() / APP
    return unix if xdg or unix.is_dir() else user_state_path(APP, appauthor=False)

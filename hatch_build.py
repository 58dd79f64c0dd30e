"""Builds the page into a wheel or an sdist that is made without one, as `pip install git+URL` does.

Hatchling calls it. `make wheel` and `make play` have built the page before, and nothing is done.
The documentation is shipped where it was built, as `make wheel` does: its tools are for developers,
and not fetched for somebody who installs.
"""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src", "faubourg", "server", "pages", "index.html")


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs scripts/setup-web, which needs Node.js and says so where it is missing."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        # An editable install serves the folder itself, whatever is built there later.
        if version == "editable" or (root / PAGE).exists():
            return
        subprocess.run([root / "scripts" / "setup-web"], cwd=root, check=True)

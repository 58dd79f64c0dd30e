"""What the long trials of a server share: their options, a server of their own, and a last line."""

import argparse
import os
import random
from collections.abc import Callable

from tests.server.process import ServerProcess, new_database


def trial(
    module: str,
    about: str | None,
    count: str,
    usual: int,
    work: Callable[[ServerProcess, int, int], object],
) -> None:
    """Try a server as the command line says; `work` gets it, how much of it, and a seed."""
    parser = argparse.ArgumentParser(prog=f"bench.{module}", description=about)
    parser.add_argument(f"--{count}", type=int, default=usual, dest="count")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--seed", type=int, default=random.getrandbits(32))
    options = parser.parse_args()
    with new_database(options.database) as database:
        server = ServerProcess(database).start()
        try:
            figures = work(server, options.count, options.seed)
        finally:
            server.close()
    print(f"{options.database}, seed {options.seed}, load {os.getloadavg()[0]:.1f}: {figures}")

"""A chaos test: clients play while their server is killed again and again, and nothing may be lost
or done twice.

    python -m bench.crash --kills 500 --database sqlite
    python -m bench.crash --kills 500 --database postgresql

A kill's stop runs from SIGKILL until the last table goes on, with the new process's whole start.
`tests/server/test_crash.py` runs the same with a few kills.
"""

import asyncio
import time

from bench.chaos import TABLES, Figures, Games
from bench.trial import trial
from tests.server.process import ServerProcess

BRIEF = 1.5  # seconds for which a server serves at most, except when it lives until bots move
BOTS_SHARE = 0.2  # of the lives
BOTS_PATIENCE = 30.0
STARTING = 0.1  # so often a server is also killed while it is starting
LONGEST_START = 5.0
REPORT_EVERY = 20  # kills
IN_FLIGHT = 0.1  # seconds in which the last words of the dead are read; nobody starts as quickly
ONCE, AGAIN = "killed", "killed, and again before play went on"


class Siege(Games):
    """A server that is killed, and the people who play on it all the same."""

    def __init__(self, server: ServerProcess, kills: int, seed: int) -> None:
        super().__init__(server, seed)
        self._server = server
        self._kills = kills

    async def run(self) -> Figures:
        async with asyncio.TaskGroup() as group:
            group.create_task(self._besiege())
            for index in range(len(TABLES)):
                group.create_task(self._play_on(index))
        return self._so_far

    async def _besiege(self) -> None:
        done = 0
        while done < self._kills:
            if self._chance.random() < BOTS_SHARE:
                await self._until_a_bot_moves()
            await asyncio.sleep(self._chance.uniform(0, BRIEF))
            before = done
            done += await self._kill()
            if done // REPORT_EVERY > before // REPORT_EVERY:
                print(f"after {done} kills:\n{self._so_far}", flush=True)
        self._over = True

    async def _kill(self) -> int:
        """Kill it, now and then also while it starts again; how often."""
        begun, kills = time.monotonic(), 1
        self._server.kill()
        while self._chance.random() < STARTING:
            self._server.launch()
            await asyncio.sleep(self._chance.uniform(0, LONGEST_START))
            self._server.kill()
            kills += 1
        await asyncio.to_thread(self._server.start)
        await self._note(ONCE if kills == 1 else AGAIN, begun, begun + IN_FLIGHT)
        return kills

    async def _until_a_bot_moves(self) -> None:
        """Their workers take a while to start: a server that dies young has none."""
        seen, late = self._bots_moves, time.monotonic() + BOTS_PATIENCE
        while self._bots_moves <= seen and time.monotonic() < late:
            await asyncio.sleep(0.05)

    @property
    def _bots_moves(self) -> int:
        entries = (entry for player in self._playing for entry in player.entries.values())
        return self._counts["bot entries"] + sum(entry["kind"] == "bot" for entry in entries)


def besiege(server: ServerProcess, kills: int, seed: int) -> Figures:
    """Kill a running server so many times at random moments, then check every table."""
    return asyncio.run(Siege(server, kills, seed).run())


if __name__ == "__main__":
    trial("crash", __doc__, "kills", 500, besiege)

"""Worker processes for bots."""

import asyncio
from concurrent.futures import Future
from typing import Any

import pytest

from faubourg.core.game import Game
from faubourg.server.runtime.workers import Workers


class Starting(Workers):
    """No process of it has answered yet."""

    def _started_pool(self) -> Any:
        self._first = Future()

    async def run(self, *given: Any) -> Any:
        raise AssertionError("waits for a worker")


def test_a_bot_that_does_not_search_need_not_wait_for_a_worker():
    position = Game("lutins", 2).start()
    while position.turn not in (0, 1):
        position.play(position.nature(0))
    assert len(position.legal.ids) > 1
    assert asyncio.run(Starting(1).choose(position, "greedy", [])) in position.legal.ids
    with pytest.raises(AssertionError, match="waits"):
        asyncio.run(Starting(1).choose(position, "expert", []))

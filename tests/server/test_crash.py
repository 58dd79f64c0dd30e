"""The server is killed at random moments while people and bots play. `bench/crash.py` says how, and
does it 200 times."""

from collections.abc import Callable

from bench.crash import besiege
from tests.effort import many
from tests.server.process import ServerProcess

KILLS = many(3)


def test_no_move_is_lost_or_played_twice_when_the_server_is_killed(
    start: Callable[..., ServerProcess],
):
    figures = besiege(start(), KILLS, seed=5)
    assert figures.counts["acknowledged"] > 100
    assert figures.counts["returns"] > KILLS

"""The review of a finished game, asked of a real server."""

from collections.abc import Callable

import pytest

from tests.browser.tables import golden
from tests.server.client import Data
from tests.server.process import ServerProcess, wait_until
from tests.server.test_comforts import code_of

sqlite_only = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
postgres_only = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


@pytest.fixture
def quick(start: Callable[..., ServerProcess]) -> ServerProcess:
    return start(review_seconds=0.5)


def laid(server: ServerProcess) -> str:
    """A finished game that lies on a table."""
    made: Data = server.api.post("/api/tables/import", record=golden("minivilles").dumps())
    return str(made["table"])


@sqlite_only
def test_a_finished_game_is_explained_while_bots_go_on_playing(quick: ServerProcess):
    table = laid(quick)
    where = f"/api/tables/{table}/review"
    assert code_of(quick.api.get, where) == "no-review"
    asked = quick.api.post(where)
    assert asked["review"] is None
    playing = quick.api.make("minivilles", ["random", "greedy"])
    shares = [asked["share"]]

    def done() -> bool:
        found = quick.api.get(where)
        shares.append(found["share"])
        return found["review"] is not None

    wait_until(done)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    review = quick.api.post(where)["review"]  # who asks again need not wait
    assert [seat["seat"] for seat in review["seats"]] == ["A", "B"]
    for seat in review["seats"]:
        parts = (seat[part] for part in ("start", "luck", "skill", "others", "rest"))
        assert sum(parts) == seat["result"]
    assert len(review["chances"]) == len(golden("minivilles").moves) + 1
    wait_until(lambda: quick.api.table(playing["table"])["state"]["phase"] == "over")


@sqlite_only
def test_a_game_that_is_played_is_not_reviewed(quick: ServerProcess):
    made = quick.api.make("minivilles", ["person", "person"])
    where = f"/api/tables/{made['table']}/review"
    assert code_of(quick.api.post, where) == "not-over"


@sqlite_only
def test_reviews_are_limited(start: Callable[..., ServerProcess]):
    server = start(review_seconds=0.1, reviews_per_minute=1)
    where = f"/api/tables/{laid(server)}/review"
    server.api.post(where)
    assert code_of(server.api.post, where) == "too-often"
    server.api.get(where)  # to look how far it is costs nothing


@sqlite_only
def test_a_server_stops_though_a_review_is_under_way(start: Callable[..., ServerProcess]):
    server = start(review_seconds=600)
    server.api.post(f"/api/tables/{laid(server)}/review")
    assert server.stop() == 0  # which waits long for a busy machine, but not for the review


@postgres_only
def test_each_of_two_processes_explains_a_game_to_whoever_asks_it(
    start: Callable[..., ServerProcess],
):
    """They share tables, not thoughts: the second knows of nothing until it is asked, and then it
    explains the same game, whoever laid it out and whether or not the first is still there."""
    one, two = start(review_seconds=0.5), start(review_seconds=0.5)
    where = f"/api/tables/{laid(one)}/review"
    found = explanation(one, where)
    assert code_of(two.api.get, where) == "no-review"
    one.kill()
    again = explanation(two, where)
    for each in (found, again):
        assert each["finished"]
        assert len(each["chances"]) == len(golden("minivilles").moves) + 1
    assert [seat["result"] for seat in again["seats"]] == [
        seat["result"] for seat in found["seats"]
    ]
    assert [move["move"] for move in again["moves"]] == [move["move"] for move in found["moves"]]


def explanation(server: ServerProcess, where: str) -> Data:
    """Ask, and wait until it is there."""
    assert server.api.post(where)["share"] < 1
    wait_until(lambda: server.api.get(where)["review"] is not None, 120)
    return dict(server.api.get(where)["review"])

"""The puzzles of the day, asked of a real server."""

import pytest

from faubourg.core.game import games, is_shipped
from tests.server.process import ServerProcess
from tests.server.test_comforts import code_of

sqlite_server = pytest.mark.parametrize("server", ["sqlite"], indirect=True)


@sqlite_server
@pytest.mark.parametrize("game", [name for name in games() if is_shipped(name)])
def test_a_puzzle_says_its_position_its_moves_and_its_answer(server: ServerProcess, game: str):
    listed = {each["name"]: each["count"] for each in server.api.get("/api/puzzles")["games"]}
    told = server.api.get(f"/api/puzzles/{game}/3")
    assert told == server.api.get(f"/api/puzzles/{game}/{3 + 2 * listed[game]}")  # they come again
    ids = {action["id"] for action in told["legal"]}
    assert set(told["answers"]) <= ids
    assert {int(id) for id in told["worths"]} == ids
    best = max(told["worths"].values(), key=lambda each: each["chance"])
    assert told["worths"][str(told["answers"][0])]["chance"] == best["chance"]
    assert told["before"]["view"] != told["after"]["view"]
    assert told["before"]["turn"] == told["seat"]
    assert told["why"]["en"]
    assert told["why"]["fr"]
    record = server.api.get(f"/api/puzzles/{game}/3/record")
    made = server.api.post("/api/tables/import", record=record)
    state = server.api.table(made["table"])["state"]
    assert state["view"] == told["before"]["view"]


@sqlite_server
def test_what_has_no_puzzles_is_refused(server: ServerProcess):
    assert code_of(server.api.get, "/api/puzzles/chess/1") == "no-puzzle"
    assert code_of(server.api.get, "/api/puzzles/cities/-1") == "request"
    assert code_of(server.api.get, "/api/puzzles/cities/99999999") == "request"
    assert code_of(server.api.get, "/api/puzzles/..%2f..%2fetc/1/record") in (
        "no-page",
        "no-puzzle",
    )

"""How all tables of a list stand, in one request."""

import pytest

from faubourg.server.actions.standings import MOST_LOADED
from tests.server.client import RefusedError
from tests.server.process import ServerProcess, wait_until


def ask(server: ServerProcess, **known: int) -> dict:
    return server.api.post("/api/tables/standings", tables=known)


def test_a_list_of_tables_says_whose_turn_it_is_and_since_when(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"])
    waiting = server.api.make("minivilles", ["Anna:person", "open"])
    told = ask(server, **{made["table"]: -1, waiting["table"]: -1, "nosuchtable": 4})
    assert told["gone"] == ["nosuchtable"]
    assert not told["more"]
    by_id = {each["table"]: each for each in told["tables"]}
    now = server.api.table(made["table"])
    standing = by_id[made["table"]]
    assert standing["turn"] == now["state"]["turn"]
    assert standing["phase"] == "playing"
    assert standing["number"] == now["number"]
    assert [seat["name"] for seat in standing["seats"]] == ["Anna", "Ben"]
    assert standing["since"] == pytest.approx(now["entries"][0]["at"], abs=0.01)
    assert by_id[waiting["table"]]["phase"] == "waiting"
    assert "key" not in str(told)


def test_only_tables_that_have_changed_are_told_of(server: ServerProcess):
    made = server.api.make("minivilles", ["person", "person"])
    id = made["table"]
    number = server.api.table(id)["number"]
    assert ask(server, **{id: number})["tables"] == []
    turn, legal = server.api.table(id)["state"]["turn"], server.api.table(id)["legal"]
    server.api.post(
        f"/api/tables/{id}/moves",
        made["keys"][turn],
        id="first",
        answers=number,
        seat=turn,
        action=legal[0]["id"],
    )
    [told] = ask(server, **{id: number})["tables"]
    assert told["number"] > number


def test_many_tables_come_in_parts(server: ServerProcess):
    ids = [
        server.api.make("minivilles", ["person", "person"])["table"] for _ in range(MOST_LOADED + 3)
    ]
    known = dict.fromkeys(ids, -1)
    first = ask(server, **known)
    assert first["more"]
    assert len(first["tables"]) == MOST_LOADED
    second = ask(server, **known | {each["table"]: each["number"] for each in first["tables"]})
    assert not second["more"]
    assert {each["table"] for each in first["tables"] + second["tables"]} == set(ids)


def test_a_list_is_bounded(server: ServerProcess):
    with pytest.raises(RefusedError) as refused:
        ask(server, **{f"t{at}": 0 for at in range(61)})
    assert refused.value.status == 422
    for bad in ({"../x": 1}, {"abc": -2}, {"abc": "3"}, {"abc": 1.5}):
        with pytest.raises(RefusedError) as refused:
            server.api.post("/api/tables/standings", tables=bad)
        assert refused.value.status == 422


def test_a_finished_game_is_told_as_over(server: ServerProcess):
    made = server.api.make("minivilles", ["random", "random"])
    wait_until(lambda: server.api.table(made["table"])["state"]["phase"] == "over")
    [told] = ask(server, **{made["table"]: 0})["tables"]
    assert (told["phase"], told["turn"]) == ("over", None)

"""Being together: reactions, names, leaving and coming back, and taking back by asking."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress

import pytest

from faubourg.records.fairness import verify
from faubourg.records.record import Record
from tests.server.client import Data, Player, RefusedError
from tests.server.process import ServerProcess, wait_until
from tests.server.test_clocks import play_first
from tests.server.truth import stored


def at(made: Data, rest: str) -> str:
    return f"/api/tables/{made['table']}{rest}"


def seat_of(server: ServerProcess, made: Data, letter: str) -> Data:
    seats = server.api.table(made["table"])["state"]["seats"]
    return next(seat for seat in seats if seat["seat"] == letter)


def refused(server: ServerProcess, *words: object, **body: object) -> str:
    with pytest.raises(RefusedError) as error:
        server.api.ask(*words, **body)
    return error.value.code


def react_of(id: str, what: str, seat: str = "A") -> Data:
    return {"type": "react", "id": id, "seat": seat, "what": what}


def refusals(player: Player) -> list[Data]:
    return [said for said in player.answers if said["type"] == "refused"]


# ---------------------------------------------------------------- names and faces


def test_a_name_and_a_face_change_at_any_time(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"])
    key = made["keys"]["A"]
    server.api.ask("PUT", at(made, "/seats/A/name"), key, name=" Zoé\u202e  ,=# ")
    server.api.ask("PUT", at(made, "/seats/A/face"), key, face="owl")
    sitting = seat_of(server, made, "A")
    assert (sitting["name"], sitting["face"]) == ("Zoé", "owl")
    # Nobody has another's name, nor changes it.
    server.api.ask("PUT", at(made, "/seats/A/name"), key, name="ben")
    assert seat_of(server, made, "A")["name"] == "ben A"
    assert refused(server, "PUT", at(made, "/seats/B/name"), key, name="Ugh") == "not-your-seat"


# ---------------------------------------------------------------- leaving, and ways back


def test_a_bot_plays_for_who_resigns_until_they_say_that_they_are_back(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"])
    key = made["keys"]["A"]
    server.api.ask("PUT", at(made, "/pace"), key, seconds=5)
    server.api.post(at(made, "/seats/A/resign"), key)
    assert seat_of(server, made, "A")["resigned"]

    async def connect() -> None:
        async with Player(server.url, made["table"], [key]) as player:
            await player.until(lambda player: player.number is not None)

    asyncio.run(connect())  # a page that connects again is no change of mind
    assert seat_of(server, made, "A")["handed"] == "steady"
    server.api.post(at(made, "/seats/A/return"), key)
    assert seat_of(server, made, "A")["handed"] is None
    assert not seat_of(server, made, "A")["resigned"]


def test_somebody_else_is_asked_in_and_the_dice_stay_what_they_were(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"])
    key = made["keys"]["B"]
    code = server.api.post(at(made, "/seats/B/leave"), key)["code"]
    assert seat_of(server, made, "B")["offered"]
    words = server.api.table(made["table"])["state"]["fairness"]["words"]
    joined = server.api.post("/api/tables/join", code=code, name="Cleo")
    assert (joined["table"], joined["seat"]) == (made["table"], "B")
    sitting = seat_of(server, made, "B")
    assert (sitting["name"], sitting["handed"], sitting["offered"]) == ("Cleo", None, False)
    assert server.api.table(made["table"])["state"]["fairness"]["words"] == words
    # The seat is Cleo's now, and nobody else gets it.
    assert refused(server, "POST", at(made, "/seats/B/return"), key) == "not-your-seat"
    with pytest.raises(RefusedError) as error:
        server.api.post("/api/tables/join", code=code, name="Dan")
    assert error.value.code == "no-open-seat"


def test_whoever_has_left_may_come_back_before_somebody_sits_there(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"])
    key = made["keys"]["B"]
    code = server.api.post(at(made, "/seats/B/leave"), key)["code"]
    assert server.api.post(at(made, "/seats/B/leave"), key)["code"] == code
    server.api.post(at(made, "/seats/B/return"), key)
    assert not seat_of(server, made, "B")["offered"]
    with pytest.raises(RefusedError):
        server.api.post("/api/tables/join", code=code, name="Dan")


def test_before_the_beginning_a_seat_that_is_left_is_open_again(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "open", "open"])
    joined = server.api.post("/api/tables/join", code=made["code"], name="Ben")
    letter = joined["seat"]
    left = server.api.post(at(made, f"/seats/{letter}/leave"), joined["key"])
    assert left["code"] == made["code"]
    assert seat_of(server, made, letter)["kind"] == "open"
    # With the same key it is theirs again.
    again = server.api.post(
        "/api/tables/join", code=left["code"], name="Ben", key=joined["key"], seat=letter
    )
    assert again["seat"] == letter
    assert seat_of(server, made, letter)["name"] == "Ben"


def test_who_has_given_a_seat_away_plays_there_no_more(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"])
    turn = server.api.table(made["table"])["state"]["turn"]
    key = made["keys"][turn]

    async def play_after_leaving() -> str:
        async with Player(server.url, made["table"], [key]) as player:
            code = server.api.post(at(made, f"/seats/{turn}/leave"), key)["code"]
            server.api.post("/api/tables/join", code=code, name="Cleo")
            await player.until(lambda player: "Cleo" in str(player.state["seats"]))
            try:
                await player.move(server.api.table(made["table"])["legal"][0]["id"], seat=turn)
            except RefusedError as error:
                return error.code
        return ""

    assert asyncio.run(play_after_leaving()) == "not-your-seat"


# ---------------------------------------------------------------- reactions


def test_reactions_reach_everybody_and_are_never_stored(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"])

    async def react() -> list[Data]:
        async with (
            Player(server.url, made["table"], [made["keys"]["A"]]) as anna,
            Player(server.url, made["table"]) as watcher,
        ):
            for player in (anna, watcher):
                await player.until(lambda player: player.number is not None)
            await anna.say(react_of("r1", "bravo"))
            await watcher.until(lambda player: player.reactions != [])
            for at_once in range(10):
                await anna.say(react_of(f"x{at_once}", "wave"))
            await anna.say(react_of("bad", "you are stupid"))
            await anna.say(react_of("other", "wave", "B"))
            await anna.until(
                lambda player: "message" in [each["code"] for each in refusals(player)]
            )
            return [dict(said) for said in (*watcher.reactions, *refusals(anna))]

    said = asyncio.run(react())
    assert {"type": "reaction", "seat": "A", "what": "bravo"} in said
    codes = {each["code"] for each in said if "code" in each}
    assert {"too-often", "message"} <= codes
    truth = stored(server.database, made["table"])
    assert "bravo" not in str(truth.entries)
    assert "bravo" not in server.logged()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_reactions_reach_those_at_another_process(start: Callable[..., ServerProcess]):
    one, two = start(), start()
    made = one.api.make("minivilles", ["Anna:person", "Ben:person"])

    async def react() -> list[Data]:
        async with (
            Player(one.url, made["table"], [made["keys"]["A"]]) as anna,
            Player(two.url, made["table"], [made["keys"]["B"]]) as ben,
        ):
            # A process may not listen yet; what it misses is not shown later.
            while not ben.reactions:
                await anna.say(react_of(f"r{len(anna.answers)}", "bravo"))
                with suppress(TimeoutError):
                    await ben.until(lambda player: player.reactions != [], 2)
            await anna.until(lambda player: len(player.reactions) == len(ben.reactions))
            return ben.reactions

    said = asyncio.run(react())
    assert {"type": "reaction", "seat": "A", "what": "bravo"} in said
    assert "bravo" not in str(stored(one.database, made["table"]).entries)


def test_the_host_switches_reactions_off(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"])
    key = made["keys"]["A"]
    assert refused(server, "PUT", at(made, "/quiet"), key, on=True) == "not-host"
    server.api.ask("PUT", at(made, "/quiet"), made["host_key"], on=True)

    async def react() -> str:
        async with Player(server.url, made["table"], [key]) as anna:
            await anna.until(lambda player: player.number is not None)
            await anna.say(react_of("r1", "bravo"))
            await anna.until(lambda player: refusals(player) != [])
            return str(refusals(anna)[0]["code"])

    assert asyncio.run(react()) == "quiet"


def test_who_watches_is_counted(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"])

    async def count() -> None:
        async with Player(server.url, made["table"], [made["keys"]["A"]]) as anna:
            await anna.until(lambda player: player.number is not None)
            async with Player(server.url, made["table"]):
                await anna.until(lambda player: player.watching == 1)
            await anna.until(lambda player: player.watching == 0)

    asyncio.run(count())


# ---------------------------------------------------------------- taking back by asking


def test_all_others_agree_and_the_same_dice_come_again(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Ben:person", "Cleo:person"])
    first = server.api.table(made["table"])["state"]["turn"]
    while server.api.table(made["table"])["state"]["turn"] == first:
        play_first(server, made)
    play_first(server, made)
    before = Record.loads(server.api.record(made["table"]))
    others = [letter for letter in "ABC" if letter != first]
    server.api.post(at(made, f"/seats/{first}/ask-undo"), made["keys"][first])
    asked = server.api.table(made["table"])["state"]["asked"]
    assert asked["seat"] == first
    key = made["keys"][others[0]]
    server.api.post(at(made, f"/seats/{others[0]}/answer-undo"), key, agrees=True)
    assert server.api.table(made["table"])["state"]["moves"] == len(before.moves)
    key = made["keys"][others[1]]
    server.api.post(at(made, f"/seats/{others[1]}/answer-undo"), key, agrees=True)
    now = server.api.table(made["table"])["state"]
    assert (now["moves"], now["turn"], now["asked"]) == (asked["moves"], first, None)
    after = Record.loads(server.api.record(made["table"]))
    assert list(after.moves) == list(before.moves)[: asked["moves"]]
    # The same moves meet the same dice: nobody can wish for better ones.
    while len(Record.loads(server.api.record(made["table"])).moves) < len(before.moves):
        replay_one(server, made, before)
    assert Record.loads(server.api.record(made["table"])).moves == before.moves
    assert stored(server.database, made["table"]).moves == list(before.moves)
    assert json.dumps(server.api.get(at(made, f"/moves/{asked['moves'] + 1}"))["move"])


def replay_one(server: ServerProcess, made: Data, before: Record) -> None:
    now = server.api.table(made["table"])
    number, state = now["number"], now["state"]
    asked = {"id": f"again{number}", "answers": number, "seat": state["turn"]}
    action = int(before.moves[state["moves"]])
    server.api.post(at(made, "/moves"), made["keys"][state["turn"]], action=action, **asked)


def test_one_who_declines_is_enough(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Ben:person", "Cleo:person"])
    first = server.api.table(made["table"])["state"]["turn"]
    asking = refused(server, "POST", at(made, f"/seats/{first}/ask-undo"), made["keys"][first])
    assert asking == "no-move"
    play_first(server, made)
    server.api.post(at(made, f"/seats/{first}/ask-undo"), made["keys"][first])
    other = next(letter for letter in "ABC" if letter != first)
    key = made["keys"][other]
    server.api.post(at(made, f"/seats/{other}/answer-undo"), key, agrees=False)
    assert server.api.table(made["table"])["state"]["asked"] is None
    answer = refused(server, "POST", at(made, f"/seats/{other}/answer-undo"), key, agrees=True)
    assert answer == "not-asked"


def test_bots_agree_and_the_whole_game_can_be_checked(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "random"])
    key = made["keys"]["A"]

    def annas_turn() -> bool:
        return bool(server.api.table(made["table"])["state"]["turn"] == "A")

    for _ in range(8):
        wait_until(annas_turn)
        play_first(server, made)
    wait_until(annas_turn)
    moves = server.api.table(made["table"])["state"]["moves"]
    server.api.post(at(made, "/seats/A/ask-undo"), key)
    assert server.api.table(made["table"])["state"]["moves"] < moves
    server.api.ask("PUT", at(made, "/pace"), key, seconds=0)
    server.api.post(at(made, "/seats/A/resign"), key, level="random")
    wait_until(lambda: server.api.table(made["table"])["state"]["phase"] == "over")
    assert verify(Record.loads(server.api.record(made["table"]))).holds

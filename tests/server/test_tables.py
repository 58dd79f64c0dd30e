"""What people do at a table, and what they are refused."""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from faubourg.bots.match import play
from faubourg.core.game import Game, games
from faubourg.records.clauses import clauses, reconstructed
from faubourg.records.fairness import seal_of
from faubourg.records.record import Record
from tests.server.client import Api, Data, Player, RefusedError, seat_wish, when_gone
from tests.server.process import COMPILING, ServerProcess, wait_until

every_game = pytest.mark.parametrize("name", games())


def two_people(api: Api, name: str = "minivilles", **more: Any) -> Data:
    options = {"first": "A"} if name == "minivilles" else {}
    return api.make(name, ["Anna:person", "Ben:person"], **options, **more)


def live(server: ServerProcess, made: Data, *seats: str) -> Player:
    return Player(server.url, made["table"], [made["keys"][seat] for seat in seats])


async def refused(asked: Awaitable[Any]) -> Data:
    with pytest.raises(RefusedError) as error:
        await asked
    assert error.value.said["en"]
    assert error.value.said["fr"]
    return error.value.said


def code_of(ask: Callable[..., Any], *given: Any, **more: Any) -> str:
    with pytest.raises(RefusedError) as error:
        ask(*given, **more)
    assert error.value.said["en"]
    assert error.value.said["fr"]
    return error.value.code


# ------------------------------------------------------------ seats


def test_a_code_opens_an_open_seat_however_it_is_typed(server: ServerProcess):
    api = server.api
    made = api.make("minivilles", ["Anna:person", "open", "open"])
    assert re.fullmatch(r"([bdfgklmnprstv][aeiou]){5}", made["code"])
    assert api.table(made["table"])["state"]["phase"] == "waiting"
    typed = "-".join(made["code"].upper()[i : i + 2] for i in range(0, 10, 2))
    joined = api.post("/api/tables/join", code=typed, name="  Ben\u202e\u0000 , ")
    assert (joined["seat"], joined["table"]) == ("B", made["table"])
    assert joined["commitment"] == made["commitment"]
    other = api.post("/api/tables/join", code=made["code"], name="ben")
    state = api.table(made["table"])["state"]
    assert [seat["name"] for seat in state["seats"]] == ["Anna", "Ben", "ben C"]
    assert state["phase"] == "playing"
    assert len({made["keys"]["A"], made["host_key"], joined["key"], other["key"]}) == 4
    assert code_of(api.post, "/api/tables/join", code=made["code"]) == "no-open-seat"
    assert code_of(api.post, "/api/tables/join", code="ba" * 5) == "no-code"


def test_a_client_that_brings_its_own_key_may_join_again_without_an_answer(server: ServerProcess):
    made = server.api.make("minivilles", ["person", "open", "open"])
    key = "k" * 32
    asked = {"code": made["code"], "key": key, "name": "Ben"}
    answers = [server.api.post("/api/tables/join", **asked) for _ in range(2)]
    assert [answer["seat"] for answer in answers] == ["B", "B"]
    assert server.api.table(made["table"])["state"]["seats"][2]["kind"] == "open"


def test_a_code_tells_which_table_it_opens_and_who_sits_there(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "open"])
    found = server.api.post("/api/tables/find", code=f" {made['code'].upper()} ")
    assert (found["table"], found["game"], found["phase"]) == (
        made["table"],
        "minivilles",
        "waiting",
    )
    assert [seat["kind"] for seat in found["seats"]] == ["person", "open"]
    assert made["keys"]["A"] not in str(found)
    assert code_of(server.api.post, "/api/tables/find", code="ba" * 5) == "no-code"


def test_the_host_gives_open_seats_to_bots_and_play_begins(server: ServerProcess):
    api = server.api
    made = api.make("minivilles", ["person", "open", "open"])
    where, host = f"/api/tables/{made['table']}", made["host_key"]

    def fill(seat: str, key: str | None = host, **body: str) -> Data:
        return api.ask("PUT", f"{where}/seats/{seat}/bot", key, **body)

    assert code_of(fill, "B", made["keys"]["A"]) == "not-host"
    assert code_of(fill, "B", None) == "not-host"
    assert code_of(fill, "B", level="genius") == "unknown-bot"
    assert code_of(fill, "A") == "not-open"
    assert code_of(fill, "F") == "no-seat"
    assert fill("B")["number"] == 1
    assert code_of(fill, "B") == "not-open"
    [entry] = api.table(made["table"])["entries"]
    assert (entry["kind"], entry["seat"], entry["level"]) == ("filled", "B", "steady")
    joined = api.post("/api/tables/join", code=made["code"], name="Ben")
    assert joined["seat"] == "C"
    state = api.table(made["table"])["state"]
    assert state["phase"] == "playing"
    assert [seat["kind"] for seat in state["seats"]] == ["person", "bot", "person"]
    assert code_of(fill, "B") == "begun"

    async def play() -> None:
        keys = [made["keys"]["A"], joined["key"]]
        async with Player(server.url, made["table"], keys) as player:
            await player.play_on(random.Random(3))

    asyncio.run(play())
    assert any(move.startswith("B ") for move in api.record(made["table"]).splitlines())


def test_a_table_whose_last_seats_go_to_bots_plays_by_itself_or_waits_for_its_host(
    server: ServerProcess,
):
    api = server.api
    made = api.make("minivilles", ["greedy", "open"], begin="host")
    where, host = f"/api/tables/{made['table']}", made["host_key"]
    api.ask("PUT", f"{where}/seats/B/bot", host, level="random")
    assert api.table(made["table"])["state"]["phase"] == "waiting"
    api.post(f"{where}/begin", host)
    wait_until(lambda: api.table(made["table"])["state"]["phase"] == "over")


def test_the_rules_of_every_game_are_told_in_parts(server: ServerProcess):
    for name in games():
        told = server.api.get(f"/api/games/{name}/rules")
        ids = [clause["id"] for part in told["parts"] for clause in part["clauses"]]
        assert ids == [clause.id for clause in clauses(name)]
        assert all(part["en"] and part["fr"] for part in told["parts"])
        assert all(c["en"] and c["fr"] for part in told["parts"] for c in part["clauses"])
        ours = reconstructed(name)
        assert told["reconstructed"] == (ours and ours._asdict())
    assert any(c["ruling"] for part in told["parts"] for c in part["clauses"])
    assert code_of(server.api.get, "/api/games/chess/rules") == "no-game"


def test_games_tell_how_far_they_are_compiled(server: ServerProcess):
    two_people(server.api, "minivilles")

    def share() -> float:
        listed = server.api.get("/api/games")["games"]
        return next(float(game["compiled"]) for game in listed if game["name"] == "minivilles")

    assert 0 <= share() <= 1
    wait_until(lambda: share() == 1, COMPILING)


def test_games_tell_the_usual_value_of_an_option_for_each_number_of_players(server: ServerProcess):
    listed = {game["name"]: game for game in server.api.get("/api/games")["games"]}
    for name, game in listed.items():
        for option in game["options"]:
            for players, usual in option["default"].items():
                assert Game(name, int(players)).options[option["name"]] == usual
    die = next(option for option in listed["lutins"]["options"] if option["name"] == "die")
    assert (die["default"]["3"], die["default"]["4"]) == ("standard", "balanced")
    assert "--" not in listed["lutins"]["reconstructed"]["en"]  # no command in a page
    assert listed["minivilles"]["reconstructed"] is None


def test_one_connection_may_hold_several_seats(server: ServerProcess):
    made = two_people(server.api)

    async def hot_seat() -> None:
        async with live(server, made, "A", "B") as player:
            assert player.seats == ["A", "B"]
            assert player.connected in ([], ["A", "B"])
            await player.play_on(random.Random(1), most=6)

    asyncio.run(hot_seat())
    movers = {entry["seat"] for entry in server.api.table(made["table"])["entries"]}
    assert {"A", "B"} <= movers


def test_who_is_connected_is_told(server: ServerProcess):
    made = two_people(server.api)

    async def meet() -> None:
        async with live(server, made, "A") as anna:
            async with live(server, made, "B"):
                await anna.until(lambda player: player.connected == ["A", "B"])
            await anna.until(lambda player: player.connected == ["A"])

    asyncio.run(meet())


def test_nothing_that_is_shown_holds_a_key_a_hash_or_the_secret(server: ServerProcess):
    made = two_people(server.api)
    shown = server.api.http.get(f"/api/tables/{made['table']}").text
    shown += server.api.record(made["table"])
    for secret in (made["host_key"], *made["keys"].values()):
        assert secret not in shown
    assert '"secret":null' in shown
    assert '"key"' not in shown
    server.log.flush()
    assert not any(key in server.logged() for key in (made["host_key"], *made["keys"].values()))


# ------------------------------------------------------------ moves


def test_a_move_that_is_sent_twice_is_played_once_and_answered_twice(server: ServerProcess):
    made = two_people(server.api)

    async def insist() -> None:
        async with live(server, made, "A") as anna:
            action = server.api.table(made["table"])["legal"][0]["text"]
            answers = [await anna.move(action, "A", id="mine") for _ in range(3)]
            assert len({answer["number"] for answer in answers}) == 1
            said = await refused(anna.move("build airport", "A", id="mine"))
            assert said["code"] == "id-reused"

    asyncio.run(insist())
    record = Record.loads(server.api.record(made["table"]))
    assert sum(line.startswith("A ") for line in record.dumps().splitlines()) == 1


def test_a_stale_or_early_move_is_refused(server: ServerProcess):
    made = two_people(server.api)

    async def rush() -> None:
        async with live(server, made, "A") as anna, live(server, made, "B") as ben:
            assert (await refused(ben.move("pass", "B")))["code"] == "not-your-turn"
            assert (await refused(anna.move("pass", "B")))["code"] == "not-your-seat"
            assert (await refused(anna.move("pass", answers=10**6)))["code"] == "ahead"
            assert (await refused(anna.move("pass", answers=1)))["code"] == "stale"

    asyncio.run(rush())


def test_an_illegal_move_is_refused_with_the_rule(server: ServerProcess):
    made = two_people(server.api)

    async def cheat() -> None:
        async with live(server, made, "A") as anna:
            said = await refused(anna.move("build airport", "A"))
            assert said["clause"] == "mv-16"
            assert "30" in said["fr"]
            assert (await refused(anna.move("fly away", "A")))["code"] == "notation"
            assert (await refused(anna.move(10**6, "A")))["code"] == "no-action"

    asyncio.run(cheat())


@every_game
def test_every_action_comes_with_its_notation_words_and_both_languages(
    server: ServerProcess, name: str
):
    least, _ = Game(name).components.players
    made = server.api.make(name, ["person"] * least)
    shown = server.api.table(made["table"])
    assert shown["legal"]
    for action in shown["legal"]:
        assert action["words"] == action["text"].split()
        assert action["en"]
        assert action["fr"]


def test_moves_can_be_made_over_http_too(server: ServerProcess):
    made = two_people(server.api)
    where = f"/api/tables/{made['table']}"
    shown = server.api.table(made["table"])
    asked = {"id": "1", "answers": shown["number"], "seat": "A", "action": shown["legal"][0]["id"]}
    assert code_of(server.api.post, f"{where}/moves", "wrong", **asked) == "not-your-seat"
    done = server.api.post(f"{where}/moves", made["keys"]["A"], **asked)
    assert done == server.api.post(f"{where}/moves", made["keys"]["A"], **asked)
    assert done["number"] == shown["number"] + 1


# ------------------------------------------------------------ missed events


def test_a_client_that_was_away_gets_what_it_missed_or_a_snapshot(server: ServerProcess):
    made = two_people(server.api)

    async def leave_and_return() -> None:
        async with live(server, made, "A", "B") as players:
            watcher = await live(server, made).__aenter__()
            await watcher.leave()
            known = watcher.number
            await players.play_on(random.Random(2), most=5)
            await watcher.connect()  # says how far it knows; fails at a gap
            await watcher.until(lambda player: player.number == players.number)
            assert known is not None
            assert watcher.kinds.count("snapshot") == 1
            assert sorted(watcher.entries)[-1] == players.number
            await watcher.leave()
            await players.play_on(random.Random(3), most=80)
            await watcher.connect()
            await watcher.until(lambda player: player.number == players.number)
            assert watcher.kinds.count("snapshot") == 2
            assert watcher.state["hash"] == players.state["hash"]
            await watcher.leave()

    asyncio.run(leave_and_return())


# ------------------------------------------------------------ undo


@every_game
def test_a_move_is_taken_back_only_within_ones_turn_and_never_past_chance(
    server: ServerProcess, name: str
):
    least, _ = Game(name).components.players
    made = server.api.make(name, ["person"] * least)
    chooser = random.Random(name)

    async def regret() -> tuple[int, int]:
        undone = kept = 0
        async with live(server, made, *made["keys"]) as people:
            while not people.over and (undone < 3 or kept < 3):
                before, seat = people.state, people.turn
                known = people.number
                await people.move(chooser.choice(people.legal))
                await people.until(lambda player, known=known: player.number != known)
                new = [people.entries[n] for n in range(known + 1, people.number + 1)]
                if len(new) == 1 and people.turn == seat and people.state["undo"] == seat:
                    await people.undo(seat)
                    moves = before["moves"]
                    await people.until(lambda player, moves=moves: player.state["moves"] == moves)
                    assert people.state["hash"] == before["hash"]
                    undone += 1
                    known = people.number
                    await people.move(chooser.choice(people.legal))
                    await people.until(lambda player, known=known: player.number != known)
                elif people.state["undo"] is None and not people.over:
                    assert (await refused(people.undo(seat)))["code"] in (
                        "no-undo",
                        "not-your-turn",
                    )
                    kept += 1
        return undone, kept

    assert max(asyncio.run(regret()))
    Record.loads(server.api.record(made["table"]))


# ------------------------------------------------------------ absent players


def test_an_absent_player_is_stood_in_for_by_a_bot_and_takes_the_seat_back(server: ServerProcess):
    made = two_people(server.api)
    where = f"/api/tables/{made['table']}/seats"

    async def go_away() -> None:
        async with live(server, made, "B") as ben:
            async with live(server, made, "A"):
                await ben.until(lambda player: player.connected == ["A", "B"])
                asked = (server.api.post, f"{where}/A/hand-over", made["keys"]["B"])
                assert code_of(*asked) == "present"
            await ben.until(lambda player: player.connected == ["B"])
            assert code_of(server.api.post, f"{where}/A/hand-over") == "not-part"
            hand_over, host = f"{where}/A/hand-over", made["host_key"]
            when_gone(lambda: server.api.post(hand_over, host, level="random"))
            await ben.until(lambda player: player.turn == "B")
            assert ben.state["seats"][0]["handed"] == "random"
            movers = [entry["kind"] for entry in ben.entries.values() if entry["seat"] == "A"]
            assert "bot" in movers
            async with live(server, made, "A") as anna:
                await anna.until(lambda player: player.state["seats"][0]["handed"] is None)
            server.api.post(f"{where}/A/return", made["keys"]["A"])  # which is no mistake

    asyncio.run(go_away())


# ------------------------------------------------------------ fairness


def test_words_are_sealed_before_any_is_seen_and_opened_together(server: ServerProcess):
    """Nobody, whoever knows the secret included, can choose a word after having seen another's."""
    api, words = server.api, {"B": "tulip rain 0a", "C": "fog 9c", "D": "sun 11"}
    made = api.make("minivilles", ["greedy", "open", "person", "person"], begin="host")
    where, key = f"/api/tables/{made['table']}", made["keys"]
    assert code_of(api.post, f"{where}/begin", made["host_key"]) == "open-seats"
    joined = api.post("/api/tables/join", code=made["code"], seal=seal_of(words["B"]))
    assert joined["commitment"] == made["commitment"]
    key["B"] = joined["key"]
    seal_c = (api.ask, "PUT", f"{where}/seats/C/seal")
    assert code_of(*seal_c, key["B"], seal=seal_of("x")) == "not-your-seat"
    assert code_of(*seal_c, key["C"], seal="tulip") == "request"
    api.ask("PUT", f"{where}/seats/C/seal", key["C"], seal=seal_of("another"))
    api.ask("PUT", f"{where}/seats/C/seal", key["C"], seal=seal_of(words["C"]))

    def open_word(seat: str, word: str, holder: str | None = None) -> str:
        path = f"{where}/seats/{seat}/word"
        return code_of(api.ask, "PUT", path, key[holder or seat], word=word)

    assert open_word("B", words["B"]) == "not-closed"  # C could still choose another
    assert code_of(api.post, f"{where}/begin", joined["key"]) == "not-host"
    api.post(f"{where}/begin", made["host_key"])
    state = api.table(made["table"])["state"]
    assert (state["phase"], state["fairness"]["closed"]) == ("waiting", True)
    assert state["fairness"]["seals"] == ["", seal_of(words["B"]), seal_of(words["C"]), ""]
    assert state["fairness"]["words"] == [""] * 4
    assert code_of(*seal_c, key["C"], seal=seal_of("late")) == "sealed"
    assert open_word("B", "another") == "other-word"
    assert open_word("B", words["B"], "C") == "not-your-seat"
    assert open_word("D", words["D"]) == "other-word"  # it sealed none
    api.ask("PUT", f"{where}/seats/B/word", key["B"], word=words["B"])
    number = api.table(made["table"])["number"]
    api.ask("PUT", f"{where}/seats/B/word", key["B"], word=words["B"])  # asked again
    assert api.table(made["table"])["number"] == number
    assert api.table(made["table"])["state"]["phase"] == "waiting"
    api.ask("PUT", f"{where}/seats/C/word", key["C"], word=words["C"])
    state = api.table(made["table"])["state"]
    assert state["phase"] == "playing"
    assert state["fairness"]["words"] == ["", words["B"], words["C"], ""]
    assert state["fairness"]["scheme"] == 2
    assert state["fairness"]["secret"] is None
    assert open_word("C", "late") == "begun"
    assert code_of(api.post, f"{where}/begin", made["host_key"]) == "begun"


def test_who_never_opens_a_word_is_played_for_and_named(server: ServerProcess):
    """After some time another player may let a bot play; the word is left out, and that is said."""
    words = ["one 1", "two 2"]
    seats = [{"kind": "person", "seal": seal_of(word)} for word in words]
    made = server.api.post("/api/tables", game="minivilles", seats=seats)
    where = f"/api/tables/{made['table']}"
    server.api.ask("PUT", f"{where}/seats/A/word", made["keys"]["A"], word=words[0])
    wait_until(lambda: "B" in server.api.table(made["table"])["away"])
    wait_until(lambda: not server.api.table(made["table"])["away"]["B"])
    server.api.post(f"{where}/seats/B/hand-over", made["keys"]["A"], level="greedy")
    state = server.api.table(made["table"])["state"]
    assert state["phase"] == "playing"
    assert state["fairness"]["words"] == [words[0], ""]
    text = server.api.record(made["table"])
    assert f"seals: {seal_of(words[0])}, {seal_of(words[1])}\nwords: one 1,\n" in text


def test_a_rematch_has_the_seals_that_came_with_the_words_and_the_faces(server: ServerProcess):
    """One request for each player, so that a rematch is fair too and needs no more taps."""
    api = server.api
    anna = {"kind": "person", "seal": seal_of("one"), "face": "owl"}
    seats = [anna, {"kind": "bot", "level": "greedy"}]
    made = api.post("/api/tables", game="my_little_town", seats=seats)
    assert api.table(made["table"])["state"]["fairness"]["closed"]
    key = made["keys"]["A"]
    opened = {"word": "one", "next": seal_of("two")}
    api.ask("PUT", f"/api/tables/{made['table']}/seats/A/word", key, **opened)

    async def play() -> None:
        async with Player(server.url, made["table"], [key]) as player:
            await player.play_on(random.Random(1))

    asyncio.run(play())
    checked = api.post("/api/records/verify", record=api.record(made["table"]))
    assert checked["holds"]
    assert "1 words" in checked["said"]["en"]
    again = api.post(f"/api/tables/{made['table']}/rematch", key)["table"]
    state = api.table(again)["state"]
    assert (state["phase"], state["fairness"]["seals"]) == ("waiting", ["", seal_of("two")])
    assert [seat["face"] for seat in state["seats"]] == [None, "owl"]  # people keep theirs
    api.ask("PUT", f"/api/tables/{again}/seats/B/word", key, word="two")
    assert api.table(again)["state"]["phase"] == "playing"


def test_a_face_is_seen_by_everybody(server: ServerProcess):
    """Picked with the seat, when joining, or at any time; none of them unknown."""
    api = server.api
    seats = [{"kind": "person", "face": "owl"}, {"kind": "open"}]
    made = api.post("/api/tables", game="minivilles", seats=seats)
    where, key = f"/api/tables/{made['table']}", made["keys"]["A"]

    def faces() -> list[str | None]:
        return [seat["face"] for seat in api.table(made["table"])["state"]["seats"]]

    assert faces() == ["owl", None]
    assert api.post("/api/tables/find", code=made["code"])["seats"][0]["face"] == "owl"
    number = api.ask("PUT", f"{where}/seats/A/face", key, face="cat")["number"]
    assert api.ask("PUT", f"{where}/seats/A/face", key, face="cat")["number"] == number
    assert code_of(api.ask, "PUT", f"{where}/seats/A/face", key, face="dragon") == "request"
    assert code_of(api.ask, "PUT", f"{where}/seats/B/face", key, face="fox") == "not-your-seat"
    api.post("/api/tables/join", code=made["code"], face="bear")
    assert faces() == ["cat", "bear"]
    api.ask("PUT", f"{where}/seats/A/face", key, face="fox")  # while the game goes on, too
    assert faces() == ["fox", "bear"]


def finished_record(server: ServerProcess, name: str = "minivilles") -> tuple[Data, str]:
    least, _ = Game(name).components.players
    made = server.api.make(name, ["greedy"] * least)

    async def watch() -> None:
        async with Player(server.url, made["table"]) as player:
            await player.until(lambda player: player.over)

    asyncio.run(watch())
    return made, server.api.record(made["table"])


def test_the_server_checks_a_record_and_names_what_is_wrong(server: ServerProcess):
    _, text = finished_record(server)
    found = server.api.post("/api/records/verify", record=text)
    assert found["holds"]
    assert found["checked"] > 20
    secret = re.search(r"^secret: (.*)$", text, re.M)[1]
    other = server.api.post("/api/records/verify", record=text.replace(secret, "0" * 64))
    assert not other["holds"]
    assert "committed" in other["said"]["en"]
    without = re.sub(r"^secret: .*\n", "", text, flags=re.M)
    assert code_of(server.api.post, "/api/records/verify", record=without) == "no-secret"
    assert code_of(server.api.post, "/api/records/verify", record="nonsense") == "not-a-record"


# ------------------------------------------------------------ rematch, import, export


def test_a_rematch_turns_the_seats_and_keeps_the_keys(server: ServerProcess):
    made = server.api.make("minivilles", ["Anna:person", "Robbie:greedy"], first="A")
    where = f"/api/tables/{made['table']}/rematch"
    assert code_of(server.api.post, where, made["keys"]["A"]) == "not-over"

    async def again() -> None:
        async with live(server, made, "A") as anna:
            await anna.play_on(random.Random(5))
            assert code_of(server.api.post, where) == "not-part"
            answers = [server.api.post(where, key) for key in (made["keys"]["A"], made["host_key"])]
            assert answers[0] == answers[1]
            await anna.until(lambda player: player.state["rematch"] == answers[0]["table"])
            second = Player(server.url, answers[0]["table"], anna.keys)
            async with second:
                assert second.seats == ["B"]
                assert [seat["name"] for seat in second.state["seats"]] == ["Robbie", "Anna"]
                await second.until(lambda player: player.turn == "B")

    asyncio.run(again())


@every_game
def test_a_record_is_watched_from_any_move(server: ServerProcess, name: str):
    _, text = finished_record(server, name)
    record = Record.loads(text)
    made = server.api.post("/api/tables/import", record=text)
    assert made["commitment"] is None
    state = server.api.table(made["table"])["state"]
    assert state["phase"] == "over"
    positions = [position.copy() for position in record.positions()]
    for number in (0, 1, len(record.moves) // 2, len(record.moves)):
        shown = server.api.get(f"/api/tables/{made['table']}/moves/{number}")
        assert shown["view"] == positions[number].view()
        assert shown["of"] == len(record.moves)
    late = f"/api/tables/{made['table']}/moves/{len(record.moves) + 1}"
    assert code_of(server.api.get, late) == "no-moment"
    assert Record.loads(server.api.record(made["table"])).moves == record.moves


@every_game
def test_a_record_is_played_on_from_any_move(server: ServerProcess, name: str):
    _, text = finished_record(server, name)
    record = Record.loads(text)
    half = len(record.moves) // 2
    seats = [{"kind": "bot", "level": "random"}] * record.game.players
    made = server.api.post("/api/tables/import", record=text, moves=half, seats=seats)

    async def watch() -> None:
        async with Player(server.url, made["table"]) as player:
            await player.until(lambda player: player.over)

    asyncio.run(watch())
    played = server.api.record(made["table"])
    assert Record.loads(played).moves[:half] == record.moves[:half]
    assert f"\nsince: {half}\n" in played
    found = server.api.post("/api/records/verify", record=played)
    assert found["holds"]
    assert f"first {half} moves" in found["said"]["en"]


def test_a_record_that_breaks_a_rule_is_refused_with_its_line(server: ServerProcess):
    _, text = finished_record(server)
    lines = text.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("A build"))
    lines[place] = "A build airport"
    with pytest.raises(RefusedError) as error:
        server.api.post("/api/tables/import", record="\n".join(lines))
    assert error.value.status == 409
    assert error.value.said["clause"] == "mv-16"
    assert f"line {place + 1}" in error.value.said["en"]


def test_a_box_of_ones_own_comes_with_a_record(server: ServerProcess):
    standard = Game("minivilles").components.text
    mine = Game("minivilles", 2, components=standard.replace("_win = 5", "_win = 1"))
    seats = [{"kind": "bot", "level": "greedy"}] * 2
    text = Record(mine).dumps()
    made = server.api.post("/api/tables/import", record=text, seats=seats)

    async def watch() -> Player:
        async with Player(server.url, made["table"]) as player:
            return await player.until(lambda player: player.over)

    ended = asyncio.run(watch())
    assert ended.state["components"] == mine.components.digest
    assert max(ended.state["outcome"]["scores"].values()) == 1
    assert Record.loads(server.api.record(made["table"])).game == mine


@pytest.mark.parametrize(
    ("seats", "options", "strength"),
    [
        (["person", "gentle"], {}, "calm"),
        (["person", "steady"], {}, "book"),
        (["person", "open", "expert"], {}, "furious"),
        (["person", "gentle"], {"strength": "furious"}, "furious"),
        (["person", "gentle"], {"strength": "book"}, "book"),
        (["person", "gentle", "expert"], {}, "book"),
        (["person", "gentle", "gentle"], {"game": "gnome"}, "book"),
    ],
)
def test_a_table_with_partners_has_the_gnome_of_their_level_unless_one_is_named(
    server: ServerProcess, seats: list[str], options: dict[str, str], strength: str
):
    wishes = [seat_wish(seat) for seat in seats]
    made = server.api.post("/api/tables", game="lutins", seats=wishes, options=options)
    assert server.api.table(made["table"])["state"]["options"]["strength"] == strength
    assert (f"strength={strength}" in server.api.record(made["table"])) == (strength != "book")


def test_a_record_that_is_put_on_a_table_keeps_its_gnome(server: ServerProcess):
    past = play(Game("lutins", 2, strength="calm"), ["greedy"] * 2, seed=4)
    made = server.api.post("/api/tables/import", record=past.dumps(), moves=len(past.moves) - 1)
    assert server.api.table(made["table"])["state"]["options"]["strength"] == "calm"


def test_games_say_which_option_a_level_means_and_when_an_option_matters(server: ServerProcess):
    listed = {game["name"]: game for game in server.api.get("/api/games")["games"]}
    options = {option["name"]: option for option in listed["lutins"]["options"]}
    assert options["strength"]["by_level"] == {
        "gentle": "calm",
        "steady": "book",
        "expert": "furious",
    }
    assert options["strength"]["when"] == {"game": "together"}
    assert options["die"]["when"] == {"game": "gnome"}
    assert all(not option["by_level"] for option in listed["minivilles"]["options"])

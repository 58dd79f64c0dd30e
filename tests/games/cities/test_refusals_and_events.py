"""Refusals and events of Cities: every code with its clause, every event in words."""

from typing import Any

import pytest

from faubourg.core.errors import IllegalAction
from faubourg.core.game import Game
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.games.cities.events import SENTENCES

from .positions import OWN, arranged, options_now


def started(*moves: str) -> Position:
    position = Game("cities", 3, first="A").start()
    for move in moves:
        position.play(move)
    return position


WORKERS = ["A...", "B...", "C...", "...."]
FULL = {"hand": {"modules": ["red", "blue", "green"]}, "players": OWN}
ATTRACTIONS = {"hand": {"attractions": ["roses", "monument"]}, "players": OWN}
JOKER = {"lines": ["RP", "WB"], "attractions": {"a1": "joker"}, "buildings": {"a1": "green 1"}}
LONG = {"tiles": [{"start": 1}, *({"tile": n, "x": n} for n in (1, 2))]}
# A position, a move that is not legal there, and the code and clause of the refusal.
REFUSED = [
    (lambda: started(), "take card 1", "not-now", "cit-15"),
    (lambda: started(), "first B", "not-now", "cit-11"),
    (lambda: started("start 1"), "start 1", "taken", "cit-12"),
    (lambda: arranged(), "start 1", "not-now", "cit-12"),
    (lambda: arranged(), "turn up red", "not-now", "cit-13"),
    (lambda: arranged(workers=WORKERS), "take tile 1", "occupied", "cit-15"),
    (lambda: arranged(workers=WORKERS), "take card 2", "row-used", "cit-16"),
    (lambda: arranged(2, workers=["AA..", "BB..", "....", "...."]), "take card 3", "row-used",
     "cit-16"),
    (lambda: arranged(**FULL), "take card 2", "not-now", "cit-15"),
    (lambda: arranged(**FULL), "tile 0,-1 north", "not-in-hand", "cit-22"),
    (lambda: arranged(hand={"tile": 5}), "tile 0,0 north", "occupied", "cit-22"),
    (lambda: arranged(hand={"tile": 5}), "tile 1,1 north", "apart", "cit-22"),
    (lambda: arranged(hand={"tile": 5}, players={"A": {"centre": LONG}}), "tile 3,0 west", "frame",
     "cit-22"),
    (lambda: arranged(**FULL), "put yellow a1", "not-in-hand", "cit-24"),
    (lambda: arranged(**FULL), "discard yellow", "not-in-hand", "cit-24"),
    (lambda: arranged(**FULL), "put red f6", "no-square", "cit-24"),
    (lambda: arranged(**FULL), "put red b1", "ground", "cit-24"),
    (lambda: arranged(**FULL), "put red d1", "colour", "cit-24"),
    (lambda: arranged(**FULL), "put red a1", "full", "cit-24"),
    (lambda: arranged(hand={"modules": ["red"]}, players={"A": {"centre": JOKER}}), "put red a1",
     "colour", "cit-25"),
    (lambda: arranged(**FULL), "put blue b2", "monument", "cit-26"),
    (lambda: arranged(**FULL), "put green a1", "full", "cit-24"),
    (lambda: arranged(**ATTRACTIONS), "put ferry a2", "not-in-hand", "cit-23"),
    (lambda: arranged(**ATTRACTIONS), "discard ferry", "not-in-hand", "cit-23"),
    (lambda: arranged(**ATTRACTIONS), "put roses a2", "ground", "cit-23"),
    (lambda: arranged(**ATTRACTIONS), "put monument a2", "ground", "cit-23"),
    (lambda: arranged(**ATTRACTIONS), "put roses b1", "occupied", "cit-23"),
    (lambda: arranged(**ATTRACTIONS), "put monument b2", "occupied", "cit-23"),
    (lambda: arranged(**ATTRACTIONS), "put monument c1", "building", "cit-23"),
    (lambda: arranged(**ATTRACTIONS), "put roses f6", "no-square", "cit-23"),
    (lambda: arranged(phase="deal"), "turn up red", "not-there", "cit-13"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("where", "move", "code", "clause"), REFUSED, ids=[f"{r[1]}: {r[2]}" for r in REFUSED]
)
def test_a_refusal_names_its_rule(where: Any, move: str, code: str, clause: str):
    with pytest.raises(IllegalAction) as refused:
        where().play(move)
    assert (refused.value.code, refused.value.clause) == (code, clause)
    assert all(said.endswith(".") for said in refused.value.text)


def test_the_long_frame_is_refused_by_its_own_rule():
    tiles = [{"start": 1}, *({"tile": n, "x": n} for n in (1, 2, 3, 4))]
    position = arranged(
        2, {"length": "long"}, hand={"tile": 9}, players={"A": {"centre": {"tiles": tiles}}}
    )
    with pytest.raises(IllegalAction) as refused:
        position.play("tile 5,0 north")
    assert (refused.value.code, refused.value.clause) == ("frame", "cit-8")


def test_what_is_hidden_can_only_be_what_nobody_has_seen():
    position = arranged(players={"B": {"cards": ["towers"]}})
    position.play("take card 4")
    with pytest.raises(IllegalAction) as refused:
        position.play("card towers")
    assert (refused.value.code, refused.value.clause) == ("not-there", "cit-17")


# ---------------------------------------------------------------- events


def played(position: Position, *moves: str) -> list[dict[str, Any]]:
    return [event for move in moves for event in position.play(move)]


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in events]


def test_the_first_player_puts_the_star_on_the_board_after_one_turn():
    position = arranged(round=1)
    assert position.view()["star"] == "A"
    events = played(position, "take modules 1")
    assert kinds(events) == ["took"]
    assert position.view()["star"] == "A"
    while position.row.turn_count == 1:
        events += played(position, position.legal[0].text)
    assert kinds(events)[-2:] == ["star", "turn"]
    assert position.view()["star"] == "board"


def test_what_lies_face_down_is_told_when_it_is_turned_up():
    position = arranged(players=OWN)
    events = played(position, "take attraction 4", "turn up ferry")
    assert events[0]["hidden"] == 1
    assert events[1] == {"kind": "revealed", "seat": "A", "item": "ferry"}
    events = played(arranged(players=OWN), "take modules 4", "turn up red", "turn up blue")
    assert kinds(events) == ["took", "drew", "drew"]


def test_an_objective_is_told_with_its_number_and_points():
    lines = ["RPPB", "WBPR", "..PY", "..PY", "..PW", "..PW"]
    players = {"A": {"centre": {"lines": lines}}, "B": {"markers": [1, 0, 0]}}
    events = played(arranged(players=players), "take card 1")
    points = int(Game("cities").components.box.numbers[0, 1])
    assert {
        "kind": "objective",
        "seat": "A",
        "objective": 1,
        "number": 2,
        "points": points,
    } in events


def test_the_end_of_a_round_is_told_in_order():
    workers = ["ABC.", "BCA.", "CAB.", "...."]
    position = arranged(round=2, workers=workers)
    events = []
    while position.row.round_now == 2:
        legal = position.legal
        events += position.play(legal[len(legal) - 1])
        while position.turn == NATURE and position.row.round_now == 2:
            events += position.play(next(iter(position.chance)))
    assert kinds(events)[-4:] == ["round_over", "removed", "star_taken", "round"]
    assert events[-3]["hidden"] == 3
    assert events[-1] == {"kind": "round", "round": 3, "rounds": 8}


def test_a_game_tells_every_kind_of_event_in_both_languages():
    met: dict[str, set[str]] = {}
    names = [f"player {letter}" for letter in SEAT_LETTERS]
    for players in (2, 3):
        game = Game("cities", players)
        position = game.start()
        step = 0
        while position.turn is not None:
            ids = options_now(position)
            step += 7
            for event in position.play(ids[step % len(ids)]):
                said = game.part("events").tell(game.components, event, names)
                assert all(text[-1] in ".!" and "{" not in text for text in said)
                met.setdefault(event["kind"], set()).add(said.fr)
    assert SENTENCES.keys() - met.keys() <= {"objective"}
    assert kinds(played(arranged(players=OWN), "take card 1"))[0] == "took"


def test_the_last_events_are_everybodys_points_and_who_won():
    game = Game("cities", 2)
    position = game.start()
    events: list[dict[str, Any]] = []
    while position.turn is not None:
        events = position.play(options_now(position)[0])
    assert kinds(events)[-3:-1] == ["scored", "scored"] or kinds(events)[-2:] == ["won", "won"]
    scored = [event for event in events if event["kind"] == "scored"]
    assert [event["points"] for event in scored] == list(position.outcome.scores)
    for event in scored:
        parts = [event[part] for part in ("objectives", "zones", "monuments", "cards")]
        assert sum(parts) == event["points"]


def test_a_tile_beside_the_map_is_told_of_in_plain_words():
    position = arranged(hand={"tile": 5})
    game, names = position.game, SEAT_LETTERS
    describe = game.part("view").describe
    said = [describe(game.components, position.row, id, names) for id in position.legal.ids]
    beside = [text for text in said if " of rows " in text.en]
    assert beside
    assert all(" des rangées " in text.fr for text in beside)


def test_what_is_dealt_lies_on_a_place_of_its_row():
    game = Game("cities", 2)
    event = {"kind": "dealt", "place": "modules 2", "item": "red"}
    said = game.part("events").tell(game.components, event, SEAT_LETTERS)
    assert said.en == "On place 2 of the modules: a red module."
    assert said.fr == "Sur la place 2 des modules : un module rouge."

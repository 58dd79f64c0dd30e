"""The view of Cities agrees with the slow model; events account for all that happened."""

from collections import Counter

import pytest

from faubourg.core.contract import Data, Event
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.games.cities.view import box as box_of

from . import reference
from .model import Table, Town
from .random_games import BOX, VARIANTS, game_of, table_of, walk

NAMES = {"1": 0, "2": 1, "3": 2, "4": 3}


# ------------------------------------------------------------ the view


def attraction_id(ground: str, attraction: str) -> str:
    """What the box calls an attraction of the reference."""
    if attraction in NAMES:
        return BOX.attractions[NAMES[attraction] + (4 if ground == "park" else 0)].id
    return attraction


def check_centre(shown: Data, town: Town) -> None:
    squares = {}
    for (x, y), square in town.map.items():
        squares["abcdefghij"[x] + str(y + 1)] = {
            "x": x,
            "y": y,
            "kind": "street" if square.is_street else square.ground,
            "street": square.ground if square.is_street else "",
            "attraction": attraction_id(square.ground, square.attraction),
            "building": square.built,
            "height": square.height,
        }
    assert shown["squares"] == squares
    tiles = [tile["tile"] for tile in shown["tiles"].values()]
    assert tiles == [int(name.split()[1]) for name in town.tiles.values()]
    if town.tiles:
        west, north = town.corner
        places = [(tile["x"] + west, tile["y"] + north) for tile in shown["tiles"].values()]
        assert places == [*town.tiles]


def check_score(score: Data, table: Table, seat: int) -> None:
    """Every part is the sum of its reasons, and all of them are the points of the slow table."""
    parts = ("objectives", "zones", "monuments", "cards")
    for part in parts:
        assert score[part] == sum(reason["points"] for reason in score["reasons"][part])
    total, board = table.points(seat)
    assert score["total"] == sum(score[part] for part in parts) == total
    assert score["objectives"] == board
    town = table.towns[seat]
    assert [reason["card"] for reason in score["reasons"]["cards"]] == [
        card.id for card in BOX.cards if card.id in town.cards
    ]


def check_player(shown: Data, table: Table, seat: int) -> None:
    town = table.towns[seat]
    check_centre(shown["centre"], town)
    check_score(shown["score"], table, seat)
    assert {*shown["cards"]} == town.cards
    for id, card in shown["cards"].items():
        assert card["measure"] == reference.measure(town.squares, table.cards[id])
        assert card["times"] == reference.times(town.squares, table.cards[id])
        assert card["points"] == table.cards[id]["points"]
    for number, objective in enumerate(shown["objectives"].values()):
        goal = table.objectives[number]
        assert objective["measure"] == reference.measure(town.squares, goal)
        assert objective["times"] == reference.times(town.squares, goal)
        assert (objective["have"] >= objective["need"]) == (objective["times"] > 0)
        assert objective["marker"] == town.markers.get(number, 0)


def check_table(view: Data, table: Table) -> None:
    assert (view["phase"], view["round"]) == (table.phase, table.round)
    workers = {
        tuple(place.split()): shown["worker"]
        for place, shown in view["board"].items()
        if shown["worker"]
    }
    assert workers == {
        (row, str(n)): SEAT_LETTERS[seat] for (row, n), seat in table.workers.items()
    }
    assert view["bag"] == {
        text.split()[2]: count for text, count in table.unseen["modules"].items()
    }
    assert {f"card {id}" for id in view["unseen"]["cards"]} == {*+table.unseen["card"]}
    assert {f"district {n}" for n in view["unseen"]["tiles"]} == {*+table.unseen["tile"]}
    assert view["star"] == star_of(table)


def star_of(table: Table) -> str:
    """cit-11, cit-14, cit-19"""
    if table.first < 0:
        return ""
    first_turn = not table.workers or (len(table.workers) == 1 and table.taken is not None)
    return SEAT_LETTERS[table.first] if first_turn or table.phase == "ended" else "board"


@pytest.mark.clause("cit-14", "cit-33", "cit-34", "cit-35", "cit-36", "cit-38")
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_view_shows_the_slow_table_and_every_point_has_its_reason(variant: str):
    game = game_of(variant, "lisbon", easy=False)
    table = table_of(game)
    for number, (move, position) in enumerate(walk(game, seed=5)):
        if move:
            table.play(move)
        if number % 6 == 0 or position.turn is None:
            view = position.view()
            check_table(view, table)
            for seat in range(game.players):
                check_player(view["players"][SEAT_LETTERS[seat]], table, seat)


# ------------------------------------------------------------ events


def named(text: str) -> str:
    """What events call a thing that Nature turns up."""
    return text.replace("district", "tile").removeprefix("turn up ").removeprefix("card ")


def check_events(
    events: list[Event], move: str, before: Position, after: Position, table: Table
) -> None:
    kinds = Counter(event["kind"] for event in events)
    old, new = before.row, after.row
    assert kinds["turn"] == new.turn_count - old.turn_count
    assert kinds["round"] == new.round_now - old.round_now
    assert kinds["objective"] == (new.markers != old.markers).sum()
    assert kinds["won"] == len(after.outcome.winners if after.outcome else ())
    verbs = {
        "take": "took",
        "start": "started",
        "discard": "discarded",
        "tile": "tile",
        "first": "first",
    }
    verb = move.split()[0]
    if verb in verbs:
        assert kinds[verbs[verb]] == 1
    for event in events:
        if event["kind"] == "module":
            town = table.towns[SEAT_LETTERS.index(event["seat"])]
            square = town.squares[town.square_at(event["square"])]
            assert (square.height, square.built) == (event["storey"], event["item"])
        if event["kind"] == "scored":
            assert after.outcome is not None
            assert event["points"] == after.outcome.scores[SEAT_LETTERS.index(event["seat"])]


@pytest.mark.clause("cit-20", "cit-28")
@pytest.mark.parametrize("variant", VARIANTS)
def test_events_tell_what_happened(variant: str):
    game = game_of(variant, "sydney", easy=True)
    table, position = table_of(game), game.start()
    for move, _ in walk(game, seed=6):
        if not move:
            continue
        before, gone = position.copy(), Counter(table.removed)
        table.play(move)
        events = position.play(move)
        check_events(events, move, before, position, table)
        if before.row.round_now:
            said = [
                item
                for event in events
                for item in event.get("items", [])
                if event["kind"] == "removed"
            ]
            said += [event["item"] for event in events if event["kind"] == "discarded"]
            assert Counter(said) == Counter(map(named, (table.removed - gone).elements()))


# ------------------------------------------------------------ the box


def test_the_box_names_everything_that_a_view_may_show():
    box = box_of(BOX)
    assert [*box["tiles"].values(), *box["starters"].values()] == [*BOX.tiles]
    assert set("".join(BOX.tiles)) - {"/"} == set(box["letters"])
    assert {attraction.id for attraction in BOX.attractions} == set(box["attractions"])
    assert {card.id for card in BOX.cards} == set(box["cards"])
    assert box["zone_points"] == [1, 3, 6, 10]
    assert box["cities"]["new_york"]["objectives"]["1"] == {
        "text": {
            "en": "A park zone of at least 6 squares",
            "fr": "Une zone de parc d'au moins 6 cases",
        },
        "numbers": [11, 7, 4],
        "of": "park",
        "colour": "",
        "every": 1,
    }
    assert box["cards"]["red_towers"]["colour"] == "red"

"""What is shown of Cities is what lies on a slow table beside it; events tell all that happened."""

from collections import Counter
from pathlib import Path

import pytest

from faubourg.core.contract import SEAT_LETTERS, Data, Event
from faubourg.core.errors import PositionError
from faubourg.core.position import Position
from faubourg.core.scenario import load as load_scenarios

from . import reference
from .model import Table, Town
from .playing import BOX, VARIANTS, game_of, table_of, walk

NAMES = {"1": 0, "2": 1, "3": 2, "4": 3}


# ------------------------------------------------------------ the view


def sight_id(ground: str, sight: str) -> str:
    """What the box calls an attraction of the reference."""
    if sight in NAMES:
        return BOX.sights[NAMES[sight] + (4 if ground == "park" else 0)].id
    return sight


def check_centre(shown: Data, town: Town) -> None:
    squares = {}
    for (x, y), square in town.map.items():
        squares["abcdefghij"[x] + str(y + 1)] = {
            "x": x, "y": y,
            "kind": "street" if square.is_street else square.ground,
            "street": square.ground if square.is_street else "",
            "attraction": sight_id(square.ground, square.sight),
            "building": square.built, "height": square.height,
        }  # fmt: skip
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
    assert kinds["turn"] == new.turns - old.turns
    assert kinds["round"] == new.round_now - old.round_now
    assert kinds["objective"] == (new.markers != old.markers).sum()
    assert kinds["won"] == len(after.outcome.winners if after.outcome else ())
    verbs = {"take": "took", "start": "started", "discard": "discarded", "tile": "tile",
             "first": "first"}  # fmt: skip
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
            said = [item for event in events for item in event.get("items", [])
                    if event["kind"] == "removed"]  # fmt: skip
            said += [event["item"] for event in events if event["kind"] == "discarded"]
            assert Counter(said) == Counter(map(named, (table.removed - gone).elements()))


# ------------------------------------------------------------ positions that are no positions

CENTRE = "players.A.centre = "
WRONG_POSITIONS = {
    "houses = 3": "position: 'houses' is wrong",
    'seat = "D"': "seat: 'D' is wrong; it must be one of: A, B, C",
    "round = 9": "round: 9 is wrong; it must be a whole number from 1 to 8",
    "round = 0": "round: 0 is wrong",
    'phase = "place"': "phase: 'place' is wrong; it must be one of: take, deal",
    'phase = "deal"\nboard = {}': "phase: 'deal' is wrong",
    'workers = ["A..."]': "four lines of four such as 'A..B'",
    'workers = ["A..", "....", "....", "...."]': "four lines of four",
    'workers = [1, "....", "....", "...."]': "four lines of four",
    'workers = ["D...", "....", "....", "...."]': "workers: 'D' is wrong",
    'workers = ["A...", "....", "....", "...."]': "by the order of turns for A",
    'workers = ["AA..", "BB..", "CC..", "...."]': "at most 1 in a row",
    'workers = ["ABC.", "ABC.", "ABC.", "ABC."]': "a turn left to play",
    "hand = { tile = 1, modules = [] }": "a tile, attractions or modules",
    "hand = { tile = 33 }": "hand.tile: 33 is wrong",
    "hand = { modules = [] }": "hand.modules: [] is wrong; it must be 1 to 4 of them",
    'hand = { attractions = ["ferry", "ferry", "ferry"] }': "1 to 2 of them",
    'hand = { attractions = ["boat"] }': "hand.attractions: 'boat' is wrong",
    'hand = { modules = ["pink"] }': "hand.modules: 'pink' is wrong",
    'hand = { tile = 1 }\ntaken = "card 1"': "taken: 'card 1' is wrong; it must be one of: tile 1",
    "board = { houses = [] }": "board: 'houses' is wrong",
    'board = { cards = ["towers"] }': "3 of them",
    'board = { cards = ["towers", "towers", "lake"] }': "board.cards: 'towers' is wrong",
    'board = { cards = ["towers", "lake", ""] }': "board.cards.3: [] is wrong",
    "board = { tiles = [1, 2, 99] }": "board.tiles: 99 is wrong",
    'board = { attractions = [["ferry"], ["ferry"], ["pier"], ["pier"]] }': "2 of them",
    'board = { modules = [["red"], [], []] }': "4 of them",
    'workers = ["C...", "....", "....", "...."]\nboard = { cards = ["lake", "ponds", "towers"] }':
        "no items: a worker has taken them",
    "bag = { red = 90 }": "bag.red: 90 is wrong",
    "bag = { red = 0, blue = 0, green = 0, yellow = 1 }": "at least 2, for the rest of the game",
    "unseen = { cards = [] }": "unseen.cards: 0 is wrong; it must be at least 1",
    'unseen = { cards = ["moon"] }': "unseen.cards: 'moon' is wrong",
    "unseen = { tiles = [99] }": "unseen.tiles: 99 is wrong",
    "unseen = { attractions = { ferry = 9 } }": "unseen.attractions.ferry: 9 is wrong",
    "round = 1\nunseen = { tiles = [20, 21, 22] }": "for the rest of the game",
    "players = { D = {} }": "players: 'D' is wrong",
    "players.A.markers = [1, 0]": "three numbers",
    "players.A.markers = [4, 0, 0]": "a whole number from 0 to 3",
    "players.A.markers = [2, 0, 0]": "the highest numbers first: 1, 2, 3",
    "players.A.markers = [1, 0, 0]\nplayers.B.markers = [1, 0, 0]": "the highest numbers first",
    'players.A.cards = ["moon"]': "players.A.cards: 'moon' is wrong",
    'round = 1\nplayers.A.cards = ["lake"]': "at most 0 by now",
    CENTRE + "{}": "a table with tiles or lines",
    CENTRE + '{ tiles = [], lines = [] }': "a table with tiles or lines",
    CENTRE + "{ tiles = [] }": "tiles from the place 0,0 on",
    CENTRE + "{ tiles = [{ tile = 1 }] }": "a starting tile first, its top to the north",
    CENTRE + '{ tiles = [{ start = 1, top = "east" }] }': "a starting tile first",
    CENTRE + '{ tiles = [{ start = 1, top = "up" }] }': "one of: north, east, south, west",
    CENTRE + "{ tiles = [{ start = 1, x = 1 }] }": "tiles from the place 0,0 on",
    CENTRE + "{ tiles = [{ start = 1 }, { tile = 1, x = 1, y = 1 }] }": "beside another",
    CENTRE + "{ tiles = [{ start = 1 }, { tile = 1 }] }": "a district tile beside another",
    CENTRE + "{ tiles = [{ start = 1 }, { start = 2, x = 1 }] }": "a district tile beside another",
    CENTRE + "{ tiles = [{ start = 1 }, { tile = 1, x = 1 }, { tile = 1, y = 1 }] }":
        "a tile that is not used yet",
    CENTRE + '{ lines = ["RP"] }': "an even number of lines of one even length",
    CENTRE + '{ lines = ["RP", "WX"] }': "of the letters P, W, R, B, G, Y and .",
    CENTRE + '{ lines = ["RP", "W"] }': "an even number of lines",
    CENTRE + '{ lines = ["PP", "PP"] }': "squares of a tile that is left",
    CENTRE + '{ lines = ["RR", "WW"] }': "squares with those of a starting tile",
    CENTRE + '{ lines = ["RP", "WB"], attractions = { z9 = "ferry" } }': "'z9' is wrong",
    CENTRE + '{ lines = ["RP", "WB"], attractions = { a1 = "boat" } }': "'boat' is wrong",
    CENTRE + '{ lines = ["RP", "WB"], attractions = { a1 = "ferry" } }':
        "an attraction for such a square, which has none yet",
    CENTRE + '{ lines = ["RP", "WB"], buildings = { a1 = "red" } }': "such as 'red 3'",
    CENTRE + '{ lines = ["RP", "WB"], buildings = { a1 = "red 5" } }': "1 to 4 storeys",
    CENTRE + '{ lines = ["RP", "WB"], buildings = { a1 = "blue 1" } }': "on a street of its colour",
    CENTRE + '{ lines = ["RP", "WB"], attractions = { a1 = "monument" }, buildings = '
    '{ a1 = "red 1" } }': "not on a monument",
}  # fmt: skip


@pytest.mark.parametrize("given", WRONG_POSITIONS)
def test_a_wrong_position_is_refused_with_what_would_be_right(given: str, tmp_path: Path):
    path = tmp_path / "it.toml"
    path.write_text(
        'game = "cities"\n[[scenario]]\ntitle = "It"\nplayers = 3\n'
        f"[scenario.position]\n{given}\n[[scenario.step]]\nwinners = []\n",
        encoding="utf-8",
    )
    [scenario] = load_scenarios(path)
    game = scenario.game
    with pytest.raises(PositionError) as refused:
        game.part("view").arrange(game.components, game.start_row(), scenario.position)
    assert WRONG_POSITIONS[given] in str(refused.value)
    assert refused.value.text.en != refused.value.text.fr

"""Invariants of Cities on random games, each played on the slow model as well."""

import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.core.game import Game
from faubourg.core.players import NATURE, OVER
from faubourg.core.position import Position, action_of, read_action
from faubourg.games.cities import state
from faubourg.games.cities.state import (
    ATTRACTION,
    ATTRACTIONS,
    BUILT,
    CITIES,
    COLOURS,
    JOKER,
    MONUMENT,
    MOST_HEIGHT,
    NOTHING,
    OBJECTIVES,
    SLOT_PLACES,
    TALL,
    WITH_JOKER,
    WITH_MONUMENT,
)
from tests.effort import many

from .conversion import laid, plain
from .model import ROWS, Table
from .random_games import BOX, VARIANTS, game_of, table_of, walk

every_variant = pytest.mark.parametrize("variant", VARIANTS)


@st.composite
def plays(draw: Any) -> tuple[str, bool, int]:
    """A city, whether its goals are easy, and a seed."""
    return draw(st.sampled_from(CITIES)), draw(st.booleans()), draw(st.integers(0, 2**32))


# ------------------------------------------------------------ both tables agree


def check_board(row: Any, table: Table) -> None:
    """What lies on the board, and whose workers stand there."""
    for place in range(16):
        key = (ROWS[place // 4], place % 4 + 1)
        assert row.workers[place] == table.workers.get(key, NOTHING)
    found: Counter[tuple[str, int, str]] = Counter()
    for column in range(3):
        if row.open_cards[column] != NOTHING:
            found["card", column + 1, f"card {BOX.cards[row.open_cards[column]].id}"] += 1
        if row.open_tiles[column] != NOTHING:
            found["tile", column + 1, f"district {row.open_tiles[column] + 1}"] += 1
        for colour in range(len(COLOURS)):
            if row.open_modules[column][colour]:
                key = "modules", column + 1, f"turn up {COLOURS[colour]}"
                found[key] += row.open_modules[column][colour]
    for slot, column in enumerate(SLOT_PLACES):
        if row.open_attractions[slot] != NOTHING:
            found[
                "attraction",
                column + 1,
                f"turn up {BOX.attractions[row.open_attractions[slot]].id}",
            ] += 1
    wanted = Counter((*place, text) for place, texts in table.board.items() for text in texts)
    assert found == wanted


def check_hand(row: Any, table: Table) -> None:
    """What the player has yet to place."""
    hand = Counter(table.hand)
    for kind, attraction in enumerate(BOX.attractions):
        assert row.attractions[kind] == hand.pop(attraction.id, 0)
    for colour, name in enumerate(COLOURS):
        assert row.modules[colour] == hand.pop(name, 0)
    tiles = [] if row.tile == NOTHING else [f"tile district {row.tile + 1}"]
    assert [*hand] == tiles


def check_towns(row: Any, table: Table) -> None:
    """Every square of every centre, and that the map begins at (0, 0)."""
    for seat, town in enumerate(table.towns):
        assert laid(row.squares[seat], row.stride[seat]) == town.map
        count = row.count[seat]
        assert count == len(town.tiles)
        held = {card.id for n, card in enumerate(BOX.cards) if row.cards[seat] >> n & 1}
        assert held == town.cards
        markers = [town.markers.get(objective, 0) for objective in range(OBJECTIVES)]
        assert row.markers[seat] == markers
        if count:
            west, north = town.corner
            places = [(x - west, y - north) for x, y in town.tiles]
            xs, ys = row.x[seat][:count], row.y[seat][:count]
            assert [*zip(xs, ys, strict=True)] == places
            assert (min(xs), min(ys)) == (0, 0)
            assert (row.width[seat], row.height[seat]) == (max(xs) + 1, max(ys) + 1)
            assert row.lots[seat] == sum(1 << (5 * y + x) for x, y in places)
            assert row.stride[seat] == (10 if row.width[seat] > 3 else 6)


def check_piles(row: Any, table: Table) -> None:
    for number, card in enumerate(BOX.cards):
        assert row.unseen_cards >> number & 1 == table.unseen["card"][f"card {card.id}"]
    for tile in range(len(BOX.districts)):
        assert row.unseen_tiles >> tile & 1 == table.unseen["tile"][f"district {tile + 1}"]
    for kind, attraction in enumerate(BOX.attractions):
        assert (
            row.unseen_attractions[kind] == table.unseen["attraction"][f"turn up {attraction.id}"]
        )
    for colour, name in enumerate(COLOURS):
        assert row.bag[colour] == table.unseen["modules"][f"turn up {name}"]


def check_turn(position: Position, table: Table) -> None:
    """Whose turn it is, and all that may be done or may happen, no more and no less."""
    row, game = position.row, position.game
    assert state.PHASES[row.phase] == table.phase
    assert (row.round_now, row.first) == (table.round, table.first)
    if table.phase in ("first", "deal", "reveal"):
        assert row.to_act == NATURE
        weights = position.weights()
        assert {action_of(game, id).text: n for id, n in weights.items()} == table.chance()
    elif table.phase == "ended":
        assert row.to_act == OVER
    else:
        assert row.to_act == row.turn_of == table.seat
        texts = [action.text for action in position.legal]
        assert len(texts) == len({*texts})
        assert {*texts} == table.legal()


def check_end(position: Position, table: Table) -> None:
    points = np.zeros(6, np.int32)
    winners = position.game.rules.outcome(position.game.components.box, position.row, points)
    assert points[: table.players].tolist() == [table.points(s)[0] for s in range(table.players)]
    assert [seat for seat in range(table.players) if winners >> seat & 1] == table.winners()


@pytest.mark.clause("cit-7", "cit-8", "cit-11", "cit-12", "cit-13", "cit-14", "cit-15", "cit-16",
                    "cit-17", "cit-18", "cit-19", "cit-20", "cit-21", "cit-22", "cit-23", "cit-24",
                    "cit-25", "cit-26", "cit-27", "cit-28", "cit-29", "cit-32", "cit-33", "cit-37",
                    )  # fmt: skip
@every_variant
@settings(max_examples=many(4), deadline=None)
@given(chosen=plays())
def test_a_slow_table_at_which_the_same_moves_are_played_agrees_step_by_step(
    variant: str, chosen: tuple[str, bool, int]
):
    city, easy, seed = chosen
    game = game_of(variant, city, easy)
    table = table_of(game)
    for move, position in walk(game, seed):
        if move:
            table.play(move)
        check_turn(position, table)
        row = plain(position.row)
        check_board(row, table)
        check_hand(row, table)
        check_towns(row, table)
        check_piles(row, table)
    check_end(position, table)


# ------------------------------------------------------------ pieces


@pytest.fixture(
    scope="module",
    params=[*product(VARIANTS, [False, True])],
    ids=lambda each: f"{each[0]}{', easy' * each[1]}",
)
def rows(request: pytest.FixtureRequest) -> list[Any]:
    """Every position of a game."""
    variant, easy = request.param
    seed = 10 * [*VARIANTS].index(variant) + easy
    game = game_of(variant, CITIES[seed % len(CITIES)], easy)
    return [plain(position.row) for _, position in walk(game, seed)]


def bits(*words: int) -> set[int]:
    """The numbers in sets that have nothing in common."""
    found = [bit for word in words for bit in range(word.bit_length()) if word >> bit & 1]
    assert len(found) == len({*found})
    return {*found}


def cards_in(row: Any) -> set[int]:
    lying = sum(1 << card for card in row.open_cards if card != NOTHING)
    return bits(row.unseen_cards, lying, *row.cards)


def tiles_in(row: Any) -> set[int]:
    """Starting tiles too."""
    lying = sum(1 << tile for tile in [*row.open_tiles, row.tile] if tile != NOTHING)
    laid = [sum(1 << tile for tile in tiles if tile != NOTHING) for tiles in row.tiles]
    return bits(row.unseen_tiles, row.starters << len(BOX.districts), lying, *laid)


def attractions_in(row: Any) -> Counter[int]:
    found = Counter(dict(enumerate(row.unseen_attractions)))
    found.update(dict(enumerate(row.attractions)))
    found.update(attraction for attraction in row.open_attractions if attraction != NOTHING)
    for squares in row.squares:
        found.update(
            {kind: squares[ATTRACTION + kind].bit_count() for kind in range(ATTRACTIONS - 2)}
        )
        found[MONUMENT] += squares[WITH_MONUMENT].bit_count()
        found[JOKER] += squares[WITH_JOKER].bit_count()
    return found


def modules_in(row: Any) -> Counter[int]:
    found = Counter(dict(enumerate(row.bag)))
    for group in [row.modules, *row.open_modules]:
        found.update(dict(enumerate(group)))
    for squares in row.squares:
        for colour, level in product(range(len(COLOURS)), range(MOST_HEIGHT)):
            found[colour] += (squares[BUILT + colour] & squares[TALL + level]).bit_count()
    return found


@pytest.mark.clause("cit-2", "cit-5", "cit-12", "cit-20")
def test_every_card_and_every_tile_is_in_one_place_and_never_comes_back(rows: list[Any]):
    assert cards_in(rows[0]) == {*range(len(BOX.cards))}
    assert tiles_in(rows[0]) == {*range(len(BOX.tiles))}
    for before, after in pairwise(rows):
        assert cards_in(after) <= cards_in(before)
        assert tiles_in(after) <= tiles_in(before)
        if after.round_now == before.round_now:
            assert cards_in(after) == cards_in(before)
            assert tiles_in(after) == tiles_in(before)


@pytest.mark.clause("cit-3", "cit-4", "cit-20", "cit-23", "cit-24")
def test_attractions_and_modules_are_only_lost_when_discarded_or_left_on_the_board(
    rows: list[Any],
):
    assert attractions_in(rows[0]) == dict(enumerate(BOX.box.attraction_counts))
    assert modules_in(rows[0]) == dict.fromkeys(range(len(COLOURS)), 25)
    for before, after in pairwise(rows):
        attractions, modules = (
            attractions_in(before) - attractions_in(after),
            modules_in(before) - modules_in(after),
        )
        assert attractions_in(after) <= attractions_in(before)
        assert modules_in(after) <= modules_in(before)
        if after.round_now == before.round_now:
            assert attractions.total() + modules.total() <= (before.phase == state.PLACE)


@pytest.mark.clause("cit-6", "cit-7", "cit-16")
def test_workers_stand_as_many_to_a_row_as_players_have(rows: list[Any]):
    players = rows[0].players
    most = 2 if players == 2 else 1
    for row in rows:
        standing = Counter(
            (seat, place // 4) for place, seat in enumerate(row.workers) if seat >= 0
        )
        assert standing.total() == row.placed <= 4 * most * players
        assert all(count <= most for count in standing.values())
        if row.phase in (state.DEAL, state.FIRST, state.START):
            assert row.placed == 0
    assert {*standing} == {*product(range(players), range(4))}
    assert {*standing.values()} == {most}


@pytest.mark.clause("cit-6", "cit-9", "cit-28", "cit-32")
def test_markers_lie_on_different_numbers_and_stay(rows: list[Any]):
    players = rows[0].players
    usable = {1, 3} if players == 2 else {1, 2, 3}
    for before, after in pairwise(rows):
        for objective in range(OBJECTIVES):
            old = [before.markers[seat][objective] for seat in range(players)]
            new = [after.markers[seat][objective] for seat in range(players)]
            lying = [number for number in new if number]
            assert len({*lying}) == len(lying)
            # The highest numbers are taken first, so no number is free above one that is not.
            assert {*lying} == {*sorted(usable)[: len(lying)]}
            assert all(now == then or then == 0 for then, now in zip(old, new, strict=True))
            changed = [seat for seat in range(players) if old[seat] != new[seat]]
            assert changed in ([], [before.turn_of])
        assert not any(any(markers) for markers in after.markers[players:])


@pytest.mark.parametrize("rows", [(variant, True) for variant in VARIANTS], indirect=True, ids=str)
def test_easy_goals_use_up_numbers_for_the_tests_above_to_see(rows: list[Any]):
    assert sum(number > 0 for markers in rows[-1].markers for number in markers) >= 4


# ------------------------------------------------------------ centres


@pytest.mark.clause("cit-8", "cit-22")
def test_tiles_lie_side_by_side_in_a_frame_that_is_full_at_the_end(rows: list[Any]):
    for row in rows:
        for seat in range(row.players):
            places = [*zip(row.x[seat], row.y[seat], strict=True)][: row.count[seat]]
            assert len({*places}) == len(places)
            sides = sorted([row.width[seat], row.height[seat]])
            assert sides[0] <= 3
            assert sides[1] <= row.longest
            squares = laid(row.squares[seat], row.stride[seat])
            assert {(x // 2, y // 2) for x, y in squares} == {*places}
            assert len(squares) == 4 * len(places)
    last = rows[-1]
    for seat in range(last.players):
        assert sorted([last.width[seat], last.height[seat]]) == [3, last.longest]
        assert last.count[seat] == 3 * last.longest


@pytest.mark.clause("cit-22")
def test_every_tile_touches_one_that_was_there_before(rows: list[Any]):
    last = rows[-1]
    for seat in range(last.players):
        places = [*zip(last.x[seat], last.y[seat], strict=True)][: last.count[seat]]
        for number, (x, y) in enumerate(places[1:], start=1):
            assert {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & {*places[:number]}


@pytest.mark.clause("cit-23", "cit-24", "cit-25", "cit-26")
def test_nothing_ever_lies_where_it_may_not(rows: list[Any]):
    for row in rows:
        for seat in range(row.players):
            for square in laid(row.squares[seat], row.stride[seat]).values():
                assert 0 <= square.height <= 4
                assert bool(square.height) == bool(square.built)
                assert square.is_street or not square.height
                assert square.attraction != "monument" or not square.height
                assert square.attraction == "joker" or square.built in ("", square.ground)


# ------------------------------------------------------------ turns


@pytest.mark.clause("cit-7", "cit-8", "cit-19")
def test_a_game_has_a_fixed_number_of_turns(rows: list[Any]):
    last = rows[-1]
    rounds, workers = {(2, 3): (4, 8), (2, 5): (7, 8), (3, 3): (8, 4), (4, 3): (8, 4)}[
        last.players, last.longest
    ]
    assert last.to_act == OVER
    assert last.round_now == last.rounds == rounds
    assert last.turn_count == rounds * workers * last.players
    assert all(row.to_act != OVER for row in rows[:-1])


@pytest.mark.clause("cit-14", "cit-19", "cit-20")
def test_who_took_the_last_place_begins_the_next_round_and_play_goes_clockwise(rows: list[Any]):
    for before, after in pairwise(rows):
        if after.turn_count == before.turn_count + 1:
            assert after.taken == NOTHING
            if after.placed:
                assert after.turn_of == (before.turn_of + 1) % after.players
            else:
                assert after.turn_of == after.first
        if after.round_now == before.round_now + 1 and before.round_now:
            *_, third, fourth = before.workers
            # These two have been placed before: the last move places something or takes a card.
            assert after.first == (fourth if fourth != NOTHING else third)


def test_nothing_is_left_to_be_placed_when_a_turn_ends(rows: list[Any]):
    for row in rows:
        if row.phase not in (state.PLACE, state.REVEAL):
            assert row.tile == row.taken == NOTHING
            assert row.hidden == sum(row.attractions) == sum(row.modules) == 0
        if row.phase == state.PLACE:
            assert (row.tile != NOTHING) + sum(row.attractions) + sum(row.modules) > 0


# ------------------------------------------------------------ as bytes and as text


@every_variant
def test_positions_and_moves_come_back_from_bytes_and_text(variant: str):
    game = game_of(variant, "venice", easy=False)
    for _, position in walk(game, seed=3):
        assert Position.from_bytes(game, position.to_bytes()) == position
        for id in position.weights() or position.legal.ids:
            text = action_of(game, id).text
            assert read_action(game, text).id == read_action(game, f" {text.upper()} ").id == id


def test_every_action_has_a_text_of_its_own():
    game = Game("cities")
    texts = {action_of(game, id).text for id in range(game.actions)}
    assert len(texts) == game.actions
    assert all(action_of(game, read_action(game, text).id).text == text for text in texts)


def test_a_row_is_small():
    assert state.ROW.itemsize < 2048


UNCOMPILED = """
import numpy as np
from faubourg.core.game import Game
from faubourg.core.position import read_action
game = Game("cities", first="A")
position = game.start()
last = game.components.cards[-1].id
for move in ("start 1", "start 2", f"card {last}", "card lake", "card islets", "district 32"):
    game.rules.step(game.components.box, position.row, np.int32(read_action(game, move).id))
print(position.row.unseen_cards.bit_count(), position.row.unseen_tiles.bit_count())
"""


def test_the_last_card_and_the_last_tile_can_be_drawn_uncompiled():
    """Batches number actions in 32 bits, and 1 << 31 is no longer such a number."""
    command = [sys.executable, "-W", "error", "-c", UNCOMPILED]
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(command, env=env, capture_output=True, text=True)
    assert run.stdout.split() == ["29", "31"], run.stderr

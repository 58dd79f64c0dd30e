"""Invariants of Minivilles on random games, step by step: nothing appears or vanishes.

The clauses have tests of their own.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.bots.match import play
from faubourg.core.contract import Event, Row
from faubourg.core.game import Game
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.core.position import Position, read_action
from faubourg.games.minivilles.state import (
    BUILD,
    CATCH,
    DEAL,
    DEMOLISH,
    DICE,
    ENDED,
    FIRST,
    GIVE,
    KINDS,
    NO_KIND,
    OFFER,
    PHASES,
    PICK,
    RAISE,
    REROLL,
    ROLL,
    SEATS,
    SWAP,
)
from tests.effort import many
from tests.games.steps import Step, watched

CARDS = 165
PRINTED_LANDMARKS, PRINTED_PILES = 6, 9  # the box may have more
KINDS_OF_EVENTS = {
    "first", "turn", "drawn", "rolled", "rerolls", "raised", "fished", "paid", "earned", "gave",
    "demolished", "swapped", "built", "passed", "airport", "relief", "again", "won",
}  # fmt: skip
AFTER_THE_ROLL = {REROLL, RAISE, GIVE, DEMOLISH, CATCH, PICK, OFFER, SWAP, BUILD}


def choose(chooser: random.Random, ids: Sequence[int]) -> int:
    """Who passes half of the time saves up for what is dear; the deck lasts longer, too."""
    return ids[0] if chooser.random() < 0.3 else chooser.choice(ids)


def played(players: int, seed: int, coins: int) -> list[Step]:
    """A game in which everybody plays at random; with many coins more is built and lost."""
    position = Game("minivilles", players=players).start()
    position.row.coins[:players] = coins
    return list(watched(position, seed, choose))


@cache
def steps_of(players: int, seed: int, coins: int) -> list[Step]:
    return played(players, seed, coins)


POOL = [
    (players, seed, coins)
    for players in range(2, SEATS + 1)
    for seed, coins in enumerate((3, 3, 60), start=10 * players)
]
Property = Callable[[list[Step]], None]
PROPERTIES: list[Property] = []


def always(holds: Property) -> Property:
    """A property of every game: tested on a pool of games here, and on any at the end."""
    PROPERTIES.append(holds)
    ids = [f"{players} players, seed {seed}, coins {coins}" for players, seed, coins in POOL]
    return pytest.mark.parametrize("steps", POOL, ids=ids, indirect=True)(holds)


@pytest.fixture
def steps(request: pytest.FixtureRequest) -> list[Step]:
    return steps_of(*request.param)


def power(step: Step, row: Row, wanted: str) -> bool:
    """Whether the player whose turn it is has built the landmark with a power."""
    powers = [card.effect["kind"] for card in step.game.components.landmarks]
    return bool(int(row.landmarks[row.turn_of]) >> powers.index(wanted) & 1)


# ------------------------------------------------------------ cards


@always
def test_there_are_always_165_cards(steps: list[Step]):
    players = steps[0].game.players
    for step in steps:
        box, row = step.game.components.box, step.after
        in_the_box = int(box.starting.sum()) * (SEATS - players)
        landmarks = PRINTED_LANDMARKS * SEATS  # built, under construction or in the box
        on_the_table = int(row.cards.sum()) + int(row.market.sum()) + int(row.deck.sum())
        assert on_the_table + in_the_box + landmarks == CARDS
        of_each_kind = row.cards.sum(axis=0) + row.market + row.deck
        assert (of_each_kind == box.deck + box.starting * players).all()


@always
def test_empty_seats_own_nothing(steps: list[Step]):
    players = steps[0].game.players
    for step in steps:
        assert not step.after.cards[players:].any()
        assert not step.after.coins[players:].any()
        assert not step.after.landmarks[players:].any()


@always
def test_a_town_has_at_most_one_of_each_purple_card(steps: list[Step]):
    for step in steps:
        for kind, card in enumerate(step.game.components.establishments):
            if card.colour == "purple":
                assert step.after.cards[:, kind].max() <= 1


@always
def test_cards_change_towns_only_by_building_gifts_and_exchanges(steps: list[Step]):
    players = steps[0].game.players
    for step in steps:
        ids = [card.id for card in step.game.components.establishments]
        expected = {(seat, id): 0 for seat in range(players) for id in ids}
        for event in step.events:
            if event["kind"] == "built" and event["card"] in ids:
                expected[SEAT_LETTERS.index(event["seat"]), event["card"]] += 1
            elif event["kind"] == "gave":
                expected[SEAT_LETTERS.index(event["seat"]), event["card"]] -= 1
                expected[SEAT_LETTERS.index(event["to"]), event["card"]] += 1
            elif event["kind"] == "swapped":
                mine, other = (SEAT_LETTERS.index(event[who]) for who in ("seat", "with"))
                for giver, taker, card in (
                    (mine, other, event["gave"]),
                    (other, mine, event["card"]),
                ):
                    expected[giver, card] -= 1
                    expected[taker, card] += 1
        change = step.after.cards.astype(int) - step.before.cards
        found = {(seat, id): int(change[seat, i]) for seat, id in expected for i in [ids.index(id)]}
        assert found == expected


# ------------------------------------------------------------ coins


def flows(events: list[Event], players: int) -> tuple[list[int], int]:
    """What each seat gained by a step's events, and what the bank paid out in them."""
    gained, bank = [0] * players, 0
    for event in events:
        coins = event.get("coins", 0)
        if event["kind"] == "paid":
            assert coins >= 0
            gained[SEAT_LETTERS.index(event["from"])] -= coins
            gained[SEAT_LETTERS.index(event["to"])] += coins
        elif coins:
            assert (coins < 0) == (event["kind"] == "built")
            gained[SEAT_LETTERS.index(event["seat"])] += coins
            bank += coins
    return gained, bank


@always
def test_coins_move_only_as_the_events_say(steps: list[Step]):
    players = steps[0].game.players
    for step in steps:
        gained, bank = flows(step.events, players)
        change = (step.after.coins - step.before.coins)[:players].tolist()
        assert change == gained, (step.move, step.events)
        assert sum(change) == bank


@always
def test_nobody_owes_coins(steps: list[Step]):
    for step in steps:
        assert (step.after.coins >= 0).all()
        for event in step.events:
            assert event.get("excused", 0) >= 0


@always
def test_who_is_excused_a_payment_has_nothing_left(steps: list[Step]):
    players = steps[0].game.players
    for step in steps:
        purse = {SEAT_LETTERS[i]: int(step.before.coins[i]) for i in range(players)}
        for event in step.events:
            if event["kind"] == "paid":
                purse[event["from"]] -= event["coins"]
                purse[event["to"]] += event["coins"]
                if event["excused"]:
                    assert purse[event["from"]] == 0
            elif "coins" in event:
                purse[event["seat"]] += event["coins"]


@always
def test_every_event_is_of_a_known_kind_and_names_players_of_the_game(steps: list[Step]):
    players = steps[0].game.players
    letters = SEAT_LETTERS[:players]
    for step in steps:
        for event in step.events:
            assert event["kind"] in KINDS_OF_EVENTS
            for who in ("seat", "from", "to", "with"):
                assert event.get(who, "A") in letters


# ------------------------------------------------------------ the market


def check_market(row: Row) -> None:
    piles = [int(kind) for kind in row.piles[: row.open]]
    assert len(set(piles)) == len(piles) <= PRINTED_PILES
    assert all(kind == NO_KIND for kind in row.piles[row.open :])
    assert sorted(piles) == [kind for kind in range(KINDS) if row.market[kind] > 0]
    assert row.left == row.deck.sum()
    dealing = row.phase in (DEAL, ENDED)  # the winner's card is not replaced
    assert row.open == PRINTED_PILES or row.left == 0 or dealing
    if row.phase == DEAL:
        assert row.open < PRINTED_PILES
        assert row.left > 0


@always
def test_the_market_has_nine_piles_with_different_names_while_the_deck_lasts(steps: list[Step]):
    for step in steps:
        check_market(step.after)


@always
def test_nature_offers_exactly_what_is_there(steps: list[Step]):
    players = steps[0].game.players
    position = Game("minivilles", players=players).start()
    for step in steps:
        row = step.after
        position.row = row
        chance = {action.text: share for action, share in position.chance.items()}
        ids = [card.id for card in step.game.components.establishments]
        if row.phase == DEAL:
            left = {f"draw {id}": int(row.deck[kind]) for kind, id in enumerate(ids)}
            assert chance == {m: Fraction(n, int(row.left)) for m, n in left.items() if n}
        elif row.phase == FIRST:
            assert chance == {f"first {s}": Fraction(1, players) for s in SEAT_LETTERS[:players]}
        elif row.phase == DICE and row.rolling == 1:
            assert chance == {f"die {face}": Fraction(1, 6) for face in range(1, 7)}
        elif row.phase in (DICE, CATCH):
            faces = [sorted((a, b)) for a in range(1, 7) for b in range(1, 7)]
            ways = Counter(f"dice {low} {high}" for low, high in faces)
            assert chance == {move: Fraction(n, 36) for move, n in ways.items()}
        else:
            assert not chance


def test_the_boats_dice_fall_as_their_weights_say():
    position = Game("minivilles", players=2).start()
    box, nature = position.game.components.box, position.game.rules.nature
    position.row.phase = CATCH
    position.row.to_act = NATURE
    assert len(position.weights()) == 21
    at = 0
    for id, weight in position.weights().items():
        for _ in range(weight):
            assert nature(box, position.row, (at + 0.5) / 36) == id
            at += 1


# ------------------------------------------------------------ landmarks and the end


@always
def test_landmarks_come_by_building_and_go_by_demolition(steps: list[Step]):
    for step in steps:
        places = {card.id: i for i, card in enumerate(step.game.components.landmarks)}
        expected = [int(built) for built in step.before.landmarks]
        for event in step.events:
            if event.get("card") in places and event["kind"] in ("built", "demolished"):
                seat, bit = SEAT_LETTERS.index(event["seat"]), 1 << places[event["card"]]
                assert (expected[seat] & bit == 0) == (event["kind"] == "built")
                expected[seat] ^= bit
        assert step.after.landmarks.tolist() == expected
        assert max(expected) < 1 << PRINTED_LANDMARKS


@always
def test_the_game_ends_exactly_when_somebody_has_five_landmarks(steps: list[Step]):
    players = steps[0].game.players
    for step in steps:
        counts = [int(built).bit_count() for built in step.after.landmarks]
        over = step.after.to_act == OVER
        assert over == (max(counts) >= 5) == (step.after.phase == ENDED)
        won = [event["seat"] for event in step.events if event["kind"] == "won"]
        assert won == ([SEAT_LETTERS[counts.index(5)]] if over else [])
    end = Position.from_row(step.game, step.after)
    assert end.outcome is not None
    assert end.outcome.winners == (counts.index(5),)
    assert end.outcome.scores == tuple(counts[:players])
    assert step.after.turn_of == counts.index(5)


# ------------------------------------------------------------ turns and dice


@always
def test_turns_go_round_the_table_but_for_the_extra_ones(steps: list[Step]):
    players = steps[0].game.players
    turns = [(0, 0, 0)]
    for step in steps:
        row = step.after
        assert 0 <= row.turn_of < players
        if row.turn_count > step.before.turn_count:
            assert row.turn_count == step.before.turn_count + 1
            if row.turn_count == 1:
                assert row.turn_of == row.first
            else:
                following = int(step.before.turn_of) + (0 if step.before.again else 1)
                assert row.turn_of == following % players
            assert [e["seat"] for e in step.events if e["kind"] == "turn"] == [
                SEAT_LETTERS[row.turn_of]
            ]
        else:
            assert row.turn_count == step.before.turn_count
            assert row.turn_count == 0 or row.turn_of == step.before.turn_of
        turns.append((int(row.turn_count), int(row.turn_of), int(row.again)))
    assert all(later[0] >= earlier[0] for earlier, later in pairwise(turns))


@always
def test_another_turn_follows_a_double_of_who_has_the_amusement_park(steps: list[Step]):
    for step in steps:
        row = step.after
        if row.phase == BUILD:
            double = row.dice[0] == row.dice[1]
            assert bool(row.again) == (double and power(step, row, "again"))


@always
def test_dice_and_number_agree(steps: list[Step]):
    for step in steps:
        row = step.after
        low, high = (int(face) for face in row.dice)
        assert 0 <= high <= 6
        assert 0 <= low <= 6
        if row.phase in AFTER_THE_ROLL:
            assert low >= 1
            assert (high == 0) == (row.rolling == 1)
            assert high == 0 or low <= high
            assert row.number in (low + high, low + high + 2)
            if row.number != low + high or row.phase == RAISE:
                assert low + high >= 10
        if step.before.phase == RAISE:
            added = step.move == "add 2"
            assert row.number == step.before.number + 2 * added
        rolled = [e for e in step.events if e["kind"] == "rolled"]
        assert bool(rolled) == (step.before.phase == DICE)
        for event in rolled:
            assert event["dice"] == [face for face in (low, high) if face]
            assert event["number"] == low + high


@always
def test_powers_are_asked_about_only_where_they_are_owned(steps: list[Step]):
    needed = {ROLL: "two_dice", REROLL: "reroll", RAISE: "raise"}
    for step in steps:
        row = step.after
        if int(row.phase) in needed:
            assert power(step, row, needed[int(row.phase)])
        if row.phase == DICE and row.rolling == 2:
            assert power(step, row, "two_dice")
        if row.phase == REROLL:
            assert not row.rerolled


@always
def test_duties_are_done_by_the_time_of_building(steps: list[Step]):
    for step in steps:
        row = step.after
        if row.phase in (BUILD, DICE, ROLL, ENDED):
            assert row.gifts == 0
            assert row.demolitions == 0
            assert row.offered == NO_KIND
        assert (row.phase == GIVE) <= (row.gifts > 0)
        assert (row.phase == DEMOLISH) <= (row.demolitions > 0)
        assert (row.phase == SWAP) == (row.offered != NO_KIND)


# ------------------------------------------------------------ more games, and odd ones


@settings(max_examples=many(10), deadline=None)
@given(players=st.integers(2, SEATS), seed=st.integers(0, 2**32), coins=st.integers(0, 100))
def test_all_this_holds_in_any_game(players: int, seed: int, coins: int):
    steps = played(players, seed, coins)
    for holds in PROPERTIES:
        holds(steps)


def test_the_games_watched_come_through_every_phase_and_every_kind_of_event():
    steps = [step for one in POOL for step in steps_of(*one)]
    assert {PHASES[int(step.after.phase)] for step in steps} == set(PHASES)
    assert {event["kind"] for step in steps for event in step.events} == KINDS_OF_EVENTS


@pytest.mark.parametrize("players", range(2, SEATS + 1))
def test_a_game_can_outlast_the_deck(players: int):
    """Who builds no landmark buys the deck empty; the game goes on with fewer and fewer piles."""
    position = Game("minivilles", players=players, first="A").start()
    cards = {f"build {card.id}" for card in position.game.components.establishments}
    chooser = random.Random(players)
    for _ in range(6000):
        if position.row.open < 4 and position.row.phase != DEAL:
            break
        weights = position.weights()
        if weights:
            position.step(chooser.choices(list(weights), list(weights.values()))[0])
        else:
            legal = list(position.legal)
            wanted = [action for action in legal if action.text in cards]
            position.step((wanted or legal[:1])[-1].id)
        check_market(position.row)
    assert position.row.left == 0
    assert position.row.open == 3


# ------------------------------------------------------------ names


def test_every_card_can_be_called_by_its_id_and_by_both_names():
    game = Game("minivilles", players=2)
    components = game.components
    for card in (*components.establishments, *components.landmarks):
        wanted = read_action(game, f"build {card.id}").text
        assert wanted == f"build {card.id}"
        for name in (card.name.en, card.name.fr, card.id.replace("_", " ")):
            assert read_action(game, f"build {name}").text == wanted
            assert read_action(game, f"BUILD {name.upper()}").text == wanted


def test_dice_may_be_read_in_either_order():
    game = Game("minivilles", players=2)
    assert read_action(game, "dice 4 3") == read_action(game, "dice 3 4")


def test_a_played_game_is_won_by_the_seat_that_the_record_names():
    record = play(Game("minivilles", players=3), ["random"] * 3, seed=3)
    outcome = record.outcome
    assert outcome is not None
    [winner] = outcome.winners
    assert outcome.scores[winner] == 5
    assert f"result: {SEAT_LETTERS[winner]} wins; " in record.dumps()

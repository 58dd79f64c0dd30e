"""Nature and the bots have generators of their own: what a bot does never touches the dice."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from faubourg.bots.bot import make
from faubourg.bots.match import play
from faubourg.core.errors import IllegalAction, NotationError, OptionError
from faubourg.core.game import Game
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Action, Position
from faubourg.core.streams import check_seed, nature_move, streams
from faubourg.records.record import Record

GAME = Game("minivilles", 3)
Choice = Action | str | int


class Builder:
    """Takes the last action it may: builds what it can, without asking its generator."""

    def choose(self, position: Position, generator: np.random.Generator) -> Choice:
        return position.legal[len(position.legal) - 1]


class Thirsty(Builder):
    """Chooses the same, but takes numbers from its generator that it doesn't need."""

    def __init__(self, numbers: int) -> None:
        self.numbers = numbers

    def choose(self, position: Position, generator: np.random.Generator) -> Choice:
        generator.random(self.numbers)
        generator.integers(0, 6, size=self.numbers)
        return super().choose(position, generator)


class Vandal(Builder):
    """Chooses the same, and then turns the table over."""

    def choose(self, position: Position, generator: np.random.Generator) -> Choice:
        chosen = super().choose(position, generator)
        position.play(chosen)
        position.row.coins[:] = 99
        position.row.landmarks[:] = 0b11111
        position.row.deck[:] = 0
        return chosen


class Says:
    """Says one thing, whatever is asked."""

    def __init__(self, said: Callable[[Position], Choice]) -> None:
        self.said = said

    def choose(self, position: Position, generator: np.random.Generator) -> Choice:
        return self.said(position)


def natures_moves(record: Record) -> list[int]:
    position = record.game.start()
    moves = []
    for id in record.moves:
        if position.turn == NATURE:
            moves.append(id)
        position.step(id)
    return moves


# ------------------------------------------------------------ whose numbers are whose


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("numbers", [1, 2, 100])
def test_a_bot_that_draws_more_numbers_does_not_change_the_dice(seed: int, numbers: int):
    plain = play(GAME, [Builder()] * 3, seed=seed)
    for seats in (
        [Thirsty(numbers), Builder(), Builder()],
        [Builder(), Builder(), Thirsty(numbers)],
        [Thirsty(numbers)] * 3,
    ):
        record = play(GAME, seats, seed=seed)
        assert natures_moves(record) == natures_moves(plain)
        assert record.moves == plain.moves


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "seats",
    [["random"] * 3, ["greedy", "random", "random"], [Thirsty(3), "greedy", Builder()]],
    ids=["random", "mixed", "thirsty"],
)
def test_natures_numbers_are_the_same_whoever_plays(seed: int, seats: list[object]):
    """Its n-th move is made with the n-th number of its own generator, and no other."""
    dice = streams(seed).nature
    record = play(GAME, seats, seed=seed)  # type: ignore[arg-type]
    position = GAME.start()
    for id in record.moves:
        if position.turn == NATURE:
            assert GAME.rules.nature(GAME.components.box, position.row, dice.random()) == id
        position.step(id)


def test_a_seat_plays_the_same_whoever_sits_beside_it():
    """Each bot has a generator of its own: with as many questions asked, it answers the same."""
    start = GAME.start()
    for id in play(GAME, ["random"] * 3, seed=8).moves[:60]:
        start.step(id)
    while start.turn == NATURE or len(start.legal) < 4:
        start.step(start.legal.ids[0] if start.legal else next(iter(start.weights())))
    seat = start.turn
    assert seat is not None
    answers = []
    for numbers in (0, 5):
        generators = streams(8)
        for other in range(3):
            if other != seat:
                generators.seats[other].random(numbers)
        bot = make("random")
        answers.append([bot.choose(start, generators.seats[seat]) for _ in range(20)])
    assert answers[0] == answers[1]
    assert len(set(answers[0])) > 1


def test_all_generators_of_a_seed_and_its_blocks_are_different():
    first = []
    for seed in (0, 1, 2, 2**32, 2**64 - 1):
        for block in range(4):
            found = streams(seed, block)
            assert len(found.seats) == len(SEAT_LETTERS)
            first += [generator.random() for generator in (found.nature, *found.seats)]
    assert len(set(first)) == len(first)


def test_bots_get_a_copy_that_they_may_break():
    for seed in range(3):
        peaceful = play(GAME, [Builder()] * 3, seed=seed)
        broken = play(GAME, [Vandal()] * 3, seed=seed)
        assert broken.moves == peaceful.moves
        assert broken.replay() == peaceful.replay()


def test_a_bot_is_asked_only_where_there_is_a_choice_and_only_at_its_turn():
    asked: Counter[int] = Counter()

    class Watcher(Builder):
        def __init__(self, seat: int) -> None:
            self.seat = seat

        def choose(self, position: Position, generator: np.random.Generator) -> Choice:
            assert position.turn == self.seat
            assert len(position.legal) > 1
            asked[self.seat] += 1
            return super().choose(position, generator)

    play(GAME, [Watcher(seat) for seat in range(3)], seed=2)
    assert set(asked) == {0, 1, 2}


# ------------------------------------------------------------ what a bot may say


def test_a_bot_may_answer_with_an_action_its_notation_or_its_number():
    ways = (
        lambda position: position.legal[0],
        lambda position: position.legal[0].text.upper(),
        lambda position: position.legal[0].id,
        lambda position: np.int32(position.legal[0].id),
    )
    games = [play(Game("minivilles", 2), [Says(way), "random"], seed=3).moves for way in ways]
    assert all(moves == games[0] for moves in games)


@pytest.mark.parametrize(
    "said",
    ["die 3", "build airport", -1, 10**6, Action(-5, "pass"), None, 0.5, "0"],
    ids=repr,
)
def test_a_bot_that_chooses_what_is_not_allowed_is_stopped(said: object):
    seats = [Says(lambda position: said)] * 3  # type: ignore[arg-type,return-value]
    with pytest.raises((IllegalAction, NotationError)) as stopped:
        play(GAME, seats, seed=1)
    assert stopped.value.code
    assert all(stopped.value.text)


def test_seats_must_be_as_many_as_players_and_known():
    for seats in ([], ["random"], ["random"] * 4, "random", "abc"):
        with pytest.raises(OptionError) as refused:
            play(GAME, seats, seed=1)
        assert refused.value.code == "seats"
    with pytest.raises(OptionError) as refused:
        play(GAME, ["random", "clever", "greedy"], seed=1)
    assert refused.value.code == "unknown-bot"
    assert "random, greedy" in str(refused.value)
    for strange in (None, 5, object()):
        with pytest.raises(OptionError):
            play(GAME, ["random", strange, "greedy"], seed=1)  # type: ignore[list-item]


# ------------------------------------------------------------ seeds


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    seats = ["greedy", "random", "random"]
    games = [play(GAME, seats, seed=seed).moves for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_game_without_a_seed_gets_one_and_can_be_played_again():
    one, other = (play(GAME, ["random"] * 3) for _ in range(2))
    assert one.seed is not None
    assert one.seed != other.seed
    assert play(GAME, ["random"] * 3, seed=one.seed) == one


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", True, b"", [1]], ids=repr)
def test_a_bad_seed_is_refused(seed: object):
    with pytest.raises(OptionError) as refused:
        check_seed(seed)
    assert refused.value.code == "seed"
    assert "2**64 - 1" in refused.value.text.en
    assert "2**64 - 1" in refused.value.text.fr
    with pytest.raises(OptionError):
        play(GAME, ["random"] * 3, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**64 - 1])
def test_a_good_seed_is_taken(seed: int):
    assert check_seed(seed) == seed
    assert play(GAME, ["random"] * 3, seed=seed).seed == seed


# ------------------------------------------------------------ the dice are fair


def chi_square(counts: Counter[int], weights: dict[int, int]) -> float:
    """How far counts are from what the weights say; usual is the number of outcomes."""
    assert set(counts) <= set(weights)
    trials, total = sum(counts.values()), sum(weights.values())
    expected = {id: trials * weight / total for id, weight in weights.items()}
    return sum((counts[id] - wanted) ** 2 / wanted for id, wanted in expected.items())


def generous_bound(outcomes: int) -> float:
    """Exceeded by chance less than once in a million times."""
    free = outcomes - 1
    return free + 5 * (2 * free) ** 0.5 + 16


def test_the_first_card_drawn_is_fair_over_the_seeds():
    position = GAME.start()
    weights = position.weights()
    counts = Counter(nature_move(position, streams(seed).nature) for seed in range(4000))
    assert chi_square(counts, weights) < generous_bound(len(weights))
    assert set(counts) == set(weights)


def test_a_seeds_later_numbers_are_fair_too():
    position = GAME.start()
    weights = position.weights()
    for seed in range(3):
        dice = streams(seed, block=seed).nature
        counts = Counter(nature_move(position, dice) for _ in range(10000))
        assert chi_square(counts, weights) < generous_bound(len(weights))


def test_dice_and_draws_of_whole_games_are_fair():
    """Every move of Nature in many games, against what `chance` said at the time."""
    found: dict[tuple[int, ...], Counter[int]] = {}
    said: dict[tuple[int, ...], dict[int, int]] = {}
    for seed in range(40):
        position = GAME.start()
        for id in play(GAME, ["random"] * 3, seed=seed).moves:
            if position.turn == NATURE:
                weights = position.weights()
                outcomes = tuple(weights)
                # Draws from a changing deck are compared at the start only.
                if said.setdefault(outcomes, weights) == weights:
                    found.setdefault(outcomes, Counter())[id] += 1
            position.step(id)
    often = {outcomes: counts for outcomes, counts in found.items() if counts.total() > 500}
    assert {len(outcomes) for outcomes in often} >= {6, 21}  # one die, two dice
    for outcomes, counts in often.items():
        assert chi_square(counts, said[outcomes]) < generous_bound(len(outcomes))


def test_the_bound_would_notice_a_loaded_die():
    counts = Counter(dict.fromkeys(range(6), 1000))
    counts[5] += 250
    assert chi_square(counts, dict.fromkeys(range(6), 1)) > generous_bound(6)

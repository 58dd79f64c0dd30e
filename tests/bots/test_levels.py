"""The levels: in every game they play by the rules, repeat themselves when asked to, and take a win
that lies before them."""

import os
import sys
import time
from functools import cache

import numpy as np
import pytest

from faubourg.bots.bot import NICENESS, MctsBot, make, names
from faubourg.bots.effort import Effort
from faubourg.bots.levels import MOST_THREADS, at_table, cores
from faubourg.bots.match import next_move, play
from faubourg.bots.search import Search, most_visited
from faubourg.core.errors import OptionError
from faubourg.core.game import Game, games
from faubourg.core.position import Position
from faubourg.core.streams import streams
from tests.cases import VARIANTS

LEVELS = ("gentle", "steady", "expert")
FEW = 8  # simulations: enough to be legal with
every_game = pytest.mark.parametrize("name", games())


def expert(simulations: int = FEW) -> MctsBot:
    bot = make("expert", simulations=simulations)
    assert isinstance(bot, MctsBot)
    return bot


@cache
def decisions(game: Game, seed: int) -> list[Position]:
    """The decisions with a choice in a greedy game."""
    position, generators, bots = game.start(), streams(seed), [make("greedy")] * game.players
    found = []
    while position.turn is not None:
        if position.turn >= 0 and len(position.legal) > 1:
            found.append(position.copy())
        position.step(next_move(position, bots, generators))
    return found


def some(game: Game, count: int = 4) -> list[Position]:
    """A few of them from start to end."""
    found = decisions(game, 5)
    return found[:: max(1, len(found) // count)]


def test_the_levels_are_found_by_name() -> None:
    assert names() == ["random", "greedy", *LEVELS, "expert-1"]


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_every_level_plays_by_the_rules(game: Game) -> None:
    generator = np.random.default_rng(1)
    for position in some(game):
        for bot in (make("gentle"), make("steady"), expert()):
            assert bot.choose(position.copy(), generator) in position.legal


@every_game
def test_a_whole_game_between_levels_ends(name: str) -> None:
    record = play(Game(name, 2), ["gentle", expert(2)], seed=4)
    assert record.outcome is not None
    assert record == play(Game(name, 2), ["gentle", expert(2)], seed=4)


@every_game
def test_the_same_numbers_and_simulations_give_the_same_move(name: str) -> None:
    for position in some(Game(name)):
        chosen = {
            expert(30).choose(position.copy(), np.random.default_rng(seed)) for seed in [7] * 3
        }
        assert len(chosen) == 1


@every_game
@pytest.mark.parametrize("level", names())
def test_a_decision_takes_one_number_and_leaves_the_position_as_it_was(
    name: str, level: str
) -> None:
    position = some(Game(name))[2]
    before = position.to_bytes()
    generator, other = np.random.default_rng(3), np.random.default_rng(3)
    bot = expert() if level == "expert" else make(level)
    bot.choose(position, generator)
    other.random()
    assert generator.random() == other.random()
    assert position.to_bytes() == before


@every_game
def test_a_bot_sees_nothing_but_the_position(name: str) -> None:
    """A copy made from the bytes of a row, with no history, gets the same answer."""
    for position in some(Game(name)):
        copy = Position.from_bytes(Game(name), position.to_bytes())
        one, other = (
            expert(20).choose(each, np.random.default_rng(2)) for each in (position, copy)
        )
        assert one == other


def wins_at_once(position: Position, action: int) -> bool:
    after = position.copy()
    after.step(action)
    return after.outcome is not None and position.turn in after.outcome.winners


@every_game
def test_expert_takes_a_win_that_lies_before_it(name: str) -> None:
    game = Game(name, 2)
    tried = 0
    for seed in range(40):
        position = decisions(game, seed)[-1]
        winning = [id for id in position.legal.ids if wins_at_once(position, id)]
        if 0 < len(winning) < len(position.legal):
            tried += 1
            chosen = expert(400).choose(position, np.random.default_rng(seed))
            assert chosen in winning
        if tried == 3:
            return
    assert tried, "no such position was found"


def test_an_expert_thinks_as_long_as_it_is_told() -> None:
    position = some(Game("minivilles"))[1]
    bot = make("expert", seconds=0.1)
    bot.choose(position, np.random.default_rng(1))
    begun = time.thread_time()  # not what a busy machine gives to others
    bot.choose(position, np.random.default_rng(1))
    assert time.thread_time() - begun < 1.0


def test_an_expert_that_has_the_machine_to_itself_thinks_on_all_cores() -> None:
    alone, beside_others = at_table("expert"), at_table("expert", threads=1)
    assert isinstance(alone, MctsBot)
    assert isinstance(beside_others, MctsBot)
    assert alone.threads == min(MOST_THREADS, cores())
    assert beside_others.threads == 1
    frozen = at_table("expert-1")
    assert isinstance(frozen, MctsBot)
    assert frozen.threads == 1, "plays as it always did"
    position = some(Game("minivilles"))[1]
    together = MctsBot(Effort(seconds=0.02), threads=3)
    generator, other = np.random.default_rng(3), np.random.default_rng(3)
    assert together.choose(position, generator) in position.legal
    other.random()
    assert generator.random() == other.random(), "one number of its generator, as alone"


def test_beside_others_only_the_first_tree_of_an_expert_grows() -> None:
    position = some(Game("minivilles"))[1]
    bot = MctsBot(Effort(seconds=0.05), threads=3, crowded=lambda: True)
    first, *others = bot.new_trees(position, np.random.default_rng(1))
    first.run(50)
    bot.grow([first, *others])
    assert first.simulations > 50
    assert [tree.simulations for tree in others] == [1, 1], "they look after the first simulation"
    assert most_visited([first, *others]) in position.legal


def test_threads_of_an_expert_stand_back_and_leave_its_own_priority_alone() -> None:
    """Only Linux has a priority for each thread."""
    own, seen = os.nice(0), set[int]()

    def look() -> bool:
        seen.add(os.nice(0))
        return True

    bot = MctsBot(Effort(seconds=0.02), threads=2, crowded=look)
    position, generator = some(Game("minivilles"))[1], np.random.default_rng(1)
    for _ in range(100):  # a busy machine may begin a thread when the time is over
        bot.choose(position, generator)
        if seen:
            break
    lower = min(19, own + NICENESS) if sys.platform == "linux" else own
    assert (seen, os.nice(0)) == ({lower}, own)


def test_trees_that_grew_side_by_side_vote_by_their_visits() -> None:
    position = some(Game("my_little_town"))[1]
    trees = [Search(position, seed) for seed in (1, 2)]
    for tree, simulations in zip(trees, (40, 70), strict=True):
        tree.run(simulations)
    visits = {
        action: sum(
            int(node.visits) for tree in trees for node in tree.children() if node.action == action
        )
        for action in position.legal.ids
    }
    assert sum(visits.values()) == 110
    assert visits[most_visited(trees)] == max(visits.values())
    assert most_visited(trees[:1]) == trees[0].best()


@pytest.mark.parametrize(
    ("level", "options"),
    [
        ("expert", {"seconds": 0}),
        ("expert", {"seconds": -1.0}),
        ("expert", {"seconds": float("nan")}),
        ("expert", {"seconds": "long"}),
        ("expert", {"seconds": True}),
        ("expert", {"simulations": 0}),
        ("expert", {"simulations": 1.5}),
        ("expert", {"seconds": 1, "simulations": 10}),
        ("expert", {"depth": 3}),
        ("greedy", {"seconds": 1}),
        ("grandmaster", {}),
    ],
)
def test_wrong_options_are_refused_in_words(level: str, options: dict[str, object]) -> None:
    with pytest.raises(OptionError) as refused:
        make(level, **options)
    assert refused.value.sentence("en") != refused.value.sentence("fr")


@pytest.mark.parametrize("name", ["minivilles", "my_little_town", "cities"])
@pytest.mark.parametrize(("weaker", "stronger"), [("random", "gentle"), ("gentle", "steady")])
def test_each_level_beats_the_one_below_it(name: str, weaker: str, stronger: str) -> None:
    """Ten games with fixed seeds, seats alternating, so the result is the same every time."""
    won = 0.0
    for seed in range(10):
        seats = [weaker, stronger] if seed % 2 else [stronger, weaker]
        outcome = play(Game(name, 2), seats, seed=seed).outcome
        assert outcome is not None
        won += (seats.index(stronger) in outcome.winners) / len(outcome.winners)
    assert won >= 7

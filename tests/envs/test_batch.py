"""The batch environment plays exactly what positions play one by one, however it is divided."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.bots.bot import make, names
from faubourg.core.errors import IllegalAction, OptionError
from faubourg.core.game import Game, games
from faubourg.core.players import LEARNER
from faubourg.core.position import Position
from faubourg.envs import batch, threads
from faubourg.envs.batch import BatchEnv
from faubourg.envs.spaces import bounds, fields
from tests.cases import DRAWN
from tests.effort import many
from tests.envs.model import Dice, observed, rewards_of, to_decision

every_game = pytest.mark.parametrize("name", games())


def batch_of(game: Game, n: int, **how: object) -> BatchEnv:
    return BatchEnv(game.name, players=game.players, n=n, **how, **game.options)


@pytest.mark.parametrize("game", DRAWN, ids=repr)
def test_a_batch_equals_positions_stepped_one_by_one(game: Game):
    seed, n = 5, 2
    env = batch_of(game, n, seed=seed, workers=1)
    now = env.reset()
    dice = [Dice(seed, number) for number in range(n)]
    positions = [game.start() for _ in range(n)]
    for position, own in zip(positions, dice, strict=True):
        to_decision(position, own)
    low, high = bounds(game.features)
    ended = 0
    for _ in range(40 if game.name == "minivilles" else 90):
        for number, position in enumerate(positions):
            assert env.position(number) == position
            assert now.seats[number] == position.turn
            assert (now.masks[number] == position.legal.mask).all()
            assert sorted(env.legals[number, : env.counts[number]]) == sorted(position.legal.ids)
            seen = now.observations[number]
            assert (seen == observed(position, position.turn)).all()
            assert ((seen >= low) & (seen <= high)).all()
        actions = env.sample().copy()
        now = env.step(actions)
        for number, position in enumerate(positions):
            position.step(int(actions[number]))
            to_decision(position, dice[number])
            assert now.terminated[number] == (position.turn is None)
            assert not now.truncated[number]
            if position.turn is None:
                ended += 1
                assert now.rewards[number] == pytest.approx(rewards_of(position))
                assert env.points[number].tolist() == list(position.outcome.scores)
                positions[number] = game.start()
                to_decision(positions[number], dice[number])
            else:
                assert not now.rewards[number].any()
    assert ended or game.name in ("minivilles", "cities"), "these take longer"


@every_game
def test_the_number_of_workers_and_of_games_makes_no_difference(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(threads, "SHARE", 64)
    monkeypatch.setattr(threads, "WORTH_WAKING", 0)
    one = BatchEnv(name, n=200, seed=3, workers=1)
    two = BatchEnv(name, n=200, seed=3, workers=2)
    few = BatchEnv(name, n=70, seed=3, workers=3)
    for env in (one, two, few):
        env.reset()
    for _ in range(300):
        actions = one.sample().copy()
        assert (two.sample() == actions).all()
        assert (few.sample() == actions[:70]).all()
        for env in (one, two, few):
            env.step(actions[: env.n])
        for mine, theirs, fewer in zip(one.now, two.now, few.now, strict=True):
            assert (mine == theirs).all()
            assert (mine[:70] == fewer).all()
    two.close()
    few.close()


@every_game
def test_long_runs_end_games_and_begin_new_ones(name: str):
    env = BatchEnv(name, players=3, n=64, seed=8, workers=1)
    now = env.reset()
    ends = np.zeros(64, np.int64)
    for _ in range(2500 if name == "minivilles" else 600):
        assert now.masks.any(1).all()
        assert (now.masks.sum(1) == env.counts).all(), "no mark is left of what was legal before"
        now = env.step(env.sample())
        ends += now.terminated
        assert (now.rewards.any(1) <= now.terminated).all()
        assert ((now.seats >= 0) & (now.seats < 3)).all()
    assert ends.min() >= 2


@every_game
@pytest.mark.parametrize("bots", [None, ["random", None]])
def test_a_learner_decides_once_however_short_a_game_is(name: str, bots: list[str | None] | None):
    env = BatchEnv(name, players=2, n=8, seed=1, longest=1, workers=1, bots=bots)
    now = env.reset()
    for _ in range(3):
        assert now.masks.any(axis=1).all()
        now = env.step(env.sample())
        assert (now.truncated | now.terminated).all()


def test_a_game_that_takes_too_long_is_truncated_and_worth_nothing():
    env = BatchEnv("minivilles", players=2, n=8, seed=1, longest=60, workers=1)
    env.reset()
    stopped = np.zeros(8, np.int64)
    for _ in range(100):
        now = env.step(env.sample())
        stopped += now.truncated
        assert not now.terminated.any()
        assert not now.rewards.any()
    assert stopped.min() >= 2


def test_bots_play_their_seats_inside_and_learners_sit_everywhere_when_turned():
    env = BatchEnv(
        "minivilles",
        players=3,
        n=99,
        seed=2,
        workers=1,
        bots=[None, "greedy", "random"],
        turned=True,
    )
    now = env.reset()
    learners = np.argmax(env.seats_of == LEARNER, axis=1)
    assert np.bincount(learners).tolist() == [33, 33, 33]
    wins = np.zeros(3)
    for _ in range(400):
        assert (now.seats == learners).all()
        now = env.step(env.sample())
        for number in np.flatnonzero(now.terminated):
            wins[(int(now.rewards[number].argmax()) + number) % 3] += 1
    assert wins.argmax() == 1, "greedy"
    assert wins.max() > 0.8 * wins.sum()


def test_samples_come_from_bots_in_the_kernel_and_the_refusal_names_them():
    env = BatchEnv("minivilles", players=2, n=2, workers=1)
    with pytest.raises(OptionError) as refused:
        env.sample("expert")
    for said in refused.value.text:
        named = set(said.rpartition(": ")[2].removesuffix(".").split(", "))
        taken = set()
        for bot in names():
            try:
                env.sample(bot)
            except OptionError:
                continue
            taken.add(bot)
        assert named == taken


class Last:
    """A bot of one's own."""

    def choose(self, position: Position, generator: np.random.Generator) -> int:
        return position.legal.ids[-1]


@every_game
def test_bots_that_search_and_bots_of_ones_own_play_their_seats(name: str):
    bots = [None, make("expert", simulations=8), Last()]
    seen = []
    for workers in (1, 2):
        env = BatchEnv(name, players=3, n=6, seed=3, workers=workers, bots=bots, turned=True)
        now = env.reset()
        learners = env.learners()
        assert learners.tolist() == [0, 2, 1, 0, 2, 1]
        told = []
        for _ in range(25):
            assert (now.seats == learners).all()
            assert now.masks.any(1).all()
            now = env.step(env.sample())
            told.append((env.rows.tobytes(), now.rewards.tobytes(), now.terminated.tobytes()))
        seen.append(told)
    assert seen[0] == seen[1], "the number of workers makes no difference"


def test_what_a_bot_that_searches_does_after_an_end_does_not_hide_the_end():
    env = BatchEnv("lutins", players=3, n=8, seed=1, workers=1, bots=["steady", None, None])
    now, ends = env.reset(), 0
    for _ in range(120):
        now = env.step(env.sample())
        ends += int(now.terminated.sum())
        assert (now.rewards.any(1) == now.terminated).all()
        assert (now.seats > 0).all()
    assert ends


@every_game
def test_the_last_observation_of_a_game_is_kept(name: str):
    env = BatchEnv(name, players=2, n=8, seed=2, workers=1, longest=200)
    plain, ends = env.reset(), 0
    scaled_env = BatchEnv(name, players=2, n=8, seed=2, workers=1, longest=200, normalised=True)
    scaled_env.reset()
    low, high = (end.astype(np.float32) for end in bounds(fields(name)))
    for _ in range(80):
        before = [env.position(number) for number in range(8)]
        dice = [streams_of(env, number) for number in range(8)]
        actors, actions = plain.seats.copy(), env.sample().copy()
        plain, other = env.step(actions), scaled_env.step(actions)
        for number in np.flatnonzero(plain.terminated | plain.truncated):
            position, own = before[number], dice[number]
            position.step(int(actions[number]))
            if plain.terminated[number]:
                to_decision(position, own)
                ends += 1
                assert position.turn is None
                seen = observed(position, int(actors[number]))
                assert (plain.final_observations[number] == seen).all()
            same = other.final_observations[number] * (high - low) + low
            assert np.allclose(same, plain.final_observations[number], atol=1e-3)
    assert ends or name in ("minivilles", "cities")


def streams_of(env: BatchEnv, number: int) -> Dice:
    """The dice of a game from here on."""
    dice = Dice(0, 0)
    dice.one, dice.two = (int(word) for word in env._streams[number, 0])
    return dice


@every_game
def test_a_narrow_list_of_legal_actions_makes_no_difference(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    wide = BatchEnv(name, players=3, n=40, seed=6, workers=1, bots=[None, None, "greedy"])
    monkeypatch.setattr(batch, "WIDEST", 8)
    narrow = BatchEnv(name, players=3, n=40, seed=6, workers=1, bots=[None, None, "greedy"])
    assert narrow.legals.nbytes < wide.legals.nbytes
    most = narrow.legals.shape[1]
    wide.reset(), narrow.reset()
    seen = 0
    for number in range(150):
        bot = "greedy" if number % 10 == 0 else "random"
        actions = wide.sample(bot).copy()
        assert (narrow.sample(bot) == actions).all()
        for one, other in zip(wide.step(actions), narrow.step(actions), strict=True):
            assert (one == other).all()
        seen = max(seen, int(wide.counts.max()))
    assert seen > most


@every_game
def test_a_batch_can_be_pickled_and_copied_in_the_middle_of_its_games(name: str):
    env = BatchEnv(name, players=2, n=9, seed=5, workers=2, bots=[None, "gentle"], turned=True)
    env.reset()
    for _ in range(20):
        env.step(env.sample())
    env.sample()
    for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert again.game == env.game
        twin = copy.deepcopy(env)
        for _ in range(20):
            actions = twin.sample().copy()
            assert (again.sample() == actions).all()
            for one, other in zip(twin.step(actions), again.step(actions), strict=True):
                assert (one == other).all()
            assert again.rows.tobytes() == twin.rows.tobytes()


def test_a_copy_keeps_components_and_options():
    box = Game("minivilles").components.text.replace("cost = 6", "cost = 5", 1)
    env = BatchEnv("minivilles", players=3, n=2, components=box, first="B", longest=50)
    again = pickle.loads(pickle.dumps(env))
    assert again.game == env.game != BatchEnv("minivilles", players=3, n=2, first="B").game
    assert again.bound == 50


def test_arrays_are_handed_over_without_a_copy():
    now = BatchEnv("minivilles", n=64, seed=1, workers=1, normalised=True).reset()
    for array in (now.observations, now.rewards, now.seats):
        assert np.from_dlpack(array).ctypes.data == array.ctypes.data


@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.int16, np.uint8])
def test_actions_of_any_whole_kind_are_read_as_they_are(kind: type[np.integer]):
    env = BatchEnv("minivilles", n=4, seed=1, workers=1)
    env.reset()
    twin = copy.deepcopy(env)
    actions = env.sample().copy()
    assert (env.step(actions.astype(kind)).observations == twin.step(actions).observations).all()


@pytest.mark.parametrize("wrong", [2**32, 2**63 - 1, -(2**32), 421])
def test_a_number_that_would_be_cut_to_an_action_is_refused(wrong: int):
    env = BatchEnv("minivilles", n=1, seed=1, workers=1)
    env.reset()
    with pytest.raises(IllegalAction, match="Game 0: "):
        env.step(np.array([wrong]))


def test_the_normalised_version_says_the_same_in_numbers_from_0_to_1():
    plain = BatchEnv("lutins", players=4, n=50, seed=4, workers=1)
    scaled = BatchEnv("lutins", players=4, n=50, seed=4, workers=1, normalised=True)
    low, high = bounds(fields("lutins"))
    plain.reset(), scaled.reset()
    for _ in range(60):
        actions = plain.sample()
        one, other = plain.step(actions), scaled.step(actions)
        assert other.observations.dtype == np.float32
        assert ((other.observations >= 0) & (other.observations <= 1)).all()
        back = other.observations * (high.astype(float) - low) + low
        assert np.allclose(back, one.observations, atol=1e-3)


@settings(max_examples=many(20), deadline=None)
@given(seed=st.integers(0, 2**64 - 1), other=st.integers(0, 2**64 - 1))
def test_a_seed_decides_the_games(seed: int, other: int):
    env = BatchEnv("minivilles", n=6, seed=seed, workers=1)
    first = [env.reset().observations.copy()]
    for _ in range(10):
        first.append(env.step(env.sample()).observations.copy())
    again = [env.reset(seed).observations.copy()]
    for _ in range(10):
        again.append(env.step(env.sample()).observations.copy())
    assert all((a == b).all() for a, b in zip(first, again, strict=True))
    if other != seed:
        env.reset(other)
        assert any((env.step(env.sample()).observations != b).any() for b in again[1:])


@settings(max_examples=many(30), deadline=None)
@given(action=st.integers(-(2**31), 2**31 - 1), number=st.integers(0, 3))
def test_an_action_that_is_not_legal_is_refused_and_no_game_is_changed(action: int, number: int):
    env = BatchEnv("cities", n=4, seed=1, workers=1)
    env.reset()
    actions = env.sample().copy()
    if 0 <= action < env.actions and env.now.masks[number, action]:
        return
    actions[number] = action
    before = env.rows.tobytes()
    with pytest.raises(IllegalAction, match=f"^Game {number}: "):
        env.step(actions)
    assert env.rows.tobytes() == before


def test_what_was_sampled_is_looked_at_again_once_it_is_changed_or_played():
    env = BatchEnv("minivilles", n=50, seed=1, workers=1)
    drawn = env.sample()
    drawn[2] = env.actions - 1  # one of Nature's
    with pytest.raises(IllegalAction, match=r"^Game 2: "):
        env.step(drawn)
    once = env.sample().copy()
    env.step(once)
    assert not env.now.masks[np.arange(50), once].all()
    with pytest.raises(IllegalAction):
        env.step(once)


def test_a_wrong_batch_is_refused_in_plain_words():
    env = BatchEnv("minivilles", n=3, workers=1)
    for wrong in ([1, 2], [[1, 2, 3]], [0.5, 1.0, 2.0], ["a", "b", "c"]):
        with pytest.raises(OptionError, match="Wanted 3 whole numbers"):
            env.step(wrong)
    for how in ({"n": 0}, {"n": 2.5}, {"workers": 0}, {"longest": -1}, {"seed": -1}):
        with pytest.raises(OptionError):
            BatchEnv("minivilles", **how)
    for bots in (["greedy", "greedy"], [None], "greedy", [None, "nobody"]):
        with pytest.raises(OptionError):
            BatchEnv("minivilles", players=2, bots=bots)


@pytest.mark.parametrize("name", games())
def test_bots_that_search_play_the_same_in_machine_code_and_in_python(name: str):
    """Games that end too, and seats that turn; several threads share no memory of searches."""
    few = make("expert", simulations=6)
    bots = [None, few, *["greedy"] * (Game(name).players - 2)]
    envs = [BatchEnv(name, n=6, seed=4, workers=2, bots=bots, turned=True) for _ in range(2)]
    assert envs[0]._searching is not None
    envs[1]._searching = None
    for env in envs:
        env.reset()
    for _ in range(60):
        for env in envs:
            env.step(env.sample("greedy"))
        for one, other in zip(envs[0]._state(), envs[1]._state(), strict=True):
            assert np.array_equal(one, other)

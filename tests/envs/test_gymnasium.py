"""Gymnasium's own check, for every game, number of players and option, and who plays the rest."""

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import faubourg.envs.gymnasium as town
from faubourg.bots.bot import make
from faubourg.core.errors import IllegalAction, OptionError
from faubourg.core.game import Game, games
from faubourg.envs.batch import BatchEnv
from tests.cases import DRAWN, VARIANTS
from tests.effort import LONG


def env_of(game: Game, **how: object) -> gymnasium.Env:
    return gymnasium.make(
        town.title(game.name), players=game.players, disable_env_checker=True, **how, **game.options
    )


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_check_env_has_nothing_to_say(game: Game):
    seat = VARIANTS.index(game) % game.players
    key = "observations" if seat == 2 else None
    env = env_of(game, seat=seat, bots="random", normalised=seat == 1, observation_key=key)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", games() if LONG else ["lutins"])
def test_check_env_has_nothing_to_say_of_pictures(name: str, capsys: pytest.CaptureFixture[str]):
    env = gymnasium.make(town.title(name), bots="random", disable_env_checker=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("game", DRAWN, ids=repr)
def test_the_checker_that_make_puts_around_an_environment_has_nothing_to_say(game: Game):
    env = gymnasium.make(town.title(game.name), players=game.players, bots="random", **game.options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _, info = env.reset(seed=1)
        for _ in range(3):
            *_, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
            if ended:  # a gnome of game 2 decides once in two games
                break


@pytest.mark.parametrize("name", games())
def test_the_registered_ids_play_whole_games_by_their_masks(name: str):
    env = gymnasium.make(town.title(name), bots="greedy", seat=1, disable_env_checker=True)
    seen, info = env.reset(seed=1)
    for seed in range(3):
        steps, ended = 0, False
        while not ended:
            assert env.observation_space.contains(seen)
            assert (env.unwrapped.action_masks() == info["action_mask"]).all()
            action = env.action_space.sample(info["action_mask"])
            seen, reward, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
            assert ended or reward == 0
            steps += 1
        assert -1 <= reward <= 1
        assert reward
        assert steps > 5
        seen, info = env.reset(seed=seed)


def test_the_ids_are_those_that_are_documented():
    ids = {id for id in gymnasium.registry if id.startswith("Faubourg/")}
    assert ids == {
        "Faubourg/Cities-v0",
        "Faubourg/Lutins-v0",
        "Faubourg/Minivilles-v0",
        "Faubourg/MyLittleTown-v0",
    }


def test_an_action_that_is_not_legal_is_a_step_without_effect_or_an_error_when_strict():
    env = gymnasium.make("Faubourg/Minivilles-v0", disable_env_checker=True)
    seen, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, truncated, told = env.step(wrong)
    assert (after == seen).all()
    assert (reward, terminated, truncated, told["illegal"]) == (0.0, False, False, True)
    assert (told["action_mask"] == info["action_mask"]).all()
    strict = gymnasium.make("Faubourg/Minivilles-v0", strict=True, disable_env_checker=True)
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(wrong)


def test_wrong_seats_and_bots_are_refused():
    for how in (
        {"seat": 2},
        {"seat": -1},
        {"seat": True},
        {"bots": ["greedy", "greedy"]},
        {"bots": "nobody"},
    ):
        with pytest.raises(OptionError):
            town.SeatEnv("minivilles", players=2, **how)


@pytest.mark.parametrize("wrong", [2.7, "2", None, True, [2], np.array([2, 3]), np.float32(1)])
def test_what_is_no_whole_number_is_never_played(wrong: object):
    env = town.SeatEnv("minivilles")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="whole numbers"):
        env.step(wrong)


def test_actions_are_taken_as_training_code_hands_them_over():
    for kind in (int, np.int64, np.uint8, np.array):
        env = town.SeatEnv("minivilles")
        _, info = env.reset(seed=1)
        *_, told = env.step(kind(int(np.argmax(info["action_mask"]))))
        assert "illegal" not in told


def test_a_learner_that_does_not_look_at_the_mask_is_stopped():
    env = town.SeatEnv("my_little_town")
    env.reset(seed=1)
    for _ in range(env.game.rules.BOUND):
        *_, truncated, told = env.step(env.game.actions - 1)
        assert told["illegal"]
        if truncated:
            break
    assert truncated
    env.reset(seed=1)
    assert not env.step(env.game.actions - 1)[3]
    short = town.SeatEnv("minivilles", longest=30)
    _, info = short.reset(seed=1)
    for _ in range(30):
        *_, terminated, truncated, info = short.step(int(np.argmax(info["action_mask"])))
        if truncated:
            break
    assert truncated
    assert not terminated


def test_the_learner_goes_round_the_table():
    env = town.SeatEnv("minivilles", players=3, seat=1, turned=True, bots=["greedy", "random"])
    seats = []
    for _ in range(5):
        env.reset()
        seats.append(env.seat)
        assert env.position.turn == env.seat
    assert seats == [1, 2, 0, 1, 2]
    env.reset(options={"seat": 0})
    assert env.position.turn == env.seat == 0
    first = env.reset(seed=7)[0]
    assert env.seat == 1
    assert (env.reset(seed=7)[0] == first).all(), "a seed gives the same game on the same seat"
    for wrong in (
        {"seat": 3},
        {"chair": 1},
        {"position": None},
        {"position": Game("cities").start()},
    ):
        with pytest.raises(OptionError):
            env.reset(options=wrong)


def test_a_game_can_begin_with_a_position():
    env = town.SeatEnv("cities", players=2, bots="random")
    _, info = env.reset(seed=3)
    for _ in range(10):
        *_, info = env.step(int(np.argmax(info["action_mask"])))
    middle = env.position
    fresh = town.SeatEnv("cities", players=2, bots="random")
    fresh.reset(seed=9, options={"position": middle})
    assert fresh.position == middle


@pytest.mark.parametrize(
    "bot", ["steady", make("expert", simulations=20)], ids=["steady", "expert"]
)
def test_bots_that_search_play_the_other_seats(bot: object):
    env = town.SeatEnv("minivilles", players=2, bots=bot)
    played = []
    for _ in range(2):
        _, info = env.reset(seed=4)
        ended, moves = False, []
        while not ended:
            action = int(np.argmax(info["action_mask"]))
            *_, reward, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
            moves.append(env.position.to_bytes())
        played.append(moves)
    assert reward == -1, "the first legal action is no match for it"
    assert played[0] == played[1], "the same seed gives the same game"


@pytest.mark.parametrize("name", games())
def test_an_environment_can_be_pickled_and_copied_in_the_middle_of_a_game(name: str):
    env = gymnasium.make(town.title(name), disable_env_checker=True)
    _, info = env.reset(seed=1)
    for _ in range(6):
        *_, info = env.step(env.action_space.sample(info["action_mask"]))
    one, other = pickle.loads(pickle.dumps(env)), copy.deepcopy(env)
    for _ in range(6):
        action = int(np.flatnonzero(info["action_mask"])[-1])
        seen, *_, info = env.step(action)
        for again in (one, other):
            told, *_ = again.step(action)
            assert (told == seen).all()
            assert again.unwrapped.position == env.unwrapped.position


@pytest.mark.parametrize("name", games())
def test_many_games_at_once_are_those_of_the_batch(name: str):
    env = gymnasium.make_vec(town.title(name), num_envs=8, players=3, turned=True, bots="random")
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert isinstance(env.unwrapped, town.VectorSeatEnv)
    batch = BatchEnv(name, 3, 8, bots=[None, "random", "random"], turned=True, workers=1)
    seen, infos = env.reset(seed=5)
    now, games_, ends = batch.reset(5), np.arange(8), 0
    for _ in range(150):
        assert env.observation_space.contains(seen)
        assert (seen == now.observations).all()
        assert (infos["action_mask"] == now.masks).all()
        assert (env.unwrapped.seats == now.seats).all()
        actions = batch.sample()
        kept = seen
        old = kept.copy()
        seen, rewards, terminated, truncated, infos = env.step(actions.astype(np.int64))
        assert (kept == old).all(), "what was given stays as it was"
        learners = batch.learners()
        now = batch.step(actions)
        assert (rewards == now.rewards[games_, learners]).all()
        assert (terminated == now.terminated).all()
        assert (truncated == now.truncated).all()
        if terminated.any():
            ends += 1
            assert (infos["_final_obs"] == terminated).all()
            final = infos["final_obs"][terminated]
            assert (final == now.final_observations[terminated]).all()
    assert ends or name == "minivilles"
    env.close()


@pytest.mark.parametrize("normalised", [False, True])
def test_what_many_games_returned_stays_as_it_was_however_long_it_is_kept(normalised: bool):
    env = gymnasium.make_vec(
        "Faubourg/Lutins-v0", num_envs=8, players=3, bots="random", normalised=normalised
    )
    other = town.VectorSeatEnv(
        "lutins", 8, players=3, bots="random", normalised=normalised, copy=False
    )
    kept, copies, ends = [], [], 0
    told, theirs = env.reset(seed=2), other.reset(seed=2)
    for number in range(60):
        if number % 3:  # some are kept for ever, some only till the next step
            kept.append(told)
        copies.append(copy.deepcopy(theirs))
        assert_same(told, theirs)
        actions = env.unwrapped.sample()
        told, theirs = env.step(actions), other.step(actions)
        ends += "final_obs" in theirs[-1]
        if number == 40:
            env = pickle.loads(pickle.dumps(env.unwrapped))
    assert ends
    copies = [one for number, one in enumerate(copies) if number % 3]
    for one, was in zip(kept, copies, strict=True):
        assert_same(one, was)


def assert_same(told: tuple, wanted: tuple) -> None:
    """What two environments returned; last observations only of games that have ended."""
    *arrays, infos = told
    *their_arrays, their_infos = wanted
    for one, other in zip(arrays, their_arrays, strict=True):
        assert (one == other).all()
    assert sorted(infos) == sorted(their_infos)
    assert (infos["action_mask"] == their_infos["action_mask"]).all()
    ended = infos.get("_final_obs", np.zeros(0, bool))
    for game in np.flatnonzero(ended):
        assert (infos["final_obs"][game] == their_infos["final_obs"][game]).all()


def test_arrays_of_many_games_are_used_again_once_nobody_holds_them():
    env = town.VectorSeatEnv("minivilles", 16, bots="random")
    seen, infos = env.reset(seed=1)
    places = set()
    for _ in range(10):
        seen, *_, infos = env.step(env.sample())
        places.add((seen.ctypes.data, infos["action_mask"].ctypes.data))
    assert len(places) == 2
    first = seen[0]  # a view of a part is enough to keep it
    was = first.copy()
    for _ in range(4):
        env.step(env.sample())
    assert (first == was).all()


@pytest.mark.parametrize(
    "how", [{}, {"normalised": True, "copy": False}, {"bots": make("expert", simulations=2)}]
)
def test_max_episode_steps_truncates_many_games_as_it_does_one(how: dict[str, object]):
    how = {"players": 2, "bots": "random"} | how
    env = gymnasium.make_vec("Faubourg/Minivilles-v0", num_envs=6, max_episode_steps=7, **how)
    free = gymnasium.make_vec("Faubourg/Minivilles-v0", num_envs=6, **how)
    env.reset(seed=1), free.reset(seed=1)
    for number in range(1, 22):
        actions = env.unwrapped.sample()
        seen, rewards, terminated, truncated, infos = env.step(actions)
        assert truncated.tolist() == [number % 7 == 0] * 6
        assert not terminated.any()
        assert not rewards.any()
        assert infos["action_mask"].any(axis=1).all()
        if number <= 7:
            wanted, *_ = free.step(actions)
        if number == 7:
            assert (infos["final_obs"] == wanted).all(), "what would be seen without a limit"
            assert not (seen == wanted).all()
    one = gymnasium.make("Faubourg/Minivilles-v0", max_episode_steps=7, disable_env_checker=True)
    _, info = one.reset(seed=1)
    cuts = []
    for _ in range(7):
        *_, truncated, info = one.step(one.action_space.sample(info["action_mask"]))
        cuts.append(truncated)
    assert cuts == [False] * 6 + [True]


def test_an_action_is_not_legal_because_somebody_wrote_so_into_a_mask():
    env = town.VectorSeatEnv("minivilles", 4, bots="random")
    _, infos = env.reset(seed=1)
    wrong = int(np.flatnonzero(infos["action_mask"][2] == 0)[0])
    infos["action_mask"][2, wrong] = 1
    actions = env.sample()
    actions[2] = wrong
    with pytest.raises(IllegalAction, match=r"^Game 2: "):
        env.step(actions)


def test_gymnasiums_own_wrappers_take_many_games_at_once():
    env = gymnasium.make_vec("Faubourg/Lutins-v0", num_envs=16, bots="random", copy=False)
    env = RecordEpisodeStatistics(env)
    env.reset(seed=1)
    ends = 0
    for _ in range(60):
        *_, infos = env.step(env.unwrapped.sample())
        ends += int(np.sum(infos.get("_episode", 0)))
    assert ends
    assert len(env.return_queue) == ends
    with pytest.raises(OptionError):
        env.reset(options={"seat": 1})
    with pytest.raises(IllegalAction):
        env.step(np.full(16, env.unwrapped.game.actions - 1))


def test_pixels_are_a_picture_of_always_the_same_size():
    env = gymnasium.make(
        "Faubourg/Minivilles-v0", render_mode="rgb_array", disable_env_checker=True
    )
    env.reset(seed=1)
    first = env.render()
    assert first.dtype == np.uint8
    env.step(int(np.argmax(env.unwrapped.action_masks())))
    assert env.render().shape == first.shape
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 50
    many = gymnasium.make_vec("Faubourg/Minivilles-v0", num_envs=2, render_mode="rgb_array")
    many.reset(seed=1)
    assert [frame.shape for frame in many.render()] == [first.shape] * 2


def test_people_see_the_table_in_the_terminal(capsys: pytest.CaptureFixture[str]):
    env = town.SeatEnv("lutins", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert "player_0" in capsys.readouterr().out

"""PettingZoo's own tests, for every game, number of players and option, without a warning."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.state_test import state_test

from faubourg.core.errors import IllegalAction, OptionError
from faubourg.core.game import Game, games
from faubourg.envs import pettingzoo
from tests.cases import DRAWN, VARIANTS
from tests.effort import LONG


def env_of(game: Game, **how: object) -> pettingzoo.TownEnv:
    return pettingzoo.env(game.name, players=game.players, **how, **game.options)


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_the_api_and_seed_tests_have_nothing_to_say(game: Game, capsys: pytest.CaptureFixture[str]):
    """With the mask in `infos`. Warnings are errors, here and everywhere."""
    api_test(env_of(game, normalised=game.players == 3, observation_key=None), num_cycles=15)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: env_of(game, observation_key=None), num_cycles=12)


@pytest.mark.parametrize("game", DRAWN, ids=repr)
def test_with_the_mask_beside_the_observation_it_says_only_that_a_dict_is_no_array(game: Game):
    """Of its own classics, which have the same dict, it does not say so: it knows their names."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        api_test(env_of(game), num_cycles=15)
    assert {str(warning.message).split(" probably")[0] for warning in found} == {
        "Observation is not a NumPy array",
        "Observation space for each agent",
    }


@pytest.mark.parametrize("game", DRAWN, ids=repr)
def test_the_state_and_parallel_tests_have_nothing_to_say(game: Game):
    how = {"observation_key": None, "strict": False, **game.options}
    state_test(
        env_of(game, observation_key=None, strict=False),
        pettingzoo.parallel_env(game.name, game.players, **how),
        num_cycles=15,
    )
    parallel_api_test(pettingzoo.parallel_env(game.name, game.players, **how), num_cycles=20)


@pytest.mark.parametrize("name", games() if LONG else ["lutins"])
def test_the_render_test_has_nothing_to_say(name: str):
    tests = {"svg": lambda shown: shown.startswith("<svg")}
    render_test(lambda render_mode: pettingzoo.env(name, render_mode=render_mode), tests)


@pytest.mark.parametrize("name", games())
def test_all_agents_can_be_stepped_at_once(name: str):
    game = pettingzoo.parallel_env(name, players=2)
    seen, infos = game.reset(seed=1)
    chooser, steps = np.random.default_rng(1), 0
    while game.agents:
        active = infos[game.agents[0]]["active_agent"]
        legal = np.flatnonzero(seen[active]["action_mask"])
        actions = dict.fromkeys(game.agents) | {active: int(chooser.choice(legal))}
        seen, rewards, _, _, infos = game.step(actions)
        steps += 1
    assert steps > 10
    assert any(rewards.values())


def test_agents_that_do_not_look_at_the_mask_are_stopped():
    env = pettingzoo.env("minivilles", players=2, strict=False, longest=50, observation_key=None)
    env.reset(seed=1)
    before = env.state().tobytes()
    env.step(env.game.actions - 1)
    assert env.state().tobytes() == before
    assert any(info.get("illegal") for info in env.infos.values())
    steps = 1
    while not any(env.truncations.values()):
        env.step(env.game.actions - 1)
        steps += 1
    assert steps < 50
    assert not any(env.terminations.values())


def test_a_game_can_begin_with_a_position():
    env = pettingzoo.env("cities", players=2)
    env.reset(seed=1)
    for _ in range(8):
        env.step(int(np.argmax(env.observe(env.agent_selection)["action_mask"])))
    position = env._single.position
    again = pettingzoo.env("cities", players=2)
    again.reset(seed=2, options={"position": position})
    assert (again.state() == env.state()).all()
    with pytest.raises(OptionError):
        again.reset(options={"position": "here"})


@pytest.mark.parametrize("name", games())
def test_a_whole_game_ends_with_the_rewards_of_its_outcome(name: str):
    env = pettingzoo.env(name, players=3)
    env.reset(seed=3)
    chooser, total, steps = np.random.default_rng(1), {}, 0
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            total[agent] = reward
            assert not seen["action_mask"].any()
            env.step(None)
            continue
        others = [other for other in env.agents if other != agent]
        assert not any(env.observe(other)["action_mask"].any() for other in others)
        assert env.observation_space(agent).contains(seen)
        env.step(int(chooser.choice(np.flatnonzero(seen["action_mask"]))))
        steps += 1
    assert steps > 20
    assert env.agents == []
    assert sorted(total) == ["player_0", "player_1", "player_2"]
    together = name == "lutins"
    assert abs(sum(total.values())) == pytest.approx(3.0 if together else 0.0, abs=1e-6)


def test_an_action_that_is_not_legal_says_why_and_changes_nothing():
    env = pettingzoo.env("minivilles", players=2, first="A")
    with pytest.raises(IllegalAction, match="has begun"):
        env.step(0)
    env.reset(seed=1)
    before = env.state().tobytes()
    for wrong in (400, -1, 421, None, True, "build bakery", 2.5):
        with pytest.raises(IllegalAction):
            env.step(wrong)
    assert env.state().tobytes() == before


def test_an_environment_travels_between_processes():
    env = pettingzoo.env("lutins", players=3, game="gnome", gnome="C")
    env.reset(seed=9)
    for _ in range(5):
        env.step(int(np.argmax(env.observe(env.agent_selection)["action_mask"])))
    for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        twin = copy.deepcopy(env)
        assert again.game == env.game
        while twin.agents and not any(twin.terminations.values()):
            assert again.agent_selection == twin.agent_selection
            assert (again.state() == twin.state()).all()
            action = int(np.argmax(twin.observe(twin.agent_selection)["action_mask"]))
            again.step(action), twin.step(action)
        assert again.rewards == twin.rewards


def test_wrong_options_are_refused_with_what_is_allowed():
    with pytest.raises(OptionError, match="allowed: 2 to 5"):
        pettingzoo.env("minivilles", players=9)
    with pytest.raises(OptionError, match="allowed: ansi, svg, rgb_array, human"):
        pettingzoo.env("minivilles", render_mode="film")

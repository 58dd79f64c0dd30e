"""OpenSpiel's own DQN, policy gradient and MCTS play Minivilles for two, by its registered name.

    python examples/openspiel_agents.py --agent dqn --minutes 3 --out build/openspiel-dqn
    python examples/openspiel_agents.py --agent pg --minutes 3 --out build/openspiel-pg
    python examples/openspiel_agents.py --agent mcts

DQN and A2C learn against random play, in changing seats. MCTS does not learn: it is shown with some
numbers of simulations, its playouts done by Faubourg's kernels.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import torch
from curve import EXAM, Curve, Point, Policy, arguments
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.pytorch.dqn import DQN
from open_spiel.python.pytorch.policy_gradient import PolicyGradient

from faubourg.envs.openspiel import PlayoutEvaluator
from faubourg.lab.intervals import wilson

GAME = "faubourg_minivilles"
DQN_AGENT, PG_AGENT, MCTS_AGENT = "dqn", "pg", "mcts"
TITLES = {DQN_AGENT: "DQN (OpenSpiel)", PG_AGENT: "A2C (OpenSpiel)"}


def make_agent(kind: str, size: int, actions: int, seed: int) -> Any:
    if kind == DQN_AGENT:
        return DQN(
            0, size, actions, hidden_layers_sizes=(128,), batch_size=128, learning_rate=5e-4,
            learn_every=4, update_target_network_every=200, min_buffer_size_to_learn=1_000,
            replay_buffer_capacity=50_000, discount_factor=0.98, epsilon_start=1.0,
            epsilon_end=0.1, epsilon_decay_duration=10_000, epsilon_decay_schedule_str="linear",
            optimizer_str="adam", loss_str="huber", gradient_clipping=10.0, seed=seed,
        )  # fmt: skip
    return PolicyGradient(
        0, size, actions, loss_str="a2c", hidden_layers_sizes=(128,), batch_size=1024,
        critic_learning_rate=1e-3, pi_learning_rate=2e-3, entropy_cost=0.0,
        num_critic_before_pi=1, additional_discount_factor=0.98, optimizer_str="adam",
    )  # fmt: skip


def best_action(agent: Any) -> Policy:
    network = agent._q_network if isinstance(agent, DQN) else agent.policy_logits_network

    def policy(observations, masks):
        with torch.no_grad():
            scores = network(torch.from_numpy(observations))
        return scores.masked_fill(~torch.from_numpy(masks), -torch.inf).argmax(1)

    return policy


def play(env: rl_environment.Environment, agent: Any, chooser: np.random.RandomState) -> int:
    """One game of the agent's against random play; how often it decided."""
    now, decisions = env.reset(), 0
    while not now.last():
        legal = now.observations["legal_actions"][now.current_player()]
        if now.current_player() != agent.player_id:
            chosen = chooser.choice(legal)
        elif len(legal) == 1:  # nothing to learn from, and the reward is fewer steps away
            chosen = legal[0]
        else:
            chosen = agent.step(now).action
            decisions += 1
        now = env.step([chosen])
    agent.step(now)
    return decisions


def train(
    out: Path, minutes: float, seed: int = 1, kind: str = DQN_AGENT, lesson: int = 50,
    exam: int = EXAM,
) -> list[Point]:  # fmt: skip
    """Lessons of so many games each, and an examination after each."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    np.random.seed(seed)  # the generator that OpenSpiel's agents draw from
    env = rl_environment.Environment(pyspiel.load_game(GAME))
    size = env.observation_spec()["info_state"][0]
    agent = make_agent(kind, size, env.action_spec()["num_actions"], seed)
    curve = Curve(out, TITLES[kind], minutes, games=exam)
    chooser, steps, games = np.random.RandomState(seed), 0, 0
    while curve.add(steps, best_action(agent)):
        for _ in range(lesson):
            agent.player_id = games % 2
            steps += play(env, agent, chooser)
            games += 1
    return curve.points


def search(simulations: Sequence[int] = (2, 8, 32), games: int = 20, seed: int = 1) -> str:
    """Games that MCTS wins against random play, by simulations a move, as Markdown."""
    game = pyspiel.load_game(GAME)
    lines = ["| simulations a move | games won | seconds a move |", "|---|---|---|"]
    for count in simulations:
        chooser = np.random.RandomState(seed)
        playouts = PlayoutEvaluator(bot="greedy", seed=seed)
        bot = mcts.MCTSBot(game, 1.4, count, playouts, random_state=chooser)
        others = [uniform_random.UniformRandomBot(seat, chooser) for seat in range(2)]
        won, moves, clock = 0, 0, time.perf_counter()
        for number in range(games):
            state, seat = game.new_initial_state(), number % 2
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(int(chooser.choice(actions, p=chances)))
                elif state.current_player() == seat:
                    state.apply_action(bot.step(state))
                    moves += 1
                else:
                    state.apply_action(others[1 - seat].step(state))
            won += state.returns()[seat] > 0
        low, high = wilson(won, games)
        seconds = (time.perf_counter() - clock) / moves
        lines.append(f"| {count} | {won} of {games} ({low:.0%} to {high:.0%}) | {seconds:.3f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    told = arguments(__doc__, "openspiel", agent=(str, DQN_AGENT, "dqn, pg or mcts"))
    if told.agent == MCTS_AGENT:
        print(search(seed=told.seed))
    else:
        train(told.out, told.minutes, told.seed, told.agent)

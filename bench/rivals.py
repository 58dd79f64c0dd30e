"""What researchers use today, in the loops that its own documentation shows: PettingZoo's
`connect_four` and OpenSpiel's `backgammon`, both from Python."""

import random
import sys
import time
import types
from typing import Any

import numpy as np


def connect_four() -> Any:
    """As PettingZoo's `env()` makes it, wrappers included. Its module wants pygame, which it only
    draws with: an empty stand-in is enough here."""
    try:
        import pygame  # noqa: F401
    except ModuleNotFoundError:
        sys.modules["pygame"] = types.ModuleType("pygame")
    from pettingzoo.classic.connect_four.connect_four import env

    return env()


def aec_steps(env: Any, seconds: float) -> float:
    """Decisions for a second of processor time in the AEC loop, with actions drawn by the mask."""
    steps, seed, started = 0, 0, time.process_time()
    while time.process_time() - started < seconds:
        env.reset(seed=seed)
        seed += 1
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            action = None
            if not (terminated or truncated):
                action = env.action_space(agent).sample(observation["action_mask"])
                steps += 1
            env.step(action)
    return steps / (time.process_time() - started)


def backgammon_steps(seconds: float) -> float:
    """The same of OpenSpiel's backgammon, with observations and masks."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    chooser = np.random.RandomState(1)
    steps, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choice(outcomes, p=chances))
                continue
            state.observation_tensor()
            state.legal_actions_mask()
            state.apply_action(chooser.choice(state.legal_actions()))
            steps += 1
    return steps / (time.process_time() - started)


def backgammon_moves(seconds: float) -> float:
    """Moves for a second of processor time of OpenSpiel's backgammon, the dice included, with
    nothing but what choosing at random needs."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    chooser = random.Random(1)
    moves, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choices(outcomes, chances)[0])
            else:
                ids = state.legal_actions()
                state.apply_action(ids[int(chooser.random() * len(ids))])
            moves += 1
    return moves / (time.process_time() - started)

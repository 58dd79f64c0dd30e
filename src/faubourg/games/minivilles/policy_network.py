"""A policy network for Minivilles: which card or landmark a search would build, or none, by the
features of the value network. The weights (`scripts/train_values.py`) are for the printed box."""

from pathlib import Path

import numpy as np

from faubourg.core.contract import Box, Floats, Ints, Row
from faubourg.gamekit.network import activate, load_weights
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles.value_network import (
    FEATURES,
    KINDS,
    LANDMARKS,
    PER_SEAT,
    PLAYERS,
    TABLE,
    write_features,
)
from faubourg.kernels.compile import inlined, kernel

OUTPUTS = 1 + KINDS + LANDMARKS  # to build nothing, a card, a landmark
NO_OUTPUT = -1

FILE = Path(__file__).with_name("policy_network.npz")
HIDDEN_WEIGHTS, OUTPUT_WEIGHTS = load_weights(FILE, FEATURES, PLAYERS, OUTPUTS)
IS_LEARNED = np.array([weights.any() for weights in HIDDEN_WEIGHTS])  # by number of players
BY_OUTPUT = np.ascontiguousarray(OUTPUT_WEIGHTS.transpose(0, 2, 1))  # weights of one side by side


@inlined
def output_of(action: int) -> int:
    """The output that stands for an action."""
    code = act.code_of(action)
    if code == act.PASS:
        return 0
    if act.BUILD <= code < act.BUILD + KINDS:
        return 1 + code - act.BUILD
    if act.LANDMARK <= code < act.LANDMARK + LANDMARKS:
        return 1 + KINDS + code - act.LANDMARK
    return NO_OUTPUT


@kernel
def policy(box: Box, row: Row, actions: Ints, n: int, scores: Floats) -> bool:
    if not IS_LEARNED[row.players]:
        return False
    for i in range(n):
        if output_of(actions[i]) == NO_OUTPUT:
            return False
    features = np.zeros(TABLE + row.players * PER_SEAT, np.float32)
    write_features(box, row, features)
    units = HIDDEN_WEIGHTS.shape[2]
    hidden = np.empty(units, np.float32)
    activate(HIDDEN_WEIGHTS[row.players], features, hidden)
    for i in range(n):
        weights = BY_OUTPUT[row.players, output_of(actions[i])]
        score = weights[units]
        for unit in range(units):
            score += weights[unit] * hidden[unit]
        scores[i] = score
    return True

"""PyTorch and JAX take over the arrays of a batch by DLPack: the same memory, no copy."""

import jax
import numpy as np
import pytest
import torch

from faubourg.core.game import games
from faubourg.envs.batch import BatchEnv


@pytest.fixture(params=[(name, scaled) for name in games() for scaled in (False, True)], ids=str)
def env(request: pytest.FixtureRequest) -> BatchEnv:
    name, scaled = request.param
    made = BatchEnv(name, players=3, n=5, seed=1, workers=1, normalised=scaled)
    made.reset()
    return made


def test_pytorch_reads_the_same_memory(env: BatchEnv):
    tensors = {name: torch.from_dlpack(array) for name, array in env.now._asdict().items()}
    for name, array in env.now._asdict().items():
        assert tensors[name].data_ptr() == array.ctypes.data, name
    before = tensors["observations"].clone()
    env.step(env.sample())
    assert not torch.equal(tensors["observations"], before), "the next step is seen at once"
    assert (tensors["masks"].numpy() == env.now.masks).all()


def test_jax_reads_the_same_memory(env: BatchEnv):
    env.step(env.sample())
    arrays = {**env.now._asdict(), "masks": env.padded_masks}
    for name, array in arrays.items():
        taken = jax.numpy.from_dlpack(array, copy=False)
        assert taken.unsafe_buffer_pointer() == array.ctypes.data, name
        assert (np.asarray(taken) == array).all()
    assert (arrays["masks"][:, : env.actions] == env.now.masks).all()
    assert not arrays["masks"][:, env.actions :].any()


def test_actions_come_back_from_both(env: BatchEnv):
    masks = torch.from_dlpack(env.now.masks)
    env.step(torch.multinomial(masks.float(), 1).squeeze(1))
    padded = jax.numpy.from_dlpack(env.padded_masks, copy=False)
    env.step(jax.numpy.argmax(padded[:, : env.actions], axis=1))

"""TorchRL's PPO with a masked distribution learns Minivilles for two.

    python examples/torchrl_ppo.py --minutes 3 --out build/torchrl

The environment is Gymnasium's, with the mask beside the observation (`observation_key=`); the actor
draws from TorchRL's `MaskedCategorical`.
"""

from pathlib import Path

import gymnasium
import torch
from curve import EXAM, Curve, Point, Policy, arguments
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.envs import DTypeCastTransform, GymWrapper, SerialEnv, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import faubourg.envs.gymnasium as town

HIDDEN = 128
MASK = "action_mask"


def make_env() -> TransformedEnv:
    seat = gymnasium.make(
        town.title("minivilles"), players=2, bots="random", turned=True, normalised=True,
        observation_key="observation", disable_env_checker=True,
    )  # fmt: skip
    env = GymWrapper(seat, categorical_action_encoding=True)
    return TransformedEnv(env, DTypeCastTransform(torch.int8, torch.bool, in_keys=[MASK]))


def network(inputs: int, outputs: int) -> nn.Module:
    return nn.Sequential(nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, outputs))


def best_action(logits: nn.Module) -> Policy:
    def policy(observations, masks):
        with torch.no_grad():
            scores = logits(torch.from_numpy(observations))
        return scores.masked_fill(~torch.from_numpy(masks), -torch.inf).argmax(1)

    return policy


def train(
    out: Path, minutes: float, seed: int = 1, games: int = 16, steps: int = 64, exam: int = EXAM
) -> list[Point]:
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    env = SerialEnv(games, make_env)
    env.set_seed(seed)
    size, actions = env.observation_spec["observation"].shape[-1], env.action_spec.space.n
    logits = network(size, actions)
    actor = ProbabilisticActor(
        TensorDictModule(logits, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": MASK},
        spec=env.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(network(size, 1), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimiser = torch.optim.Adam(loss.parameters(), lr=1e-3)
    curve = Curve(out, "PPO (TorchRL)", minutes, games=exam)
    played, now = 0, env.reset()
    while curve.add(played, best_action(logits)):
        with torch.no_grad():
            lesson = env.rollout(
                steps, actor, break_when_any_done=False, tensordict=now, auto_reset=False
            )
            now = env.step_mdp(lesson[:, -1])
            advantage(lesson)
        flat = lesson.reshape(-1)
        played += len(flat)
        for _ in range(4):
            for part in torch.randperm(len(flat)).split(256):
                found = loss(flat[part])
                total = found["loss_objective"] + found["loss_critic"] + found["loss_entropy"]
                optimiser.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimiser.step()
    env.close()
    return curve.points


if __name__ == "__main__":
    told = arguments(__doc__, "torchrl")
    train(told.out, told.minutes, told.seed)

"""Self-play against a league of past selves, on the batch environment, with PyTorch.

    python examples/league.py --minutes 8 --out build/league
    python examples/league.py --minutes 30 --game cities --players 3 --imitate 10 --out build/cities

256 games of Minivilles for two at once, or of another game. The learner has one seat of each; the
others are played by itself or by one of its past selves, drawn anew for each game. PPO learns from
what the learner decides; after every few lessons a copy of it joins the league. No bot is imitated
and none is played against, but for the examinations against greedy. With `--imitate 10` the first
ten lessons clone what greedy does (behavioural cloning), which spares most of the time.
"""

import copy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from curve import EXAM, Curve, Point, Policy, arguments
from torch import nn

from faubourg.core.game import Game
from faubourg.envs.batch import BatchEnv

GAMES, STEPS = 256, 64  # games at once, and steps of each between two lessons
HIDDEN = 128
LAMBDA, CLIP, ENTROPY, WORTH, RATE = 0.95, 0.2, 0.01, 0.5, 1e-3
PASSES, PIECE = 2, 4096
MEMBERS = 8  # of the league; the oldest leaves
JOIN = 5  # lessons until a copy joins
ITSELF = 0.5  # how often the learner plays against itself as it is now
STRAY = 0.1  # how often a game in which greedy is imitated leaves its ways
EVERY = 5  # lessons between two examinations

Lesson = dict[str, torch.Tensor]


class Network(nn.Module):
    """Observations to logits of all actions and the worth of the position."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.torso = nn.Sequential(nn.Linear(size, HIDDEN), nn.ReLU())
        self.logits, self.worth = nn.Linear(HIDDEN, actions), nn.Linear(HIDDEN, 1)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[Any, torch.Tensor]:
        inner = self.torso(seen)
        logits = self.logits(inner).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits), self.worth(inner).squeeze(-1)


class League:
    """Games between the learner and members of the league; which member sits in which game."""

    def __init__(self, game: Game, games: int, seed: int) -> None:
        self.env = BatchEnv(game.name, game.players, games, seed, normalised=True)
        now = self.env.reset()
        # The environment's own memory: no copy is made, and every step is seen here at once.
        self.seen, self.masks = (torch.from_dlpack(a) for a in (now.observations, now.masks))
        self.learner = Network(self.env.size, self.env.actions)
        self.members: list[Network] = []
        self.seats = np.arange(games) % game.players  # the learner's
        self.rivals = np.full(games, -1)  # -1 is the learner itself
        self.generator = np.random.default_rng(seed)

    def join(self) -> None:
        """A copy of the learner becomes a member. Where the oldest leaves, the next takes over."""
        self.members = [*self.members, copy.deepcopy(self.learner)][-MEMBERS:]

    def draw_rivals(self, games: Any) -> None:
        """New rivals for games that begin."""
        others = self.generator.integers(0, max(1, len(self.members)), len(games))
        itself = self.generator.random(len(games)) < ITSELF
        self.rivals[games] = np.where(itself | (not self.members), -1, others)

    @torch.no_grad()
    def choose(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """An action of whoever is to act in each game, and what the learner thinks of it."""
        chances, worths = self.learner(self.seen, self.masks)
        actions = chances.sample()
        theirs = self.env.now.seats != self.seats
        for number, member in enumerate(self.members):
            games = torch.from_numpy(np.flatnonzero(theirs & (self.rivals == number)))
            if len(games):
                actions[games] = member(self.seen[games], self.masks[games])[0].sample()
        return actions, chances.log_prob(actions), worths

    def imitate(self, own: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What greedy would do in each game, and what is played: mostly the same."""
        shown = torch.from_numpy(self.env.sample("greedy").astype(np.int64))
        strays = torch.from_numpy(self.generator.random(self.env.n) < STRAY)
        return shown, torch.where(strays, own, shown)

    def play(self, imitate: bool = False) -> Lesson:
        """The learner's decisions in some steps of all games, with what came of them; or what
        greedy would have decided."""
        env, now, games = self.env, self.env.now, np.arange(self.env.n)
        kept: dict[str, list[Any]] = {name: [] for name in ("seen", "masks", "action", "log")}
        mine, worths, rewards, ends = (np.zeros((STEPS, env.n), np.float32) for _ in range(4))
        for step in range(STEPS):
            actions, log, worth = self.choose()
            played = actions
            if imitate:
                actions, played = self.imitate(actions)
            mine[step], worths[step] = now.seats == self.seats, worth
            for name, array in zip(kept, (self.seen, self.masks, actions, log), strict=True):
                kept[name].append(array.clone())
            env.step(played)
            rewards[step] = now.rewards[games, self.seats]
            ends[step] = now.terminated | now.truncated
            self.draw_rivals(np.flatnonzero(ends[step]))
        gains, known = advantages(mine, worths, rewards, ends)
        chosen = torch.from_numpy((mine * known).astype(bool))
        lesson = {name: torch.stack(arrays)[chosen] for name, arrays in kept.items()}
        gain = torch.from_numpy(gains)[chosen]
        lesson["return"] = gain + torch.from_numpy(worths)[chosen]
        lesson["gain"] = (gain - gain.mean()) / (gain.std() + 1e-8)
        return lesson


def advantages(mine: Any, worths: Any, rewards: Any, ends: Any) -> tuple[Any, Any]:
    """Generalised advantage estimates of the learner's decisions, between which others decide; and
    of which they are known: the last decision of a game that is not over yet has none."""
    gains, known = np.zeros_like(worths), np.zeros_like(worths)
    games = mine.shape[1]
    # Since the learner's next decision or the end: its worth, its advantage, the rewards till then.
    ahead, gain, reward = (np.zeros(games, np.float32) for _ in range(3))
    is_known = np.zeros(games, bool)
    for step in reversed(range(len(mine))):
        over = ends[step] > 0
        ahead, gain = np.where(over, 0, ahead), np.where(over, 0, gain)
        reward, is_known = np.where(over, rewards[step], reward), is_known | over
        acts = mine[step] > 0
        here = reward + ahead - worths[step] + LAMBDA * gain
        gains[step], known[step] = np.where(acts, here, 0), acts & is_known
        gain = np.where(acts, np.where(is_known, here, 0), gain)
        ahead, reward = np.where(acts, worths[step], ahead), np.where(acts, 0, reward)
        is_known = is_known | acts
    return gains.astype(np.float32), known


def study(
    network: Network, optimiser: torch.optim.Optimizer, lesson: Lesson, imitate: bool = False
) -> None:
    """PPO's clipped steps over a lesson, in pieces of it in any order; or steps that make what was
    shown more likely."""
    count = len(lesson["action"])
    for _ in range(PASSES):
        for part in torch.randperm(count).split(PIECE):
            chances, worth = network(lesson["seen"][part], lesson["masks"][part])
            won = chances.log_prob(lesson["action"][part])
            if not imitate:
                ratio = (won - lesson["log"][part]).exp()
                gain = lesson["gain"][part]
                won = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            miss = (worth - lesson["return"][part]) ** 2
            loss = (WORTH * miss - won - ENTROPY * chances.entropy()).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def best_action(network: Network) -> Policy:
    def policy(observations, masks):
        with torch.no_grad():
            chances, _ = network(torch.from_numpy(observations), torch.from_numpy(masks))
        return chances.logits.argmax(1)

    return policy


def load(file: Path) -> tuple[Game, Policy]:
    """A game and the policy that was learned for it."""
    saved = torch.load(file)
    network = Network(*saved["sizes"])
    network.load_state_dict(saved["weights"])
    return Game(saved["game"], players=saved["players"]), best_action(network)


def train(
    out: Path,
    minutes: float,
    seed: int = 1,
    game: Game | None = None,
    games: int = GAMES,
    exam: int = EXAM,
    imitated: int = 0,
) -> list[Point]:
    """Lessons for so many minutes, of which the first few may imitate greedy."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    game = game or Game("minivilles", players=2)
    league = League(game, games, seed)
    optimiser = torch.optim.Adam(league.learner.parameters(), lr=RATE)
    curve = Curve(out, "PPO in a league of past selves", minutes, "greedy", exam, game)
    steps, lessons = 0, 0
    while curve.add(steps, best_action(league.learner)):
        for _ in range(EVERY):
            imitate = lessons < imitated
            lesson = league.play(imitate)
            study(league.learner, optimiser, lesson, imitate)
            steps, lessons = steps + len(lesson["action"]), lessons + 1
            if lessons % JOIN == 0:
                league.join()
    sizes, weights = (league.env.size, league.env.actions), league.learner.state_dict()
    about = {"game": game.name, "players": game.players, "sizes": sizes}
    torch.save({**about, "weights": weights}, out / "network.pt")
    return curve.points


if __name__ == "__main__":
    told = arguments(
        __doc__, "league", game=(str, "minivilles", "its name"), players=(int, 2, "their number"),
        imitate=(int, 0, "first lessons that imitate greedy"),
    )  # fmt: skip
    game = Game(told.game, players=told.players)
    train(told.out, told.minutes, told.seed, game, imitated=told.imitate)

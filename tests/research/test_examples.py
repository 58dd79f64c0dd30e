"""The worked examples with researchers' own libraries, each in a short form."""

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from faubourg.core.game import Game

Load = Callable[[str], ModuleType]
# What libraries warn of in themselves is theirs to mend; Faubourg's own tests allow nothing.
pytestmark = pytest.mark.filterwarnings("ignore")
SHORT = {
    "sb3_maskable_ppo": {"games": 4, "steps": 16},
    "torchrl_ppo": {"games": 2, "steps": 16},
    "rllib_ppo": {"games": 2, "batch": 64},
    "league": {"games": 8},
}


def check_curve(points: list[dict], out: Path) -> None:
    """At first nothing was learned; then something was, and it was examined."""
    assert points[0]["steps"] == 0
    assert points[-1]["steps"] > 0
    assert all(0 <= point["won"] <= point["games"] == 10 for point in points)
    assert json.loads((out / "curve.json").read_text()) == points


@pytest.mark.parametrize("name", SHORT)
def test_a_learner_learns_and_is_examined(
    name: str, example: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    module = example(name)
    for constant in ("STEPS", "EVERY", "JOIN"):
        if hasattr(module, constant):
            monkeypatch.setattr(module, constant, {"STEPS": 40}.get(constant, 1))
    points = module.train(tmp_path, minutes=1e-9, exam=10, **SHORT[name])
    check_curve(points, tmp_path)


def test_a_first_agent_learns_and_is_examined(example: Load):
    module = example("first_agent")
    assert 0 <= module.won(module.learn(4096), games=10) <= 1


@pytest.mark.parametrize("kind", ["dqn", "pg"])
def test_openspiels_agents_learn_and_are_examined(kind: str, example: Load, tmp_path: Path):
    points = example("openspiel_agents").train(tmp_path, 1e-9, kind=kind, lesson=2, exam=10)
    check_curve(points, tmp_path)


def test_openspiels_mcts_is_measured(example: Load):
    head, line, row = example("openspiel_agents").search([2], games=2).splitlines()
    assert head.count("|") == line.count("|") == row.count("|")
    assert "of 2" in row


def test_advantages_are_those_of_one_decision_after_the_other(example: Load):
    """The learner decides at steps 0, 2 and 3 of game 0, which ends at 3; game 1 never ends."""
    league = example("league")
    mine = np.array([[1, 1], [0, 0], [1, 1], [1, 0]], np.float32)
    worths = np.array([[0.1, 0.5], [9, 9], [0.2, 0.6], [0.4, 9]], np.float32)
    ends = np.array([[0, 0], [0, 0], [0, 0], [1, 0]], np.float32)
    rewards = np.array([[0, 0], [0, 0], [0, 0], [1, 0]], np.float32)
    gains, known = league.advantages(mine, worths, rewards, ends)
    last = 1 - 0.4
    middle = 0.4 - 0.2 + league.LAMBDA * last
    first = 0.2 - 0.1 + league.LAMBDA * middle
    assert gains[:, 0] == pytest.approx([first, 0, middle, last])
    assert gains[0, 1] == pytest.approx(0.6 - 0.5)
    assert known.tolist() == [[1, 1], [0, 0], [1, 0], [1, 0]]


def test_past_selves_sit_in_games_and_are_drawn_anew(example: Load):
    league = example("league")
    games = league.League(Game("minivilles", players=3), 30, seed=1)
    assert set(games.seats) == {0, 1, 2}
    for _ in range(league.MEMBERS + 2):
        games.join()
    assert len(games.members) == league.MEMBERS
    games.draw_rivals(np.arange(30))
    assert {-1} < set(games.rivals) <= set(range(-1, league.MEMBERS))


def test_baselines_and_a_learned_policy_stand_in_one_table(
    example: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    league, baselines = example("league"), example("baselines")
    game = Game("lutins", players=2)
    monkeypatch.setattr(league, "STEPS", 8)
    monkeypatch.setattr(league, "EVERY", 1)
    monkeypatch.setattr(baselines, "tables", lambda: iter([game]))
    results = tmp_path / "baselines.json"
    counts = {"random": 20, "greedy": 20, "gentle": 20, "steady": 4, "expert": 2}
    page = baselines.page(results, counts, 5, tmp_path / "networks", seed=1, minutes=1e-9)
    fewer = dict.fromkeys(counts, 1)
    known = baselines.measure(results, fewer, 5, seed=2)[game]
    assert [known[name][1] for name in baselines.NAMES] == [20, 20, 20, 4, 2, 20], "kept"
    (row,) = (line for line in page.splitlines() if line.startswith("| La Cité"))
    assert [cell.count("of 20") for cell in row.split("|")[3:9]] == [1, 1, 1, 0, 0, 1]
    assert "cores" in page
    other = baselines.measure(results, fewer | {"expert": 3}, 6, seed=2)[game]
    assert other["expert"][1] == 3, "an expert that thinks for longer is another player"


def test_experts_of_a_data_set_search_by_the_network_or_by_playouts(example: Load):
    module = example("expert_games")
    by_network = module.Plan("minivilles", 2, simulations=20)
    plans = by_network, by_network, by_network._replace(network=False)
    one, again, by_playouts = (module.play(plan, 1)[0]["moves"] for plan in plans)
    assert one == again != by_playouts


def test_expert_games_are_a_data_set_as_parquet_and_in_minaris_form(
    example: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    import minari
    import polars as pl

    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    module = example("expert_games")
    plan = module.Plan("lutins", 2, simulations=2)
    module.make_parquet(plan, 3, tmp_path / "set", workers=1, part=2)
    decisions = pl.read_parquet(tmp_path / "set" / "decisions" / "*.parquet")
    assert decisions["game"].unique().sort().to_list() == [0, 1, 2]
    assert all(action in legal for action, legal in decisions.select("action", "legal").iter_rows())
    first = tmp_path / "set" / "decisions" / "0000000.parquet"
    before = first.stat().st_mtime_ns
    module.make_parquet(plan, 4, tmp_path / "set", workers=1, part=2)
    assert first.stat().st_mtime_ns == before, "a part that is there is not made again"
    decisions = pl.read_parquet(tmp_path / "set" / "decisions" / "*.parquet")
    assert decisions["game"].unique().sort().to_list() == [0, 1, 2, 3], "one that was cut short is"
    with pytest.raises(SystemExit, match="another plan"):
        module.make_parquet(plan._replace(seed=2), 4, tmp_path / "set", workers=1, part=2)
    module.make_minari(tmp_path / "set", "test-v0")
    made = minari.load_dataset("faubourg/lutins-2/test-v0")
    assert made.total_episodes == 8
    assert made.total_steps == len(decisions)
    env = made.recover_environment()
    for episode in made:
        assert env.observation_space.contains(episode.observations[0])
        assert abs(episode.rewards[-1]) == 1
        assert episode.terminations.tolist() == [False] * (len(episode.actions) - 1) + [True]
        masks = episode.infos["action_mask"]
        assert masks[np.arange(len(episode.actions)), episode.actions].all()

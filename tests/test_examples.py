"""The worked examples run, and what they write out by hand is right."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

FILE = Path(__file__).parents[1] / "examples" / "train_minivilles.py"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(FILE.parent)  # as when it is run
    spec = importlib.util.spec_from_file_location("train_minivilles", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, value in {"GAMES": 16, "STEPS": 6, "HIDDEN": 8, "EXAM": 10, "IMITATED": 1}.items():
        monkeypatch.setattr(module, name, value)
    return module


def test_lessons_go_on_where_they_stopped_and_are_drawn(example: ModuleType, tmp_path: Path):
    first = example.train(tmp_path / "out", minutes=1e-9, seed=1)
    assert [point["lesson"] for point in first] == [1]
    again = example.train(tmp_path / "out", minutes=1e-9, seed=1)
    assert [point["lesson"] for point in again] == [1, 2]
    assert all(0 <= point["won"] <= point["games"] == 10 for point in again)
    example.plot([again], tmp_path / "curve.svg")
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("imitate", [True, False])
def test_the_slopes_written_by_hand_are_those_of_the_aim(example: ModuleType, imitate: bool):
    generator = np.random.default_rng(3)
    network = example.Network(5, 6, seed=2)
    network.weights = {
        name: generator.standard_normal(value.shape) for name, value in network.weights.items()
    }
    count, columns = 7, np.arange(7)
    legal = np.array([generator.permutation(6)[:4] for _ in range(count)])
    legal[:3, 3] = 6  # shorter lists are filled up
    part: dict[str, Any] = {
        "seen": generator.random((count, 5)),
        "legal": legal,
        "place": generator.integers(0, 3, count),
        "return": generator.standard_normal(count),
        "gain": generator.standard_normal(count),
    }
    _, chances, _ = network.think(part["seen"], legal)
    part["chance"] = chances[np.arange(count), part["place"]] * generator.uniform(0.95, 1.05, count)

    def aim() -> float:
        _, chances, worth = network.think(part["seen"], legal)
        chosen = chances[np.arange(count), part["place"]]
        ratio = chosen / part["chance"]
        # All ratios are so near to 1 that no step is clipped.
        won = np.log(chosen) if imitate else part["gain"] * ratio
        entropy = -(chances * np.log(chances + 1e-9)).sum(1)
        miss = (worth - part["return"]) ** 2
        return float((-won - example.ENTROPY * entropy + example.WORTH * miss).mean())

    found: dict[str, Any] = {}
    network._descend = found.update
    network.learn(part, columns, imitate)
    for name, slopes in found.items():
        weights = network.weights[name]
        for place in list(np.ndindex(weights.shape))[:12]:
            before = weights[place]
            weights[place] = before + 1e-5
            above = aim()
            weights[place] = before - 1e-5
            below = aim()
            weights[place] = before
            assert slopes[place] == pytest.approx((above - below) / 2e-5, rel=2e-2, abs=2e-5)

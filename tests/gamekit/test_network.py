"""Weights of a value network: kept in a file, and refused in words where they don't fit."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import faubourg
from faubourg.core.errors import WeightsError
from faubourg.gamekit.network import (
    MOST_BYTES,
    Weights,
    kernel_weights,
    load_weights,
    save_weights,
)

SCRIPTS = Path(__file__).parents[2] / "scripts"
FEATURES, UNITS, SEATS = 8, 4, 3


def saved(file: Path, features: int = FEATURES, seats: int = SEATS) -> Weights:
    """Random weights in a file."""
    generator = np.random.default_rng(1)
    weights = Weights(
        generator.random((seats + 1, features, UNITS), np.float32),
        generator.random((seats + 1, UNITS + 1, seats), np.float32),
    )
    save_weights(file, weights, {"seed": 1})
    return weights


def test_weights_are_read_as_they_were_written(tmp_path: Path):
    weights = saved(tmp_path / "weights.npz")
    for one, other in zip(
        weights, load_weights(tmp_path / "weights.npz", FEATURES, SEATS), strict=True
    ):
        assert np.allclose(one, other, atol=1e-3)  # they are kept as float16


def test_kernels_get_weights_that_machine_code_can_keep():
    """Numba keeps no machine code with a larger constant, and says nothing of it."""
    output = np.zeros((4, 5, 3), np.float32)
    hidden = np.zeros((4, 1, MOST_BYTES // 8), np.float32)  # of two and of three players
    weights = kernel_weights(hidden, output)
    assert (len(weights.hidden), weights.hidden.nbytes) == (2, MOST_BYTES)
    with pytest.raises(WeightsError, match=r"1000008 bytes .* at most 1000000"):
        kernel_weights(np.zeros((4, 1, MOST_BYTES // 8 + 1), np.float32), output)


def test_before_there_is_a_file_all_weights_are_zero(tmp_path: Path):
    weights = load_weights(tmp_path / "none.npz", FEATURES, SEATS)
    assert not weights.hidden.any()
    assert weights.hidden.shape[:2] == (SEATS + 1, FEATURES)


@pytest.mark.parametrize(("features", "seats"), [(FEATURES + 4, SEATS), (FEATURES, SEATS + 1)])
def test_weights_for_other_features_are_refused(tmp_path: Path, features: int, seats: int):
    saved(tmp_path / "weights.npz", features, seats)
    with pytest.raises(WeightsError) as refused:
        load_weights(tmp_path / "weights.npz", FEATURES, SEATS)
    assert refused.value.code == "misfit"
    found, expected = f"({seats + 1}, {features}, 4)", f"({SEATS + 1}, {FEATURES}, 4)"
    for sentence in refused.value.text:
        assert sentence.index(found) < sentence.index(expected)
        assert "scripts/train_values.py" in sentence


def spoil(file: Path, how: str) -> None:
    if how == "cut":
        file.write_bytes(file.read_bytes()[:-100])
    elif how == "empty":
        file.write_bytes(b"")
    elif how == "text":
        file.write_text("no weights")
    elif how == "number":
        np.savez(file, hidden=np.float32(1), output=np.float32(1))
    else:
        np.savez(file, hidden=np.zeros(3))


@pytest.mark.parametrize("how", ["cut", "empty", "text", "number", "without output"])
def test_a_spoilt_file_of_weights_is_refused(tmp_path: Path, how: str):
    saved(tmp_path / "weights.npz")
    spoil(tmp_path / "weights.npz", how)
    with pytest.raises(WeightsError, match=r"weights\.npz .*Remove the file"):
        load_weights(tmp_path / "weights.npz", FEATURES, SEATS)


@pytest.mark.parametrize(
    ("script", "name"), [("train_values", "minivilles"), ("train_points", "cities")]
)
def test_a_network_can_be_trained_anew_after_its_features_changed(
    script: str, name: str, tmp_path: Path
):
    """In a package of its own, whose weights are those of another game."""
    shutil.copytree(Path(faubourg.__file__).parent, tmp_path / "faubourg")
    games = tmp_path / "faubourg" / "games"
    file = games / name / "value_network.npz"
    shutil.copy(games / "my_little_town" / "value_network.npz", file)

    def train() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, SCRIPTS / f"{script}.py", name, "--rounds", "0:0"]
        more = {"PYTHONPATH": str(tmp_path), "PATH": ""}
        return subprocess.run(command, env=more, capture_output=True, text=True, check=False)

    refused = train()
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"{file} was learned for other features")
    assert "Traceback" not in refused.stderr
    file.unlink()
    again = train()
    assert (again.returncode, again.stderr) == (0, "")

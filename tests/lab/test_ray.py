"""A study on a real Ray cluster of two nodes on this machine, also when one of them is killed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from faubourg.lab.results import Results, opened
from faubourg.lab.running import run
from faubourg.lab.study import load
from tests.lab.conftest import SMALL

PROBE = Path(__file__).with_name("ray_probe.py")
# Long enough for a node to be killed in the middle.
STUDY = SMALL.replace("games = 700", "games = 4000").replace("luck = 300", "luck = 512")


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The study played here, before the nodes need the same machine code."""
    folder = tmp_path_factory.mktemp("ray")
    file = folder / "study.toml"
    file.write_text(STUDY, encoding="utf-8")
    results = opened(load(file), folder / "local")
    run(results, workers=1)
    return results


@pytest.fixture(scope="module")
def told(local: Results) -> dict[str, Any]:
    """What the cluster did; `folder` holds the study and the results."""
    folder = local.folder.parent
    ended = subprocess.run(
        [sys.executable, PROBE, folder / "study.toml", folder],
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    found: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return {**found, "folder": folder}


def test_a_study_on_a_cluster_of_two_nodes_equals_the_local_one(
    told: dict[str, Any], local: Results
):
    quiet = opened(local.study, told["folder"] / "quiet")
    assert told["missing"] == [0, 0]
    assert told["told"] == 4512
    assert quiet.rows().equals(local.rows())


def test_a_node_that_is_killed_on_the_way_costs_nothing_but_time(
    told: dict[str, Any], local: Results
):
    [there] = told["killed"]
    assert there < told["shards"] == 18
    disturbed = opened(local.study, told["folder"] / "disturbed")
    assert disturbed.rows().equals(local.rows())

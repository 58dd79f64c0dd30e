"""A study on a real Ray cluster of two nodes on this machine, also when one of them is killed."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest

import faubourg.lab
from faubourg.core.errors import StudyError
from faubourg.lab.adaptive.plan import run
from faubourg.lab.play.ray import TRIES, _join, on_ray
from faubourg.lab.play.results import Results, open_results
from faubourg.lab.study.file import load
from tests.lab.conftest import SMALL
from tests.once import once
from tests.server.process import free_port
from tests.server.test_studies import rows_of

PROBE = Path(__file__).with_name("ray_probe.py")
# Long enough for a node to be killed in the middle.
STUDY = SMALL.replace("games = 700", "games = 4000").replace("luck = 300", "luck = 512")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of all workers together, since a second cluster beside the first would starve both."""
    return once(tmp_path_factory, "ray", _play)


def _play(folder: Path) -> None:
    """The study here, then on the cluster: its nodes need the same machine code."""
    file = folder / "study.toml"
    file.write_text(STUDY, encoding="utf-8")
    run(open_results(load(file), folder / "local"), workers=1)
    ended = subprocess.run(
        [sys.executable, PROBE, file, folder, str(free_port()), str(free_port())],
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    (folder / "told.json").write_text(ended.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def told(folder: Path) -> dict[str, Any]:
    """What the cluster did."""
    found: dict[str, Any] = json.loads((folder / "told.json").read_text())
    return found


@pytest.fixture
def local(folder: Path, told: dict[str, Any]) -> Results:
    """The study as it was played here."""
    return open_results(load(folder / "study.toml"), folder / "local")


def test_a_study_on_a_cluster_of_two_nodes_reached_as_a_client_equals_the_local_one(
    folder: Path, told: dict[str, Any], local: Results
):
    quiet = open_results(local.study, folder / "quiet")
    assert told["missing"] == [0, 0]
    assert told["told"] == 4512
    assert quiet.rows().equals(local.rows())


def test_a_node_that_is_killed_on_the_way_costs_nothing_but_time(
    folder: Path, told: dict[str, Any], local: Results
):
    [there] = told["killed"]
    assert there < told["shards"] == 18
    disturbed = open_results(local.study, folder / "disturbed")
    assert disturbed.rows().equals(local.rows())


def test_a_study_asked_of_a_server_is_played_on_the_cluster_and_equals_the_labs(
    folder: Path, told: dict[str, Any]
):
    served = told["served"]
    assert (served["phase"], served["problem"]) == ("done", None), served
    assert served["done"] == served["games"] == 2 * (3000 + 4096)
    ours = rows_of(folder / "served" / "tables.db", served["id"])
    assert ours.equals(faubourg.lab.run(folder / "served" / "study.toml", workers=1).results.rows())


def test_a_study_with_a_goal_connects_once_however_often_it_is_looked_at(told: dict[str, Any]):
    looks, connections = told["looked"]
    assert looks > 1
    assert connections == 1


@pytest.fixture
def guarded() -> Iterator[int]:
    """The port of something that refuses who shows no token, as a cluster does."""

    class Guard(grpc.ServerInterceptor):
        def intercept_service(self, continuation: Any, call: Any) -> Any:
            def refuse(request: bytes, context: Any) -> None:
                context.abort(grpc.StatusCode.UNAUTHENTICATED, "Invalid or missing token")

            return grpc.unary_unary_rpc_method_handler(refuse)

    server = grpc.server(ThreadPoolExecutor(1), interceptors=[Guard()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield port
    server.stop(None).wait()


@pytest.mark.parametrize("way", ["ray://", ""])
def test_a_cluster_that_asks_for_a_token_is_told_of_at_once(
    way: str, guarded: int, local: Results, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    begun = time.monotonic()
    with pytest.raises(StudyError, match=r"asks for a token.*RAY_AUTH_MODE=token") as refused:
        list(on_ray(f"{way}127.0.0.1:{guarded}", local.study, [], None))
    assert refused.value.code == "token"
    assert time.monotonic() - begun < 5, "Ray itself would try for half a minute"


class Unsteady:
    """Ray, with servers for clients that die at once, some times."""

    def __init__(self, deaths: int) -> None:
        self.deaths, self.asked = deaths, 0

    def init(self, address: str, **options: Any) -> None:
        self.asked += 1
        if self.asked <= self.deaths:
            raise ConnectionAbortedError("Starting Ray client server failed.")

    def shutdown(self) -> None: ...


def test_a_server_for_clients_that_dies_at_once_is_asked_for_again():
    ray = Unsteady(deaths=TRIES - 1)
    _join(ray, "ray://there:10001", {})
    assert ray.asked == TRIES
    with pytest.raises(ConnectionAbortedError):
        _join(Unsteady(deaths=TRIES), "ray://there:10001", {})

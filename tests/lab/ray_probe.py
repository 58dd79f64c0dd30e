"""Runs a study on a real Ray cluster of two nodes, twice: undisturbed from outside, by the port for
clients, and from inside with the second node killed in the middle; and another that a server is
asked for. Says what came of it as JSON. Run by `test_ray.py` in a process of its own."""

import io
import json
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from ray.cluster_utils import Cluster

from faubourg.core.game import Game
from faubourg.lab.adaptive import plan
from faubourg.lab.adaptive.plan import run
from faubourg.lab.play import ray
from faubourg.lab.play.results import Results, open_results
from faubourg.lab.study.file import load

GAME = "minivilles"
GOAL = """
game = "minivilles"
players = 2
games = 1024
shard = 256
[stop]
measure = "turns in a game"
within = 0.01
"""
ENDED = ("done", "cancelled", "failed")
PATIENCE = 600  # seconds: a busy machine takes its time
NODE = {"num_cpus": 1, "object_store_memory": 80 * 1024 * 1024, "wait": False}


def shards(results: Results) -> int:
    return len(list(results.folder.glob("*.parquet")))


def through_a_server(on: str, folder: Path, port: int) -> dict[str, Any]:
    """A study that is asked of `faubourg serve --lab ray://…`; its rows stay in the database, and
    what the lab needs to play the same lies in the folder."""
    folder.mkdir()
    words = [
        "serve",
        "--lab",
        on,
        "--port",
        str(port),
        "--database",
        f"sqlite:///{folder}/tables.db",
    ]
    with (
        (folder / "log.txt").open("w") as log,
        subprocess.Popen(
            [sys.executable, "-m", "faubourg", *words], stdout=log, stderr=log
        ) as server,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http,
    ):
        try:
            wait_for(lambda: _answers(http))
            box = Game(GAME).components.text.replace("cost = 6", "cost = 5", 1)
            stored = http.post("/api/boxes", json={"game": GAME, "text": box}).json()
            asked = {"box": stored["digest"], "players": 2, "games": 3000}
            id = http.post("/api/studies", json=asked).json()["id"]
            wait_for(lambda: http.get(f"/api/studies/{id}").json()["phase"] in ENDED)
            told: dict[str, Any] = http.get(f"/api/studies/{id}").json()
            packed = http.get(f"/api/studies/{id}/study.zip").content
            with zipfile.ZipFile(io.BytesIO(packed)) as files:
                files.extractall(folder)
        finally:
            server.terminate()
    return {name: told[name] for name in ("id", "phase", "problem", "done", "games")}


def looks_and_connections(file: Path, out: Path, on: str) -> list[int]:
    """A study with a goal: how often it played some shards, and how often it connected."""
    goal = file.with_name("goal.toml")
    goal.write_text(GOAL, encoding="utf-8")
    looks, connections = [], []
    play, connect = plan.play, ray._connect

    def counted(*given: Any) -> None:
        looks.append(given)
        play(*given)

    def counted_connect(*given: Any) -> None:
        connections.append(given)
        connect(*given)

    plan.play, ray._connect = counted, counted_connect
    try:
        run(open_results(load(goal), out / "goal"), on=on)
    finally:
        plan.play, ray._connect = play, connect
    return [len(looks), len(connections)]


def _answers(http: httpx.Client) -> bool:
    try:
        return http.get("/healthz").is_success
    except httpx.TransportError:
        return False


def wait_for(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.2)


def main(file: Path, out: Path, client_port: int, server_port: int) -> None:
    study = load(file)
    head = {**NODE, "include_dashboard": False, "ray_client_server_port": client_port}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    node = cluster.add_node(**NODE)
    cluster.wait_for_nodes(timeout=600)  # a busy machine takes its time
    told: list[int] = []
    quiet = open_results(study, out / "quiet")
    run(quiet, on=f"ray://127.0.0.1:{client_port}", progress=told.append)
    served = through_a_server(f"ray://127.0.0.1:{client_port}", out / "served", server_port)
    looked = looks_and_connections(file, out, f"ray://127.0.0.1:{client_port}")
    disturbed, killed = open_results(study, out / "disturbed"), []

    def kill(games: int) -> None:
        """End a node, as a power cut would, once some shards are there."""
        if not killed and shards(disturbed) >= 3:
            cluster.remove_node(node, allow_graceful=False)
            killed.append(shards(disturbed))

    run(disturbed, on=cluster.address, progress=kill)
    print(
        json.dumps(
            {
                "told": sum(told),
                "missing": [len(quiet.missing), len(disturbed.missing)],
                "served": served,
                "looked": looked,
                "killed": killed,
                "shards": shards(disturbed),
            }
        )
    )
    cluster.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))

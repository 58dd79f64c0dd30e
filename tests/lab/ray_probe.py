"""Runs a study on a real Ray cluster of two nodes, twice: undisturbed from outside, by the port for
clients, and from inside with the second node killed in the middle. Says what came of it as JSON.
Run by `test_ray.py` in a process of its own."""

import json
import sys
from pathlib import Path

from ray.cluster_utils import Cluster

from faubourg.lab.adaptive.plan import run
from faubourg.lab.play.columns import unpack
from faubourg.lab.play.results import Results, open_results
from faubourg.lab.play.runner import finished_shards
from faubourg.lab.play.shards import play_packed, shards_of
from faubourg.lab.study.file import load

NODE = {"num_cpus": 1, "object_store_memory": 80 * 1024 * 1024, "wait": False}


def shards(results: Results) -> int:
    return len(list(results.folder.glob("*.parquet")))


def same_as_a_server_packs_them(results: Results, on: str) -> list[bool]:
    """Whether some shards are the same as packed columns, as `faubourg serve --lab` has them."""
    some = list(shards_of(results.study))[-2:]
    played = finished_shards(on, results.study, some, None, lambda games: None, play_packed)
    return [
        unpack(data).to_polars().equals(results.read(shard).to_polars()) for shard, data in played
    ]


def main(file: Path, out: Path, client_port: int) -> None:
    study = load(file)
    head = {**NODE, "include_dashboard": False, "ray_client_server_port": client_port}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    node = cluster.add_node(**NODE)
    cluster.wait_for_nodes(timeout=600)  # a busy machine takes its time
    told: list[int] = []
    quiet = open_results(study, out / "quiet")
    run(quiet, on=f"ray://127.0.0.1:{client_port}", progress=told.append)
    packed = same_as_a_server_packs_them(quiet, f"ray://127.0.0.1:{client_port}")
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
                "packed": packed,
                "killed": killed,
                "shards": shards(disturbed),
            }
        )
    )
    cluster.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))

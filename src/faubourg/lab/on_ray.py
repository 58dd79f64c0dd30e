"""A study on a Ray cluster: every shard is a task, and rows come back as tasks end.

Nothing is stored on the nodes. A node that is lost takes only its unfinished shards with it, and
Ray gives these to another one. The nodes need Faubourg with the extra `ray`, nothing else.
"""

import importlib.util
import os
import socket
from collections.abc import Iterator
from typing import Any

from faubourg.core.errors import StudyError
from faubourg.core.text import Text
from faubourg.lab.shards import Shard, played
from faubourg.lab.study import Study

RAY = "ray"
CLIENT = "ray://"
RETRIES = 20  # of a shard whose node is lost
PATIENCE = 5  # seconds for a cluster to answer at all
AHEAD = 2  # shards that wait for each core


def on_ray(on: str, study: Study, shards: list[Shard], told: Any) -> Iterator[tuple[Shard, bytes]]:
    """Shards as they are finished on a cluster: `ray` for the one of the environment or else one
    that is started here, `ray://HOST:PORT` or `HOST:PORT` for one that is running."""
    ray = _ray(on)
    mine = not ray.is_initialized()
    if mine:
        _connect(ray, on)
    try:
        yield from _gathered(ray, study, shards, told)
    except ray.exceptions.RayTaskError as error:
        raise error.cause or error from None
    except ray.exceptions.RayError as error:
        said = Text(
            "The cluster failed: {why}. What is stored stays: the same command goes on from there.",
            "La grappe a échoué : {why}. Ce qui est enregistré reste : la même commande continue.",
        )
        why = str(error).strip().splitlines()[0]
        raise StudyError("cluster", said.format(why=why)) from error
    finally:
        if mine:
            ray.shutdown()


def _gathered(
    ray: Any, study: Study, shards: list[Shard], told: Any
) -> Iterator[tuple[Shard, bytes]]:
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(played)
    ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[Any, Shard] = {}
    line = iter(shards)
    try:
        while True:
            for shard in line:
                waiting[task.remote(study, shard)] = shard
                if len(waiting) >= ahead:
                    break
            if not waiting:
                return
            for done in ray.wait(list(waiting))[0]:
                data: bytes = ray.get(done)
                shard = waiting.pop(done)
                told(shard.games)
                yield shard, data
    finally:
        for task in waiting:
            ray.cancel(task, force=True)


def _ray(on: str) -> Any:
    """Ray itself, imported only where it is wanted."""
    if on != RAY and not _is_address(on.removeprefix(CLIENT)):
        said = Text(
            "--on is '{on}'; allowed: local, ray, ray://HOST:PORT or HOST:PORT.",
            "--on vaut « {on} » ; permis : local, ray, ray://HÔTE:PORT ou HÔTE:PORT.",
        )
        raise StudyError("on", said.format(on=on))
    wanted = [("ray", "faubourg[ray]")]
    if on.startswith(CLIENT):
        wanted.append(("grpc", "ray[client]"))
    for module, package in wanted:
        if importlib.util.find_spec(module) is None:
            said = Text(
                "'--on {on}' needs more than is installed: pip install '{package}'.",
                "« --on {on} » demande un complément : pip install '{package}'.",
            )
            raise StudyError("ray", said.format(on=on, package=package))
    import ray

    return ray


def _is_address(on: str) -> bool:
    host, _, port = on.rpartition(":")
    return bool(host) and port.isdigit()


def _connect(ray: Any, on: str) -> None:
    options: dict[str, Any] = {"logging_level": "warning", "log_to_driver": False}
    try:
        if on != RAY:
            _knock(on.removeprefix(CLIENT))
            ray.init(address=on, **options)
        elif "RAY_ADDRESS" in os.environ:
            ray.init(**options)
        else:
            ray.init(include_dashboard=False, **options)
    except (OSError, RuntimeError, ValueError) as error:
        said = Text("No cluster answers at {on}: {why}.", "Aucune grappe ne répond à {on} : {why}.")
        why = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise StudyError("cluster", said.format(on=on, why=why)) from error


def _knock(address: str) -> None:
    """Whether anybody is there at all: Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), PATIENCE):
        pass

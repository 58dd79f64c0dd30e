"""A study on a Ray cluster: every shard is a task, and its rows are the task's result.

Nothing is stored on the nodes. A node that is lost takes only its unfinished shards with it, and
Ray retries these on another one. The nodes need Faubourg with the extra `ray`, nothing else.
"""

import importlib.util
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from faubourg.core.errors import StudyError
from faubourg.core.text import Text
from faubourg.lab.play.shards import Shard, play_shard
from faubourg.lab.study.study import Study

RAY = "ray"
CLIENT = "ray://"
ADDRESS, MODE = "RAY_ADDRESS", "RAY_AUTH_MODE"  # Ray's environment variables
# A cheap RPC that any authenticated caller may make: at the port for clients, and for nodes.
PING = ("/ray.rpc.RayletDriver/ClusterInfo", b"\x08\x06")
CLUSTER_ID = ("/ray.rpc.NodeInfoGcsService/GetClusterId", b"")
TRIES = 3  # to connect
RETRIES = 20  # of a shard whose node is lost
TIMEOUT = 5  # seconds for a cluster to answer at all
AHEAD = 2  # shards queued for each core

Progress = Callable[[int], None]  # gets how many more games are done


def on_ray(
    on: str,
    study: Study,
    shards: list[Shard],
    progress: Progress,
    play: Callable[..., bytes] = play_shard,
) -> Iterator[tuple[Shard, bytes]]:
    """Shards as they are finished on a cluster: `ray` for the one of the environment or else one
    that is started here, `ray://HOST:PORT` or `HOST:PORT` for one that is running."""
    with connection(on) as ray:
        try:
            yield from _collected(ray, study, shards, progress, play)
        except ray.exceptions.RayTaskError as error:
            raise error.cause or error from None
        except (ray.exceptions.RayError, ConnectionError) as error:
            said = Text(
                "The cluster failed: {why}. What is stored stays: the same command goes on from "
                "there.",
                "La grappe a échoué : {why}. Ce qui est enregistré reste : la même commande "
                "continue.",
            )
            raise StudyError("cluster", said.format(why=_first_line(error))) from error


@contextmanager
def connection(on: str) -> Iterator[Any]:
    """A connection to a cluster, for as long as it is needed; one that is there already is used."""
    ray = _ray(on)
    mine = not ray.is_initialized()
    if mine:
        _connect(ray, on)
    try:
        yield ray
    finally:
        if mine:
            ray.shutdown()


def _collected(
    ray: Any, study: Study, shards: list[Shard], progress: Progress, play: Callable[..., bytes]
) -> Iterator[tuple[Shard, bytes]]:
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(play)
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
                progress(shard.games)
                yield shard, data
    finally:
        for task in waiting:
            ray.cancel(task, force=True)


def _ray(on: str) -> Any:
    """Ray itself, imported only where it is wanted."""
    check_on(on)
    import ray

    return ray


def check_on(on: str) -> None:
    """StudyError if it is no address of a cluster, or what is needed for it is not installed."""
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


def _is_address(on: str) -> bool:
    host, _, port = on.rpartition(":")
    return bool(host) and port.isdigit()


def _connect(ray: Any, on: str) -> None:
    options: dict[str, Any] = {"logging_level": "warning", "log_to_driver": False}
    address = os.environ.get(ADDRESS, "") if on == RAY else on
    try:
        if _is_address(address.removeprefix(CLIENT)):
            _check_reachable(address)
        if address:
            _join(ray, address, options)
        else:
            ray.init(include_dashboard=False, **options)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        if type(error).__name__ == "AuthenticationError":  # which older versions don't have
            raise _needs_token(address) from error
        said = Text("No cluster answers at {on}: {why}.", "Aucune grappe ne répond à {on} : {why}.")
        raise StudyError("cluster", said.format(on=on, why=_first_line(error))) from error


def _join(ray: Any, address: str, options: dict[str, Any]) -> None:
    """Connect to a cluster, with retries: it starts a server for each client, which on a busy
    machine may die at once."""
    for tries in range(1, TRIES + 1):
        try:
            ray.init(address=address, **options)
        except ConnectionAbortedError:
            ray.shutdown()
            if tries == TRIES:
                raise
        else:
            return


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0].removesuffix(".")


def _check_reachable(address: str) -> None:
    """Fail fast if nothing listens at an address or a token is missing: Ray itself would retry for
    half a minute or longer, and not say why."""
    host, _, port = address.removeprefix(CLIENT).rpartition(":")
    with socket.create_connection((host, int(port)), TIMEOUT):
        pass
    if _requires_token(f"{host}:{port}", *(PING if address.startswith(CLIENT) else CLUSTER_ID)):
        raise _needs_token(address)


def _requires_token(target: str, method: str, request: bytes) -> bool:
    """Whether a cluster refuses callers without a token, and we are about to send none.

    A cluster wants one if its head node had one when it started. Ray does not send ours to an
    address given by name unless RAY_AUTH_MODE says so, lest strangers see it.
    """
    if os.environ.get(MODE, "").lower() == "token" or importlib.util.find_spec("grpc") is None:
        return False
    grpc: Any = importlib.import_module("grpc")  # which has no types
    with grpc.insecure_channel(target) as channel:
        try:
            channel.unary_unary(method)(request, timeout=TIMEOUT)
        except grpc.RpcError as error:
            return bool(error.code() == grpc.StatusCode.UNAUTHENTICATED)
    return False


def _needs_token(address: str) -> StudyError:
    said = Text(
        "The cluster at {address} asks for a token. If it is yours, set RAY_AUTH_MODE=token; the "
        "token is then taken from RAY_AUTH_TOKEN, or from the file ~/.ray/auth_token.",
        "La grappe à l'adresse {address} demande un jeton. Si c'est la tienne, donne à "
        "RAY_AUTH_MODE la valeur token ; le jeton est alors pris dans RAY_AUTH_TOKEN, ou dans le "
        "fichier ~/.ray/auth_token.",
    )
    return StudyError("token", said.format(address=address))

"""What is in deploy/ fits the code: its options, ports, paths exist, and programs accept it."""

import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import threading
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
import yaml
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.client import connect
from websockets.sync.server import Server, ServerConnection, serve

from faubourg.cli import app
from faubourg.core.folders import state_folder
from faubourg.server import metrics
from faubourg.server.settings import Settings, default_database
from tests import fork_server
from tests.server.client import PATIENCE
from tests.server.process import free_port, wait_until

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PORT = Settings("sqlite://").port
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
UNIT = (DEPLOY / "faubourg.service").read_text(encoding="utf-8")
PROXY = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
SERVERS = ("one", "two")


def instructions(name: str) -> list[str]:
    """What follows this word in the Containerfile, each time."""
    return re.findall(rf"^{name} +(.+)$", CONTAINERFILE, re.M)


def program(name: str) -> str:
    """A program of the system, which may be one for administrators."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is not here; run scripts/setup-tests")
    return found


def parsed(*words: str) -> dict[str, Any]:
    """What `faubourg serve …` understands; it fails on an option that does not exist."""
    commands = typer.main.get_command(app).commands
    return dict(commands[words[0]].make_context(words[0], list(words[1:])).params)


def filled(text: str) -> str:
    """A value of the compose file with its variables replaced by their defaults."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)


# The image


def test_the_image_is_made_of_files_that_are_here_and_not_ignored():
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = [line[1:] for line in ignored if line.startswith("!")]
    copied = [line for line in instructions("COPY") if not line.startswith("--from")]
    names = [name for line in copied for name in line.split()[:-1]]
    assert len(names) > 8
    for name in names:
        assert (ROOT / name).exists(), name
        assert any(fnmatch(name, f"{let}*") for let in let_in), name
        assert not any(fnmatch(name, line) for line in ignored if line != "*"), name


def test_the_image_has_a_python_and_a_node_that_we_support():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pythons = re.findall(r"python:3\.(\d+)", CONTAINERFILE)
    assert len(set(pythons)) == 1  # the environment is moved from one stage to the next
    assert int(pythons[0]) >= int(project["requires-python"].removeprefix(">=3."))
    page = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    [node] = re.findall(r"node:(\d+)", CONTAINERFILE)
    assert int(node) >= int(page["engines"]["node"].removeprefix(">="))
    for script in re.findall(r"npm run (\w+)", CONTAINERFILE):
        assert script in page["scripts"]


def test_the_page_is_built_where_the_image_takes_it_from():
    config = (ROOT / "web" / "vite.config.ts").read_text(encoding="utf-8")
    [built] = re.findall(r'outDir: here\("(.+?)"\)', config)
    [taken] = [line for line in instructions("COPY") if line.startswith("--from=page")]
    [folder] = [line for line in instructions("WORKDIR") if line.endswith("/web")]
    assert os.path.normpath(f"{folder}/{built}") == taken.split()[1]
    assert taken.split()[1] == f"/build/{taken.split()[2]}"


def test_the_image_serves_as_the_server_does(monkeypatch: pytest.MonkeyPatch):
    [entrypoint], [command] = instructions("ENTRYPOINT"), instructions("CMD")
    assert json.loads(entrypoint) == ["/opt/faubourg/bin/faubourg"]
    assert parsed(*json.loads(command))["host"] == "0.0.0.0"
    assert instructions("EXPOSE") == [str(PORT)]
    assert f":{PORT}/healthz" in CONTAINERFILE
    # Tables lie in the volume.
    for name, value in (pair.split("=") for pair in instructions("ENV")[0].split()):
        monkeypatch.setenv(name, value)
    assert default_database().startswith(f"sqlite:///{instructions('VOLUME')[0]}/")


# Two servers behind a proxy


@pytest.mark.parametrize("name", SERVERS)
def test_each_server_of_the_compose_file_is_told_what_it_understands(name: str):
    server = COMPOSE["services"][name]
    told = parsed(*map(filled, server["command"]))
    assert told["port"] == PORT
    assert told["behind_proxy"]
    assert told["host"] == "0.0.0.0"
    assert told["origin"] == ["http://localhost:8080"]
    assert ":8080" in re.findall(r"bind (\S+)", PROXY)
    assert "8080:8080" in COMPOSE["services"]["proxy"]["ports"]
    [volume] = server["volumes"]
    assert volume == f"{name}:{instructions('VOLUME')[0]}"
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).resolve() == (
        DEPLOY / "Containerfile"
    )
    [database] = [name for name in server["depends_on"] if name != "proxy"]
    environment = COMPOSE["services"][database]["environment"]
    user, base = environment["POSTGRES_USER"], environment["POSTGRES_DB"]
    assert told["database"] == f"postgresql://{user}@{database}/{base}"
    assert server["environment"]["PGPASSWORD"] == environment["POSTGRES_PASSWORD"]


def test_the_proxy_knows_the_servers_of_the_compose_file():
    assert re.findall(r"^\s*server (\w+) (\S+)", PROXY, re.M) == [
        (name, f"{name}:{PORT}") for name in SERVERS
    ]
    assert set(COMPOSE["services"]["proxy"]["depends_on"]) == set(SERVERS)
    volumes = [volume for each in COMPOSE["services"].values() for volume in each["volumes"]]
    named = {volume.split(":")[0] for volume in volumes}
    assert named - {"./haproxy.cfg"} == set(COMPOSE["volumes"])


@pytest.mark.parametrize("file", ["deploy/haproxy.cfg", "docs/server/far-friends.md"])
def test_what_is_shipped_is_what_the_command_prints(file: str):
    """One source: the first line of a configuration is the command that printed the rest."""
    text = (ROOT / file).read_text(encoding="utf-8")
    shown = re.findall(r"^```haproxy\n(.*?)^```$", text, re.M | re.S) or [text]
    for config in shown:
        command = shlex.split(config.splitlines()[0].removeprefix("# "))
        assert command[:2] == ["faubourg", "proxy-config"]
        printed = fork_server.run(*command[1:], env=dict(os.environ), timeout=PATIENCE)
        assert printed.stdout == config, file


def echo(connection: ServerConnection, request: Request) -> Response | None:
    """Says which headers came, or lets a WebSocket through."""
    if request.headers.get("Upgrade"):
        return None
    body = json.dumps({name.lower(): request.headers.get_all(name) for name in request.headers})
    headers = Headers({"Content-Length": str(len(body)), "Connection": "close"})
    return Response(200, "OK", headers, body.encode())


@contextmanager
def upstream() -> Iterator[Server]:
    with serve(lambda each: each.send(each.recv()), "127.0.0.1", 0, process_request=echo) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[str]:
    """HAProxy with our configuration before two servers that say what they were asked."""
    haproxy, port = program("haproxy"), free_port()
    config = tmp_path / "haproxy.cfg"
    with upstream() as one, upstream() as two:
        text = PROXY.replace("bind :8080", f"bind 127.0.0.1:{port}")
        text = re.sub(r"maxconn \d+", "maxconn 100", text)  # a user may not open more files
        for name, server in zip(SERVERS, (one, two), strict=True):
            address = "{}:{}".format(*server.socket.getsockname())
            text = text.replace(f"server {name} {name}:{PORT}", f"server {name} {address}")
        config.write_text(text, encoding="utf-8")
        with subprocess.Popen([haproxy, "-db", "-f", config], stdout=subprocess.DEVNULL) as running:
            url = f"http://127.0.0.1:{port}"
            wait_until(lambda: running.poll() is not None or answers(url))
            assert running.poll() is None
            yield url
            running.terminate()


def answers(url: str) -> bool:
    try:
        return httpx.get(url).status_code == 200
    except httpx.TransportError:
        time.sleep(0.05)
        return False


def test_haproxy_accepts_its_configuration():
    checked = subprocess.run(
        [program("haproxy"), "-c", "-f", DEPLOY / "haproxy.cfg"], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr
    complaints = [line for line in checked.stderr.splitlines() if "WARNING" in line]
    # The names of the servers exist in the network of the compose file only.
    assert all("could not resolve" in line for line in complaints), complaints


def test_the_proxy_says_who_asks_and_believes_nobody_about_it(proxy: str):
    forged = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    came = httpx.get(f"{proxy}/", headers=forged | {"Host": "play.example.org"}).json()
    assert came["x-forwarded-for"] == ["127.0.0.1"]
    assert came["x-forwarded-proto"] == ["http"]
    assert came["host"] == ["play.example.org"]


def test_the_proxy_keeps_the_figures_and_lets_websockets_through(proxy: str):
    assert httpx.get(f"{proxy}/metrics").status_code == 403
    with connect(proxy.replace("http", "ws") + "/api/tables/x/live") as socket:
        socket.send("hello")
        assert socket.recv() == "hello"


# Under systemd


def unit_values(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT, re.M)


def test_the_unit_starts_the_server_with_options_that_exist(monkeypatch: pytest.MonkeyPatch):
    [started] = unit_values("ExecStart")
    assert parsed(*shlex.split(started)[1:])["port"] == PORT
    [state], [environment] = unit_values("StateDirectory"), unit_values("Environment")
    for name, value in (pair.split("=") for pair in environment.split()):
        monkeypatch.setenv(name, value)
    assert state_folder().is_relative_to(f"/var/lib/{state}")
    assert not unit_values("MemoryDenyWriteExecute")  # Numba compiles


def test_systemd_accepts_the_unit(tmp_path: Path):
    unit = tmp_path / "faubourg.service"
    unit.write_text(UNIT.replace("/opt/faubourg/bin/faubourg", "/bin/true"), encoding="utf-8")
    command = [program("systemd-analyze"), "verify", "--man=no", str(unit)]
    verified = subprocess.run(command, capture_output=True, text=True)
    assert (verified.returncode, verified.stderr) == (0, "")


# ------------------------------------------------------------ watching


def metric_names() -> set[str]:
    """All names under which the server's figures can be asked for."""
    found = set()
    for family in metrics.REGISTRY.collect():
        ends = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}
        found |= {family.name + end for end in ends.get(family.type, [""])}
    return found


def queries() -> list[str]:
    """What alerts and the dashboard ask."""
    alerts = yaml.safe_load((DEPLOY / "alerts.yaml").read_text(encoding="utf-8"))
    dashboard = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    rules = [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    return rules + [each["expr"] for panel in dashboard["panels"] for each in panel["targets"]]


def test_alerts_and_the_dashboard_ask_for_what_the_server_measures():
    named = {name for query in queries() for name in re.findall(r"faubourg_\w+", query)}
    assert named <= metric_names()
    shown = {name for name in named if not name.endswith(("_sum", "_count"))}
    measured = {name.removesuffix("_bucket") for name in metric_names()}
    parts = ("_sum", "_count", "_created")
    missing = {name for name in measured if not name.endswith(parts)} - {
        name.removesuffix("_bucket") for name in shown
    }
    assert missing <= {"faubourg_commit_jobs"}, "a figure that nobody looks at"


def test_every_alert_says_what_to_do():
    alerts = yaml.safe_load((DEPLOY / "alerts.yaml").read_text(encoding="utf-8"))
    page = (ROOT / "docs/server/operating.md").read_text(encoding="utf-8")
    for group in alerts["groups"]:
        for rule in group["rules"]:
            assert rule["annotations"]["summary"]
            assert rule["labels"]["severity"] in ("page", "ticket")
            assert f"`{rule['alert']}`" in page
            assert rule["expr"].count("(") == rule["expr"].count(")")


# ------------------------------------------------------------ what is inside


def test_the_bill_of_materials_is_that_of_the_locks():
    """`make lock` writes it; licences are known but for two tools with which the page is built."""
    said = json.loads((DEPLOY / "sbom.cdx.json").read_text(encoding="utf-8"))
    made = runpy.run_path(str(ROOT / "scripts" / "sbom.py"))["bill"]()
    assert said == made
    unknown = {
        each["name"]
        for each in said["components"]
        if each["licenses"][0]["expression"] == "NOASSERTION"
    }
    assert unknown == {"@inlang/plugin-message-format", "sqlite-wasm-kysely"}
    purls = [each["purl"] for each in said["components"]]
    assert len(purls) == len(set(purls)) > 100

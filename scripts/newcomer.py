"""The newcomer's way, measured: from nothing to a page that answers, in seconds and megabytes.

    python3 scripts/newcomer.py                    # the last commit of this clone
    python3 scripts/newcomer.py --commit v0.1.0    # another one
    python3 scripts/newcomer.py --ways clone       # without the ways that install a wheel

Each way begins with an empty home and empty caches in a temporary folder, which is removed in the
end. Only where packages come from (the user's settings of pip and npm) is kept. It needs nothing
but Python, git, and what `make play` needs. Decision 0024 has the figures.
"""

import argparse
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 1800  # seconds, after which something must be wrong
SERVING = "Faubourg is at"
MEGABYTE = 1 << 20  # as du -m has it
WAYS = ("clone", "uv", "pip")
# So that nothing is fetched: nobody listens there.
OFFLINE = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--commit", default="HEAD", help="what to try")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS, help="clone comes first")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="newcomer ") as folder:
        clone = Path(folder) / "clone"
        from_clone(arguments.commit, Path(folder), clone)
        wheel = None
        for way in set(arguments.ways) - {"clone"}:
            wheel = wheel or build_wheel(clone)
            from_wheel(way, wheel, clone, Path(folder) / way)


def from_clone(commit: str, folder: Path, clone: Path) -> None:
    home = folder / "home"
    home.mkdir()
    title(f"make play in a new clone of {commit}")
    with measured("git clone"):
        run(folder, home, "git", "clone", "--quiet", "--no-local", ROOT, clone)
        run(clone, home, "git", "checkout", "--quiet", commit_id(commit))
    play = ["make", "play", "PLAY_ARGS=--lang en --port {port}"]
    with serving(play, clone, home, told=True) as seconds:
        row("**make play, until the page answers**", seconds)
        sizes = {
            ".venv": clone / ".venv",
            "uv": clone / ".uv",
            "web/node_modules": clone / "web" / "node_modules",
            "the page": clone / "src" / "faubourg" / "server" / "pages",
            "caches and the rest of the home": home,
        }
        megabytes(sizes, "**all that make play laid**")
    for _ in range(2):
        with serving(play, clone, home, **OFFLINE) as seconds:
            row("make play again, without a network", seconds)


def build_wheel(clone: Path) -> Path:
    command = [clone / ".venv" / "bin" / "python", "-m", "hatchling", "build", "--target", "wheel"]
    with tempfile.TemporaryDirectory() as home:
        run(clone, Path(home), *command)
    [wheel] = (clone / "dist").glob("*.whl")
    return wheel


def from_wheel(way: str, wheel: Path, clone: Path, folder: Path) -> None:
    """Into an environment of its own, as `uv tool install` and `pipx install` do."""
    home, venv = folder / "home", folder / "venv"
    home.mkdir(parents=True)
    title(f"a wheel ({wheel.stat().st_size / MEGABYTE:.1f} MB), installed by {way}")
    if way == "uv":
        uv = shutil.which("uv") or clone / ".uv" / "uv"
        steps = [
            [uv, "venv", "--quiet", "--python", sys.executable, venv],
            [uv, "pip", "install", "--quiet", "--python", venv / "bin" / "python", wheel],
        ]
    else:
        steps = [
            [sys.executable, "-m", "venv", venv],
            [venv / "bin" / "python", "-m", "pip", "install", "--quiet", wheel],
        ]
    with measured("installing"):
        for step in steps:
            run(folder, home, *step)
    command = [venv / "bin" / "faubourg", "serve", "--lang", "en", "--port", "{port}"]
    with serving(command, folder, home) as seconds:
        row("faubourg serve, until the page answers", seconds)
        megabytes({"the environment": venv, "caches and the rest of the home": home}, "**all**")
    with serving(command, folder, home, **OFFLINE) as seconds:
        row("faubourg serve again, without a network", seconds)


# ---------------------------------------------------------------- running


def environment(home: Path, **more: str) -> dict[str, str]:
    """Nothing of the user's but where packages come from."""
    kept = ("PATH", "LANG", "LC_ALL", "TERM", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")
    env = {name: os.environ[name] for name in kept if name in os.environ}
    env |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    env |= {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    settings = {
        "PIP_CONFIG_FILE": Path.home() / ".config" / "pip" / "pip.conf",
        "NPM_CONFIG_USERCONFIG": Path.home() / ".npmrc",
    }
    env |= {name: str(file) for name, file in settings.items() if file.exists()}
    return env | {"HOME": str(home)} | more


def run(cwd: Path, home: Path, *command: str | Path) -> None:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment(home), capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"{command} failed:\n{done.stdout}{done.stderr}")


@contextmanager
def serving(
    command: list[str | Path], cwd: Path, home: Path, told: bool = False, **env: str
) -> Iterator[float]:
    """Start a server; seconds until its page answers. What it says on the way is told."""
    port, used = free_port(), processor_seconds()
    begun = time.monotonic()
    process = subprocess.Popen(
        [str(word).format(port=port) for word in command],
        cwd=cwd,
        env=environment(home, **env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    said: list[tuple[float, str]] = []
    listener = threading.Thread(target=listen, args=(process, begun, said))
    listener.start()
    try:
        while not answers(port):
            late = time.monotonic() - begun > PATIENCE
            if process.poll() is not None or late:
                raise SystemExit("No page:\n" + "\n".join(line for _, line in said))
            time.sleep(0.05)
        seconds = time.monotonic() - begun
        if told:
            tell_steps(said, seconds)
        yield seconds
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=120)
        listener.join()
    if told:
        row("processor time of all this, on one core", processor_seconds() - used)


def listen(process: "subprocess.Popen[str]", begun: float, said: list[tuple[float, str]]) -> None:
    assert process.stdout
    for line in process.stdout:
        said.append((time.monotonic() - begun, line.rstrip()))


def tell_steps(said: list[tuple[float, str]], end: float) -> None:
    """A step lasts until the same script says the next thing, or the server its address."""
    serving = next((when for when, line in said if line.startswith(SERVING)), end)
    steps = [(when, line) for when, line in said if line.startswith("setup") and when < serving]
    for number, (when, line) in enumerate(steps):
        script = line.partition(":")[0]
        later = [at for at, other in steps[number + 1 :] if other.startswith(f"{script}:")]
        if not line.endswith(": ready"):
            row(line, (later[0] if later else serving) - when)
    row("the server, after the last of these", end - steps[-1][0])


def answers(port: int) -> bool:
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
            f"http://127.0.0.1:{port}/", timeout=5
        ) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def processor_seconds() -> float:
    """Used by all that was started here and has ended: a busy machine does not change it much."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def commit_id(name: str) -> str:
    command = ["git", "rev-parse", f"{name}^{{commit}}"]
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


# ---------------------------------------------------------------- telling


def title(text: str) -> None:
    load = os.getloadavg()[0]
    print(f"\n## {text} (the machine's load before: {load:.1f})\n")
    print("| step | seconds | MB |\n|---|---|---|", flush=True)


def row(step: str, seconds: float | None = None, size: float | None = None) -> None:
    time_text = "" if seconds is None else f"{seconds:.1f}"
    print(f"| {step} | {time_text} | {'' if size is None else f'{size:.0f}'} |", flush=True)


@contextmanager
def measured(step: str) -> Iterator[None]:
    begun = time.monotonic()
    yield
    row(step, time.monotonic() - begun)


def megabytes(places: dict[str, Path], total: str) -> None:
    """What lies in each place; a file that two of them share counts for the first."""
    seen: set[tuple[int, int]] = set()
    everything = 0.0
    for name, place in places.items():
        size = 0
        for folder, _, files in os.walk(place):
            for file in files:
                found = os.lstat(os.path.join(folder, file))
                if (found.st_dev, found.st_ino) not in seen:
                    seen.add((found.st_dev, found.st_ino))
                    size += found.st_blocks * 512
        everything += size / MEGABYTE
        if place.exists():
            row(name, size=size / MEGABYTE)
    row(total, size=everything)


if __name__ == "__main__":
    main()

"""A stock proxy, HAProxy or nginx, before real server processes, with the configuration that
`faubourg proxy-config` prints."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from faubourg.server.proxy_config import Wanted, proxy_config
from tests.server.client import PATIENCE, Api
from tests.server.process import ServerProcess, cpu_of, free_port, wait_until

KINDS = ("haproxy", "nginx")
FEW = 500  # connections: a user may not open any number of files


def program(name: str) -> str | None:
    """Where a proxy is installed, which may be among the programs for administrators."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class Proxy:
    """One proxy, until `close`. `health`: what is asked until it answers. A patient one gives up no
    process that is only slow, as on a machine that is busy with other things."""

    def __init__(
        self,
        kind: str,
        servers: Sequence[str],
        health: str | None = "/healthz",
        patient: bool = False,
        **wanted: Any,
    ) -> None:
        self.kind = kind
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.api = Api(self.url)
        usual = {"listen": f"127.0.0.1:{self.port}", "connections": FEW, "per_client": FEW}
        self.config = proxy_config(kind, Wanted(servers, **(usual | wanted)))
        if patient:
            self.config = self.config.replace("timeout check 3s", f"timeout check {PATIENCE:.0f}s")
        self._folder = tempfile.TemporaryDirectory(prefix="faubourg-proxy-")
        file = Path(self._folder.name) / "proxy.conf"
        file.write_text(self.config, encoding="utf-8")
        path = program(kind)
        assert path, f"{kind} is not here; run scripts/setup-tests"
        self._log = (Path(self._folder.name) / "log").open("wb")
        self.process = subprocess.Popen(
            [path, *self._words(file)], stdout=self._log, stderr=subprocess.STDOUT
        )
        if health:
            wait_until(lambda: self._serves(health))

    def _words(self, file: Path) -> list[str]:
        if self.kind == "haproxy":
            return ["-db", "-f", str(file)]
        here = self._folder.name
        quiet = f"daemon off; pid {here}/pid; error_log {here}/errors;"
        return ["-p", here, "-c", str(file), "-g", quiet]

    def _serves(self, path: str) -> bool:
        assert self.process.poll() is None, self.logged()
        try:
            return self.api.http.get(path).status_code == 200
        except httpx.TransportError:
            return False

    def logged(self) -> str:
        return "\n".join(
            file.read_text(errors="replace")
            for file in (Path(self._folder.name) / name for name in ("log", "errors"))
            if file.exists()
        )

    @property
    def cpu(self) -> float:
        """Seconds of a core that it has used, with its workers."""
        return cpu_of(self.process.pid)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        self._log.close()
        self.api.http.close()
        self._folder.cleanup()


class Certificate(NamedTuple):
    """A certificate of our own making, its key, and one file with both."""

    signed: Path
    key: Path
    both: Path


def certificate(folder: Path, name: str, alternative: str) -> Certificate:
    """For a name, and `alternative` as OpenSSL writes it: DNS:example.org, IP:127.0.0.1."""
    made = Certificate(folder / "signed.pem", folder / "key.pem", folder / f"{name}.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", f"subjectAltName={alternative}",
         "-keyout", made.key, "-out", made.signed],
        check=True, capture_output=True,
    )  # fmt: skip
    made.both.write_bytes(made.signed.read_bytes() + made.key.read_bytes())
    return made


def addresses(servers: Sequence[ServerProcess]) -> list[str]:
    return [f"127.0.0.1:{server.port}" for server in servers]


@contextmanager
def proxied(kind: str, servers: Sequence[ServerProcess], **wanted: Any) -> Iterator[Proxy]:
    """A proxy before servers, until the end of the block."""
    proxy = Proxy(kind, addresses(servers), **wanted)
    try:
        yield proxy
    finally:
        proxy.close()

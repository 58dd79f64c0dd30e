"""A home for tests: two network namespaces stand for a computer and a phone in one local network.

The namespaces have no names: they live as long as a process in each, and these end with the test
that holds their input, also when it is killed. Without the rights for them the computer's own
address in its network stands for the phone: what matters is that it is not the loopback.
"""

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

from faubourg.server.web.interfaces import lan_addresses
from tests.server.process import ServerProcess

T = TypeVar("T")
CLONE_NEWNET = 0x40000000
UNTIL_WE_END = ["setpriv", "--pdeathsig", "KILL"]  # also when we are killed
COMPUTER, PHONE = "10.77.0.1", "10.77.0.2"


@dataclass(frozen=True)
class Device:
    """A network namespace with an address; without a process it is the network we are in."""

    address: str
    process: int | None = None

    @property
    def prefix(self) -> list[str]:
        """What runs a command on this device."""
        return ["nsenter", f"--net=/proc/{self.process}/ns/net"] if self.process else []

    def run(self, work: Callable[[], T]) -> T:
        """Do something on this device: sockets that are made there are in its network."""
        with ThreadPoolExecutor(1, initializer=self._enter) as thread:
            return thread.submit(work).result()

    def _enter(self) -> None:
        if self.process:
            with Path(f"/proc/{self.process}/ns/net").open() as namespace:
                libc = ctypes.CDLL(None, use_errno=True)
                if libc.setns(namespace.fileno(), CLONE_NEWNET):  # of this thread only
                    raise OSError(ctypes.get_errno(), "setns")

    def ip(self, words: str) -> None:
        """Run `ip` there."""
        subprocess.run([*self.prefix, "ip", *words.split()], check=True)


@dataclass(frozen=True)
class Home:
    computer: Device
    phone: Device

    @property
    def is_real(self) -> bool:
        """Whether these are two devices indeed."""
        return self.phone.process is not None


class ServerOn(ServerProcess):
    """A server on a device."""

    def __init__(self, device: Device, database: str, *options: str, **settings: Any) -> None:
        super().__init__(database, **settings)
        self.device, self.options = device, list(options)

    def launch(self) -> None:
        """A process of its own: it has to be in the network of the device."""
        words = ["--database", self.database, "--port", str(self.port), "--lang", "en"]
        for name, value in self.settings.items():
            words += ["--set", f"{name}={value}"]
        program = [*self.device.prefix, sys.executable, "-m", "faubourg", "serve"]
        self.process = subprocess.Popen(
            [*UNTIL_WE_END, *program, *words, *self.options],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            start_new_session=True,
        )


@contextmanager
def namespace(address: str = "") -> Iterator[Device]:
    """A network of its own with nothing but a loopback, which ends with its input."""
    waiting = ["unshare", "--net", "sh", "-c", "ip link set lo up && echo ready && exec cat"]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        yield Device(address, process.pid)


def may_make_namespaces() -> bool:
    tried = ["unshare", "--net", "ip", "link", "set", "lo", "up"]
    try:
        return os.getuid() == 0 and subprocess.run(tried, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


@contextmanager
def home() -> Iterator[Home]:
    """A computer and a phone in one Wi-Fi, or as near to it as this machine allows."""
    if not may_make_namespaces():
        found = lan_addresses()
        if not found:
            pytest.skip("this needs root and iproute2 (scripts/setup-tests), or a local network")
        here = Device(found[0].address)
        yield Home(here, here)
        return
    with ExitStack() as stack:
        computer, phone = (stack.enter_context(namespace(each)) for each in (COMPUTER, PHONE))
        join(computer, phone, "wlan0")
        yield Home(computer, phone)


def join(computer: Device, phone: Device, interface: str) -> None:
    """A cable between two devices."""
    subprocess.run(
        f"ip link add {interface} netns {computer.process} type veth "
        f"peer name {interface} netns {phone.process}".split(),
        check=True,
    )
    for device in (computer, phone):
        device.ip(f"addr add {device.address}/24 dev {interface}")
        device.ip(f"link set {interface} up")

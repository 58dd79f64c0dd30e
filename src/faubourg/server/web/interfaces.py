"""The addresses of this computer in its local networks, found without sending anything."""

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

import ifaddr

# Interfaces of containers, virtual machines and VPNs: no phone of this home is behind them.
VIRTUAL = re.compile(
    r"docker|br-|veth|virbr|vmnet|vbox|lxc|lxd|podman|cni|tun|tap|wg|utun|tailscale|zt|ppp"
    r"|vethernet|hyper-v|virtual",
    re.I,
)
ELSEWHERE = ("192.0.2.1", 9)  # an address for documentation: nobody is there


@dataclass(frozen=True)
class Address:
    """An IPv4 address of this computer, and the interface that has it."""

    address: str
    interface: str


def lan_addresses() -> list[Address]:
    """Private addresses of this computer, the one that a phone most likely reaches first. Public
    ones are left out: they would open the server to everybody."""
    found = [
        Address(ip.ip, adapter.nice_name)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str) and is_lan(ip.ip)  # of IPv6 it is a tuple
    ]
    routed = _default_route()
    return sorted(
        found,
        key=lambda each: (
            bool(VIRTUAL.match(each.interface)),
            each.address != routed,
            not each.address.startswith("192.168."),
        ),
    )


def is_lan(address: str) -> bool:
    """Whether an address belongs to a private network.

    >>> is_lan("192.168.1.20"), is_lan("10.0.0.3"), is_lan("127.0.0.1"), is_lan("169.254.1.1")
    (True, True, False, False)
    >>> is_lan("8.8.8.8"), is_lan("example.org")
    (False, False)
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return ip.is_private and not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def is_loopback(address: str) -> bool:
    """Whether an address of a peer is this computer's own, also as IPv6 writes it.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("::ffff:127.0.0.1")
    (True, True, True)
    >>> is_loopback("192.168.1.20"), is_loopback("nonsense")
    (False, False)
    """
    try:
        ip = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return False
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (mapped or ip).is_loopback


def host_name(header: str) -> str:
    """The name in a Host header, without its port; empty if it makes no sense.

    >>> host_name("LocalHost:8472"), host_name("[::1]:80"), host_name("[::1"), host_name("")
    ('localhost', '::1', '', '')
    """
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def _default_route() -> str | None:
    """The address with which this computer would speak to the world. Connecting a UDP socket only
    looks at the routes; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address

"""Web Push: a message encrypted for one browser (RFC 8291, aes128gcm) and posted to its push
service (RFC 8030). Needs the extra `push`.

An endpoint comes from a stranger, so it is a request that strangers choose (SSRF): it goes by TLS
to a host that the operator allows, at a public address that is looked up once and then connected
to, and no redirect is followed.
"""

import asyncio
import ipaddress
import os
import re
import socket
import ssl
from collections.abc import Sequence
from functools import partial
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from faubourg.core.text import Text, listed
from faubourg.server.errors import BadRequest
from faubourg.server.runtime.vapid import decoded, point_of

SECONDS = 10.0  # for a message, from the look-up of its host to the answer
LONGEST_ENDPOINT = 1000
LONGEST_LINE = 4096  # of an answer
RECORD_SIZE = 4096
SALT_BYTES, AUTH_BYTES, POINT_BYTES = 16, 16, 65
PADDED = 256  # bytes to which a message is filled up, so that its length says nothing
STATUS = re.compile(rb"HTTP/1\.[01] ([2-5]\d\d)(?: |\r|$)")

NO_ENDPOINT = Text(
    "This is no address of a push service. Allowed is https:// and one of: {hosts}.",
    "Ce n'est pas l'adresse d'un service push. Il faut https:// et un de : {hosts}.",
)
NO_KEYS = Text(
    "A subscription has p256dh, a point of P-256 (65 bytes), and auth (16 bytes), as base64url.",
    "Un abonnement a p256dh, un point de P-256 (65 octets), et auth (16 octets), en base64url.",
)


class NotSentError(Exception):
    """A message that did not reach its push service; `again`: it may do so later."""

    def __init__(self, why: str, again: bool = True) -> None:
        super().__init__(why)
        self.why = why
        self.again = again


# ---------------------------------------------------------------- encryption


def encrypt(
    message: bytes,
    p256dh: str,
    auth: str,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
    padded: int = PADDED,
) -> bytes:
    """A message for one browser: ECDH with its key, HKDF, and one record of AES-128-GCM. Salt and
    key are new each time; only the example of the standard has its own."""
    salt = salt or os.urandom(SALT_BYTES)
    own = own or ec.generate_private_key(ec.SECP256R1())
    theirs, point = decoded(p256dh), point_of(own)
    shared = own.exchange(ec.ECDH(), _public_key(theirs))
    secret = _hkdf(decoded(auth), shared, b"WebPush: info\0" + theirs + point, 32)
    key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
    record = (message + b"\x02").ljust(padded, b"\0")  # the last record, and what fills it up
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(point)]) + point
    return header + AESGCM(key).encrypt(nonce, record, None)


def check_keys(p256dh: str, auth: str) -> None:
    """BadRequest for what no browser sends."""
    try:
        point = decoded(p256dh)
        _public_key(point)
        if len(point) != POINT_BYTES or len(decoded(auth)) != AUTH_BYTES:
            raise ValueError("length")
    except ValueError as error:
        raise BadRequest("subscription", NO_KEYS) from error


def _public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


# ---------------------------------------------------------------- where to


def check_endpoint(endpoint: str, hosts: Sequence[str]) -> SplitResult:
    """The parts of an endpoint; BadRequest if messages may not be sent there."""
    refused = BadRequest("endpoint", NO_ENDPOINT.format(hosts=listed(list(hosts))))
    if len(endpoint) > LONGEST_ENDPOINT or not re.fullmatch(r"https://[!-~]+", endpoint):
        raise refused
    try:
        parts = urlsplit(endpoint)
        host = f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname or ""
    except ValueError as error:
        raise refused from error
    if "@" in parts.netloc or parts.fragment or not any(_fits(host, each) for each in hosts):
        raise refused
    return parts


def _fits(host: str, allowed: str) -> bool:
    """
    >>> _fits("web.push.apple.com", "*.push.apple.com"), _fits("push.apple.com", "*.push.apple.com")
    (True, False)
    >>> _fits("evil-push.apple.com.example.org", "*.push.apple.com"), _fits("a.org:22", "a.org")
    (False, False)
    """
    if allowed.startswith("*."):
        return host.endswith(allowed[1:]) and len(host) > len(allowed) - 1
    return host == allowed


async def addresses(host: str, port: int, private: bool) -> list[str]:
    """The addresses of a host that may be connected to; NotSentError if there are none."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise NotSentError("no-address") from error
    known = dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found)
    allowed = [each for each in known if private or ipaddress.ip_address(each).is_global]
    if not allowed:
        raise NotSentError("private-address", again=False)
    return allowed


# ---------------------------------------------------------------- sending


async def post(
    parts: SplitResult,
    headers: dict[str, str],
    body: bytes,
    context: ssl.SSLContext,
    private: bool,
) -> int:
    """Post to a push service; the status of its answer, or NotSentError."""
    host, port = parts.hostname or "", parts.port or 443
    try:
        async with asyncio.timeout(SECONDS):
            reader, writer = await _connect(host, port, context, private)
            try:
                writer.write(_request(parts, headers, body))
                await writer.drain()
                found = STATUS.match(await reader.readline())
            finally:
                writer.transport.abort()  # the rest of the answer is of no use
    except TimeoutError as error:
        raise NotSentError("no-answer") from error
    except (OSError, ValueError) as error:  # the last: a line without an end
        raise NotSentError("no-connection") from error
    if found is None:
        raise NotSentError("no-http")
    return int(found[1])


async def _connect(
    host: str, port: int, context: ssl.SSLContext, private: bool
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the first address that answers. It is the one that was checked: the name is not
    looked up again."""
    *others, last = await addresses(host, port, private)
    connect = partial(
        asyncio.open_connection,
        port=port,
        ssl=context,
        server_hostname=host,
        limit=LONGEST_LINE,
    )
    for address in others:
        try:
            return await connect(address)
        except OSError:
            continue  # as with an IPv6 address where there is no IPv6
    return await connect(last)


def _request(parts: SplitResult, headers: dict[str, str], body: bytes) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        *(f"{name}: {value}" for name, value in headers.items()),
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body

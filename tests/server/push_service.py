"""A push service of the tests' own, and a browser's half of Web Push: it keeps what it is sent,
opens it with the browser's keys, and checks who signed. HKDF is written out here (RFC 5869), not
taken from where the server has it."""

import base64
import hashlib
import hmac
import ipaddress
import json
import os
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tests.server.client import Data

DAY = 24 * 3600
CURVE = ec.SECP256R1()


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


class Browser:
    """The keys that a browser makes for a subscription, and what it does with a message."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(CURVE)
        self._auth = os.urandom(16)
        self.p256dh = text_of(point_of(self._key.public_key()))
        self.auth = text_of(self._auth)

    def opened(self, body: bytes) -> Data:
        """The message in an aes128gcm body of one record (RFC 8188, 8291)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
        shared = self._key.exchange(ec.ECDH(), public)
        ours = point_of(self._key.public_key())
        secret = hkdf(self._auth, shared, b"WebPush: info\0" + ours + theirs, 32)
        key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        record = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert record.endswith(b"\x02")
        said: Data = json.loads(record[:-1])
        return said


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    assert length <= 32  # one block
    extracted = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(extracted, info + b"\1", hashlib.sha256)[:length]


@dataclass
class Message:
    """One request that came."""

    path: str
    headers: dict[str, str]
    body: bytes

    def check_signature(self, origin: str, contact: str) -> str:
        """Check the token (RFC 8292); the public key of whoever signed it."""
        scheme, _, rest = self.headers["authorization"].partition(" ")
        assert scheme == "vapid"
        given = dict(part.strip().split("=", 1) for part in rest.split(","))
        head, claims, signature = given["t"].split(".")
        assert json.loads(bytes_of(head)) == {"typ": "JWT", "alg": "ES256"}
        raw = bytes_of(signature)
        assert len(raw) == 64
        halves = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(given["k"]))
        signed = f"{head}.{claims}".encode()
        key.verify(encode_dss_signature(*halves), signed, ec.ECDSA(hashes.SHA256()))
        said = json.loads(bytes_of(claims))
        assert (said["aud"], said["sub"]) == (origin, contact)
        assert time.time() < said["exp"] <= time.time() + DAY
        return given["k"]


@dataclass
class PushService:
    """Answers by the first part of a path: `/410/anything` is gone, `/307/…` leads elsewhere."""

    certificate: Path  # whom to trust for it
    host: str = ""
    messages: list[Message] = field(default_factory=list)

    @property
    def origin(self) -> str:
        return f"https://{self.host}"

    def subscription(self, browser: Browser, name: str, status: int = 201) -> Data:
        """What a browser sends to our server."""
        endpoint = f"{self.origin}/{status}/{name}"
        return {"endpoint": endpoint, "p256dh": browser.p256dh, "auth": browser.auth}

    def to(self, name: str) -> list[Message]:
        return [each for each in self.messages if each.path.endswith(f"/{name}")]


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """A push service at a free port, behind TLS."""
    files = folder / "push-key.pem", folder / "push-certificate.pem"
    _write_certificate(*files)
    service = PushService(files[1])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.messages.append(Message(self.path, headers, body))
            status = int(self.path.split("/")[1])
            self.send_response(status)
            if status == 307:
                self.send_header("Location", f"{service.origin}/201/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *words: object) -> None:
            """Nothing of it on the terminal."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(files[1], files[0])
        server.socket = context.wrap_socket(server.socket, server_side=True)
        service.host = f"localhost:{server.server_port}"
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield service
        server.shutdown()


def _write_certificate(key_file: Path, file: Path) -> None:
    """A certificate of nobody's for localhost, which is its own authority."""
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a push service")])
    now = datetime.now(UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )

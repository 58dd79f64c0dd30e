"""VAPID (RFC 8292): the key by which push services and browsers know a server. It is a P-256 key in
a PEM file, as other programs write them too. Needs the extra `push`."""

import base64
import json
import time
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from faubourg.core.errors import OptionError
from faubourg.core.files import system_reason
from faubourg.core.text import Text

VALID_SECONDS = 12 * 3600  # of a token; 24 hours are allowed
NUMBER_BYTES = 32  # of each half of a signature

CANT_READ = Text(
    "The key for Web Push can't be read: {file}: {why}. `faubourg push-keys FILE` makes one.",
    "La clé pour Web Push est illisible : {file} : {why}. `faubourg push-keys FICHIER` en fait "
    "une.",
)
NO_KEY = Text(
    "a private P-256 key in PEM without a password is needed",
    "il faut une clé privée P-256 en PEM, sans mot de passe",
)


class Vapid:
    """A server's key and whom push services may write to."""

    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str) -> None:
        self._key = key
        self._contact = contact
        self.public = encoded(point_of(key))  # as browsers want it

    def authorization(self, origin: str) -> str:
        """The header for a push service: a token (JWT, ES256) that is good only there."""
        claims = {"aud": origin, "exp": int(time.time()) + VALID_SECONDS, "sub": self._contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(encoded(json.dumps(part).encode()) for part in parts)
        signature = self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
        halves = (half.to_bytes(NUMBER_BYTES, "big") for half in decode_dss_signature(signature))
        return f"vapid t={signed}.{encoded(b''.join(halves))}, k={self.public}"


def new_key() -> bytes:
    """Another private key, as PEM."""
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def read_key(file: Path) -> ec.EllipticCurvePrivateKey:
    """The private key of a file; OptionError says what is wrong with it."""
    try:
        key = serialization.load_pem_private_key(file.read_bytes(), password=None)
    except OSError as error:
        said = CANT_READ.format(file=str(file), why=system_reason(error))
        raise OptionError("push_key", said) from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise OptionError("push_key", CANT_READ.format(file=str(file), why=NO_KEY)) from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != "secp256r1":
        raise OptionError("push_key", CANT_READ.format(file=str(file), why=NO_KEY))
    return key


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key as an uncompressed point."""
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def encoded(data: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """What was written as base64url, with padding or without; ValueError for anything else."""
    data = text.rstrip("=")
    return base64.b64decode(data + "=" * (-len(data) % 4), altchars=b"-_", validate=True)

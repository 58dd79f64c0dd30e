"""Keys of seats (bearer secrets), ids of tables, and codes that people read to each other.

Whoever has a key holds its seat: there are no accounts. Only hashes of keys are stored; a key has
144 random bits, so a plain hash needs no salt.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

KEY_BYTES = 18
KEY = re.compile(r"[A-Za-z0-9_-]{24,64}")
# Letters that sound alike or are spelled in two ways in French or English are left out.
CONSONANTS = "bdfgklmnprstv"
VOWELS = "aeiou"
SYLLABLES = 5
ID_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 16
ID = re.compile(r"[a-z0-9]{1,40}")


@dataclass(frozen=True)
class Holder:
    """What the keys of a client open at one table."""

    seats: frozenset[int] = frozenset()
    host: bool = False

    @property
    def takes_part(self) -> bool:
        return self.host or bool(self.seats)


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def hash_of(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def holder_of(keys: Iterable[str], seats: Sequence[str | None], host: str) -> Holder:
    """What keys open, given the hashes of the seats' keys and of the host's."""
    hashes = [hash_of(key) for key in keys]
    opened = (
        seat
        for seat, wanted in enumerate(seats)
        if wanted and any(hmac.compare_digest(wanted, given) for given in hashes)
    )
    return Holder(frozenset(opened), any(hmac.compare_digest(host, h) for h in hashes))


def new_id() -> str:
    """A table's name, which is all that watching needs: about 79 bits."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


def new_code() -> str:
    """A code that can be read aloud in both languages: 65^5, more than 10^9 of them."""
    syllable = range(SYLLABLES)
    return "".join(secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in syllable)


def clean_code(typed: str) -> str:
    """A code as it was given out, however it was typed.

    >>> clean_code(" Bako-LIMU te ")
    'bakolimute'
    """
    return re.sub(r"[^a-z]", "", typed.casefold())

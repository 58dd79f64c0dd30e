"""Provably fair dice, by commit and reveal: Nature's moves at a table, and their check.

Before the first move the table publishes a commitment, the SHA-256 of its secret. Each player has a
word. Secret and words make a key, and each of Nature's moves comes from HMAC-SHA256 of that key and
the move's number. After the last move the secret is published.

In scheme 1 a word was given in the open: whoever knew the secret could choose the last word so that
the dice suited. In scheme 2 each player first gives the seal of a word, its SHA-256. When all seats
are taken the seals are final, and only then are the words opened: nobody, whoever runs the server
included, can choose a word after having seen another's.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from faubourg.core.errors import RecordError
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Position, action_of
from faubourg.core.text import Text

if TYPE_CHECKING:
    from faubourg.records.record import Record

SECRET_BYTES = 32
HEX = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")
Progress = Callable[[int, int], None]  # moves looked at, of how many

NO_COMMITMENT = Text(
    "This record has no commitment: its dice were not drawn at a table of a server.",
    "Cette partie n'a pas d'engagement : ses dés n'ont pas été tirés à la table d'un serveur.",
)
NO_SECRET = Text(
    "The secret is published when the game is over; this record has none yet.",
    "Le secret est publié à la fin de la partie ; cette partie n'en a pas encore.",
)
WRONG_SECRET = Text(
    "The secret is not the one that was committed to: its SHA-256 is {found}, not {promised}.",
    "Le secret n'est pas celui de l'engagement : son SHA-256 est {found} et non {promised}.",
)
WRONG_MOVE = Text(
    "Move {number} is '{played}', but secret and words give '{drawn}'.",
    "Le coup {number} est « {played} », mais le secret et les mots donnent « {drawn} ».",
)
ALL_RIGHT = Text(
    "The secret is the one committed to, and all {count} moves of Nature follow from it.",
    "Le secret est celui de l'engagement, et les {count} coups de la Nature en découlent.",
)
SOME_WRONG = Text(
    "Of {count} moves of Nature that were checked, {wrong} are wrong.",
    "Sur {count} coups de la Nature vérifiés, {wrong} sont faux.",
)
WRONG_WORD = Text(
    "The word of seat {seat} is not the one that was sealed: its SHA-256 is {found}, not {seal}.",
    "Le mot de la place {seat} n'est pas celui qui était scellé : son SHA-256 est {found} et non "
    "{seal}.",
)
UNSEALED = Text(
    "Seat {seat} has a word that was never sealed.",
    "La place {seat} a un mot qui n'a jamais été scellé.",
)
NOT_OPENED = Text(
    " Seat {seat} never opened its word: the others' words decided.",
    " La place {seat} n'a jamais ouvert son mot : ceux des autres ont décidé.",
)
OPENED = Text(
    " The {words} words are those that were sealed before any was seen.",
    " Les {words} mots sont ceux qui étaient scellés avant qu'on en voie un.",
)
NOT_OURS = Text(
    " The first {since} moves come from another record and were not drawn here.",
    " Les {since} premiers coups viennent d'une autre partie et n'ont pas été tirés ici.",
)


@dataclass(frozen=True)
class Fairness:
    """What a record says of its dice.

    `since` is how many moves came from elsewhere before this secret began to decide. `seals` are
    the SHA-256 of the words, one for each seat or nothing; in scheme 1 there are none at all.
    """

    commitment: str
    words: tuple[str, ...] = ()
    secret: str | None = None
    since: int = 0
    seals: tuple[str, ...] = ()

    @property
    def scheme(self) -> int:
        return 2 if self.seals else 1


@dataclass(frozen=True)
class Verdict:
    """What a check found: how many of Nature's moves it looked at, and every fault."""

    checked: int
    faults: tuple[Text, ...]
    text: Text

    @property
    def holds(self) -> bool:
        return not self.faults


def new_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


def commitment_of(secret: str) -> str:
    """
    >>> commitment_of("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seal_of(word: str) -> str:
    """
    >>> seal_of("tulip 5f0c")[:16]
    '082770ebb2bc8be9'
    """
    return hashlib.sha256(word.encode()).hexdigest()


def key_of(secret: str, words: Sequence[str]) -> bytes:
    """The key of a table: its secret and the players' words, joined by commas."""
    return hmac.digest(bytes.fromhex(secret), ",".join(words).encode(), "sha256")


def number_of(key: bytes, move: int) -> float:
    """The number in [0, 1) that decides a move: the first 53 bits of an HMAC.

    >>> 0 <= number_of(key_of("00" * 32, ["rain", ""]), 12) < 1
    True
    """
    digest = hmac.digest(key, str(move).encode(), "sha256")
    return float((int.from_bytes(digest[:8], "big") >> 11) / 2**53)


def nature_move(position: Position, key: bytes, move: int) -> int:
    """Nature's outcome as the move of this number (the first is 0)."""
    return position.nature(number_of(key, move))


def verify(record: "Record", progress: Progress | None = None) -> Verdict:
    """Check the secret and every move of Nature; RecordError if the record can't be checked."""
    fairness = record.fairness
    if fairness is None:
        raise RecordError("no-commitment", NO_COMMITMENT)
    if fairness.secret is None:
        raise RecordError("no-secret", NO_SECRET)
    checked, faults = _check_moves(record, fairness, fairness.secret, progress)
    found = commitment_of(fairness.secret)
    if found != fairness.commitment:
        wrong = WRONG_SECRET.format(found=found, promised=fairness.commitment)
        return Verdict(checked, (wrong, *faults), wrong)
    said = SOME_WRONG.format(count=checked, wrong=len(faults)) if faults else ALL_RIGHT
    text = said.format(count=checked)
    wrong_words, notes = _check_words(fairness)
    if wrong_words:
        return Verdict(checked, (*wrong_words, *faults), wrong_words[0])
    if fairness.since:
        notes.append(NOT_OURS.format(since=fairness.since))
    for note in notes:
        text = Text(*map("".join, zip(text, note, strict=True)))
    return Verdict(checked, tuple(faults), text)


def _check_words(fairness: Fairness) -> tuple[list[Text], list[Text]]:
    """What is wrong with the words of scheme 2, and what is worth knowing of them."""
    faults, notes, opened = [], [], 0
    pairs = zip(SEAT_LETTERS, fairness.seals, fairness.words, strict=False)
    for seat, seal, word in pairs:
        if seal and not word:
            notes.append(NOT_OPENED.format(seat=seat))
        elif word and not seal:
            faults.append(UNSEALED.format(seat=seat))
        elif seal and seal_of(word) != seal:
            faults.append(WRONG_WORD.format(seat=seat, found=seal_of(word), seal=seal))
        else:
            opened += bool(seal)
    if opened:
        notes.insert(0, OPENED.format(words=opened))
    return faults, notes


def _check_moves(
    record: "Record", fairness: Fairness, secret: str, progress: Progress | None
) -> tuple[int, list[Text]]:
    key, game = key_of(secret, fairness.words), record.game
    checked, faults = 0, []
    for number, (position, played) in enumerate(
        zip(record.positions(), record.moves, strict=False)
    ):
        if progress:
            progress(number + 1, len(record.moves))
        if position.turn != NATURE or number < fairness.since:
            continue
        checked += 1
        drawn = nature_move(position, key, number)
        if drawn != played:
            texts = (action_of(game, id).text for id in (played, drawn))
            said = dict(zip(("played", "drawn"), texts, strict=True))
            faults.append(WRONG_MOVE.format(number=number + 1, **said))
    return checked, faults

"""The small parts: messages as documented, names, codes, buckets, settings."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message, Receive, Scope, Send

from faubourg.core.game import Game
from faubourg.records.record import Record
from faubourg.server.logs import JsonLines
from faubourg.server.settings import SETTABLE, Settings, changed
from faubourg.server.table.keys import clean_code, hash_of, holder_of, new_code, new_id, new_key
from faubourg.server.table.sanitize import LONGEST_WORD, clean, seat_name
from faubourg.server.web.connections import Connections
from faubourg.server.web.middleware import GuardMiddleware
from faubourg.server.web.rate_limits import RateLimits, TokenBucket
from faubourg.server.web.sharing import LanSharing

DOCS = Path(__file__).parents[2] / "docs" / "server"


def test_every_setting_is_documented_with_its_default():
    page = (DOCS / "operating.md").read_text(encoding="utf-8").split("## Settings")[1]
    listed: dict[str, float] = {}
    for names, values in re.findall(r"^\| (`.*?`) \| ([\d., ]+) \|", page, re.M):
        told = zip(re.findall(r"`(\w+)`", names), values.split(", "), strict=True)
        listed |= {name: float(value) for name, value in told}
    settings = Settings("sqlite:///x.db")
    assert listed == {name: getattr(settings, name) for name in SETTABLE}


def test_settings_are_changed_by_name():
    settings = changed(Settings("sqlite:///x.db"), ["pace=0", "thinkers=3"])
    assert (settings.pace, settings.thinkers) == (0.0, 3)
    assert Settings("sqlite:///x.db").is_loopback


@given(st.text(max_size=80))
def test_a_name_is_short_and_visible_and_fits_a_record(said: str):
    name = seat_name(said, 0, ["Basile"])
    assert name
    assert name == clean(name, 16)
    assert name.isprintable()
    assert not set(name) & set(",=#\u202e\u200b\n")
    Record(Game("minivilles"), [f"{name}=me", "greedy"])
    assert len(clean(said, LONGEST_WORD)) <= LONGEST_WORD


def test_marks_do_not_pile_up():
    assert len(clean("Z" + "\u0300" * 50, 16)) <= 2


def test_keys_open_only_their_own_seat():
    keys = [new_key() for _ in range(4)]
    hashes = [hash_of(key) for key in keys]
    held = holder_of([keys[1], "nonsense"], [hashes[0], hashes[1], None], hashes[3])
    assert (held.seats, held.host) == ({1}, False)
    assert holder_of([keys[3]], hashes[:3], hashes[3]).host
    assert not holder_of([], hashes[:3], hashes[3]).takes_part


def test_codes_and_ids_are_readable_and_do_not_repeat():
    assert len({new_code() for _ in range(1000)}) == 1000
    assert all(clean_code(new_code().upper()) for _ in range(100))
    assert re.fullmatch(r"[a-z0-9]{16}", new_id())


def test_a_bucket_gives_a_burst_and_then_a_rate():
    bucket = TokenBucket(rate=2, burst=3)
    assert [bucket.take(100.0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(100.0) == pytest.approx(0.5)
    assert bucket.take(100.5) == 0
    assert bucket.take(100.5) > 0
    assert bucket.is_full(102.1)


# ------------------------------------------------------------ a mistake of ours


async def broken_app(scope: Scope, receive: Receive, send: Send) -> None:
    raise ZeroDivisionError("one of our own")


def test_a_mistake_of_ours_is_a_sentence_for_the_user_and_a_trace_for_the_log(
    caplog: pytest.LogCaptureFixture,
):
    settings = Settings("sqlite:///x.db")
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": headers, "client": None}
    guard = GuardMiddleware(
        broken_app,
        settings,
        RateLimits(settings),
        Connections(settings, RateLimits(settings)),
        LanSharing(settings),
    )
    asyncio.run(guard(scope, receive, send))
    start, body = sent
    assert start["status"] == 500
    assert b"content-security-policy" in dict(start["headers"])
    assert json.loads(body["body"])["code"] == "inside"
    assert b"one of our own" not in body["body"]
    assert "one of our own" in caplog.text
    line = json.loads(JsonLines().format(caplog.records[0]))
    assert line["level"] == "error"
    assert "ZeroDivisionError" in line["trace"]

"""Web Push: one message for each turn of whoever is away, over kills and in several processes;
sealed for one browser, and sent nowhere but where the operator allows."""

import asyncio
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric import ec

from faubourg.core.errors import FaubourgError
from faubourg.server.doctor import push as examine
from faubourg.server.push_keys import make as make_keys
from faubourg.server.runtime import push, webpush
from faubourg.server.settings import Settings
from faubourg.server.store import schema
from faubourg.server.store.engine import open_engine
from faubourg.server.store.store import Store
from tests.server.client import Data, Player, RefusedError
from tests.server.process import ServerProcess, wait_until
from tests.server.push_service import Browser, PushService, bytes_of, push_service
from tests.server.test_clocks import play_first

Start = Callable[..., ServerProcess]
CONTACT = "mailto:somebody@example.org"
sqlite_only = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path) as found:
        monkeypatch.setenv("SSL_CERT_FILE", str(found.certificate))
        yield found


@pytest.fixture
def options(tmp_path: Path, service: PushService) -> list[str]:
    """What makes a server push to the tests' own service."""
    key = tmp_path / "push.pem"
    assert make_keys(key, "en") == 0
    return ["--push-key", str(key), "--push-contact", CONTACT, "--push-host", service.host]


QUICK = {"push_private": 1, "push_after": 0, "beat": 0.2, "sweep": 0.1}


def subscribe(server: ServerProcess, made: Data, seat: str, given: Data) -> int:
    path = f"/api/tables/{made['table']}/seats/{seat}/push"
    devices: int = server.api.ask("PUT", path, made["keys"][seat], **given)["devices"]
    return devices


def rows(server: ServerProcess) -> list[Data]:
    """All subscriptions, as they are stored."""
    engine = open_engine(server.database)
    with engine.connect() as connection:
        found = [
            dict(row) for row in connection.execute(sa.select(schema.subscriptions)).mappings()
        ]
    engine.dispose()
    return found


def play_until(server: ServerProcess, made: Data, seat: str) -> None:
    """Whoever is to act takes the first of all choices, until it is another's turn, and this
    one's."""
    while server.api.table(made["table"])["state"]["turn"] != seat:
        play_first(server, made)


def play_turn(server: ServerProcess, made: Data, seat: str) -> None:
    while server.api.table(made["table"])["state"]["turn"] == seat:
        play_first(server, made)


def swept(server: ServerProcess) -> bool:
    """Whether nothing is left to look at or to send."""
    return all(row["turn"] <= row["told"] or row["tries"] for row in rows(server)) and all(
        row["seen"] for row in rows(server)
    )


# ---------------------------------------------------------------- one message for each turn


def test_who_is_away_is_told_once_for_each_turn_whichever_process_moved(
    start: Start, service: PushService, options: list[str]
):
    """Two processes with one database (of SQLite only one), each of which could send."""
    first = start(*options, **QUICK)
    servers = [first]
    if "postgresql" in first.database:
        servers.append(start(*options, **QUICK))
    made = first.api.make("minivilles", ["Anna:person", "Ben:person"], first="A")
    browser = Browser()
    subscribe(first, made, "B", service.subscription(browser, "ben") | {"language": "fr"})
    for turn in range(1, 4):
        server = servers[turn % len(servers)]
        play_until(server, made, "B")
        wait_until(lambda turn=turn: len(service.to("ben")) >= turn)  # type: ignore[misc]
        play_turn(server, made, "B")
    wait_until(lambda: swept(first))
    assert len(service.messages) == 3
    for message in service.messages:
        said = browser.opened(message.body)
        assert said == {
            "table": made["table"],
            "game": "minivilles",
            "title": "À toi de jouer\u202f!",
            "body": "Minivilles Deluxe",
        }
        key = message.check_signature(service.origin, CONTACT)
        assert key == first.api.get("/api/push")["key"]
        assert message.headers["content-encoding"] == "aes128gcm"
        assert message.headers["topic"] == made["table"]
        assert int(message.headers["ttl"]) >= 24 * 3600
    assert len({len(message.body) for message in service.messages}) == 1


def test_who_is_connected_is_not_told_until_they_are_gone(
    start: Start, service: PushService, options: list[str]
):
    server = start(*options, **QUICK)
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"], first="A")
    for seat, name in (("A", "anna"), ("B", "ben")):
        subscribe(server, made, seat, service.subscription(Browser(), name))

    async def look_on() -> None:
        async with Player(server.url, made["table"], [made["keys"]["B"]]) as ben:
            await asyncio.to_thread(play_until, server, made, "B")
            await ben.until(lambda player: player.turn == "B")
            # That it is Ben's turn was seen and stored, and still nothing was sent.
            await asyncio.to_thread(wait_until, lambda: any(row["turn"] for row in rows(server)))
            began = time.monotonic()
            await asyncio.to_thread(wait_until, lambda: time.monotonic() > began + 1)
            assert service.messages == []

    asyncio.run(look_on())
    wait_until(lambda: len(service.to("ben")) == 1)
    # Anna subscribed in a turn of her own, of which she knew.
    assert service.to("anna") == []


def test_a_kill_neither_loses_a_message_nor_doubles_it(
    start: Start, service: PushService, options: list[str]
):
    # The first process sweeps when it starts and then not any more: it dies before it could tell.
    server = start(*options, **QUICK | {"sweep": 3600})
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"], first="A")
    subscribe(server, made, "B", service.subscription(Browser(), "ben"))
    play_until(server, made, "B")
    server.kill()
    assert service.messages == []
    server.settings |= QUICK
    server.start()
    wait_until(lambda: len(service.to("ben")) == 1)
    wait_until(lambda: rows(server)[0]["told"] > 0)
    for _ in range(2):
        server.kill()
        server.start()
        wait_until(lambda: swept(server))
    play_turn(server, made, "B")
    play_until(server, made, "B")
    wait_until(lambda: len(service.to("ben")) >= 2)
    assert len(service.messages) == 2


# ---------------------------------------------------------------- what the push service says


@sqlite_only
def test_what_is_gone_is_removed_and_what_fails_is_tried_later_or_given_up(
    start: Start, service: PushService, options: list[str]
):
    server = start(*options, **QUICK)
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"], first="A")
    other = server.api.make("minivilles", ["Anna:person", "Ben:person"], first="A")
    gone = service.subscription(Browser(), "gone", 410)
    subscribe(server, other, "B", gone)
    devices = [gone, *(service.subscription(Browser(), str(s), s) for s in (307, 403, 503))]
    for device in devices:
        subscribe(server, made, "B", device)
    play_until(server, made, "B")
    wait_until(lambda: len(rows(server)) == 3 and all(row["tries"] for row in rows(server)))
    wait_until(lambda: server.logged().count("a message was not pushed") == 3)
    wait_until(lambda: sum(row["told"] == row["turn"] for row in rows(server)) == 2)
    left = {row["endpoint"].split("/")[3]: row for row in rows(server)}
    assert set(left) == {"307", "403", "503"}  # of the one that is gone not even at another table
    for status in ("307", "403"):  # nothing that could be otherwise the next time
        assert left[status]["told"] == left[status]["turn"] > 0
    assert left["503"]["told"] < left["503"]["turn"]
    assert left["503"]["due"] > time.time() + 10
    assert service.to("elsewhere") == []  # no redirect is followed
    assert len(service.messages) == 4
    failed = [line for line in server.logged().splitlines() if "a message was not pushed" in line]
    assert len(failed) == 3
    assert service.host not in server.logged()


@sqlite_only
def test_nothing_is_sent_to_an_address_that_is_not_public(
    start: Start, service: PushService, options: list[str]
):
    server = start(*options, **QUICK | {"push_private": 0})
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"], first="A")
    subscribe(server, made, "B", service.subscription(Browser(), "ben"))
    play_until(server, made, "B")
    wait_until(lambda: "private-address" in server.logged())
    wait_until(lambda: rows(server)[0]["told"] > 0)
    assert service.messages == []


@pytest.mark.parametrize(
    ("address", "is_allowed"),
    [
        ("8.8.8.8", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("::1", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
    ],
)
def test_only_public_addresses_are_connected_to(address: str, is_allowed: bool):
    if is_allowed:
        assert asyncio.run(webpush.addresses(address, 443, private=False)) == [address]
    else:
        with pytest.raises(webpush.NotSentError) as refused:
            asyncio.run(webpush.addresses(address, 443, private=False))
        assert (refused.value.why, refused.value.again) == ("private-address", False)
        assert asyncio.run(webpush.addresses(address, 443, private=True))


# ---------------------------------------------------------------- who may, how many, and until when


@sqlite_only
def test_only_the_holder_subscribes_a_seat_and_only_at_a_push_service(
    start: Start, service: PushService, options: list[str]
):
    server = start(*options, **QUICK | {"sweep": 3600})
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"], first="A")
    good = service.subscription(Browser(), "anna")
    path, key = f"/api/tables/{made['table']}/seats/A/push", made["keys"]["A"]

    def code(key: str | None, **given: object) -> tuple[str, int | None]:
        with pytest.raises(RefusedError) as refused:
            server.api.ask("PUT", path, key, **given)
        return refused.value.code, refused.value.status

    for other in (None, made["keys"]["B"], made["host_key"]):
        assert code(other, **good) == ("not-your-seat", 403)
    for endpoint in (
        good["endpoint"].replace("https", "http"),
        "https://example.org/push",
        f"https://{service.host}.example.org/push",
        f"https://x@{service.host}/push",
        "https://localhost/push",  # another port
        f"https://{service.host}/a b",
        f"https://{service.host}/a#b",
        "https://[/push",
        "file:///etc/passwd",
    ):
        assert code(key, **good | {"endpoint": endpoint}) == ("endpoint", 422), endpoint
    for wrong in ({"auth": "AAAA"}, {"p256dh": "AAAA"}, {"p256dh": "B" * 87}, {"auth": "é" * 22}):
        assert code(key, **good | wrong) == ("subscription", 422), wrong
    assert code(key, **good, more=1) == ("request", 422)
    assert rows(server) == []

    # A device is one however often it asks; of too many the oldest goes.
    assert [subscribe(server, made, "A", good) for _ in range(2)] == [1, 1]
    names = [f"device{number}" for number in range(5)]
    counts = [subscribe(server, made, "A", service.subscription(Browser(), name)) for name in names]
    assert counts == [2, 3, 4, 4, 4]
    kept = {row["endpoint"].rpartition("/")[2] for row in rows(server)}
    assert kept == set(names[1:])
    stop = f"{path}/stop"
    endpoint = service.subscription(Browser(), "device1")["endpoint"]
    with pytest.raises(RefusedError):
        server.api.post(stop, made["keys"]["B"], endpoint=endpoint)
    assert [server.api.post(stop, key, endpoint=endpoint)["devices"] for _ in range(2)] == [3, 3]


def test_subscriptions_go_with_the_seat_the_game_and_the_table(
    start: Start, service: PushService, options: list[str]
):
    server = start(*options, **QUICK | {"pace": 0})
    device = service.subscription(Browser(), "anna")

    def table(*seats: str) -> Data:
        made = server.api.make("minivilles", seats, first="A")
        assert subscribe(server, made, "A", device) == 1
        return made

    left, kept, ended = (table("Anna:person", "Ben:person") for _ in range(3))
    path = f"/api/tables/{left['table']}/seats/A"
    code = server.api.post(f"{path}/leave", left["keys"]["A"])["code"]
    assert left["table"] not in {row["table"] for row in rows(server)}
    # Whoever has left holds the seat until another sits down; then what they asked for goes.
    subscribe(server, left, "A", device)
    joined = server.api.post("/api/tables/join", code=code, name="Cleo")
    wait_until(lambda: left["table"] not in {row["table"] for row in rows(server)})
    assert subscribe(server, {**left, "keys": {"A": joined["key"]}}, "A", device) == 1

    for seat in "AB":
        resign = f"/api/tables/{ended['table']}/seats/{seat}/resign"
        server.api.post(resign, ended["keys"][seat], level="random")
    wait_until(lambda: server.api.table(ended["table"])["state"]["phase"] == "over")
    wait_until(lambda: {row["table"] for row in rows(server)} == {kept["table"], left["table"]})
    with pytest.raises(RefusedError) as refused:
        subscribe(server, ended, "A", device)
    assert refused.value.code == "phase-over"

    store = Store(server.database)

    async def remove() -> int:
        return await store.remove_tables(("person",), time.time() + 60)

    assert asyncio.run(remove()) >= 1
    store.close()
    assert kept["table"] not in {row["table"] for row in rows(server)}


@pytest.mark.parametrize("server", ["sqlite"], indirect=True)
def test_without_a_key_nothing_is_offered(server: ServerProcess):
    assert server.api.get("/api/push") == {"key": None}
    made = server.api.make("minivilles", ["Anna:person", "Ben:person"])
    given = {"endpoint": "https://fcm.googleapis.com/x", "p256dh": "A", "auth": "A"}
    with pytest.raises(RefusedError) as refused:
        subscribe(server, made, "A", given)
    assert refused.value.code == "no-push"


# ---------------------------------------------------------------- encryption


def test_a_message_is_sealed_as_in_the_example_of_the_standard():
    """RFC 8291, appendix A, byte by byte."""
    own = ec.derive_private_key(
        int.from_bytes(bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"),
        ec.SECP256R1(),
    )
    sealed = webpush.encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        salt=bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
        own=own,
        padded=0,
    )
    assert sealed == bytes_of(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
        "mS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs"
        "j_Qulcy4a-fN"
    )


# ---------------------------------------------------------------- keys, for operators


def test_a_key_is_made_for_its_owner_alone_and_never_in_place_of_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "push.pem"
    assert make_keys(file, "fr") == 0
    assert f"--push-key {file}" in capsys.readouterr().out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_bytes()
    with pytest.raises(FaubourgError, match="exists already"):
        make_keys(file, "en")
    with pytest.raises(FaubourgError, match="can't be written"):
        make_keys(tmp_path / "nowhere" / "push.pem", "en")
    assert file.read_bytes() == before


def findings(**given: object) -> list[tuple[str, str]]:
    settings = Settings("sqlite://", **given)  # type: ignore[arg-type]
    return [(grade, text.en) for grade, text in examine(settings)]


def test_the_doctor_says_what_is_wrong_with_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, none = tmp_path / "push.pem", tmp_path / "none.pem"
    assert make_keys(file, "en") == 0
    right = {"push_key": str(file), "push_contact": CONTACT}
    assert findings() == [("good", "Web Push is off.")]
    assert [grade for grade, _ in findings(**right)] == ["good", "good"]
    file.chmod(0o644)
    assert [grade for grade, _ in findings(**right)] == ["good", "bad"]
    none.write_text("nothing")
    for given, said in (
        ({"push_contact": ""}, "--push-contact says whom"),
        ({"push_contact": "somebody@example.org"}, "--push-contact says whom"),
        ({"push_key": str(none)}, "private P-256 key in PEM"),
        ({"push_key": str(tmp_path / "nowhere")}, "No such file"),
        ({"push_key": ""}, "need --push-key"),
    ):
        [(grade, text)] = findings(**right | given)
        assert grade == "bad"
        assert said in text
    monkeypatch.setattr(push, "NEEDED", "no_such_package")
    [(grade, text)] = findings(**right)
    assert (grade, "faubourg[push]" in text) == ("bad", True)

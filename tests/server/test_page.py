"""The page is served as it was built: whole, packed, kept where it may be; nothing beside it is."""

import asyncio
import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from starlette.types import ASGIApp, Message

from faubourg.server.app import create_app
from faubourg.server.settings import Settings
from faubourg.server.web import static

SCRIPT = b"console.log('a street')\n" * 50
BROWSER = {"Accept": "text/html,*/*;q=0.8"}


@dataclass(frozen=True)
class Answer:
    status_code: int
    headers: dict[str, str]
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode()

    def json(self) -> Any:
        return json.loads(self.content)


class Client:
    """Asks for exactly the path that is given: clients that people use tidy it up before."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def get(self, path: str, headers: dict[str, str] | None = None, method: str = "GET") -> Answer:
        return asyncio.run(self._ask(method, path, {"Host": "127.0.0.1"} | (headers or {})))

    def head(self, path: str) -> Answer:
        return self.get(path, method="HEAD")

    async def _ask(self, method: str, path: str, headers: dict[str, str]) -> Answer:
        said: list[Message] = []
        scope = {
            "type": "http",
            "method": method,
            "path": unquote(path),
            "raw_path": path.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "query_string": b"",
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "scheme": "http",
            "http_version": "1.1",
            "root_path": "",
        }

        async def receive() -> Message:
            return {"type": "http.request", "body": b""}

        async def send(message: Message) -> None:
            said.append(message)

        await self.app(scope, receive, send)
        told = {name.decode(): value.decode() for name, value in said[0]["headers"]}
        body = b"".join(message.get("body", b"") for message in said[1:])
        return Answer(said[0]["status"], told, body)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What vite makes, in small."""
    pages = tmp_path / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<!doctype html><title>Faubourg</title>")
    (pages / "icon.svg").write_text("<svg/>")
    (pages / "assets" / "index-abc.js").write_bytes(SCRIPT)
    (pages / "assets" / "index-abc.js.gz").write_bytes(gzip.compress(SCRIPT))
    (pages / "assets" / "index-abc.js.br").write_bytes(b"as if packed by brotli")
    (pages / ".built.stamp").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    return pages


def client_of(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    built = static.Pages(folder)
    monkeypatch.setattr(static, "Pages", lambda: built)
    return Client(create_app(Settings(database="sqlite://")))  # not started: no tables here


@pytest.fixture
def client(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    return client_of(folder, monkeypatch)


@pytest.mark.parametrize(
    "path", ["/", "/t/abc", "/join", "/join/bakolimute", "/rules", "/rules/x", "/learn/x", "/fair"]
)
def test_every_address_of_the_page_gives_the_page(client: Client, path: str):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "<title>Faubourg</title>" in answer.text
    again = client.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert not again.content
    assert client.head(path).headers["etag"] == answer.headers["etag"]


def test_scripts_are_kept_for_ever_and_sent_packed_as_the_browser_likes(client: Client):
    def ask(accepted: str) -> tuple[str | None, int]:
        answer = client.get("/assets/index-abc.js", {"Accept-Encoding": accepted})
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["content-type"].startswith("text/javascript")
        return answer.headers.get("content-encoding"), len(answer.content)

    assert ask("gzip, deflate, br") == ("br", 22)
    assert ask("gzip;q=0.5, br;q=0") == ("gzip", len(gzip.compress(SCRIPT)))
    assert ask("identity") == (None, len(SCRIPT))


def test_a_packed_file_is_another_thing_to_keep_than_the_plain_one(client: Client):
    path = "/assets/index-abc.js"
    tags = [
        client.get(path, headers={"Accept-Encoding": kind}).headers["etag"]
        for kind in ("identity", "gzip")
    ]
    assert len(set(tags)) == 2


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt", "/assets/../../secret.txt", "/assets/..%2f..%2fsecret.txt",
        "/%2e%2e/secret.txt", "/assets/%2e%2e%2f%2e%2e%2fsecret.txt", "//secret.txt",
        "/.built.stamp", "/assets/index-abc.js.gz", "/assets/", "/assets/none.js",
    ],
)  # fmt: skip
def test_nothing_beside_the_page_is_served(client: Client, path: str):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text
    assert answer.json()["code"] == "no-page"


def test_a_person_who_is_lost_sees_a_page_and_a_program_sees_json(client: Client):
    lost = client.get("/nowhere/at/all", headers=BROWSER)
    assert lost.status_code == 404
    assert "<title>Faubourg</title>" in lost.text
    for path, headers in (("/nowhere", {}), ("/api/nowhere", BROWSER), ("/assets/x.js", BROWSER)):
        answer = client.get(path, headers=headers)
        assert answer.status_code == 404
        assert answer.json()["code"] == "no-page"


def test_without_a_page_it_is_said_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    client = client_of(tmp_path / "nothing", monkeypatch)
    french = client.get("/", headers={"Accept-Language": "fr-CH, en;q=0.5"})
    assert french.status_code == 503
    assert '<html lang="fr">' in french.text
    assert "<code>make play</code>" in french.text
    assert "not built" in client.get("/").text
    assert client.get("/nowhere", headers=BROWSER).status_code == 404
    client.app.state.pages.warn()  # type: ignore[attr-defined]
    assert "make play" in caplog.text

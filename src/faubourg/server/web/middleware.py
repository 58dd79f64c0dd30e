"""ASGI middleware before every request: host and origin checks, body size, rate limits; security
headers on every response, metrics and the access log."""

import asyncio
import logging
import time
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Text
from faubourg.server import metrics
from faubourg.server.errors import Inside, NotAllowed, TooLarge, TooSlow
from faubourg.server.settings import LOOPBACK, Settings
from faubourg.server.web.connections import Connections
from faubourg.server.web.interfaces import host_name, is_lan
from faubourg.server.web.rate_limits import RateLimits, client_of
from faubourg.server.web.responses import refusal
from faubourg.server.web.sharing import LanSharing

log = logging.getLogger(__name__)
HEALTH = "/healthz"
SAFE = ("GET", "HEAD", "OPTIONS")
# Routes with a bucket of their own, and those that carry a record.
COSTLY = {
    "/api/tables": "table",
    "/api/tables/join": "join",
    "/api/tables/find": "find",
    "/api/tables/standings": "standing",
    "/api/tables/import": "import",
    "/api/records/verify": "import",
    "/api/boxes": "box",
    "/api/boxes/check": "check",
    "/api/boxes/mine": "check",
    "/api/studies": "study",
    "/api/studies/price": "price",
    "/api/studies/mine": "check",
}
COSTLY_READS = ("/sheets.pdf", "/picture.png", "/lesson")  # wherever else they are
# /api/tables/TABLE/…, with the method.
COSTLY_AT_TABLE = {
    "hints": ("hint", "POST"),
    "entries": ("history", "GET"),
    "review": ("review", "POST"),
    "picture.svg": ("picture", "GET"),
    "picture.png": ("picture", "GET"),
    "film.png": ("picture", "GET"),
}
WITH_RECORDS = ("/api/tables/import", "/api/records/verify")
WITH_BOXES = ("/api/boxes", "/api/boxes/check")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; "
    "script-src 'self'; connect-src 'self'; manifest-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
FOREIGN = Text(
    "Pages of {origin} may not use this server.", "Les pages de {origin} n'ont pas accès ici."
)
WRONG_HOST = Text("This server is not {host}.", "Ce serveur n'est pas {host}.")
LARGE = Text("More than {most} bytes are too many.", "Plus de {most} octets, c'est trop.")
INSIDE = Text(
    "Something went wrong inside Faubourg. That is our mistake, not yours.",
    "Une erreur s'est produite dans Faubourg. C'est notre faute, pas la tienne.",
)
SLOW = Text("The request did not come in time.", "La requête n'est pas venue à temps.")


class GuardMiddleware:
    """Around the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        limits: RateLimits,
        connections: Connections,
        sharing: LanSharing,
    ) -> None:
        self._app = app
        self._settings = settings
        self._limits = limits
        self._connections = connections
        self._sharing = sharing
        origins = (urlsplit(origin).netloc for origin in settings.origins)
        self._hosts = _names([*LOOPBACK, settings.host, *origins]) if settings.is_loopback else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.perf_counter(), 0
        headers = _security_headers(Headers(scope=scope).get("host", ""))

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message).update(headers)
            await send(message)

        try:
            self._check(scope)
            body = await self._body(scope, receive)
            await self._app(scope, _replayed(body, receive), answer)
        except FaubourgError as error:
            await refusal(error)(scope, receive, answer)
        except Exception:
            log.exception("a request failed", extra={"path": scope["path"]})
            if not status:
                await refusal(Inside("inside", INSIDE))(scope, receive, answer)
        finally:
            metrics.REQUESTS.labels(str(status)).inc()
            self._log(scope, status, time.perf_counter() - begun)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = _client(scope)
        try:
            self._check(scope)
            self._limits.connect(client)
        except FaubourgError as error:
            await _deny(refusal(error), scope, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._limits.disconnect(client)

    # ------------------------------------------------------------ checks

    def _check(self, scope: Scope) -> None:
        headers, client = Headers(scope=scope), _client(scope)
        self._check_host(headers.get("host", ""))
        if scope["path"] != HEALTH:
            self._connections.check_room(client)
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            self._check_origin(headers)
        self._limits.check("request", client)
        bucket = _bucket(scope)
        if bucket is not None:
            self._limits.check(bucket, client)

    def _check_host(self, host: str) -> None:
        """Against DNS rebinding: a foreign name that resolves to this machine is refused. The
        address in the local network is one of ours while the server is open to it."""
        name = host_name(host)
        if host and not name:
            raise NotAllowed("host", WRONG_HOST.format(host=host[:80]))
        if self._hosts is not None and name not in self._hosts and name != self._sharing.host:
            raise NotAllowed("host", WRONG_HOST.format(host=host[:80]))

    def _check_origin(self, headers: Headers) -> None:
        """Against cross-site requests. Other programs than browsers send no origin."""
        origin = headers.get("origin")
        if origin is None or origin in self._settings.origins:
            return
        if _netloc(origin) != headers.get("host"):
            raise NotAllowed("origin", FOREIGN.format(origin=origin[:80]))

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        settings = self._settings
        most = settings.message_bytes
        if scope["path"] in WITH_RECORDS:
            most = settings.record_bytes
        elif scope["path"] in WITH_BOXES:
            most = settings.box_bytes
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdigit() and int(length) > most:
            raise TooLarge("too-large", LARGE.format(most=most))
        try:
            async with asyncio.timeout(settings.body_seconds):
                return await _read(receive, most)
        except TimeoutError as error:
            raise TooSlow("slow", SLOW) from error

    def _log(self, scope: Scope, status: int, seconds: float) -> None:
        if scope["path"] == HEALTH and status == 200:
            return  # a proxy asks every second
        what = {"method": scope["method"], "path": scope["path"], "status": status}
        log.info("request", extra=what | {"ms": round(seconds * 1000, 1)})


@lru_cache(maxsize=64)
def _security_headers(host: str) -> dict[str, str]:
    """The headers of every response. Browsers ignore the opener policy at an address without TLS in
    a local network, and complain about it."""
    left_out = {"Cross-Origin-Opener-Policy"} if is_lan(host_name(host)) else set()
    return {name: value for name, value in HEADERS.items() if name not in left_out}


def _bucket(scope: Scope) -> str | None:
    """The name of the bucket that a route has of its own."""
    if scope["type"] != "http":
        return None
    path: str = scope["path"]
    if path.startswith("/api/tables/") and path.count("/") == 4:
        bucket, method = COSTLY_AT_TABLE.get(path.rpartition("/")[2], (None, ""))
        return bucket if scope["method"] == method else None
    if path.endswith(COSTLY_READS):
        return "picture"
    return COSTLY.get(path) if scope["method"] == "POST" else None


async def _read(receive: Receive, most: int) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > most:
            raise TooLarge("too-large", LARGE.format(most=most))
        if not message.get("more_body"):
            return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body that was read, and then whatever comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


async def _deny(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a WebSocket handshake with an HTTP response."""
    response.headers.update(HEADERS)
    await receive()  # websocket.connect
    if "websocket.http.response" in scope.get("extensions", {}):
        await response(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1008})


def _client(scope: Scope) -> str:
    return client_of((scope.get("client") or ("unknown", 0))[0])


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # [ without ]
        return ""


def _names(hosts: Iterable[str]) -> frozenset[str]:
    bracketed = (f"[{host}]" if host.count(":") > 1 else host for host in hosts)
    return frozenset(filter(None, map(host_name, bracketed)))

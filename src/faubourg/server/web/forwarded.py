"""ASGI middleware behind a proxy: who is asking, by X-Forwarded-For.

A proxy appends the address that it was asked from, or writes the header anew. So the last entry is
the word of the proxy next to us, the one before it that of the proxy next to that; whatever stands
further to the left was brought by the client and means nothing.
"""

import ipaddress

from starlette.types import ASGIApp, Receive, Scope, Send

SCHEMES = ("http", "https")
MOST_LOOKED_AT = 2000  # characters from the right end: more than any number of proxies writes


class ForwardedMiddleware:
    """Puts the address of the client in place of the proxy's."""

    def __init__(self, app: ASGIApp, proxies: int) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            said = [v for name, v in scope["headers"] if name == b"x-forwarded-for"]
            address = client_address(b",".join(said).decode("latin-1"), self._proxies)
            if address is not None:
                scope["client"] = (address, 0)
            scheme = _last(scope, b"x-forwarded-proto")
            if scheme in SCHEMES:
                scope["scheme"] = scheme.replace("http", "ws") if _is_live(scope) else scheme
        await self._app(scope, receive, send)


def client_address(forwarded: str, proxies: int) -> str | None:
    """The address that the outermost of our proxies wrote; None if there is none.

    >>> client_address("10.9.9.9, 192.0.2.7", 1), client_address("192.0.2.7, 10.0.0.2", 2)
    ('192.0.2.7', '192.0.2.7')
    >>> client_address("192.0.2.7:5123", 1), client_address("[2001:db8::1]:80", 1)
    ('192.0.2.7', '2001:db8::1')
    >>> client_address("somebody", 1) is None
    True
    """
    entries = forwarded[-MOST_LOOKED_AT:].split(",")[-proxies:]
    word = entries[0].strip()
    if word.startswith("["):
        word = word[1:].partition("]")[0]
    elif word.count(":") == 1:
        word = word.partition(":")[0]
    try:
        return str(ipaddress.ip_address(word.partition("%")[0]))
    except ValueError:
        return None


def _last(scope: Scope, wanted: bytes) -> str:
    said = [value for name, value in scope["headers"] if name == wanted]
    return str(said[-1].decode("latin-1").strip()) if said else ""


def _is_live(scope: Scope) -> bool:
    return bool(scope["type"] == "websocket")

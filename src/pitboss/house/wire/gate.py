"""The checks that every request passes (known host, same origin, rate limit) and the headers of every reply."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from pitboss.house.protocol.greeting import HEADER, WIRE_VERSION, other_version
from pitboss.house.protocol.messages import encoded_refusal
from pitboss.house.sharing.asgi import Message, Receive, Send
from pitboss.house.wire.limits import ClientLimits, client_of
from pitboss.house.wire.traffic import Traffic
from pitboss.procedure import Refusal

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
# What one person was told: no cache that others share keeps it, and none gives it again without asking the house.
PRIVATE = (b"cache-control", b"private, no-cache")
NOT_JSON = "Expected a body of JSON, sent with the header Content-Type: application/json."
MOST_SHOWN = 100  # characters of a header that a refusal repeats
VERSION, SPOKEN = HEADER.lower().encode(), str(WIRE_VERSION).encode()


class Gate:
    """ASGI middleware around the whole application."""

    def __init__(
        self,
        app: Any,
        *,
        names: tuple[str, ...] = (),
        traffic: Traffic | None = None,
        account: Callable[[Message], str] = lambda scope: "",
    ) -> None:
        """``account`` tells who is signed in, by credential number; empty for nobody."""
        self.app, self.names, self._account = app, frozenset(names), account
        self._traffic = traffic or Traffic(ClientLimits())

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if scope.get("method") == "HEAD":
            scope = {**scope, "method": "GET"}  # the same reply; the server sends its headers alone
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        origin = headers.get(b"origin", b"").decode("latin-1")
        if not is_host(host):
            await _reject(scope, send, 400, Refusal.MALFORMED, "The Host header is not a valid host name.")
        elif self.names and host.rpartition(":")[0].strip("[]") not in self.names and host not in self.names:
            await _reject(scope, send, 421, Refusal.MALFORMED, "This house is not served under that host name.")
        elif scope["type"] == "websocket":
            if not self._traffic.handshakes.allow(client_of(scope)):
                most = f"one address may open {self._traffic.limits.handshakes:g} sockets a second"
                await _reject(scope, send, 429, "too_fast", f"Too many sockets: {most}; wait a moment and try again.")
            elif same_origin(origin, host) or (b"origin" not in headers and b"cookie" not in headers):
                await self.app(scope, receive, send)
            else:
                await _reject(scope, send, 403, Refusal.FORBIDDEN_ORIGIN, foreign(origin, host))
        elif origin and not same_origin(origin, host):
            await _reject(scope, send, 403, Refusal.FORBIDDEN_ORIGIN, foreign(origin, host))
        elif (version := headers.get(VERSION, SPOKEN)) != SPOKEN:
            refused = other_version(version[:MOST_SHOWN].decode("latin-1"))
            await _reject(scope, send, 400, refused.code, refused.sentence)
        elif _is_asked(scope) and (sentence := self._too_fast(scope)):
            await _reject(scope, send, 429, "too_fast", sentence)
        elif _is_asked(scope) and _has_body(headers) and not _is_json(headers):
            await _reject(scope, send, 415, Refusal.MALFORMED, NOT_JSON)
        else:
            await self.app(scope, receive, _with_headers(send, [*HEADERS, PRIVATE] if _is_asked(scope) else HEADERS))

    def _too_fast(self, scope: Message) -> str:
        """Why a request is not served now, as a sentence; empty if it is."""
        traffic, account = self._traffic, self._account(scope)
        if not traffic.requests.allow(client_of(scope)):
            most = f"one address may send {traffic.limits.requests:g} a second"
        elif account and not traffic.account_requests.allow(account):
            most = f"one account may send {traffic.limits.account_requests:g} a second"
        else:
            return ""
        return f"Too many requests: {most}; wait a moment and try again."


def is_host(text: str) -> bool:
    """Whether a Host header is valid: a name or an address, with or without a port; or empty."""
    try:
        return urlsplit(f"//{text}").port != 0 and not set(text) & set("/?#@ \\")
    except ValueError:
        return False


def same_origin(origin: str, host: str) -> bool:
    """Whether the request comes from a page of this host; a missing or opaque origin does not count."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()


def foreign(origin: str, host: str) -> str:
    """Why a page of another site is not served, and what a program has to send.

    A browser names the origin of every socket, so whoever names none is no page; without a cookie there is nobody's
    sign-in that a page could misuse.
    """
    named = f"this one comes from {origin[:MOST_SHOWN]!r}" if origin else "this one names none, yet it has a cookie"
    return (
        f"Only pages of this house may ask here, with the Origin http://{host} or https://{host}; {named}. A program that "
        "shows the token of a seat or device, and no cookie, needs no Origin."
    )


def _is_asked(scope: Message) -> bool:
    """Whether it is no page or part of one, which are the same for everybody. For the routes several slashes are one."""
    return bool(scope["path"].lstrip("/").startswith("api/"))


def _has_body(headers: Mapping[bytes, bytes]) -> bool:
    return b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"


def _is_json(headers: Mapping[bytes, bytes]) -> bool:
    """A page of another site can send plain text and forms unasked, but not this."""
    kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    return kind == b"application/json"


def _with_headers(send: Send, headers: list[tuple[bytes, bytes]]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            # a paper, with its style in it, has a policy of its own
            own = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(one for one in headers if one[0] not in own)]
        await send(message)

    return sending


async def _reject(scope: Message, send: Send, status: int, code: str, sentence: str) -> None:
    """Refuse a request, or a handshake: that is answered like a request where the server can do so."""
    socket = scope["type"] == "websocket"
    if socket and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 4403, "reason": ""})
        return
    body = encoded_refusal(code, sentence)
    headers: list[Any] = [(b"content-type", b"application/json"), *HEADERS]
    kind = "websocket.http.response" if socket else "http.response"
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})

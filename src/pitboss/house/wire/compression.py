"""What is read is sent small: pages, drawings and JSON compressed as the browser allows, and not at all if it has them.

Only whole answers to GET are touched. The reply to a command may hold a token, and a stream has no end to wait for. Every
form of an answer has the same weak ETag, made of its content: they mean the same.
"""

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from typing import Any

import zstandard

from pitboss.house.sharing.asgi import Message, Receive, Send

Headers = list[tuple[bytes, bytes]]

SMALLEST = 1_000  # bytes; what fits into one packet gains nothing
KINDS = ("text/", "application/json", "application/vnd.oai.openapi+json", "image/svg+xml")
BESIDE = 50_000  # bytes from which on compressing is left to a thread
REMEMBERED = 16 * 2**20  # bytes of compressed answers
USUAL, CACHED = 9, 17  # levels of zstd: an answer that changes, and one that a browser caches permanently
GZIP = 6  # 9 takes three times as long for a quarter of a percent


class Compressing:
    """ASGI middleware around the routes."""

    def __init__(self, app: Any) -> None:
        self.app, self._memory = app, Memory()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, Reply(scope, send, self._memory).send)


class Memory:
    """Compressed answers by their content; what was not wanted for longest is forgotten first."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._known: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._most, self.size = most, 0

    async def compressed(self, body: bytes, digest: str, coding: str, level: int) -> bytes:
        key = digest, coding
        if key not in self._known:
            large = len(body) >= BESIDE
            made = await asyncio.to_thread(compress, body, coding, level) if large else compress(body, coding, level)
            if key not in self._known:  # somebody else may have asked for the same meanwhile
                self._known[key] = made
                self.size += len(made)
            while self.size > self._most and len(self._known) > 1:
                self.size -= len(self._known.popitem(last=False)[1])
        self._known.move_to_end(key)
        return self._known[key]


class Reply:
    """One answer on its way: its head is kept back until it is known what becomes of its body."""

    def __init__(self, scope: Message, send: Send, memory: Memory) -> None:
        self._asked = {name: value.decode("latin-1") for name, value in scope["headers"]}
        self._send, self._memory = send, memory
        self._start: Message | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_text(message):
            self._start = message
            return
        start, self._start = self._start, None
        if start is None:
            await self._send(message)
        elif message.get("more_body") or len(message.get("body", b"")) < SMALLEST:
            await self._send(start)
            await self._send(message)
        else:
            await self._whole(start, bytes(message["body"]))

    async def _whole(self, start: Message, body: bytes) -> None:
        headers: Headers = list(start["headers"])
        digest = hashlib.blake2b(body, digest_size=16).hexdigest()
        cache = _header(headers, b"cache-control")
        tag = f'W/"{digest}"'
        coding = coding_for(self._asked.get(b"accept-encoding", ""))
        headers = [*_without(headers, b"content-length"), (b"vary", b"Accept-Encoding")]
        if b"no-store" not in cache:
            headers.append((b"etag", tag.encode()))
            if _has(self._asked.get(b"if-none-match", ""), tag):
                await self._send({**start, "status": 304, "headers": _without(headers, b"content-type")})
                await self._send({"type": "http.response.body", "body": b""})
                return
        if coding:
            level = CACHED if b"immutable" in cache else USUAL
            body = await self._memory.compressed(body, digest, coding, level)
            headers.append((b"content-encoding", coding.encode()))
        headers.append((b"content-length", str(len(body)).encode()))
        await self._send({**start, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})


def coding_for(accepted: str) -> str:
    """The best coding that an Accept-Encoding header allows: zstd, gzip, or none."""
    weights = dict(_coding(part) for part in accepted.lower().split(",") if part.strip())
    return next((one for one in ("zstd", "gzip") if weights.get(one, weights.get("*", 0.0)) > 0), "")


def compress(body: bytes, coding: str, level: int = USUAL) -> bytes:
    if coding == "zstd":
        return zstandard.ZstdCompressor(level=level).compress(body)
    return gzip.compress(body, GZIP, mtime=0)


def _coding(part: str) -> tuple[str, float]:
    name, *parameters = (one.strip() for one in part.split(";"))
    weight = next((one[2:] for one in parameters if one.startswith("q=")), "1")
    try:
        return name, float(weight)
    except ValueError:
        return name, 0.0


def _is_text(start: Message) -> bool:
    """Whether an answer is one that may be compressed; one with a cookie is not kept by anybody."""
    headers: Headers = start["headers"]
    if start["status"] != 200 or any(_header(headers, name) for name in (b"content-encoding", b"set-cookie", b"etag")):
        return False
    return _header(headers, b"content-type").decode("latin-1").startswith(KINDS)


def _header(headers: Headers, name: bytes) -> bytes:
    return next((value for key, value in headers if key.lower() == name), b"")


def _without(headers: Headers, name: bytes) -> Headers:
    return [(key, value) for key, value in headers if key.lower() != name]


def _has(tags: str, tag: str) -> bool:
    """Whether an If-None-Match header names an ETag; weak and strong count alike, as for every GET."""
    return any(one.strip().removeprefix("W/") == tag.removeprefix("W/") for one in tags.split(","))

"""The log of the process, as text or as lines of JSON, without secrets.

A message is written by the house and may name tables, files and sentences that people were shown. What came from elsewhere is left
out: whatever is as long as a token or a seed, and the words of an exception that nobody wrote for people (they may name a
card). Where it happened is always written.
"""

import logging
import re
import sqlite3
import sys
import time
import traceback
from collections import Counter
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

import msgspec

from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import StorageFailed
from pitboss.procedure import Refused

Form = Literal["text", "json"]
SAFE_TO_LOG = (
    Refused,
    Unsafe,
    StorageFailed,
    OSError,
    sqlite3.Error,
    msgspec.MsgspecError,
)  # their words name no card and no secret
REMOVED, WITHHELD = "[removed]", "[withheld]"
SECRET = re.compile(r"[A-Za-z0-9_+=-]{32,}")  # a token has 43 characters, a seed 64, a hash as many
SERVER = "uvicorn.error"  # the log of the server, of errors and of everything else
SELDOM_SECONDS = 60.0  # between two warnings alike of the server
CAUSES = 8  # of an exception, at most


class LoggedFailure(msgspec.Struct, frozen=True, omit_defaults=True):
    """An exception: its kind, what it says where that may be logged, and where it happened."""

    kind: str
    words: str
    frames: tuple[str, ...]


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log."""

    time: str
    level: str
    logger: str
    message: str
    failures: tuple[LoggedFailure, ...] = ()  # the exception, and what led to it


def line_of(record: logging.LogRecord) -> LogLine:
    """What is written of a record."""
    when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    error = record.exc_info[1] if record.exc_info else None
    return LogLine(when, record.levelname.lower(), record.name, clean(_message(record)), failures(error))


def clean(text: str) -> str:
    """Text without anything as long as a secret."""
    return SECRET.sub(REMOVED, text)


def failures(error: BaseException | None) -> tuple[LoggedFailure, ...]:
    found: list[LoggedFailure] = []
    while error is not None and len(found) < CAUSES:
        words = clean(str(error)) if isinstance(error, SAFE_TO_LOG) else WITHHELD
        frames = tuple(f"{one.filename}:{one.lineno} {one.name}" for one in traceback.extract_tb(error.__traceback__))
        found.append(LoggedFailure(type(error).__name__, words, frames))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return tuple(found)


def _message(record: logging.LogRecord) -> str:
    """The message; an exception among its arguments is written as exceptions are."""
    if not record.args or isinstance(record.args, dict):
        return record.getMessage()
    arguments = tuple(_safe_words(one) if isinstance(one, BaseException) else one for one in record.args)
    return str(record.msg) % arguments


def _safe_words(error: BaseException) -> str:
    return str(error) if isinstance(error, SAFE_TO_LOG) else f"{type(error).__name__} {WITHHELD}"


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(line_of(record)).decode()


class TextLines(logging.Formatter):
    """The same for people."""

    def format(self, record: logging.LogRecord) -> str:
        line = line_of(record)
        lines = [f"{line.time} {line.level.upper()} {line.logger}: {line.message}"]
        for failure in line.failures:
            lines += [f"  {failure.kind}: {failure.words}", *(f"    {frame}" for frame in failure.frames)]
        return "\n".join(lines)


class Seldom(logging.Filter):
    """Lets a warning of the server through once in a while, however many clients cause it: malformed requests cost nothing to
    send."""

    def __init__(self, seconds: float = SELDOM_SECONDS) -> None:
        super().__init__()
        self._seconds = seconds
        self._last: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        words, now = str(record.msg), time.monotonic()
        if record.levelno > logging.WARNING:
            return True
        if now < self._last.get(words, float("-inf")) + self._seconds:
            self._left_out[words] += 1
            return False
        self._last[words] = now
        if more := self._left_out.pop(words, 0):
            record.msg = f"{words} (and {more} times since the last line like this)"
        return True


def begin(form: Form = "text", stream: TextIO | None = None) -> logging.Handler:
    """Log to standard error. Of the house itself everything from ``info`` on, of its libraries what went wrong."""
    handler = logging.StreamHandler(stream if stream is not None else sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    root: Any = logging.getLogger()
    for old in [one for one in root.handlers if isinstance(one.formatter, JsonLines | TextLines)]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    server = logging.getLogger(SERVER)
    if not any(isinstance(one, Seldom) for one in server.filters):
        server.addFilter(Seldom())
    logging.getLogger("pitboss").setLevel(logging.INFO if form == "json" else logging.WARNING)
    return handler

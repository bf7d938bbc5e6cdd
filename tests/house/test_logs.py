"""The log: lines of JSON or of text, where it happened always told, secrets and cards never."""

import io
import json
import logging
import secrets
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.house.process import logs
from pitboss.procedure import Refusal, Refused

log = logging.getLogger("pitboss")


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What is logged, with the log as it was afterwards."""
    root, level, own = logging.getLogger(), logging.getLogger().level, log.level
    yield (written := io.StringIO())
    for handler in [one for one in root.handlers if getattr(one, "stream", None) is written]:
        root.removeHandler(handler)
    root.setLevel(level)
    log.setLevel(own)


def deal() -> None:
    raise ValueError("the card in the hole is the ace of spades, AS")


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_every_line_is_one_json_object(stream: io.StringIO) -> None:
    """With its time in UTC, level and logger, also where a message has line breaks; info only of the house itself."""
    logs.begin("json", stream)
    log.info("opened\non two lines")
    log.warning("%s is low", "the disk")
    logging.getLogger("library").info("chatter")
    first, second = lines(stream)
    assert (first["level"], first["logger"], first["message"]) == ("info", "pitboss", "opened\non two lines")
    assert first["time"].endswith("Z")
    assert (second["level"], second["message"]) == ("warning", "the disk is low")


@pytest.mark.parametrize("form", ["json", "text"])
def test_an_exception_is_told_by_kind_and_place_without_its_words(stream: io.StringIO, form: logs.Form) -> None:
    """A fault in the rules may name a card that nobody has seen; the log says where it was, and never the card."""
    logs.begin(form, stream)
    try:
        deal()
    except ValueError as error:
        log.exception("table %s stopped", 7)
        log.error("it was %s", error)
    told = stream.getvalue()
    assert "ValueError" in told
    assert f"{__file__}:" in told
    assert "deal" in told
    assert "spades" not in told
    assert "AS" not in told


def test_what_was_written_for_people_is_told(stream: io.StringIO) -> None:
    """Refusals and failures of the disk keep their sentence, and what led to them is told too."""
    logs.begin("json", stream)
    try:
        try:
            raise sqlite3.OperationalError("disk I/O error")
        except sqlite3.Error as cause:
            raise Refused(Refusal.DIVERGED, "Entry 7 is not the one that was written.", "") from cause
    except Refused:
        log.exception("stopped")
    (line,) = lines(stream)
    assert [(one["kind"], one["words"]) for one in line["failures"]] == [
        ("Refused", "Entry 7 is not the one that was written."),
        ("OperationalError", "disk I/O error"),
    ]


@pytest.mark.parametrize("form", ["json", "text"])
def test_nothing_as_long_as_a_secret_is_written(stream: io.StringIO, form: logs.Form) -> None:
    """Tokens and seeds are removed wherever they come from: the message, its arguments, a sentence that is told."""
    logs.begin(form, stream)
    token, seed = secrets.token_urlsafe(32), secrets.token_hex(32)
    log.error("a link: /sign-in#invitation=" + token)
    log.error("seed %s", seed)
    log.error("%s", Refused(Refusal.MALFORMED, f"The token {token} is over.", ""))
    try:
        raise OSError(2, "No such file", f"/run/{seed}")
    except OSError:
        log.exception("not found")
    assert token not in stream.getvalue()
    assert seed not in stream.getvalue()
    assert stream.getvalue().count(logs.REMOVED) == 4


def test_beginning_again_replaces_what_was_begun(stream: io.StringIO) -> None:
    """A line is never written twice."""
    logs.begin("text", stream)
    logs.begin("json", stream)
    log.warning("once")
    assert len(lines(stream)) == 1


def test_the_same_warning_of_the_server_is_logged_seldom(stream: io.StringIO) -> None:
    """Whoever sends malformed requests writes no log: one line, and later one that says how many there were."""
    logs.begin("json", stream)
    server = logging.getLogger(logs.SERVER)
    (seldom,) = (one for one in server.filters if isinstance(one, logs.Seldom))
    seldom._last.clear()
    for _ in range(1000):
        server.warning("Invalid HTTP request received.")
    server.error("something else")
    seldom._last.clear()  # the time is over
    server.warning("Invalid HTTP request received.")
    assert [line["message"] for line in lines(stream)] == [
        "Invalid HTTP request received.",
        "something else",
        "Invalid HTTP request received. (and 999 times since the last line like this)",
    ]

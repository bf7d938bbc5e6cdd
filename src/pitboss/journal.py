"""The journal: append-only entries in a hash chain. It stores answers and events; it decides nothing.

An entry is (table, sequence, time, kind, payload, previous, hash). The hash covers all the others, so an
edit, a deletion, an insertion or a swap shows; a truncation shows against any later hash that someone else has.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from pitboss.events import AnyEvent, Event
from pitboss.procedure import Answer, Refusal, Refused, Who

GENESIS = "0" * 64


class Actor(msgspec.Struct, frozen=True, omit_defaults=True):
    """The person who caused an entry: credential number, name, and the role in which they acted.

    Without a credential number it is the automatic dealer, which is no person (I-GEN-39).
    """

    credential: str
    name: str
    role: str

    def __str__(self) -> str:
        return f"{self.name} ({self.role.replace('_', ' ')}, {self.credential})" if self.credential else self.name


AUTOMATIC = Actor("", "the automatic dealer", "automatic")


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """An irregularity as it was reported: what, about whom, and who entered it."""

    kind: str
    seat: int = 0
    facts: dict[str, bool | str | int] = {}
    by: Who = "floor"
    player: str = ""  # who was at the seat, where that is not the seat's own player


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """Answers accepted (or an irregularity reported), and the events that followed."""

    answers: tuple[Answer, ...] = ()
    report: Report | None = None
    events: tuple[AnyEvent, ...] = ()
    key: str = ""  # the client's idempotency key
    person: Actor | None = (
        None  # who answered or reported; None for the automatic dealer and for players without an account
    )


class Entry(msgspec.Struct, frozen=True):
    """One line of the record. ``payload`` is JSON, byte for byte as it was hashed."""

    table: str
    sequence: int
    time: str
    kind: str
    payload: msgspec.Raw
    previous: str
    hash: str


class ClockChanged(msgspec.Struct, frozen=True, omit_defaults=True):
    """The wall clock was set: by how many milliseconds it differs from the time elapsed, or lies before the last entry."""

    milliseconds: int


_encode = msgspec.json.Encoder(order="deterministic").encode


def digest(table: str, sequence: int, time: str, kind: str, payload: bytes, previous: str) -> str:
    """The hash of an entry: SHA-256 over its header line and its payload."""
    header = f"{previous}\n{table}\n{sequence}\n{time}\n{kind}\n"
    return hashlib.sha256(header.encode() + payload).hexdigest()


class Journal:
    """The head of a chain: it appends entries and remembers only the last hash and number."""

    __slots__ = ("head", "sequence", "table")

    def __init__(self, table: str, sequence: int = 0, head: str = GENESIS) -> None:
        self.table, self.sequence, self.head = table, sequence, head

    def append(self, kind: str, payload: Any, time: str = "") -> Entry:
        """The next entry of the chain."""
        data = _encode(payload)
        sequence, previous = self.sequence + 1, self.head
        head = digest(self.table, sequence, time, kind, data, previous)
        self.sequence, self.head = sequence, head
        return Entry(self.table, sequence, time, kind, msgspec.Raw(data), previous, head)


def step(
    answers: Iterable[Answer],
    events: Iterable[Event],
    report: Report | None = None,
    key: str = "",
    person: Actor | None = None,
) -> Step:
    return Step(tuple(answers), report, tuple(events), key, person)  # type: ignore[arg-type]


def verify(entries: Iterable[Entry], head: str = GENESIS, sequence: int = 0) -> str:
    """Walk a chain from a known head and return the new head, or refuse at the first entry that is wrong."""
    for entry in entries:
        sequence += 1
        if entry.sequence != sequence or entry.previous != head:
            raise Refused(
                Refusal.CORRUPT,
                f"Entry {entry.sequence} of {entry.table} does not follow entry {sequence - 1}.",
                "",
            )
        if digest(entry.table, entry.sequence, entry.time, entry.kind, bytes(entry.payload), head) != entry.hash:
            raise Refused(
                Refusal.CORRUPT, f"Entry {entry.sequence} of {entry.table} was changed after it was written.", ""
            )
        head = entry.hash
    return head

"""A part of the record by gaming days: between which signed heads it lies; out of a house, or out of its database alone."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pitboss.house.people import entries
from pitboss.house.people.entries import UNNAMED, HouseNamed
from pitboss.house.storage.backup import key_of
from pitboss.house.storage.export import export
from pitboss.house.storage.log import HOUSE, Log, head_of
from pitboss.house.storage.quorum import NO_QUORUM, Quorum, named_in, quorum_of
from pitboss.house.storage.readers import Readers
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.table.hours import gaming_day
from pitboss.journal import Entry
from pitboss.procedure import Refusal, Refused


class RecordPart(msgspec.Struct, frozen=True):
    """The head before a part (None: the beginning), the head with which it ends, and what it is, in words."""

    start: str | None
    end: str
    words: str


class PartAsked(msgspec.Struct, frozen=True):
    """Which part somebody asks for: some gaming days, or everything; with a quorum up to a head that it has cosigned."""

    day: str = ""
    until: str = ""
    quorum: Quorum = NO_QUORUM


def record_part(log: Log, named: HouseNamed, now: str, asked: PartAsked) -> RecordPart:
    """The part of the record that is asked for; ``named`` says when days begin."""
    newest = log.witnessed(asked.quorum)
    if newest is None:
        by = f" that {asked.quorum.least} of its witnesses have cosigned" if asked.quorum.least else ""
        raise Refused(
            Refusal.NOT_FOUND, f"The record has no signed head yet{by}; the house makes one within a minute.", ""
        )
    latest, day, until = newest[2], asked.day, asked.until
    if not day:
        return RecordPart(None, latest, "from the beginning")
    first = gaming_day(day, named.zone, named.gaming_day)
    last = gaming_day(until or day, named.zone, named.gaming_day)
    before = log.head_before(first.first_stamp)
    after = log.witnessed(asked.quorum, last.last_stamp) if last.last_stamp < now else None
    words = f"gaming days {day} to {until or day}"
    return RecordPart(before[2] if before is not None else None, after[2] if after is not None else latest, words)


class _Database:
    """A database that another process may hold, for whoever reads its log."""

    def __init__(self, file: Path) -> None:
        self._file, self.sealer = file, Sealer.read(key_of(file))
        self._reader = Reader(file, self.sealer)
        self.readers = Readers(self._connect)

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self._file.resolve().as_uri()}?mode=ro", uri=True, timeout=10)

    def entries(self, table: str, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        return self._reader.entries(table, first, last)

    def close(self) -> None:
        self.readers.close()
        self._reader.close()


def record_of_database(file: Path, now: str, day: str = "", until: str = "", least: int = 0) -> Iterator[bytes]:
    """The lines of a signed record out of a database, in use or not, up to its last head: only the house makes a new one.

    ``least``: up to the last head that so many of the house's witnesses have cosigned.
    """
    if not file.is_file():
        raise Refused(Refusal.NOT_FOUND, f"There is no database {file}.", "")
    database = _Database(file)
    try:
        log = Log(database)
        if log.latest() is None:
            raise Refused(Refusal.NOT_FOUND, f"{file} has no signed head yet; the house makes one within a minute.", "")
        named, of_house = UNNAMED, list(database.entries(HOUSE))
        for entry in of_house:
            if entry.kind == "house_named":
                named = msgspec.json.decode(entry.payload, type=entries.HouseNamed)
        witnesses = named_in((entry.kind, bytes(entry.payload)) for entry in of_house)
        quorum = quorum_of(witnesses, least) if least else NO_QUORUM
        part = record_part(log, named, now, PartAsked(day, until, quorum))
        still_open = log.open_now()
        running = {name: at for name, at in log.open_at(head_of(part.end).size).items() if still_open.get(name) == at}
        yield from export(database, log, part.start, part.end, running, part.words)
    finally:
        database.close()

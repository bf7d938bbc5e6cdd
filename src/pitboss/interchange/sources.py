"""Where rounds come from: the kind of a file is recognized by its beginning, and read piece by piece.

A database of a house, an exported record (of one table, or of whole days), a file of rounds, a scenario, or a hand history.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.storage import export
from pitboss.interchange import phh, rounds, scenarios
from pitboss.interchange.gathering import Heard, TableRounds, Wanted, of_database
from pitboss.interchange.rounds import PlayedRound
from pitboss.journal import Entry
from pitboss.procedure import Refusal, Refused
from pitboss.toml_text import NotToml, read_toml

DATABASE, RECORD = b"SQLite format 3\0", b'{"record":'
_entry = msgspec.json.Decoder(Entry)


def rounds_of(path: Path, wanted: Wanted, heard: Heard = lambda read, of: None) -> Iterator[PlayedRound]:
    """The rounds that are wanted of a file."""
    if path.exists() and not path.is_file():
        raise Refused(Refusal.MALFORMED, f"{path} is not a file.", "")
    with path.open("rb") as file:
        first = file.readline(4096)
        file.seek(0)
        if first.startswith(DATABASE):
            yield from of_database(path, wanted, heard=heard)
            return
        if wanted.day:
            raise Refused(Refusal.MALFORMED, f"A gaming day can be asked of a database only; {path} is none.", "")
        lines, names = _measured(file, path.stat().st_size, heard), set[str]()
        if first.startswith(rounds.FIRST):
            found: Iterable[PlayedRound] = rounds.read(lines)
        elif first.startswith(b"{"):
            found = of_entries(_entries(lines, whole=first.startswith(RECORD)), wanted, names)
        else:
            found = _of_toml(path.read_text(encoding="utf-8-sig"), wanted)
        for played in found:
            names.add(played.table)
            if wanted.has(played.round) and (not wanted.tables or played.table in wanted.tables):
                yield _without(played, wanted)
    if unknown := sorted(set(wanted.tables) - names):
        there = ", ".join(sorted(names - {""})) or "none that has a name"
        raise Refused(Refusal.UNKNOWN_TABLE, f"There is no table {unknown[0]} in {path}; there are: {there}.", "")


def _measured(file: BinaryIO, size: int, heard: Heard) -> Iterator[bytes]:
    read = 0
    for line in file:
        read += len(line)
        heard(read, size)
        yield line


def _entries(lines: Iterable[bytes], *, whole: bool) -> Iterator[Entry]:
    """The entries of an exported record; those of rounds in progress are in it by their hashes only, and left out."""
    if whole:
        yield from (line.entry for line in export.read(lines) if line.entry is not None)
        return
    for number, line in enumerate(lines, 1):
        try:
            yield _entry.decode(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Refused(Refusal.CORRUPT, f"Line {number} is not an entry of a record.", "") from None


def of_entries(entries: Iterable[Entry], wanted: Wanted, names: set[str] | None = None) -> Iterator[PlayedRound]:
    """The rounds of journals that come entry by entry, of several tables at once; ``names`` gets those of all tables."""
    folds: dict[str, TableRounds] = {}
    names = set() if names is None else names
    for entry in entries:
        if entry.table in (HOUSE_JOURNAL, CAGE_JOURNAL):
            continue
        names.add(entry.table)
        if not wanted.tables or entry.table in wanted.tables:
            if entry.table not in folds:
                folds[entry.table] = TableRounds(entry.table, wanted)
            yield from folds[entry.table].take(entry)


def _of_toml(text: str, wanted: Wanted) -> Iterator[PlayedRound]:
    """A scenario, or a hand history."""
    try:
        data = read_toml(text)
    except NotToml as error:
        raise Refused(Refusal.MALFORMED, f"The file is no database, no record and no TOML: {error}.", "") from None
    if phh.is_history(data):
        return phh.read(data)
    return scenarios.from_scenario(text, events=wanted.events)


def _without(played: PlayedRound, wanted: Wanted) -> PlayedRound:
    """A round from a file, without the names and events that were not asked for."""
    seats = played.seats if wanted.names else tuple(msgspec.structs.replace(one, name="") for one in played.seats)
    events = played.events if wanted.events else ()
    return msgspec.structs.replace(played, seats=seats, events=events)

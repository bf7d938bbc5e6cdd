"""Records for the tests of packages: those of older versions, one of today, and what is changed in them to see it found."""

import lzma
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.house.table.recovery import seeds_in
from pitboss.journal import GENESIS, Entry, digest
from pitboss.rulebook import former
from pitboss.rulebook.package import Package
from pitboss.rulebook.runner import EndFound, Found, ReplayedRound, Replayer

FIXTURES = Path(__file__).parent / "versions"
VERSIONS = sorted(path.parent.name for path in FIXTURES.glob("*/records.jsonl.xz"))
Record = list[Entry]


@cache
def package_of(version: str) -> Package:
    """The package of a version, as it is shipped: by its release and commit."""
    found = former.package(former.HASHES[version.partition("-")[2]])
    assert found is not None
    return found


@cache
def records_of(version: str) -> dict[str, Record]:
    """The records of a version, by table; each table has the name of its game."""
    found = defaultdict(list)
    for line in lzma.decompress((FIXTURES / version / "records.jsonl.xz").read_bytes()).splitlines():
        entry = msgspec.json.decode(line, type=Entry)
        found[entry.table].append(entry)
    return dict(found)


def lines_of(record: Record) -> list[bytes]:
    return [msgspec.json.encode(entry) for entry in record]


def seeds_of(record: Record) -> dict[int, str]:
    return {serial: seed.hex() for serial, seed in seeds_in(record).items()}


def replayed(replayer: Replayer, record: Record) -> list[Found]:
    return list(replayer.replay(record[0].table, lines_of(record), seeds_of(record)))


def as_recorded(found: list[Found], record: Record) -> bool:
    """Whether every round was found, in its place, and the end is that of the record."""
    *rounds, end = found
    if not isinstance(end, EndFound) or (end.sequence, end.head) != (record[-1].sequence, record[-1].hash):
        return False
    lasts = [found.last for found in rounds if isinstance(found, ReplayedRound)]
    return lasts == [entry.sequence for entry in record if entry.kind == "ended"] and len(lasts) == len(rounds)


def chained(record: Record) -> Record:
    """The same entries with the hashes that they would have, had they been written so: only a replay tells the difference."""
    head, out = GENESIS, []
    for entry in record:
        sha = digest(entry.table, entry.sequence, entry.time, entry.kind, bytes(entry.payload), head)
        out.append(msgspec.structs.replace(entry, previous=head, hash=sha))
        head = sha
    return out


Change = Callable[[dict[str, Any]], bool]  # alters a step, if there is anything in it to alter


def altered(record: Record, change: Change, last: int | None = None) -> Record:
    """A record with one step altered, chained again as a forger would: the last that can be, among its first ``last`` entries."""
    for place in range((last or len(record)) - 1, -1, -1):
        entry = record[place]
        payload = msgspec.json.decode(entry.payload)
        if entry.kind == "step" and change(payload):
            other = msgspec.structs.replace(entry, payload=msgspec.Raw(msgspec.json.encode(payload)))
            return chained([*record[:place], other, *record[place + 1 :]])
    raise AssertionError("nothing could be altered")


def other_answer(step: dict[str, Any]) -> bool:
    """A wager of another amount than was accepted."""
    for answer in step.get("answers", ()):
        if answer.get("says") == "wager" and answer.get("amount"):
            answer["amount"] += 100
            return True
    return False


def other_event(step: dict[str, Any]) -> bool:
    """An event that tells of a cent more than was moved."""
    for event in step.get("events", ()):
        if event.get("amount"):
            event["amount"] += 1
            return True
    return False


def other_outcome(record: Record) -> Change:
    """Chance said something else than it did: an outcome that came at another time."""
    steps = [msgspec.json.decode(entry.payload) for entry in record if entry.kind == "step"]
    came = {answer["says"] for step in steps for answer in step.get("answers", ()) if answer.get("by") == "chance"}

    def change(step: dict[str, Any]) -> bool:
        for answer in step.get("answers", ()):
            if answer.get("by") == "chance" and came - {answer["says"]}:
                answer["says"] = min(came - {answer["says"]})
                return True
        return False

    return change

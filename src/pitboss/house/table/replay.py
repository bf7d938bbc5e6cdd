"""A record played again: every round of some entries of a table, with what was found.

This module and whatever it imports are a rules package (``pitboss.rulebook``): the package runs it in a process of its own,
so that a round is replayed by exactly what decided it, whatever is installed by then. ``main`` is what such a process does:
it reads lines of JSON and writes lines of JSON. That wire is described in ``pitboss.rulebook.runner`` and in docs/record.md,
"Rules packages"; later versions have to understand what this one says, so that it is only ever added to.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile

import msgspec

from pitboss.house.table import snapshot
from pitboss.house.table.table import Table
from pitboss.journal import Entry, verify
from pitboss.ledger import LAYOUT
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused

NULL = msgspec.Raw(b"null")


class RoundVerdict(msgspec.Struct, frozen=True):
    """One round that replayed as recorded."""

    round: int
    first: int
    last: int
    settlements: int
    recomputed: int  # outcomes recomputed from opened seeds
    unopened: int  # outcomes whose seed is not opened yet
    entered: bool  # outcomes were entered by a person

    def __str__(self) -> str:
        if self.entered:
            chance = "outcomes entered, by a dealer or a device"
        elif self.unopened:
            chance = f"{self.recomputed} outcomes recomputed, {self.unopened} of a seed not opened yet"
        else:
            chance = f"{self.recomputed} outcomes recomputed from their seeds"
        return (
            f"round {self.round}: entries {self.first} to {self.last}, {many(self.settlements, 'settlement')}, {chance}"
        )


class End(msgspec.Struct, frozen=True):
    """The table after the last of the entries. ``snapshot`` is null while a round is in progress."""

    sequence: int
    head: str
    wagered: Cents
    racks: dict[int, Cents]
    snapshot: msgspec.Raw = NULL


class Start(msgspec.Struct, frozen=True):
    """What a replay begins with: the seeds that the record opens, and the table before the first entry, if it was there."""

    table: str
    seeds: dict[int, str] = {}
    start: msgspec.Raw = NULL


def many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def replay(
    name: str, entries: Iterable[Entry], seeds: Mapping[int, bytes], start: bytes | None = None
) -> Iterator[RoundVerdict | End]:
    """Every round of these entries, played again, and the table afterwards; a refusal at the first difference.

    The entries are the whole record of a table, or follow at once on the snapshot ``start``; the chain is checked as they come.
    """
    table = snapshot.restore(name, start, seeds) if start is not None else Table(name, seeds)
    wagered = 0
    for entry in entries:
        if entry.table != name:
            raise Refused(Refusal.CORRUPT, f"Entry {entry.sequence} belongs to {entry.table}, not to {name}.", "")
        verify([entry], table.journal.head, table.journal.sequence)
        table.replay(entry)
        if entry.kind == "ended":
            wagered += table.play.wagered
            yield _verdict(table, entry)
    racks = {seat: table.state.ledger.chips(seat) for seat in sorted(table.state.seats.players)}
    for seat, rack in racks.items():
        if rack < 0:
            raise Refused(Refusal.DIVERGED, f"Seat {seat} owes ${dollars(-rack)}; a rack is never below zero.", "")
    left = msgspec.Raw(snapshot.take(table)) if table.round is None and table.journal.sequence else NULL
    yield End(table.journal.sequence, table.journal.head, wagered, racks, left)


def _verdict(table: Table, entry: Entry) -> RoundVerdict:
    table.state.ledger.check()
    if table.state.ledger.balance(LAYOUT) != sum(table.state.felt.up.values()):
        raise Refused(
            Refusal.DIVERGED, f"After round {table.state.felt.number} other chips lie on the layout than are up.", ""
        )
    settled = len(table.play.settlements) if table.play.settled_round == table.state.felt.number else 0
    entered = table.state.filing.settings.chance == "entered"
    return RoundVerdict(
        table.state.felt.number,
        table.play.first,
        entry.sequence,
        settled,
        table.play.recomputed,
        table.play.unopened,
        entered,
    )


def main() -> None:
    """Replay what stands on the standard input: one record after the other, each up to an empty line."""
    lines = iter(sys.stdin.buffer)
    for first in lines:
        if first.strip():
            rest = takewhile(bytes.strip, lines)
            for line in _verdicts(first, rest):
                sys.stdout.buffer.write(line)
                sys.stdout.buffer.flush()
            for _ in rest:  # what follows a refusal is not looked at
                pass


def _verdicts(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    """What is said of one record: a line for each round, and one for the end or the refusal."""
    say = msgspec.json.Encoder().encode
    try:
        begin = msgspec.json.decode(first, type=Start)
        seeds = {serial: bytes.fromhex(seed) for serial, seed in begin.seeds.items()}
        start = None if bytes(begin.start) == b"null" else bytes(begin.start)
        for found in replay(begin.table, map(msgspec.json.Decoder(Entry).decode, rest), seeds, start):
            yield say({"round" if isinstance(found, RoundVerdict) else "end": found}) + b"\n"
    except Refused as refusal:
        yield say({"refused": {"why": str(refusal.why), "sentence": refusal.sentence}}) + b"\n"
    except (msgspec.MsgspecError, ValueError) as error:
        sentence = f"What was given to replay cannot be read: {error}."
        yield say({"refused": {"why": str(Refusal.MALFORMED), "sentence": sentence}}) + b"\n"


if __name__ == "__main__":
    main()

"""``pitboss verify``: checks an exported record, without access to the house that made it.

It walks the hash chain, checks every submission against its hash, plays every round again and compares the events
byte for byte, recomputes every outcome of chance from the seeds that were opened, and checks each seed against its
commitment. The first difference is refused, naming the entry.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from pitboss.house.people.register import HOUSE_JOURNAL, RegisterFold
from pitboss.house.table.recovery import seeds_in
from pitboss.house.table.table import Table
from pitboss.journal import Entry
from pitboss.journal import verify as walk
from pitboss.ledger import LAYOUT
from pitboss.money import dollars
from pitboss.procedure import Refusal, Refused

_entry = msgspec.json.Decoder(Entry)


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
            chance = f"{self.recomputed} outcomes recomputed from opened seeds"
        return f"round {self.round}: entries {self.first} to {self.last}, {_many(self.settlements, 'settlement')}, {chance}"


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


class Verdict(msgspec.Struct, frozen=True):
    """A record that is in order. ``head`` is the hash of its last entry; compared with a later copy it shows a truncation."""

    table: str
    game: str
    submission: str
    entries: int
    head: str
    rounds: tuple[RoundVerdict, ...]
    wagered: int
    racks: dict[int, int]

    def __str__(self) -> str:
        lines = [
            f"{self.table}: {self.entries} entries and {_many(len(self.rounds), 'round')} of {self.game}, all as recorded.",
            f"submission {self.submission}",
            *map(str, self.rounds),
            *(f"seat {seat}: ${dollars(rack)} in the rack" for seat, rack in self.racks.items()),
            f"${dollars(self.wagered)} was wagered; every chip is accounted for.",
            f"head {self.head}",
        ]
        return "\n".join(lines)


class HouseVerdict(msgspec.Struct, frozen=True):
    """The house's own journal, in order: people and what was received."""

    entries: int
    head: str
    people: int
    things: int

    def __str__(self) -> str:
        return "\n".join(
            (
                f"the house: {self.entries} entries, all as recorded.",
                f"{self.people} people, {self.things} things received",
                f"head {self.head}",
            )
        )


def verify(file: Path) -> Verdict:
    """The verdict on an exported record of a table, or a refusal that names the entry."""
    return verify_entries(list(read(file)))


def verify_any(file: Path) -> Verdict | HouseVerdict:
    """The same for a record of a table or of the house."""
    found = list(read(file))
    return verify_house(found) if found and found[0].table == HOUSE_JOURNAL else verify_entries(found)


def verify_house(entries: list[Entry]) -> HouseVerdict:
    """The verdict on the house's own journal."""
    _check_one_table(entries)
    head, fold = walk(entries), RegisterFold()
    for entry in entries:
        fold.replay(entry)
    return HouseVerdict(len(entries), head, len(fold.people), len(fold.things))


def read(file: Path) -> Iterator[Entry]:
    """The entries of a file, or a refusal that names the line."""
    try:
        lines = Path(file).read_bytes().splitlines()
    except OSError as error:
        raise Refused(Refusal.MALFORMED, f"{file} cannot be read: {error.strerror}.", "") from None
    for number, line in enumerate(lines, 1):
        try:
            yield _entry.decode(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Refused(Refusal.CORRUPT, f"Line {number} is not an entry of a record.", "") from None


def verify_entries(entries: list[Entry]) -> Verdict:
    if not entries:
        raise Refused(Refusal.MALFORMED, "The record is empty.", "")
    name = _check_one_table(entries)
    head = walk(entries)
    table, rounds, wagered = Table(name, seeds_in(entries)), [], 0
    for entry in entries:
        table.replay(entry)
        if entry.kind == "ended":
            wagered += table.wagered
            if table.ledger.balance(LAYOUT) != sum(table.up.values()):
                raise Refused(
                    Refusal.DIVERGED, f"After round {table.number} other chips lie on the layout than are up.", ""
                )
            rounds.append(_verdict(table, entry))
    for seat in table.players:
        if table.rack(seat) < 0:
            raise Refused(
                Refusal.DIVERGED, f"Seat {seat} owes ${dollars(-table.rack(seat))}; a rack is never below zero.", ""
            )
    racks = {seat: table.rack(seat) for seat in sorted(table.players)}
    founded = table.founded
    return Verdict(name, founded.game, founded.submission, len(entries), head, tuple(rounds), wagered, racks)


def _check_one_table(entries: list[Entry]) -> str:
    name = entries[0].table
    for entry in entries:
        if entry.table != name:
            raise Refused(Refusal.CORRUPT, f"Entry {entry.sequence} belongs to {entry.table}, not to {name}.", "")
    return name


def _verdict(table: Table, entry: Entry) -> RoundVerdict:
    settled = len(table.settlements) if table.settled_round == table.number else 0
    entered = table.founded.settings.chance == "entered"
    return RoundVerdict(table.number, table.first, entry.sequence, settled, table.recomputed, table.unopened, entered)

"""Where every chip is, worked out from the records alone: the cage's journal beside those of the tables.

What the house gave is in the purses, on the way, at tables, or was lost to the house there: not a cent more or less. Each
transfer stands in both journals under its key, once, with the same purse, table and amount.
"""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import msgspec

from pitboss.house.cage import entries
from pitboss.house.cage.purses import CAGE_JOURNAL, PurseFold, in_purses
from pitboss.house.storage.audit import NotInOrder
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.journal import Entry, verify
from pitboss.money import Cents, dollars
from pitboss.procedure import Refused

# The kinds of entry of a table that move chips from or to the cage.
MOVING = ("seated", "bought", "left", "correction_decided")


class Whereabouts(msgspec.Struct, frozen=True):
    """Every chip that the house gave to visitors, by where it is."""

    purses: int  # how many
    given: Cents
    in_purses: Cents
    on_the_way: Cents  # to a table that has not taken them yet, or from one that was left
    at_tables: Cents  # with what those who sit there bought in
    lost: Cents  # to the house by those who left; below zero: won from it
    moved: int = 0  # transfers

    def __str__(self) -> str:
        lost = f"{dollars(abs(self.lost))} {'lost to' if self.lost >= 0 else 'won from'} the house"
        return (
            f"the cage: ${dollars(self.given)} of play chips were given to {self.purses} visitors: "
            f"${dollars(self.in_purses)} in purses, ${dollars(self.on_the_way)} on the way, ${dollars(self.at_tables)} "
            f"brought to tables by those who sit there, ${lost}; every chip is accounted for."
        )


class CageVerdict(msgspec.Struct, frozen=True):
    """The cage's journal by itself, in order: no purse ever held less than nothing."""

    entries: int
    head: str
    purses: int
    in_purses: Cents

    def __str__(self) -> str:
        return "\n".join(
            (
                f"the cage: {self.entries} entries, all as recorded.",
                f"{self.purses} purses with ${dollars(self.in_purses)}",
                f"head {self.head}",
            )
        )


def verify_cage(found: list[Entry]) -> CageVerdict:
    """The verdict on the cage's journal."""
    head, fold = verify(found), PurseFold()
    for entry in found:
        fold.replay(entry)
    return CageVerdict(len(found), head, len(fold.purses), in_purses(fold))


class _ChipsMoved(msgspec.Struct, frozen=True):
    """What an entry of a table tells of a transfer; ``transfer`` is empty where no purse is concerned."""

    amount: Cents = 0
    purse: str = ""
    transfer: str = ""
    payees: "tuple[_ChipsMoved, ...]" = ()  # of a correction


_chips_moved = msgspec.json.Decoder(_ChipsMoved)


class _Books:
    """The cage's side of every transfer, and the tables' side of it."""

    def __init__(self) -> None:
        self.fold = PurseFold()
        self.sent: dict[str, entries.ChipsOut] = {}
        self.returned: set[str] = set()
        self.brought: dict[str, entries.ChipsBack] = {}
        self.taken: dict[str, str] = {}  # by key: the table that took the chips
        self.left: dict[str, Cents] = {}  # by key of the stay: what was in the rack
        self.agreed: dict[str, tuple[str, str, Cents]] = {}  # by key: corrections to a purse, as their tables have them

    def cage(self, entry: Entry) -> None:
        try:
            self.fold.replay(entry)
        except Refused as refusal:
            raise NotInOrder(CAGE_JOURNAL, refusal.sentence) from None
        made = entries.DECODERS[entry.kind].decode(entry.payload)
        if isinstance(made, entries.ChipsOut):
            self._once(made.key, self.sent, CAGE_JOURNAL)
            self.sent[made.key] = made
        elif isinstance(made, entries.ChipsReturned):
            self.returned.add(made.key)
        elif isinstance(made, entries.ChipsBack):
            self.brought[made.key] = made

    def table(self, entry: Entry) -> None:
        moved = _chips_moved.decode(entry.payload)
        for payee in moved.payees:
            if payee.transfer:
                self._once(payee.transfer, self.agreed, entry.table)
                self.agreed[payee.transfer] = payee.purse, entry.table, payee.amount
        if not moved.transfer:
            return
        sent, where = self.sent.get(moved.transfer), f"Entry {entry.sequence} of {entry.table}"
        if sent is None or (sent.table, sent.purse) != (entry.table, moved.purse):
            raise NotInOrder(entry.table, f"{where} moves chips of which the cage knows nothing.")
        if entry.kind == "left":
            self._once(moved.transfer, self.left, entry.table)
            if moved.transfer not in self.taken or sent.stay:
                raise NotInOrder(entry.table, f"{where} ends a stay that did not begin.")
            self.left[moved.transfer] = moved.amount
            return
        self._once(moved.transfer, self.taken, entry.table)
        if sent.amount != moved.amount or bool(sent.stay) is (entry.kind == "seated"):
            raise NotInOrder(entry.table, f"{where} takes other chips than the cage sent.")
        self.taken[moved.transfer] = entry.table

    def _once(self, key: str, known: Iterable[str], journal: str) -> None:
        if key in known:
            raise NotInOrder(journal, f"The transfer {key!r} was made twice.")

    def close(self) -> Whereabouts:
        for key in sorted(self.returned & self.taken.keys()):
            raise NotInOrder(CAGE_JOURNAL, f"The transfer {key!r} was returned, and {self.taken[key]} took it as well.")
        for key, back in self.brought.items():
            if self.left.get(key) != back.amount:
                raise NotInOrder(CAGE_JOURNAL, f"{back.table} did not give back what the cage took in for {key!r}.")
        for key, (_, paid) in self.fold.corrected.items():
            if self.agreed.get(key) != (paid.purse, paid.table, paid.amount):
                raise NotInOrder(CAGE_JOURNAL, f"{paid.table} did not agree to what the cage paid for {key!r}.")
        to_tables = away = at_tables = lost = 0
        for key, sent in self.sent.items():
            if key in self.returned:
                continue
            if key not in self.taken:
                to_tables += sent.amount
            elif (sent.stay or key) in self.left:
                lost += sent.amount
            else:
                at_tables += sent.amount
        away = sum(amount for key, amount in self.left.items() if key not in self.brought)
        away += sum(amount for key, (_, _, amount) in self.agreed.items() if key not in self.fold.corrected)
        lost -= sum(self.left.values()) + sum(amount for _, _, amount in self.agreed.values())
        fold = self.fold
        found = Whereabouts(
            len(fold.purses), fold.given, in_purses(fold), to_tables + away, at_tables, lost, len(self.sent)
        )
        if found.given != found.in_purses + found.on_the_way + found.at_tables + found.lost:
            raise NotInOrder(CAGE_JOURNAL, "The play chips of the house do not add up.")
        return found


def whereabouts(cage: Iterable[Entry], tables: Iterable[Entry]) -> Whereabouts:
    """Where every chip is, or a refusal that names the first entry that does not fit. ``tables`` are the entries of every
    table, of the kinds ``MOVING`` at least, those of one table in their order."""
    books = _Books()
    for entry in cage:
        books.cage(entry)
    for entry in tables:
        if entry.kind in MOVING:
            books.table(entry)
    return books.close()


def check_without_cage(tables: Iterable[Entry]) -> None:
    """Refuse a record without a cage at whose tables chips came from one, or went there."""
    for entry in tables:
        if entry.kind in MOVING and _chips_moved.decode(entry.payload).transfer:
            raise NotInOrder(
                CAGE_JOURNAL,
                f"Entry {entry.sequence} of {entry.table} moves chips of a cage whose journal is not there.",
            )


def of_database(database: Path, sealer: Sealer) -> Whereabouts:
    """The same of a database, in use or not, as it is at one moment."""
    with closing(Reader(database, sealer)) as reader, reader.at_one_moment():
        cage = list(reader.entries(CAGE_JOURNAL))
        if not cage:
            check_without_cage(reader.entries_of(MOVING))
        return whereabouts(cage, reader.entries_of(MOVING) if cage else ())

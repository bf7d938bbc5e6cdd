"""The acts of people as rows: who caused an entry, and the fold over the house's own journal."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from pitboss.house.people import entries
from pitboss.house.people.limits import OwnEntry
from pitboss.house.records.days import Days, DayStart
from pitboss.house.records.rows import DecisionRow, Row
from pitboss.house.records.words import words
from pitboss.house.table.entries import HOUSE
from pitboss.journal import Actor, Entry

# what people do about themselves
OF_THEIR_OWN = frozenset({"password_set", "passkey_added", "signed_in"}) | {
    entries.NAMES[one] for one in get_args(OwnEntry)
}


def actor_of(made: Any) -> Actor | None:
    """The person who caused an entry, if it names one; in records of earlier versions, by name alone."""
    for field in ("by", "actor", "person"):
        found = getattr(made, field, None)
        if isinstance(found, Actor) and found.credential:
            return found
    by, role = getattr(made, "by", None), getattr(made, "role", None) or ""
    return Actor("", by, str(role)) if isinstance(by, str) and by not in ("", HOUSE) else None


class HouseContext(msgspec.Struct):
    """What of the house's past its next rows build on."""

    names: dict[str, str] = {}  # by credential number
    filed: list[DayStart] = []


class HouseFold:
    """The house's own journal: acts of people, their names, and when gaming days begin."""

    between_rounds = True

    def __init__(self, name: str, context: HouseContext | None = None) -> None:
        self.name = name
        self.context = context if context is not None else HouseContext()
        self.days = Days(self.context.filed)

    def kept(self) -> HouseContext:
        self.context.filed = self.days.filed[1:]
        return self.context

    def take(self, entry: Entry) -> Iterator[Row]:
        """Apply an entry; the act of a person, if it is one."""
        decoder = entries.DECODERS.get(entry.kind)
        if decoder is None:
            return
        made: Any = decoder.decode(entry.payload)
        if isinstance(made, entries.PersonAdded):
            self.context.names[made.credential] = made.name
        elif isinstance(made, entries.HouseNamed):
            self.days.name(made, entry.time)
        by = actor_of(made)
        if by is None and entry.kind in OF_THEIR_OWN:
            by = Actor(made.credential, self.context.names.get(made.credential, ""), "")
        if by is not None:
            yield DecisionRow(
                self.name, entry.sequence, entry.time, self.days.of(entry.time), by.credential, by.name, by.role,
                entry.kind, words(entry.kind, made), getattr(made, "table", ""), 0,
            )  # fmt: skip

"""What a table won, hour by hour of a gaming day: a fold over the entries of its journal.

Win is what the table's inventory took in more than it paid out, by the same ledger as play; buy-ins are chips that
patrons sat down with or bought, which is not the drop: that is counted; handle is what was wagered and not taken back before
it was decided. A correction counts in the hour in which it was agreed to: what the round settled stays in its own hour.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

import msgspec

from pitboss.events import Event, Wagered, Withdrawn
from pitboss.house.table import entries
from pitboss.journal import Entry, Step
from pitboss.ledger import INVENTORY, Ledger
from pitboss.money import Cents
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

HOUR = timedelta(hours=1)
MOVES_MONEY = frozenset(
    {"seated", "bought", "advanced", "step", "ended", "correction_proposed", "correction_decided", "sale_undone"}
)
FOLDED = MOVES_MONEY | {"assigned"}


class GamingDay(msgspec.Struct, frozen=True):
    """A gaming day: from the filed hour in the filed zone until that hour of the next day."""

    date: str
    zone: str
    begins: datetime  # in UTC, as are entries
    ends: datetime

    def hour(self, moment: datetime) -> int:
        """The number of the hour in which a moment lies, from 0; a day on which the clocks change has 23 or 25."""
        return (moment - self.begins) // HOUR

    def label(self, hour: int) -> str:
        """When an hour begins, on the clock of the house."""
        return (self.begins + hour * HOUR).astimezone(ZoneInfo(self.zone)).isoformat(timespec="minutes")

    def moment_at(self, hour: str) -> datetime:
        """When the clock of the house first shows an hour on this day, in UTC."""
        zone, at = ZoneInfo(self.zone), time.fromisoformat(hour)
        first = date.fromisoformat(self.date)
        found = datetime.combine(first, at, zone).astimezone(UTC)
        return found if found >= self.begins else datetime.combine(first + timedelta(days=1), at, zone).astimezone(UTC)

    @property
    def hours(self) -> int:
        return -((self.begins - self.ends) // HOUR)

    @property
    def first_stamp(self) -> str:
        """The earliest time of an entry of this day, as entries write it."""
        return stamp_of(self.begins)

    @property
    def last_stamp(self) -> str:
        """The earliest time of an entry of the next day."""
        return stamp_of(self.ends)


def stamp_of(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment_of(stamp: str) -> datetime:
    return datetime.fromisoformat(stamp)


@lru_cache(maxsize=64)
def gaming_day(day: str, zone: str, begins: str) -> GamingDay:
    """The gaming day of a date, or a refusal."""
    try:
        found, hour = date.fromisoformat(day), time.fromisoformat(begins)
        following = found + timedelta(days=1)
    except (ValueError, OverflowError):
        raise Refused(Refusal.MALFORMED, f"Expected a date like 2026-05-31, not {day!r}.", "") from None
    first, last = (datetime.combine(one, hour, ZoneInfo(zone)).astimezone(UTC) for one in (found, following))
    return GamingDay(found.isoformat(), zone, first, last)


def day_of(moment: datetime, zone: str, begins: str) -> GamingDay:
    """The gaming day in which a moment lies."""
    local = moment.astimezone(ZoneInfo(zone)).date()
    today = gaming_day(local.isoformat(), zone, begins)
    if moment >= today.begins:
        return today
    return gaming_day((local - timedelta(days=1)).isoformat(), zone, begins)


class Tally(msgspec.Struct):
    """One hour of a table."""

    rounds: int = 0
    buy_ins: Cents = 0
    handle: Cents = 0
    win: Cents = 0


class Hours:
    """A table's gaming day, folded entry by entry. ``before`` are earlier entries that the day builds on: corrections that
    were proposed, people who were assigned."""

    def __init__(self, day: GamingDay, before: Iterable[Entry] = ()) -> None:
        self.day = day
        self.tallies: dict[int, Tally] = {}
        self.last = 0  # the last entry that was folded
        self.since: dict[tuple[str, Role], str] = {}  # person and role → when they took their place
        self.proposed: dict[int, tuple[str, entries.CorrectionProposed]] = {}  # by number, with the time
        self._ledger = Ledger()
        for entry in before:
            if entry.kind not in MOVES_MONEY or entry.kind == "correction_proposed":
                self._note(entry)

    def fold(self, found: Iterable[Entry]) -> None:
        """Apply entries in their order; those of another day move nothing."""
        for entry in found:
            self.last = entry.sequence
            if entry.kind in FOLDED:
                self._note(entry)

    def _note(self, entry: Entry) -> None:
        made = entries.DECODERS[entry.kind].decode(entry.payload)
        if isinstance(made, entries.Assigned):
            self.since[made.person, made.role] = entry.time
        elif isinstance(made, entries.CorrectionProposed):
            self.proposed[made.number] = entry.time, made
        moment = moment_of(entry.time)
        if entry.kind in MOVES_MONEY and self.day.begins <= moment < self.day.ends:
            self._tally(made, self.day.hour(moment))

    def _tally(self, made: msgspec.Struct, hour: int) -> None:
        tally = self.tallies.setdefault(hour, Tally())
        if isinstance(made, Step):
            tally.handle += _wagered(made.events)
            tally.win += self._moves(made.events)
        elif isinstance(made, entries.Seated | entries.Bought | entries.Advanced):
            tally.buy_ins += made.amount
        elif isinstance(made, entries.SaleUndone):
            tally.buy_ins -= made.amount
        elif isinstance(made, entries.Ended):
            tally.rounds += 1
        elif isinstance(made, entries.CorrectionDecided) and made.agreed:
            tally.win -= sum(line.amount for line in self.proposed[made.number][1].lines)

    def _moves(self, events: Iterable[Event]) -> Cents:
        """By how much events change the inventory of the table."""
        before = self._ledger.balance(INVENTORY)
        self._ledger.fold(events)
        return self._ledger.balance(INVENTORY) - before


def total(tallies: Iterable[Tally]) -> Tally:
    """Several hours together."""
    found = list(tallies)
    return Tally(*(sum(getattr(one, name) for one in found) for name in Tally.__struct_fields__))


def _wagered(events: Iterable[Event]) -> Cents:
    """What players wagered, without what they took back; the dealer at seat 0 wagers for the house."""
    return sum(
        event.amount if isinstance(event, Wagered) else -event.amount
        for event in events
        if isinstance(event, Wagered | Withdrawn) and event.seat
    )

"""The progressive book: every meter by gaming day and shift, from the journals of the tables that play for it.

    opening + contributions + seeds + from the reserve − awards − corrections = closing

Contributions are worked out from the wagers and the filed rate, seeds from the filed reset amount, awards from what was paid; the
closing amount is what the meter shows by its own record. Whatever is between the two is a difference, and never nothing: it is
named with its meter. Amounts are micro-cents, so that rates stay exact. Pure: entries go in, a book comes out.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from pitboss.families.progressive import AWARD, CONTRIBUTION, RESET, VOID
from pitboss.house.progressives.moves import Award, Item, MeterCheck, MeterFiled, MeterId, MeterMovement, TableMeters
from pitboss.house.progressives.periods import GamingShift, Periods
from pitboss.journal import Entry
from pitboss.meters import MICRO, Meter, MeterState
from pitboss.money import Cents, dollars


class MeterTally(msgspec.Struct):
    """A meter in one shift. ``difference`` is what its record shows more than wagers, filing and payments explain."""

    contributions: int = 0
    seeds: int = 0  # what the house put in
    from_reserve: int = 0
    awards: int = 0
    corrections: int = (
        0  # contributions of void wagers that were taken back, and a meter that rules gave up: below zero
    )
    difference: int = 0
    reserved: int = 0
    reserve_corrections: int = 0
    wagered: Cents = 0
    fixed: Cents = 0  # awards at fixed odds, no part of the meter
    hits: int = 0  # awards of the meter or of a part of it
    tables: Counter[str] = msgspec.field(default_factory=Counter)  # contributions by table

    @property
    def change(self) -> int:
        """By how much the meter moved."""
        put = self.contributions + self.seeds + self.from_reserve
        return put - self.awards + self.corrections + self.difference

    @property
    def reserve_change(self) -> int:
        return self.reserved - self.from_reserve + self.reserve_corrections


class MeterShift(msgspec.Struct, frozen=True):
    """One shift of a meter, with what it showed before and after, and what was in reserve."""

    period: GamingShift
    opening: int
    closing: int
    reserve_opening: int
    reserve_closing: int
    tally: MeterTally


class PoolDifference(msgspec.Struct, frozen=True):
    """Where a meter is not what wagers, filing and payments make of it."""

    time: str
    table: str
    round: int
    amount: int
    words: str


class MeterPool(msgspec.Struct):
    """A meter with its reserve, as the record has it."""

    id: MeterId
    meter: Meter
    game: str
    choices: dict[str, Any]
    since: str
    tables: dict[str, bool] = {}  # those that play for it now, and whether they are for practice
    value: int = 0
    reserve: int = 0
    tallies: dict[GamingShift, MeterTally] = {}
    differences: list[PoolDifference] = []

    @property
    def practice(self) -> bool:
        """Whether all who play for it do so for practice."""
        return all(self.tables.values())

    @property
    def shown(self) -> Cents:
        return MeterState(self.value).shown

    @property
    def liability(self) -> int:
        """What belongs to the players, or to the next seed."""
        return self.value + self.reserve

    def lines(self) -> Iterator[MeterShift]:
        """Every shift in which something moved, in order."""
        value = reserve = 0
        for period, tally in sorted(self.tallies.items()):
            before = value, reserve
            value, reserve = value + tally.change, reserve + tally.reserve_change
            yield MeterShift(period, before[0], value, before[1], reserve, tally)


class ProgressiveBook:
    """The meters of a house. ``take`` goes on with new entries of all its tables, up to one moment of the whole record: a common
    meter moves at a table only when what others did is on the disk, so that such a cut is never in the middle of a movement."""

    def __init__(self, periods: Periods) -> None:
        self.pools: dict[MeterId, MeterPool] = {}
        self.tables: dict[str, TableMeters] = {}
        self._periods = periods

    @property
    def awards(self) -> list[Award]:
        """Every award that may need a paper, in order."""
        found = (award for table in self.tables.values() for award in table.awards.values())
        return sorted(found, key=lambda award: (award.time, award.table, award.seat))

    @property
    def alarms(self) -> list[tuple[MeterPool, PoolDifference, str]]:
        """Every difference with its meter, and a sentence that names it."""
        return [
            (pool, one, f"The meter {pool.id} differs by ${exact(one.amount)}: {one.words}.")
            for pool in self.pools.values()
            for one in pool.differences
        ]

    def day_of(self, time: str) -> str:
        """The gaming day in which a time of the record lies."""
        return self._periods.of(time).day

    def take(self, new: Mapping[str, Iterable[Entry]]) -> None:
        """Fold the new entries of each table."""
        found: dict[str, deque[Item]] = {}
        for name, entries in new.items():
            table = self.tables.setdefault(name, TableMeters(name))
            found[name] = deque()
            for item in (item for entry in entries for item in table.take(entry)):
                if item.id.table:
                    self._apply(item)  # of no other table
                else:
                    found[name].append(item)
        while waiting := [queue for queue in found.values() if queue]:
            self._apply(self._next(waiting).popleft())

    def _next(self, waiting: list[deque[Item]]) -> deque[Item]:
        """Whose turn it was: of those whose movement begins where the meter stands the earliest, then a contribution that is taken
        back. Times alone do not tell: a clock may have been set."""
        return min(waiting, key=lambda queue: (self._rank(queue[0]), queue[0].time))

    def _rank(self, item: Item) -> int:
        if not isinstance(item, MeterMovement):
            return 0
        return 1 if _is_local(item) else 2 * (item.before != self.pools[item.id].value)

    def _apply(self, item: Item) -> None:
        if isinstance(item, MeterFiled):
            self._file(item)
        elif item.id in self.pools:
            pool = self.pools[item.id]
            tally = pool.tallies.setdefault(self._periods.of(item.time), MeterTally())
            (self._move if isinstance(item, MeterMovement) else self._check)(pool, tally, item)  # type: ignore[arg-type]

    def _file(self, filed: MeterFiled) -> None:
        pool = self.pools.get(filed.id)
        if filed.meter is None:
            assert pool is not None, "a meter is given up after it was filed"
            pool.tables.pop(filed.table, None)
            if filed.id.table:  # what the house had put in goes back to it
                self._seed(pool, filed.time, -pool.value)
            return
        if pool is None:
            pool = self.pools[filed.id] = MeterPool(filed.id, filed.meter, filed.game, filed.choices, filed.time)
            self._seed(pool, filed.time, filed.meter.initial * MICRO)
        elif not pool.tables and filed.id.table:
            self._seed(pool, filed.time, filed.meter.initial * MICRO)
        pool.tables[filed.table] = filed.practice
        pool.meter, pool.choices = filed.meter, filed.choices

    def _seed(self, pool: MeterPool, time: str, by: int) -> None:
        tally = pool.tallies.setdefault(self._periods.of(time), MeterTally())
        if by >= 0:
            tally.seeds += by
        else:
            tally.corrections += by
        pool.value += by

    def _move(self, pool: MeterPool, tally: MeterTally, move: MeterMovement) -> None:
        gap = 0 if _is_local(move) else move.before - pool.value
        if gap:
            words = f"round {move.round} found ${exact(move.before)} on it, not ${exact(pool.value)}"
            self._differ(pool, tally, move, gap, words)
            pool.value += gap
        by, due = move.after - move.before, move.due
        if move.why == CONTRIBUTION:
            tally.contributions += due
            tally.tables[move.table] += due
            tally.wagered += move.stake
            tally.reserved += move.reserve
        elif move.why == VOID:
            tally.corrections += due
            tally.reserve_corrections += move.reserve
        elif move.why == AWARD:
            due = by
            tally.awards -= by
            tally.hits += 1
        elif move.why == RESET:
            due = self._reset(pool, tally, by)
        pool.reserve += move.reserve
        pool.value += by
        if by != due:
            words = f"round {move.round} moved it by ${exact(by)}, not by ${exact(due)} ({move.why})"
            self._differ(pool, tally, move, by - due, words)

    def _reset(self, pool: MeterPool, tally: MeterTally, by: int) -> int:
        """The filed reset amount and the reserve; or, after an award that a payout limit cut, what lacks to the reset amount."""
        whole = pool.meter.reset * MICRO
        if by == whole - pool.value and by != whole + pool.reserve:
            tally.seeds += by
            return by
        tally.seeds += whole
        tally.from_reserve += pool.reserve
        due, pool.reserve = whole + pool.reserve, 0
        return due

    def _check(self, pool: MeterPool, tally: MeterTally, played: MeterCheck) -> None:
        tally.contributions += played.contributions
        tally.awards += played.awards
        tally.fixed += played.fixed
        amount = played.awards - played.contributions
        if amount:
            self._differ(pool, tally, played, amount, played.words)

    def _differ(
        self, pool: MeterPool, tally: MeterTally, item: MeterMovement | MeterCheck, amount: int, words: str
    ) -> None:
        tally.difference += amount
        pool.differences.append(PoolDifference(item.time, item.table, item.round, amount, words))


def _is_local(move: MeterMovement) -> bool:
    """Whether it names what a common meter showed at its own table, which is not what it shows now: I-GEN-08 asks no system."""
    return move.why == VOID and not move.id.table


def book_of(journals: Mapping[str, Iterable[Entry]], periods: Periods | None = None) -> ProgressiveBook:
    """The book of some journals from their first entry on."""
    book = ProgressiveBook(periods or Periods())
    book.take(journals)
    return book


def exact(amount: int) -> str:
    """Micro-cents as dollars, to the last digit that counts."""
    whole, rest = divmod(abs(amount), MICRO)
    digits = f"{rest:06d}".rstrip("0")
    return f"{'-' if amount < 0 else ''}{dollars(whole)}{digits}"

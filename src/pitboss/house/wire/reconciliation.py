"""The route of the reconciliation: a gaming day of the house, and one table of it with the rounds behind every difference."""

import asyncio
from typing import Annotated, Any

from litestar import get
from litestar.params import Parameter

from pitboss import catalogue, extras
from pitboss.house.book.book import MoneyBook
from pitboss.house.book.causes import CountDifference, differences
from pitboss.house.book.entries import DayMoved
from pitboss.house.book.intervals import Interval, intervals
from pitboss.house.cage import entries
from pitboss.house.cage.purses import CAGE_JOURNAL, PurseFold
from pitboss.house.host.money import facts
from pitboss.house.house import House
from pitboss.house.protocol.reconciliation import (
    PlayHeld,
    ReconciledDifference,
    ReconciledInterval,
    ReconciledTable,
    Reconciliation,
)
from pitboss.house.records.filed import look_up
from pitboss.house.storage.store import Store
from pitboss.house.workers.reconcile import ReconcileAsked, RoundToHold
from pitboss.procedure import Refusal, Refused

RIGHT = "see reconciliation"
FINAL = "final"
WORKING = "It is being worked out; ask again in a moment."
NOT_INSTALLED = "The mathematics is not installed here, so that nothing is held against paytable and chance."
Day = Annotated[str, Parameter(max_length=10, description="A gaming day like 2026-03-14; empty: the one that is now.")]
Table = Annotated[str, Parameter(max_length=64, description="The name of a table; empty: the day at a glance.")]


def routes(house: House) -> list[Any]:
    @get("/api/reconciliation", right=RIGHT, looks=True)
    async def reconciliation(day: Day = "", table: Table = "") -> Reconciliation:
        """Counted against played, played against the paytable and the paytable against chance, of a gaming day."""
        return await reconcile(house, day, table)

    return [reconciliation]


async def reconcile(house: House, day: str, table: str) -> Reconciliation:
    """A gaming day, and one table of it where one is named."""
    now = house.book
    current = house.calendar.shift()
    day = day or current[0]
    if day != current[0] and day not in now.days:
        raise Refused(Refusal.NOT_FOUND, f"Nothing was entered in the book on {day!r}.", "465a.31")
    if table and table not in now.tables:
        raise Refused(Refusal.NOT_FOUND, f"The book has no table {table!r}.", "465a.36")
    book = await asyncio.to_thread(book_before_final, house.store, day) if now.days.get(day) == FINAL else now
    here = {name: facts(one) for name, one in house.bookkeeper.tables().items()}
    found = differences(book, day, {name: fact.awards for name, fact in here.items()})
    reading = here[table].reading if table in here else None
    times = intervals(book, day, table, reading, current) if table else []
    return Reconciliation(
        day,
        now.days.get(day, "open"),
        tuple(sorted({*now.days, current[0]}, reverse=True)),
        tuple(_at_a_glance(house, name, day, found) for name in sorted(now.tables)),
        tuple(ReconciledDifference.from_domain(one) for one in found if not one.table),
        table,
        tuple(await asyncio.gather(*(_interval(house, one, found) for one in times))),
    )


def book_before_final(store: Store, day: str) -> MoneyBook:
    """The book just before a day became final: after that it has forgotten the papers of the day."""
    fold = PurseFold()
    for entry in store.entries(CAGE_JOURNAL):
        made = entries.DECODERS[entry.kind].decode(entry.payload)
        if isinstance(made, DayMoved) and (made.of, made.state) == (day, FINAL):
            break
        fold.replay(entry)
    return fold.book


def _at_a_glance(house: House, table: str, day: str, found: list[CountDifference]) -> ReconciledTable:
    own = [one for one in found if one.table == table]
    alarms = sum((one.table, one.day) == (table, day) for _, one in house.register.alarms)
    founded = house.founded.get(table)
    return ReconciledTable(
        table, catalogue.game(founded.game).title if founded else "", len(own), sum(one.amount for one in own), alarms
    )


def _belongs(one: CountDifference, interval: Interval) -> bool:
    """A shift has the papers that were made in it; a box what it took, and what was counted in it."""
    if one.table != interval.table:
        return False
    return one.box == interval.name if interval.kind == "box" else one.shift == interval.shift


async def _interval(house: House, interval: Interval, found: list[CountDifference]) -> ReconciledInterval:
    moved = interval.ends.since(interval.begins)
    play, missing = await _play(house, interval)
    return ReconciledInterval(
        interval.kind,
        interval.name,
        interval.table,
        interval.shift,
        interval.over,
        interval.begins.sequence + 1,
        interval.ends.sequence,
        moved.rounds,
        moved.handle,
        interval.played,
        interval.counted,
        tuple(ReconciledDifference.from_domain(one) for one in found if _belongs(one, interval)),
        play,
        missing,
        missing == WORKING,
    )


async def _play(house: House, interval: Interval) -> tuple[PlayHeld | None, str]:
    """The rounds between the readings, held against paytable and chance by a worker, where that is there soon."""
    if not extras.has("mathematics"):
        return None, NOT_INSTALLED
    first, last = interval.begins.sequence + 1, interval.ends.sequence
    asked = await asyncio.to_thread(request_of, house.store, interval.table, first, last)
    found = await house.workers.soon(asked)
    return found, "" if found is not None else WORKING


def request_of(store: Store, table: str, first: int, last: int) -> ReconcileAsked:
    """What a worker needs: the rounds that ended from one entry to another, and what was filed for them."""
    from pitboss.house.records.table_wins import game_of, recorded_rounds  # only here: it brings the mathematics

    rounds = tuple(
        RoundToHold(submission, one.number, one.settlements)  # type: ignore[arg-type]
        for submission, one in recorded_rounds(store, table, first, last)
    )
    game = game_of(store, table)
    known = (look_up(store, one, table, game) for one in sorted({one.submission for one in rounds}))
    return ReconcileAsked(table, tuple(one for one in known if one is not None), rounds)

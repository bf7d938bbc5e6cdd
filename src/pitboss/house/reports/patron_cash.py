"""Cash of patrons by gaming day (31 CFR 1021.311): in and out are never netted, and acts of one person are added up.

At the window a cashier knows whom they serve, or says how they look; at a table the record knows an account, a player's card, or
the number of a patron at that table. Money that is played from one's own chips is not cash.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

import msgspec

from pitboss.house.progressives.thresholds import THRESHOLDS, in_force
from pitboss.house.reports.money_record import MoneyRecord
from pitboss.house.reports.of_cage import CASH_IN, CASH_OUT
from pitboss.house.reports.report import (
    DAY,
    DAYS_ONLY,
    READERS,
    SHIFT,
    TABLE,
    TIME,
    ReportForm,
    ReportQuery,
    TieOut,
    money,
    number,
    text,
)
from pitboss.house.table.entries import DECODERS
from pitboss.house.table.seats import Bought, PatronIdentified, SaleUndone, Seated
from pitboss.journal import Entry
from pitboss.money import Cents
from pitboss.roles import Role

SOLD = ("seated", "bought", "sale_undone", "patron_identified")  # entries of a table that the fold below reads
MAY = tuple(role for role in READERS if role is not Role.SURVEILLANCE)


class CashAtTable(msgspec.Struct, frozen=True):
    """Chips that were sold for cash at a table; below zero: a sale that was undone."""

    time: str
    table: str
    patron: int
    amount: Cents
    by: str


class TableCash:
    """The sales of one table, and who its patrons are found to be."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.sales: list[CashAtTable] = []
        self.known: dict[int, str] = {}  # by number of patron: account or card
        self.names: dict[int, str] = {}

    def take(self, found: Iterable[Entry]) -> None:
        for entry in found:
            made = DECODERS[entry.kind].decode(entry.payload)
            if isinstance(made, Seated | PatronIdentified):
                if who := made.person or (f"card {made.card}" if made.card else ""):
                    self.known[made.patron] = who
                name = made.known_as or made.name if isinstance(made, Seated) else made.name
                self.names[made.patron] = name or self.names.get(made.patron, "")
            if isinstance(made, Seated | Bought | SaleUndone) and made.payment.cash:
                sign = -1 if isinstance(made, SaleUndone) else 1
                by = made.by if isinstance(made, SaleUndone) else made.actor
                self.sales.append(
                    CashAtTable(entry.time, self.table, made.patron, sign * made.payment.cash, by.name if by else "")
                )


class CashSource(msgspec.Struct, frozen=True):
    """The cage's record, and the sales at tables."""

    record: MoneyRecord
    tables: tuple[TableCash, ...] = ()


class CashMove(msgspec.Struct, frozen=True):
    """One time that somebody brought or got cash."""

    day: str
    shift: int
    time: str
    key: str  # who they are, as far as that is known
    patron: str
    name: str
    what: str
    table: str
    by: str
    cash_in: Cents
    cash_out: Cents
    total_in: Cents = 0  # of that person and day, with this one
    total_out: Cents = 0


def _moves(source: CashSource, query: ReportQuery) -> list[CashMove]:
    found: list[CashMove] = []
    record = source.record
    for time, act in record.acts:
        day, shift = record.periods.of(time)
        into, out = act.amount * (act.act in CASH_IN), act.amount * (act.act in CASH_OUT)
        if (into or out) and query.first <= day <= query.last:
            key = act.patron or (f"described as {act.name}" if act.name else f"receipt {act.receipt}")
            found.append(CashMove(day, shift, time, key, act.patron, act.name, act.act, "", act.by.name, into, out))
    for table in source.tables:
        for sale in table.sales:
            day, shift = record.periods.of(sale.time)
            if query.first <= day <= query.last:
                who = table.known.get(sale.patron, "")
                key = who or f"patron {sale.patron} at {table.table}"
                name = table.names.get(sale.patron, "")
                found.append(
                    CashMove(
                        day, shift, sale.time, key, who, name, "chips bought", table.table, sale.by, sale.amount, 0
                    )
                )
    return sorted(found, key=lambda one: (one.time, one.key))


def _running(moves: Iterable[CashMove]) -> Iterator[CashMove]:
    sums: dict[tuple[str, str], list[Cents]] = {}
    for one in moves:
        so_far = sums.setdefault((one.day, one.key), [0, 0])
        so_far[0] += one.cash_in
        so_far[1] += one.cash_out
        yield msgspec.structs.replace(one, total_in=so_far[0], total_out=so_far[1])


class CashOfDay(msgspec.Struct):
    """All cash of one person on one gaming day."""

    day: str
    key: str
    patron: str
    name: str = ""
    acts: int = 0
    cash_in: Cents = 0
    cash_out: Cents = 0

    @property
    def report(self) -> str:
        """Which side has to be reported: each by itself, whatever the other is."""
        least = in_force(THRESHOLDS.cash_report, date.fromisoformat(self.day)).least
        sides = [side for side, amount in (("in", self.cash_in), ("out", self.cash_out)) if amount >= least]
        return f"report: cash {' and '.join(sides)}" if sides else ""


def cash_of_days(source: CashSource, query: ReportQuery) -> list[CashOfDay]:
    found: dict[tuple[str, str], CashOfDay] = {}
    for one in _moves(source, query):
        line = found.setdefault((one.day, one.key), CashOfDay(one.day, one.key, one.patron))
        line.name = one.name or line.name
        line.acts += 1
        line.cash_in, line.cash_out = line.cash_in + one.cash_in, line.cash_out + one.cash_out
    return list(found.values())


def logged(source: CashSource, query: ReportQuery) -> Iterator[CashMove]:
    """Every act of whoever brought or got as much on that day as the log begins with."""
    moves = list(_running(_moves(source, query)))
    most: dict[tuple[str, str], Cents] = {}
    for one in moves:
        most[one.day, one.key] = max(most.get((one.day, one.key), 0), one.total_in, one.total_out)
    for one in moves:
        least = in_force(THRESHOLDS.cash_log, date.fromisoformat(one.day)).least
        if most[one.day, one.key] >= least and query.has(one.day, one.shift):
            yield one


def _ties(source: CashSource, query: ReportQuery, found: Sequence[CashOfDay]) -> Iterator[TieOut]:
    if query.only:
        return
    record = source.record
    days = record.days_within(query.first, query.last)
    net = record.posted.net_of_kinds
    others = ("money of patrons", "deposits", "counter checks on hand", "coupons")
    sold = sum(
        sale.amount
        for table in source.tables
        for sale in table.sales
        if query.first <= record.periods.of(sale.time).day <= query.last
    )
    windows = sum(net(days, other, "drawer") for other in others)
    yield TieOut(
        "Cash in less cash out: drawers, and chips sold at tables",
        sum(one.cash_in - one.cash_out for one in found),
        windows + sold,
    )


CASH = ReportForm(
    name="cash-transactions",
    title="Cash transactions by person",
    about="Cash in and cash out of every person and gaming day, never netted, and what has to be reported",
    cite="31 CFR 1021.311",
    source="cash",
    items=cash_of_days,
    columns=(
        DAY,
        text("key", "Person"),
        text("patron", "Account or card", groups=True),
        text("name", "Name"),
        number("acts", "Transactions"),
        money("cash_in", "Cash in"),
        money("cash_out", "Cash out"),
        text("report", "To report", groups=True),
    ),
    ties=_ties,
    spans=DAYS_ONLY,
    roles=MAY,
    formula="A side above the amount in force that day is reported; cash in and cash out are never netted.",
)
CASH_LOG = ReportForm(
    name="cash-log",
    title="Multiple transaction log",
    about="Every cash transaction of persons above the amount from which the house keeps the log, with running sums",
    cite="31 CFR 1021.311",
    source="cash",
    items=logged,
    columns=(
        DAY,
        SHIFT,
        TIME,
        text("key", "Person", groups=True),
        text("patron", "Account or card"),
        text("name", "Name"),
        text("what", "What", groups=True),
        TABLE,
        text("by", "Employee"),
        money("cash_in", "Cash in"),
        money("cash_out", "Cash out"),
        money("total_in", "In so far", summed=False),
        money("total_out", "Out so far", summed=False),
    ),
    roles=MAY,
)
PATRON_CASH = (CASH, CASH_LOG)

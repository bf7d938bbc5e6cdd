"""Reports of the cage: accounts, drawers, receipts, counter checks, chips, what the house owes, and patrons' cash."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from pitboss.house.book import accounts
from pitboss.house.book.chips import VALUE_CHIPS, spoken, value
from pitboss.house.book.entries import WindowAct
from pitboss.house.reports.money_record import MoneyRecord, kind_of
from pitboss.house.reports.report import (
    DAY,
    DAYS_ONLY,
    SHIFT,
    TABLE,
    TIME,
    ReportColumn,
    ReportForm,
    ReportQuery,
    TieOut,
    money,
    number,
    text,
)
from pitboss.money import Cents, dollars

CASH_IN = frozenset({"deposit", "redeem check", "collect owed"})  # at the window
CASH_OUT = frozenset({"redeem", "withdraw", "pay owed", "coupon", "redeem tips"})


# --- accounts


class AccountFacts(msgspec.Struct, frozen=True):
    """An account over a period."""

    account: str
    opening: Cents
    into: Cents
    out: Cents
    closing: Cents

    @property
    def kind(self) -> str:
        return kind_of(self.account)


def balances(record: MoneyRecord, query: ReportQuery) -> Iterator[AccountFacts]:
    posted = record.posted
    before, after = record.before(query.first).balances, record.at_end(query.last).balances
    into, out = _within(posted.into, query), _within(posted.out_of, query)
    for account in sorted({*before, *after, *into, *out}):
        moved = into.get(account, 0), out.get(account, 0)
        yield AccountFacts(account, before.get(account, 0), *moved, after.get(account, 0))


def _within(sums: dict[tuple[str, str], Cents], query: ReportQuery) -> dict[str, Cents]:
    found: dict[str, Cents] = {}
    for (day, account), amount in sums.items():
        if query.has(day):
            found[account] = found.get(account, 0) + amount
    return found


def _account_ties(record: MoneyRecord, query: ReportQuery, found: Sequence[AccountFacts]) -> Iterator[TieOut]:
    moved = sum(one.opening + one.into - one.out for one in found)
    yield TieOut("Opening, and what came in and went out", moved, sum(one.closing for one in found))
    yield TieOut("The sum over all accounts", sum(one.closing for one in found), 0)
    for one in found:
        if one.opening + one.into - one.out != one.closing:
            yield TieOut(one.account, one.opening + one.into - one.out, one.closing)


ACCOUNTS = ReportForm(
    name="accounts",
    title="Main bank, chip bank and every other account",
    about="What was in every account of the book when the period began, what came in and went out, and what is there now",
    cite="465a.16",
    source="money",
    items=balances,
    columns=(
        text("account", "Account"),
        text("kind", "Kind", groups=True),
        money("opening", "Opening"),
        money("into", "In"),
        money("out", "Out"),
        money("closing", "Closing"),
    ),
    ties=_account_ties,
    spans=DAYS_ONLY,
    formula="What the house has is above zero, what it owes and what came from outside below; the sum is zero. By the clock.",
)


class OverShortFacts(msgspec.Struct, frozen=True):
    day: str
    account: str
    amount: Cents


def over_short(record: MoneyRecord, query: ReportQuery) -> Iterator[OverShortFacts]:
    sums: dict[tuple[str, str], Cents] = {}
    for day, account, amount in record.posted.over_short:
        if query.has(day):
            sums[day, account] = sums.get((day, account), 0) + amount
    return (OverShortFacts(day, account, amount) for (day, account), amount in sorted(sums.items()) if amount)


def _over_short_ties(record: MoneyRecord, query: ReportQuery, found: Sequence[OverShortFacts]) -> Iterator[TieOut]:
    before, after = record.before(query.first).balances, record.at_end(query.last).balances
    booked = before.get(accounts.OVER_SHORT, 0) - after.get(accounts.OVER_SHORT, 0)
    yield TieOut("The account over and short", sum(one.amount for one in found), booked)


OVER_SHORT = ReportForm(
    name="over-short",
    title="Over and short",
    about="What was counted more or less than it should have been, by the account in which it was",
    cite="465a.16",
    source="money",
    items=over_short,
    columns=(
        DAY,
        text("account", "Account"),
        text("kind", "Kind", lambda one: kind_of(one.account), groups=True),
        money("amount", "Over (short below zero)"),
    ),
    ties=_over_short_ties,
    spans=DAYS_ONLY,
)


# --- drawers and the window


class DrawerFacts(msgspec.Struct, frozen=True):
    """A cashier's drawer from hand to hand."""

    day: str
    shift: int
    number: str
    cashier: str
    held: str
    imprest: Cents
    returned: str
    expected: Cents | None
    cash: Cents | None
    chips: Cents | None
    taken_by: str
    state: str

    @property
    def over(self) -> Cents | None:
        return None if self.expected is None else (self.cash or 0) + (self.chips or 0) - self.expected


def drawers(record: MoneyRecord, query: ReportQuery) -> Iterator[DrawerFacts]:
    for slip in record.slips.values():
        if slip.paper != "imprest":
            continue
        times = {one.state: one for one in slip.signed}
        done = slip.state == "returned"
        period = record.periods.of(times["returned"].at) if done else (slip.day, slip.shift)
        if query.has(*period):
            back = times.get("returned")
            yield DrawerFacts(
                *period, slip.id, slip.drawer, times["held"].at if "held" in times else "", slip.cash,
                back.at if back else "", slip.expected if done else None, slip.counted_cash if done else None,
                value(slip.counted or {}) if done else None, back.by.name if back else "", slip.state,
            )  # fmt: skip


def _drawer_ties(record: MoneyRecord, query: ReportQuery, found: Sequence[DrawerFacts]) -> Iterator[TieOut]:
    if query.span != "shift":
        wanted = query.only.get("cashier")
        names = (accounts.drawer(wanted), accounts.drawer_chips(wanted)) if wanted else ()
        booked = sum(
            amount
            for day, account, amount in record.posted.over_short
            if query.has(day) and (account in names if names else account.startswith("drawer "))
        )
        yield TieOut("Over and short of drawers", sum(one.over or 0 for one in found), booked)


DRAWERS = ReportForm(
    name="cashiers",
    title="Cashiers' count sheets",
    about="Every drawer with its imprest, what should be in it, what was counted, and by whom",
    cite="465a.16",
    source="money",
    items=drawers,
    columns=(
        DAY,
        SHIFT,
        text("number", "Number"),
        text("cashier", "Cashier", groups=True),
        ReportColumn("held", "Taken over", "time"),
        money("imprest", "Imprest"),
        ReportColumn("returned", "Returned", "time"),
        money("expected", "Expected"),
        money("cash", "Cash counted"),
        money("chips", "Chips counted"),
        money("over", "Over or short"),
        text("taken_by", "Taken back by"),
        text("state", "State", groups=True),
    ),
    ties=_drawer_ties,
)


class ReceiptFacts(msgspec.Struct, frozen=True):
    day: str
    shift: int
    time: str
    act: WindowAct

    @property
    def cash_in(self) -> Cents:
        return self.act.amount if self.act.act in CASH_IN else 0

    @property
    def cash_out(self) -> Cents:
        return self.act.amount if self.act.act in CASH_OUT else 0


def receipts(record: MoneyRecord, query: ReportQuery) -> Iterator[ReceiptFacts]:
    for time, act in record.acts:
        period = record.periods.of(time)
        if query.has(*period):
            yield ReceiptFacts(*period, time, act)


def _receipt_ties(record: MoneyRecord, query: ReportQuery, found: Sequence[ReceiptFacts]) -> Iterator[TieOut]:
    if not query.only and query.span != "shift":
        net, days = record.posted.net_of_kinds, record.days_within(query.first, query.last)
        others = (accounts.MONEY, accounts.DEPOSITS, accounts.CHECKS, accounts.COUPONS)
        yield TieOut(
            "Drawers: cash in less cash out",
            sum(one.cash_in - one.cash_out for one in found),
            sum(net(days, other, "drawer") for other in others),
        )


RECEIPTS = ReportForm(
    name="receipts",
    title="Receipts of the window",
    about="Everything that cashiers did with patrons: chips redeemed, deposits, withdrawals, counter checks, what was owed",
    cite="465a.23",
    source="money",
    items=receipts,
    columns=(
        DAY,
        SHIFT,
        TIME,
        text("receipt", "Receipt", lambda one: one.act.receipt),
        text("act", "Act", lambda one: one.act.act, groups=True),
        text("cashier", "Cashier", lambda one: one.act.by.name, groups=True),
        text("patron", "Patron", lambda one: one.act.patron, groups=True),
        text("name", "Name", lambda one: one.act.name),
        money("cash_in", "Cash in"),
        money("cash_out", "Cash out"),
        money("amount", "Amount", lambda one: one.act.amount),
        text("chips", "Chips", lambda one: spoken(dict(one.act.chips)) if one.act.chips else ""),
        text("about", "About", lambda one: one.act.about),
    ),
    ties=_receipt_ties,
)


# --- counter checks


class CheckFacts(msgspec.Struct, frozen=True):
    """One act with a counter check."""

    day: str
    shift: int
    time: str
    number: str
    patron: str
    act: str
    amount: Cents  # above zero: more is on hand
    table: str
    by: str
    receipt: str = ""


def checks(record: MoneyRecord, query: ReportQuery) -> list[CheckFacts]:
    return [one for one in _check_acts(record) if query.has(one.day, one.shift)]


def _check_acts(record: MoneyRecord) -> list[CheckFacts]:
    """Every act with a counter check, in its order."""
    found: list[CheckFacts] = []
    for slip in record.slips.values():
        if slip.paper == "check":
            for one in slip.signed:
                amount = slip.cash if one.state == "given" else 0
                act = {"issued": "issued", "given": "chips given"}.get(one.state, one.state)
                found.append(
                    CheckFacts(
                        *record.periods.of(one.at), one.at, slip.id, slip.patron, act, amount, slip.table, one.by.name
                    )
                )
    for time, made in record.acts:
        if made.act in ("redeem check", "bank check"):
            words = "redeemed" if made.act == "redeem check" else "deposited"
            found.append(
                CheckFacts(
                    *record.periods.of(time),
                    time,
                    made.about,
                    made.patron,
                    words,
                    -made.amount,
                    "",
                    made.by.name,
                    made.receipt,
                )
            )
    return sorted(found, key=lambda one: (one.time, one.number))


def _on_hand(record: MoneyRecord, last: str) -> dict[str, CheckFacts]:
    """The counter checks for which chips were given and that were not settled by the end of a day."""
    found: dict[str, CheckFacts] = {}
    for one in _check_acts(record):
        if one.day <= last and one.amount > 0:
            found[one.number] = one
        elif one.day <= last and one.amount < 0:
            found.pop(one.number, None)
    return found


def _check_ties(record: MoneyRecord, query: ReportQuery, found: Sequence[CheckFacts]) -> Iterator[TieOut]:
    if not query.only and query.span != "shift":
        begun = sum(one.amount for one in _check_acts(record) if one.day < query.first)
        listed = sum(one.amount for one in _on_hand(record, query.last).values())
        yield TieOut(
            "On hand before, with what was issued and settled", begun + sum(one.amount for one in found), listed
        )
        booked = record.at_end(query.last).balances.get(accounts.CHECKS, 0)
        yield TieOut("On hand, as tables were read last", listed, booked)


_CHECK = (
    DAY,
    SHIFT,
    TIME,
    text("number", "Number"),
    text("patron", "Patron", groups=True),
    text("act", "Act", groups=True),
    money("amount", "Amount"),
    TABLE,
    text("by", "By"),
    text("receipt", "Receipt"),
)
CHECKS = ReportForm(
    name="counter-checks",
    title="Counter-check log",
    about="Every counter check issued, given, redeemed or deposited, with the balance before and after",
    cite="609a.7",
    source="money",
    items=checks,
    columns=_CHECK,
    ties=_check_ties,
)
CHECKS_ON_HAND = ReportForm(
    name="checks-on-hand",
    title="Counter checks on hand",
    about="The counter checks that were not settled at the end of the period",
    cite="609a.8",
    source="money",
    items=lambda record, query: _on_hand(record, query.last).values(),
    columns=tuple(column for column in _CHECK if column.name not in ("act", "receipt", "shift")),
    ties=lambda record, query, found: list(_check_ties(record, query, checks(record, query)))[1:],
    spans=DAYS_ONLY,
)


# --- chips


class ChipFacts(msgspec.Struct, frozen=True):
    """Where the chips of one denomination are: those of trays as they were counted last, with fills and credits since."""

    denomination: int
    issued: int
    trays: int
    bank: int
    drawers: int
    transit: int
    reserve: int
    retired: int

    @property
    def outstanding(self) -> int:
        return self.issued - self.trays - self.bank - self.drawers - self.transit - self.reserve - self.retired


def chip_ledger(record: MoneyRecord, query: ReportQuery) -> Iterator[ChipFacts]:
    held = record.at_end(query.last).holdings

    def count(denomination: int, *kinds: str) -> int:
        return sum(pile.get(denomination, 0) for account, pile in held.items() if kind_of(account) in kinds)

    for one in VALUE_CHIPS:
        issued = -held.get(accounts.HOUSE, {}).get(one, 0)
        where = (
            ("tray",),
            (accounts.CHIP_BANK,),
            ("drawer chips",),
            ("in transit",),
            (accounts.RESERVE,),
            (accounts.RETIRED,),
        )
        counts = [count(one, *kinds) for kinds in where]
        if issued or any(counts):
            yield ChipFacts(one, issued, *counts)


def _chip_ties(record: MoneyRecord, query: ReportQuery, found: Sequence[ChipFacts]) -> Iterator[TieOut]:
    """What patrons have by denominations, against their account: trays since they were counted, awards that are not paid and chips
    that were over or short are between the two."""
    end = record.at_end(query.last)
    played = sum(
        balance - value(end.holdings.get(account, {}))
        for account, balance in end.balances.items()
        if kind_of(account) == "tray"
    )
    of_chips = ("tray", "drawer chips", "in transit", accounts.CHIP_BANK)
    lost = sum(
        amount
        for day, account, amount in record.posted.over_short
        if day <= query.last and kind_of(account) in of_chips
    )
    tips = sum(balance for account, balance in end.balances.items() if kind_of(account) == "tip box")
    booked = end.balances.get(accounts.PATRONS, 0) + end.balances.get(accounts.AWARDS, 0) + tips + played - lost
    listed = sum(one.outstanding * one.denomination for one in found)
    yield TieOut("Outstanding: chips of patrons, and in tip boxes", listed, booked)


CHIPS = ReportForm(
    name="chip-ledger",
    title="Chip ledger",
    about="Value chips by denomination: issued, in trays, banks and drawers, in reserve, and outstanding",
    cite="603a.5",
    source="money",
    items=chip_ledger,
    columns=(
        text("chip", "Chip", lambda one: f"${dollars(one.denomination)}"),
        number("issued", "Issued"),
        number("trays", "In trays"),
        number("bank", "Chip bank"),
        number("drawers", "Drawers"),
        number("transit", "In transit"),
        number("reserve", "Reserve"),
        number("retired", "Retired"),
        number("outstanding", "Outstanding"),
        money("value", "Value outstanding", lambda one: one.outstanding * one.denomination),
    ),
    ties=_chip_ties,
    spans=DAYS_ONLY,
    formula="Outstanding = issued − trays − chip bank − drawers − in transit − reserve − retired, trays as counted last.",
)


# --- what the house owes


class LiabilityFacts(msgspec.Struct, frozen=True):
    what: str
    amount: Cents


def liabilities(record: MoneyRecord, query: ReportQuery) -> Iterator[LiabilityFacts]:
    end = record.at_end(query.last).balances
    owed = {
        "Chips that patrons have": end.get(accounts.PATRONS, 0),
        "Deposits of patrons": -end.get(accounts.DEPOSITS, 0),
        "Owed to patrons by corrections": -end.get(accounts.OWED, 0),
        "Awards of meters to pay": -end.get(accounts.AWARDS, 0),
    }
    return (LiabilityFacts(what, amount) for what, amount in owed.items() if amount)


def _liability_ties(record: MoneyRecord, query: ReportQuery, found: Sequence[LiabilityFacts]) -> Iterator[TieOut]:
    deposits = sum(one.amount for one in found if one.what.startswith("Deposits"))
    yield TieOut("Deposits: the sum over all patrons", deposits, sum(_deposits(record, query.last).values()))


def _deposits(record: MoneyRecord, last: str) -> dict[str, Cents]:
    found: dict[str, Cents] = {}
    for one in record.deposits:
        if one.day <= last:
            found[one.patron] = found.get(one.patron, 0) + one.amount
    return found


LIABILITIES = ReportForm(
    name="liabilities",
    title="Liabilities to patrons",
    about="What the house owes patrons at the end of the period: chips, deposits, corrections, awards",
    cite="465a.23",
    source="money",
    items=liabilities,
    columns=(text("what", "What", groups=True), money("amount", "Amount")),
    ties=_liability_ties,
    spans=DAYS_ONLY,
)


class PatronAccount(msgspec.Struct):
    """The deposit of a patron over a period."""

    patron: str
    opening: Cents = 0
    deposited: Cents = 0
    withdrawn: Cents = 0
    to_tables: Cents = 0
    other: Cents = 0

    @property
    def closing(self) -> Cents:
        return self.opening + self.deposited + self.withdrawn + self.to_tables + self.other


_DEPOSIT_COLUMN = {
    "deposit": "deposited",
    "deposit chips": "deposited",
    "withdraw": "withdrawn",
    "to a table": "to_tables",
    "returned from a table": "to_tables",
    "correction": "other",
}


def patron_accounts(record: MoneyRecord, query: ReportQuery) -> Iterable[PatronAccount]:
    found: dict[str, PatronAccount] = {}
    for one in record.deposits:
        if one.day <= query.last:
            line = found.setdefault(one.patron, PatronAccount(one.patron))
            column = _DEPOSIT_COLUMN[one.kind] if one.day >= query.first else "opening"
            setattr(line, column, getattr(line, column) + one.amount)
    return found.values()


def _patron_ties(record: MoneyRecord, query: ReportQuery, found: Sequence[PatronAccount]) -> Iterator[TieOut]:
    if not query.only:
        booked = -record.at_end(query.last).balances.get(accounts.DEPOSITS, 0)
        yield TieOut("The account deposits", sum(one.closing for one in found), booked)


PATRONS = ReportForm(
    name="player-accounts",
    title="Player account summary",
    about="The deposit of every patron: opening, deposited, withdrawn, taken to tables, closing",
    cite="811a.9(d)",
    source="money",
    items=patron_accounts,
    columns=(
        text("patron", "Patron", groups=True),
        money("opening", "Opening"),
        money("deposited", "Deposited"),
        money("withdrawn", "Withdrawn"),
        money("to_tables", "To tables"),
        money("other", "Corrections"),
        money("closing", "Closing"),
    ),
    ties=_patron_ties,
    spans=DAYS_ONLY,
)

CAGE = (
    DRAWERS, ACCOUNTS, OVER_SHORT, RECEIPTS, CHECKS, CHECKS_ON_HAND, CHIPS, LIABILITIES, PATRONS,
)  # fmt: skip

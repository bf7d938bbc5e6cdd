"""Pounds of milk by the week: the averages of (e) and (g), and the volume from which the Board approves."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

import msgspec

from pitboss.annexes.notice.days import after
from pitboss.annexes.notice.facts import Catastrophe, Customer, LostSales, Pounds

WEEKS = 26  # 143.31(e)(2), (g)(2), (g)(3): of the rolling average
WINDOW = 90  # 143.31(e)(1): days of the rolling period
ENOUGH = 40_000  # 143.31(e)(4), (g)(7): pounds a week
ENOUGH_SHARE = Fraction(3, 100)  # or this share of receipts, whichever is less
OUTLASTS = 28  # 143.31(g): days beyond which the reduction must last


def average(weeks: Sequence[Pounds]) -> Fraction:
    """Of the last 26 weeks, or of as many as there are."""
    last = weeks[-WEEKS:]
    return Fraction(sum(last), len(last))


def short_history(customer: Customer) -> bool:
    """Whether fewer than 26 weeks are enough (143.31(e)(2))."""
    recent = customer.since is not None and (customer.lost - customer.since).days < 7 * WEEKS
    return customer.school or recent


def weeks_between(since: date, lost: date) -> int:
    """The weeks from the first sale up to the loss; one that was only begun may have had sales and counts."""
    return -(-(lost - since).days // 7)


def decrease(customer: Customer) -> Fraction:
    """Pounds a week that this customer bought before and no longer buys (I-143-12)."""
    return average(customer.weeks) - customer.remaining


class Enough(msgspec.Struct, frozen=True):
    """The volume that is enough: 40,000 pounds or three per cent of receipts, whichever is less."""

    receipts: Fraction

    @property
    def share(self) -> Fraction:
        return ENOUGH_SHARE * self.receipts

    @property
    def least(self) -> Fraction:
        return min(Fraction(ENOUGH), self.share)


class Lost(msgspec.Struct, frozen=True):
    """Sales lost within one period of 90 days."""

    first: date
    customers: tuple[Customer, ...]
    enough: Enough
    good_faith: bool

    @property
    def last(self) -> date:
        """The 90th day of the period, its first day counted (I-143-11)."""
        return after(self.first, WINDOW - 1)

    @property
    def pounds(self) -> Fraction:
        return sum((decrease(each) for each in self.customers), Fraction(0))

    @property
    def large_enough(self) -> bool:
        return self.pounds >= self.enough.least

    @property
    def approved(self) -> bool:
        """143.31(e)(4)."""
        return self.large_enough and self.good_faith


def lost(sales: LostSales) -> Lost:
    """The period of 90 days with the greatest losses (I-143-11); of equals the earliest."""
    enough = Enough(average(sales.receipts))

    def beginning(first: date) -> Lost:
        within = (each for each in sales.customers if first <= each.lost <= after(first, WINDOW - 1))
        return Lost(first, tuple(within), enough, sales.good_faith)

    return max(map(beginning, sorted({each.lost for each in sales.customers})), key=lambda period: period.pounds)


class Stopped(msgspec.Struct, frozen=True):
    """A plant's output after a catastrophic event."""

    facts: Catastrophe

    @property
    def output(self) -> Fraction:
        return average(self.facts.output)

    @property
    def enough(self) -> Enough:
        return Enough(average(self.facts.receipts))

    @property
    def large_enough(self) -> bool:
        return self.facts.reduction >= self.enough.least

    @property
    def lasts(self) -> bool:
        return self.facts.expected_days > OUTLASTS

    @property
    def approved(self) -> bool:
        """143.31(g) and (g)(7)."""
        return self.lasts and self.large_enough and self.facts.good_faith and self.facts.outlasts

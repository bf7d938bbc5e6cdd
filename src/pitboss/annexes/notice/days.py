"""Days: calendar days, business days with Pennsylvania's holidays, and the 20th of the month that follows."""

from datetime import date, timedelta
from functools import cache

from holidays import HolidayBase, country_holidays

ONE_DAY = timedelta(days=1)
SATURDAY = 5
PAYDAY = 20  # 143.31(a)#4


def after(day: date, days: int) -> date:
    """The last of so many days, counted from the day that follows (I-143-05)."""
    return day + days * ONE_DAY


def last_day(day: date, days: int) -> date:
    """The same of a period that the law sets: a last day on a weekend or holiday is left out (1 Pa.C.S. § 1908)."""
    last = after(day, days)
    while not is_business_day(last):
        last += ONE_DAY
    return last


def is_business_day(day: date) -> bool:
    return day.weekday() < SATURDAY and day not in _pennsylvania()


def business_day_after(day: date, count: int) -> date:
    """The last of so many business days, counted from the day that follows (I-143-05)."""
    while count:
        day += ONE_DAY
        count -= is_business_day(day)
    return day


def business_days_between(first: date, last: date) -> int:
    """How many business days follow the first, up to the last."""
    return sum(is_business_day(after(first, n)) for n in range(1, (last - first).days + 1))


def holidays_between(first: date, last: date) -> list[date]:
    """The holidays that fall on a weekday after the first, up to the last."""
    days = (after(first, n) for n in range(1, (last - first).days + 1))
    return [day for day in days if day.weekday() < SATURDAY and not is_business_day(day)]


def payday(ended: date) -> date:
    """The 20th of the month after that in which the dealings ended (143.31(a)#4, I-143-06)."""
    first = (ended.replace(day=1) + 31 * ONE_DAY).replace(day=1)
    return first.replace(day=PAYDAY)


@cache
def _pennsylvania() -> HolidayBase:
    return country_holidays("US", subdiv="PA")

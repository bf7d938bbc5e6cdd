"""Days, business days and the Board's ten of them."""

from datetime import date

import pytest

from pitboss.annexes.notice import board
from pitboss.annexes.notice.answer import answer
from pitboss.annexes.notice.days import (
    after,
    business_day_after,
    business_days_between,
    holidays_between,
    is_business_day,
    last_day,
)
from pitboss.annexes.notice.facts import Ground
from pitboss.annexes.notice.reading import YEARS
from tests.annexes.cases import petition, says


@pytest.mark.parametrize(
    ("day", "open_"),
    [
        (date(2019, 10, 11), True),  # a Friday
        (date(2019, 10, 12), False),
        (date(2019, 10, 13), False),
        (date(2019, 10, 14), False),  # Columbus Day
        (date(2019, 10, 15), True),
        (date(2019, 11, 29), False),  # the day after Thanksgiving, which the State keeps
        (date(2020, 7, 3), False),  # Independence Day, observed
        (date(2021, 12, 31), False),  # New Year's Day of the year after, observed
        (date(2020, 6, 19), True),  # before Juneteenth was kept
        (date(2023, 6, 19), False),
    ],
)
def test_143_31_c_3_business_days(day: date, open_: bool) -> None:
    """Saturdays, Sundays and Pennsylvania's holidays are no business days (I-143-05)."""
    assert is_business_day(day) is open_


@pytest.mark.parametrize(
    ("had", "by"),
    [
        (date(2019, 7, 8), date(2019, 7, 22)),
        (date(2019, 7, 6), date(2019, 7, 19)),  # a Saturday: the first day is Monday
        (date(2019, 10, 4), date(2019, 10, 21)),  # past Columbus Day
        (date(2019, 11, 20), date(2019, 12, 6)),  # past Thanksgiving and the day after
        (date(2019, 12, 20), date(2020, 1, 7)),  # past Christmas and New Year
    ],
)
def test_143_31_c_3_ten_business_days(had: date, by: date) -> None:
    """Ten business days after the documents, the first of them being the next."""
    assert board.DAYS == 10
    assert board.decides_by(had) == by
    assert business_days_between(had, by) == 10
    assert answer(petition(Ground.FINANCIAL_DISTRESS, documented=had)).board_decides_by == by


@pytest.mark.parametrize(
    ("had", "told"),
    [
        (date(2019, 7, 8), "2019-07-08 + 10 business days = 2019-07-22"),
        (date(2019, 11, 27), "2019-11-27 + 10 business days, passing over 2019-11-28, 2019-11-29 = 2019-12-13"),
        (date(2019, 11, 28), "2019-11-28 + 10 business days, passing over 2019-11-29 = 2019-12-13"),
        (date(2021, 12, 17), "2021-12-17 + 10 business days, passing over 2021-12-24, 2021-12-31 = 2022-01-04"),
    ],
)
def test_143_31_c_3_reckoning_names_the_holidays(had: date, told: str) -> None:
    """The arithmetic names the holidays that were passed over, weekends aside."""
    assert board.reckoning(had) == told


@pytest.mark.parametrize(
    ("ground", "cite"), [(Ground.LOST_SALES, "143.31(e)(5)"), (Ground.CATASTROPHE, "143.31(g)(8)")]
)
def test_143_31_e_5_g_8_ten_business_days(ground: Ground, cite: str) -> None:
    """Lost sales and catastrophes give the Board the same ten days, each by its own paragraph."""
    found = answer(petition(ground))
    assert found.board_decides_by == date(2019, 10, 21)
    assert any(cite in line.cites and "by 2019-10-21" in line.says for line in found.lines)
    assert answer(petition(ground, documented=None)).board_decides_by is None


@pytest.mark.parametrize(
    ("decided", "late"),
    [(date(2019, 10, 18), ""), (date(2019, 10, 21), ""), (date(2019, 10, 22), "1 business day late"),
    (date(2019, 10, 28), "5 " "business days late")],
)  # fmt: skip
def test_143_31_c_3_late_decision(decided: date, late: str) -> None:
    """A decision on the tenth day is in time; after it, the answer says by how much it is late."""
    found = answer(petition(Ground.LOST_SALES, decided=decided, approved=True))
    assert says(found, "late") is bool(late)
    assert says(found, late)


def test_143_31_h_what_the_last_day_would_mean() -> None:
    """While the Board has not decided, the answer tells when 28 days from its last day would end."""
    assert says(answer(petition(Ground.LOST_SALES)), "would end on 2019-11-18")


def test_no_business_day_at_all_is_the_day_itself() -> None:
    """Zero business days after a day are that day."""
    assert business_day_after(date(2019, 10, 12), 0) == date(2019, 10, 12)


@pytest.mark.parametrize("year", [*YEARS, YEARS[-1] + 1])
def test_143_31_c_3_holidays_of_every_year(year: int) -> None:
    """The holidays are known for each year that a file may name and for the next, in which the Board may decide."""
    assert [day for day in (date(year, 1, 1), date(year, 12, 25)) if is_business_day(day)] == []
    assert holidays_between(date(year, 8, 31), date(year, 9, 7))  # Labor Day


@pytest.mark.parametrize(
    ("received", "ends"),
    [
        (date(2019, 10, 2), date(2019, 12, 31)),  # a Tuesday
        (date(2019, 10, 3), date(2020, 1, 2)),  # New Year's Day is left out
        (date(2019, 10, 6), date(2020, 1, 6)),  # a Saturday, and the Sunday after it
        (date(2019, 10, 7), date(2020, 1, 6)),  # a Sunday
        (date(2019, 10, 8), date(2020, 1, 6)),  # a Monday
        (date(2019, 10, 22), date(2020, 1, 21)),  # Martin Luther King's day
    ],
)
def test_143_31_a_1_last_day_on_a_weekend_or_holiday_is_left_out(received: date, ends: date) -> None:
    """1 Pa.C.S. § 1908 (I-143-05)."""
    assert last_day(received, 90) == ends
    assert (ends == after(received, 90)) is is_business_day(after(received, 90))

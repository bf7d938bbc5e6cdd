"""The days within which what was filed is reviewed (§ 601a.10)."""

from datetime import date, timedelta

from pitboss.procedure import Refusal, Refused

REVIEW = "601a.10"
REVIEW_DAYS = 15  # calendar days, counted from the day that follows


def review_ends(filed: str) -> str:
    """The last day of the review of what was filed on a day (year-month-day); empty where nothing was."""
    return (day(filed) + timedelta(days=REVIEW_DAYS)).isoformat() if filed else ""


def days_left(filed: str, today: str) -> int:
    """Days of the review that are left on a day; below zero when it is over."""
    return (day(review_ends(filed)) - day(today)).days


def day(written: str) -> date:
    """A day as it is written on a filing."""
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise Refused(Refusal.MALFORMED, f"Expected a day like 2026-05-01, not {written!r}.", "") from None

"""From which amounts an award or cash needs a paper, and rates of tax, each by a date: ``thresholds.toml`` has them."""

import tomllib
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import msgspec

from pitboss.money import Cents


class Threshold(msgspec.Struct, frozen=True):
    """From a date on, this amount or more; and so many times the wager or more."""

    since: date = msgspec.field(name="from")
    least: Cents
    times: int = 0


class DatedRate(msgspec.Struct, frozen=True):
    """From a date on, this part."""

    since: date = msgspec.field(name="from")
    rate: Decimal


class Thresholds(msgspec.Struct, frozen=True):
    w2g: tuple[Threshold, ...]
    slip: tuple[Threshold, ...]
    cash_report: tuple[Threshold, ...]
    cash_log: tuple[Threshold, ...]
    tax: tuple[DatedRate, ...]
    local_share: tuple[DatedRate, ...]


THRESHOLDS = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "thresholds.toml").read_text(encoding="utf-8")), Thresholds
)
LEAST_SLIP = min(one.least for one in THRESHOLDS.slip)


def in_force(dated: Sequence[Threshold], on: date) -> Threshold:
    """The one that counts on a date; before the first, the first."""
    return next((one for one in reversed(dated) if one.since <= on), dated[0])


def rate_in_force(dated: Sequence[DatedRate], day: str) -> Fraction:
    """The rate that counts on a day; before the first, none."""
    found = (one.rate for one in reversed(dated) if one.since <= date.fromisoformat(day))
    return Fraction(next(found, 0))


def needs_w2g(won: Cents, stake: Cents, on: date) -> bool:
    """Whether the form is due for what a wager won, the wager among it."""
    threshold, net = in_force(THRESHOLDS.w2g, on), won - stake
    return net >= threshold.least and net >= threshold.times * stake


def needs_slip(amount: Cents, of_meter: Cents, on: date) -> bool:
    """Whether a jackpot slip is made: for every part of a meter, and from the filed amount on."""
    return bool(of_meter) or amount >= in_force(THRESHOLDS.slip, on).least

"""From which amounts an award needs a paper, by the date of the award: ``thresholds.toml`` has them."""

import tomllib
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import msgspec

from pitboss.money import Cents


class Threshold(msgspec.Struct, frozen=True):
    """From a date on, this amount or more; and so many times the wager or more."""

    since: date = msgspec.field(name="from")
    least: Cents
    times: int = 0


class Thresholds(msgspec.Struct, frozen=True):
    w2g: tuple[Threshold, ...]
    slip: tuple[Threshold, ...]


THRESHOLDS = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "thresholds.toml").read_text(encoding="utf-8")), Thresholds
)
LEAST_SLIP = min(one.least for one in THRESHOLDS.slip)


def in_force(dated: Sequence[Threshold], on: date) -> Threshold:
    """The one that counts on a date; before the first, the first."""
    return next((one for one in reversed(dated) if one.since <= on), dated[0])


def needs_w2g(won: Cents, stake: Cents, on: date) -> bool:
    """Whether the form is due for what a wager won, the wager among it."""
    threshold, net = in_force(THRESHOLDS.w2g, on), won - stake
    return net >= threshold.least and net >= threshold.times * stake


def needs_slip(amount: Cents, of_meter: Cents, on: date) -> bool:
    """Whether a jackpot slip is made: for every part of a meter, and from the filed amount on."""
    return bool(of_meter) or amount >= in_force(THRESHOLDS.slip, on).least

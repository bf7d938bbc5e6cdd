"""Money: integer cents, odds as written, vigorish, rounding. The only module that divides an amount.

It uses no floats and no default rounding. A payout that is not a whole number of cents, or of chips where a chip is
filed, follows the table's ``PayoutRounding`` (I-GEN-06, I-GEN-41); vigorish follows ``Rounding`` (I-GEN-05); a half
follows I-GEN-07.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from typing import NewType

import msgspec

Cents = int
Money = NewType("Money", int)  # an amount in cents that is filed as dollars; the type distinguishes it from a count

_AMOUNT = re.compile(r"([0-9]{1,12})(?:\.([0-9]{2}))?")
_ODDS = re.compile(r"([0-9]+)(?:\.([0-9]+))? (to|for) ([0-9]+)")


def cents(text: str) -> Cents:
    """``"12.50"`` → 1250. Dollars with or without two decimals; nothing else is an amount of money."""
    found = _AMOUNT.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is not an amount of money; write dollars and cents like 12.50.")
    return int(found[1]) * 100 + int(found[2] or 0)


def is_money(text: str) -> bool:
    """Whether a text is an amount of money."""
    return _AMOUNT.fullmatch(text) is not None


def dollars(amount: Cents) -> str:
    """1250 → ``"12.50"``."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


class Odds(msgspec.Struct, frozen=True):
    """Odds as the text writes them: ``7 to 6`` pays 7 for each 6 besides the stake; ``4 for 1`` includes it.

    Never converted silently: ``text`` is what was filed, and what is printed on layout and settlement. ``floor`` is the
    printed least ("no less than", "at least"), as winnings for each unit staked; zero where the text gives exact odds.
    """

    text: str
    win: int
    stake: int
    inclusive: bool = False
    floor: Fraction = Fraction(0)

    @classmethod
    def parse(cls, text: str) -> "Odds":
        found = _ODDS.fullmatch(text)
        if not found or found[4] == "0":
            raise ValueError(f"{text!r} are not odds; write them like 35 to 1, 2.5 to 1 or 100 for 1.")
        whole, decimals, word, stake = found.groups()
        scale = 10 ** len(decimals or "")
        win = int(whole) * scale + int(decimals or 0)
        share = Fraction(win, int(stake) * scale)
        return cls(text, share.numerator, share.denominator, word == "for")

    @classmethod
    def least(cls, text: str) -> "Odds":
        """Odds that the text prints as a least ("no less than", "at least")."""
        odds = cls.parse(text)
        return odds.never_below(odds)

    def never_below(self, printed: "Odds") -> "Odds":
        """These odds, where the text prints the least: no payout at them is rounded below it (I-GEN-41)."""
        return msgspec.structs.replace(self, floor=printed.net)

    @property
    def net(self) -> Fraction:
        """Winnings for each unit staked, the stake itself not counted."""
        return Fraction(self.win, self.stake) - (1 if self.inclusive else 0)

    def __str__(self) -> str:
        return self.text


class Breakage(StrEnum):
    """What becomes of a payout that breaks: that is not a whole number of cents, or of chips (I-GEN-06, I-GEN-41)."""

    UP_TO_CENT = "up_to_cent"
    REFUSE = "refuse"
    DOWN_TO_CENT = "down_to_cent"
    DOWN_TO_CHIP = "down_to_chip"
    UP_TO_CHIP = "up_to_chip"


TO_CHIPS = frozenset({Breakage.DOWN_TO_CHIP, Breakage.UP_TO_CHIP})  # these need a filed chip
DOWNWARDS = frozenset({Breakage.DOWN_TO_CENT, Breakage.DOWN_TO_CHIP})  # these may pay less than the odds


class PayoutRounding(msgspec.Struct, frozen=True):
    """How a table pays what breaks: payouts are made multiples of ``step``, upwards unless ``down``.

    ``refuse`` is what a payout has to be a multiple of for its wager to be taken; zero where every wager is.
    """

    step: Cents = 1
    down: bool = False
    refuse: Cents = 0


def payout_rounding(breakage: Breakage, chip: Cents | None) -> PayoutRounding:
    """The rounding of a table with this chip; a table that rounds to chips and has filed none rounds to cents (I-GEN-41)."""
    step = chip or 1
    return PayoutRounding(
        step if breakage in TO_CHIPS else 1, breakage in DOWNWARDS, step if breakage is Breakage.REFUSE else 0
    )


TO_THE_CENT = PayoutRounding()


def breaks(stake: Cents, odds: Odds, chip: Cents = 1) -> bool:
    """Whether these odds on this stake are not payable in whole cents, or whole chips."""
    return (stake * odds.win - stake * odds.stake * odds.inclusive) % (odds.stake * chip) != 0


def winnings(stake: Cents, odds: Odds, rounding: PayoutRounding = TO_THE_CENT) -> Cents:
    """What a winning wager is paid beyond its stake: the odds, and only what breaks is rounded.

    Odds "for 1" include the stake, and break like any other on what is won. Where the text prints a least, a surplus of
    the filed odds may be rounded away and nothing more.
    """
    due, per = stake * (odds.win - odds.stake if odds.inclusive else odds.win), odds.stake * rounding.step
    if not rounding.down:
        return -(-due // per) * rounding.step
    least = -(-stake * odds.floor.numerator // odds.floor.denominator)
    return max(due // per * rounding.step, least)


def least_win(odds: Iterable[Odds], rounding: PayoutRounding) -> Cents:
    """The least stake of which no win at these odds is rounded to nothing."""
    nets = [each.net for each in odds if each.net] if rounding.down else []
    return max((-(-rounding.step * net.denominator // net.numerator) for net in nets), default=1)


def half(amount: Cents, *, odd_to_house: bool = False) -> tuple[Cents, Cents]:
    """Half to the patron and half to the house; an odd cent is the patron's unless filed otherwise (I-GEN-07)."""
    house = (amount + odd_to_house) // 2
    return amount - house, house


def share(amount: Cents, part: int, whole: int) -> Cents:
    """``amount × part ÷ whole``, down to the cent; what is left stays where it was (I-GEN-06)."""
    return amount * part // whole


def stake_to_win(amount: Cents, odds: Odds) -> Fraction:
    """The stake that wins this amount at these odds."""
    return Fraction(amount * odds.stake, odds.win)


def payable(amount: Cents | Fraction, odds: Odds, chip: Cents) -> Cents:
    """The least stake, this amount or more, that these odds pay in whole chips."""
    unit = odds.stake * chip
    return -(-amount // unit) * unit


class Rounding(StrEnum):
    """How vigorish is rounded when it is collected (I-GEN-05)."""

    EXACT = "exact"
    NEXT_25_CENTS = "next_25_cents"


class Vigorish(msgspec.Struct, frozen=True):
    """A charge of ``percent`` per cent (a whole number or a fraction of one)."""

    percent: int
    per: int = 100
    rounding: Rounding = Rounding.EXACT

    def exact(self, amount: Cents) -> Fraction:
        """The charge before any rounding: what is marked when collection is deferred."""
        return Fraction(amount * self.percent, self.per)

    def due(self, amount: Cents) -> Cents:
        """The charge on one amount, collected now."""
        return self.rounded(self.exact(amount))

    def rounded(self, exact: Fraction) -> Cents:
        """The charge as collected: down to the cent, or up to the next 25 cents where that was elected."""
        if self.rounding is Rounding.NEXT_25_CENTS:
            return -(-exact.numerator // (exact.denominator * 25)) * 25
        return exact.numerator // exact.denominator

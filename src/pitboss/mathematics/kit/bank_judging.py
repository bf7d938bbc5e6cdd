"""What banking is worth: a bank meets several wagers at once, and bears vigorish on what is left over of them.

What it wins before the vigorish is known exactly, wager by wager. The vigorish depends on how many hands come out
together: it is taken from sampled deals, and it is small, so that little is left uncertain. Against one wager nothing is.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.events import Settlement
from pitboss.families.banking import BANK, CO_BANK, Bank, BankLaw, Centre
from pitboss.mathematics.kit.edge import half_width
from pitboss.mathematics.kit.judging import Worth, certain
from pitboss.mathematics.kit.two_hands import Counts, Known, within
from pitboss.money import Cents, PayoutRounding, Vigorish
from pitboss.procedure import Option
from pitboss.wagers import Wager

Ints = NDArray[np.int64]
Wins = NDArray[np.int8]  # by deal and opponent: 1 for a wager that the bank won, 0 for a tie, -1 for one it lost
Net = Callable[[Cents], Cents]
BANKER, OTHER = 1, 2  # seats of the round in which a surplus is settled


def settled(law: BankLaw, vigorish: Vigorish, kind: str, rounding: PayoutRounding) -> Net:
    """What a bank, or a co-bank, nets of a surplus (or a shortfall) of the centre, by the rules that settle it."""

    def net(over: Cents) -> Cents:
        centre = Centre(Bank(BANKER, "", kind, abs(over), 0), law, vigorish, rounding)
        wager = Wager(OTHER, law.wager, "", abs(over))
        if over > 0:
            centre.lost(wager, cite=law.settled, outcome="")
        elif over:
            centre.won(wager, outcome="")
        lines = [line for line in centre.pay(law.settled) if isinstance(line, Settlement) and line.seat == BANKER]
        return sum(line.returned - line.stake - line.vigorish for line in lines)

    return net


def against_one(option: Option, counts: Counts, stake: Cents, net: Net) -> Worth:
    """A bank that meets a single wager: exactly."""
    every = sum(counts)
    overs = stake, 0, -stake
    return certain(option, [(net(over), Fraction(count, every)) for over, count in zip(overs, counts, strict=True)])


class WayToBank(NamedTuple):
    """One way to take the bank: what is met by it, and what the dealer wagers of that where it is the bank's to say."""

    kind: str
    stakes: tuple[Cents, ...]
    amount: Cents


def bankings(option: Option, seen: Known) -> Iterator[WayToBank]:
    """A co-bank meets the others' wagers; a bank also the dealer's, from the least to the most that is left open."""
    others = tuple(seen.others.values())
    if option.says == CO_BANK:
        yield WayToBank(CO_BANK, others, 0)
        return
    for amount in dict.fromkeys((option.least, option.most)):
        yield WayToBank(BANK, (*others, *((amount,) if amount else ())), amount)


def against_several(
    option: Option, before: Fraction, half: Fraction, wins: Wins, met: WayToBank, net: Net, known: Wins | None = None
) -> Worth:  # fmt: skip
    """A bank in sampled deals. ``before`` is what it wins on average before the vigorish, within ``half``: in deals that come
    out as ``known``, which are ``wins`` themselves unless the bank sets better than those."""
    part, stakes = Fraction(1, 2) if met.kind == CO_BANK else Fraction(1), np.array(met.stakes, np.int64)
    over, base = (of[:, : len(stakes)].astype(np.int64) @ stakes for of in (wins, wins if known is None else known))
    most = int(stakes.sum())
    both, often = np.unique(over * (2 * most + 1) + base + most, return_counts=True)  # two numbers in one: few differ
    apart = [net(number // (2 * most + 1)) - part * (number % (2 * most + 1) - most) for number in both.tolist()]
    mean, square = (
        sum(
            (Fraction(value**power * int(many), len(over)) for value, many in zip(apart, often, strict=True)),
            Fraction(0),
        )
        for power in (1, 2)
    )
    return within(option, part * before + mean, part * half + half_width(square - mean * mean, len(over)), met.amount)

"""A player's bank, or a co-bank, at a full table: every other player and the dealer wager the same against him.

What he nets is found beforehand from the ``Centre`` that settles such rounds, for every way in which the wagers may
come out; the compiled part only compares hands. The dealer's wager is told as the bank faces it. Of a filed sum for it
nothing is used here: a bank may lower it, and figures are for each unit.
"""

from functools import cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.events import Settlement
from pitboss.families.banking import BANK, DEALER_WAGER, HOUSE, Bank, BankLaw, Centre
from pitboss.mathematics.kit.banked import FULL_TABLE
from pitboss.mathematics.kit.compiled import njit
from pitboss.money import Cents, Vigorish
from pitboss.wagers import Wager

Ints = NDArray[np.int64]
SEAT = 1


def stake(chip: Cents) -> Cents:
    """Of each wager: even half of it bears a vigorish that is the same whether or not it is rounded up."""
    return lcm(2_000, chip)


def faced(kind: str, others: int, wager: Cents) -> Cents:
    """What a bank puts up against so many players and the dealer, or a co-bank against the players: half."""
    return (others + 1) * wager if kind == BANK else others * wager // 2


def rows(kind: str) -> tuple[str, ...]:
    """The wagers a kernel tells of."""
    return (f"{kind} {FULL_TABLE}", *((DEALER_WAGER,) if kind == BANK else ()))


@cache
def nets(law: BankLaw, vigorish: Vigorish, kind: str, others: int, wager: Cents) -> Ints:
    """What the bank nets in cents: by how many of the dealer's hands are above his, and by how many players' wagers
    more he lost than won, from ``-others`` on."""
    every = range(-others, others + 1)
    return np.array([[_net(law, vigorish, kind, above, over, wager) for over in every] for above in range(3)], np.int64)


def _net(law: BankLaw, vigorish: Vigorish, kind: str, above: int, over: int, wager: Cents) -> Cents:
    dealers = wager if kind == BANK else 0
    bank = Bank(SEAT, "", kind, abs(over) * wager + dealers, dealers)
    centre = Centre(bank, law, vigorish)
    decided = [(Wager(SEAT + n, law.wager, "", wager), over > 0) for n in range(1, abs(over) + 1)]
    if dealers and above != 1:
        decided.append((Wager(HOUSE, DEALER_WAGER, "", dealers), above == 2))
    for made, won in decided:
        if won:
            centre.won(made, outcome="")
        else:
            centre.lost(made, cite=law.settled, outcome="")
    lines = [line for line in centre.pay(law.settled) if isinstance(line, Settlement) and line.seat == SEAT]
    return sum(line.returned - line.stake - line.vigorish for line in lines)


@njit
def compared(highs: Ints, lows: Ints, nets: Ints, unit: int, net: Ints) -> None:
    """One round: the first hand is the bank's, the second the dealer's. ``net`` has a place for each of the rows."""
    above, over = int(highs[1] > highs[0]) + int(lows[1] > lows[0]), 0
    for n in range(2, len(highs)):
        over += int(highs[n] > highs[0]) + int(lows[n] > lows[0]) - 1
    net[0] = nets[above, over + len(highs) - 2]
    if len(net) > 1:
        net[1] = (1 - above) * unit


@njit
def added(net: Ints, unit: int, out: Ints) -> Any:
    for row in range(len(out)):
        out[row, 0] += 1
        out[row, 1] += net[row]
        out[row, 2] += net[row] * net[row]
        out[row, 3] += unit
        out[row, 4] += net[row] > 0

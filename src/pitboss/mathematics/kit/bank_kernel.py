"""Kernels of a player's bank, or a co-bank, at a full table: every other player and the dealer wager the same amount.

What the bank nets is found beforehand from the ``Centre`` that settles such rounds, for every way in which the wagers
may come out; the compiled part only compares hands. The dealer's wager is counted as the bank faces it. A filed sum for
it is not used: a bank may lower it, and figures are for each unit. The exact side of this is ``kit.bank_edges``.
"""

from functools import cache
from math import lcm

import numpy as np

from pitboss.events import Settlement
from pitboss.families.banking import BANK, DEALER_WAGER, HOUSE, Bank, BankLaw, Centre
from pitboss.mathematics.kit.bank_edges import FULL_TABLE
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.money import Cents, Vigorish
from pitboss.wagers import Wager

SEAT = 1


def equal_wager(chip: Cents) -> Cents:
    """Of each player: even half of it bears a vigorish that is the same whether or not it is rounded up."""
    return lcm(2_000, chip)


def put_up(kind: str, others: int, wager: Cents) -> Cents:
    """What a bank puts up against so many players and the dealer, or a co-bank against the players: half."""
    return (others + 1) * wager if kind == BANK else others * wager // 2


def wagers(kind: str) -> tuple[str, ...]:
    """The wagers of such a kernel."""
    return (f"{kind} {FULL_TABLE}", *((DEALER_WAGER,) if kind == BANK else ()))


@cache
def bank_nets(law: BankLaw, vigorish: Vigorish, kind: str, others: int, wager: Cents) -> Ints:
    """What the bank nets in cents: by how many of the dealer's hands are above the bank's, and by how many players'
    wagers more it lost than won, from ``-others`` on."""
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
def settle_bank(highs: Ints, lows: Ints, nets: Ints, unit: int, net: Ints) -> None:
    """One round: the first hand is the bank's, the second the dealer's. ``net`` has a place for each of the wagers."""
    above, over = int(highs[1] > highs[0]) + int(lows[1] > lows[0]), 0
    for n in range(2, len(highs)):
        over += int(highs[n] > highs[0]) + int(lows[n] > lows[0]) - 1
    net[0] = nets[above, over + len(highs) - 2]
    if len(net) > 1:
        net[1] = (1 - above) * unit


@njit
def tally_bank(out: Tally, net: Ints, unit: int) -> None:
    for row in range(len(out)):
        tally(out, row, net[row], unit)

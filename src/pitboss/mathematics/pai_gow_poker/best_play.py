"""Pai Gow Poker: how much a player gains who sets the hands as well as can be, against a dealer who sets the house way.

As with the house way on both sides, seven hands of one deal make 42 pairs of a player and a dealer. Only hands that the
house does not set best tell anything, and of these only the difference.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.chapters.ch645a_pai_gow_poker.rules import VIGORISH
from pitboss.equipment.cards import Card
from pitboss.families.house_ways import Setting, low_hands, setting
from pitboss.mathematics.kit.bank_edges import HANDS
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.edge import half_width
from pitboss.mathematics.kit.house_ways import NUMBER, SEVEN, Ints
from pitboss.mathematics.pai_gow_poker.best_settings import (
    BEST_HIGH,
    BEST_LOW,
    HIGH,
    LOST,
    LOW,
    Best,
    best_way,
    best_with_copies,
    lay,
)

PAIRS = HANDS * (HANDS - 1)
DEALS, BATCH = 1 << 17, 1 << 14
SEED = 6_450
WON = LOST - VIGORISH  # hundredths of a wager; a $5 wager pays that, rounded or not


def best(name: str) -> Best:
    return best_way(name, WON)


def best_setting(cards: Sequence[Card], name: str) -> Setting:
    """How a player sets these seven cards against a dealer who sets this house way."""
    hands = np.array([[NUMBER[card] for card in cards]], np.uint8)
    found = tuple(lay(hands, name, best(name))[0, BEST_HIGH : BEST_LOW + 1])
    every = (setting(cards, low) for low in low_hands(cards))
    return next(made for made in every if (made.high_value, made.low_value) == found)


class Gain(NamedTuple):
    """What the best setting adds, for each wager: to the chance to win, to that to lose; and half the width of the
    interval of what that is worth."""

    won: Fraction
    lost: Fraction
    half_width: Fraction


def gain(name: str, deals: int = DEALS) -> Gain:
    won, lost, total, square = _gains(name, deals)
    variance = Fraction(square, deals) - Fraction(total, deals) ** 2
    return Gain(
        Fraction(won, deals * PAIRS), Fraction(lost, deals * PAIRS), half_width(variance, deals) / (PAIRS * LOST)
    )


@disk_cached
def _gains(name: str, deals: int) -> list[int]:
    """Over so many deals: pairs won and lost more than by the house way, and what a deal gains, as it is and squared."""
    out, chance, way = np.zeros(4, np.int64), np.random.Generator(np.random.Philox(SEED)), name
    for first in range(0, deals, BATCH):
        many = min(BATCH, deals - first)
        decks = chance.permuted(np.tile(np.arange(len(NUMBER), dtype=np.uint8), (many, 1)), axis=1)
        hands = np.ascontiguousarray(decks[:, : HANDS * SEVEN]).reshape(-1, SEVEN)
        won, lost = _more(lay(hands, way, best(way)).reshape(many, HANDS, -1))
        gained = WON * won - LOST * lost
        out += won.sum(), lost.sum(), gained.sum(), (gained * gained).sum()
    return [int(number) for number in out]


class OwnGain(NamedTuple):
    """What one whose copies are gains on a wager by setting best instead of the house way; and half the width of the interval."""

    value: Fraction
    half_width: Fraction


def bank_gain(name: str, deals: int = DEALS) -> OwnGain:
    """A bank that sets its hands freely (645a.12(i)), against players who set this house way; it pays the vigorish."""
    return _own_gain(name, WON, LOST, deals)


def house_gain(name: str, deals: int = DEALS) -> OwnGain:
    """What a way costs the house: a dealer who set best, against players who set it; the players pay the vigorish."""
    return _own_gain(name, LOST, WON, deals)


def _own_gain(name: str, won: int, lost: int, deals: int) -> OwnGain:
    total, square = _own_gains(name, won, lost, deals)
    variance = Fraction(square, deals) - Fraction(total, deals) ** 2
    scale = PAIRS * LOST
    return OwnGain(Fraction(total, deals * scale), half_width(variance, deals) / scale)


@disk_cached
def _own_gains(name: str, won: int, lost: int, deals: int) -> list[int]:
    """Over so many deals: what is gained on all pairs of a deal, added up as it is and squared."""
    out, chance = np.zeros(2, np.int64), np.random.Generator(np.random.Philox(SEED + 1))
    for first in range(0, deals, BATCH):
        many = min(BATCH, deals - first)
        decks = chance.permuted(np.tile(np.arange(len(NUMBER), dtype=np.uint8), (many, 1)), axis=1)
        hands = np.ascontiguousarray(decks[:, : HANDS * SEVEN]).reshape(-1, SEVEN)
        laid = lay(hands, name, best_with_copies(name, won, lost)).reshape(many, HANDS, -1)
        won_more, lost_more = _more(laid, copies=1)
        gained = won * won_more - lost * lost_more
        out += gained.sum(), (gained * gained).sum()
    return [int(number) for number in out]


def _more(found: Ints, copies: int = 0) -> tuple[Ints, Ints]:
    """By deal, of hands as ``lay`` gives them: pairs won and pairs lost more by the best way than by the house's; ``copies``:
    1 where they are one's own."""
    house = found[:, None, :, HIGH] - copies, found[:, None, :, LOW] - copies  # of all, as dealers
    above = [
        (found[:, :, None, high] > house[0]).astype(np.int64) + (found[:, :, None, low] > house[1])
        for high, low in ((BEST_HIGH, BEST_LOW), (HIGH, LOW))
    ]
    for pairs in above:
        pairs[:, np.arange(HANDS), np.arange(HANDS)] = 1  # no hand meets itself
    won, lost = ((np.equal(above[0], n).sum(axis=(1, 2)) - np.equal(above[1], n).sum(axis=(1, 2))) for n in (2, 0))
    return won, lost

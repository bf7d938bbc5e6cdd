"""Blackjack Switch: two hands at once, whose second cards may be exchanged, against a dealer whose 22 pushes.

Each hand is played by its own cards alone, the other's two first cards known to be out. Then the expectation of
both is the sum of the two, and the better of the two ways to hold four cards is known exactly. A switched ace-ten
is a 21 (I-633a-05).
"""

from functools import cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.blackjack_analyzer import Analysis, Terms, best_strategy, column, natural_worth, removed, split_worth
from pitboss.exact.blackjack_compiled import ACE, NATURAL_TOTAL, TEN, VALUES, Floats, hands


@cache
def switch_expectation(counts: tuple[int, ...], terms: Terms) -> float:
    """The player's expectation of a round, for each unit of both Blackjack Wagers together."""
    return sum(_against(counts, terms, up) for up in range(VALUES) if counts[up]) / 2


def _against(counts: tuple[int, ...], terms: Terms, up: int) -> float:
    """The expectation of two hands where this is the up card, times the chance that it is."""
    stay, switched = both_ways(counts, terms, up)
    ways, lost = _four_cards(counts, up)
    pushes = np.zeros((VALUES, VALUES))
    pushes[ACE, TEN] = pushes[TEN, ACE] = 1
    beaten = pushes[:, :, None, None] + pushes[None, None, :, :] - 2
    left = sum(counts)
    every = prod(left - n for n in range(1, 5))
    worth = ways * ((1 - lost) * np.maximum(stay, switched) + lost * beaten)
    return float(counts[up] * worth.sum() / left / every)


def switches(counts: tuple[int, ...], terms: Terms, up: int) -> NDArray[np.bool_]:
    """For cards a b of one hand and c d of the other, whether to exchange b and d."""
    stay, switched = both_ways(counts, terms, up)
    return np.asarray(switched > stay)


@cache
def both_ways(counts: tuple[int, ...], terms: Terms, up: int) -> tuple[Floats, Floats]:
    """What four cards are worth as they lie, a b and c d, and switched, a d and c b."""
    plain, natural = _worths(strategy(counts, terms), up)
    stay = natural + natural.transpose(2, 3, 0, 1)
    switched = plain.transpose(0, 3, 2, 1) + plain.transpose(2, 1, 0, 3)
    return stay, switched


@cache
def strategy(counts: tuple[int, ...], terms: Terms) -> Analysis:
    """How each hand is played: as is best for its cards, the other hand not looked at."""
    return best_strategy(counts, terms)


def _four_cards(counts: tuple[int, ...], up: int) -> tuple[Floats, Floats]:
    """For cards a b c d of two hands: the ways to draw them in this order, and the chance of a dealer's Blackjack."""
    deck, same = removed(counts, up), np.eye(VALUES, dtype=np.int64)
    a, b, c, d = np.ix_(*(range(VALUES),) * 4)
    ways = deck[a] * (deck[b] - same[a, b]) * (deck[c] - same[a, c] - same[b, c])
    ways = ways * np.maximum(deck[d] - same[a, d] - same[b, d] - same[c, d], 0)
    lost = np.zeros_like(ways, np.float64)
    if up in (ACE, TEN):
        makes = TEN - up
        out = sum(same[makes, card] for card in (a, b, c, d))
        lost = (deck[makes] - out) / (deck.sum() - 4)
    return np.maximum(ways, 0).astype(np.float64), lost


def _worths(best: Analysis, up: int) -> tuple[Floats, Floats]:
    """What two cards are worth when two others are out, first with an ace-ten counting 21, then as a Blackjack."""
    plain = np.zeros((VALUES,) * 4)
    natural = np.zeros((VALUES,) * 4)
    for c in range(VALUES):
        for d in range(c, VALUES):
            out = removed(best.counts, c, d)
            if (removed(out, up) < 0).any():
                continue
            table = _two_card_worths(best, up, tuple(int(n) for n in out))
            plain[:, :, c, d] = plain[:, :, d, c] = table
            paid = table.copy()
            paid[ACE, TEN] = paid[TEN, ACE] = natural_worth(out, best.terms, up, ACE, TEN)
            natural[:, :, c, d] = natural[:, :, d, c] = paid
    return plain, natural


def _two_card_worths(best: Analysis, up: int, counts: tuple[int, ...]) -> Floats:
    """Every two-card hand from this shoe, played by the strategy of the full one."""
    plan, terms = best.strategy, best.terms
    found = column(counts, up, terms, plan.draw[up], choose=False)
    table = np.zeros((VALUES, VALUES))
    left = removed(counts, up)
    for one in range(VALUES):
        for two in range(one, VALUES):
            h = hands().two[one, two]
            if one == two and plan.split[up, one] and left[one] >= 2:
                worth, _ = split_worth(left, up, one, terms, plan.draw[up], plan.double[up])
            elif hands().total[h] == NATURAL_TOTAL or not (plan.double[up, h] or plan.draw[up, h]):
                worth = found.stand[h]
            else:
                worth = found.double[h] if plan.double[up, h] else found.hit[h]
            table[one, two] = table[two, one] = worth
    return table

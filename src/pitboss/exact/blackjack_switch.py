"""Blackjack Switch: two hands at once, whose second cards may be exchanged, against a dealer whose 22 pushes.

Each hand is played by its own cards alone, the other's two first cards known to be out. Then the expectation of
both is the sum of the two, and the better of the two ways to hold four cards is known exactly. A switched ace-ten
is a 21 (I-633a-05).
"""

from functools import cache

import numpy as np

from pitboss.exact.blackjack_analyzer import (
    ACE,
    NATURAL_TOTAL,
    TEN,
    VALUES,
    Analysis,
    Floats,
    Terms,
    best_strategy,
    column,
    dealer_natural,
    hands,
    is_natural,
    natural_worth,
    removed,
    split_worth,
)


@cache
def switch_expectation(counts: tuple[int, ...], terms: Terms) -> float:
    """The player's expectation of a round, for each unit of both Blackjack Wagers together."""
    best = best_strategy(counts, terms)
    worth = 0.0
    for up in range(VALUES):
        if counts[up]:
            worth += _against(best, up)
    return worth / 2


def _against(best: Analysis, up: int) -> float:
    """The expectation of two hands where this is the up card, times the chance that it is."""
    plain, natural = _worths(best, up)
    counts, left = removed(best.counts, up), sum(best.counts)
    worth = 0.0
    for a in range(VALUES):
        for b in range(VALUES):
            for c in range(VALUES):
                for d in range(VALUES):
                    rest, ways = counts.copy(), 1
                    for card in (a, b, c, d):
                        ways *= max(int(rest[card]), 0)
                        rest[card] -= 1
                    if ways:
                        worth += ways * _four_cards(best, up, (a, b, c, d), plain, natural)
    every = left * (left - 1) * (left - 2) * (left - 3) * (left - 4)
    return best.counts[up] * worth / every


def _four_cards(best: Analysis, up: int, cards: tuple[int, int, int, int], plain: Floats, natural: Floats) -> float:
    """First hand a b, second hand c d: with b and d exchanged or not, whichever is worth more."""
    a, b, c, d = cards
    lost = dealer_natural(best.counts, up, *cards)
    stay = natural[a, b, c, d] + natural[c, d, a, b]
    switched = plain[a, d, c, b] + plain[c, b, a, d]
    beaten = sum(0 if is_natural(*hand) else -1 for hand in ((a, b), (c, d)))
    return float((1 - lost) * max(stay, switched) + lost * beaten)


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

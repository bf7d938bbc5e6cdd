"""Poker hands, ranked by trying: a joker or a wild card is every card in turn, and the best hand stands."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

RANKS = "23456789TJQKA"
SUITS = "SHDC"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
JOKER = "JK"
HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, FIVE, ROYAL, TOP = range(12)
Rank = tuple[int, tuple[float, ...]]
LOWEST_WHEEL, SECOND_WHEEL = 3.0, 11.5  # where A-2-3-4-5 stands among straights: last, or just below the ace


def number(card: str) -> int:
    return RANKS.index(card[0])


def natural(cards: Sequence[str], wheel: float = SECOND_WHEEL) -> Rank:
    """Five cards (or fewer, which make no straight or flush) without any that is wild."""
    counts = Counter(number(card) for card in cards)
    groups = sorted(counts.items(), key=lambda item: (-item[1], -item[0]))
    ranks = tuple(float(rank) for rank, _ in groups)
    shape = [count for _, count in groups]
    if shape[0] == 5:
        return FIVE, ranks
    if len(cards) == 5 and len(counts) == 5:
        low, top = min(counts), max(counts)
        straight = top if top - low == 4 else wheel if set(counts) == {0, 1, 2, 3, 12} else None
        flush = len({card[1] for card in cards}) == 1
        if straight is not None:
            kind = ROYAL if flush and low == 8 else STRAIGHT_FLUSH if flush else STRAIGHT
            if kind == STRAIGHT_FLUSH and straight == SECOND_WHEEL:
                straight = 99.0  # A-2-3-4-5 of a suit is the best straight flush below the royal
            return kind, (float(straight),)
        if flush:
            return FLUSH, ranks
    kind = {(4,): FOUR, (3, 2): FULL, (3,): TRIPS, (2, 2): TWO_PAIR, (2,): PAIR}.get(
        tuple(c for c in shape if c > 1), HIGH
    )
    return kind, ranks


@cache
def with_joker(cards: tuple[str, ...]) -> Rank:
    """The joker is an ace, or whatever completes a straight, a flush, a straight flush or a royal flush."""
    if JOKER not in cards:
        return natural(cards)
    others = [card for card in cards if card != JOKER]
    best = natural([*others, "AX"])
    if best[0] == FIVE:
        return TOP, best[1]
    for card in DECK:
        if len(cards) == 5 and card not in others:
            rank = natural([*others, card])
            if rank[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL):
                best = max(best, rank)
    return best


@cache
def fully_wild(cards: tuple[str, ...]) -> Rank:
    """DJ Wild: each 2 and the joker is any card at all; five of them together beat everything."""
    plain = [card for card in cards if card != JOKER and card[0] != "2"]
    wild = len(cards) - len(plain)
    if wild == 5:
        return TOP, ()
    if wild >= 3:  # a few cards suffice: those of the ranks and suits that are there, and what makes a royal flush
        pool = [card for card in DECK if card[1] == plain[0][1] or card[0] in {c[0] for c in plain}]
    else:
        pool = DECK
    return max(natural([*plain, *filled], LOWEST_WHEEL) for filled in combinations_with_replacement(pool, wild))

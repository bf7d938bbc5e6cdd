"""Optional wagers of Blackjack from any shoe: in how many orders of cards each outcome comes, with one card burned or none.

The lines are the chapter's own function, put to every set of cards once; a shoe only says how often each set comes.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, pairwise
from math import comb, perm, prod

import numpy as np

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.chapters.ch633a_blackjack.rules import (
    BET_THE_SET_21,
    KINGS_BOUNTY,
    LUCKY_LADIES,
    ROYAL_MATCH_21,
    SUPER_MATCH,
    Rules,
)
from pitboss.chapters.ch633a_blackjack.settlement import side_line
from pitboss.chapters.ch633a_blackjack.values import POINTS, is_royal_match
from pitboss.equipment.cards import DECK, RANKS, SUITS, Card, rank
from pitboss.mathematics.blackjack.compiled_hands import Ints
from pitboss.mathematics.blackjack.side_edges import ANY_UP_CARD, NO_WIN

Left = Mapping[Card, int]
Line = tuple[str, Fraction]  # an outcome and what it nets
Ways = Iterator[tuple[Line, int]]
TWENTIES = (LUCKY_LADIES, KINGS_BOUNTY)
PAIRS = tuple(combinations_with_replacement(range(len(DECK)), 2))


def cards_of(kind: str, rules: Rules) -> int:
    """How many cards decide the wager, in the order drawn."""
    if kind == SUPER_MATCH or kind in TWENTIES or (kind == ROYAL_MATCH_21 and rules.crown_treasure_bonus):
        return 4
    return 2 if kind in (ROYAL_MATCH_21, BET_THE_SET_21) else 3


def ways_of(kind: str, rules: Rules) -> Callable[[Left], Ways]:
    """Each line with the orders of so many cards of a shoe that lead to it; lines may come several times."""
    if kind == SUPER_MATCH:
        return partial(_by_ranks, kind, rules)
    if cards_of(kind, rules) == 4:
        return partial(_with_dealer, kind, rules)
    return partial(_by_pairs, kind, rules) if cards_of(kind, rules) == 2 else partial(_by_cards, *_sets(kind, rules))


def line_with(kind: str, cards: Sequence[Card], up: Card, rules: Rules, *, blackjack: bool = False) -> Line:
    line, odds = side_line(kind, cards, up, rules, dealer_blackjack=blackjack)
    return (line, odds.net) if odds is not None else (NO_WIN, Fraction(-1))


def _pairs(left: Left) -> Iterator[tuple[Card, Card, int]]:
    """Every two cards, and in how many orders they come."""
    for one, two in PAIRS:
        first, second = DECK[one], DECK[two]
        count = left[first] * (left[first] - 1) if one == two else 2 * left[first] * left[second]
        if count:
            yield first, second, count


def _by_pairs(kind: str, rules: Rules, left: Left) -> Ways:
    for one, two, count in _pairs(left):
        yield line_with(kind, (one, two), ANY_UP_CARD, rules), count


def _by_ranks(kind: str, rules: Rules, left: Left) -> Ways:
    held = Counter[str]()
    for card, count in left.items():
        held[rank(card)] += count
    for ranks in combinations_with_replacement(RANKS, 4):
        count = 24 * prod(comb(held[one], ranks.count(one)) for one in dict.fromkeys(ranks))
        if count:
            yield line_with(kind, [one + "S" for one in ranks], ANY_UP_CARD, rules), count


def _with_dealer(kind: str, rules: Rules, left: Left) -> Ways:
    """633a.13(c), (f), (h): the dealer's two cards raise an award."""
    every = sum(left.values()) - 2
    for one, two, count in _pairs(left):
        cards, rest = (one, two), Counter(left) - Counter((one, two))
        if kind in TWENTIES:
            dealer = _naturals(rest)
            yield line_with(kind, cards, ANY_UP_CARD, rules, blackjack=True), count * dealer
            yield line_with(kind, cards, ANY_UP_CARD, rules), count * (perm(every, 2) - dealer)
            continue
        line, net = line_with(kind, cards, ANY_UP_CARD, rules)
        dealer = 2 * sum(rest["K" + suit] * rest["Q" + suit] for suit in SUITS) if is_royal_match(cards) else 0
        if dealer:
            yield (sides.CROWN_TREASURE, net + sides.CROWN.win), count * dealer
        yield (line, net), count * (perm(every, 2) - dealer)


def _naturals(rest: Mapping[Card, int]) -> int:
    aces = sum(count for card, count in rest.items() if rank(card) == "A")
    tens = sum(count for card, count in rest.items() if POINTS[rank(card)] == 10)
    return 2 * aces * tens


def _by_cards(lines: list[Line], places: Ints, first: list[int], left: Left) -> Ways:
    """Two cards and the up card: the sets of each line were found once, and are weighed by the shoe."""
    held = np.array([left[card] for card in DECK], np.int64)
    one, two, up = places.T
    same = one == two
    pairs = np.where(same, held[one] * (held[one] - 1), 2 * held[one] * held[two])
    orders = pairs * (held[up] - (up == one) - (up == two)).clip(0)
    for line, (begin, end) in zip(lines, pairwise(first), strict=True):
        yield line, int(orders[begin:end].sum())


def _sets(kind: str, rules: Rules) -> tuple[list[Line], Ints, list[int]]:
    """Every two cards and up card, sorted by their line; where each line begins."""
    found: dict[Line, list[tuple[int, int, int]]] = {}
    for one, two in PAIRS:
        cards = DECK[one], DECK[two]
        for up, shown in enumerate(DECK):
            found.setdefault(line_with(kind, cards, shown, rules), []).append((one, two, up))
    ends = np.cumsum([0, *map(len, found.values())]).tolist()
    return list(found), np.array([place for places in found.values() for place in places], np.int64), ends


def burned_ways(kind: str, rules: Rules) -> Callable[[Card], Ways]:
    """The same of the shoe without one card."""
    of = ways_of(kind, rules)
    return lambda card: of({one: rules.dealt_decks - (one == card) for one in DECK})

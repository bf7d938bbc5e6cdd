"""Blackjack dealt to the cover card: basic strategy of the full shoe, one player, round after round from one shuffled shoe.

The dealer draws only where a hand is left to beat. After the cover card the round that it came out in is finished.
"""

from functools import partial
from typing import Any

import numpy as np

from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, Rules
from pitboss.equipment.cards import DECK
from pitboss.mathematics.blackjack.compiled_hands import NATURAL_TOTAL
from pitboss.mathematics.blackjack.kernel_cards import COUNT, MOST_HANDS, VALUE, Batch, dealers_total, value_at
from pitboss.mathematics.blackjack.main_kernel import (
    NATURAL,
    PAIR,
    STAKE,
    STANDS_ON,
    SURRENDERED,
    TAKES,
    TWICE,
    TWO_CARD_21,
    MainTables,
    split_hands,
    tables,
)
from pitboss.mathematics.kit.compiled import borrowing, njit
from pitboss.mathematics.kit.shuffled_shoe import BURNED, NET, ROUNDS, SQUARE, Words, dealt_shoes, shuffle
from pitboss.mathematics.kit.tally import Ints
from pitboss.mathematics.studies.depth import BINS, DealtDepth

LEAST_CUT = 40  # cards that a round of one player may need


def plays(rules: Rules) -> bool:
    return not rules.blackjack_switch


@borrowing
def round_dealt(batch: Batch, tables: MainTables, totals: Ints, stakes: Ints) -> Any:
    """What a round nets, and how many cards it took."""
    one, up = VALUE[batch.deals[0, 0]], VALUE[batch.deals[0, 1]]
    two, hole = VALUE[batch.deals[0, 2]], VALUE[batch.deals[0, 3]]
    hand, stake, at = np.int64(tables.begins[up, one, two]), tables.facts[STAKE], 4
    if tables.two_cards[up, hole] == TWO_CARD_21:
        return np.int64(0) if hand == NATURAL else -stake, at
    if hand == NATURAL:
        return tables.facts[0], at
    if hand == SURRENDERED:
        return -(stake >> 1), at
    count = np.int64(1)
    if hand == PAIR:
        pair: Any = np.int64(one), np.int64(up)
        count, at = split_hands(batch, 0, pair[0], pair[1], tables, totals, stakes)
    else:
        while hand & TAKES:
            hand = np.int64(tables.goes[up, hand, value_at(batch, 0, at)])
            at += 1
        totals[0], stakes[0] = hand & COUNT, 1 + int(hand & TWICE != 0)
    dealer, least = np.int64(STANDS_ON), totals[0]  # no matter where every hand is over 21
    for n in range(count):
        least = min(least, totals[n])
    if least <= NATURAL_TOTAL:
        dealer, at = dealers_total(batch, 0, at, up, hole)
    net = np.int64(0)
    for n in range(count):
        net += stakes[n] * tables.nets[totals[n], dealer]
    return net, at


@njit
def deal_shoes(cards: int, cut: int, fixed: int, tables: MainTables, state: Words, shoes: int, sums: Ints) -> None:
    """Shoes to the cover card; or, where ``fixed`` is a number, so many rounds of each."""
    order = np.arange(cards).astype(np.int16)
    totals, stakes = np.empty(MOST_HANDS, np.int64), np.empty(MOST_HANDS, np.int64)
    for _ in range(shoes):
        shuffle(order, state)
        at, played = BURNED, 0
        while (played < fixed) if fixed else (at < cards - cut):
            batch = Batch(order[at:].reshape(1, -1), cards, state)
            net, took = round_dealt(batch, tables, totals, stakes)
            part = at * BINS // cards
            sums[0, part, ROUNDS] += 1
            sums[0, part, NET] += net
            sums[0, part, SQUARE] += net * net
            at += took
            played += 1


def dealt(rules: Rules, cut: int, shoes: int, seed: int, fixed: int = 0) -> DealtDepth:
    made, cards = tables(rules), len(DECK) * rules.dealt_decks
    cut = max(cut, LEAST_CUT)
    deal = partial(deal_shoes, cards, cut, fixed, made)
    return dealt_shoes(deal, (BLACKJACK,), int(made.facts[STAKE]), cards, cut, shoes, seed)

"""Blackjack Switch: two hands by their cards, switched whenever that is worth more; both wagers of one player.

A hand is its place among the analyzer's hands, so that it can be played by its composition, as the exact edge has it.
"""

from functools import partial
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, Rules
from pitboss.exact.blackjack_compiled import BUST, NATURAL_TOTAL, VALUES, hands, shoe
from pitboss.exact.blackjack_switch import strategy, switches
from pitboss.exact.ch633a import terms
from pitboss.simulate.blackjack_cards import (
    ACE_VALUE,
    MOST_HANDS,
    UNIT,
    Bytes,
    Words,
    begin,
    deal,
    dealers_total,
    full_shoe,
    is_natural,
)
from pitboss.simulate.kernel import Kernel
from pitboss.simulate.philox import stream

Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def play_hand(
    cards: Bytes, at: int, state: Words, fixed: bool, h: int, up: int, child: Ints, draw: Ints, double: Ints
) -> Any:  # fmt: skip
    """One hand of two cards: where it ends (bust or a hand), its stake, and the place reached."""
    if double[up, h]:
        return child[h, deal(cards, at, state, fixed)], 2, at + 1
    while draw[up, h]:
        h = child[h, deal(cards, at, state, fixed)]
        at += 1
        if h == BUST:
            break
    return h, 1, at


@njit(cache=True, nogil=True)
def play_pair(
    cards: Bytes, at: int, state: Words, fixed: bool, one: int, up: int, first: Ints, child: Ints, draw: Ints, double: Ints, facts: Ints, ends: Ints, stakes: Ints, count: int
) -> Any:  # fmt: skip
    """633a.11: a pair split, hand after hand; how many hands there are now, and the place reached."""
    most, one_card = (facts[1], facts[2]) if one == ACE_VALUE else (facts[0], 0)
    waiting, splits = 2, 1
    while waiting:
        two = deal(cards, at, state, fixed)
        at += 1
        if two == one and splits <= most:
            splits += 1
            waiting += 1
            continue
        waiting -= 1
        ends[count], stakes[count] = first[one, two], 1
        if not one_card:
            ends[count], stakes[count], at = play_hand(
                cards, at, state, fixed, first[one, two], up, child, draw, double
            )
        count += 1
    return count, at


@njit(cache=True, nogil=True)
def play_round(
    cards: Bytes, state: Words, fixed: bool, first: Ints, total: Ints, child: Ints, draw: Ints, double: Ints, split: Ints, switch: Bytes, nets: Ints, natural: Ints, facts: Ints, ends: Ints, stakes: Ints
) -> Any:  # fmt: skip
    """One round: what both wagers net together and what is staked."""
    begin(cards, state, fixed)
    a, c, up = deal(cards, 0, state, fixed), deal(cards, 1, state, fixed), deal(cards, 2, state, fixed)
    b, d, hole = deal(cards, 3, state, fixed), deal(cards, 4, state, fixed), deal(cards, 5, state, fixed)
    at, net, staked, naturals, count = 6, 0, 0, 0, 0
    if is_natural(up, hole):
        return UNIT * (int(is_natural(a, b)) + int(is_natural(c, d)) - 2), 2 * UNIT
    switched = switch[up, a, b, c, d]
    if switched:
        b, d = d, b
    for n in range(2):
        one, two = (a, b) if n == 0 else (c, d)
        if not switched and is_natural(one, two):
            naturals += 1
        elif one == two and split[up, one]:
            count, at = play_pair(
                cards, at, state, fixed, one, up, first, child, draw, double, facts, ends, stakes, count
            )
        else:
            ends[count], stakes[count], at = play_hand(
                cards, at, state, fixed, first[one, two], up, child, draw, double
            )
            count += 1
    dealer, at = dealers_total(cards, at, state, fixed, up, hole)
    final = min(dealer, 23) - 17
    net, staked = naturals * natural[final], naturals * UNIT
    for n in range(count):
        staked += UNIT * stakes[n]
        net += stakes[n] * (nets[total[ends[n]], final] if ends[n] != BUST else -UNIT)
    return net, staked


@njit(cache=True, nogil=True)
def rounds_of(
    full: Bytes, first: Ints, total: Ints, child: Ints, draw: Ints, double: Ints, split: Ints, switch: Bytes, nets: Ints, natural: Ints, facts: Ints,
    seed: int, block: int, rounds: int, out: Ints,
) -> None:  # fmt: skip
    state, cards = stream(seed, block), full.copy()
    ends, stakes = np.empty(2 * MOST_HANDS, np.int64), np.empty(2 * MOST_HANDS, np.int64)
    for _ in range(rounds):
        net, staked = play_round(
            cards, state, False, first, total, child, draw, double, split, switch, nets, natural, facts, ends, stakes
        )
        out[0, 0] += 1
        out[0, 1] += net
        out[0, 2] += net * net
        out[0, 3] += staked
        out[0, 4] += net > 0


def tables(rules: Rules) -> tuple[Any, ...]:
    """The exact edge's own strategy, its switches, and what finished hands net."""
    of = terms(rules)
    known, counts = hands(), shoe(rules.decks)
    plan = strategy(counts, of).strategy
    nets = np.array([[round(UNIT * net) for net in row] for row in of.pays], np.int64)
    natural = np.array([round(UNIT * net) for net in of.natural], np.int64)
    facts = np.array([of.resplits, of.ace_resplits, of.aces_take_one_card], np.int64)
    switch = np.array([switches(counts, of, up) for up in range(VALUES)], np.uint8)
    draw = plan.draw & (known.total < NATURAL_TOTAL)
    return known.two, known.total, known.child, draw, plan.double, plan.split, switch, nets, natural, facts


def kernel(rules: Rules) -> Kernel:
    """Per unit of both wagers: a round has two units of stake."""
    run = partial(rounds_of, full_shoe(rules), *tables(rules))
    return Kernel("blackjack", "switch", (BLACKJACK,), 2 * UNIT, run, "optimal")

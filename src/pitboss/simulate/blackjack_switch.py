"""Blackjack Switch: two hands by their cards, switched whenever that is worth more; both wagers of one player.

A hand is its place among the analyzer's hands, so that it can be played by its composition, as the exact edge has it.
"""

from functools import partial
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, Rules
from pitboss.equipment.cards import DECK
from pitboss.exact.blackjack_analyzer import Terms
from pitboss.exact.blackjack_compiled import BUST, NATURAL_TOTAL, VALUES, hands, shoe
from pitboss.exact.blackjack_switch import OPTIMAL, strategy, switches
from pitboss.exact.ch633a import terms
from pitboss.simulate.blackjack_cards import (
    ACE_VALUE,
    AHEAD,
    BATCH,
    MOST_HANDS,
    UNIT,
    VALUE,
    Bytes,
    Deals,
    Words,
    deal,
    deal_rounds,
    dealers_total,
    is_natural,
)
from pitboss.simulate.kernel import Kernel
from pitboss.simulate.philox import stream

Ints = NDArray[np.int64]
Tables = tuple[Ints, Ints, Ints, Ints, Ints, Ints, Bytes, Ints, Ints, Ints]


@njit(cache=True, nogil=True)
def play_hand(
    deals: Deals, n: int, at: int, ahead: int, state: Words, h: int, up: int, child: Ints, draw: Ints, double: Ints
) -> Any:  # fmt: skip
    """One hand of two cards: where it ends (bust or a hand), its stake, and the place reached."""
    if double[up, h]:
        return child[h, deal(deals, n, at, ahead, state)], 2, at + 1
    while draw[up, h]:
        h = child[h, deal(deals, n, at, ahead, state)]
        at += 1
        if h == BUST:
            break
    return h, 1, at


@njit(cache=True, nogil=True)
def play_pair(
    deals: Deals, n: int, at: int, ahead: int, state: Words, one: int, up: int, first: Ints, child: Ints, draw: Ints, double: Ints, facts: Ints, ends: Ints, stakes: Ints, count: int
) -> Any:  # fmt: skip
    """633a.11: a pair split, hand after hand; how many hands there are now, and the place reached."""
    most, one_card = (facts[1], facts[2]) if one == ACE_VALUE else (facts[0], 0)
    waiting, splits = 2, 1
    while waiting:
        two = deal(deals, n, at, ahead, state)
        at += 1
        if two == one and splits <= most:
            splits += 1
            waiting += 1
            continue
        waiting -= 1
        ends[count], stakes[count] = first[one, two], 1
        if not one_card:
            ends[count], stakes[count], at = play_hand(
                deals, n, at, ahead, state, first[one, two], up, child, draw, double
            )
        count += 1
    return count, at


@njit(cache=True, nogil=True)
def play_round(
    deals: Deals, n: int, ahead: int, state: Words, first: Ints, total: Ints, child: Ints, draw: Ints, double: Ints, split: Ints, switch: Bytes, nets: Ints, natural: Ints, facts: Ints, ends: Ints, stakes: Ints
) -> Any:  # fmt: skip
    """One round: what both wagers net together and what is staked."""
    a, c, up = VALUE[deals[n, 0]], VALUE[deals[n, 1]], VALUE[deals[n, 2]]
    b, d, hole = VALUE[deals[n, 3]], VALUE[deals[n, 4]], VALUE[deals[n, 5]]
    at, net, staked, naturals, count = 6, 0, 0, 0, 0
    if is_natural(up, hole):
        return UNIT * (int(is_natural(a, b)) + int(is_natural(c, d)) - 2), 2 * UNIT
    switched = switch[up, a, b, c, d]
    if switched:
        b, d = d, b
    for place in range(2):
        one, two = (a, b) if place == 0 else (c, d)
        if not switched and is_natural(one, two):
            naturals += 1
        elif one == two and split[up, one]:
            count, at = play_pair(
                deals, n, at, ahead, state, one, up, first, child, draw, double, facts, ends, stakes, count
            )
        else:
            ends[count], stakes[count], at = play_hand(
                deals, n, at, ahead, state, first[one, two], up, child, draw, double
            )
            count += 1
    dealer, at = dealers_total(deals, n, at, ahead, state, up, hole)
    final = min(dealer, 23) - 17
    net, staked = naturals * natural[final], naturals * UNIT
    for hand in range(count):
        staked += UNIT * stakes[hand]
        net += stakes[hand] * (nets[total[ends[hand]], final] if ends[hand] != BUST else -UNIT)
    return net, staked


@njit(cache=True, nogil=True)
def rounds_of(
    cards: int, first: Ints, total: Ints, child: Ints, draw: Ints, double: Ints, split: Ints, switch: Bytes, nets: Ints, natural: Ints, facts: Ints,
    seed: int, block: int, rounds: int, out: Ints,
) -> None:  # fmt: skip
    state, deals = stream(seed, block), np.zeros((BATCH, cards), np.int16)
    ends, stakes = np.empty(2 * MOST_HANDS, np.int64), np.empty(2 * MOST_HANDS, np.int64)
    for played in range(rounds):
        n = played % BATCH
        if n == 0:
            deal_rounds(deals, state)
        net, staked = play_round(
            deals, n, AHEAD, state, first, total, child, draw, double, split, switch, nets, natural, facts, ends, stakes
        )
        out[0, 0] += 1
        out[0, 1] += net
        out[0, 2] += net * net
        out[0, 3] += staked
        out[0, 4] += net > 0


def tables(rules: Rules, name: str = OPTIMAL) -> Tables:
    """A strategy of the exact analysis with its switches, and what finished hands net."""
    return plan_tables(shoe(rules.decks), terms(rules), name)


def plan_tables(counts: tuple[int, ...], of: Terms, name: str) -> Tables:
    """The same for any shoe."""
    known, plan = hands(), strategy(counts, of, name).strategy
    nets = np.array([[round(UNIT * net) for net in row] for row in of.pays], np.int64)
    natural = np.array([round(UNIT * net) for net in of.natural], np.int64)
    facts = np.array([of.resplits, of.ace_resplits, of.aces_take_one_card], np.int64)
    switch = np.zeros((VALUES,) * 5, np.uint8)
    for up in (value for value in range(VALUES) if counts[value]):
        switch[up] = switches(counts, of, name, up)
    draw = plan.draw & (known.total < NATURAL_TOTAL)
    return known.two, known.total, known.child, draw, plan.double, plan.split, switch, nets, natural, facts


def kernel(rules: Rules) -> Kernel:
    """Per unit of both wagers: a round has two units of stake."""
    run = partial(rounds_of, len(DECK) * rules.decks, *tables(rules))
    return Kernel("blackjack", "switch", (BLACKJACK,), 2 * UNIT, run, OPTIMAL)

"""Blackjack: basic strategy from a full shoe every round, one player; the main game, or every optional wager.

Cards come off the shoe in the order of 633a.7(f): player, dealer up, player, hole card, then as drawn. The shoe is
shuffled only as far as it is dealt. Strategy, what finished hands net and what optional wagers pay are tables made
from the chapter and from ``exact``.
"""

from functools import partial
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, Rules
from pitboss.exact.blackjack_analyzer import (
    DOUBLE,
    HIT,
    NATURAL_TOTAL,
    SPLIT,
    STAND,
    SURRENDER,
    VALUES,
    Analysis,
    hands,
    shoe,
)
from pitboss.exact.ch633a import basic, terms
from pitboss.game import Game
from pitboss.simulate.kernel import Kernel
from pitboss.simulate.philox import fill, stream

UNIT = 100  # parts of the Blackjack Wager
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint32]
STANDS, HITS, DOUBLES, SPLITS, SURRENDERS = range(5)
CODES = {STAND: STANDS, HIT: HITS, DOUBLE: DOUBLES, SPLIT: SPLITS, SURRENDER: SURRENDERS}
MOST_HANDS = 140  # more than eight decks have of one value
AHEAD = 6  # cards shuffled at the start of a round; most rounds need no more
BUFFER = 4096
LOW, HALF, WORDS = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(1 << 32)


def strategy_tables(found: Analysis) -> tuple[Bytes, Bytes, Bytes]:
    """By up card: what to do with the first two cards, with the first two of a split hand, and when to draw on."""
    known, plan = hands(), found.strategy
    first = np.zeros((VALUES, VALUES, VALUES), np.uint8)
    second = np.zeros((VALUES, VALUES, VALUES), np.uint8)
    draw = np.zeros((VALUES, 2, NATURAL_TOTAL + 1), np.uint8)
    for up in range(VALUES):
        for one in range(VALUES):
            for two in range(VALUES):
                h = known.two[one, two]
                first[up, one, two] = CODES[found.decision(up, min(one, two), max(one, two))]
                second[up, one, two] = DOUBLES if plan.double[up, h] else HITS if plan.draw[up, h] else STANDS
        for h in np.nonzero(known.size > 2)[0]:  # basic strategy plays every hand of a total alike
            draw[up, known.soft[h], known.total[h]] = plan.draw[up, h]
    return first, second, draw


def rule_tables(rules: Rules) -> tuple[Ints, Ints]:
    """What a finished hand nets by its count and the dealer's (from 17 to 23); Blackjack, resplits, split aces."""
    of = terms(rules)
    nets = np.array([[round(UNIT * net) for net in row] for row in of.pays], np.int64)
    facts = (round(UNIT * of.natural[0]), of.resplits, of.ace_resplits, of.aces_take_one_card)
    return nets, np.array(facts, np.int64)


# --- one round --------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True, inline="always")
def swap(cards: Bytes, at: int, other: int) -> None:
    card = cards[other]
    cards[other] = cards[at]
    cards[at] = card


@njit(cache=True, nogil=True, inline="always")
def word(state: Words, buffer: Words, cursor: Ints) -> Any:
    """The next 32 random bits, from a buffer that is filled when it is used up."""
    at = cursor[0]
    if at == len(buffer):
        fill(state, buffer)
        at = 0
    cursor[0] = at + 1
    return np.uint64(buffer[at])


@njit(cache=True, nogil=True)
def below(state: Words, buffer: Words, cursor: Ints, n: int) -> Any:
    """A number from 0 to n − 1, each equally likely."""
    product = word(state, buffer, cursor) * np.uint64(n)
    if product & LOW < np.uint64(n):
        while product & LOW < WORDS % np.uint64(n):
            product = word(state, buffer, cursor) * np.uint64(n)
    return np.int64(product >> HALF)


@njit(cache=True, nogil=True, inline="always")
def shuffle_three(cards: Bytes, at: int, state: Words, buffer: Words, cursor: Ints) -> None:
    """Three places of the shoe from one random word: each product hands its lower half on as the next random number.

    What is left over after three is uneven only below the product of the three sizes; there some words are rejected.
    """
    n = np.uint64(len(cards) - at)
    product = n * (n - np.uint64(1)) * (n - np.uint64(2))
    while True:
        first = word(state, buffer, cursor) * n
        second = (first & LOW) * (n - np.uint64(1))
        third = (second & LOW) * (n - np.uint64(2))
        left = third & LOW
        if left >= product or left >= WORDS % product:
            break
    swap(cards, at, at + np.int64(first >> HALF))
    swap(cards, at + 1, at + 1 + np.int64(second >> HALF))
    swap(cards, at + 2, at + 2 + np.int64(third >> HALF))


@njit(cache=True, nogil=True, inline="always")
def deal(cards: Bytes, at: int, state: Words, buffer: Words, cursor: Ints, fixed: bool) -> Any:
    """The card at this place of the shoe; ``fixed``: the order is given and not shuffled further."""
    if at >= AHEAD and not fixed:
        swap(cards, at, at + below(state, buffer, cursor, len(cards) - at))
    return np.int64(cards[at])


@njit(cache=True, nogil=True, inline="always")
def draw_on(cards: Bytes, at: int, state: Words, buffer: Words, cursor: Ints, fixed: bool, hard: int, aces: int, up: int, draw: Bytes) -> Any:
    """Draw while the strategy says so; the count (above 21: bust) and the place reached."""
    while True:
        soft = aces > 0 and hard <= 11
        total = hard + 10 if soft else hard
        if total >= 21 or not draw[up, np.int64(soft), total]:
            return total, at
        card = deal(cards, at, state, buffer, cursor, fixed)
        at += 1
        hard += card + 1
        aces += card == 0


@njit(cache=True, nogil=True, inline="always")
def double_down(cards: Bytes, at: int, state: Words, buffer: Words, cursor: Ints, fixed: bool, hard: int, aces: int) -> Any:
    card = deal(cards, at, state, buffer, cursor, fixed)
    hard += card + 1
    aces += card == 0
    return hard + 10 if aces > 0 and hard <= 11 else hard


@njit(cache=True, nogil=True)
def split_hands(
    cards: Bytes, at: int, state: Words, buffer: Words, cursor: Ints, fixed: bool, one: int, up: int, second: Bytes, draw: Bytes, facts: Ints, totals: Ints, stakes: Ints
) -> Any:  # fmt: skip
    """633a.11: hand after hand from the dealer's left; how many hands there are and the place reached."""
    most, one_card = (facts[2], facts[3]) if one == 0 else (facts[1], 0)
    waiting, splits, finished = 2, 1, 0
    while waiting:
        two = deal(cards, at, state, buffer, cursor, fixed)
        at += 1
        if two == one and splits <= most:
            splits += 1
            waiting += 1
            continue
        waiting -= 1
        hard, aces = one + two + 2, int(one == 0) + int(two == 0)
        stakes[finished] = 1
        if one_card:
            totals[finished] = hard + 10 if hard <= 11 else hard
        elif second[up, one, two] == DOUBLES:
            totals[finished] = double_down(cards, at, state, buffer, cursor, fixed, hard, aces)
            stakes[finished] = 2
            at += 1
        elif second[up, one, two] == STANDS:
            totals[finished] = hard + 10 if aces > 0 and hard <= 11 else hard
        else:
            card = deal(cards, at, state, buffer, cursor, fixed)
            totals[finished], at = draw_on(
                cards, at + 1, state, buffer, cursor, fixed, hard + card + 1, aces + int(card == 0), up, draw
            )
        finished += 1
    return finished, at


@njit(cache=True, nogil=True, inline="always")
def dealers_total(cards: Bytes, at: int, state: Words, buffer: Words, cursor: Ints, fixed: bool, up: int, hole: int) -> Any:
    """633a.7(m): the dealer's final count, and the place reached."""
    hard, aces = up + hole + 2, int(up == 0) + int(hole == 0)
    while True:
        total = hard + 10 if aces > 0 and hard <= 11 else hard
        if total >= 17:
            return total, at
        card = deal(cards, at, state, buffer, cursor, fixed)
        at += 1
        hard += card + 1
        aces += card == 0


@njit(cache=True, nogil=True)
def play_round(
    cards: Bytes, state: Words, buffer: Words, cursor: Ints, fixed: bool, first: Bytes, second: Bytes, draw: Bytes, nets: Ints, facts: Ints, totals: Ints, stakes: Ints
) -> Any:  # fmt: skip
    """One round: what it nets and what is staked, in hundredths of the Blackjack Wager."""
    if not fixed:
        shuffle_three(cards, 0, state, buffer, cursor)
        shuffle_three(cards, 3, state, buffer, cursor)
    one = deal(cards, 0, state, buffer, cursor, fixed)
    up = deal(cards, 1, state, buffer, cursor, fixed)
    two = deal(cards, 2, state, buffer, cursor, fixed)
    hole = deal(cards, 3, state, buffer, cursor, fixed)
    natural = one + two == 9 and (one == 0 or two == 0)
    if up + hole == 9 and (up == 0 or hole == 0):
        return (0 if natural else -UNIT), UNIT
    if natural:
        return facts[0], UNIT
    act, at, stake = first[up, one, two], 4, UNIT
    hard, aces = one + two + 2, int(one == 0) + int(two == 0)
    if act == HITS:
        card = deal(cards, at, state, buffer, cursor, fixed)
        total, at = draw_on(cards, at + 1, state, buffer, cursor, fixed, hard + card + 1, aces + int(card == 0), up, draw)
    elif act == STANDS:
        total = hard + 10 if aces > 0 and hard <= 11 else hard
    elif act == DOUBLES:
        stake = 2 * UNIT
        total = double_down(cards, at, state, buffer, cursor, fixed, hard, aces)
        at += 1
    elif act == SURRENDERS:
        return -UNIT // 2, UNIT
    else:
        return play_split(cards, state, buffer, cursor, fixed, one, up, hole, second, draw, nets, facts, totals, stakes)
    if total > 21:
        return -stake, stake
    dealer, at = dealers_total(cards, at, state, buffer, cursor, fixed, up, hole)
    return nets[total, min(dealer, 23) - 17] * stake // UNIT, stake


@njit(cache=True, nogil=True)
def play_split(
    cards: Bytes, state: Words, buffer: Words, cursor: Ints, fixed: bool, one: int, up: int, hole: int, second: Bytes, draw: Bytes, nets: Ints, facts: Ints, totals: Ints, stakes: Ints
) -> Any:  # fmt: skip
    count, at = split_hands(cards, 4, state, buffer, cursor, fixed, one, up, second, draw, facts, totals, stakes)
    net = staked = live = 0
    for n in range(count):
        staked += UNIT * stakes[n]
        live += totals[n] <= 21
    dealer = 0
    if live:
        dealer, at = dealers_total(cards, at, state, buffer, cursor, fixed, up, hole)
    for n in range(count):
        net += stakes[n] * (nets[totals[n], min(dealer, 23) - 17] if totals[n] <= 21 else -UNIT)
    return net, staked


@njit(cache=True, nogil=True)
def rounds_of(
    full: Bytes, first: Bytes, second: Bytes, draw: Bytes, nets: Ints, facts: Ints, seed: int, block: int, rounds: int, out: Ints
) -> None:  # fmt: skip
    """Round after round from the full shoe: what was dealt is simply dealt into again."""
    state, buffer, cursor = stream(seed, block), np.empty(BUFFER, np.uint32), np.array([BUFFER])
    cards = full.copy()
    totals, stakes = np.empty(MOST_HANDS, np.int64), np.empty(MOST_HANDS, np.int64)
    won = squares = staked = hits = 0
    for _ in range(rounds):
        net, stake = play_round(cards, state, buffer, cursor, False, first, second, draw, nets, facts, totals, stakes)
        won += net
        squares += net * net
        staked += stake
        hits += net > 0
    out[0, 0] += rounds
    out[0, 1] += won
    out[0, 2] += squares
    out[0, 3] += staked
    out[0, 4] += hits


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    tables = strategy_tables(basic(rules.decks, terms(rules)))
    full = np.repeat(np.arange(VALUES, dtype=np.uint8), shoe(rules.decks))
    run = partial(rounds_of, full, *tables, *rule_tables(rules))
    return [Kernel("blackjack", "hands", (BLACKJACK,), UNIT, run, "basic")]

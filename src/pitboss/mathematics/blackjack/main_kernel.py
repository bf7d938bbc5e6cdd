"""Blackjack's main game, compiled: basic strategy from a full shoe every round, one player.

Cards come in the order of 633a.7(f): player, dealer up, player, hole card, then as drawn. How a hand goes on is looked
up in tables made from the exact analysis, in which a finished hand stays as it is whatever card comes. So the next two
cards are played without asking whether they are wanted: guessing that wrong would cost more than the look-up.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pitboss.chapters.ch633a_blackjack.rules import Rules
from pitboss.mathematics.blackjack.analyzer import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Analysis
from pitboss.mathematics.blackjack.compiled_hands import NATURAL_TOTAL, VALUES, hands
from pitboss.mathematics.blackjack.edges import basic
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.blackjack.kernel_cards import (
    ACE_VALUE,
    AHEAD,
    BATCH,
    COUNT,
    MOST_HANDS,
    SOFT,
    STEP,
    UNIT,
    VALUE,
    Batch,
    Bytes,
    deal_rounds,
    dealers_total,
    draw,
    is_natural,
    split_second,
    value_at,
)
from pitboss.mathematics.kit.compiled import borrowing, inlined, njit
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.stakes import rounded
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.money import Cents

STANDS, HITS, DOUBLES, SPLITS, SURRENDERS = range(5)
CODES = {STAND: STANDS, HIT: HITS, DOUBLE: DOUBLES, SPLIT: SPLITS, SURRENDER: SURRENDERS}
STAKE = 4  # where the stake is among the facts of a round
TAKES, TWICE = 2 * SOFT, 4 * SOFT  # added to a hand that takes a card, and to one whose stake is doubled
NATURAL, SURRENDERED, PAIR = 1, 2, 3  # in the place of a hand that is not played on; no hand counts so little
TWO_CARD_21 = NATURAL_TOTAL + SOFT
STANDS_ON = 17  # 633a.7(m)


class KernelPlan(NamedTuple):
    """By up card: what to do with the first two cards, with the first two of a split hand, and when to draw on."""

    first: Bytes
    second: Bytes
    draw: Bytes


class MainTables(NamedTuple):
    """All that ``play`` looks up."""

    begins: Bytes
    goes: Bytes
    two_cards: Bytes
    way: Bytes
    second: Bytes
    draws: Bytes
    nets: Ints
    facts: Ints


def plan(found: Analysis) -> KernelPlan:
    known, best = hands(), found.strategy
    first = np.zeros((VALUES, VALUES, VALUES), np.uint8)
    second = np.zeros((VALUES, VALUES, VALUES), np.uint8)
    draws = np.zeros((VALUES, 2 * SOFT), np.uint8)
    for up in range(VALUES):
        for one in range(VALUES):
            for two in range(VALUES):
                h = known.two[one, two]
                first[up, one, two] = CODES[found.decision(up, min(one, two), max(one, two))]
                second[up, one, two] = DOUBLES if best.double[up, h] else HITS if best.draw[up, h] else STANDS
        for h in np.nonzero((known.size > 2) & (known.total < NATURAL_TOTAL))[0]:  # all hands of a total play alike
            draws[up, known.total[h] + SOFT * known.soft[h]] = best.draw[up, h]
    return KernelPlan(first, second, draws)


def goes_on(of: KernelPlan) -> tuple[Bytes, Bytes]:
    """By up card: what two cards are to begin with; and what a hand, with its marks, and one more card become."""
    begins = np.zeros((VALUES, VALUES, VALUES), np.uint8)
    goes = np.zeros((VALUES, 2 * TWICE, VALUES), np.uint8)
    for up in range(VALUES):
        for one in range(VALUES):
            for two in range(VALUES):
                hand = int(STEP[STEP[0, one], two])
                marks = {HITS: TAKES | hand, DOUBLES: TAKES | TWICE | hand, SPLITS: PAIR, SURRENDERS: SURRENDERED}
                begins[up, one, two] = marks.get(int(of.first[up, one, two]), hand)
                if is_natural(one, two):
                    begins[up, one, two] = NATURAL
        for marked in range(2 * TWICE):
            for value in range(VALUES):
                hand = int(STEP[marked % TAKES, value])
                more = TWICE if marked & TWICE else TAKES * int(of.draw[up, hand])
                goes[up, marked, value] = hand | more if marked & TAKES else marked
    return begins, goes


def dealers_way() -> tuple[Bytes, Bytes]:
    """The dealer's first two cards as a hand; and what a dealer's hand and one more card become."""
    two = np.array([[STEP[STEP[0, up], hole] for hole in range(VALUES)] for up in range(VALUES)], np.uint8)
    way = STEP.copy()
    for hand in range(2 * SOFT):
        if hand & COUNT >= STANDS_ON:
            way[hand] = hand
    return two, way


def payments(rules: Rules, stake: Cents = UNIT) -> tuple[Ints, Ints]:
    """What a finished hand nets by its count and the dealer's; Blackjack, resplits, split aces, the stake."""
    of = terms(rules)
    nets = np.full((SOFT, SOFT), -stake, np.int64)
    for total, row in enumerate(of.pays):
        for dealer in range(STANDS_ON, SOFT):
            nets[total, dealer] = round(stake * row[min(dealer - STANDS_ON, len(row) - 1)])
    nets[NATURAL_TOTAL + 1 :] = -stake
    natural = rounded(Fraction(of.natural[0]).limit_denominator(10), stake, rules.payout_rounding)
    facts = (natural, of.resplits, of.ace_resplits, of.aces_take_one_card, stake)
    return nets, np.array(facts, np.int64)


def tables(rules: Rules, stake: Cents = UNIT) -> MainTables:
    of = plan(basic(rules.dealt_decks, terms(rules)))
    return MainTables(*goes_on(of), *dealers_way(), of.second, of.draw, *payments(rules, stake))


@inlined
def draw_on(batch: Batch, n: int, at: int, hand: int, up: int, draws: Bytes) -> Any:
    """One card, and more while the strategy says so; the hand and the place reached."""
    while True:
        hand = STEP[hand, value_at(batch, n, at)]
        at += 1
        if not draws[up, hand]:
            return hand, at


@borrowing
def split_hands(batch: Batch, n: int, one: int, up: int, tables: MainTables, totals: Ints, stakes: Ints) -> Any:
    """633a.11: hand after hand from the dealer's left; how many hands there are, and the place reached."""
    facts = tables.facts
    left, one_card = (facts[2], facts[3]) if one == ACE_VALUE else (facts[1], 0)
    waiting, finished, at = 2, 0, 4
    while waiting:
        two, at, again = split_second(batch, n, at, one, left)
        left -= again
        waiting += again - 1
        hand = STEP[STEP[0, one], two]
        act = STANDS if one_card else tables.second[up, one, two]
        stakes[finished] = 1
        if act == HITS:
            hand, at = draw_on(batch, n, at, hand, up, tables.draws)
        elif act == DOUBLES:
            hand = STEP[hand, value_at(batch, n, at)]
            stakes[finished] = 2
            at += 1
        totals[finished] = hand & COUNT
        finished += 1
    return finished, at


@borrowing
def split_round(
    batch: Batch, n: int, one: int, up: int, hole: int, tables: MainTables, totals: Ints, stakes: Ints
) -> Any:
    pair: Any = np.int64(one), np.int64(up)  # of the type that others give, so that it is compiled once
    count, at = split_hands(batch, n, pair[0], pair[1], tables, totals, stakes)
    dealer, at = dealers_total(batch, n, at, up, hole)
    net = staked = 0
    for hand in range(count):
        staked += tables.facts[STAKE] * stakes[hand]
        net += stakes[hand] * tables.nets[totals[hand], dealer]
    return net, staked


@njit
def play(batch: Batch, tables: MainTables, found: Ints) -> None:
    """What each round nets and what is staked on it, in parts of the Blackjack Wager."""
    deals, ahead, state = batch
    begins, goes, two_cards, way, _, _, nets, facts = tables
    totals, stakes = np.empty(MOST_HANDS, np.int64), np.empty(MOST_HANDS, np.int64)
    for n in range(len(deals)):
        one, up, two, hole = VALUE[deals[n, 0]], VALUE[deals[n, 1]], VALUE[deals[n, 2]], VALUE[deals[n, 3]]
        hand, dealer = np.int64(begins[up, one, two]), np.int64(two_cards[up, hole])
        net, staked = np.int64(0), facts[STAKE]
        if dealer == TWO_CARD_21:
            net = np.int64(0) if hand == NATURAL else -facts[STAKE]
        elif hand == NATURAL:
            net = facts[0]
        elif hand == SURRENDERED:
            net = -(facts[STAKE] >> 1)
        elif hand == PAIR:
            net, staked = split_round(batch, n, one, up, hole, tables, totals, stakes)
        else:
            at = 4 + int(hand & TAKES != 0)
            hand = np.int64(goes[up, hand, VALUE[deals[n, 4]]])
            at += int(hand & TAKES != 0)
            hand = np.int64(goes[up, hand, VALUE[deals[n, 5]]])
            while hand & TAKES:
                if at >= ahead:
                    draw(deals, n, at, state)
                hand = np.int64(goes[up, hand, VALUE[deals[n, at]]])
                at += 1
            while True:
                for place in range(max(at, ahead), at + 2):
                    draw(deals, n, place, state)
                dealer = np.int64(way[way[dealer, VALUE[deals[n, at]]], VALUE[deals[n, at + 1]]])
                at += 2
                if dealer & COUNT >= STANDS_ON:
                    break
            times = 1 + int(hand & TWICE != 0)
            net, staked = nets[hand & COUNT, dealer & COUNT] * times, facts[STAKE] * times
        found[n, 0], found[n, 1] = net, staked


@njit
def rounds_of(cards: int, tables: MainTables, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Round after round from the full shoe."""
    state = stream(seed, block)
    deals, found = np.zeros((BATCH, cards), np.int16), np.zeros((BATCH, 2), np.int64)
    for begin in range(0, rounds, BATCH):
        many = min(BATCH, rounds - begin)
        deal_rounds(deals[:many], state)
        play(Batch(deals[:many], AHEAD, state), tables, found)
        for n in range(many):
            tally(out, 0, found[n, 0], found[n, 1])

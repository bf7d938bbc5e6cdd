"""Blackjack Switch: two hands by their cards, switched whenever that is worth more; both wagers of one player.

A hand is its place among the analyzer's hands, so that it can be played by its composition, as the exact edge has it.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, Rules
from pitboss.equipment.cards import DECK
from pitboss.mathematics.blackjack.analyzer import BlackjackTerms, TotalsStrategy
from pitboss.mathematics.blackjack.compiled_hands import BUST, NATURAL_TOTAL, VALUES, hands, shoe
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.blackjack.kernel_cards import (
    ACE_VALUE,
    BATCH,
    MOST_HANDS,
    UNIT,
    VALUE,
    Batch,
    Bytes,
    deal_rounds,
    dealers_total,
    is_natural,
    new_batch,
    split_second,
    value_at,
)
from pitboss.mathematics.blackjack.side_kernels import (
    AFTER_CARDS,
    RANK,
    RATE,
    Selected,
    Sides,
    bonuses,
    selections,
    side_nets,
    side_rows,
    sides_of,
    tally_sides,
)
from pitboss.mathematics.blackjack.switch import OPTIMAL, even_money_cells, strategy, switches
from pitboss.mathematics.kit.compiled import borrowing, njit
from pitboss.mathematics.kit.estimate import NET
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.tally import Ints, Tally, tally

FIRST_CARDS = np.array([0, 1, 3, 4], np.int64)  # where the player's are among those of a round
DOUBLES, SURRENDERS = 1, 2  # what is done with two cards before all else; a split hand is not surrendered
GIVEN_UP = BUST - 1  # where a surrendered hand ends


class TwoHandTables(NamedTuple):
    """How two hands are played and switched, by hand or by up card and value, and what finished hands net."""

    first: Ints  # the hand of two cards
    total: Ints
    child: Ints  # the hand after one more card
    draw: Ints
    double: Ints
    split: Ints
    switch: Bytes
    even: Bytes  # where even money is taken
    nets: Ints
    natural: Ints
    facts: Ints  # resplits, resplits of aces, whether split aces take one card


class Finished(NamedTuple):
    """Where each hand of a round ends (a hand, bust, given up), and its stake."""

    ends: Ints
    stakes: Ints


@borrowing
def play_hand(batch: Batch, n: int, at: int, h: int, up: int, plan: TwoHandTables) -> Any:
    """One hand of two cards: where it ends (bust or a hand), its stake, and the place reached."""
    if plan.double[up, h] & DOUBLES:
        return plan.child[h, value_at(batch, n, at)], 2, at + 1
    while plan.draw[up, h]:
        h = plan.child[h, value_at(batch, n, at)]
        at += 1
        if h == BUST:
            break
    return h, 1, at


@borrowing
def play_pair(
    batch: Batch, n: int, at: int, one: int, up: int, plan: TwoHandTables, finished: Finished, count: int
) -> Any:
    """633a.11: a pair split, hand after hand; how many hands there are now, and the place reached."""
    facts, ends, stakes = plan.facts, finished.ends, finished.stakes
    left, one_card = (facts[1], facts[2]) if one == ACE_VALUE else (facts[0], 0)
    waiting = 2
    while waiting:
        two, at, again = split_second(batch, n, at, one, left)
        left -= again
        waiting += again - 1
        ends[count], stakes[count] = plan.first[one, two], 1
        if not one_card:
            ends[count], stakes[count], at = play_hand(batch, n, at, plan.first[one, two], up, plan)
        count += 1
    return count, at


@borrowing
def play_hands(batch: Batch, n: int, plan: TwoHandTables, finished: Finished) -> Any:
    """Both hands and the dealer's: how many hands end, how many of them of the first place, which was a natural (1, 2), the
    dealer's count and cards (1: Blackjack)."""
    deals, first, ends, stakes = batch.deals, plan.first, finished.ends, finished.stakes
    a, c, up = VALUE[deals[n, 0]], VALUE[deals[n, 1]], VALUE[deals[n, 2]]
    b, d, hole = VALUE[deals[n, 3]], VALUE[deals[n, 4]], VALUE[deals[n, 5]]
    at, naturals, count, firsts = 6, 0, 0, 0
    if is_natural(up, hole):
        naturals = int(is_natural(a, b)) + 2 * int(is_natural(c, d))
        ends[0], ends[1] = first[a, b], first[c, d]
        return 2, 1, naturals, NATURAL_TOTAL, 1
    switched = plan.switch[up, a, b, c, d]
    if switched:
        b, d = d, b
    for place in range(2):
        one, two = (a, b) if place == 0 else (c, d)
        if not switched and is_natural(one, two):
            naturals += 1 + place
        elif plan.double[up, first[one, two]] & SURRENDERS:
            ends[count], stakes[count] = GIVEN_UP, 1
            count += 1
        elif one == two and plan.split[up, one]:
            count, at = play_pair(batch, n, at, one, up, plan, finished, count)
        else:
            ends[count], stakes[count], at = play_hand(batch, n, at, first[one, two], up, plan)
            count += 1
        if place == 0:
            firsts = count
    drawn = at
    dealer, at = dealers_total(batch, n, at, up, hole)
    return count, firsts, naturals, dealer, at - drawn + 2


@borrowing
def play_round(batch: Batch, n: int, plan: TwoHandTables, finished: Finished) -> Any:
    """One round: what the one and the other wager net, with all that was added to each, what is staked, and how many cards
    the dealer has (1: Blackjack)."""
    count, firsts, naturals, dealer, size = play_hands(batch, n, plan, finished)
    deals, (ends, stakes) = batch.deals, finished
    a, c, up = VALUE[deals[n, 0]], VALUE[deals[n, 1]], VALUE[deals[n, 2]]
    paid_even, final = plan.even[up, a, VALUE[deals[n, 3]], c, VALUE[deals[n, 4]]], min(dealer, 23) - 17
    one = two = staked = np.int64(0)
    for place in range(2):
        net = np.int64(0)
        if naturals & (1 + place):
            staked += UNIT
            net = np.int64(UNIT if paid_even else 0 if size == 1 else plan.natural[final])
        elif size == 1:
            staked += UNIT
            net = np.int64(-UNIT)
        else:
            for hand in range(0 if place == 0 else firsts, firsts if place == 0 else count):
                staked += UNIT * stakes[hand]
                if ends[hand] == GIVEN_UP:
                    net -= UNIT // 2
                else:
                    net += stakes[hand] * (plan.nets[plan.total[ends[hand]], final] if ends[hand] != BUST else -UNIT)
        if place == 0:
            one = net
        else:
            two = net
    return one, two, staked, size


@njit
def rounds_of(cards: int, plan: TwoHandTables, product: bool, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Rounds from the full shoe: the sum of what both wagers net is added up, or their ``product`` (``kit.boxes``)."""
    batch, finished = new_batch(cards, stream(seed, block)), room()
    for played in range(rounds):
        n = played % BATCH
        if n == 0:
            deal_rounds(batch.deals, batch.state)
        one, two, staked, _ = play_round(batch, n, plan, finished)
        if product:
            tally(out, 0, one * two, UNIT * UNIT)
        else:
            tally(out, 0, one + two, staked)


@njit
def room() -> Any:
    """Room for all hands of a round."""
    return Finished(np.empty(2 * MOST_HANDS, np.int64), np.empty(2 * MOST_HANDS, np.int64))


@njit
def nets_of(cards: int, plan: TwoHandTables, sides: Sides, seed: int, block: int, out: Ints) -> None:
    """The same rounds, each a row: what the main wager of two boxes nets, then every optional wager of the one and of the
    other box as ``side_nets`` has them; no hand is taken for a Bad Beat."""
    batch, finished = new_batch(cards, stream(seed, block)), room()
    deals, many = batch.deals, len(sides.top) + len(AFTER_CARDS)
    for row in range(len(out)):
        n = row % BATCH
        if n == 0:
            deal_rounds(deals, batch.state)
        out[row, 0], out[row, 1], _, size = play_round(batch, n, plan, finished)
        for box in range(2):
            seen, at = (deals[n, box], deals[n, 2], deals[n, 3 + box], deals[n, 5]), 2 + box * many
            side_nets(seen, False, 0, size, sides, out[row, at : at + many])


def tables(rules: Rules, name: str = OPTIMAL) -> TwoHandTables:
    """A strategy of the exact analysis with its switches, and what finished hands net."""
    return plan_tables(shoe(rules.dealt_decks), terms(rules), name)


def plan_tables(counts: tuple[int, ...], of: BlackjackTerms, name: str) -> TwoHandTables:
    """The same for any shoe."""
    made = box_tables(strategy(counts, of, name).strategy, of)
    for up in (value for value in range(VALUES) if counts[value]):
        made.switch[up], made.even[up] = switches(counts, of, name, up), even_money_cells(counts, of, name, up)
    return made


def box_tables(plan: TotalsStrategy, of: BlackjackTerms) -> TwoHandTables:
    """Two boxes that are played by a strategy: nothing is switched, no even money taken."""
    known = hands()
    nets = np.array([[round(UNIT * net) for net in row] for row in of.pays], np.int64)
    natural = np.array([round(UNIT * net) for net in of.natural], np.int64)
    facts = np.array([of.resplits, of.ace_resplits, of.aces_take_one_card], np.int64)
    switch, even = np.zeros((VALUES,) * 5, np.uint8), np.zeros((VALUES,) * 5, np.uint8)
    draw = plan.draw & (known.total < NATURAL_TOTAL)
    double = DOUBLES * plan.double + SURRENDERS * plan.surrender
    return TwoHandTables(
        known.two, known.total, known.child, draw, double, plan.split, switch, even, nets, natural, facts
    )


# --- the optional wagers ---------------------------------------------------------------------------------------------


@borrowing
def play_sides(
    batch: Batch, n: int, plan: TwoHandTables, finished: Finished, sides: Sides, selected: Selected, nets: Ints
) -> None:
    """What every optional wager of a round nets: those that each hand has, for the one and the other; then Super Match."""
    count, _, naturals, dealer, size = play_hands(batch, n, plan, finished)
    deals, ends, kinds, twenty = batch.deals, finished.ends, len(sides.top), False
    if sides.first_hand_only:  # a first hand that was a natural has no end
        count = 0 if naturals & 1 else 1
    for hand in range(count):
        twenty = twenty or (ends[hand] >= 0 and plan.total[ends[hand]] == 20)
    for place in range(2):
        cards = deals[n, place], deals[n, 2], deals[n, 3 + place], deals[n, 5]
        side_nets(cards, twenty, dealer, size, sides, nets[place])
    nets[0, kinds] += bonuses(deals, n, FIRST_CARDS, selected, sides.besides)
    a, b, c, d = RANK[deals[n, 0] % 52], RANK[deals[n, 3] % 52], RANK[deals[n, 1] % 52], RANK[deals[n, 4] % 52]
    nets[0, kinds + 3] = sides.matches[a, b, c, d]


@njit
def side_rounds(cards: int, plan: TwoHandTables, sides: Sides, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Two units on each wager: one on each hand where there is a spot for each, else both on the one there is."""
    batch, finished = new_batch(cards, stream(seed, block)), room()
    kinds, every = len(sides.top), len(sides.top) + len(AFTER_CARDS)
    nets = np.zeros((2, every), np.int64)
    for played in range(rounds):
        n = played % BATCH
        if n == 0:
            deal_rounds(batch.deals, batch.state)
        play_sides(batch, n, plan, finished, sides, selections(sides.besides, batch.state), nets)
        for k in range(every):
            nets[0, k] += nets[1, k] if k < kinds or k == kinds + 2 else nets[0, k]
        tally_sides(out, nets[0], sides.rows, kinds + 2, 2 * UNIT)
    for row in range(len(sides.rows)):
        out[row, NET] += 2 * sides.rates[row] * rounds // RATE


def kernels(rules: Rules, name: str = OPTIMAL) -> list[Kernel]:
    """Both Blackjack Wagers, and all optional wagers that are offered: two units of stake on each."""
    size, made = len(DECK) * rules.dealt_decks, tables(rules, name)
    reported, _, _ = side_rows(rules)
    run = partial(side_rounds, size, made, sides_of(rules))
    return [
        Kernel("blackjack", "switch", (BLACKJACK,), 2 * UNIT, partial(rounds_of, size, made, False), name),
        Kernel("blackjack", "optional wagers", reported, 2 * UNIT, run, name),
    ]


def products(decks: int, made: TwoHandTables) -> Kernel:
    """The product of what two hands net against the same dealer: both of a player at Blackjack Switch, or two boxes."""
    run = partial(rounds_of, len(DECK) * decks, made, True)
    return Kernel("blackjack", "two hands", (BLACKJACK,), UNIT * UNIT, run)

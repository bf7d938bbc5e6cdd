"""Blackjack Switch: two hands by their cards, switched whenever that is worth more; both wagers of one player.

A hand is its place among the analyzer's hands, so that it can be played by its composition, as the exact edge has it.
"""

from functools import partial
from typing import Any

import numpy as np

from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, SUPER_MATCH, BadBeatHands, Rules
from pitboss.equipment.cards import DECK
from pitboss.mathematics.blackjack.analyzer import Strategy, Terms
from pitboss.mathematics.blackjack.compiled_hands import BUST, NATURAL_TOTAL, VALUES, hands, shoe
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.blackjack.kernel_cards import (
    ACE_VALUE,
    AHEAD,
    BATCH,
    MOST_HANDS,
    UNIT,
    VALUE,
    Bytes,
    Deals,
    Words,
    deal_rounds,
    dealers_total,
    is_natural,
    value_at,
)
from pitboss.mathematics.blackjack.side_kernels import (
    RANK,
    RATE,
    bonuses,
    first_card_kinds,
    selections,
    side_arrays,
    side_nets,
    side_rows,
    super_match_table,
    tally_sides,
)
from pitboss.mathematics.blackjack.switch import OPTIMAL, even_money_cells, strategy, switches
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.estimate import NET
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.tally import Ints, Tally, tally

FIRST_CARDS = np.array([0, 1, 3, 4], np.int64)  # where the player's are among those of a round
DOUBLES, SURRENDERS = 1, 2  # what is done with two cards before all else; a split hand is not surrendered
GIVEN_UP = BUST - 1  # where a surrendered hand ends
Tables = tuple[Ints, Ints, Ints, Ints, Ints, Ints, Bytes, Bytes, Ints, Ints, Ints]


@njit
def play_hand(
    deals: Deals, n: int, at: int, ahead: int, state: Words, h: int, up: int, child: Ints, draw: Ints, double: Ints
) -> Any:  # fmt: skip
    """One hand of two cards: where it ends (bust or a hand), its stake, and the place reached."""
    if double[up, h] & DOUBLES:
        return child[h, value_at(deals, n, at, ahead, state)], 2, at + 1
    while draw[up, h]:
        h = child[h, value_at(deals, n, at, ahead, state)]
        at += 1
        if h == BUST:
            break
    return h, 1, at


@njit
def play_pair(
    deals: Deals, n: int, at: int, ahead: int, state: Words, one: int, up: int, first: Ints, child: Ints, draw: Ints,
    double: Ints, facts: Ints, ends: Ints, stakes: Ints, count: int
) -> Any:  # fmt: skip
    """633a.11: a pair split, hand after hand; how many hands there are now, and the place reached."""
    most, one_card = (facts[1], facts[2]) if one == ACE_VALUE else (facts[0], 0)
    waiting, splits = 2, 1
    while waiting:
        two = value_at(deals, n, at, ahead, state)
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


@njit
def play_hands(
    deals: Deals, n: int, ahead: int, state: Words, first: Ints, child: Ints, draw: Ints, double: Ints, split: Ints,
    switch: Bytes, facts: Ints, ends: Ints, stakes: Ints
) -> Any:  # fmt: skip
    """Both hands and the dealer's: how many hands end, how many of them of the first place, which was a natural (1, 2), the
    dealer's count and cards (1: Blackjack)."""
    a, c, up = VALUE[deals[n, 0]], VALUE[deals[n, 1]], VALUE[deals[n, 2]]
    b, d, hole = VALUE[deals[n, 3]], VALUE[deals[n, 4]], VALUE[deals[n, 5]]
    at, naturals, count, firsts = 6, 0, 0, 0
    if is_natural(up, hole):
        naturals = int(is_natural(a, b)) + 2 * int(is_natural(c, d))
        ends[0], ends[1] = first[a, b], first[c, d]
        return 2, 1, naturals, NATURAL_TOTAL, 1
    switched = switch[up, a, b, c, d]
    if switched:
        b, d = d, b
    for place in range(2):
        one, two = (a, b) if place == 0 else (c, d)
        if not switched and is_natural(one, two):
            naturals += 1 + place
        elif double[up, first[one, two]] & SURRENDERS:
            ends[count], stakes[count] = GIVEN_UP, 1
            count += 1
        elif one == two and split[up, one]:
            count, at = play_pair(
                deals, n, at, ahead, state, one, up, first, child, draw, double, facts, ends, stakes, count
            )
        else:
            ends[count], stakes[count], at = play_hand(
                deals, n, at, ahead, state, first[one, two], up, child, draw, double
            )
            count += 1
        if place == 0:
            firsts = count
    drawn = at
    dealer, at = dealers_total(deals, n, at, ahead, state, up, hole)
    return count, firsts, naturals, dealer, at - drawn + 2


@njit
def play_round(
    deals: Deals, n: int, ahead: int, state: Words, first: Ints, total: Ints, child: Ints, draw: Ints, double: Ints,
    split: Ints, switch: Bytes, even: Bytes, nets: Ints, natural: Ints, facts: Ints, ends: Ints, stakes: Ints
) -> Any:  # fmt: skip
    """One round: what the one and the other wager net, with all that was added to each, what is staked, and how many cards
    the dealer has (1: Blackjack)."""
    count, firsts, naturals, dealer, size = play_hands(
        deals, n, ahead, state, first, child, draw, double, split, switch, facts, ends, stakes
    )
    a, c, up = VALUE[deals[n, 0]], VALUE[deals[n, 1]], VALUE[deals[n, 2]]
    paid_even, final = even[up, a, VALUE[deals[n, 3]], c, VALUE[deals[n, 4]]], min(dealer, 23) - 17
    one = two = staked = np.int64(0)
    for place in range(2):
        net = np.int64(0)
        if naturals & (1 + place):
            staked += UNIT
            net = np.int64(UNIT if paid_even else 0 if size == 1 else natural[final])
        elif size == 1:
            staked += UNIT
            net = np.int64(-UNIT)
        else:
            for hand in range(0 if place == 0 else firsts, firsts if place == 0 else count):
                staked += UNIT * stakes[hand]
                if ends[hand] == GIVEN_UP:
                    net -= UNIT // 2
                else:
                    net += stakes[hand] * (nets[total[ends[hand]], final] if ends[hand] != BUST else -UNIT)
        if place == 0:
            one = net
        else:
            two = net
    return one, two, staked, size


@njit
def rounds_of(
    cards: int, first: Ints, total: Ints, child: Ints, draw: Ints, double: Ints, split: Ints, switch: Bytes, even: Bytes,
    nets: Ints, natural: Ints, facts: Ints,
    seed: int, block: int, rounds: int, out: Tally,
) -> None:  # fmt: skip
    state, deals = stream(seed, block), np.zeros((BATCH, cards), np.int16)
    ends, stakes = np.empty(2 * MOST_HANDS, np.int64), np.empty(2 * MOST_HANDS, np.int64)
    for played in range(rounds):
        n = played % BATCH
        if n == 0:
            deal_rounds(deals, state)
        one, two, staked, _ = play_round(
            deals, n, AHEAD, state, first, total, child, draw, double, split, switch, even, nets, natural, facts, ends,
            stakes,
        )  # fmt: skip
        tally(out, 0, one + two, staked)


@njit
def products_of(
    cards: int, first: Ints, total: Ints, child: Ints, draw: Ints, double: Ints, split: Ints, switch: Bytes, even: Bytes,
    nets: Ints, natural: Ints, facts: Ints,
    seed: int, block: int, rounds: int, out: Tally,
) -> None:  # fmt: skip
    """The same rounds, of which the product of what both wagers net is added up (``kit.boxes``)."""
    state, deals = stream(seed, block), np.zeros((BATCH, cards), np.int16)
    ends, stakes = np.empty(2 * MOST_HANDS, np.int64), np.empty(2 * MOST_HANDS, np.int64)
    for played in range(rounds):
        n = played % BATCH
        if n == 0:
            deal_rounds(deals, state)
        one, two, _, _ = play_round(
            deals, n, AHEAD, state, first, total, child, draw, double, split, switch, even, nets, natural, facts, ends,
            stakes,
        )  # fmt: skip
        tally(out, 0, one * two, UNIT * UNIT)


@njit
def nets_of(
    cards: int, first: Ints, total: Ints, child: Ints, draw: Ints, double: Ints, split: Ints, switch: Bytes, even: Bytes,
    nets: Ints, natural: Ints, facts: Ints, shown: Any, beaten: Any, royal: Bytes, top: Ints, beat: Ints, run: Ints, besides: Ints,
    seed: int, block: int, out: Ints,
) -> None:  # fmt: skip
    """The same rounds, each a row: what the main wager of two boxes nets, then every optional wager of the one and of the
    other box as ``side_nets`` has them; no hand is taken for a Bad Beat."""
    state, deals = stream(seed, block), np.zeros((BATCH, cards), np.int16)
    ends, stakes = np.empty(2 * MOST_HANDS, np.int64), np.empty(2 * MOST_HANDS, np.int64)
    seen, many = np.zeros((1, 4), np.int16), len(top) + 3
    for row in range(len(out)):
        n = row % BATCH
        if n == 0:
            deal_rounds(deals, state)
        out[row, 0], out[row, 1], _, size = play_round(
            deals, n, AHEAD, state, first, total, child, draw, double, split, switch, even, nets, natural, facts, ends,
            stakes,
        )  # fmt: skip
        for box in range(2):
            seen[0, 0], seen[0, 1], seen[0, 2], seen[0, 3] = deals[n, box], deals[n, 2], deals[n, 3 + box], deals[n, 5]
            at = 2 + box * many
            side_nets(seen, 0, False, 0, size, shown, beaten, royal, top, beat, run, besides, out[row, at : at + many])


def tables(rules: Rules, name: str = OPTIMAL) -> Tables:
    """A strategy of the exact analysis with its switches, and what finished hands net."""
    return plan_tables(shoe(rules.dealt_decks), terms(rules), name)


def plan_tables(counts: tuple[int, ...], of: Terms, name: str) -> Tables:
    """The same for any shoe."""
    made = box_tables(strategy(counts, of, name).strategy, of)
    switch, even = made[6:8]
    for up in (value for value in range(VALUES) if counts[value]):
        switch[up], even[up] = switches(counts, of, name, up), even_money_cells(counts, of, name, up)
    return made


def box_tables(plan: Strategy, of: Terms) -> Tables:
    """Two boxes that are played by a strategy: nothing is switched, no even money taken."""
    known = hands()
    nets = np.array([[round(UNIT * net) for net in row] for row in of.pays], np.int64)
    natural = np.array([round(UNIT * net) for net in of.natural], np.int64)
    facts = np.array([of.resplits, of.ace_resplits, of.aces_take_one_card], np.int64)
    switch, even = np.zeros((VALUES,) * 5, np.uint8), np.zeros((VALUES,) * 5, np.uint8)
    draw = plan.draw & (known.total < NATURAL_TOTAL)
    double = DOUBLES * plan.double + SURRENDERS * plan.surrender
    return known.two, known.total, known.child, draw, double, plan.split, switch, even, nets, natural, facts


# --- the optional wagers ---------------------------------------------------------------------------------------------


@njit
def play_sides(
    deals: Deals, n: int, ahead: int, state: Words, first: Ints, total: Ints, child: Ints, draw: Ints, double: Ints,
    split: Ints, switch: Bytes, facts: Ints, ends: Ints, stakes: Ints,
    shown: Any, beaten: Any, royal: Bytes, top: Ints, beat: Ints, run: Ints, besides: Ints, matches: Any, magic: int,
    lucky: int, seen: Deals, nets: Ints,
) -> None:  # fmt: skip
    """What every optional wager of a round nets: those that each hand has, for the one and the other; then Super Match.

    The last of ``facts``: only the first hand may win the Bad Beat (I-633a-14).
    """
    count, _, naturals, dealer, size = play_hands(
        deals, n, ahead, state, first, child, draw, double, split, switch, facts, ends, stakes
    )
    twenty = False
    if facts[-1]:  # a first hand that was a natural has no end
        count = 0 if naturals & 1 else 1
    for hand in range(count):
        twenty = twenty or (ends[hand] >= 0 and total[ends[hand]] == 20)
    for place in range(2):
        seen[0, 0], seen[0, 1], seen[0, 2], seen[0, 3] = deals[n, place], deals[n, 2], deals[n, 3 + place], deals[n, 5]
        side_nets(seen, 0, twenty, dealer, size, shown, beaten, royal, top, beat, run, besides, nets[place])
    nets[0, len(top)] += bonuses(deals, n, FIRST_CARDS, magic, lucky, besides)
    a, b, c, d = RANK[deals[n, 0] % 52], RANK[deals[n, 3] % 52], RANK[deals[n, 1] % 52], RANK[deals[n, 4] % 52]
    nets[0, len(top) + 3] = matches[a, b, c, d]


@njit
def side_rounds(
    cards: int, first: Ints, total: Ints, child: Ints, draw: Ints, double: Ints, split: Ints, switch: Bytes,
    facts: Ints, rows: Ints, rates: Ints,
    shown: Any, beaten: Any, royal: Bytes, top: Ints, beat: Ints, run: Ints, besides: Ints, matches: Any, seed: int,
    block: int, rounds: int, out: Ints,
) -> None:  # fmt: skip
    """Two units on each wager: one on each hand where there is a spot for each, else both on the one there is."""
    state, deals = stream(seed, block), np.zeros((BATCH, cards), np.int16)
    ends, stakes = np.empty(2 * MOST_HANDS, np.int64), np.empty(2 * MOST_HANDS, np.int64)
    kinds = len(top)
    seen, nets = np.zeros((1, 4), np.int16), np.zeros((2, kinds + 4), np.int64)
    for played in range(rounds):
        n = played % BATCH
        if n == 0:
            deal_rounds(deals, state)
        magic, lucky = selections(besides, state)
        play_sides(
            deals, n, AHEAD, state, first, total, child, draw, double, split, switch, facts, ends, stakes,
            shown, beaten, royal, top, beat, run, besides, matches, magic, lucky, seen, nets,
        )  # fmt: skip
        for k in range(kinds + 4):
            nets[0, k] += nets[1, k] if k < kinds or k == kinds + 2 else nets[0, k]
        tally_sides(out, nets[0], rows, kinds + 2, 2 * UNIT)
    for row in range(len(rows)):
        out[row, NET] += 2 * rates[row] * rounds // RATE


def side_plan(rules: Rules, made: Tables) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, Bytes, Ints]:
    """What the optional wagers need of the main game's tables: how hands are played, not what they net."""
    first, total, child, draw, double, split, switch, _, _, _, facts = made
    only_first = rules.bad_beat_split_hands is BadBeatHands.FIRST
    return first, total, child, draw, double, split, switch, np.append(facts, only_first)


def rows_of(rules: Rules) -> tuple[tuple[str, ...], Ints, Ints]:
    """As at any table, with Super Match behind the others."""
    reported, rows, rates = side_rows(rules)
    if not rules.super_match:
        return reported, rows, rates
    return (*reported, SUPER_MATCH), np.append(rows, len(first_card_kinds(rules)) + 3), np.append(rates, 0)


def kernels(rules: Rules, name: str = OPTIMAL) -> list[Kernel]:
    """Both Blackjack Wagers, and all optional wagers that are offered: two units of stake on each."""
    size, made = len(DECK) * rules.dealt_decks, tables(rules, name)
    reported, rows, rates = rows_of(rules)
    arrays = *side_arrays(rules, first_card_kinds(rules)), super_match_table(rules)
    run = partial(side_rounds, size, *side_plan(rules, made), rows, rates, *arrays)
    return [
        Kernel("blackjack", "switch", (BLACKJACK,), 2 * UNIT, partial(rounds_of, size, *made), name),
        Kernel("blackjack", "optional wagers", reported, 2 * UNIT, run, name),
    ]


def products(decks: int, made: Tables) -> Kernel:
    """The product of what two hands net against the same dealer: both of a player at Blackjack Switch, or two boxes."""
    return Kernel("blackjack", "two hands", (BLACKJACK,), UNIT * UNIT, partial(products_of, len(DECK) * decks, *made))

"""Blackjack: basic strategy from a full shoe every round, one player; the main game, or every optional wager.

Cards come off the shoe in the order of 633a.7(f): player, dealer up, player, hole card, then as drawn. Strategy, what
finished hands net and what optional wagers pay are tables made from the chapter and from ``exact``.
"""

from functools import partial
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.chapters.ch633a_blackjack.rules import (
    BAD_BEAT,
    BLACKJACK,
    HIT_AND_RUN,
    KINGS_BOUNTY,
    LUCKY_LADIES,
    ROYAL_MATCH_21,
    TWO_CARD_SIDES,
    Rules,
)
from pitboss.chapters.ch633a_blackjack.settlement import side_line
from pitboss.chapters.ch633a_blackjack.values import is_royal_match
from pitboss.equipment.cards import DECK
from pitboss.exact.blackjack_analyzer import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Analysis
from pitboss.exact.blackjack_compiled import NATURAL_TOTAL, VALUES, hands
from pitboss.exact.blackjack_sides import unit_of
from pitboss.exact.ch633a import basic, terms
from pitboss.game import Game
from pitboss.money import Odds, winnings
from pitboss.simulate import blackjack_switch
from pitboss.simulate.blackjack_cards import (
    ACE_VALUE,
    COUNT,
    MOST_HANDS,
    PLACE,
    SOFT,
    STEP,
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
STANDS, HITS, DOUBLES, SPLITS, SURRENDERS = range(5)
RATE = 10**4  # a meter's rate has four decimals
CODES = {STAND: STANDS, HIT: HITS, DOUBLE: DOUBLES, SPLIT: SPLITS, SURRENDER: SURRENDERS}


def strategy_tables(found: Analysis) -> tuple[Bytes, Bytes, Bytes]:
    """By up card: what to do with the first two cards, with the first two of a split hand, and when to draw on."""
    known, plan = hands(), found.strategy
    first = np.zeros((VALUES, VALUES, VALUES), np.uint8)
    second = np.zeros((VALUES, VALUES, VALUES), np.uint8)
    draw = np.zeros((VALUES, 2 * SOFT), np.uint8)
    for up in range(VALUES):
        for one in range(VALUES):
            for two in range(VALUES):
                h = known.two[one, two]
                first[up, one, two] = CODES[found.decision(up, min(one, two), max(one, two))]
                second[up, one, two] = DOUBLES if plan.double[up, h] else HITS if plan.draw[up, h] else STANDS
        for h in np.nonzero((known.size > 2) & (known.total < NATURAL_TOTAL))[0]:  # all hands of a total play alike
            draw[up, known.total[h] + SOFT * known.soft[h]] = plan.draw[up, h]
    return first, second, draw


def rule_tables(rules: Rules) -> tuple[Ints, Ints]:
    """What a finished hand nets by its count and the dealer's (from 17 to 23); Blackjack, resplits, split aces."""
    of = terms(rules)
    nets = np.array([[round(UNIT * net) for net in row] for row in of.pays], np.int64)
    facts = (round(UNIT * of.natural[0]), of.resplits, of.ace_resplits, of.aces_take_one_card)
    return nets, np.array(facts, np.int64)


# --- hands ------------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True, inline="always")
def draw_on(cards: Bytes, at: int, state: Words, fixed: bool, hand: int, up: int, draw: Bytes) -> Any:
    """One card, and more while the strategy says so; the hand and the place reached."""
    while True:
        hand = STEP[hand, deal(cards, at, state, fixed)]
        at += 1
        if not draw[up, hand]:
            return hand, at


@njit(cache=True, nogil=True)
def split_hands(
    cards: Bytes, state: Words, fixed: bool, one: int, up: int, second: Bytes, draw: Bytes, facts: Ints, totals: Ints, stakes: Ints
) -> Any:  # fmt: skip
    """633a.11: hand after hand from the dealer's left; how many hands there are, and the place reached."""
    most, one_card = (facts[2], facts[3]) if one == ACE_VALUE else (facts[1], 0)
    waiting, splits, finished, at = 2, 1, 0, 4
    while waiting:
        two = deal(cards, at, state, fixed)
        at += 1
        if two == one and splits <= most:
            splits += 1
            waiting += 1
            continue
        waiting -= 1
        hand = STEP[STEP[0, one], two]
        act = STANDS if one_card else second[up, one, two]
        stakes[finished] = 1
        if act == HITS:
            hand, at = draw_on(cards, at, state, fixed, hand, up, draw)
        elif act == DOUBLES:
            hand = STEP[hand, deal(cards, at, state, fixed)]
            stakes[finished] = 2
            at += 1
        totals[finished] = hand & COUNT
        finished += 1
    return finished, at


# --- the main game ------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True, inline="always")
def play_round(
    cards: Bytes, state: Words, fixed: bool, first: Bytes, second: Bytes, draw: Bytes, nets: Ints, facts: Ints, totals: Ints, stakes: Ints
) -> Any:  # fmt: skip
    """One round: what it nets and what is staked, in hundredths of the Blackjack Wager."""
    begin(cards, state, fixed)
    one, up = deal(cards, 0, state, fixed), deal(cards, 1, state, fixed)
    two, hole = deal(cards, 2, state, fixed), deal(cards, 3, state, fixed)
    natural = is_natural(one, two)
    if is_natural(up, hole):
        return (0 if natural else -UNIT), UNIT
    if natural:
        return facts[0], UNIT
    act, at, stake = first[up, one, two], 4, 1
    hand = STEP[STEP[0, one], two]
    if act == HITS:
        hand, at = draw_on(cards, at, state, fixed, hand, up, draw)
    elif act == DOUBLES:
        stake = 2
        hand = STEP[hand, deal(cards, at, state, fixed)]
        at += 1
    elif act == SURRENDERS:
        return -UNIT >> 1, UNIT
    elif act == SPLITS:
        return split_round(cards, state, fixed, one, up, hole, second, draw, nets, facts, totals, stakes)
    total = hand & COUNT
    if total > NATURAL_TOTAL:
        return -stake * UNIT, stake * UNIT
    dealer, at = dealers_total(cards, at, state, fixed, up, hole)
    return nets[total, min(dealer, 23) - 17] * stake, stake * UNIT


@njit(cache=True, nogil=True)
def split_round(
    cards: Bytes, state: Words, fixed: bool, one: int, up: int, hole: int, second: Bytes, draw: Bytes, nets: Ints, facts: Ints, totals: Ints, stakes: Ints
) -> Any:  # fmt: skip
    count, at = split_hands(cards, state, fixed, one, up, second, draw, facts, totals, stakes)
    dealer, at = dealers_total(cards, at, state, fixed, up, hole)
    net = staked = 0
    for n in range(count):
        staked += UNIT * stakes[n]
        net += stakes[n] * (nets[totals[n], min(dealer, 23) - 17] if totals[n] <= NATURAL_TOTAL else -UNIT)
    return net, staked


@njit(cache=True, nogil=True)
def rounds_of(
    full: Bytes, first: Bytes, second: Bytes, draw: Bytes, nets: Ints, facts: Ints, seed: int, block: int, rounds: int, out: Ints
) -> None:  # fmt: skip
    """Round after round from the full shoe: what was dealt stays in it and is dealt again."""
    state, cards = stream(seed, block), full.copy()
    totals, stakes = np.empty(MOST_HANDS, np.int64), np.empty(MOST_HANDS, np.int64)
    won = squares = staked = hits = 0
    for _ in range(rounds):
        net, stake = play_round(cards, state, False, first, second, draw, nets, facts, totals, stakes)
        won += net
        squares += net * net
        staked += stake
        hits += net > 0
    for column, added in enumerate((rounds, won, squares, staked, hits)):
        out[0, column] += added


# --- the optional wagers ------------------------------------------------------------------------------------------


def side_tables(rules: Rules, kinds: tuple[str, ...]) -> tuple[Any, Any]:
    """What each wager on two cards and the up card nets; and with a dealer's Blackjack, on two cards."""
    shown = np.zeros((len(kinds), 52, 52, 52), np.int32)
    beaten = np.zeros((len(kinds), 52, 52), np.int32)
    for k, kind in enumerate(kinds):
        for a, one in enumerate(DECK):
            for b, two in enumerate(DECK):
                for c, up in enumerate(DECK):
                    shown[k, a, b, c] = _net(side_line(kind, (one, two), up, rules)[1], rules)
                beaten[k, a, b] = _net(side_line(kind, (one, two), "2C", rules, dealer_blackjack=True)[1], rules)
    return shown, beaten


def _net(odds: Odds | None, rules: Rules) -> int:
    return -UNIT if odds is None else winnings(UNIT, odds, rules.breakage, rules.chip)


def meter_tables(rules: Rules) -> tuple[Ints, Ints]:
    """Bad Beat by the number of the dealer's cards that make 21 (0: a 20 that nothing beats); Hit and Run by his cards.

    The whole meter is taken at its seed. A dealer's Blackjack stands at 1.
    """
    beat, run = np.full(9, -UNIT, np.int64), np.full(9, -UNIT, np.int64)
    seeds = {meter.name: UNIT * (meter.reset // unit_of(meter.name, rules) - 1) for meter in rules.meters}
    for cards in range(3, 9):
        line = sides.bad_beat([sides.TWENTY], NATURAL_TOTAL, cards)
        odds = sides.BAD_BEAT.get(line)
        beat[cards] = seeds.get(BAD_BEAT, 0) if odds is None else UNIT * (odds.win - 1)
        line = sides.hit_and_run(cards, dealer_blackjack=False)
        odds = sides.HIT_AND_RUN.get(line)
        run[cards] = UNIT * (odds.win - 1) if odds else seeds.get(HIT_AND_RUN, 0) if line else -UNIT
    beat[1] = UNIT * (sides.BAD_BEAT[sides.BAD_BEAT_CARDS[2]].win - 1)
    beat[0] = UNIT * (sides.BAD_BEAT[sides.PLAYER_20].win - 1) if rules.bad_beat_any_20 else -UNIT
    run[1] = UNIT * (sides.HIT_AND_RUN[sides.DEALER_BLACKJACK].win - 1)
    return beat, run


@njit(cache=True, nogil=True)
def twenty_and_dealer(
    cards: Bytes, state: Words, fixed: bool, first: Bytes, second: Bytes, draw: Bytes, facts: Ints, totals: Ints, stakes: Ints
) -> Any:  # fmt: skip
    """Whether a hand of the player ends on 20, the dealer's final count and his cards; he plays his hand out (I-633a-13)."""
    begin(cards, state, fixed)
    one, up = deal(cards, 0, state, fixed), deal(cards, 1, state, fixed)
    two, hole = deal(cards, 2, state, fixed), deal(cards, 3, state, fixed)
    hand, at = STEP[STEP[0, one], two], 4
    if is_natural(up, hole):
        return hand & COUNT == 20, NATURAL_TOTAL, 1
    act, twenty = first[up, one, two], False
    if hand & COUNT == NATURAL_TOTAL:
        act = STANDS
    if act == SPLITS:
        count, at = split_hands(cards, state, fixed, one, up, second, draw, facts, totals, stakes)
        for n in range(count):
            twenty = twenty or totals[n] == 20
    else:
        if act == HITS:
            hand, at = draw_on(cards, at, state, fixed, hand, up, draw)
        elif act == DOUBLES:
            hand = STEP[hand, deal(cards, at, state, fixed)]
            at += 1
        twenty = hand & COUNT == 20 and act != SURRENDERS
    drawn = at
    dealer, at = dealers_total(cards, at, state, fixed, up, hole)
    return twenty, dealer, at - drawn + 2


@njit(cache=True, nogil=True)
def side_nets(
    cards: Bytes, twenty: bool, dealer: int, size: int, shown: Any, beaten: Any, royal: Bytes, top: Ints, beat: Ints, run: Ints, out: Ints
) -> None:  # fmt: skip
    """Every optional wager of a round: those on the first cards, then Bad Beat and Hit and Run."""
    one, up, two, hole = PLACE[cards[0]], PLACE[cards[1]], PLACE[cards[2]], PLACE[cards[3]]
    kinds = len(top)
    for k in range(kinds):
        out[k] = shown[k, one, two, up]
        if top[k] == 1 and size == 1:
            out[k] = beaten[k, one, two]
        elif top[k] > 1 and royal[one, two] and royal[up, hole]:
            out[k] += top[k]
    out[kinds] = -UNIT
    if twenty:
        out[kinds] = beat[min(size, 8)] if dealer == NATURAL_TOTAL else beat[0]
    out[kinds + 1] = run[min(size, 8)]


@njit(cache=True, nogil=True)
def side_rounds(
    full: Bytes, first: Bytes, second: Bytes, draw: Bytes, facts: Ints, rows: Ints, rates: Ints, shown: Any, beaten: Any, royal: Bytes, top: Ints, beat: Ints, run: Ints,
    seed: int, block: int, rounds: int, out: Ints,
) -> None:  # fmt: skip
    """Every optional wager, a unit on each; what goes to a meter is the players' in the end and counts as theirs."""
    state, cards = stream(seed, block), full.copy()
    totals, stakes = np.empty(MOST_HANDS, np.int64), np.empty(MOST_HANDS, np.int64)
    nets = np.empty(len(top) + 2, np.int64)
    for _ in range(rounds):
        twenty, dealer, size = twenty_and_dealer(cards, state, False, first, second, draw, facts, totals, stakes)
        side_nets(cards, twenty, dealer, size, shown, beaten, royal, top, beat, run, nets)
        for row in range(len(rows)):
            net = nets[rows[row]]
            out[row, 0] += 1
            out[row, 1] += net
            out[row, 2] += net * net
            out[row, 3] += UNIT
            out[row, 4] += net > 0
    for row in range(len(rows)):
        out[row, 1] += rates[row] * rounds // RATE


def side_arrays(rules: Rules, kinds: tuple[str, ...]) -> tuple[Any, ...]:
    """Tables of the first-card wagers, of Crown Treasure and of the two meters.

    ``top``: 1 where a dealer's Blackjack matters, more where his Royal Match adds that much.
    """
    royal = np.array([[is_royal_match((one, two)) for two in DECK] for one in DECK], np.uint8)
    crown = sides.CROWN.win * UNIT if rules.crown_treasure_bonus else 0
    top = [1 if kind in (LUCKY_LADIES, KINGS_BOUNTY) else crown if kind == ROYAL_MATCH_21 else 0 for kind in kinds]
    return *side_tables(rules, kinds), royal, np.array(top, np.int64), *meter_tables(rules)


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """The main game; and, where any optional wager is offered, all of those, one unit on each."""
    if rules.blackjack_switch:
        return [blackjack_switch.kernel(rules)]
    tables = strategy_tables(basic(rules.decks, terms(rules)))
    nets, facts = rule_tables(rules)
    full = full_shoe(rules)
    found = [
        Kernel("blackjack", "hands", (BLACKJACK,), UNIT, partial(rounds_of, full, *tables, nets, facts), "basic"),
    ]
    kinds = tuple(kind for kind in TWO_CARD_SIDES if getattr(rules, kind))
    wagers = [(n, kind) for n, kind in enumerate((*kinds, BAD_BEAT, HIT_AND_RUN)) if getattr(rules, kind)]
    if wagers:
        shares = {meter.name: int(meter.rate * UNIT * RATE) // 100 for meter in rules.meters}
        rows, rates = np.array([(n, shares.get(kind, 0)) for n, kind in wagers], np.int64).T.copy()
        run = partial(side_rounds, full, *tables, facts, rows, rates, *side_arrays(rules, kinds))
        found.append(Kernel("blackjack", "optional wagers", tuple(kind for _, kind in wagers), UNIT, run, "basic"))
    return found

"""Blackjack: the kernel of the main game, and one of every optional wager; what those pay comes from the chapter."""

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
    UP_CARD_SIDES,
    Rules,
)
from pitboss.chapters.ch633a_blackjack.settlement import side_line
from pitboss.chapters.ch633a_blackjack.values import is_royal_match
from pitboss.equipment.cards import DECK
from pitboss.exact.blackjack_compiled import NATURAL_TOTAL
from pitboss.exact.blackjack_sides import unit_of
from pitboss.families.progressive import Meter
from pitboss.game import Game
from pitboss.money import Odds, winnings
from pitboss.simulate import blackjack_switch
from pitboss.simulate.blackjack_cards import (
    AHEAD,
    BATCH,
    COUNT,
    MOST_HANDS,
    STEP,
    UNIT,
    Bytes,
    Deals,
    Words,
    deal,
    deal_rounds,
    dealers_total,
    is_natural,
)
from pitboss.simulate.blackjack_hands import (
    PAIR,
    SURRENDERED,
    TAKES,
    TWICE,
    Tables,
    draw_on,
    rounds_of,
    split_hands,
    tables,
)
from pitboss.simulate.kernel import Kernel
from pitboss.simulate.philox import stream

Ints = NDArray[np.int64]
RATE = 10**4  # a meter's rate has four decimals


def side_tables(rules: Rules, kinds: tuple[str, ...]) -> tuple[Any, Any]:
    """What each wager on two cards and the up card nets; and with a dealer's Blackjack, on two cards."""
    shown = np.zeros((len(kinds), 52, 52, 52), np.int32)
    beaten = np.zeros((len(kinds), 52, 52), np.int32)
    for k, kind in enumerate(kinds):
        ups = DECK if kind in UP_CARD_SIDES else DECK[:1]
        for a, one in enumerate(DECK):
            for b, two in enumerate(DECK[: a + 1]):  # in either order they are the same two cards
                nets = [_net(side_line(kind, (one, two), up, rules)[1], rules) for up in ups]
                shown[k, a, b, :] = shown[k, b, a, :] = nets
                net = _net(side_line(kind, (one, two), ups[0], rules, dealer_blackjack=True)[1], rules)
                beaten[k, a, b] = beaten[k, b, a] = net
    return shown, beaten


def _net(odds: Odds | None, rules: Rules) -> int:
    return -UNIT if odds is None else winnings(UNIT, odds, rules.breakage, rules.chip)


def seed_net(rules: Rules, meter: Meter) -> int:
    """What the whole meter nets while it stands at its seed."""
    return UNIT * (meter.reset // unit_of(meter.name, rules) - 1)


def meter_tables(rules: Rules) -> tuple[Ints, Ints]:
    """Bad Beat by the number of the dealer's cards that make 21 (0: a 20 that nothing beats); Hit and Run by his cards.

    The whole meter is taken at its seed. A dealer's Blackjack stands at 1.
    """
    beat, run = np.full(9, -UNIT, np.int64), np.full(9, -UNIT, np.int64)
    seeds = {meter.name: seed_net(rules, meter) for meter in rules.meters}
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
    deals: Deals, n: int, ahead: int, state: Words, begins: Bytes, second: Bytes, draws: Bytes, facts: Ints, totals: Ints, stakes: Ints
) -> Any:  # fmt: skip
    """Whether a hand of the player ends on 20, the dealer's final count and his cards; he plays his hand out (I-633a-13)."""
    one, up = deal(deals, n, 0, ahead, state), deal(deals, n, 1, ahead, state)
    two, hole = deal(deals, n, 2, ahead, state), deal(deals, n, 3, ahead, state)
    hand, at = STEP[STEP[0, one], two], 4
    if is_natural(up, hole):
        return hand & COUNT == 20, NATURAL_TOTAL, 1
    marked, twenty = begins[up, one, two], False
    if marked == PAIR:
        count, at = split_hands(deals, n, ahead, state, one, up, second, draws, facts, totals, stakes)
        for finished in range(count):
            twenty = twenty or totals[finished] == 20
    else:
        if marked & TWICE:
            hand = STEP[hand, deal(deals, n, at, ahead, state)]
            at += 1
        elif marked & TAKES:
            hand, at = draw_on(deals, n, at, ahead, state, hand, up, draws)
        twenty = hand & COUNT == 20 and marked != SURRENDERED
    drawn = at
    dealer, at = dealers_total(deals, n, at, ahead, state, up, hole)
    return twenty, dealer, at - drawn + 2


@njit(cache=True, nogil=True)
def side_nets(
    deals: Deals, n: int, twenty: bool, dealer: int, size: int, shown: Any, beaten: Any, royal: Bytes, top: Ints, beat: Ints, run: Ints, out: Ints
) -> None:  # fmt: skip
    """Every optional wager of a round: those on the first cards, then Bad Beat and Hit and Run."""
    one, up, two, hole = deals[n, 0] % 52, deals[n, 1] % 52, deals[n, 2] % 52, deals[n, 3] % 52
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
    cards: int, begins: Bytes, second: Bytes, draws: Bytes, facts: Ints, rows: Ints, rates: Ints, shown: Any, beaten: Any, royal: Bytes, top: Ints, beat: Ints, run: Ints,
    seed: int, block: int, rounds: int, out: Ints,
) -> None:  # fmt: skip
    """Every optional wager, a unit on each; what goes to a meter is the players' in the end and counts as theirs."""
    state, deals = stream(seed, block), np.zeros((BATCH, cards), np.int16)
    totals, stakes = np.empty(MOST_HANDS, np.int64), np.empty(MOST_HANDS, np.int64)
    nets = np.empty(len(top) + 2, np.int64)
    for played in range(rounds):
        n = played % BATCH
        if n == 0:
            deal_rounds(deals, state)
        twenty, dealer, size = twenty_and_dealer(deals, n, AHEAD, state, begins, second, draws, facts, totals, stakes)
        side_nets(deals, n, twenty, dealer, size, shown, beaten, royal, top, beat, run, nets)
        for row in range(len(rows)):
            net = nets[rows[row]]
            out[row, 0] += 1
            out[row, 1] += net
            out[row, 2] += net * net
            out[row, 3] += UNIT
            out[row, 4] += net > 0
    for row in range(len(rows)):
        out[row, 1] += rates[row] * rounds // RATE


def side_arrays(rules: Rules, kinds: tuple[str, ...]) -> tuple[Any, Any, Any, Any, Any, Any]:
    """Tables of the first-card wagers, of Crown Treasure and of the two meters.

    ``top``: 1 where a dealer's Blackjack matters, more where his Royal Match adds that much.
    """
    royal = np.array([[is_royal_match((one, two)) for two in DECK] for one in DECK], np.uint8)
    crown = sides.CROWN.win * UNIT if rules.crown_treasure_bonus else 0
    top = [1 if kind in (LUCKY_LADIES, KINGS_BOUNTY) else crown if kind == ROYAL_MATCH_21 else 0 for kind in kinds]
    return *side_tables(rules, kinds), royal, np.array(top, np.int64), *meter_tables(rules)


def side_plan(made: Tables) -> tuple[Bytes, Bytes, Bytes, Ints]:
    """What the optional wagers need of the main game's tables: how hands are played, not what they net."""
    begins, _, _, _, second, draws, _, facts = made
    return begins, second, draws, facts


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """The main game; and, where any optional wager is offered, all of those, one unit on each."""
    if rules.blackjack_switch:
        return [blackjack_switch.kernel(rules)]
    size, made = len(DECK) * rules.decks, tables(rules)
    found = [Kernel("blackjack", "hands", (BLACKJACK,), UNIT, partial(rounds_of, size, *made), "basic")]
    kinds = tuple(kind for kind in TWO_CARD_SIDES if getattr(rules, kind))
    wagers = [(n, kind) for n, kind in enumerate((*kinds, BAD_BEAT, HIT_AND_RUN)) if getattr(rules, kind)]
    if wagers:
        shares = {meter.name: int(meter.rate * UNIT * RATE) // 100 for meter in rules.meters}
        rows = np.array([n for n, _ in wagers], np.int64)
        rates = np.array([shares.get(kind, 0) for _, kind in wagers], np.int64)
        run = partial(side_rounds, size, *side_plan(made), rows, rates, *side_arrays(rules, kinds))
        found.append(Kernel("blackjack", "optional wagers", tuple(kind for _, kind in wagers), UNIT, run, "basic"))
    return found

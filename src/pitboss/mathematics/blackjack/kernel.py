"""Blackjack: the kernel of the main game, and one of every optional wager."""

from functools import partial
from typing import Any

import numpy as np

from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, BadBeatHands, Rules
from pitboss.equipment.cards import DECK
from pitboss.game import Game
from pitboss.mathematics.blackjack import switch_kernel
from pitboss.mathematics.blackjack.compiled_hands import NATURAL_TOTAL
from pitboss.mathematics.blackjack.kernel_cards import (
    AHEAD,
    BATCH,
    COUNT,
    MOST_HANDS,
    STEP,
    UNIT,
    Bytes,
    Deals,
    Words,
    deal_rounds,
    dealers_total,
    is_natural,
    value_at,
)
from pitboss.mathematics.blackjack.main_kernel import (
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
from pitboss.mathematics.blackjack.side_kernels import (
    RATE,
    bonuses,
    first_card_kinds,
    selections,
    side_arrays,
    side_nets,
    side_rows,
    tally_sides,
)
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.estimate import NET
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.tally import Ints, Tally
from pitboss.money import Cents

FIRST_CARDS = np.array([0, 2], np.int64)  # where the player's are among those of a round


@njit
def twenty_and_dealer(
    deals: Deals, n: int, ahead: int, state: Words, begins: Bytes, second: Bytes, draws: Bytes, facts: Ints,
    totals: Ints, stakes: Ints
) -> Any:  # fmt: skip
    """Whether a hand of the player ends on 20, the dealer's final count and cards; the dealer plays the hand out (I-633a-13).

    The last of ``facts``: of a split only the first hand counts (I-633a-14).
    """
    one, up = value_at(deals, n, 0, ahead, state), value_at(deals, n, 1, ahead, state)
    two, hole = value_at(deals, n, 2, ahead, state), value_at(deals, n, 3, ahead, state)
    hand, at = STEP[STEP[0, one], two], 4
    if is_natural(up, hole):
        return hand & COUNT == 20, NATURAL_TOTAL, 1
    marked, twenty = begins[up, one, two], False
    if marked == PAIR:
        count, at = split_hands(deals, n, ahead, state, one, up, second, draws, facts, totals, stakes)
        for finished in range(1 if facts[-1] else count):
            twenty = twenty or totals[finished] == 20
    else:
        if marked & TWICE:
            hand = STEP[hand, value_at(deals, n, at, ahead, state)]
            at += 1
        elif marked & TAKES:
            hand, at = draw_on(deals, n, at, ahead, state, hand, up, draws)
        twenty = hand & COUNT == 20 and marked != SURRENDERED
    drawn = at
    dealer, at = dealers_total(deals, n, at, ahead, state, up, hole)
    return twenty, dealer, at - drawn + 2


@njit
def side_rounds(
    cards: int, begins: Bytes, second: Bytes, draws: Bytes, facts: Ints, rows: Ints, rates: Ints,
    shown: Any, beaten: Any, royal: Bytes, top: Ints, beat: Ints, run: Ints, besides: Ints, seed: int, block: int,
    rounds: int, out: Tally,
) -> None:  # fmt: skip
    """Every optional wager, a unit on each; what goes to a meter is the players' in the end and counts as theirs."""
    state, deals = stream(seed, block), np.zeros((BATCH, cards), np.int16)
    totals, stakes = np.empty(MOST_HANDS, np.int64), np.empty(MOST_HANDS, np.int64)
    kinds = len(top)
    nets = np.empty(kinds + 3, np.int64)
    for played in range(rounds):
        n = played % BATCH
        if n == 0:
            deal_rounds(deals, state)
        twenty, dealer, size = twenty_and_dealer(deals, n, AHEAD, state, begins, second, draws, facts, totals, stakes)
        magic, lucky = selections(besides, state)
        side_nets(deals, n, twenty, dealer, size, shown, beaten, royal, top, beat, run, besides, nets)
        nets[kinds] += bonuses(deals, n, FIRST_CARDS, magic, lucky, besides)
        tally_sides(out, nets, rows, kinds + 2, UNIT)
    for row in range(len(rows)):
        out[row, NET] += rates[row] * rounds // RATE


def side_plan(rules: Rules, made: Tables) -> tuple[Bytes, Bytes, Bytes, Ints]:
    """What the optional wagers need of the main game's tables: how hands are played, not what they net."""
    begins, _, _, _, second, draws, _, facts = made
    return begins, second, draws, np.append(facts, rules.bad_beat_split_hands is BadBeatHands.FIRST)


def kernels(game: Game, rules: Rules, stake: Cents | None = None) -> list[Kernel]:
    """The main game; and all optional wagers that are offered, Insurance among them, one unit on each.

    The optional wagers, and Blackjack Switch, are played by parts of a wager, whatever is staked.
    """
    if rules.blackjack_switch:
        return switch_kernel.kernels(rules)
    size, made = len(DECK) * rules.dealt_decks, tables(rules, stake or UNIT)
    reported, rows, rates = side_rows(rules)
    arrays = side_arrays(rules, first_card_kinds(rules))
    run = partial(side_rounds, size, *side_plan(rules, made), rows, rates, *arrays)
    return [
        Kernel("blackjack", "hands", (BLACKJACK,), stake or UNIT, partial(rounds_of, size, *made), "basic"),
        Kernel("blackjack", "optional wagers", reported, UNIT, run, "basic"),
    ]

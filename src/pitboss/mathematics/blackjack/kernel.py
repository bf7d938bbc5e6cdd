"""Blackjack: the kernel of the main game, and one of every optional wager."""

from functools import partial
from typing import Any

import numpy as np

from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, Rules
from pitboss.equipment.cards import DECK
from pitboss.game import Game
from pitboss.mathematics.blackjack import switch_kernel
from pitboss.mathematics.blackjack.compiled_hands import NATURAL_TOTAL
from pitboss.mathematics.blackjack.kernel_cards import (
    BATCH,
    COUNT,
    MOST_HANDS,
    STEP,
    UNIT,
    Batch,
    deal_rounds,
    dealers_total,
    is_natural,
    new_batch,
    value_at,
)
from pitboss.mathematics.blackjack.main_kernel import (
    PAIR,
    SURRENDERED,
    TAKES,
    TWICE,
    MainTables,
    draw_on,
    rounds_of,
    split_hands,
    tables,
)
from pitboss.mathematics.blackjack.side_kernels import (
    AFTER_CARDS,
    RATE,
    Sides,
    bonuses,
    selections,
    side_nets,
    side_rows,
    sides_of,
    tally_sides,
)
from pitboss.mathematics.kit.compiled import borrowing, njit
from pitboss.mathematics.kit.estimate import NET
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.tally import Ints, Tally
from pitboss.money import Cents

FIRST_CARDS = np.array([0, 2], np.int64)  # where the player's are among those of a round


@borrowing
def twenty_and_dealer(
    batch: Batch, n: int, tables: MainTables, first_hand_only: int, totals: Ints, stakes: Ints
) -> Any:
    """Whether a hand of the player ends on 20, the dealer's final count and cards; the dealer plays the hand out (I-633a-13)."""
    one, up = value_at(batch, n, 0), value_at(batch, n, 1)
    two, hole = value_at(batch, n, 2), value_at(batch, n, 3)
    hand, at = STEP[STEP[0, one], two], 4
    if is_natural(up, hole):
        return hand & COUNT == 20, NATURAL_TOTAL, 1
    marked, twenty = tables.begins[up, one, two], False
    if marked == PAIR:
        count, at = split_hands(batch, n, one, up, tables, totals, stakes)
        for finished in range(1 if first_hand_only else count):
            twenty = twenty or totals[finished] == 20
    else:
        if marked & TWICE:
            hand = STEP[hand, value_at(batch, n, at)]
            at += 1
        elif marked & TAKES:
            hand, at = draw_on(batch, n, at, hand, up, tables.draws)
        twenty = hand & COUNT == 20 and marked != SURRENDERED
    drawn = at
    dealer, at = dealers_total(batch, n, at, up, hole)
    return twenty, dealer, at - drawn + 2


@njit
def side_rounds(cards: int, tables: MainTables, sides: Sides, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Every optional wager, a unit on each; what goes to a meter is the players' in the end and counts as theirs."""
    batch = new_batch(cards, stream(seed, block))
    totals, stakes = np.empty(MOST_HANDS, np.int64), np.empty(MOST_HANDS, np.int64)
    deals, kinds = batch.deals, len(sides.top)
    nets = np.empty(kinds + len(AFTER_CARDS), np.int64)
    for played in range(rounds):
        n = played % BATCH
        if n == 0:
            deal_rounds(deals, batch.state)
        twenty, dealer, size = twenty_and_dealer(batch, n, tables, sides.first_hand_only, totals, stakes)
        selected = selections(sides.besides, batch.state)
        side_nets((deals[n, 0], deals[n, 1], deals[n, 2], deals[n, 3]), twenty, dealer, size, sides, nets)
        nets[kinds] += bonuses(deals, n, FIRST_CARDS, selected, sides.besides)
        tally_sides(out, nets, sides.rows, kinds + 2, UNIT)
    for row in range(len(sides.rows)):
        out[row, NET] += sides.rates[row] * rounds // RATE


def kernels(game: Game, rules: Rules, stake: Cents | None = None) -> list[Kernel]:
    """The main game; and all optional wagers that are offered, Insurance among them, one unit on each.

    The optional wagers, and Blackjack Switch, are played by parts of a wager, whatever is staked.
    """
    if rules.blackjack_switch:
        return switch_kernel.kernels(rules)
    size, made = len(DECK) * rules.dealt_decks, tables(rules, stake or UNIT)
    reported, _, _ = side_rows(rules)
    run = partial(side_rounds, size, made, sides_of(rules))
    return [
        Kernel("blackjack", "hands", (BLACKJACK,), stake or UNIT, partial(rounds_of, size, made), "basic"),
        Kernel("blackjack", "optional wagers", reported, UNIT, run, "basic"),
    ]

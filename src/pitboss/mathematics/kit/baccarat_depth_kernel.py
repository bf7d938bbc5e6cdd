"""Baccarat dealt to the cover card, coup after coup from one shuffled shoe; after the cover card one more coup (I-627a-12)."""

from functools import partial
from typing import NamedTuple

import numpy as np

from pitboss.families.baccarat.rules import BaccaratRules
from pitboss.mathematics.kit.baccarat_coups import CARDS, UNIT, Ends, Values, final, tables
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.shuffled_shoe import BURNED, NET, ROUNDS, SQUARE, Places, Words, dealt_shoes, shuffle
from pitboss.mathematics.kit.tally import Ints
from pitboss.mathematics.studies.depth import BINS, DealtDepth

LEAST_CUT = 2 * CARDS + 2


class CoupTables(NamedTuple):
    """By card its value, by counts and next cards the outcome, by wager and outcome the net, by outcome how many cards it takes."""

    values: Values
    ends: Ends
    nets: Ints
    taken: Ints


def plays(rules: BaccaratRules) -> bool:
    return True


def cards_taken(ends: Ends) -> Ints:
    """How many cards each outcome takes."""
    found = np.zeros(int(ends.max()) + 1, np.int64)
    for at in np.ndindex(ends.shape):
        player, banker = final(*at)
        found[ends[at]] = player.cards + banker.cards
    return found


@njit
def deal_shoe(order: Places, cut: int, of: CoupTables, sums: Ints) -> None:
    """One shoe in this order."""
    cards, at, last = len(order), BURNED, False
    while True:
        card = of.values[order[at : at + CARDS]]
        end = of.ends[(card[0] + card[2]) % 10, (card[1] + card[3]) % 10, card[4], card[5]]
        part = at * BINS // cards
        for wager in range(len(of.nets)):
            net = of.nets[wager, end]
            sums[wager, part, ROUNDS] += 1
            sums[wager, part, NET] += net
            sums[wager, part, SQUARE] += net * net
        at += of.taken[end]
        if last:
            return
        last = at > cards - cut


@njit
def deal_shoes(cut: int, of: CoupTables, state: Words, shoes: int, sums: Ints) -> None:
    order = np.arange(len(of.values)).astype(np.int16)
    for _ in range(shoes):
        shuffle(order, state)
        deal_shoe(order, cut, of, sums)


def dealt(rules: BaccaratRules, cut: int, shoes: int, seed: int) -> DealtDepth:
    values, ends, nets = tables(rules)
    cut = max(cut, LEAST_CUT)
    deal = partial(deal_shoes, cut, CoupTables(values, ends, nets, cards_taken(ends)))
    names = [f"{kind} {on}".rstrip() for kind, on in rules.spots]
    return dealt_shoes(deal, names, UNIT, len(values), cut, shoes, seed)

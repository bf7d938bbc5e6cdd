"""Blackjack Switch: two hands at once, whose second cards may be exchanged, against a dealer whose 22 pushes.

Each hand is played by its own cards alone, the other's two first cards known to be out. Then the expectation of
both is the sum of the two, and the better of the two ways to hold four cards is known exactly. A switched ace-ten
is a 21 (I-633a-05). Both hands are alike, so one distribution serves for either.

Tables of one up card have four axes of card values: ``a`` and ``b``, a hand's two cards, then ``c`` and ``d``, the two
cards of the other hand. A switch exchanges ``b`` and ``d``.
"""

from functools import cache
from math import prod
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.blackjack.analyzer import (
    GIVEN_UP,
    LOST,
    Analysis,
    BlackjackTerms,
    best_strategy,
    dealer_natural,
    follow,
    natural_worth,
    removed,
    split_nets,
    split_worth,
)
from pitboss.mathematics.blackjack.compiled_hands import (
    ACE,
    FINALS,
    NATURAL_TOTAL,
    TEN,
    VALUES,
    Floats,
    Ints,
    draws,
    finals,
    hands,
    played,
)
from pitboss.mathematics.blackjack.totals import chart_of, plan_of

BASIC, OPTIMAL = "basic", "optimal"
NATURAL = np.zeros((VALUES, VALUES), np.bool_)
NATURAL[ACE, TEN] = NATURAL[TEN, ACE] = True
Flags = NDArray[np.bool_]
A, B, C, D = range(4)  # the axes: cards a b of one hand, c d of the other
PAID_EVEN = 1.0  # 633a.8(e)


# --- how a hand is played --------------------------------------------------------------------------------------


def strategy(counts: tuple[int, ...], terms: BlackjackTerms, name: str = OPTIMAL) -> Analysis:
    """How each hand is played once the switch is over: best by its cards, or by the chart of totals."""
    return _strategy(counts, _played_on(terms), name)


def _played_on(terms: BlackjackTerms) -> BlackjackTerms:
    """What matters of the terms to a hand that is played: a natural is not."""
    return msgspec.structs.replace(terms, natural=(), even_money=False)


@cache
def _strategy(counts: tuple[int, ...], terms: BlackjackTerms, name: str) -> Analysis:
    best = best_strategy(counts, terms)
    return best if name == OPTIMAL else follow(counts, terms, plan_of(chart_of(best)))


def worths(found: Analysis, up: int) -> Floats:
    """What two cards are worth from the full shoe, an ace and a ten being 21."""
    return np.array([[found.worth(up, min(one, two), max(one, two)) for two in range(VALUES)] for one in range(VALUES)])


class SwitchTables(msgspec.Struct, frozen=True):
    """Every hand against one up card, the dealer having no Blackjack. ``won`` and ``pushed`` are of unsplit hands."""

    worth: Floats
    staked: Floats
    won: Floats
    pushed: Floats
    finals: Floats  # the dealer's, where the hand is an ace and a ten: by the two cards that are out


@cache
def switch_tables(counts: tuple[int, ...], terms: BlackjackTerms, name: str, up: int) -> SwitchTables:
    """Played from a shoe without the other hand's two cards, by the strategy of the full one."""
    found = _strategy(counts, terms, name)
    parts = tuple(np.zeros((VALUES,) * 4) for _ in range(4))
    chances = np.zeros((VALUES, VALUES, FINALS))
    pays = np.array(terms.pays)
    tables = np.array([pays, pays > 0, pays == 0], np.float64)
    for c in range(VALUES):
        for d in range(c, VALUES):
            left = removed(counts, up, c, d)
            if (left < 0).any():
                continue
            for part, cells in zip(parts, _cells(found, up, left, tables), strict=True):
                part[:, :, c, d] = part[:, :, d, c] = cells
            without = removed(left, ACE, TEN)
            if (without >= 0).all():
                chances[c, d] = chances[d, c] = finals(without.reshape(1, VALUES), up, draws().arrays)[0]
    worth, staked, won, pushed = parts
    return SwitchTables(worth, staked, won, pushed, chances)


def _cells(found: Analysis, up: int, left: Ints, tables: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Of every two cards: worth, stake, and the chances to win and to push."""
    plan, two = found.strategy, hands().two
    doubles = plan.double[up] * (hands().total < NATURAL_TOTAL)
    draw = plan.draw[up] * (hands().total < NATURAL_TOTAL)
    busts = np.array([LOST, 0.0, 0.0])
    worth, won, pushed = played(left, up, hands(), draws().arrays, tables, busts, draw, doubles)
    staked = 1.0 + doubles[two]
    worth = worth * staked
    for pair in np.nonzero(plan.split[up])[0]:
        if left[pair] >= 2:
            worth[pair, pair], staked[pair, pair] = split_worth(
                left, up, int(pair), found.terms, plan.draw[up], plan.double[up]
            )
    given_up = surrendered(found, up)
    worth[given_up], staked[given_up], won[given_up], pushed[given_up] = GIVEN_UP, 1.0, 0.0, 0.0
    return worth, staked, won, pushed


def surrendered(found: Analysis, up: int) -> Flags:
    """I-633a-07: which two cards are given up, where that may be done."""
    return np.asarray(found.strategy.surrender[up][hands().two] > 0)


# --- both hands --------------------------------------------------------------------------------------------------


def both_ways(counts: tuple[int, ...], terms: BlackjackTerms, name: str, up: int) -> tuple[Floats, Floats]:
    """What four cards are worth as they lie, a b and c d, and switched, a d and c b."""
    table = switch_tables(counts, _played_on(terms), name, up)
    as_dealt = table.worth.copy()
    as_dealt[ACE, TEN] = as_dealt[TEN, ACE] = table.finals @ np.array(terms.natural)
    stay = as_dealt + as_dealt.transpose(C, D, A, B)
    switched = table.worth.transpose(A, D, C, B) + table.worth.transpose(C, B, A, D)
    return stay, switched


def switches(counts: tuple[int, ...], terms: BlackjackTerms, name: str, up: int) -> Flags:
    """For cards a b of one hand and c d of the other, whether to exchange b and d.

    Best play goes by what all four cards are worth together; by the chart, each hand is priced from the full shoe. Who
    was paid even money has one hand left, or none.
    """
    return _worth_more(counts, terms, name, up) & ~even_money_cells(counts, terms, name, up)


def _worth_more(counts: tuple[int, ...], terms: BlackjackTerms, name: str, up: int) -> Flags:
    """Where both hands are worth more exchanged."""
    if name == OPTIMAL:
        stay, switched = both_ways(counts, terms, name, up)
        return np.asarray(switched > stay)
    priced = worths(strategy(counts, terms, name), up)
    as_dealt = np.where(NATURAL, natural_worth(counts, terms, up, ACE, TEN), priced)
    stay = as_dealt[:, :, None, None] + as_dealt[None, None, :, :]
    return np.asarray(priced[:, None, None, :] + priced[None, :, :, None] > stay)


def even_money_cells(counts: tuple[int, ...], terms: BlackjackTerms, name: str, up: int) -> Flags:
    """633a.8(e): for cards a b of one hand and c d of the other, whether every natural among them is paid even money.

    That is certain, while a natural that is kept may meet the dealer's Blackjack, or a 22 that pushes; but it leaves
    nothing to switch. The chart goes by the natural alone.
    """
    either = NATURAL[:, :, None, None] | NATURAL[None, None, :, :]
    if not terms.even_money or up != ACE:
        return np.zeros_like(either)
    if name != OPTIMAL:
        kept = natural_worth(counts, terms, up, ACE, TEN) * (1 - dealer_natural(counts, up, ACE, TEN))
        return either & (kept < PAID_EVEN)
    table = switch_tables(counts, _played_on(terms), name, up)
    _, lost = four_cards(counts, up)
    alone = np.where(NATURAL[:, :, None, None], PAID_EVEN, (1 - lost) * table.worth + lost * LOST)
    missed = np.where(NATURAL, 0.0, LOST)  # against the dealer's Blackjack
    stay, switched = both_ways(counts, terms, name, up)
    kept = (1 - lost) * np.maximum(stay, switched) + lost * (missed[:, :, None, None] + missed[None, None, :, :])
    return np.asarray(either & (alone + alone.transpose(C, D, A, B) > kept))


def four_cards(counts: tuple[int, ...], up: int) -> tuple[Floats, Floats]:
    """For cards a b c d of two hands: the chance of up card and these, and the chance of a dealer's Blackjack."""
    deck, same = removed(counts, up), np.eye(VALUES, dtype=np.int64)
    a, b, c, d = np.ix_(*(range(VALUES),) * 4)
    ways = np.maximum(deck[a], 0) * np.maximum(deck[b] - same[a, b], 0)
    ways = ways * np.maximum(deck[c] - same[a, c] - same[b, c], 0)
    ways = ways * np.maximum(deck[d] - same[a, d] - same[b, d] - same[c, d], 0)
    lost = np.zeros_like(ways, np.float64)
    if up in (ACE, TEN):
        makes = TEN - up
        out = sum(same[makes, card] for card in (a, b, c, d))
        lost = (deck[makes] - out) / (deck.sum() - 4)
    every = prod(sum(counts) - n for n in range(5))
    return counts[up] * ways / every, lost


class Figures(msgspec.Struct, frozen=True):
    """Of either wager, for each unit of it: the player's expectation, what is staked, and how likely each net is."""

    worth: float
    staked: float
    nets: dict[float, float]


@cache
def figures(counts: tuple[int, ...], terms: BlackjackTerms, name: str = OPTIMAL) -> Figures:
    """Exact but for the distribution of split hands, which are taken to be independent given the dealer's final."""
    worth, staked, nets = 0.0, 0.0, dict[float, float]()

    def add(net: float, chance: float) -> None:
        if chance:
            nets[net] = nets.get(net, 0.0) + float(chance)

    for up in range(VALUES):
        if not counts[up]:
            continue
        ways, lost = four_cards(counts, up)
        stay, switched = both_ways(counts, terms, name, up)
        exchanged = switches(counts, terms, name, up)
        table = switch_tables(counts, _played_on(terms), name, up)
        evened = even_money_cells(counts, terms, name, up)[NATURAL]
        live, beaten = ways * (1 - lost), (ways * lost).sum(axis=(C, D))
        worth += (live * np.where(exchanged, switched, stay)).sum() / 2 - beaten[~NATURAL].sum()
        staked += beaten.sum()
        add(LOST, beaten[~NATURAL].sum())
        add(0.0, beaten[NATURAL].sum() - (ways * lost)[NATURAL][evened].sum())
        as_dealt, moved = np.where(exchanged, 0.0, live), np.where(exchanged, live, 0.0).transpose(A, D, C, B)
        staked += as_dealt[NATURAL].sum()
        paid_even = np.where(evened, as_dealt[NATURAL], 0.0).sum(axis=0)
        naturals = as_dealt[NATURAL].sum(axis=0) - paid_even
        worth += PAID_EVEN * ways[NATURAL][evened].sum() - (paid_even * (table.finals @ np.array(terms.natural))).sum()
        add(PAID_EVEN, ways[NATURAL][evened].sum())
        as_dealt[NATURAL] = 0.0
        staked += ((as_dealt + moved) * table.staked).sum()
        for net, chance in zip(terms.natural, np.einsum("cd,cdf->f", naturals, table.finals), strict=True):
            add(net, chance)
        _spread(strategy(counts, terms, name), up, as_dealt + moved, table, add)
    return Figures(float(worth), float(staked), nets)


def _spread(found: Analysis, up: int, weight: Floats, table: SwitchTables, add: Any) -> None:
    """How hands that were played net, each hand weighed."""
    plan = found.strategy
    doubles = plan.double[up][hands().two] * (hands().total[hands().two] < NATURAL_TOTAL)
    given_up = surrendered(found, up)
    add(GIVEN_UP, weight[given_up].sum())
    weight = np.where(given_up[:, :, None, None], 0.0, weight)
    split = np.diag(plan.split[up])
    for stake, these in ((1, 1 - doubles), (2, doubles)):
        part = weight * np.where(split, 0, these)[:, :, None, None]
        won, pushed = (part * table.won).sum(), (part * table.pushed).sum()
        add(float(stake), won)
        add(0.0, pushed)
        add(-float(stake), part.sum() - won - pushed)
    for pair in np.nonzero(plan.split[up])[0]:
        if weight[pair, pair].sum():
            for net, chance in split_nets(found, up, int(pair)).items():
                add(float(net), weight[pair, pair].sum() * chance)

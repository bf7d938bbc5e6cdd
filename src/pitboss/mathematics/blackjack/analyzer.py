"""Blackjack by combinatorial analysis: what every hand is worth against every up card, from any shoe.

A hand is its cards by value (ace, 2 … 9, ten), a strategy says for each hand whether to draw or stand and whether
to double. Expectations are conditional on the dealer having no Blackjack, as they are when a player decides
(633a.7(h)): the hole card is then any unseen card but the one that would make it.

- The dealer: each set of cards that may be drawn, with the number of orders it may be drawn in, weighed by falling
  factorials of what is left; the sets stand in a tree by value, so that common factors are multiplied once.
- The player: backwards over all hands of 21 or less.
- Splits: a split hand is played by its own cards alone ("zero memory"), so unseen cards of the other hands may be
  left out of account; what counts is how many of their second cards paired. With ``k`` further pair cards gone,
  one split hand is worth V(k); that another second card did *not* pair is "any card" less "a pair card". So the
  expectation of all hands is a finite sum of V(k), exact for any number of resplits.

Numbers are double precision; nothing is sampled or cut off. A brute force over small shoes agrees to 1e-12.
"""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from math import comb

import msgspec
import numpy as np

from pitboss.mathematics.blackjack.compiled_hands import (
    ACE,
    BUST,
    NATURAL_TOTAL,
    TEN,
    VALUES,
    Draws,
    Floats,
    Ints,
    Pays,
    Worths,
    draws,
    finals,
    hands,
    solve,
)
from pitboss.mathematics.blackjack.splits import SplitPlan, pair_cards, split_hands, split_spread

# --- splits ----------------------------------------------------------------------------------------------------


@cache
def split_paths(resplits: int, at_first: int = 2) -> tuple[tuple[int, int, int], ...]:
    """How second cards may come: (pairs, others, number of orders) at which nothing more can pair.

    Two hands, or so many, wait for their second card. One that pairs is split while that may be done, and leaves one more
    hand waiting; any other card finishes it. It ends when no hand waits or no resplit is left.
    """
    ends: dict[tuple[int, int], int] = {}
    ways = {(0, 0): 1}
    while ways:
        onward: dict[tuple[int, int], int] = {}
        for (pairs, others), count in ways.items():
            if pairs == resplits or at_first + pairs == others:
                ends[pairs, others] = ends.get((pairs, others), 0) + count
                continue
            for state in ((pairs + 1, others), (pairs, others + 1)):
                onward[state] = onward.get(state, 0) + count
        ways = onward
    return tuple((pairs, others, count) for (pairs, others), count in ends.items())


def given(chance: Floats, values: Floats, pairs: int, others: int) -> Floats:
    """What ``values`` by pair cards gone come to, where so many other second cards paired and so many did not."""
    terms = [
        (-1) ** s * comb(others, s) * chance[pairs + s] * values[pairs + s]
        for s in range(others + 1)
        if pairs + s < len(values)
    ]
    total: Floats = np.zeros_like(values[0]) + sum(terms)
    return total


@cache
def split_weights(resplits: int, at_first: int, gone: int) -> tuple[Floats, Floats]:
    """By pair cards gone, how often V(k) with any second card, and V(k) with no pair, counts in the worth of a split."""
    free, unpaired = np.zeros(gone), np.zeros(gone)
    for pairs, others, orders in split_paths(resplits, at_first):
        for weights, hands_of, unlike in ((free, at_first + pairs - others, others), (unpaired, others, others - 1)):
            for s in range(min(unlike + 1, gone - pairs) if hands_of else 0):
                weights[pairs + s] += (-1) ** s * comb(unlike, s) * orders * hands_of
    return free, unpaired


def split_sum(resplits: int, chance: Floats, free: Floats, unpaired: Floats, at_first: int = 2) -> Floats:
    """The worth of all hands of a split: ``free`` and ``unpaired`` are V(k) with any second card and with no pair."""
    of_free, of_unpaired = split_weights(resplits, at_first, len(free))
    worth: Floats = (of_free * chance[: len(free)]) @ free + (of_unpaired * chance[: len(free)]) @ unpaired
    return worth


# --- a whole game ----------------------------------------------------------------------------------------------


class BlackjackTerms(msgspec.Struct, frozen=True):
    """What the analysis needs of a table's rules. ``pays[total][final]`` is the net of a finished hand."""

    pays: tuple[tuple[float, ...], ...]
    natural: tuple[float, ...]  # of a Blackjack, by the dealer's final
    surrender: bool
    resplits: int
    ace_resplits: int
    aces_take_one_card: bool
    even_money: bool = False  # 633a.8(e), at Blackjack Switch: elsewhere a Blackjack is always worth more

    def most_resplits(self, pair: int) -> int:
        return self.ace_resplits if pair == ACE else self.resplits


STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "draw", "double_down", "split_pairs", "surrender"
GIVEN_UP, LOST = -0.5, -1.0


class TotalsStrategy(msgspec.Struct, frozen=True):
    """For each up card and hand: whether to draw; and with two cards, whether to double, split or surrender."""

    draw: Ints
    double: Ints
    split: Ints
    surrender: Ints


class Column(msgspec.Struct, frozen=True):
    """Every hand against one up card: its worth standing, drawing and doubled; of pairs, split (and what is staked)."""

    stand: Floats
    hit: Floats
    double: Floats
    split: Floats
    split_stake: Floats


class Analysis(msgspec.Struct, frozen=True):
    """A shoe and its rules under one strategy; what is off the top of the shoe is ``removed``."""

    counts: tuple[int, ...]
    terms: BlackjackTerms
    strategy: TotalsStrategy
    columns: tuple[Column, ...]

    def value(self, up: int, one: int, two: int) -> dict[str, float]:
        """What each decision on two cards is worth, the dealer having no Blackjack."""
        h = hands().two[one, two]
        column = self.columns[up]
        found = {STAND: column.stand[h], HIT: column.hit[h], DOUBLE: column.double[h]}
        if one == two:
            found[SPLIT] = column.split[one]
        if self.terms.surrender:
            found[SURRENDER] = GIVEN_UP
        return {act: float(worth) for act, worth in found.items()}

    def decision(self, up: int, one: int, two: int) -> str:
        """What the strategy does with two cards."""
        h, plan = hands().two[one, two], self.strategy
        if plan.surrender[up, h]:
            return SURRENDER
        if one == two and plan.split[up, one]:
            return SPLIT
        if plan.double[up, h]:
            return DOUBLE
        return HIT if plan.draw[up, h] else STAND

    def worth(self, up: int, one: int, two: int) -> float:
        """What two cards are worth by the strategy, the dealer having no Blackjack and the player none."""
        return self.value(up, one, two)[self.decision(up, one, two)]

    def stake(self, up: int, one: int, two: int) -> float:
        """What is staked on two cards in all."""
        decision = self.decision(up, one, two)
        return {DOUBLE: 2.0, SPLIT: float(self.columns[up].split_stake[one])}.get(decision, 1.0)


def removed(counts: Sequence[int] | Ints, *cards: int) -> Ints:
    """The shoe without these cards."""
    left = np.array(counts, np.int64)
    for card in cards:
        left[card] -= 1
    return left


def split_worth(
    left: Ints, up: int, pair: int, terms: BlackjackTerms, draw: Ints, doubles: Ints
) -> tuple[float, float]:
    """A pair split: the worth of all its hands, and what is staked on them; ``left`` is without the up card."""
    resplits, one_card = terms.most_resplits(pair), pair == ACE and terms.aces_take_one_card
    most = min(2 * resplits + 1, int(left[pair]) - 2)
    if most < 0:
        return 0.0, 0.0
    chance = pair_cards(removed(left, pair, pair), up, pair, most)
    plan, pays = SplitPlan(draw, doubles, one_card), np.array(terms.pays)
    worths = split_hands(left, up, pair, most, hands(), draws().arrays, pays, plan)
    free, unpaired, staked, staked_unpaired = worths.T
    sums = (split_sum(resplits, chance, *each) for each in ((free, unpaired), (staked, staked_unpaired)))
    worth, stake = (float(each) for each in sums)
    return worth, stake


def column(counts: Sequence[int], up: int, terms: BlackjackTerms, draw: Ints, *, choose: bool) -> Column:
    """The hands against one up card, splits not yet; ``choose`` fills ``draw`` with what is best, else it is followed."""
    worths = Worths(draw, *(np.full(len(hands().total), LOST) for _ in range(3)))
    only = np.arange(len(hands().total)) if choose else reachable(draw)
    pays = Pays(np.array(terms.pays), LOST)
    solve(removed(counts, up), up, hands(), draws().arrays, pays, choose, only, worths)
    return Column(worths.stand, worths.hit, worths.double, np.full(VALUES, -2.0), np.full(VALUES, 2.0))


def reachable(draw: Ints) -> Ints:
    """The hands that two cards may become where the first decision is free and the others are as ``draw`` has them."""
    known = hands()
    mark = known.size == 2
    for h in range(len(mark)):
        if mark[h] and (known.size[h] == 2 or draw[h]):
            mark[known.child[h][known.child[h] != BUST]] = True
    return np.nonzero(mark)[0]


def split_column(
    counts: Sequence[int], up: int, terms: BlackjackTerms, strategy: TotalsStrategy, found: Column
) -> None:
    """The pairs of a column, split hands played by the strategy."""
    left = removed(counts, up)
    for pair in range(VALUES):
        if left[pair] >= 2:
            worth = split_worth(left, up, pair, terms, strategy.draw[up], strategy.double[up])
            found.split[pair], found.split_stake[pair] = worth


def best_strategy(counts: tuple[int, ...], terms: BlackjackTerms) -> Analysis:
    """The best play for every hand by its composition; split hands are played like the same cards unsplit."""
    size = len(hands().total)
    plan = TotalsStrategy(*(np.zeros((VALUES, width), np.int64) for width in (size, size, VALUES, size)))
    columns = []
    for up in range(VALUES):
        found = column(counts, up, terms, plan.draw[up], choose=True)
        two = hands().size == 2
        open_ = two & (hands().total < NATURAL_TOTAL)
        plan.double[up] = open_ & (found.double > np.maximum(found.stand, found.hit))
        split_column(counts, up, terms, plan, found)
        best = np.where(plan.double[up], found.double, np.where(plan.draw[up], found.hit, found.stand))
        for pair in range(VALUES):
            h = hands().two[pair, pair]
            plan.split[up, pair] = found.split[pair] > best[h]
            best[h] = max(best[h], found.split[pair])
        if terms.surrender:
            plan.surrender[up] = two & (best < GIVEN_UP)
        columns.append(found)
    return Analysis(counts, terms, plan, tuple(columns))


def follow(counts: tuple[int, ...], terms: BlackjackTerms, plan: TotalsStrategy) -> Analysis:
    """What a given strategy is worth."""
    columns = []
    for up in range(VALUES):
        found = column(counts, up, terms, plan.draw[up], choose=False)
        split_column(counts, up, terms, plan, found)
        columns.append(found)
    return Analysis(counts, terms, plan, tuple(columns))


def deals(counts: Sequence[int]) -> list[tuple[float, int, int, int]]:
    """Every up card and two cards of a player: (chance, up, one, two), with one ≤ two."""
    left, found = sum(counts), []
    every = left * (left - 1) * (left - 2)
    for up in range(VALUES):
        for one in range(VALUES):
            for two in range(one, VALUES):
                ways = 1
                rest = list(counts)
                for card in (up, one, two):
                    ways *= rest[card]
                    rest[card] -= 1
                if ways:
                    found.append((ways * (1 if one == two else 2) / every, up, one, two))
    return found


def is_natural(one: int, two: int) -> bool:
    return {one, two} == {ACE, TEN}


def dealer_natural(counts: Sequence[int], up: int, *cards: int) -> float:
    """The chance that the hole card makes a Blackjack, these cards being out."""
    if up not in (ACE, TEN):
        return 0.0
    left = removed(counts, up, *cards)
    return float(left[TEN - up] / left.sum())


def natural_worth(counts: Sequence[int] | Ints, terms: BlackjackTerms, up: int, *cards: int) -> float:
    """What a player's Blackjack is worth, the dealer having none."""
    if len(set(terms.natural)) == 1:
        return terms.natural[0]
    chances = finals(removed(counts, up, *cards).reshape(1, VALUES), up, draws().arrays)
    return float(chances[0] @ np.array(terms.natural))


def net_chances(found: Analysis) -> dict[float, float]:
    """How likely a round is to net what, for each unit of the Blackjack Wager.

    Exact but for rounds with a split, whose hands are taken to be independent once the dealer's final is given.
    """
    won, pushed = (_chances(found, sign) for sign in (1, 0))
    spread: dict[float, float] = {}

    def add(net: float, chance: float) -> None:
        if chance:
            spread[net] = spread.get(net, 0.0) + chance

    for chance, up, one, two in deals(found.counts):
        lost = dealer_natural(found.counts, up, one, two)
        live, decision = chance * (1 - lost), found.decision(up, one, two)
        if is_natural(one, two):
            add(0.0, chance * lost)
            add(natural_worth(found.counts, found.terms, up, one, two), live)
            continue
        add(-1.0, chance * lost)
        if decision == SURRENDER:
            add(GIVEN_UP, live)
        elif decision == SPLIT:
            for net, part in split_nets(found, up, one).items():
                add(float(net), live * part)
        else:
            h, stake = hands().two[one, two], 2.0 if decision == DOUBLE else 1.0
            wins, ties = (_of(column, decision, h) for column in (won[up], pushed[up]))
            add(stake, live * wins)
            add(0.0, live * ties)
            add(-stake, live * (1 - wins - ties))
    return spread


def _chances(found: Analysis, sign: int) -> list[Column]:
    """For each up card, the chance of every hand to win (1) or to push (0) instead of its worth."""
    counted = np.where(np.sign(np.array(found.terms.pays)) == sign, 1.0, 0.0)
    return [Column(*chances(found, up, counted, draws()), np.empty(0), np.empty(0)) for up in range(VALUES)]


def chances(found: Analysis, up: int, counted: Floats, tree: Draws) -> tuple[Floats, Floats, Floats]:
    """For hands standing, drawing and doubled, the chance of ending as ``counted[total, final]`` has it."""
    left, draw = removed(found.counts, up), found.strategy.draw[up]
    worths = Worths(draw, *(np.zeros(len(hands().total)) for _ in range(3)))
    solve(left, up, hands(), tree.arrays, Pays(counted, 0.0), False, reachable(draw), worths)
    return worths.stand, worths.hit, worths.double / 2


def _of(column: Column, decision: str, h: int) -> float:
    return float({STAND: column.stand, HIT: column.hit, DOUBLE: column.double}[decision][h])


def split_nets(found: Analysis, up: int, pair: int) -> dict[int, float]:
    """How likely a split pair is to net what."""
    free, unpaired = split_ends(found, up, pair, np.array(found.terms.pays), draws())
    dealer = free.sum(axis=1)
    spread: dict[int, float] = {}
    for path, pairs, others in split_chances(found, up, pair):
        for final in np.nonzero(dealer)[0]:
            nets = np.ones(1)
            for n in range(2 + pairs):
                ends = (unpaired if n < others else free)[final]
                nets = np.convolve(nets, ends / max(ends.sum(), 1e-300))
            for n, part in enumerate(nets):
                net = n - 2 * (2 + pairs)
                spread[net] = spread.get(net, 0.0) + float(path * dealer[final] * part)
    return spread


def split_ends(found: Analysis, up: int, pair: int, pays: Floats, tree: Draws) -> tuple[Floats, Floats]:
    """How one hand of a split pair ends, by the dealer's final: with any second card, and where that does not pair."""
    one_card = pair == ACE and found.terms.aces_take_one_card
    plan = SplitPlan(found.strategy.draw[up], found.strategy.double[up], one_card)
    spread = partial(split_spread, removed(found.counts, up), up, pair, hands(), tree.arrays, pays, plan)
    return spread(False), spread(True)


def split_chances(found: Analysis, up: int, pair: int) -> Iterator[tuple[float, int, int]]:
    """The chance of each way that second cards may come: so many that pair, so many others."""
    resplits, left = found.terms.most_resplits(pair), removed(found.counts, up)
    most = min(2 * resplits + 2, int(left[pair]) - 2)
    chance = [*pair_cards(removed(left, pair, pair), up, pair, most), *(0.0 for _ in range(2 * resplits + 3))]
    for pairs, others, orders in split_paths(resplits):
        yield orders * sum((-1) ** s * comb(others, s) * chance[pairs + s] for s in range(others + 1)), pairs, others


def expectation(found: Analysis) -> tuple[float, float]:
    """The player's expectation of a round, and all that is staked in it, for each unit of the Blackjack Wager."""
    worth = staked = 0.0
    for chance, up, one, two in deals(found.counts):
        lost = dealer_natural(found.counts, up, one, two)
        if is_natural(one, two):
            worth += chance * (1 - lost) * natural_worth(found.counts, found.terms, up, one, two)
            staked += chance
        else:
            worth += chance * ((1 - lost) * found.worth(up, one, two) - lost)
            staked += chance * ((1 - lost) * found.stake(up, one, two) + lost)
    return worth, staked

"""Blackjack by combinatorial analysis: what every hand is worth against every up card, from any shoe.

A hand is its cards by value (ace, 2 … 9, ten), a strategy says for each hand whether to draw or stand and whether
to double. Expectations are conditional on the dealer having no Blackjack, as they are when a player decides
(633a.7(h)): the hole card is then any unseen card but the one that would make it.

- The dealer: each set of cards he may draw, with the number of orders he may draw it in, weighed by falling
  factorials of what is left; the sets stand in a tree by value, so that common factors are multiplied once.
- The player: backwards over all hands of 21 or less.
- Splits: a split hand is played by its own cards alone ("zero memory"), so unseen cards of the other hands may be
  left out of account; what counts is how many of their second cards paired. With ``k`` further pair cards gone,
  one split hand is worth V(k); that another second card did *not* pair is "any card" less "a pair card". So the
  expectation of all hands is a finite sum of V(k), exact for any number of resplits.

Numbers are double precision; nothing is sampled or cut off. A brute force over small shoes agrees to 1e-12.
"""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any

import msgspec
import numpy as np
from numba import njit
from numpy.typing import NDArray

VALUES = 10  # ace, 2 … 9, ten
ACE, TEN = 0, 9
DECK_COUNTS = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)  # one deck
FINALS = 7  # how a dealer without Blackjack ends: 17 … 21, 22, another bust
TOTALS = 22
BUST = -1
NATURAL_TOTAL = 21

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def shoe(decks: int) -> tuple[int, ...]:
    """The cards of so many decks, by value."""
    return tuple(decks * count for count in DECK_COUNTS)


# --- every hand, and every way the dealer may draw -----------------------------------------------------------


class Hands(msgspec.Struct, frozen=True):
    """Every hand of 21 or less: cards by value, count, whether an ace counts 11, and the hand after one more card."""

    cards: Ints
    total: Ints
    soft: Ints
    size: Ints
    child: Ints  # BUST where one more card is too much
    one: Ints  # the hand of a single card
    two: Ints  # the hand of two cards

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints]:
        return self.cards, self.total, self.child


@cache
def hands() -> Hands:
    """Ordered so that a hand stands before those it may become."""
    found: list[tuple[int, ...]] = []

    def grow(cards: tuple[int, ...], lowest: int, hard: int) -> None:
        for value in range(lowest, VALUES):
            if hard + value + 1 <= NATURAL_TOTAL:
                more = (*cards, value)
                found.append(more)
                grow(more, value, hard + value + 1)

    grow((), ACE, 0)
    found.sort(key=lambda cards: (sum(cards) + len(cards), cards))
    index = {cards: n for n, cards in enumerate(found)}
    hard = [sum(cards) + len(cards) for cards in found]
    soft = [int(cards[0] == ACE and points <= 11) for cards, points in zip(found, hard, strict=True)]
    child = [[index.get(tuple(sorted((*cards, value))), BUST) for value in range(VALUES)] for cards in found]
    return Hands(
        np.array([[cards.count(value) for value in range(VALUES)] for cards in found], np.int64),
        np.array([points + 10 * ace for points, ace in zip(hard, soft, strict=True)], np.int64),
        np.array(soft, np.int64),
        np.array([len(cards) for cards in found], np.int64),
        np.array(child, np.int64),
        np.array([index[value,] for value in range(VALUES)], np.int64),
        np.array([[index[tuple(sorted((a, b)))] for b in range(VALUES)] for a in range(VALUES)], np.int64),
    )


class Draws(msgspec.Struct, frozen=True):
    """The dealer's draws against each up card, as trees by value: a node adds ``count`` cards of one value."""

    start: Ints
    parent: Ints
    value: Ints
    count: Ints
    orders: Ints  # how many orders end here; 0: none does
    final: Ints
    size: Ints  # cards drawn

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, Ints]:
        return self.start, self.parent, self.value, self.count, self.orders, self.final, self.size


def dealer_orders(up: int) -> dict[tuple[int, ...], tuple[int, int]]:
    """633a.7(m): each set of cards that a dealer without Blackjack may draw: (final count, number of orders)."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    counts = [0] * VALUES

    def draw(total: int, soft: bool, first: bool) -> None:
        for value in range(VALUES):
            if first and {up, value} == {ACE, TEN}:
                continue  # a Blackjack
            points, ace = total + value + 1, soft
            if value == ACE and not soft and points + 10 <= NATURAL_TOTAL:
                points, ace = points + 10, True
            elif points > NATURAL_TOTAL and soft:
                points, ace = points - 10, False
            counts[value] += 1
            if points >= 17:
                cards = tuple(counts)
                found[cards] = points, found.get(cards, (0, 0))[1] + 1
            else:
                draw(points, ace, False)
            counts[value] -= 1

    draw(11 if up == ACE else up + 1, up == ACE, True)
    return found


@cache
def draws() -> Draws:
    start: list[int] = [0]
    rows: list[list[int]] = []
    for up in range(VALUES):
        nodes: dict[tuple[tuple[int, int], ...], int] = {}
        for cards, (points, orders) in sorted(dealer_orders(up).items()):
            path: tuple[tuple[int, int], ...] = ()
            above = -1
            for value, count in enumerate(cards):
                if count:
                    path = (*path, (value, count))
                    if path not in nodes:
                        nodes[path] = len(rows) - start[-1]
                        rows.append([above, value, count, 0, 0, 0])
                    above = nodes[path]
            rows[start[-1] + above][3:] = [orders, min(points, 23) - 17, sum(cards)]
        start.append(len(rows))
    return Draws(np.array(start, np.int64), *(np.array(column, np.int64) for column in zip(*rows, strict=True)))


# --- compiled --------------------------------------------------------------------------------------------------

MOST = 24  # cards of one value that a tree may ask for, and cards that a dealer may draw
LANES = 8


@njit(cache=True, nogil=True)
def finals(decks: Ints, up: int, tree: Any) -> Floats:
    """For each deck, the chance of each final count of a dealer without Blackjack who draws from it.

    ``LANES`` decks go through the tree together, so that the processor multiplies them at once.
    """
    start, parent, value, count, orders, final, size = tree
    first, nodes = start[up], start[up + 1] - start[up]
    out = np.zeros((len(decks), FINALS))
    work = np.empty((nodes + 1, LANES))  # the first row is the root
    falling, scale = np.empty((VALUES, MOST, LANES)), np.empty((MOST, LANES))
    sums = np.empty((FINALS, LANES))
    work[0, :] = 1.0
    for begin in range(0, len(decks), LANES):
        for lane in range(LANES):
            deck = decks[min(begin + lane, len(decks) - 1)]
            left, product = 0, 1.0
            for v in range(VALUES):
                left += deck[v]
                chance = 1.0
                for c in range(min(MOST, 18 // (v + 1) + 1)):
                    chance *= max(deck[v] - c, 0)
                    falling[v, c, lane] = chance
            for c in range(MOST):
                product *= max(left - c, 1)
                scale[c, lane] = 1.0 / product
        sums[:] = 0.0
        for node in range(nodes):
            at = first + node
            above, below, ways = work[parent[at] + 1], work[node + 1], falling[value[at], count[at] - 1]
            for lane in range(LANES):
                below[lane] = above[lane] * ways[lane]
            if orders[at]:
                total, share, times = sums[final[at]], scale[size[at] - 1], float(orders[at])
                for lane in range(LANES):
                    total[lane] += times * below[lane] * share[lane]
        for lane in range(min(LANES, len(decks) - begin)):
            deck = decks[begin + lane]
            without = 1.0
            if up == 0 or up == 9:  # no Blackjack
                left = 0
                for v in range(VALUES):
                    left += deck[v]
                without = 1.0 - deck[9 - up] / left if left else 1.0
            for f in range(FINALS):
                out[begin + lane, f] = sums[f, lane] / without
    return out


@njit(cache=True, nogil=True)
def standing(decks: Ints, totals: Ints, up: int, tree: Any, pays: Floats) -> Floats:
    """For each deck, what a hand of that count is worth when it stands."""
    chances = finals(decks, up, tree)
    out = np.zeros(len(decks))
    for n in range(len(decks)):
        for f in range(FINALS):
            out[n] += chances[n, f] * pays[totals[n], f]
    return out


@njit(cache=True, nogil=True)
def next_cards(deck: Ints, up: int, out: Floats) -> None:
    """The chance of each value to be the next card, the dealer having no Blackjack."""
    left = 0
    for v in range(VALUES):
        left += deck[v]
    if up != 0 and up != 9:
        for v in range(VALUES):
            out[v] = deck[v] / left if left else 0.0
        return
    makes = 9 - up  # the hole card that would make a Blackjack
    others = left - deck[makes]
    for v in range(VALUES):
        if left < 2 or others == 0:
            out[v] = 0.0
        elif v == makes:
            out[v] = deck[v] / (left - 1)
        else:
            out[v] = deck[v] * (1.0 - 1.0 / others) / (left - 1)


@njit(cache=True, nogil=True)
def less(deck: Ints, cards: Ints, out: Ints) -> bool:
    """``deck`` without ``cards``; False where they are not all in it."""
    for v in range(VALUES):
        out[v] = deck[v] - cards[v]
        if out[v] < 0:
            return False
    return True


@njit(cache=True, nogil=True)
def solve(
    deck: Ints, up: int, known: Any, tree: Any, pays: Floats, bust: float, draw: Ints, choose: bool, only: Ints, stand: Floats, hit: Floats, double: Floats
) -> None:  # fmt: skip
    """The worth of the hands in ``only`` standing, drawing and doubled; ``deck`` is without the up card.

    Where ``choose``, ``draw`` is filled with what is best; else it is followed. A hand that the deck cannot make
    is left alone.
    """
    cards, total, child = known
    decks, made, odds = np.empty((len(only), VALUES), np.int64), np.empty(len(only), np.int64), np.empty(VALUES)
    count = 0
    for h in only:
        if less(deck, cards[h], decks[count]):
            made[count] = h
            count += 1
    made, decks = made[:count], decks[:count]
    stand[made] = standing(decks, total[made], up, tree, pays)
    for n in range(count - 1, -1, -1):
        h = made[n]
        next_cards(decks[n], up, odds)
        drawn, doubled = 0.0, 0.0
        for v in range(VALUES):
            if odds[v] > 0.0:
                c = child[h, v]
                if c < 0:
                    drawn += odds[v] * bust
                    doubled += odds[v] * bust
                else:
                    drawn += odds[v] * (hit[c] if draw[c] else stand[c])
                    doubled += odds[v] * stand[c]
        hit[h], double[h] = drawn, 2.0 * doubled
        if choose:
            draw[h] = total[h] < NATURAL_TOTAL and drawn > stand[h]  # 633a.7(k)(1)


@njit(cache=True, nogil=True)
def needed(pair: int, known: Any, draw: Ints, doubles: Ints, one: Ints, one_card: bool) -> Any:
    """Which hands a split card may become: those played on, and those whose worth standing is wanted."""
    _, total, child = known
    play, stands = np.zeros(len(total), np.uint8), np.zeros(len(total), np.uint8)
    for v in range(VALUES):
        h = child[one[pair], v]
        if one_card:
            stands[h] = 1
        elif doubles[h]:
            for w in range(VALUES):
                if child[h, w] >= 0:
                    stands[child[h, w]] = 1
        else:
            play[h] = 1
    for h in range(len(total)):
        if play[h] and not draw[h]:
            stands[h] = 1
        elif play[h]:
            for v in range(VALUES):
                if child[h, v] >= 0:
                    play[child[h, v]] = 1
    return play, stands


@njit(cache=True, nogil=True)
def split_hands(
    deck: Ints, up: int, pair: int, most: int, known: Any, tree: Any, pays: Floats, draw: Ints, doubles: Ints, one: Ints, one_card: bool
) -> Floats:  # fmt: skip
    """V(k) for k up to ``most``: what one hand of a split pair is worth, from its first card on.

    ``deck`` is without the up card; the other pair card and k more are gone from it. Of each k four numbers: the
    worth with any second card, the worth only as far as that does not pair, and the same two of what is staked.
    """
    cards, total, child = known
    play, stands = needed(pair, known, draw, doubles, one, one_card)
    base, left, odds, second = deck.copy(), np.empty(VALUES, np.int64), np.empty(VALUES), np.empty(VALUES)
    wanted = np.nonzero(stands)[0]
    decks, where = np.empty(((most + 1) * len(wanted), VALUES), np.int64), np.empty((most + 1) * len(wanted), np.int64)
    count, ends = 0, np.empty(most + 2, np.int64)
    ends[0] = 0
    base[pair] -= 1
    for k in range(most + 1):
        for each in wanted:
            if less(base, cards[each], decks[count]):
                where[count] = each
                count += 1
        ends[k + 1] = count
        base[pair] -= 1
    worths = standing(decks[:count], total[where[:count]], up, tree, pays)
    out, worth, stood = np.zeros((most + 1, 4)), np.zeros(len(total)), np.zeros(len(total))
    for k in range(most + 1):
        for n in range(ends[k], ends[k + 1]):
            stood[where[n]] = worths[n]
        base[:] = deck
        base[pair] -= 1 + k
        for h in range(len(total) - 1, -1, -1):
            if not play[h] or not less(base, cards[h], left):
                continue
            worth[h] = stood[h]
            if draw[h]:
                next_cards(left, up, odds)
                worth[h] = 0.0
                for v in range(VALUES):
                    if odds[v] > 0.0:
                        worth[h] += odds[v] * (worth[child[h, v]] if child[h, v] >= 0 else -1.0)
        less(base, cards[one[pair]], left)
        next_cards(left, up, odds)
        for v in range(VALUES):
            if odds[v] <= 0.0:
                continue
            h, stake = child[one[pair], v], 1.0
            value = stood[h] if one_card else worth[h]
            if not one_card and doubles[h]:
                stake, value = 2.0, 0.0
                less(base, cards[h], left)
                next_cards(left, up, second)
                for w in range(VALUES):
                    if second[w] > 0.0:
                        value += 2.0 * second[w] * (stood[child[h, w]] if child[h, w] >= 0 else -1.0)
            out[k, 0] += odds[v] * value
            out[k, 2] += odds[v] * stake
            if v != pair:
                out[k, 1] += odds[v] * value
                out[k, 3] += odds[v] * stake
    return out


@njit(cache=True, nogil=True)
def split_spread(
    deck: Ints, up: int, pair: int, known: Any, tree: Any, pays: Floats, draw: Ints, doubles: Ints, one: Ints, one_card: bool, size: Ints, unpaired: bool
) -> Floats:  # fmt: skip
    """How one hand of a split pair ends: the chance of each dealer's final with a net of −2, −1, 0, 1 and 2.

    ``unpaired``: given that its second card does not pair.
    """
    cards, total, child = known
    base, left, odds = deck.copy(), np.empty(VALUES, np.int64), np.empty(VALUES)
    base[pair] -= 1
    reached, ended = np.zeros(len(total) + 1), np.zeros((len(total) + 1, 2))  # by stake; the last row is a bust
    reached[one[pair]] = 1.0
    for h in range(len(total)):
        if reached[h] == 0.0 or not less(base, cards[h], left):
            continue
        doubled = size[h] == 2 and not one_card and doubles[h]
        if size[h] > 1 and not doubled and (not draw[h] or one_card):
            ended[h, 0] += reached[h]
            continue
        next_cards(left, up, odds)
        if unpaired and size[h] == 1:
            odds /= 1.0 - odds[pair]
            odds[pair] = 0.0
        for v in range(VALUES):
            if doubled:
                ended[child[h, v], 1] += reached[h] * odds[v]
            else:
                reached[child[h, v]] += reached[h] * odds[v]
    ended[-1, 0] += reached[-1]
    out, ends = np.zeros((FINALS, 5)), np.nonzero(ended[:-1, 0] + ended[:-1, 1])[0]
    decks = np.empty((len(ends) + 1, VALUES), np.int64)
    for n in range(len(ends)):
        less(base, cards[ends[n]], decks[n])
    less(base, cards[one[pair]], decks[-1])  # a busted hand does not look at the dealer's
    chances = finals(decks, up, tree)
    for f in range(FINALS):
        out[f, 1] += ended[-1, 0] * chances[-1, f]
        out[f, 0] += ended[-1, 1] * chances[-1, f]
        for n in range(len(ends)):
            net = int(pays[total[ends[n]], f])
            out[f, 2 + net] += ended[ends[n], 0] * chances[n, f]
            out[f, 2 + 2 * net] += ended[ends[n], 1] * chances[n, f]
    return out


@njit(cache=True, nogil=True)
def pair_cards(deck: Ints, up: int, pair: int, most: int) -> Floats:
    """The chance that so many given unseen cards are all of the pair's value; ``deck`` is without up card and pair."""
    found, left, odds = np.zeros(most + 1), deck.copy(), np.empty(VALUES)
    found[0] = 1.0
    for k in range(most):
        next_cards(left, up, odds)
        found[k + 1] = found[k] * odds[pair]
        if found[k + 1] == 0.0:
            break
        left[pair] -= 1
    return found


# --- splits ----------------------------------------------------------------------------------------------------


@cache
def split_paths(resplits: int) -> tuple[tuple[int, int, int], ...]:
    """How second cards may come: (pairs, others, number of orders) at which nothing more can pair.

    Two hands wait for their second card. One that pairs is split while that may be done, and leaves one more hand
    waiting; any other card finishes it. It ends when no hand waits or no resplit is left.
    """
    ends: dict[tuple[int, int], int] = {}
    ways = {(0, 0): 1}
    while ways:
        onward: dict[tuple[int, int], int] = {}
        for (pairs, others), count in ways.items():
            if pairs == resplits or 2 + pairs == others:
                ends[pairs, others] = ends.get((pairs, others), 0) + count
                continue
            for state in ((pairs + 1, others), (pairs, others + 1)):
                onward[state] = onward.get(state, 0) + count
        ways = onward
    return tuple((pairs, others, count) for (pairs, others), count in ends.items())


def split_sum(resplits: int, chance: Floats, free: Floats, unpaired: Floats) -> float:
    """The worth of all hands of a split: ``free`` and ``unpaired`` are V(k) with any second card and with no pair."""

    def expect(values: Floats, pairs: int, others: int) -> float:
        """One hand, with so many other second cards that paired and that did not."""
        terms = (
            (-1) ** s * comb(others, s) * chance[pairs + s] * values[pairs + s]
            for s in range(others + 1)
            if pairs + s < len(values)
        )
        return float(sum(terms))

    worth = 0.0
    for pairs, others, orders in split_paths(resplits):
        waiting = 2 + pairs - others
        if others:
            worth += orders * others * expect(unpaired, pairs, others - 1)
        if waiting:
            worth += orders * waiting * expect(free, pairs, others)
    return worth


# --- a whole game ----------------------------------------------------------------------------------------------


class Terms(msgspec.Struct, frozen=True):
    """What the analysis needs of a table's rules. ``pays[total][final]`` is the net of a finished hand."""

    pays: tuple[tuple[float, ...], ...]
    natural: tuple[float, ...]  # of a Blackjack, by the dealer's final
    surrender: bool
    resplits: int
    ace_resplits: int
    aces_take_one_card: bool


STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "draw", "double_down", "split_pairs", "surrender"
GIVEN_UP, LOST = -0.5, -1.0


class Strategy(msgspec.Struct, frozen=True):
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
    terms: Terms
    strategy: Strategy
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


def split_worth(left: Ints, up: int, pair: int, terms: Terms, draw: Ints, doubles: Ints) -> tuple[float, float]:
    """A pair split: the worth of all its hands, and what is staked on them; ``left`` is without the up card."""
    resplits = terms.ace_resplits if pair == ACE else terms.resplits
    one_card = pair == ACE and terms.aces_take_one_card
    most = min(2 * resplits + 1, int(left[pair]) - 2)
    if most < 0:
        return 0.0, 0.0
    chance = pair_cards(removed(left, pair, pair), up, pair, most)
    known, tree, pays = hands().arrays, draws().arrays, np.array(terms.pays)
    worths = split_hands(left, up, pair, most, known, tree, pays, draw, doubles, hands().one, one_card)
    free, unpaired, staked, staked_unpaired = worths.T
    return split_sum(resplits, chance, free, unpaired), split_sum(resplits, chance, staked, staked_unpaired)


def column(counts: Sequence[int], up: int, terms: Terms, draw: Ints, *, choose: bool) -> Column:
    """The hands against one up card, splits not yet; ``choose`` fills ``draw`` with what is best, else it is followed."""
    stand, hit, double = (np.full(len(hands().total), LOST) for _ in range(3))
    only = np.arange(len(hands().total)) if choose else reachable(draw)
    left, known, tree = removed(counts, up), hands().arrays, draws().arrays
    solve(left, up, known, tree, np.array(terms.pays), LOST, draw, choose, only, stand, hit, double)
    return Column(stand, hit, double, np.full(VALUES, -2.0), np.full(VALUES, 2.0))


def reachable(draw: Ints) -> Ints:
    """The hands that two cards may become where the first decision is free and the others are as ``draw`` has them."""
    known = hands()
    mark = known.size == 2
    for h in range(len(mark)):
        if mark[h] and (known.size[h] == 2 or draw[h]):
            mark[known.child[h][known.child[h] != BUST]] = True
    return np.nonzero(mark)[0]


def split_column(counts: Sequence[int], up: int, terms: Terms, strategy: Strategy, found: Column) -> None:
    """The pairs of a column, split hands played by the strategy."""
    left = removed(counts, up)
    for pair in range(VALUES):
        if left[pair] >= 2:
            worth = split_worth(left, up, pair, terms, strategy.draw[up], strategy.double[up])
            found.split[pair], found.split_stake[pair] = worth


def best_strategy(counts: tuple[int, ...], terms: Terms) -> Analysis:
    """The best play for every hand by its composition; split hands are played like the same cards unsplit."""
    size = len(hands().total)
    plan = Strategy(*(np.zeros((VALUES, width), np.int64) for width in (size, size, VALUES, size)))
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


def follow(counts: tuple[int, ...], terms: Terms, plan: Strategy) -> Analysis:
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


def natural_worth(counts: Sequence[int] | Ints, terms: Terms, up: int, *cards: int) -> float:
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
    stand, hit, double = (np.zeros(len(hands().total)) for _ in range(3))
    left, draw = removed(found.counts, up), found.strategy.draw[up]
    only = reachable(draw)
    solve(left, up, hands().arrays, tree.arrays, counted, 0.0, draw, False, only, stand, hit, double)
    return stand, hit, double / 2


def _of(column: Column, decision: str, h: int) -> float:
    return float({STAND: column.stand, HIT: column.hit, DOUBLE: column.double}[decision][h])


def split_nets(found: Analysis, up: int, pair: int) -> dict[int, float]:
    """How likely a split pair is to net what."""
    left, terms, plan = removed(found.counts, up), found.terms, found.strategy
    one_card = pair == ACE and terms.aces_take_one_card
    resplits = terms.ace_resplits if pair == ACE else terms.resplits
    table = hands().arrays, draws().arrays, np.array(terms.pays), plan.draw[up], plan.double[up], hands().one
    free, unpaired = (split_spread(left, up, pair, *table, one_card, hands().size, only) for only in (False, True))
    dealer = free.sum(axis=1)
    most = min(2 * resplits + 2, int(left[pair]) - 2)
    chance = [*pair_cards(removed(left, pair, pair), up, pair, most), *(0.0 for _ in range(2 * resplits + 3))]
    spread: dict[int, float] = {}
    for pairs, others, orders in split_paths(resplits):
        path = orders * sum((-1) ** s * comb(others, s) * chance[pairs + s] for s in range(others + 1))
        for final in range(FINALS):
            nets = np.ones(1)
            for n in range(2 + pairs):
                ends = (unpaired if n < others else free)[final]
                nets = np.convolve(nets, ends / ends.sum())
            for n, part in enumerate(nets):
                net = n - 2 * (2 + pairs)
                spread[net] = spread.get(net, 0.0) + float(path * dealer[final] * part)
    return spread


def expectation(found: Analysis) -> tuple[float, float]:
    """The player's expectation of a round, and all he stakes in it, for each unit of the Blackjack Wager."""
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

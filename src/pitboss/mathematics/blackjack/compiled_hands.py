"""Blackjack compiled: every hand, every way the dealer may draw, and what hands are worth against an up card.

Hands and draws are counted by value (ace, 2 … 9, ten). The dealer's draws stand in trees by value, so that common
factors are multiplied once; several decks go through a tree together. What it all means, ``blackjack_analyzer`` says.
"""

from functools import cache, cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch633a_blackjack.rules import MOST_DECKS
from pitboss.mathematics.kit.compiled import njit

VALUES = 10  # ace, 2 … 9, ten
ACE, TEN = 0, 9
DECK_COUNTS = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)  # one deck
FINALS = 7  # how a dealer without Blackjack ends: 17 … 21, 22, another bust
TOTALS = 22
BUST = -1
NATURAL_TOTAL = 21

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


def shoe(decks: int) -> tuple[int, ...]:
    """The cards of so many decks, by value."""
    return tuple(decks * count for count in DECK_COUNTS)


# --- every hand, and every way the dealer may draw -----------------------------------------------------------


class Hands(NamedTuple):
    """Every hand of 21 or less: cards by value, count, whether an ace counts 11, and the hand after one more card."""

    cards: Ints
    total: Ints
    soft: Ints
    size: Ints
    child: Ints  # BUST where one more card is too much
    one: Ints  # the hand of a single card
    two: Ints  # the hand of two cards


@cache
def hands() -> Hands:
    """Ordered so that a hand comes before those it may become."""
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


class Draws(msgspec.Struct, frozen=True, dict=True):
    """The dealer's draws against each up card, as trees by value: a node adds ``count`` cards of one value."""

    start: Ints
    parent: Ints
    value: Ints
    count: Ints
    orders: Ints  # how many orders end here; 0: none does
    final: Ints
    size: Ints  # cards drawn

    @cached_property
    def arrays(self) -> tuple[Ints, NDArray[np.uint32], Floats, Floats, Floats]:
        """As ``finals`` reads them: of each step its depth, which falling factorial it takes, and what ends there."""
        depth = np.zeros(len(self.parent), np.int64)
        for first, end in pairwise(self.start.tolist()):
            for node in range(first, end):
                depth[node] = 0 if self.parent[node] < 0 else depth[first + self.parent[node]] + 1
        steps = np.stack([depth, FIRST[self.value] + self.count - 1, self.final * SIZES + self.size], axis=1)
        return self.start, steps.astype(np.uint32), self.orders.astype(np.float64), falling_factorials(), shares()


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
    """All of them."""
    return _draws()


@cache
def draws_to(total: int) -> Draws:
    """Only those that end on one count."""
    return _draws(total)


def _draws(only: int = 0) -> Draws:
    start: list[int] = [0]
    rows: list[list[int]] = []
    for up in range(VALUES):
        nodes: dict[tuple[tuple[int, int], ...], int] = {}
        for cards, (points, orders) in sorted(dealer_orders(up).items()):
            if only not in (0, points):
                continue
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

LANES = 32  # decks that go through a tree together, so that the processor multiplies several at once
SIZES = 12  # a dealer draws fewer cards
MANY = np.array(
    [18 // (v + 1) + 1 for v in range(VALUES)], np.int64
)  # cards of a value that a dealer may draw, and more
FIRST = np.cumsum(MANY) - MANY  # the row of one card of each value, the rows of more cards below it
ROWS = int(MANY.sum())


def falling_factorials() -> Floats:
    """Row n: n, n (n - 1), n (n - 1) (n - 2) and so on."""
    most = MOST_DECKS * max(DECK_COUNTS)
    factors = np.arange(most + 1)[:, None] - np.arange(int(MANY.max()))[None, :]
    found: Floats = np.cumprod(np.maximum(factors, 0).astype(np.float64), axis=1)
    return found


def shares() -> Floats:
    """Row n: one order of 0, 1, 2 … cards among all that may come from n cards."""
    factors = np.ones((MOST_DECKS * sum(DECK_COUNTS) + 1, SIZES))
    factors[:, 1:] = np.maximum(np.arange(len(factors))[:, None] - np.arange(SIZES - 1)[None, :], 1)
    found: Floats = 1.0 / np.cumprod(factors, axis=1, dtype=np.float64)
    return found


@njit
def finals(decks: Ints, up: int, tree: Any) -> Floats:
    """For each deck, the chance of each final count of a dealer without Blackjack who draws from it.

    A tree is walked branch by branch, so that only the products on the way to where it is are kept; ends are added up
    by final count and number of cards, and weighed by the size of the deck once for all of them.
    """
    start, steps, orders, factorials, shares = tree
    out, sizes = np.zeros((len(decks), FINALS)), np.empty(LANES, np.int64)
    work, falling, sums = np.empty((VALUES + 1, LANES)), np.empty((ROWS, LANES)), np.empty((FINALS * SIZES, LANES))
    work[0, :] = 1.0
    for begin in range(0, len(decks), LANES):
        for lane in range(LANES):
            deck = decks[min(begin + lane, len(decks) - 1)]
            sizes[lane] = 0
            for v in range(VALUES):
                left = max(deck[v], 0)
                sizes[lane] += left
                for c in range(MANY[v]):
                    falling[FIRST[v] + c, lane] = factorials[left, c]
        sums[:] = 0.0
        for at in range(start[up], start[up + 1]):
            depth, ways, end = np.uintp(steps[at, 0]), np.uintp(steps[at, 1]), np.uintp(steps[at, 2])
            below, times = depth + np.uintp(1), orders[at]
            if times == 0.0:
                for lane in range(LANES):
                    work[below, lane] = work[depth, lane] * falling[ways, lane]
            else:
                for lane in range(LANES):
                    product = work[depth, lane] * falling[ways, lane]
                    work[below, lane] = product
                    sums[end, lane] += times * product
        for lane in range(min(LANES, len(decks) - begin)):
            without, left = 1.0, sizes[lane]
            if (up == 0 or up == 9) and left:  # no Blackjack
                without = 1.0 - decks[begin + lane, 9 - up] / left
            if without > 0.0:
                for f in range(FINALS):
                    total = 0.0
                    for size in range(1, SIZES):
                        total += sums[f * SIZES + size, lane] * shares[left, size]
                    out[begin + lane, f] = total / without
    return out


@njit
def standing(decks: Ints, totals: Ints, up: int, tree: Any, pays: Floats) -> Floats:
    """For each deck, what a hand of that count is worth when it stands."""
    chances = finals(decks, up, tree)
    out = np.zeros(len(decks))
    for n in range(len(decks)):
        for f in range(FINALS):
            out[n] += chances[n, f] * pays[totals[n], f]
    return out


@njit
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


@njit
def less(deck: Ints, cards: Ints, out: Ints) -> bool:
    """``deck`` without ``cards``; False where they are not all in it."""
    for v in range(VALUES):
        out[v] = deck[v] - cards[v]
        if out[v] < 0:
            return False
    return True


@njit
def makeable(deck: Ints, cards: Ints, only: Ints) -> Any:
    """Those of the hands in ``only`` that the deck can make, each with the deck that is left then."""
    decks, made = np.empty((len(only), VALUES), np.int64), np.empty(len(only), np.int64)
    count = 0
    for h in only:
        if less(deck, cards[h], decks[count]):
            made[count] = h
            count += 1
    return made[:count], decks[:count]


class Pays(NamedTuple):
    """What a hand nets by its count and the dealer's final, and what a bust does."""

    nets: Floats
    bust: float


class Worths(NamedTuple):
    """Of every hand: whether it draws, and what it is worth standing, drawing and doubled."""

    draw: Ints
    stand: Floats
    hit: Floats
    double: Floats


@njit
def backwards(made: Ints, decks: Ints, up: int, known: Hands, bust: float, choose: bool, worths: Worths) -> None:
    """From what hands are worth standing, what they are worth drawing and doubled; see ``solve``."""
    total, child, (draw, stand, hit, double) = known.total, known.child, worths
    odds = np.empty(VALUES)
    for n in range(len(made) - 1, -1, -1):
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


@njit
def solve(deck: Ints, up: int, known: Hands, tree: Any, pays: Pays, choose: bool, only: Ints, worths: Worths) -> None:
    """The worth of the hands in ``only`` standing, drawing and doubled; ``deck`` is without the up card.

    Where ``choose``, ``draw`` is filled with what is best; else it is followed. A hand that the deck cannot make
    is left alone.
    """
    made, decks = makeable(deck, known.cards, only)
    stood = standing(decks, known.total[made], up, tree, pays.nets)
    for n in range(len(made)):
        worths.stand[made[n]] = stood[n]
    backwards(made, decks, up, known, pays.bust, choose, worths)


@njit
def begin_with(h: int, doubles: Ints, child: Ints, play: Bytes, stands: Bytes) -> None:
    """Mark what two cards may become: doubled they stand with one more, else they are played on."""
    if doubles[h]:
        for v in range(VALUES):
            if child[h, v] >= 0:
                stands[child[h, v]] = 1
    else:
        play[h] = 1


@njit
def play_on(play: Bytes, stands: Bytes, draw: Ints, child: Ints) -> None:
    """Mark every hand that one played on may become: it is played on itself, or stands; parents come before children."""
    for h in range(len(play)):
        if play[h] and not draw[h]:
            stands[h] = 1
        elif play[h]:
            for v in range(VALUES):
                if child[h, v] >= 0:
                    play[child[h, v]] = 1


@njit
def played(
    deck: Ints, up: int, known: Hands, tree: Any, tables: Floats, busts: Floats, draw: Ints, doubles: Ints
) -> Floats:
    """What every two cards come to by a plan, unsplit: the mean of each table, by the count and the dealer's final."""
    cards, total, child, two = known.cards, known.total, known.child, known.two
    play, stands = np.zeros(len(total), np.uint8), np.zeros(len(total), np.uint8)
    for one in range(VALUES):
        for other in range(VALUES):
            begin_with(two[one, other], doubles, child, play, stands)
    play_on(play, stands, draw, child)
    where, decks = makeable(deck, cards, np.nonzero(stands)[0])
    chances = finals(decks, up, tree)
    out, left, odds = np.zeros((len(tables), VALUES, VALUES)), np.empty(VALUES, np.int64), np.empty(VALUES)
    for t in range(len(tables)):
        stood, worth = np.zeros(len(total)), np.zeros(len(total))
        for n in range(len(where)):
            for f in range(FINALS):
                stood[where[n]] += chances[n, f] * tables[t, total[where[n]], f]
        for h in range(len(total) - 1, -1, -1):
            if play[h] and not draw[h]:
                worth[h] = stood[h]
            elif (play[h] or doubles[h]) and less(deck, cards[h], left):
                next_cards(left, up, odds)
                for v in range(VALUES):
                    if odds[v] > 0.0:
                        c = child[h, v]
                        worth[h] += odds[v] * (busts[t] if c < 0 else worth[c] if play[h] else stood[c])
        for one in range(VALUES):
            for other in range(VALUES):
                out[t, one, other] = worth[two[one, other]]
    return out

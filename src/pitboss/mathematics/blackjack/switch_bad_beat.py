"""The Bad Beat Progressive at Blackjack Switch: some hand of a player with two hands ends on 20 against a 21.

Each hand is played by its own cards alone, so all that matters of a course of play is which cards are gone: any order
of the same cards is as likely as any other. Courses are therefore counted, by the cards they take, and only then
weighed. That some hand ends on 20 is the expected number of hands that do, less that of pairs of hands, plus that of
three hands, all exact. Four hands there are only where a pair was split again or both hands were split; what they
would have subtracted is bounded and stated as an interval.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.mathematics.blackjack.analyzer import Analysis, BlackjackTerms, removed, split_paths
from pitboss.mathematics.blackjack.bad_beat import BEATS, UNBEATEN, Twenties, orders_to_twenty
from pitboss.mathematics.blackjack.card_sets import (
    BITS,
    Count,
    Product,
    gathered,
    key,
    keys,
    single,
    summed_apart,
    times,
)
from pitboss.mathematics.blackjack.compiled_hands import (
    ACE,
    NATURAL_TOTAL,
    TEN,
    VALUES,
    Draws,
    Floats,
    Ints,
    draws_to,
    finals,
    hands,
)
from pitboss.mathematics.blackjack.switch import Flags, four_cards
from pitboss.mathematics.kit.compiled import njit

AT_ONCE = 1 << 10  # sets of cards that are weighed together, few enough for the processor's cache
LONGEST = 63  # cards in a course, at most
PAIRS = [(one, two) for one in range(VALUES) for two in range(one, VALUES)]


# --- one hand, split or not ----------------------------------------------------------------------------------------


class Courses(NamedTuple):
    """What two cards may become: in how many orders one, two and three of their hands end on 20.

    ``again`` is ``two`` only where a pair was split again; ``most`` how many hands there may be.
    """

    one: Count
    two: Count
    three: Count
    again: Count
    first: Count  # the first hand on 20
    most: int


NONE: Count = gathered([])


def courses(found: Analysis, up: int, one: int, two: int) -> Courses:
    """The courses of two cards against an up card, the two cards among them."""
    known, plan = hands(), found.strategy
    below = known.total < NATURAL_TOTAL
    draw, double = plan.draw[up] * below, plan.double[up] * below
    if one == two and plan.split[up, one] and not plan.surrender[up, known.two[one, two]]:
        return _split(found.terms, one, draw, double)
    if plan.surrender[up, known.two[one, two]]:  # I-633a-14: a surrendered hand does not count
        return Courses(NONE, NONE, NONE, NONE, NONE, 1)
    begin = np.zeros(len(known.total))
    begin[known.two[one, two]] = 1.0
    ends = _ends(begin, draw, double)
    return Courses(ends, NONE, NONE, NONE, ends, 1)


def _ends(begin: Floats, draw: Ints, double: Ints, *, one_card: bool = False) -> Count:
    orders = orders_to_twenty(begin, draw, double, one_card=one_card)
    ended = np.nonzero(orders)[0]
    return keys(hands().cards[ended]), orders[ended]


def _split(terms: BlackjackTerms, pair: int, draw: Ints, double: Ints) -> Courses:
    """633a.11: as in the analysis of splits, a second card that does not pair is any card less a pair card."""
    known, resplits = hands(), terms.most_resplits(pair)
    begin = np.zeros(len(known.total))
    begin[known.child[known.one[pair]]] = 1.0
    one_card = pair == ACE and terms.aces_take_one_card
    ends = [_ends(begin, draw, double, one_card=one_card)]
    begin[known.two[pair, pair]] = 0.0
    ends.append(_ends(begin, draw, double, one_card=one_card))
    free, unpaired = ((cards - key(pair), orders) for cards, orders in ends)  # from a first card on

    def on_twenty(many: int, least: int = 0) -> Count:
        return gathered(_of_hands(many, pair, resplits, free, unpaired, least))

    first = [times(unpaired, single(key(pair) * (2 + k))) for k in range(resplits)]
    first.append(times(free, single(key(pair) * (2 + resplits))))
    return Courses(on_twenty(1), on_twenty(2), on_twenty(3), on_twenty(2, 1), gathered(first), 2 + resplits)


def _of_hands(many: int, pair: int, resplits: int, free: Count, unpaired: Count, least: int) -> Iterator[Count]:
    """So many hands of a split on 20, in splits with so many resplits or more."""
    for held in range(many + 1):  # of them with a second card that did not pair
        pairs = list(_pair_cards(held, many - held, pair, resplits, least))
        if pairs:
            course = gathered(pairs)
            for each in (unpaired,) * held + (free,) * (many - held):
                course = times(course, each)
            yield course


def _pair_cards(held: int, waiting: int, pair: int, resplits: int, least: int) -> Iterator[Count]:
    """The pair cards gone in each course of second cards, and how often such hands can be picked from it."""
    for pairs, others, orders in split_paths(resplits):
        picked = orders * comb(others, held) * comb(2 + pairs - others, waiting)
        if pairs >= least and picked:
            for s in range(others - held + 1):
                yield single(key(pair) * (2 + pairs + s), (-1) ** s * comb(others - held, s) * picked)


# --- both hands ------------------------------------------------------------------------------------------------------


def held(exchanged: Flags) -> Floats:
    """How many of all four cards a b c d are held as these two hands, once the switch is over; both in ``PAIRS``."""
    place = np.zeros((VALUES, VALUES), np.int64)
    for n, (one, two) in enumerate(PAIRS):
        place[one, two] = place[two, one] = n
    a, b, c, d = np.indices((VALUES,) * 4)
    mine = np.where(exchanged, place[a, d], place[a, b])
    other = np.where(exchanged, place[c, b], place[c, d])
    size = len(PAIRS)
    return np.bincount((mine * size + other).ravel(), minlength=size * size).reshape(size, size).astype(np.float64)


class UpCard:
    """One up card: the hands there may be, and how often which two of them are held together."""

    def __init__(self, found: Analysis, up: int, together: Floats) -> None:
        self.courses = [courses(found, up, *cards) for cards in PAIRS]
        self.together = together
        self.cards = np.array([key(*cards) for cards in PAIRS])
        self.ends = np.unique(np.concatenate([each.one[0] for each in self.courses]))
        self.orders = np.zeros((len(PAIRS), len(self.ends)))
        for n, each in enumerate(self.courses):
            self.orders[n, np.searchsorted(self.ends, each.one[0])] = each.one[1]

    def first(self) -> Iterator[Product]:
        """The first hand on 20, whatever the other does."""
        for n, each in enumerate(self.courses):
            yield each.first, self._other_cards(n), 1.0

    def some(self) -> Iterator[Product]:
        """One hand less two hands plus three hands: all of it where there are no more than three."""
        for n, each in enumerate(self.courses):
            other, on_twenty = self._other_cards(n), self._other_on_twenty(n)
            yield each.one, other, 2.0
            yield each.one, on_twenty, -1.0
            yield each.two, other, -2.0
            yield each.two, on_twenty, 2.0
            yield each.three, other, 2.0

    def four(self) -> Iterator[Product]:
        """No fewer than four hands on 20 can be picked: of n hands (n - 3)/4 times as often as three of them."""
        split = np.array([each.most > 1 for each in self.courses])
        for n in np.nonzero(split)[0]:
            each = self.courses[n]
            by = self.together[n] * [(each.most + other.most - 3) / 2 for other in self.courses]
            yield each.three, (self.cards, by), 1.0
            yield each.two, (self.ends, np.where(split, by, 0.0) @ self.orders), 1.0
            yield each.again, (self.ends, np.where(split, 0.0, by) @ self.orders), 1.0

    def _other_cards(self, n: int) -> Count:
        """The other hand's two cards."""
        return self.cards, self.together[n]

    def _other_on_twenty(self, n: int) -> Count:
        """One hand on 20 of the other two cards."""
        return self.ends, self.together[n] @ self.orders


# --- weighing --------------------------------------------------------------------------------------------------------


@cache
def beat_draws() -> Draws:
    """The dealer's draws to 21, distinguished by how many cards make it."""
    tree = draws_to(NATURAL_TOTAL)
    return Draws(
        tree.start, tree.parent, tree.value, tree.count, tree.orders, np.minimum(tree.size + 1, 7) - 3, tree.size
    )


def weighed(counts: tuple[int, ...], up: int, courses: Count) -> Floats:
    """The chance of up card and courses, by category of the hand of a dealer without Blackjack; a row for each column of
    orders."""
    left = removed(counts, up)
    ways = np.array([falling_factorial(int(many)) for many in (*left, left.sum())])
    found: Floats = _weighed(left, up, *courses, ways, beat_draws().arrays) * counts[up] / (left.sum() + 1)
    return found


@njit
def _weighed(left: Ints, up: int, sets: Ints, orders: Floats, ways: Floats, tree: Any) -> Floats:
    decks, chances = np.empty((AT_ONCE, VALUES), np.int64), np.empty(AT_ONCE)
    of, size, makes = np.empty(AT_ONCE, np.int64), left.sum(), TEN - up
    out = np.zeros((orders.shape[1], BEATS))
    for begin in range(0, len(sets), AT_ONCE):
        many = 0
        for n in range(begin, min(begin + AT_ONCE, len(sets))):
            chance, gone, made = 1.0, 0, True
            for value in range(VALUES):
                cards = sets[n] >> BITS * value & (1 << BITS) - 1
                decks[many, value] = left[value] - cards
                made &= decks[many, value] >= 0
                chance *= ways[value, cards]
                gone += cards
            if made:
                chance /= ways[VALUES, gone]
                if up in (ACE, TEN):
                    chance *= 1.0 - decks[many, makes] / max(size - gone, 1)
                chances[many], of[many] = chance, n
                many += 1
        beaten, part = finals(decks[:many], up, tree), np.zeros_like(out)  # sums of few lose fewer digits
        for n in range(many):
            for column in range(orders.shape[1]):
                chance = chances[n] * orders[of[n], column]
                for category in range(UNBEATEN):
                    part[column, category] += chance * beaten[n, category]
                part[column, UNBEATEN] += chance
        out += part
    for category in range(UNBEATEN):
        out[:, UNBEATEN] -= out[:, category]
    return out


@cache
def falling_factorial(n: int) -> Floats:
    """1, n, n times n - 1, and so on, for as many cards as a course may take."""
    found: Floats = np.ones(LONGEST + 1)
    found[1:] = [max(n - k, 0) for k in range(LONGEST)]
    return np.multiply.accumulate(found)


def twenty_beaten(
    found: Analysis,
    switch: Mapping[int, Flags],
    *,
    first_hand_only: bool = False,
    less: Mapping[int, Flags] | None = None,
) -> Twenties:
    """The chance of a 20 by category of the dealer's hand, that against the dealer's Blackjack, and how much too low each may be.

    ``switch`` says for each up card which four cards are exchanged, as ``blackjack_switch.switches`` has it; with ``less``,
    only by how much each is more than where these are.
    """
    beaten, more, natural = np.zeros(BEATS), np.zeros(BEATS), 0.0
    twenty = hands().total[hands().two] == sides.TWENTY
    mine, other = twenty[:, :, None, None], twenty[None, None, :, :]
    for up, exchanged in switch.items():
        together = held(exchanged)
        if less is not None:
            together -= held(less[up])
        else:
            ways, lost = four_cards(found.counts, up)
            natural += float((ways * lost * (mine if first_hand_only else mine | other)).sum())
        if not together.any():
            continue
        table = UpCard(found, up, together)
        if first_hand_only:
            beaten += weighed(found.counts, up, summed_apart([table.first()]))[0]
        else:
            some, four = weighed(found.counts, up, summed_apart([table.some(), table.four()]))
            beaten += some
            more += four
    return beaten - more, natural, more

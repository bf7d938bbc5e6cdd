"""The Bad Beat Progressive of Blackjack: a 20 of the player, who plays by the chart, against the dealer's 21.

Hands that are not split are exact. That some hand of a split ends on 20 is the expected number of hands that do, less
the expected number of pairs of hands that do, both exact, plus what three such hands would have had subtracted too
often. Three hands can only come of a resplit; what they may add is bounded and stated as an interval.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb

import msgspec
import numpy as np

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.chapters.ch633a_blackjack.rules import BAD_BEAT, Rules
from pitboss.mathematics.blackjack.analyzer import (
    SPLIT,
    SURRENDER,
    Analysis,
    dealer_natural,
    deals,
    given,
    removed,
    split_paths,
    split_sum,
)
from pitboss.mathematics.blackjack.compiled_hands import (
    ACE,
    FINALS,
    TEN,
    TOTALS,
    VALUES,
    Draws,
    Floats,
    Ints,
    draws,
    finals,
    hands,
    played,
)
from pitboss.mathematics.blackjack.side_edges import meter_edge, unit_of
from pitboss.mathematics.blackjack.splits import pair_cards
from pitboss.mathematics.kit.edge import COMBINATORIAL, INTERVAL, Edge
from pitboss.meters import Meter

BEATS = 6  # categories: the dealer's 21 with three, four, five, six, seven or more cards; anything else
TOP, UNBEATEN = 4, 5
Twenties = tuple[Floats, float, Floats]


@cache
def beat_draws() -> Draws:
    """The dealer's draws, distinguished by how many cards make the 21."""
    tree = draws()
    size = np.minimum(tree.size + 1, 7) - 3
    final = np.where(tree.final == 4, size, UNBEATEN)
    return Draws(tree.start, tree.parent, tree.value, tree.count, tree.orders, final, tree.size)


def _twenties() -> Floats:
    """For each category, a table that counts a 20 against it."""
    found = np.zeros((BEATS, TOTALS, FINALS))
    for category in range(BEATS):
        found[category, sides.TWENTY, category] = 1.0
    return found


def twenty_beaten(found: Analysis, *, first_hand_only: bool = False) -> Twenties:
    """The chance of a 20 by category of the dealer's hand, that against the dealer's Blackjack, and how much too low each may
    be."""
    beaten, natural, more = np.zeros(BEATS), 0.0, np.zeros(BEATS)
    plan, known = found.strategy, hands()
    unsplit = [
        played(
            removed(found.counts, up), up, known, beat_draws().arrays, _twenties(), np.zeros(BEATS),
            plan.draw[up], plan.double[up],
        )
        for up in range(VALUES)
    ]  # fmt: skip
    for chance, up, one, two in deals(found.counts):
        lost = dealer_natural(found.counts, up, one, two)
        natural += chance * lost * (known.total[known.two[one, two]] == sides.TWENTY)
        live, decision = chance * (1 - lost), found.decision(up, one, two)
        if decision == SPLIT:
            some, at_most = Split(found, up, one).twenty(first_hand_only=first_hand_only)
            beaten += live * some
            more += live * at_most
        elif decision != SURRENDER:
            beaten += live * unsplit[up][:, one, two]
    return beaten, natural, more


# --- splits ----------------------------------------------------------------------------------------------------


class Split:
    """One pair split against one up card."""

    def __init__(self, found: Analysis, up: int, pair: int) -> None:
        self.plan, self.up, self.pair = found.strategy, up, pair
        self.left, self.resplits = removed(found.counts, up), found.terms.most_resplits(pair)
        self.one_card = pair == ACE and found.terms.aces_take_one_card
        self.most = min(2 * self.resplits + 1, int(self.left[pair]) - 2)
        self.chance = pair_cards(removed(self.left, pair, pair), up, pair, self.most)

    def twenty(self, *, first_hand_only: bool) -> tuple[Floats, Floats]:
        """The chance that some hand ends on 20, by category; and what of it three hands may have cost."""
        free, unpaired = self._one_hand()
        if first_hand_only:
            last = min(self.resplits, self.most)
            ends = [unpaired[k] if k < self.resplits else free[k] for k in range(last + 1)]
            return np.sum([self.chance[k] * end for k, end in enumerate(ends)], axis=0), np.zeros(BEATS)
        two = self._two_hands()
        some = split_sum(self.resplits, self.chance, free, unpaired) - self._pairs_of_hands(*two, least=0)
        # Of n hands on 20 there are n(n-1)(n-2)/6 triples: no more than (most hands - 2)/3 for each pair of them.
        return some, self._pairs_of_hands(*two, least=1) * self.resplits / 3

    def _one_hand(self) -> tuple[Floats, Floats]:
        """V(k) of a 20 for every category, with any second card and with one that does not pair."""
        cards, *orders = self._ends()
        free, unpaired = self._against(cards, orders)
        return free, unpaired

    def _pairs_of_hands(self, both: Floats, one: Floats, neither: Floats, *, least: int) -> Floats:
        """How many pairs of hands are to be expected on 20, in splits with so many resplits or more."""
        found = np.zeros(BEATS)
        for pairs, others, orders in split_paths(self.resplits):
            if pairs < least:
                continue
            waiting = 2 + pairs - others
            if others >= 2:
                found += orders * comb(others, 2) * given(self.chance, neither, pairs, others - 2)
            if others and waiting:
                found += orders * others * waiting * given(self.chance, one, pairs, others - 1)
            if waiting >= 2:
                found += orders * comb(waiting, 2) * given(self.chance, both, pairs, others)
        return found

    def _two_hands(self) -> tuple[Floats, Floats, Floats]:
        """W(k) of two hands on 20: where both, one or neither of their second cards may pair."""
        ends, free, unpaired = self._ends()
        drawn = (ends[:, None, :] + ends[None, :, :]).reshape(-1, VALUES)
        cards, place = np.unique(drawn, axis=0, return_inverse=True)
        orders = [
            np.bincount(place.ravel(), (a[:, None] * b[None, :]).ravel()).astype(np.float64)
            for a, b in ((free, free), (unpaired, free), (unpaired, unpaired))
        ]
        both, one, neither = self._against(cards, orders)
        return both, one, neither

    def _against(self, cards: Ints, orders: Sequence[Floats]) -> list[Floats]:
        """For k more pair cards gone, the chance that these sets are drawn, so many orders each, by category."""
        found = [np.zeros((self.most + 1, BEATS)) for _ in orders]
        for k in range(self.most + 1):
            deck = self.left.copy()
            deck[self.pair] -= 2 + k
            made = (deck >= cards).all(axis=1)
            if made.any():
                chance = self._drawn(deck, cards[made])[:, None]
                ends = chance * finals(deck - cards[made], self.up, beat_draws().arrays)[:, :BEATS]
                for table, count in zip(found, orders, strict=True):
                    table[k] = count[made] @ ends
        return found

    def _drawn(self, deck: Ints, cards: Ints) -> Floats:
        """For each set of cards, the chance that given unseen cards are these in one order, the dealer having no Blackjack."""
        size, count = int(deck.sum()), cards.sum(axis=1)
        chance = np.ones(len(cards))
        for value in range(VALUES):
            falling = np.cumprod([1.0, *(float(deck[value] - n) for n in range(int(cards[:, value].max())))])
            chance *= falling[cards[:, value]]
        chance /= np.cumprod([1.0, *(float(size - n) for n in range(int(count.max())))])[count]
        if self.up in (ACE, TEN):
            makes = TEN - self.up
            chance *= 1 - (deck[makes] - cards[:, makes]) / (size - count)
            chance /= 1 - deck[makes] / size
        return chance

    def _ends(self) -> tuple[Ints, Floats, Floats]:
        """The cards that bring a split hand to 20, the orders they may come in, and those that begin with no pair."""
        known, draw, double = hands(), self.plan.draw[self.up], self.plan.double[self.up]
        begin = np.zeros((2, len(known.total)))
        begin[:, known.child[known.one[self.pair]]] = 1.0
        begin[1, known.two[self.pair, self.pair]] = 0.0
        free, unpaired = (orders_to_twenty(each, draw, double, one_card=self.one_card) for each in begin)
        twenty = np.nonzero(free)[0]
        cards = known.cards[twenty].copy()
        cards[:, self.pair] -= 1
        return cards, free[twenty], unpaired[twenty]


def orders_to_twenty(begin: Floats, draw: Ints, double: Ints, *, one_card: bool = False) -> Floats:
    """For each hand that is a 20, in how many orders a plan ends on it that begins with so many of each two cards."""
    known = hands()
    reached, ended = begin.copy(), np.zeros(len(known.total))
    for h in np.nonzero(known.size > 1)[0]:
        if not reached[h]:
            continue
        doubled = known.size[h] == 2 and double[h] and not one_card
        if not doubled and (not draw[h] or one_card):
            ended[h] += reached[h]
            continue
        for child in known.child[h][known.child[h] >= 0]:
            (ended if doubled else reached)[child] += reached[h]
    return np.where(known.total == sides.TWENTY, ended, 0.0)


# --- the edge ----------------------------------------------------------------------------------------------------


def bad_beat_edge(rules: Rules, meter: Meter, twenties: Twenties, played: str = "basic") -> Edge:
    """633a.13(j): with the bonuses that are offered, besides any other award (I-633a-16).

    What it says of itself includes how far the bounds are apart, and a warning where it favours the player (I-633a-44).
    """
    low, natural, more = twenties
    beaten = low + more / 2
    by_cards = [(sides.BAD_BEAT_CARDS[2], natural), *((sides.BAD_BEAT_CARDS[n], beaten[n - 3]) for n in (3, 4, 5, 6))]
    if rules.bad_beat_any_20:
        by_cards.append((sides.PLAYER_20, beaten[UNBEATEN]))
    fixed = [(line, Fraction(sides.BAD_BEAT[line].win), _rounded(chance)) for line, chance in by_cards]
    found = meter_edge(BAD_BEAT, rules, meter, fixed, _rounded(beaten[TOP]))
    bonus = sum(_bonuses(rules), Fraction(0))
    half_width = sum((_rounded(part * award / 2) for part, award in zip(more, _awards(rules, meter), strict=True)),
        Fraction(0))  # fmt: skip
    assert found.progressive is not None
    meter_part = found.progressive
    fixed_part = meter_part.fixed + bonus
    even = (1 - fixed_part) * meter_part.unit / meter_part.top
    note = f"{found.note}; outcomes without the bonuses, worth {bonus}"
    if half_width:
        note += f"; between bounds, {float(100 * half_width):.5f} % of a wager to either side"
    edge = Edge(
        "633a",
        "blackjack",
        BAD_BEAT,
        found.outcomes,
        decks=rules.dealt_decks,
        options={
            **found.options,
            "any_20": str(rules.bad_beat_any_20).lower(),
            "split_hands": rules.bad_beat_split_hands,
            "magic_card": str(rules.magic_card_bonus).lower(),
            "lucky_player": str(rules.lucky_player_bonus).lower(),
            **({"blackjack_switch": "true"} if rules.blackjack_switch else {}),
        },
        strategy=played,
        method=INTERVAL if half_width else COMBINATORIAL,
        half_width=half_width,
        progressive=msgspec.structs.replace(meter_part, fixed=fixed_part, even=even),
        note=note,
    )
    if edge.house_edge >= 0:
        return edge
    return msgspec.structs.replace(edge, note=f"{note}; warning: it favours the player")


def _awards(rules: Rules, meter: Meter) -> Iterator[int]:
    """What each category pays for one unit; the whole meter at its seed."""
    yield from (sides.BAD_BEAT[sides.BAD_BEAT_CARDS[n]].win for n in (3, 4, 5, 6))
    yield -(-meter.reset // unit_of(BAD_BEAT, rules))
    yield sides.BAD_BEAT[sides.PLAYER_20].win if rules.bad_beat_any_20 else 0


def _bonuses(rules: Rules) -> Iterator[Fraction]:
    """Magic Card: any of the first two cards of each of the player's hands; Lucky Player: the player's position of all."""
    left, first = 52 * rules.dealt_decks, 2 * len(rules.areas)
    if rules.magic_card_bonus:
        yield sides.MAGIC_CARD.win * (1 - Fraction(comb(left - rules.dealt_decks, first), comb(left, first)))
    if rules.lucky_player_bonus:
        yield Fraction(sides.LUCKY_PLAYER.win, rules.seats)


def _rounded(value: float) -> Fraction:
    return Fraction(round(float(value) * 10**15), 10**15)

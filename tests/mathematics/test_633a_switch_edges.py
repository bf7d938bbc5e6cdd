"""Blackjack Switch: against brute force on small shoes, and by what others have published."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK
from pitboss.mathematics.blackjack import edges as blackjack_edges
from pitboss.mathematics.blackjack.analyzer import BlackjackTerms, is_natural
from pitboss.mathematics.blackjack.chart import chart
from pitboss.mathematics.blackjack.compiled_hands import ACE, TEN, VALUES, hands, shoe
from pitboss.mathematics.blackjack.strategy import UP_CARDS
from pitboss.mathematics.blackjack.switch import BASIC, OPTIMAL, even_money_cells, figures, strategy, switches
from tests.chapters.blackjack import filed
from tests.chapters.test_633a_paper import SWITCH
from tests.mathematics.blackjack import Brute, Cards, Done, terms

PRINTED = {**SWITCH, "switch_natural_pays": "as_printed"}
PUSHED = {**PRINTED, "switch_natural_against_22": "pushes"}


class Switching(Brute):
    """Both hands of one player, switched as the strategy has it: what the two net, and how likely the first nets what."""

    def __init__(self, counts: tuple[int, ...], of: BlackjackTerms, name: str) -> None:
        super().__init__(strategy(counts, of, name))
        self.of, self.last, self.paid = of, list[Done](), of.natural
        self.switch = {up: switches(counts, of, name, up) for up in range(VALUES) if counts[up]}
        self.even = even_money_cells(counts, of, name, ACE)

    def round(self) -> Any:
        deck = list(self.counts)
        return sum(
            (c0 * c1 * c2 * c3 * c4 * c5 * self.both(deck, up, hole, a, b, c, d)
            for up, c0 in self.cards(deck) for a, c1 in self.cards(deck) for b, c2 in self.cards(deck)
            for c, c3 in self.cards(deck) for d, c4 in self.cards(deck) for hole, c5 in self.cards(deck)),
            np.zeros(6),
        )  # fmt: skip

    def both(self, deck: list[int], up: int, hole: int, a: int, b: int, c: int, d: int) -> Any:
        even = up == ACE and self.even[a, b, c, d]
        self.paid = (1.0,) * len(self.of.natural) if even else self.of.natural
        if is_natural(up, hole):
            return self.counted([float(even) if is_natural(*each) else -1.0 for each in ((a, b), (c, d))])
        if self.switch[up][a, b, c, d]:
            return self.play(deck, up, hole, [(a, d), (), (c, b)], [], 0)
        if is_natural(a, b) and is_natural(c, d):
            return self.end(deck, up, hole, [self.natural(), self.natural()])
        if is_natural(a, b):
            return self.play(deck, up, hole, [(c, d)], [self.natural()], 0)
        if is_natural(c, d):
            return self.after_one(deck, up, hole, (a, b))
        return self.play(deck, up, hole, [(a, b), (), (c, d)], [], 0)

    def play(self, deck: list[int], up: int, hole: int, todo: list[Cards], done: list[Done], splits: int) -> Any:
        """A hand of two cards may be given up where that is filed, unless it was split."""
        if todo and len(todo[0]) == 2 and not splits and self.plan.surrender[up, hands().two[todo[0]]]:
            return self.play(deck, up, hole, todo[1:], [*done, Done(0, (-0.5,) * len(self.of.natural))], 0)
        return super().play(deck, up, hole, todo, done, splits)

    def after_one(self, deck: list[int], up: int, hole: int, cards: tuple[int, ...]) -> Any:
        """The other hand is a natural; counted last, so that the first stays the first."""
        self.last = [self.natural()]
        try:
            return self.play(deck, up, hole, [cards], [], 0)
        finally:
            self.last = []

    def natural(self) -> Done:
        return Done(21, self.paid)

    def end(self, deck: list[int], up: int, hole: int, done: list[Done]) -> Any:
        return super().end(deck, up, hole, [*done, *self.last])

    def settle(self, final: int, done: list[Done]) -> Any:
        return self.counted([each.units * each.nets[final] for each in done])

    def counted(self, nets: list[float]) -> Any:
        """The sum of both; then how the first ended: doubled and lost, lost, pushed, won, anything more."""
        place = {-2.0: 1, -1.0: 2, 0.0: 3, 1.0: 4}.get(nets[0], 5)
        return np.array([sum(nets), *(float(n == place) for n in range(1, 6))])


WITH_SPLITS, WITHOUT = (3, 0, 0, 0, 0, 0, 0, 6, 0, 12), (1, 0, 0, 5, 0, 0, 0, 0, 9, 1)
ONCE = {"max_resplits": 0}


@pytest.mark.parametrize("name", [OPTIMAL, BASIC])
@pytest.mark.parametrize(
    ("counts", "choices"),
    [(WITH_SPLITS, {**PUSHED, **ONCE}), (WITH_SPLITS, {**SWITCH, **ONCE, "even_money": True}), (WITHOUT, SWITCH),
     (WITHOUT, {**SWITCH, "surrender_at_switch": True}), (WITH_SPLITS, {**PUSHED, **ONCE, "surrender_at_switch": True})],
)  # fmt: skip
def test_switch_equals_brute_force_on_small_shoes(counts: tuple[int, ...], choices: dict[str, Any], name: str) -> None:
    """Two hands, switched and played out in every order of the cards: the same expectation, to 1e-12."""
    of = terms(**choices)
    ours, theirs = figures(counts, of, name), Switching(counts, of, name).round()
    splits = any(strategy(counts, of, name).strategy.split[up].any() for up in range(VALUES) if counts[up])
    assert splits is (counts == WITH_SPLITS)
    assert abs(ours.worth - theirs[0] / 2) < 1e-12
    assert abs(sum(ours.nets.values()) - 1) < 1e-12
    if not splits:
        spread = [ours.nets.get(net, 0.0) for net in (-2.0, -1.0, 0.0, 1.0)]
        assert np.abs(spread - theirs[1:5]).max() < 1e-12
        assert abs(sum(net * chance for net, chance in ours.nets.items()) - ours.worth) < 1e-12


def test_633a_12_a_4_a_surrender_is_worth_something_and_only_where_it_is_filed() -> None:
    """I-633a-07: with it the player loses less, and half a wager is among what a hand may net."""
    without, with_it = (figures(WITHOUT, terms(**SWITCH, surrender_at_switch=filed)) for filed in (False, True))
    assert with_it.worth > without.worth
    assert (-0.5 in with_it.nets, -0.5 in without.nets) == (True, False)


def test_better_play_and_better_naturals_are_worth_more() -> None:
    """The best play is no worse than the chart's, and a natural as printed no worse than at 1 to 1."""
    best, chart = (figures(WITH_SPLITS, terms(**PRINTED, **ONCE), name).worth for name in (OPTIMAL, BASIC))
    assert best >= chart
    assert best > figures(WITH_SPLITS, terms(**SWITCH, **ONCE)).worth


def test_even_money_is_taken_where_it_is_worth_more() -> None:
    """633a.8(e): a natural that pays 1 to 1 cannot win more than even money, and loses the dealer's Blackjack by waiting."""
    six, ways = shoe(6), 312 * 311 * 310 * 309
    kept, taken = (figures(six, terms(**SWITCH, even_money=offered), BASIC).worth for offered in (False, True))
    met = 2 * 24 * 96 * 23 * 95 / ways  # an ace and a ten, against an ace with a ten beneath it
    assert abs(taken - kept - met) < 1e-4  # less what switching a natural would have brought
    assert taken > kept
    printed = terms(**PRINTED, even_money=True)
    assert not even_money_cells(six, printed, BASIC, ACE).any()  # at 3 to 2 it is worth more to wait
    assert not even_money_cells(six, terms(**SWITCH, even_money=True), BASIC, TEN).any()


def test_who_plays_by_the_chart_takes_even_money() -> None:
    """The chart says so, and its player answers so, at Blackjack Switch; elsewhere a Blackjack waits."""
    table = filed(**SWITCH, even_money=True)
    assert blackjack_edges.chart(table).even_money
    assert not blackjack_edges.chart(filed(even_money=True)).even_money
    assert "Even money for a Blackjack." in chart(table).steps


@pytest.mark.slow
def test_switch_edges_explain_why_the_natural_must_be_chosen() -> None:
    """I-633a-03: about +0.15 % by the trade's rule; as printed about −1.4 %, and more where naturals win against 22."""
    trade, printed = (blackjack_edges.switch_edges(filed(**choices))[0] for choices in (SWITCH, PUSHED))
    assert Fraction("0.0014") < trade.house_edge < Fraction("0.0015")
    assert Fraction("-0.0145") < printed.house_edge < Fraction("-0.0138")
    for edge in (trade, printed):
        assert sum(outcome.probability for outcome in edge.outcomes) == 1
        assert abs(edge.mean + edge.house_edge) < Fraction(1, 20_000)  # the hands of a split, taken as independent
        assert 1.0 < float(edge.variance) ** 0.5 < 1.2
        assert Fraction("1.11") < edge.staked < Fraction("1.12")


@pytest.mark.slow
def test_both_areas_have_the_same_edge() -> None:
    """Either wager is like the other."""
    one, two = blackjack_edges.switch_edges(filed(**SWITCH))
    assert (one.wager, one.on, two.on, one.house_edge) == (BLACKJACK, "1", "2", two.house_edge)


def test_chart_prices_hands_and_switches_for_more() -> None:
    """The chart's own word is the table's: for one in a hundred four cards against every up card, from six decks."""
    of, priced = terms(**SWITCH), blackjack_edges.chart(filed(**SWITCH))
    assert priced.edge == ""
    assert priced.switches(["AS", "5H"], ["6D", "KC"], "7S")  # 16 and 16 become 21 and 11
    assert not priced.switches(["AS", "KH"], ["5D", "6C"], "7S")  # a natural and an 11 stay
    names = "A23456789T"
    for up in range(VALUES):
        table = switches(shoe(6), of, BASIC, up)
        for a, b, c, d in np.ndindex(table.shape):
            if (a + 3 * b + 7 * c + 9 * d + up) % 101 == 0:
                cards = [names[each] + "S" for each in (a, b, c, d)]
                assert priced.switches(cards[:2], cards[2:], names[up] + "S") == table[a, b, c, d]
    assert UP_CARDS.index("T") == TEN - 1

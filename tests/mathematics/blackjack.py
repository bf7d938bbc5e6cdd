"""Blackjack by brute force: every order of the cards of a small shoe, hand after hand as the dealer deals them."""

from collections.abc import Iterator
from typing import Any

from pitboss.mathematics.blackjack import filed_terms
from pitboss.mathematics.blackjack.analyzer import LOST, Analysis, BlackjackTerms, deals, is_natural
from pitboss.mathematics.blackjack.compiled_hands import ACE, FINALS, VALUES, hands
from pitboss.mathematics.kit.edge import Edge
from tests.chapters.blackjack import filed

Cards = tuple[int, ...]
BUST = (LOST,) * FINALS


def terms(**choices: Any) -> BlackjackTerms:
    return filed_terms.terms(filed(**choices))


def found(edges: list[Edge], wager: str, strategy: str = "") -> Edge:
    return next(edge for edge in edges if edge.wager == wager and strategy in ("", edge.strategy))


class Done:
    """A finished hand: its count, what it nets by the dealer's final, and its stake."""

    def __init__(self, total: int, nets: tuple[float, ...], units: int = 1) -> None:
        self.total, self.nets, self.units = total, nets, units


class Brute:
    """Plays a strategy through every order of its shoe."""

    def __init__(self, analysis: Analysis) -> None:
        self.plan, self.terms, self.counts = analysis.strategy, analysis.terms, analysis.counts

    def worth(self) -> Any:
        total: Any = 0.0
        for chance, up, one, two in deals(self.counts):
            deck = list(self.counts)
            for card in (up, one, two):
                deck[card] -= 1
            for hole, part in self.cards(deck):
                total = total + chance * part * self.after_the_deal(deck, up, hole, one, two)
        return total

    def cards(self, deck: list[int]) -> Iterator[tuple[int, float]]:
        """Each card that may come next, taken out of the deck while it is looked at."""
        left = sum(deck)
        assert left, "the shoe ran out"
        for value in range(VALUES):
            if deck[value]:
                chance = deck[value] / left
                deck[value] -= 1
                yield value, chance
                deck[value] += 1

    def after_the_deal(self, deck: list[int], up: int, hole: int, one: int, two: int) -> Any:
        if is_natural(up, hole):
            return 0.0 if is_natural(one, two) else -1.0
        if is_natural(one, two):
            return self.terms.natural[0]
        if self.plan.surrender[up, hands().two[one, two]]:
            return -0.5
        return self.play(deck, up, hole, [(one, two)], [], 0)

    def play(self, deck: list[int], up: int, hole: int, todo: list[Cards], done: list[Done], splits: int) -> Any:
        """The hands still to be played, from the left; no cards at all mark the end of a hand and its splits."""
        if not todo:
            return self.end(deck, up, hole, done)
        cards, rest = todo[0], todo[1:]
        if not cards:
            return self.play(deck, up, hole, rest, done, 0)
        if len(cards) == 1:
            return self.draws(deck, up, hole, cards, rest, done, splits)
        total, _ = count(cards)
        most = self.terms.ace_resplits if cards[0] == ACE else self.terms.resplits
        if len(cards) == 2 and cards[0] == cards[1] and self.plan.split[up, cards[0]] and splits <= most:
            return self.play(deck, up, hole, [cards[:1], cards[1:], *rest], done, splits + 1)
        one_card = splits and cards[0] == ACE and self.terms.aces_take_one_card
        if total < 21 and not one_card and len(cards) == 2 and self.plan.double[up, hand(cards)]:
            ways: Any = 0.0
            for value, part in self.cards(deck):
                ways = ways + part * self.play(deck, up, hole, rest, [*done, self.finished((*cards, value), 2)], splits)
            return ways
        if total < 21 and not one_card and self.plan.draw[up, hand(cards)]:
            return self.draws(deck, up, hole, cards, rest, done, splits)
        return self.play(deck, up, hole, rest, [*done, self.finished(cards, 1)], splits)

    def draws(
        self, deck: list[int], up: int, hole: int, cards: Cards, rest: list[Cards], done: list[Done], splits: int
    ) -> Any:
        ways: Any = 0.0
        for value, part in self.cards(deck):
            ways = ways + part * self.play(deck, up, hole, [(*cards, value), *rest], done, splits)
        return ways

    def finished(self, cards: Cards, units: int) -> Done:
        total, _ = count(cards)
        return Done(total, self.terms.pays[total] if total <= 21 else BUST, units)

    def end(self, deck: list[int], up: int, hole: int, done: list[Done]) -> Any:
        return self.dealer(deck, *count((up, hole)), done)

    def dealer(self, deck: list[int], total: int, soft: bool, done: list[Done]) -> Any:
        """The dealer draws while that matters to any hand."""
        if total < 17 and any(len(set(each.nets)) > 1 for each in done):
            ways: Any = 0.0
            for value, part in self.cards(deck):
                ways = ways + part * self.dealer(deck, *count_on(total, soft, value), done)
            return ways
        return self.settle(min(max(total, 17), 23) - 17, done)

    def settle(self, final: int, done: list[Done]) -> Any:
        return sum(each.units * each.nets[final] for each in done)


def count(cards: Cards) -> tuple[int, bool]:
    hard = sum(value + 1 for value in cards)
    return (hard + 10, True) if ACE in cards and hard <= 11 else (hard, False)


def count_on(total: int, soft: bool, value: int) -> tuple[int, bool]:
    if value == ACE and not soft and total + 11 <= 21:
        return total + 11, True
    return (total + value - 9, False) if soft and total + value + 1 > 21 else (total + value + 1, soft)


def hand(cards: Cards) -> int:
    h = int(hands().two[cards[0], cards[1]])
    for value in cards[2:]:
        h = int(hands().child[h, value])
    return h

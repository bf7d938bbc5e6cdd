"""Go Fore It: every hand by its point values, the Back 9 Wager by the better of two expectations."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, combinations_with_replacement
from math import comb, lcm

import numpy as np

from pitboss.chapters.ch676a_go_fore_it.rules import (
    FRONT_9_PAYS,
    GOPHER_LINES,
    HAND,
    POINTS,
    SKINS_PAYS,
    GopherPaytable,
    Rules,
    back_nine_pays,
    front_nine_pays,
    score,
    skins_pays,
)
from pitboss.equipment.cards import DECK, rank
from pitboss.game import Game
from pitboss.mathematics.go_fore_it.two_boxes import skins_products
from pitboss.mathematics.kit.boxes import covariance, drawn
from pitboss.mathematics.kit.edge import Covariance, Edge, beside, distribution
from pitboss.submission import RulesSubmission

Values = tuple[int, ...]  # point values, ascending


@cache
def deck() -> Mapping[int, int]:
    """How many cards there are of each point value."""
    counts: dict[int, int] = {}
    for card in DECK:
        value = POINTS[rank(card)]
        counts[value] = counts.get(value, 0) + 1
    return counts


def hands(size: int, out: Values = ()) -> Iterator[tuple[Values, int]]:
    """Every multiset of point values, with the number of ways to draw it when ``out`` are gone."""
    left = dict(deck())
    for value in out:
        left[value] -= 1
    for values in combinations_with_replacement(sorted(left), size):
        ways = 1
        for value in set(values):
            ways *= comb(left[value], values.count(value))
        if ways:
            yield values, ways


@cache
def elections() -> Mapping[Values, bool]:
    """For each two front cards, whether the Back 9 Wager is worth more than folding.

    Folding forfeits the Front 9: −1. Skins and Gopher are settled either way, so they do not matter here.
    """
    return {front: worth_of_back_9(front) > -1 for front, _ in hands(2)}


def worth_of_back_9(front: Values) -> Fraction:
    """What Front 9 and Back 9 together net after these two cards, for each unit of the Front 9."""
    return sum((_net(points) * chance for points, chance in totals(front).items()), Fraction(0))


def totals(front: Values) -> Mapping[int, Fraction]:
    """The probability of each total of four cards after these two."""
    ways: dict[int, int] = {}
    for hole, count in hands(HAND - 2, front):
        points = sum(front) + sum(hole)
        ways[points] = ways.get(points, 0) + count
    return {points: Fraction(count, sum(ways.values())) for points, count in ways.items()}


def _net(points: int) -> Fraction:
    front, back = front_nine_pays(points), back_nine_pays(points)
    return front.net + back.net if front is not None and back is not None else Fraction(-2)


def edges(rules: Rules) -> list[Edge]:
    others = [(skins(), _with_main(_skins_hand)), (gopher(rules), _with_main(partial(_gopher_hand, rules)))]
    return [beside(main_game(), others), *(other for other, _ in others)]


@cache
def main_game() -> Edge:
    """Front 9 with Back 9, elected as well as can be."""
    lines, staked = main_lines()
    assert FRONT_9_PAYS.net == 1
    return Edge(
        "676a", "go-fore-it", "front_9", distribution(lines), strategy="optimal", staked=staked, includes=("back_9",),
        covariance=_covariance(_main_hand),
        note="with the Back 9 Wager made whenever that is worth more than folding",
    )  # fmt: skip


def main_lines(out: Values = ()) -> tuple[list[tuple[str, Fraction, Fraction]], Fraction]:
    """How Front 9 and Back 9 end when these cards are gone, elected as from a full deck; and what is staked."""
    left = len(DECK) - len(out)
    lines, staked, every = [], Fraction(0), comb(left, 2) * comb(left - 2, HAND - 2)
    for front, front_ways in hands(2, out):
        for hole, ways in hands(HAND - 2, (*out, *front)):
            chance = Fraction(front_ways * ways, every)
            points = sum(front) + sum(hole)
            plays = elections()[front]
            lines.append((score(points) if plays else "fold", _net(points) if plays else Fraction(-1), chance))
            staked += chance * (2 if plays else 1)
    return lines, staked


@cache
def skins() -> Edge:
    """A strictly lower total than the dealer's, over all pairs of hands."""
    hit = (1 + _mean(_skins_hand)) / 2
    lines = distribution([("lower", SKINS_PAYS.net, hit), ("tie or higher", Fraction(-1), 1 - hit)])
    assert SKINS_PAYS.net == 1  # as the products have it
    return Edge(
        "676a", "go-fore-it", "skins", lines, covariance=covariance(drawn(skins_products()), 2 * hit - 1),
    )  # fmt: skip


def gopher(rules: Rules) -> Edge:
    """By the number of aces among four cards."""
    lines = distribution(gopher_lines(rules, deck()[1], len(DECK) - deck()[1]))
    return Edge(
        "676a", "go-fore-it", "gopher", lines, paytable=rules.gopher_paytable,
        covariance=_covariance(partial(_gopher_hand, rules)),
    )  # fmt: skip


def gopher_lines(rules: Rules, aces: int, others: int) -> Iterator[tuple[str, Fraction, Fraction]]:
    """How the Gopher Wager ends, dealt from so many aces and other cards."""
    for count, line in enumerate(GOPHER_LINES):
        ways = comb(aces, count) * comb(others, HAND - count)
        yield line, _gopher_net(rules, count), Fraction(ways, comb(aces + others, HAND))


def _gopher_net(rules: Rules, aces: int) -> Fraction:
    odds = rules.gopher.get(GOPHER_LINES[aces])
    return odds.net if odds else Fraction(-1)


# --- wagers on the same four cards: what each nets with them on average


def _mean(net: Callable[[Values], Fraction]) -> Fraction:
    """Over all hands of four cards."""
    return sum((ways * net(hand) for hand, ways in hands(HAND)), Fraction(0)) / comb(len(DECK), HAND)


def _with_main(net: Callable[[Values], Fraction]) -> Fraction:
    """The mean product of what the main game nets and what another wager does."""
    return _mean(lambda hand: _main_hand(hand) * net(hand))


@cache
def _skins_hand(hand: Values) -> Fraction:
    """Against every hand of the dealer."""
    won = sum(count for dealer, count in hands(HAND, hand) if skins_pays(sum(hand), sum(dealer)))
    return 2 * Fraction(won, comb(len(DECK) - HAND, HAND)) - 1


def _gopher_hand(rules: Rules, hand: Values) -> Fraction:
    return _gopher_net(rules, hand.count(1))


# --- two boxes: dealt from the same deck; at Skins also against the same hand of the dealer -----------------------------


def _main_hand(hand: Values) -> Fraction:
    """What Front and Back 9 net on average with these four cards, of which any two may be the front."""
    fronts = [tuple(sorted(front)) for front in combinations(hand, 2)]
    played = sum(elections()[front] for front in fronts)
    return (played * _net(sum(hand)) - (len(fronts) - played)) / len(fronts)


def _covariance(net: Callable[[Values], Fraction]) -> Covariance:
    """Of two hands of four cards, by the number of ways to draw one and then the other."""
    every = list(hands(HAND))
    exact = [net(hand) for hand, _ in every]
    whole = lcm(*(each.denominator for each in exact))
    nets = np.array([int(each * whole) for each in exact], np.int64)
    held = np.array([[hand.count(value) for value in sorted(deck())] for hand, _ in every])
    after = np.ones((len(every), len(every)), np.int64)
    for at, value in enumerate(sorted(deck())):
        left = [[comb(deck()[value] - out, drawn) for drawn in range(HAND + 1)] for out in range(HAND + 1)]
        after *= np.array(left)[held[:, at, None], held[None, :, at]]
    ways, then = [ways for _, ways in every], after @ nets
    hands_of, second = comb(len(DECK), HAND), comb(len(DECK) - HAND, HAND)
    mean = Fraction(sum(way * int(each) for way, each in zip(ways, nets, strict=True)), hands_of * whole)
    product = sum(way * int(each) * int(more) for way, each, more in zip(ways, nets, then, strict=True))
    return Covariance(Fraction(product, hands_of * second * whole**2) - mean**2)


def variants(game: Game) -> Iterator[RulesSubmission]:
    for table in GopherPaytable:
        yield Rules(gopher_paytable=table)

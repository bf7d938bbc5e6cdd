"""Go Fore It: every hand by its point values, the Back 9 Wager by the better of two expectations."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb

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
from pitboss.mathematics.kit.edge import Edge, distribution
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
    return {front: _expectation(front) > -1 for front, _ in hands(2)}


def _expectation(front: Values) -> Fraction:
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
    return [main_game(), skins(), gopher(rules)]


@cache
def main_game() -> Edge:
    """Front 9 with Back 9, elected as well as can be."""
    lines, staked, every = [], Fraction(0), comb(len(DECK), 2) * comb(len(DECK) - 2, HAND - 2)
    for front, front_ways in hands(2):
        for hole, ways in hands(HAND - 2, front):
            chance = Fraction(front_ways * ways, every)
            points = sum(front) + sum(hole)
            plays = elections()[front]
            lines.append((score(points) if plays else "fold", _net(points) if plays else Fraction(-1), chance))
            staked += chance * (2 if plays else 1)
    assert FRONT_9_PAYS.net == 1
    return Edge(
        "676a", "go-fore-it", "front_9", distribution(lines), strategy="optimal", staked=staked, includes=("back_9",),
        note="with the Back 9 Wager made whenever that is worth more than folding",
    )  # fmt: skip


@cache
def skins() -> Edge:
    """A strictly lower total than the dealer's, over all pairs of hands."""
    won, every = 0, comb(len(DECK), HAND) * comb(len(DECK) - HAND, HAND)
    for mine, ways in hands(HAND):
        won += ways * sum(count for dealer, count in hands(HAND, mine) if skins_pays(sum(mine), sum(dealer)))
    hit = Fraction(won, every)
    return Edge(
        "676a",
        "go-fore-it",
        "skins",
        distribution([("lower", SKINS_PAYS.net, hit), ("tie or higher", Fraction(-1), 1 - hit)]),
    )


def gopher(rules: Rules) -> Edge:
    """By the number of aces among four cards."""
    every = comb(len(DECK), HAND)
    lines = []
    for count, line in enumerate(GOPHER_LINES):
        odds = rules.gopher.get(line)
        ways = comb(deck()[1], count) * comb(len(DECK) - deck()[1], HAND - count)
        lines.append((line, odds.net if odds else Fraction(-1), Fraction(ways, every)))
    return Edge("676a", "go-fore-it", "gopher", distribution(lines), paytable=rules.gopher_paytable)


def variants(game: Game) -> Iterator[RulesSubmission]:
    for table in GopherPaytable:
        yield Rules(gopher_paytable=table)

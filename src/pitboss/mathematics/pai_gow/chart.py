"""Pai Gow: the setting with the most points.

Whoever wins as often with the high hand as with the low has, before the vigorish, won less lost as often as the two
chances make together less one: points for a high hand and points for a low hand can simply be added. What the
points leave out is which tiles are gone, and that is worth little: both edges are stated.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from pitboss.chapters.ch621a_pai_gow.hands import (
    PAIRS,
    HouseWay,
    Setting,
    Two,
    low_hands,
    pair_rank,
    points,
    set_hands,
    strength,
)
from pitboss.chapters.ch621a_pai_gow.rules import PAI_GOW, Rules
from pitboss.equipment.tiles import RANKED, TILES
from pitboss.mathematics.kit import chart as charts
from pitboss.mathematics.kit.chart import Chart, ChartGrid, Line, grid
from pitboss.mathematics.kit.strategy import Strategy
from pitboss.mathematics.pai_gow import chart_cell
from pitboss.mathematics.pai_gow.chart_cell import HIGH_HAND, LOW_HAND, PAIRED, pair_head
from pitboss.mathematics.pai_gow.edges import (
    OPTIMAL,
    WON,
    Settings,
    best_settings,
    columns,
    edges,
    field,
    looks,
    meetings,
)
from pitboss.mathematics.pai_gow.strategy import SetsTiles

HIGH, LOW = 3, 4  # rows of ``columns``
OF = 100  # points of a hand that always wins


@cache
def score(way: HouseWay, row: int, of: int) -> int:
    """In how many of a hundred rounds a hand of this strength is above the dealer's in the same place."""
    every = field(way)
    below = int(every[2][every[row] < of].sum())
    return round(Fraction(OF * below, int(every[2].sum())))


def total(way: HouseWay, setting: Setting) -> tuple[int, int]:
    """The points of both hands; of equal sums, the better low hand."""
    low = strength(setting.low)
    return score(way, HIGH, strength(setting.high)) + score(way, LOW, low), low


@cache
def by_points(way: HouseWay) -> Settings:
    """How every hand is set by the points."""
    return {tiles: _best(way, tiles) for tiles in looks()}


def _best(way: HouseWay, tiles: tuple[str, ...]) -> Setting:
    laid = (set_hands(tiles, low) for low in low_hands(tiles))
    return max((setting for setting in laid if not setting.crossed), key=lambda setting: total(way, setting))


@cache
def expectation(way: HouseWay) -> Fraction:
    """What a wager is worth to a player who sets by the points."""
    counts = meetings(columns(by_points(way).items()), field(way), 0)
    won, tied, lost = map(int, np.array(list(looks().values()), np.int64) @ counts)
    return (won * WON - lost) / (won + tied + lost)


def chart(rules: Rules) -> Chart:
    way = rules.house_way
    best = next(edge for edge in edges(rules) if (edge.wager, edge.strategy) == (PAI_GOW, OPTIMAL))
    return Chart(
        "The setting with the most points",
        (
            "Of the three ways to make two hands of four tiles take the one with the most points.",
            "The better hand is the high hand: add its points as a high hand to those of the other as a low hand.",
            "Of ways with equal points take the one with the better low hand.",
        ),
        (_pairs(way), _others(way, HIGH, HIGH_HAND), _others(way, LOW, LOW_HAND)),
        {"–": "no such hand"},
        (
            f"Points are the chance in a hundred of being above the dealer, who sets by the {way.replace('_', ' ')} way.",
            f"A wager set so is worth {charts.worth(expectation(way))}, set as well as can be {charts.worth(-best.house_edge)}.",
        ),
    )


def _pairs(way: HouseWay) -> ChartGrid:
    rows = {}
    for place, (_, twos) in enumerate(PAIRS, 1):
        two = twos[0]
        assert pair_rank(two) == place
        rows[pair_head(place)] = (str(score(way, HIGH, strength(two))), str(score(way, LOW, strength(two))))
    return grid(PAIRED, "hand", "points", (chart_cell.HIGH, chart_cell.LOW), rows)


def _others(way: HouseWay, row: int, title: str) -> ChartGrid:
    """Without a pair: by value, and by the better tile."""
    found: dict[tuple[int, int], Two] = {}
    for two in combinations(TILES, 2):
        if not pair_rank(two):
            found.setdefault(points(two), two)
    tiles = sorted({better for _, better in found})
    rows = tuple(
        Line(str(value), tuple(_points(way, row, found.get((value, tile))) for tile in tiles))
        for value in range(9, -1, -1)
    )
    return ChartGrid(title, "value", "the better tile", tuple(RANKED[tile - 1][0] for tile in tiles), rows)


def _points(way: HouseWay, row: int, two: Two | None) -> str:
    return "–" if two is None else str(score(way, row, strength(two)))


def strategy(rules: Rules) -> Strategy:
    return SetsTiles(best_settings(rules.house_way))

"""Pai Gow: all 35,960 hands, each against every hand that can be made of the other twenty-eight tiles.

Tiles are numbered as they stand in a set; a hand is the set of its bits. Hands that look alike are met once and
counted as often as there are. How hands are set, and what beats what, comes from the chapter.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.chapters.ch621a_pai_gow.hands import HAND, HouseWay, Setting, house_way, low_hands, set_hands, strength
from pitboss.chapters.ch621a_pai_gow.rules import PAI_GOW, PAYS, VIGORISH, Rules
from pitboss.equipment.tiles import TILES, Tile
from pitboss.exact.edge import Edge, distribution
from pitboss.game import Game
from pitboss.submission import RulesSubmission

Tiles = tuple[Tile, ...]  # four, in the order of a set
Settings = dict[Tiles, Setting]
Ints = NDArray[np.int64]
WON = PAYS.net * (1 - Fraction(VIGORISH, 100))  # for each unit staked; the vigorish as it is before any rounding
WIN, TIE, LOSE = range(3)


@cache
def looks() -> dict[Tiles, int]:
    """Every hand by its looks, with the number of hands that look so."""
    found: dict[Tiles, int] = {}
    for tiles in combinations(TILES, HAND):
        found[tiles] = found.get(tiles, 0) + 1
    return found


@cache
def house_settings(way: HouseWay) -> Settings:
    """How the house sets every hand."""
    return {tiles: house_way(tiles, way) for tiles in looks()}


# --- hands against hands


def columns(hands: Iterable[tuple[int, Setting]]) -> Ints:
    """The bits of all hands, the strengths of their high hands and those of their low hands: a row each."""
    found = [(bits, strength(setting.high), strength(setting.low)) for bits, setting in hands]
    return np.ascontiguousarray(np.array(found, np.int64).T)


@cache
def field(way: HouseWay) -> Ints:
    """Every hand there is, tile by tile, set the house way."""
    settings, numbered = house_settings(way), combinations(range(len(TILES)), HAND)
    return columns((bits_of(hand), settings[tuple(TILES[number] for number in hand)]) for hand in numbered)


def bits_of(numbers: Sequence[int]) -> int:
    return sum(1 << number for number in numbers)


def numbers_of(tiles: Tiles) -> list[int]:
    """These tiles among those of a set; of two that look alike, the first."""
    found: list[int] = []
    for tile in tiles:
        found.append(next(n for n, other in enumerate(TILES) if other == tile and n not in found))
    return found


@njit(cache=True, nogil=True)
def meetings(hands: Ints, others: Ints, banks: int) -> Ints:
    """Wins, ties and losses of each hand against all others that share no tile with it.

    ``banks`` 1: the hands are the bank's, and copies are theirs; 0: copies are the others'.
    """
    found = np.zeros((hands.shape[1], 3), np.int64)
    field, highs, lows = others
    for n in range(hands.shape[1]):
        bits, high, low = hands[0, n], hands[1, n] + banks, hands[2, n] + banks
        for m in range(len(field)):
            if field[m] & bits == 0:
                found[n, 2 - (high > highs[m]) - (low > lows[m])] += 1
    return found


@cache
def best_settings(way: HouseWay, *, banks: bool = False) -> Settings:
    """For every hand the setting worth most to a player (or a bank) against hands set the house way."""
    laid = ((tiles, set_hands(tiles, low)) for tiles in looks() for low in low_hands(tiles))
    hands = [(tiles, setting) for tiles, setting in laid if not setting.crossed]
    counts = meetings(columns((bits_of(numbers_of(tiles)), s) for tiles, s in hands), field(way), int(banks))
    worth = counts[:, WIN] * WON.numerator - counts[:, LOSE] * WON.denominator
    best: dict[Tiles, tuple[int, Setting]] = {}
    for (tiles, setting), value in zip(hands, worth.tolist(), strict=True):
        if tiles not in best or value > best[tiles][0]:
            best[tiles] = value, setting
    return {tiles: setting for tiles, (_, setting) in best.items()}


@cache
def totals(way: HouseWay, *, best: bool, banks: bool = False) -> tuple[int, int, int]:
    """Wins, ties and losses over all ordered pairs of hands, the first set the house way or as well as can be."""
    settings = best_settings(way, banks=banks) if best else house_settings(way)
    counts = meetings(columns((bits_of(numbers_of(tiles)), s) for tiles, s in settings.items()), field(way), int(banks))
    won, tied, lost = (np.array(list(looks().values()), np.int64) @ counts).tolist()
    return won, tied, lost


# --- edges

OPTIMAL, HOUSE = "optimal", "house way"
BANKS = {"bank": "against one wager", "co_bank": "for each unit of his half, against one wager"}


def edges(rules: Rules) -> list[Edge]:
    """A wager against the dealer, set the house way and set as well as can be; the same of a player who banks."""
    found = [_edge(rules, PAI_GOW, best=best) for best in (False, True)]
    if rules.player_bank:
        found += [_edge(rules, "bank", best=best) for best in (False, True)]
    if rules.co_banking:
        found.append(_edge(rules, "co_bank", best=False))  # the dealer sets it (621a.9(e))
    return found


def _edge(rules: Rules, wager: str, *, best: bool) -> Edge:
    won, tied, lost = totals(rules.house_way, best=best, banks=wager in BANKS)
    every = won + tied + lost
    lines = [
        ("win", WON, Fraction(won, every)),
        ("tie", Fraction(0), Fraction(tied, every)),
        ("lose", Fraction(-1), Fraction(lost, every)),
    ]
    against = "against hands set the house way, the vigorish not rounded"
    return Edge(
        "621a",
        "pai-gow",
        wager,
        distribution(lines),
        options={"house_way": str(rules.house_way)},
        strategy=OPTIMAL if best else HOUSE,
        note=f"{BANKS[wager]}; {against}" if wager in BANKS else against,
    )


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Both completions of the house way (I-621a-03)."""
    for way in HouseWay:
        yield Rules(house_way=way, player_bank=True, co_banking=True)

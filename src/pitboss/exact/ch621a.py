"""Pai Gow: all 35,960 hands, each against every hand that can be made of the other twenty-eight tiles.

Hands that look alike are met once and counted as often as there are. How hands are set, and what beats what, comes
from the chapter.
"""

from collections.abc import Iterable, Iterator
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
from pitboss.families.banking import BANK, CO_BANK, DEALER_WAGER
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

KINDS = tuple(dict.fromkeys(TILES))
TWICE = sum(1 << n for n, tile in enumerate(KINDS) if TILES.count(tile) == 2)


def columns(hands: Iterable[tuple[Tiles, Setting]]) -> Ints:
    """For each hand a column: its kinds of tiles as bits, which of them there are twice and it has once, how many
    hands look so, and the strengths of its high and its low hand."""
    found = []
    for tiles, setting in hands:
        kinds = sum(1 << n for n, tile in enumerate(KINDS) if tile in tiles)
        once = TWICE & sum(1 << n for n, tile in enumerate(KINDS) if tiles.count(tile) == 1)
        found.append((kinds, once, looks()[tiles], strength(setting.high), strength(setting.low)))
    return np.ascontiguousarray(np.array(found, np.int64).T)


@cache
def field(way: HouseWay) -> Ints:
    """Every hand there is, set the house way."""
    return columns(house_settings(way).items())


@njit(cache=True, nogil=True)
def meetings(hands: Ints, others: Ints, banks: int) -> Ints:
    """Wins, ties and losses of each hand against every one of the others that can be made of the tiles it leaves.

    Of a kind that both have, one must be left: then half of the others that look so remain, and otherwise none.
    ``banks`` 1: the hands are the bank's, and copies are theirs; 0: copies are the others'.
    """
    found = np.zeros((hands.shape[1], 3), np.int64)
    kinds, once, looking, highs, lows = others
    for n in range(hands.shape[1]):
        mine, high, low = hands[0, n], hands[3, n] + banks, hands[4, n] + banks
        for m in range(len(kinds)):
            shared = mine & kinds[m]
            if shared & ~(hands[1, n] & once[m]):
                continue
            many = looking[m]
            while shared:
                shared &= shared - 1
                many >>= 1
            found[n, 2 - (high > highs[m]) - (low > lows[m])] += many
    return found


@cache
def best_settings(way: HouseWay, *, banks: bool = False) -> Settings:
    """For every hand the setting worth most to a player (or a bank) against hands set the house way."""
    laid = ((tiles, set_hands(tiles, low)) for tiles in looks() for low in low_hands(tiles))
    hands = [(tiles, setting) for tiles, setting in laid if not setting.crossed]
    counts = meetings(columns(hands), field(way), int(banks))
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
    counts = meetings(columns(settings.items()), field(way), int(banks))
    won, tied, lost = (np.array(list(looks().values()), np.int64) @ counts).tolist()
    return won, tied, lost


# --- edges

OPTIMAL, HOUSE = "optimal", "house way"
BANKS = {BANK: "against one wager", CO_BANK: "for each unit of his half, against one wager"}


def edges(rules: Rules) -> list[Edge]:
    """A wager against the dealer, set as well as can be and set the house way; the same of a player who banks."""
    found = [_edge(rules, PAI_GOW, best=best) for best in (True, False)]
    if rules.player_bank:
        found += [_edge(rules, BANK, best=best) for best in (True, False)]
    if rules.co_banking:
        found.append(_edge(rules, CO_BANK, best=False))  # the dealer sets it (621a.9(e))
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
        includes=(DEALER_WAGER,) if wager == BANK else (),
        note=f"{BANKS[wager]}; {against}" if wager in BANKS else against,
    )


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Both completions of the house way (I-621a-03)."""
    for way in HouseWay:
        yield Rules(house_way=way, player_bank=True, co_banking=True)

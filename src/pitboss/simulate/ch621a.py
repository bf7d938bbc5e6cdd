"""Pai Gow: a player's four tiles and the dealer's. Tables of how every hand is set come from chapter and exact.

Which place gets which stack is all one: the tiles are mixed, and any four are as likely as any other (I-GEN-28).
"""

from functools import cache, partial
from itertools import combinations
from math import comb

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.chapters.ch621a_pai_gow.hands import HAND, HouseWay, strength
from pitboss.chapters.ch621a_pai_gow.rules import PAI_GOW, PAYS, Rules
from pitboss.equipment.tiles import TILES
from pitboss.exact.ch621a import HOUSE, OPTIMAL, Settings, best_settings, house_settings
from pitboss.families.banking import BANK
from pitboss.game import Game
from pitboss.money import winnings
from pitboss.simulate.kernel import Kernel
from pitboss.simulate.philox import stream
from pitboss.simulate.poker import deal

UNIT = 2_000  # cents staked; the vigorish on it is a dollar, rounded or not
Ints = NDArray[np.int64]


@cache
def places() -> Ints:
    """A number for each tile in each place of a hand in order: summed over four tiles, the number of the hand."""
    return np.array([[comb(tile, place) for tile in range(len(TILES))] for place in range(1, HAND + 1)], np.int64)


def strengths(settings: Settings) -> Ints:
    """High and low strength of every hand, by its number."""
    found = np.zeros((comb(len(TILES), HAND), 2), np.int64)
    for hand in combinations(range(len(TILES)), HAND):
        setting = settings[tuple(TILES[tile] for tile in hand)]
        number = sum(int(places()[place, tile]) for place, tile in enumerate(hand))
        found[number] = strength(setting.high), strength(setting.low)
    return found


def nets(rules: Rules) -> Ints:
    """What none, one and both hands above the other's net, in cents; a bank's surplus bears the vigorish, too."""
    won = winnings(UNIT, PAYS, rules.breakage, rules.chip)
    return np.array([-UNIT, 0, won - rules.vigorish.due(won)], np.int64)


@njit(cache=True, nogil=True)
def hand_number(tiles: Ints, first: int, places: Ints) -> int:
    """The number of four tiles, put in order by insertion."""
    for n in range(first + 1, first + 4):
        tile, at = tiles[n], n
        while at > first and tiles[at - 1] > tile:
            tiles[at] = tiles[at - 1]
            at -= 1
        tiles[at] = tile
    number = 0
    for place in range(4):
        number += places[place, tiles[first + place]]
    return number


@njit(cache=True, nogil=True)
def net_of(tiles: Ints, places: Ints, mine: Ints, his: Ints, banks: int, nets: Ints) -> int:
    """One player against the dealer, from eight tiles: his four, the dealer's four. ``banks`` 1: copies are his."""
    own, other = mine[hand_number(tiles, 0, places)], his[hand_number(tiles, 4, places)]
    return nets[(own[0] + banks > other[0]) + (own[1] + banks > other[1])]  # type: ignore[no-any-return]


@njit(cache=True, nogil=True)
def rounds_of(
    places: Ints, mine: Ints, his: Ints, banks: int, nets: Ints, seed: int, block: int, rounds: int, out: Ints
) -> None:
    """Deal eight tiles a round off a set that is mixed only as far as it is dealt."""
    state, tiles, eight = stream(seed, block), np.arange(32), np.empty(8, np.int64)
    for _ in range(rounds):
        deal(state, tiles, 8)
        eight[:] = tiles[:8]
        net = net_of(eight, places, mine, his, banks, nets)
        out[0, 0] += 1
        out[0, 1] += net
        out[0, 2] += net * net
        out[0, 3] += UNIT
        out[0, 4] += net > 0


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """The wager set as well as can be and set the house way; the same of a bank, where there may be one."""
    found = []
    for wager in (PAI_GOW, BANK) if rules.player_bank else (PAI_GOW,):
        banks = wager == BANK
        for strategy in (OPTIMAL, HOUSE):
            mine, his = tables(rules.house_way, strategy, banks=banks)
            run = partial(rounds_of, places(), mine, his, int(banks), nets(rules))
            found.append(Kernel("pai-gow", f"{wager} {strategy}", (wager,), UNIT, run, strategy))
    return found


@cache
def tables(way: HouseWay, strategy: str, *, banks: bool) -> tuple[Ints, Ints]:
    """How the player sets every hand, and how the dealer does."""
    own = best_settings(way, banks=banks) if strategy == OPTIMAL else house_settings(way)
    return strengths(own), strengths(house_settings(way))

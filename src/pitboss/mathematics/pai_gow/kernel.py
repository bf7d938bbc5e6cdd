"""Pai Gow: a player's four tiles and the dealer's, or a bank's and everybody's. Tables of how every hand is set come
from the chapter and ``edges``.

Which place gets which stack is all one: the tiles are mixed, and any four are as likely as any other (I-GEN-28).
"""

from functools import cache, partial
from typing import NamedTuple

import numpy as np

from pitboss.chapters.ch621a_pai_gow.delivery import SEATS
from pitboss.chapters.ch621a_pai_gow.hands import HAND, HouseWay
from pitboss.chapters.ch621a_pai_gow.rules import BANK_LAW, PAI_GOW, PAYS, Rules
from pitboss.equipment.tiles import TILES
from pitboss.families.banking import BANK, CO_BANK
from pitboss.game import Game
from pitboss.mathematics.kit import bank_kernel
from pitboss.mathematics.kit.bank_edges import FULL_TABLE
from pitboss.mathematics.kit.bank_kernel import settle_bank, tally_bank
from pitboss.mathematics.kit.compiled import borrowing, njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.mathematics.pai_gow.edges import (
    HOUSE,
    OPTIMAL,
    banks_play,
    best_settings,
    house_settings,
    places,
    strengths,
)
from pitboss.money import Cents, winnings

UNIT = 2_000  # cents staked; the vigorish on it is a dollar, rounded or not
MANY = len(TILES)
OTHERS = SEATS - 1  # who wager against a bank


class TileSettings(NamedTuple):
    """How every hand is set, by the number of its tiles: by the player or the bank, and by the dealer."""

    places: Ints  # what a tile adds to that number, by its place among four
    mine: Ints
    dealers: Ints


def nets(rules: Rules, stake: Cents = UNIT) -> Ints:
    """What none, one and both hands above the other's net, in cents; a bank's surplus bears the vigorish, too."""
    won = winnings(stake, PAYS, rules.payout_rounding)
    return np.array([-stake, 0, won - rules.vigorish.due(won)], np.int64)


@borrowing
def hand_number(tiles: Ints, first: int, places: Ints) -> int:
    """The number of four tiles, put in order by insertion."""
    for n in range(first + 1, first + HAND):
        tile, at = tiles[n], n
        while at > first and tiles[at - 1] > tile:
            tiles[at] = tiles[at - 1]
            at -= 1
        tiles[at] = tile
    number = 0
    for place in range(HAND):
        number += places[place, tiles[first + place]]
    return number


@borrowing
def net_of(tiles: Ints, hands: TileSettings, banks: int, nets: Ints) -> int:
    """One player against the dealer, from eight tiles: the player's four, the dealer's four. ``banks`` 1: copies are
    the player's."""
    places, mine, dealers = hands
    own, other = mine[hand_number(tiles, 0, places)], dealers[hand_number(tiles, HAND, places)]
    return nets[(own[0] + banks > other[0]) + (own[1] + banks > other[1])]  # type: ignore[no-any-return]


@njit
def rounds_of(hands: TileSettings, banks: int, nets: Ints, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Deal eight tiles a round off a set that is mixed only as far as it is dealt."""
    state, tiles, eight = stream(seed, block), np.arange(MANY), np.empty(2 * HAND, np.int64)
    for _ in range(rounds):
        deal(state, tiles, 0, 2 * HAND)
        for n in range(len(eight)):
            eight[n] = tiles[n]
        net = net_of(eight, hands, banks, nets)
        tally(out, 0, net, -nets[0])


@njit
def banked(tiles: Ints, hands: TileSettings, nets: Ints, unit: int, net: Ints) -> None:
    """A full table: the first four tiles are the bank's, the next the dealer's, then the players'."""
    places, mine, dealers = hands
    highs, lows = np.empty(len(tiles) // HAND, np.int64), np.empty(len(tiles) // HAND, np.int64)
    for n in range(len(highs)):
        number = hand_number(tiles, HAND * n, places)
        highs[n], lows[n] = (mine if n == 0 else dealers)[number]
    settle_bank(highs, lows, nets, unit, net)


@njit
def banked_rounds(hands: TileSettings, nets: Ints, unit: int, seed: int, block: int, rounds: int, out: Tally) -> None:
    """Rounds of a bank against a full table."""
    state, tiles, net = stream(seed, block), np.arange(MANY), np.empty(len(out), np.int64)
    dealt = np.empty(HAND * (nets.shape[1] // 2 + 2), np.int64)
    for _ in range(rounds):
        deal(state, tiles, 0, len(dealt))
        for n in range(len(dealt)):
            dealt[n] = tiles[n]
        banked(dealt, hands, nets, unit, net)
        tally_bank(out, net, unit)


def kernels(game: Game, rules: Rules, stake: Cents | None = None) -> list[Kernel]:
    """The wager set as well as can be and set the house way; the same of a bank, where there may be one, against one
    wager and against a full table; a co-bank, whose hand the dealer sets."""
    found = [_alone(rules, PAI_GOW, strategy, stake or UNIT) for strategy in (OPTIMAL, HOUSE)]
    if stake is not None:
        return found  # a bank meets several wagers
    played = [OPTIMAL if best else HOUSE for best in banks_play(rules)] if rules.player_bank else []
    found += [_alone(rules, BANK, strategy) for strategy in played]
    found += [_full_table(rules, BANK, strategy) for strategy in played]
    if rules.co_banking:
        found.append(_full_table(rules, CO_BANK, HOUSE))
    return found


def _alone(rules: Rules, wager: str, strategy: str, stake: Cents = UNIT) -> Kernel:
    banks = wager == BANK
    run = partial(rounds_of, tables(rules.house_way, strategy, banks=banks), int(banks), nets(rules, stake))
    return Kernel("pai-gow", f"{wager} {strategy}", (wager,), stake, run, strategy)


def _full_table(rules: Rules, kind: str, strategy: str) -> Kernel:
    table, unit = bank_nets(rules, kind)
    run = partial(banked_rounds, tables(rules.house_way, strategy, banks=True), table, unit)
    return Kernel("pai-gow", f"{kind} {FULL_TABLE} {strategy}", bank_kernel.wagers(kind), unit, run, strategy)


def bank_nets(rules: Rules, kind: str) -> tuple[Ints, int]:
    """621a.9(o), (r): what a bank nets against the dealer and five players, in parts of what it puts up."""
    wager = bank_kernel.equal_wager(rules.chip)
    found = bank_kernel.bank_nets(BANK_LAW, rules.vigorish, kind, OTHERS, wager)
    return found, bank_kernel.put_up(kind, OTHERS, wager)


@cache
def tables(way: HouseWay, strategy: str, *, banks: bool) -> TileSettings:
    own = best_settings(way, banks=banks) if strategy == OPTIMAL else house_settings(way)
    return TileSettings(places(), strengths(own), strengths(house_settings(way)))

"""Pai Gow: all 35,960 hands, each against every hand that can be made of the other twenty-eight tiles.

Hands that look alike are met once and counted as often as there are. How hands are set, and what beats what, comes
from the chapter. A bank against a whole table is an interval (``kit.bank_edges``), of which only the vigorish is sampled.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch621a_pai_gow.delivery import SEATS
from pitboss.chapters.ch621a_pai_gow.hands import HAND, HouseWay, Setting, house_way, low_hands, set_hands, strength
from pitboss.chapters.ch621a_pai_gow.rules import PAI_GOW, PAYS, VIGORISH, BankSets, Rules
from pitboss.equipment.tiles import TILES, Tile
from pitboss.families.banking import BANK, CO_BANK, DEALER_WAGER
from pitboss.game import Game
from pitboss.mathematics.kit.bank_edges import AGAINST, DEALS, FULL_TABLE, HANDS, BankSample, Hands, sample_banks
from pitboss.mathematics.kit.boxes import coded, together
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.edge import INTERVAL, Edge, Outcome, distribution
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


@njit
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


# --- a bank against a whole table

SEED = 621


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


@disk_cached
def _sampled(name: str, best: int, deals: int) -> list[int]:
    """Of banks who set their hands as well as can be, or the house way, against hands set the house way."""
    way = HouseWay(name)
    other = strengths(house_settings(way))
    own = strengths(best_settings(way, banks=True)) if best else other

    def deal(chance: np.random.Generator, many: int) -> tuple[Hands, Hands]:
        mixed = chance.permuted(np.tile(np.arange(len(TILES)), (many, 1)), axis=1)[:, : HANDS * HAND]
        tiles = np.sort(mixed.reshape(many, HANDS, HAND), axis=2)
        numbers = places()[np.arange(HAND), tiles].sum(2)
        return (own[numbers, 0], own[numbers, 1]), (other[numbers, 0], other[numbers, 1])

    return sample_banks(deal, VIGORISH, SEED, deals)


# --- two boxes against the same hand of the dealer


@disk_cached
def _two_boxes(name: str, best: int) -> list[int]:
    """How many of its two hands each of two boxes has above the dealer's: a number of two digits to the base of 3."""
    way = HouseWay(name)
    dealers = strengths(house_settings(way))
    own = strengths(best_settings(way)) if best else dealers

    def play(seed: int, block: int, out: Ints) -> None:
        chance = np.random.Generator(np.random.Philox((seed, block)))
        mixed = chance.permuted(np.tile(np.arange(len(TILES)), (len(out), 1)), axis=1)[:, : 3 * HAND]
        numbers = places()[np.arange(HAND), np.sort(mixed.reshape(-1, 3, HAND), axis=2)].sum(2)
        above = (own[numbers[:, 1:]] > dealers[numbers[:, :1]]).sum(2)
        out[:] = above @ (1, 3)

    return coded(play)


def _with_boxes(rules: Rules, edge: Edge, *, best: bool) -> Edge:
    nets = (Fraction(-1), Fraction(0), WON)
    return together(
        edge, _two_boxes(rules.house_way, int(best)), lambda code: nets[code % 3], lambda code: nets[code // 3]
    )


# --- edges

OPTIMAL, HOUSE = "optimal", "house way"
BANKS = {BANK: "against one wager", CO_BANK: "for each unit of the co-banker's half, against one wager"}
# With every hand set freely by the dealer the best play would cost a player about 3 %; without (d)(3) alone, about 2 %.
FAVORS = (
    "621a.8(d)(3) has the dealer play any 9, 8 or 7 together, however weak the other hand becomes; this, more than the "
    "pairs of (d)(2), gives the best play its advantage"
)
UNROUNDED = "against hands set the house way, the vigorish not rounded"


def edges(rules: Rules) -> list[Edge]:
    """A wager against the dealer, set as well as can be and set the house way; the same of a player who banks, against
    one wager and against all there may be, and of the wager that the dealer makes against the bank."""
    found = [_with_boxes(rules, _edge(rules, PAI_GOW, best=best), best=best) for best in (True, False)]
    if rules.player_bank:
        played = banks_play(rules)
        found += [_edge(rules, BANK, best=best) for best in played]
        found += [full_table(rules, BANK, best=best) for best in played]
        found += [dealer_wager(rules, best=best) for best in played]
    if rules.co_banking:  # the dealer sets it (621a.9(e))
        found += [_edge(rules, CO_BANK, best=False), full_table(rules, CO_BANK, best=False)]
    return found


def banks_play(rules: Rules) -> tuple[bool, ...]:
    """Whether a bank may set its hands as well as can be (True), or has them set the house way (I-645a-22)."""
    return (True, False) if rules.bank_sets is BankSets.FREE else (False,)


def _edge(rules: Rules, wager: str, *, best: bool) -> Edge:
    """One wager, of a player or as a bank faces it."""
    banks = wager in BANKS
    outcomes = _outcomes(("win", "tie", "lose"), WON, totals(rules.house_way, best=best, banks=banks))
    said = [BANKS[wager]] if banks else [FAVORS] if best else []
    return _record(rules, wager, best, outcomes=outcomes, note="; ".join([*said, UNROUNDED]))


def dealer_wager(rules: Rules, *, best: bool) -> Edge:
    """621a.9(h), (n), (p): the house's own wager, as the bank faces it, before the vigorish on what is left over."""
    names = "the bank wins it", "tie", "the dealer wins it"
    outcomes = _outcomes(names, Fraction(1), totals(rules.house_way, best=best, banks=True))
    note = "as the bank faces it, before the bank's vigorish; the dealer's hands are set the house way"
    return _record(rules, DEALER_WAGER, best, outcomes=outcomes, note=note)


def _outcomes(names: tuple[str, str, str], wins: Fraction, counts: tuple[int, int, int]) -> tuple[Outcome, ...]:
    nets, every = (wins, Fraction(0), Fraction(-1)), sum(counts)
    return distribution((name, net, Fraction(n, every)) for name, net, n in zip(names, nets, counts, strict=True))


def full_table(rules: Rules, wager: str, *, best: bool, deals: int = DEALS) -> Edge:
    """621a.9(o), (r): five other players' wagers and the dealer's, all equal; a co-bank faces the players' alone."""
    wagers = SEATS if wager == BANK else SEATS - 1
    sample = BankSample(_sampled(rules.house_way, int(best), deals), wagers, deals, VIGORISH)
    won, tied, lost = totals(rules.house_way, best=best, banks=True)
    vigorish, half = sample.vigorish
    note = f"{AGAINST[wager].format(wagers)}; {UNROUNDED}; {deals:,} deals of {HANDS} hands"
    return _record(
        rules, wager, best, on=FULL_TABLE, outcomes=sample.outcomes, method=INTERVAL, half_width=half,
        value=vigorish - Fraction(won - lost, won + tied + lost), note=note,
    )  # fmt: skip


def _record(rules: Rules, wager: str, best: bool, **rest: Any) -> Edge:
    strategy = OPTIMAL if best else HOUSE
    return Edge("621a", "pai-gow", wager, options={"house_way": str(rules.house_way)}, strategy=strategy, **rest)


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Both completions of the house way (I-621a-03)."""
    for way in HouseWay:
        yield Rules(house_way=way, player_bank=True, co_banking=True)

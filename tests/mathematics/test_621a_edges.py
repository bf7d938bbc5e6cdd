"""Pai Gow: the published edges against hands set and compared by another reading of the text, and against symmetry."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pitboss.chapters.ch621a_pai_gow.hands import HouseWay
from pitboss.chapters.ch621a_pai_gow.rules import Rules
from pitboss.equipment.tiles import TILES
from pitboss.mathematics.kit.bank_edges import DEALS, FULL_TABLE, BankSample
from pitboss.mathematics.kit.edge import INTERVAL
from pitboss.mathematics.pai_gow.edges import (
    _sampled,
    best_settings,
    columns,
    edges,
    field,
    house_settings,
    looks,
    meetings,
    totals,
    variants,
)

PAIRS_OF_HANDS = comb(32, 4) * comb(28, 4)

# --- the text once more: tuples that compare as 621a.3 ranks, in place of the chapter's numbers

DOUBLES = ["66", "11", "44", "13", "55", "33", "22", "56", "46", "16", "15"]
SINGLES = {"36": 12, "45": 12, "26": 13, "35": 13, "25": 14, "34": 14, "24": 15, "14": 16, "23": 16, "12": 17}
RANKS = {tile: n for n, tile in enumerate(DOUBLES, 1)} | SINGLES
MIXED = [{"36", "45"}, {"35", "26"}, {"34", "25"}, {"14", "23"}]
NINES, EIGHTS = {"36", "45"}, {"26", "35", "44"}
Key = tuple[int, int, int]


def pair(one: str, other: str) -> int:
    """The rank of a permissible pair, 0 for none."""
    both = {one, other}
    if both == {"24", "12"}:
        return 1
    if one == other:
        return 2 + DOUBLES.index(one)
    if both in MIXED:
        return 13 + MIXED.index(both)
    for n, top in enumerate(("66", "11")):
        if top in both:
            (rest,) = both - {top}
            return 17 + n if rest in NINES else 19 + n if rest in EIGHTS else 0
    return 0


def key(one: str, other: str) -> Key:
    """Greater is higher; zero is zero whatever the tiles."""
    if rank := pair(one, other):
        return (1, -rank, 0)
    ways = [
        [(3, 17), (6, 15)] if tile in ("12", "24") else [(int(tile[0]) + int(tile[1]), RANKS[tile])]
        for tile in (one, other)
    ]
    found = [((a + b) % 10, -min(x, y)) for a, x in ways[0] for b, y in ways[1]]
    value, tile = max(found)
    return (0, value, tile if value else 0)


def splits(hand: tuple[str, ...]) -> list[tuple[Key, Key, tuple[str, str], tuple[str, str]]]:
    a, b, c, d = hand
    found = []
    for one, other in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
        high, low = sorted((key(*one), key(*other)), reverse=True)
        found.append((high, low, one, other))
    return found


def house(hand: tuple[str, ...]) -> tuple[Key, Key]:
    """621a.8(d), the better low hand deciding where it leaves a choice."""
    ways = splits(hand)
    twos = [(two, way) for way in ways for two in way[2:]]
    if paired := [(pair(*two), way) for two, way in twos if pair(*two)]:
        open_ = [way for rank, way in paired if rank == min(paired)[0]]
    else:
        worth = [(key(*two)[1], way) for two, way in twos]
        best = max(value for value, _ in worth)
        if best >= 7:
            open_ = [way for value, way in worth if value == best]
        else:
            ends = {min(hand, key=RANKS.__getitem__), max(hand, key=RANKS.__getitem__)}
            open_ = [way for two, way in twos if set(two) == ends]
    high, low, *_ = max(open_, key=lambda way: (way[1], way[0]))
    return high, low


SET = tuple(tile.replace("-", "") for tile in TILES)


@pytest.fixture(scope="module")
def everyone() -> list[tuple[frozenset[int], Key, Key]]:
    """Every hand, tile by tile, set the house way."""
    known: dict[tuple[str, ...], tuple[Key, Key]] = {}
    found = []
    for hand in combinations(range(32), 4):
        tiles = tuple(SET[n] for n in hand)
        if tiles not in known:
            known[tiles] = house(tiles)
        found.append((frozenset(hand), *known[tiles]))
    return found


def counted(hand: tuple[int, ...], high: Key, low: Key, everyone: list[tuple[frozenset[int], Key, Key]]) -> list[int]:
    """Wins, ties and losses, one by one."""
    found = [0, 0, 0]
    for other, his_high, his_low in everyone:
        if other.isdisjoint(hand):
            found[2 - (high > his_high) - (low > his_low)] += 1
    return found


def test_every_hand_once() -> None:
    """8,130 looks are all 35,960 hands."""
    assert len(looks()) == 8130
    assert sum(looks().values()) == comb(32, 4) == 35_960


def test_house_way_of_every_hand_by_another_reading() -> None:
    """Settings of all 8,130 looks compare with each other as the other reading's do."""
    mine = field(HouseWay.LOW_FIRST)
    theirs = [house(tuple(tile.replace("-", "") for tile in tiles)) for tiles in looks()]
    for row, part in ((3, 0), (4, 1)):
        pairs = {(int(mine[row, n]), keys[part]) for n, keys in enumerate(theirs)}
        assert len(pairs) == len({number for number, _ in pairs}) == len({found for _, found in pairs})
        ordered = sorted(pairs)
        assert [found for _, found in ordered] == sorted(found for _, found in ordered)


def test_meetings_of_random_hands_one_by_one(everyone: list[tuple[frozenset[int], Key, Key]]) -> None:
    """Ten hands, each met with all 20,475 of the other tiles, set the house way and in every other way."""
    source, others = random.Random(621), field(HouseWay.LOW_FIRST)
    house_set, best = house_settings(HouseWay.LOW_FIRST), best_settings(HouseWay.LOW_FIRST)
    for _ in range(10):
        hand = tuple(sorted(source.sample(range(32), 4)))
        tiles, names = tuple(SET[n] for n in hand), tuple(TILES[n] for n in hand)
        by_house = counted(hand, *house(tiles), everyone)
        assert sum(by_house) == comb(28, 4)
        assert meetings(columns([(names, house_set[names])]), others, 0)[0].tolist() == by_house
        values = [19 * w - 20 * lost for w, _, lost in (counted(hand, *way[:2], everyone) for way in splits(tiles))]
        won, _, lost = meetings(columns([(names, best[names])]), others, 0)[0].tolist()
        assert 19 * won - 20 * lost == max(values)


@pytest.mark.parametrize("way", HouseWay)
def test_player_and_dealer_are_alike_before_the_deal(way: HouseWay) -> None:
    """Set the same way, a player wins as often as the dealer does without copies; a bank's wins are a player's losses."""
    won, tied, lost = totals(way, best=False)
    assert won + tied + lost == PAIRS_OF_HANDS
    assert totals(way, best=False, banks=True) == (lost, tied, won)


@pytest.mark.slow
@pytest.mark.parametrize("way", HouseWay)
def test_best_setting_is_at_least_the_house_way(way: HouseWay) -> None:
    """No hand does worse than by the house way, and so neither does the sum, for player and for bank."""
    for banks in (False, True):
        (won, _, lost), (best_won, _, best_lost) = (
            totals(way, best=False, banks=banks),
            totals(way, best=True, banks=banks),
        )
        assert 19 * best_won - 20 * best_lost > 19 * won - 20 * lost


def test_published_edges() -> None:
    """Edges as fractions over all 736,281,000 pairs of hands, by wager and strategy."""
    every = edges(Rules(player_bank=True, co_banking=True))
    found = {(edge.wager, edge.strategy): edge for edge in every if not edge.on}
    won, tied, lost = totals(HouseWay.LOW_FIRST, best=False)
    assert (won, tied, lost) == (216_905_096, 293_639_544, 225_736_360)
    player = found["pai_gow", "house way"]
    assert player.house_edge == Fraction(20 * lost - 19 * won, 20 * PAIRS_OF_HANDS)
    assert [player.chance(sign) for sign in (1, 0, -1)] == [Fraction(n, PAIRS_OF_HANDS) for n in (won, tied, lost)]
    assert found["bank", "house way"].house_edge == Fraction(20 * won - 19 * lost, 20 * PAIRS_OF_HANDS)
    assert found["co_bank", "house way"].house_edge == found["bank", "house way"].house_edge
    assert totals(HouseWay.LOW_FIRST, best=True) == (221_302_696, 311_658_740, 203_319_564)
    shown = {key: round(float(edge.house_edge) * 100, 4) for key, edge in found.items()}
    assert shown == {
        ("pai_gow", "house way"): 2.6724,
        ("pai_gow", "optimal"): -0.9396,
        ("bank", "house way"): 0.3335,
        ("bank", "optimal"): -2.7693,
        ("co_bank", "house way"): 0.3335,
        ("dealer_wager", "optimal"): -4.3240,
        ("dealer_wager", "house way"): -1.1994,
    }
    assert found["dealer_wager", "house way"].house_edge == Fraction(won - lost, PAIRS_OF_HANDS)


def test_a_full_table_spares_a_bank_vigorish() -> None:
    """What a bank wins before the vigorish is the same on each wager; of a vigorish on what is left over it pays less
    the more wagers it faces. Against one, the deals give the exact edge within twice their interval."""
    rules = Rules(player_bank=True, co_banking=True)
    found = {(edge.wager, edge.on, edge.strategy): edge for edge in edges(rules)}
    for wager, strategy, wagers in (("bank", "optimal", 6), ("bank", "house way", 6), ("co_bank", "house way", 5)):
        alone, full = found[wager, "", strategy], found[wager, FULL_TABLE, strategy]
        assert full.method == INTERVAL
        assert 0 < full.half_width < Fraction(1, 50_000)
        best, way = strategy == "optimal", rules.house_way
        samples = [BankSample(_sampled(way, int(best), DEALS), many, DEALS, 5) for many in range(1, 7)]
        vigorish = [sample.vigorish[0] for sample in samples]
        assert vigorish == sorted(vigorish, reverse=True)
        bears = alone.chance(1) / 20
        assert abs(vigorish[0] - bears) < 2 * samples[0].vigorish[1]
        assert full.house_edge == alone.house_edge - bears + vigorish[wagers - 1]
        assert abs(sum(line.net * line.probability for line in samples[0].outcomes) - alone.mean) < Fraction(1, 1000)
        assert abs(full.mean + full.house_edge) < Fraction(1, 1000)


def test_every_wager_has_an_edge() -> None:
    """Without a player bank there is none of it; both completions of the house way are variants."""
    assert [(edge.wager, edge.strategy) for edge in edges(Rules())] == [
        ("pai_gow", "optimal"),
        ("pai_gow", "house way"),
    ]
    assert [rules.house_way for rules in variants(None)] == list(HouseWay)  # type: ignore[arg-type, attr-defined]

"""DJ Wild Stud Poker: the published edges against the Board's figures and against counting another way."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.chapters.ch687a_dj_wild_stud_poker import GAME
from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import best, trips_line
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import (
    TRIPS_PAYS,
    BadBeatPaytable,
    ProgressiveTwos,
    Rules,
    TripsPaytable,
)
from pitboss.equipment.cards import DECK_WITH_JOKER, JOKER
from pitboss.families.poker_ranks import DEUCES_AND_JOKER_WILD, STANDARD, Hand
from pitboss.mathematics.dj_wild_stud_poker.edges import (
    bad_beat,
    edges,
    elections,
    main_game,
    progressive,
    progressive_counts,
    raises,
    trips,
    variants,
)
from pitboss.mathematics.kit.duels import duels, place
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.poker import rank_hands


def percent(value: Fraction, places: int = 3) -> str:
    """As printed: rounded to so many places."""
    return f"{float(100 * value):.{places}f}"


@pytest.mark.slow
def test_duels_by_dealing_every_rival() -> None:
    """Two hands against all 1,712,304 hands of the other cards, one by one."""
    table, rng = duels(DEUCES_AND_JOKER_WILD), random.Random(687)
    rows = np.array(list(combinations(range(48), 5)))
    for _ in range(2):
        hand = np.array(sorted(rng.sample(range(53), 5)), np.uint8)
        row = place(hand)
        assert table.hands[row].tolist() == hand.tolist()
        rest = np.array([n for n in range(53) if n not in hand], np.uint8)
        rivals = rank_hands(DEUCES_AND_JOKER_WILD, rest[rows])
        mine = best([DECK_WITH_JOKER[n] for n in hand])
        assert (int((rivals < mine).sum()), int((rivals == mine).sum())) == (table.beats[row], table.equals[row])
        assert len(rivals) == table.rivals


@pytest.mark.slow
def test_duels_are_even_before_the_deal() -> None:
    """Over all hands, as many are beaten as beat."""
    table = duels(DEUCES_AND_JOKER_WILD)
    beats, equals = int(table.beats.sum(dtype=np.int64)), int(table.equals.sum(dtype=np.int64))
    assert 2 * beats + equals == len(table.hands) * table.rivals


@pytest.mark.slow
def test_main_game_returns_what_was_computed_for_the_board() -> None:
    """98.976 % of all that is wagered; the Board published 98.99 % (I-687a-02)."""
    edge = main_game()
    assert percent(1 - edge.element_of_risk) == "98.976"
    assert edge.house_edge == Fraction(1419824771, 40948109202)
    assert percent(edge.staked, 2) == "338.65"


def test_raise_with_a_pair_of_fives_fold_a_pair_of_threes() -> None:
    """Between them, a pair of fours, the other cards decide; every wild card is worth a raise."""
    values, raised = duels(DEUCES_AND_JOKER_WILD).values, elections()
    highest_fold, lowest_raise = int(values[~raised].max()), int(values[raised].min())
    assert DEUCES_AND_JOKER_WILD.spoken(highest_fold) == DEUCES_AND_JOKER_WILD.spoken(lowest_raise) == "pair of 4s"
    assert raises(["5S", "5H", "3D", "4C", "7S"])
    assert not raises(["3S", "3H", "AD", "KC", "QS"])
    assert not raises(["AS", "KH", "QD", "JC", "9S"])
    assert raises(["2S", "3H", "4D", "5C", "7S"])


@pytest.mark.parametrize(
    ("table", "payback"), [("DJWT-04", "93.843"), ("DJWT-05", "92.474"), ("DJWT-06", "92.338"), ("DJWT-07", "91.454")]
)
def test_trips_returns_what_the_board_published(table: str, payback: str) -> None:
    """To three places; the first figure is misprinted by five points (I-687a-05)."""
    assert percent(1 - trips(Rules(trips_bonus_paytable=TripsPaytable(table))).house_edge) == payback


def test_trips_readings_stand_for_all_hands() -> None:
    """Twenty thousand random hands: what one pays is what its readings' example pays."""
    rng, table = random.Random(4), TRIPS_PAYS["DJWT-04"]
    by_readings: dict[object, str] = {}
    for _ in range(20_000):
        hand = rng.sample(DECK_WITH_JOKER, 5)
        wild = any(map(DEUCES_AND_JOKER_WILD.is_wild, hand))
        key = (None if JOKER in hand else STANDARD.hand(hand), DEUCES_AND_JOKER_WILD.hand(hand), wild)
        line = trips_line(hand, table)
        assert by_readings.setdefault(key, line) == line


@pytest.mark.parametrize(
    ("table", "either", "player_only"),
    [
        ("DJWBB-01", "86.91", "43.46"),
        ("DJWBB-02", "87.54", "43.77"),
        ("DJWBB-03", "86.03", "43.01"),
        ("DJWBB-04", "85.98", "42.99"),
    ],
)
def test_bad_beat_returns_both_ways_and_one_way(table: str, either: str, player_only: str) -> None:
    """Either hand beaten comes near the Board's figures, the player's alone to half of them (I-687a-06)."""
    for two_way, payback in ((True, either), (False, player_only)):
        rules = Rules(two_way_bad_beat_bonus_paytable=BadBeatPaytable(table), two_way=two_way)
        assert percent(1 - bad_beat(rules).house_edge, 2) == payback


@pytest.mark.parametrize(("stake_back", "fixed"), [(True, "55.93"), (False, "53.06")])
def test_progressive_returns_fixed_awards_rate_and_seed(stake_back: bool, fixed: str) -> None:
    """Fixed awards, plus the rate, plus one seed with each royal flush (0.31 %)."""
    rules = Rules(progressive_bonus=True, progressive_rate=Fraction(0), progressive_stake_back=stake_back)
    seed = Fraction(4 * 2000, 2598960)
    assert percent(1 - progressive(rules).house_edge - seed, 2) == fixed
    more = Rules(progressive_bonus=True, progressive_rate=Fraction("20.5"), progressive_stake_back=stake_back)
    assert progressive(rules).house_edge - progressive(more).house_edge == Fraction("0.205")
    assert percent(seed, 2) == "0.31"


def test_i_687a_11_wild_twos_are_counted_as_the_trade_counts_them() -> None:
    """Five of 52 cards with the 2s wild: the counts that are published, five of a kind paid as what else it is."""
    counts = progressive_counts(Rules(progressive_twos=ProgressiveTwos.WILD))
    five_of_a_kind, four_twos_and_less_than_a_ten = 624, 28
    assert {hand.value: count for hand, count in counts.items() if hand is not Hand.HIGH_CARD} == {
        "royal_flush": 4 + 480 + 20, "straight_flush": 2_068 + four_twos_and_less_than_a_ten,
        "four_of_a_kind": 31_552 + five_of_a_kind, "full_house": 12_672, "flush": 14_472, "straight": 62_232,
        "three_of_a_kind": 355_080,
    }  # fmt: skip
    assert sum(counts.values()) == comb(52, 5)
    filed = Rules(progressive_bonus=True, progressive_rate=Fraction(20), progressive_twos=ProgressiveTwos.WILD)
    assert float(1 - progressive(filed).house_edge) == pytest.approx(6.8998, abs=1e-4)


def test_progressive_is_ordinary_poker_whatever_becomes_of_the_joker() -> None:
    """In 12 cards with a joker, every hand and every card set aside: each natural hand equally often."""
    deck = [*DECK_WITH_JOKER[:11], JOKER]
    seen: dict[tuple[str, ...], int] = {}
    for hand in combinations(deck, 5):
        for aside in (card for card in deck if card not in hand):
            final = tuple(sorted(aside if card == JOKER else card for card in hand))
            seen[final] = seen.get(final, 0) + 1
    assert len(set(seen.values())) == 1


def test_every_wager_and_every_paytable_has_an_edge() -> None:
    """All four wagers at a table that offers them; both, four and four paytables over all variants."""
    assert [edge.wager for edge in edges_for(GAME, GAME.example())] == [
        "ante", "progressive_bonus", "trips_bonus", "two_way_bad_beat_bonus",
    ]  # fmt: skip
    assert [edge.wager for edge in edges(Rules())] == ["ante"]
    found = {(edge.wager, edge.paytable) for rules in variants(GAME) for edge in edges_for(GAME, rules)}
    assert len(found) == 1 + 2 + 4 + 4

"""Face Up Pai Gow Poker: counts another way, the published paybacks, the main game's interval."""

import random
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from pitboss.chapters.ch688a_face_up_pai_gow_poker import GAME
from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import RANKING, Outcome, ace_high_line, compare, is_ace_high
from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import BOTH, WITH_JOKER, WITHOUT_JOKER
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.families.house_ways import HOUSE_WAYS, HouseWayName
from pitboss.mathematics.face_up_pai_gow_poker import edges as face_up_edges
from pitboss.mathematics.face_up_pai_gow_poker.edges import (
    HOUSE,
    OPTIMAL,
    ace_high,
    ace_high_counts,
    edges,
    fortune,
    main_game,
    progressive,
    variants,
)
from pitboss.mathematics.face_up_pai_gow_poker.strategy import best_against
from pitboss.mathematics.face_up_pai_gow_poker.two_boxes import ace_high_pai_gow
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.house_ways import SETTINGS, every_setting, most_above, pieces
from pitboss.mathematics.pgcb import NOT, REPRODUCED, Compared, compare_with, figures

EVERY = 154_143_080 * 53_524_680  # ordered pairs of hands of seven out of 53 cards


def shown(wager: str) -> dict[str, Edge]:
    """The edges of an optional wager, by paytable."""
    of = {"ace_high_bonus": ace_high, "fortune_bonus": fortune, "progressive_payout": progressive}[wager]
    return {edge.paytable: edge for rules in variants(GAME) for edge in [of(rules)]}  # type: ignore[arg-type]


def compared(wager: str) -> dict[str, Compared]:
    """The Board's figures of an optional wager and what is found, by paytable."""
    of = shown(wager)
    printed = [figure for figure in figures() if (figure.game, figure.wager) == (GAME.name, wager)]
    return {figure.paytable: compare_with(figure, of[figure.paytable]) for figure in printed}


def test_688a_12_b_counts_agree_with_the_chapter_on_random_deals() -> None:
    """Of thirty thousand pairs of hands each line is met as often as the counts say, within five deviations."""
    rng, many = random.Random(688), 30_000
    seen = dict.fromkeys((BOTH, WITH_JOKER, WITHOUT_JOKER, ""), 0)
    for _ in range(many):
        cards = rng.sample(DECK_WITH_JOKER, 14)
        seen[ace_high_line(cards[:7], cards[7:])] += 1
    for line, count in ace_high_counts().items():
        p = count / EVERY
        assert abs(seen[line] - many * p) < 5 * (many * p * (1 - p)) ** 0.5, line


@pytest.mark.parametrize(
    ("dealers", "mine", "shared", "dealer_flush", "player_flush"),
    [(1, 1, 3, 3, 3), (0, 2, 3, 2, 3), (2, 0, 3, 3, 2), (0, 1, 3, 2, 3), (1, 1, 2, 2, 2), (2, 2, 1, 2, 2)],
)
def test_suits_of_two_hands_by_plain_enumeration(
    dealers: int, mine: int, shared: int, dealer_flush: int, player_flush: int
) -> None:
    """Small hands and short flushes: every choice of suits, looked at one by one."""
    found = 0
    for theirs in product(range(4), repeat=dealers + shared):
        if max(map(theirs.count, range(4))) < dealer_flush:
            for own in product(range(4), repeat=mine + shared):
                apart = all(a != b for a, b in zip(theirs[:shared], own[:shared], strict=True))
                found += apart and max(map(own.count, range(4))) < player_flush
    assert face_up_edges._suits(dealers, mine, shared, dealer_flush, player_flush) == found


def test_ace_high_paybacks() -> None:
    """I-688a-05: within 0.025 points of the Board's, under the reading that the lines exclude each other."""
    found = {name: f"{float(line.found or 0):.3f}" for name, line in compared("ace_high_bonus").items()}
    assert found == {"1": "96.410", "2": "95.209", "3": "94.150", "4": "93.125", "5": "92.623"}
    for line in compared("ace_high_bonus").values():
        assert 0 < Fraction(line.figure.printed) - (line.found or 0) < Fraction(25, 1000)


def test_progressive_paybacks_are_the_boards() -> None:
    """I-688a-06, I-688a-11: to the last digit printed, Paytable 4 with the Envy Bonus of one other player."""
    found = compared("progressive_payout")
    assert [found[name].verdict for name in "12345"] == [REPRODUCED] * 5
    assert found["4"].figure.others == 1
    for name, rate, printed in (("6", "45", 17), ("7", "45.5", 26)):  # I-688a-09: not with the rate as printed
        assert found[name].verdict == NOT
        missing = Fraction(found[name].figure.printed) - (found[name].found or 0)
        assert abs(missing - (Fraction(rate) - printed)) < Fraction(5, 100)


def test_fortune_paybacks_are_as_far_below_the_boards() -> None:
    """I-688a-21: the published figures exceed what the printed odds give by 1.9 points in each table but 5 (I-688a-10)."""
    for name, line in compared("fortune_bonus").items():
        above = Fraction(line.figure.printed) - (line.found or 0)
        assert (Fraction(188, 100) < above < Fraction(196, 100)) is (name != "5"), name


def test_three_pair_pushes_in_paytable_1_alone() -> None:
    """I-688a-01: as many hands as three pairs can be made of, with the joker as an ace and where it makes no more."""
    first, second = (shown("fortune_bonus")[name] for name in "12")
    natural = comb(13, 3) * 6**3 * 10 * 4
    alone = comb(12, 3) * 6**3  # the joker with three pairs
    windows = [{(high - n - 1) % 13 for n in range(5)} for high in range(5, 15)]  # ace 0, 2 is 1, ... and ace again
    # the joker with one ace; less straights, and flushes where four of a suit lie with it
    paired = sum(
        4 * 6 * 6 * 4 - 4 * 3 * 3
        for pairs in combinations(range(1, 13), 2)
        for other in set(range(1, 13)) - set(pairs)
        if not any({0, *pairs, other} <= window for window in windows)
    )
    assert first.chance(0) * 154_143_080 == natural + alone + paired
    assert second.chance(0) == 0
    assert first.chance(1) == second.chance(1)


def test_compiled_ace_high_and_settings_are_the_chapters() -> None:
    """On random deals: who has an Ace High Pai Gow, and how many of the dealer's hands can be beaten."""
    rng, p, tables = random.Random(88), pieces(), RANKING.tables(7)
    highs, lows = np.empty(SETTINGS + 1, np.int64), np.empty(SETTINGS + 1, np.int64)
    for _ in range(500):
        numbers = rng.sample(range(53), 14)
        mine, dealers = ([DECK_WITH_JOKER[n] for n in part] for part in (numbers[:7], numbers[7:]))
        dealer = HOUSE_WAYS[HouseWayName.STANDARD].set(dealers)
        assert ace_high_pai_gow(tables, np.array(numbers), 7) == is_ace_high(dealers)
        if not is_ace_high(dealers):
            many = every_setting(p, np.array(numbers), 0, highs, lows)
            above = most_above(highs, lows, many, dealer.high_value, dealer.low_value)
            made = best_against(mine, dealer, HOUSE_WAYS[HouseWayName.STANDARD])
            assert compare(made, dealer)[0] is (Outcome.LOSES, Outcome.TIES, Outcome.WINS)[above]


def test_main_game_interval() -> None:
    """Seeing the dealer's hands is worth more than four per cent; the interval holds what more deals find."""
    few, many = main_game(Rules(), deals=1 << 14), main_game(Rules(), deals=1 << 17)
    blind = main_game(Rules(), HOUSE, 1 << 17)
    assert abs(few.house_edge - many.house_edge) < 2 * (few.half_width + many.half_width)
    assert Fraction(25, 10) < few.half_width / many.half_width < Fraction(32, 10)  # the root of eight
    assert blind.house_edge - many.house_edge > Fraction(4, 100)
    for edge in (few, many, blind):
        assert edge.house_edge == -edge.mean
        assert edge.method == "interval"
    assert {few.strategy, blind.strategy} == {OPTIMAL, HOUSE}


def test_edges_name_every_wager_offered() -> None:
    """The main one as it may be played, and every paytable of the others."""
    found = {(edge.wager, edge.paytable) for wager in ("ace_high_bonus", "fortune_bonus", "progressive_payout")
        for edge in shown(wager).values()}  # fmt: skip
    assert len(found) == 5 + 6 + 7
    assert not [pair for pair in combinations(found, 2) if pair[0] == pair[1]]
    assert {edge.wager for edge in edges(GAME.example())} == {kind.name for kind in GAME.wagers}  # type: ignore[arg-type]

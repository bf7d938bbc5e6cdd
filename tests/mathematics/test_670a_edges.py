"""Six-Card Fortune Pai Gow Poker: counts against formulas, two hands against plain counting, the published figures."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.chapters.ch670a_six_card_fortune.hands import (
    RANKING,
    Outcome,
    compare,
    house_way,
    insurance_line,
    made_line,
    qualifies,
    settings,
)
from pitboss.chapters.ch670a_six_card_fortune.rules import Rules
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.families.house_ways import Setting
from pitboss.families.poker_ranks import Hand
from pitboss.mathematics.kit import suits
from pitboss.mathematics.six_card_fortune import six_cards
from pitboss.mathematics.six_card_fortune.edges import (
    CATEGORY,
    RIVALS,
    Play,
    best_setting,
    classes,
    double_down,
    edges,
    house_costs,
    insurance_counts,
    main_game,
)
from pitboss.mathematics.six_card_fortune.six_cards import EVERY
from pitboss.money import Money

FIVE_DOLLARS = Rules(progressive_payout=True, progressive_unit=Money(500))
FULL = Rules(double_down=True, fortune_bonus=True, insurance=True, progressive_payout=True)


def test_class_counts_by_formula() -> None:
    """Of 22,957,480 hands: classes that can be counted by hand, and all of them together."""
    found = classes()
    assert sum(found.values()) == EVERY == comb(53, 6) == 22_957_480
    assert found[Hand.FIVE_ACES] == 48  # four aces, the joker, and any other card
    # five of ten to ace of a suit with any of 48 others; or four of them, the joker, and any of 47 but the fifth
    assert found[Hand.ROYAL_FLUSH] == 4 * (48 + 5 * 47)
    natural = 13 * comb(48, 2)  # four of a rank and two others
    joker = 12 * 48  # no fifth card of a rank below the ace, but an ace with four of it
    three_aces = 4 * comb(48, 2)  # with the joker the fourth
    assert found[Hand.FOUR_OF_A_KIND] == natural + joker + three_aces


def test_class_counts_agree_with_a_sample_of_the_chapters_own_function() -> None:
    """The rarest to the commonest classes of thirty thousand hands, as the chapter names them, fit the counts."""
    rng, many = random.Random(670), 30_000
    seen = dict.fromkeys(RANKING.order, 0)
    for _ in range(many):
        seen[made_line(rng.sample(DECK_WITH_JOKER, 6))] += 1
    for hand, count in classes().items():
        p = count / EVERY
        assert abs(seen[hand] - many * p) <= 5 * (many * p * (1 - p)) ** 0.5 + 1, hand


def test_insurance_counts_agree_with_plain_enumeration() -> None:
    """Eight high: two ranks short of a straight, all suits but those of a flush, counted card by card."""
    low = [card for card in DECK_WITH_JOKER if card[0] in "2345678"]
    counted = sum(insurance_line(cards) == "eight_high" for cards in combinations(low, 6))
    assert insurance_counts()["eight_high"] == counted
    assert insurance_counts()["king_high"] > insurance_counts()["queen_high"] > counted


@pytest.fixture(scope="module")
def led() -> six_cards.LeaderHands:
    """All leaders as the kernel sets them."""
    return six_cards.set_hands(RANKING, CATEGORY)


def test_compiled_house_way_is_the_chapters() -> None:
    """On ten thousand hands: the same high hand, the same low card, the joker where the chapter has it."""
    rng, tables, ranks = random.Random(6), RANKING.tables(5), np.array(CATEGORY)
    for _ in range(10_000):
        numbers = rng.sample(range(53), 6)
        made = house_way([DECK_WITH_JOKER[n] for n in numbers])
        value, laid = six_cards.house_way(tables, ranks, np.array(numbers))
        assert value == made.high_value
        assert (int(six_cards.LOWS[laid]) + 2) * six_cards.PLACE == made.low_value
        assert (laid == suits.JOKER_AT) == (made.low == ("JK",))


def test_leaders_stand_for_every_hand_once(led: six_cards.LeaderHands) -> None:
    """Of any hand the leader is among the leaders, once, and is set alike; together they stand for every hand."""
    rng, first, places = random.Random(7), np.zeros(6, np.int64), six_cards.hand_places(led)
    row_of = dict(zip(places.tolist(), range(len(places)), strict=True))
    assert len(row_of) == len(places)
    assert led.weight.sum() == EVERY
    values = six_cards.high_hands(RANKING)
    for _ in range(2000):
        numbers = np.array(sorted(rng.sample(range(53), 6)))
        alike = suits.leader(numbers, first)
        row = row_of[int(suits.place(first))]
        made = house_way([DECK_WITH_JOKER[n] for n in numbers])
        assert led.cards[row].tolist() == first.tolist()
        assert values[led.high[row]] == made.high_value
        assert (int(led.low[row]) + 2) * six_cards.PLACE == made.low_value
        assert bool(led.joker[row]) == (made.low == ("JK",))
        assert led.weight[row] == alike == suits.leader(first.copy(), first)


def test_classes_hold_what_an_exchange_of_suits_makes_of_a_set() -> None:
    """Sets of one class have one leader; a class has as many sets as exchanges of suits make different."""
    of, alike = suits.classes()
    sizes = np.bincount(of)
    assert (sizes * alike == 24).all()
    rng, first, other = random.Random(9), np.zeros(3, np.int64), np.zeros(3, np.int64)
    threes = of[suits.OFFSETS[3] : suits.OFFSETS[4]]
    sets = [np.array(sorted(rng.sample(range(53), 3))) for _ in range(300)]
    for one, two in combinations(sets, 2):
        suits.leader(one, first)
        suits.leader(two, other)
        same = threes[suits.place(one)] == threes[suits.place(two)]
        assert same == (first.tolist() == other.tolist())


@pytest.mark.slow
def test_double_down_choice_is_what_a_count_of_rivals_says() -> None:
    """For hands far from the edge a sample of rivals shows the same sign as the choice."""
    rng = random.Random(8)
    for cards in (
        "AS AD KC QH 9S 2D",
        "KS KD AC QH 9S 2D",
        "KS QD 9C 7H 4S 2D",
        "9S 9D KC 7H 4S 2D",
        "7S 6D 5C 4H 2S AD",
    ):
        mine = cards.split()
        gain = _gain(mine, rng, 4000)
        assert best_setting(mine, Play.HOUSE) == (house_way(mine), gain > 0), (cards, gain)


def _gain(mine: list[str], rng: random.Random, many: int) -> int:
    """Won less lost Double Downs against so many hands of the dealer."""
    rest, own = [card for card in DECK_WITH_JOKER if card not in mine], house_way(mine)
    return sum(
        _net(own, dealer) * qualifies(dealer) for dealer in (house_way(rng.sample(rest, 6)) for _ in range(many))
    )


def _net(own: Setting, dealer: Setting) -> int:
    outcome = compare(own, dealer)[0]
    return (outcome is Outcome.WINS) - (outcome is Outcome.LOSES)


def test_best_setting_is_what_a_sample_of_rivals_says() -> None:
    """Hands that the house does not set best: the one chosen does better than every other against the same rivals."""
    rng = random.Random(9)
    for cards, low in (
        ("AS AD 9C 8C 3H 2D", "A"),
        ("KS KD 8C 8H 5S 3D", "K"),
        ("JK AD JC TH 5S 3D", "J"),
        ("9S 8D 7C 6H 5S 8H", "8"),
    ):
        mine = cards.split()
        made, _ = best_setting(mine, Play.SINGLE)
        assert made.low[0][0] == low
        rest = [card for card in DECK_WITH_JOKER if card not in mine]
        rivals = [house_way(rng.sample(rest, 6)) for _ in range(3000)]
        worth = {way.low: sum(_net(way, dealer) for dealer in rivals) for way in settings(mine)}
        assert max(worth.values()) - worth[made.low] < 3 * 3000**0.5, (cards, worth)
        assert made == house_way(mine) or worth[made.low] > worth[house_way(mine).low]


def test_best_play_is_worth_what_all_settings_were() -> None:
    """Figures of a sweep over every setting there is, near or not; by class the cost of the house way adds up."""
    assert -main_game(Play.SINGLE).house_edge == Fraction(-9729755722212, EVERY * RIVALS)
    together = main_game(Play.DOUBLED).house_edge + double_down(Play.DOUBLED).house_edge
    assert together == Fraction(3544103517270, EVERY * RIVALS)
    house = main_game(Play.HOUSE).house_edge
    assert sum(lost for _, lost in house_costs(Play.SINGLE).values()) == house - main_game(Play.SINGLE).house_edge
    house += double_down(Play.HOUSE).house_edge
    assert sum(lost for _, lost in house_costs(Play.DOUBLED).values()) == house - together


def test_main_game_and_double_down() -> None:
    """Exact figures, and what they must be by symmetry: a copy is the dealer's, a player's joker low is the player's."""
    main, double = main_game(), double_down()
    assert main.house_edge == Fraction(546718647473, 8803843478430)  # 6.21 %
    assert double.house_edge == Fraction(-726928493936, 30813452174505)  # 2.36 % to the player
    assert double.staked == Fraction(4_541_568, EVERY)
    assert main.house_edge + double.house_edge == Fraction(50493054137, 1311210730830)  # 3.85 % together
    assert main.chance(-1) > main.chance(1)
    assert main.chance(1) + main.chance(0) + main.chance(-1) == 1
    assert double.house_edge < 0  # only made when it gains
    assert 0 < double.staked < 1


def test_side_wagers() -> None:
    """Exact edges of the Fortune Bonus, Insurance and the Progressive, the same for both of its sizes."""
    exact = {edge.wager: edge.house_edge for edge in edges(FULL)}
    assert exact["fortune_bonus"] == Fraction(49724, 409955)
    assert exact["insurance"] == Fraction(87599, 1147874)
    assert exact["progressive_payout"] == Fraction(1974079, 8199100)
    assert edges(FIVE_DOLLARS)[-1].house_edge == exact["progressive_payout"]


def test_edges_name_every_wager_offered() -> None:
    """Five with everything, one with nothing, each set two ways; fractions all the way."""
    both = [
        (wager, way) for wager in ("six_card_fortune_pai_gow_poker", "double_down") for way in ("optimal", "house way")
    ]
    sides = [(wager, "none") for wager in ("fortune_bonus", "insurance", "progressive_payout")]
    assert [(edge.wager, edge.strategy) for edge in edges(FULL)] == both + sides
    assert [(edge.wager, edge.strategy) for edge in edges(Rules())] == both[:2]
    assert all(isinstance(edge.house_edge, Fraction) for edge in edges(FULL))

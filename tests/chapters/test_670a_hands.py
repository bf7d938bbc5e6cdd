"""Chapter 670a: rankings (§ 670a.6), how hands are set (§ 670a.11(b), (d)), comparison (§ 670a.11(f)–(g))."""

from itertools import combinations

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
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.families.house_ways import Setting, setting
from pitboss.families.poker_ranks import Hand
from tests.chapters.joker_hands import (
    ACE_JOINS,
    COPIES,
    FIRST_DIFFERENCE,
    JOKER_EQUALS,
    JOKER_MAKES,
    ROYAL,
    SINGLES,
    WITHIN,
    descend,
    equal,
    make,
)


def laid(high: str, low: str) -> Setting:
    """A high hand of five and a low card as a player laid them."""
    return setting([*high.split(), low], [low])


# § 670a.6.


def test_670a_6_a_ace_is_high_or_below_the_two_and_bridges_nothing() -> None:
    """A-2-3-4-5 is a straight, Q-K-A-2-3 is none; ranks go from the ace down to the 2."""
    make(RANKING, ACE_JOINS)
    descend(RANKING, SINGLES)


def test_670a_6_a_joker_is_an_ace_or_completes_a_straight_or_a_flush() -> None:
    """An ace, unless it fills a straight, a flush or both (I-670a-02)."""
    make(RANKING, JOKER_MAKES)
    equal(RANKING, JOKER_EQUALS)


def test_670a_6_b_hands_rank_in_the_order_of_the_text() -> None:
    """From five aces down to seven high: best and worst of every class, A-2-3-4-5 where the text has it."""
    ladder = [hand for hands in WITHIN.values() for hand in hands]
    descend(RANKING, ["AS AH AD AC JK", ROYAL, *ladder])


@pytest.mark.parametrize("higher", FIRST_DIFFERENCE)
def test_670a_6_c_highest_card_not_in_the_other_hand_decides(higher: str) -> None:
    """Down to the last card; equal ranks are equal hands."""
    descend(RANKING, [higher, FIRST_DIFFERENCE[higher]])
    equal(RANKING, COPIES)


def test_670a_6_c_players_joker_laid_low_beats_an_ace_and_the_dealers_does_not() -> None:
    """A player's joker low outranks even an ace; a dealer's joker low is an ace, and an equal ace is the dealer's."""
    flush = "KS QS 9S 5S 3S"
    with_ace, lower = laid("KD QD 9D 5D 2D", "AC"), laid("KD QD 9D 5D 2D", "JK")
    assert compare(laid(flush, "JK"), with_ace) == (Outcome.WINS, "670a.11(f)(3)")
    assert compare(laid(flush, "AC"), lower) == (Outcome.TIES, "I-670a-03")
    assert compare(laid("KD QD 9D 5D 2D", "JK"), laid(flush, "AC")) == (Outcome.TIES, "670a.11(f)(2)(ii)")


# § 670a.11(d).


@pytest.mark.parametrize(
    ("provision", "cards", "high", "low"),
    [
        ("(1)", "9S 9D AC KH 5S 2D", "pair of 9s", "ace"),
        ("(1)", "9S 9D 5C 5H AS 2D", "two pair, 9s and 5s", "ace"),
        ("(1)", "9S 9D 9C KH 5S 2D", "three 9s", "king"),
        ("(1)", "9S 8D 7C 6H 5S KD", "straight, 9 high", "king"),
        ("(1)", "9S 9D 8C 7H 6S 5D", "straight, 9 high", "9"),  # a pair inside a straight stays in it (I-670a-07)
        ("(1)", "KS QS 9S 5S 3S KD", "flush, king high", "king"),
        ("(1)", "9S 9D 9C KH KS 2D", "full house, 9s over kings", "2"),
        ("(1)", "9S 9D 9C 9H KS 2D", "four 9s", "king"),
        ("(1)", "9S 9D 9C 9H KS KD", "four 9s", "king"),
        ("(1)", "AS AD AC AH JK KD", "five aces", "king"),
        ("(1)", "JK AD KC 9H 5S 2D", "pair of aces", "king"),  # two aces
        ("(1)(i)", "KS KD KC 9H 9S 9D", "full house, 9s over kings", "king"),
        ("(1)(i)", "JK AD AC 9H 9S 9D", "full house, 9s over aces", "joker"),
        ("(1)(ii)", "KS KD 9C 9H 5S 5D", "two pair, 9s and 5s", "king"),
        ("(1)(ii)", "JK AD 9C 9H 5S 5D", "two pair, 9s and 5s", "joker"),
        ("(2)", "9S 8D 7C 6H 5S 4D", "straight, 8 high", "9"),
        ("(2)", "AS 2D 3C 4H 5S 6D", "straight, 6 high", "ace"),  # the ace-low one is not the lowest (I-670a-07)
        ("(2)", "AS KD QC JH TS 9D", "straight, king high", "ace"),
        ("(2)", "KS QS 9S 7S 5S 3S", "flush, queen high", "king"),
        ("(2)", "JK QS 9S 7S 5S 3S", "flush, queen high", "joker"),
        ("(2)", "9S 8S 7S 6S 5S 4S", "straight flush, 8 high", "9"),
        ("(2)", "AS KS QS JS TS 9S", "straight flush, king high", "ace"),  # a royal flush is given up (I-670a-07)
        ("(3)", "9S 8S 7S 6S 2S 5D", "flush, 9 high", "5"),
        ("(4)", "9S 8S 7S 6S 5S TD", "straight flush, 9 high", "10"),
        ("(4)", "9S 8S 7S 6S 5S 4D", "straight flush, 9 high", "4"),
        ("(5)", "9S 8S 7S 6S 5S KS", "straight flush, 9 high", "king"),
        ("(5)", "9S 8S 7S 6S 5S 2S", "straight flush, 9 high", "2"),
        ("(6)", "KD QC 9H 7C 4D 3S", "king high", "queen"),
        ("(6)", "JK QC 9H 7C 4D 3S", "ace high", "queen"),  # a lone joker is the highest card (I-670a-08)
    ],
)
def test_670a_11_d_dealer_sets_his_hands(provision: str, cards: str, high: str, low: str) -> None:
    """The best class high, unbroken; the highest card outside it low; with the exceptions of (1)(i)–(ii) and (2)."""
    assert house_way(cards.split()).spoken == f"{high}, low {low}", provision


def test_670a_11_b_high_hand_may_not_rank_below_the_low_card() -> None:
    """A high hand without a pair whose top card is below the low card is foul; an equal one is lawful (I-670a-16)."""
    assert laid("QC 9H 7C 4D 3S", "KD").foul
    assert not laid("KC 9H 7C 4D 3S", "KD").foul
    assert not laid("KC QH 7C 4D 3S", "JD").foul
    assert laid("KC 9H 7C 4D 3S", "JK").foul  # as an ace it is above the king
    assert not laid("AC 9H 7C 4D 3S", "JK").foul  # as an ace it is equal
    assert not laid("2C 2H 7C 4D 3S", "AD").foul
    assert len(settings(["KD", "QC", "9H", "7C", "4D", "3S"])) == 5
    assert len(settings(["9S", "9D", "AC", "KH", "5S", "2D"])) == 6


def test_670a_11_d_house_way_is_lawful_for_every_hand_it_meets() -> None:
    """On hands from all over the deck the setting is lawful, of six different cards, and of the best class."""
    met = list(combinations(DECK_WITH_JOKER[::3], 6))
    for cards in met[::7]:
        made = house_way(cards)
        assert not made.foul
        assert sorted(made.cards) == sorted(cards)
        classes = {RANKING.name(other.high_value) for other in settings(cards)}
        order = RANKING.order.index
        top = max(classes, key=order)
        assert RANKING.name(made.high_value) is top or top is Hand.ROYAL_FLUSH


# § 670a.11(f).

DEALER = laid("9S 9D 8C 7H 2S", "KD")


@pytest.mark.parametrize(
    ("high", "low", "outcome", "cite"),
    [
        ("8S 8D AC 7H 2S", "QD", Outcome.LOSES, "670a.11(f)(1)(i)"),
        ("8S 8D AC 7H 2S", "KC", Outcome.LOSES, "670a.11(f)(1)(ii)"),
        ("9C 9H 8D 7C 2C", "QD", Outcome.LOSES, "670a.11(f)(1)(iii)"),
        ("9C 9H 8D 7C 2C", "KC", Outcome.LOSES, "670a.11(f)(1)(iv)"),
        ("QC 9H 8D 7C 2C", "AC", Outcome.LOSES, "670a.11(f)(1)(v)"),
        ("TC TH 8D 7C 2C", "QC", Outcome.TIES, "670a.11(f)(2)(i)"),
        ("8S 8D 9C 7C 2C", "AC", Outcome.TIES, "670a.11(f)(2)(ii)"),
        ("8S 8D 9C 7C 2C", "JK", Outcome.TIES, "670a.11(f)(2)(ii)"),
        ("TC TH 8D 7C 2C", "KC", Outcome.TIES, "I-670a-03"),
        ("9C 9H 8D 7C 2C", "AC", Outcome.TIES, "I-670a-03"),
        ("TC TH 8D 7C 2C", "AC", Outcome.WINS, "670a.11(f)(3)"),
        ("TC TH 8D 7C 2C", "JK", Outcome.WINS, "670a.11(f)(3)"),
    ],
)
def test_670a_11_f_every_way_to_lose_tie_and_win(high: str, low: str, outcome: Outcome, cite: str) -> None:
    """High against high and low against low: both better win, none better loses, one better is a tie (I-670a-03)."""
    assert compare(laid(high, low), DEALER) == (outcome, cite)


# § 670a.11(g).


@pytest.mark.parametrize(
    ("cards", "played"),
    [
        ("7S 7D AC KH QS 2D", False),
        ("8S 8D 7C 5H 3S 2D", True),
        ("AS KD QC JH 9S 7D", False),
        ("3S 3D 2C 2H AS KD", True),
        ("KS KD 3C 3H 2S 2D", True),  # three pairs are two pair, as set (I-670a-09)
        ("2S 2D 2C AH KS QD", True),
    ],
)
def test_670a_11_g_dealer_plays_double_down_from_a_pair_of_eights(cards: str, played: bool) -> None:
    """The high hand as set decides; sevens with an ace are not enough, eights with nothing are."""
    assert qualifies(house_way(cards.split())) is played


# § 670a.7(e).


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("8S 7D 6C 5H 3S 2D", "eight_high"),
        ("9S 7D 6C 5H 3S 2D", "nine_high"),
        ("TS 7D 6C 5H 3S 2D", "ten_high"),
        ("JS 7D 6C 5H 3S 2D", "jack_high"),
        ("QS 7D 6C 5H 3S 2D", "queen_high"),
        ("KS QD 6C 5H 3S 2D", "king_high"),
        ("AS QD 6C 5H 3S 2D", ""),
        ("JK QD 6C 5H 3S 2D", ""),
        ("2S 2D 6C 5H 3S 8D", ""),
        ("8S 7D 6C 5H 4S 2D", ""),
        ("KS QS 9S 5S 3S 2D", ""),
    ],
)
def test_670a_7_e_3_insurance_is_king_high_or_less(cards: str, line: str) -> None:
    """By the highest of six cards without pair, straight or flush; the joker is an ace (I-670a-17)."""
    assert insurance_line(cards.split()) == line


def test_670a_7_e_2_six_cards_count_as_their_best_five() -> None:
    """The class that six cards make for Fortune Bonus and Progressive, two threes of a kind being a full house."""
    assert made_line(["KS", "KD", "KC", "9H", "9S", "9D"]) is Hand.FULL_HOUSE
    assert made_line(["AS", "KS", "QS", "JS", "TS", "9S"]) is Hand.ROYAL_FLUSH
    assert made_line(["KS", "KD", "9C", "9H", "5S", "5D"]) is Hand.TWO_PAIR
    assert made_line(["9S", "9D", "9C", "8H", "7S", "6D"]) is Hand.THREE_OF_A_KIND

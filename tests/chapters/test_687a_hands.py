"""Chapter 687a, DJ Wild Stud Poker: rankings (§ 687a.6) and payout odds (§ 687a.12)."""

from itertools import pairwise

import pytest

from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import (
    RANKING,
    bad_beat_line,
    best,
    called,
    progressive_line,
    trips_line,
    with_set_aside,
)
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import (
    BAD_BEAT_PAYS,
    BLIND_PAYS,
    EVEN,
    PROGRESSIVE_PAYS,
    TRIPS_PAYS,
    ProgressiveTwos,
    Rules,
)
from pitboss.families.poker_ranks import Hand
from tests.chapters.dj_wild import hand

# One hand of each class without wild cards where there is one, and one with.
CLASSES = {
    Hand.FIVE_WILDS: ("2S 2H 2D 2C JK", "2S 2H 2D 2C JK"),
    Hand.ROYAL_FLUSH: ("AS KS QS JS TS", "AS KS QS JK 2D"),
    Hand.FIVE_OF_A_KIND: ("3S 3H 3D 3C 2H", "9S 9H 9D JK 2H"),
    Hand.STRAIGHT_FLUSH: ("KS QS JS TS 9S", "3S 4S 5S 6S JK"),
    Hand.FOUR_OF_A_KIND: ("9S 9H 9D 9C 4H", "9S 9H 2D JK 4H"),
    Hand.FULL_HOUSE: ("9S 9H 9D 4C 4H", "9S 9H JK 4C 4H"),
    Hand.FLUSH: ("AS JS 9S 5S 3S", "AS JS 9S 5S JK"),
    Hand.STRAIGHT: ("9S 8H 7D 6C 5S", "9S 8H JK 6C 5S"),
    Hand.THREE_OF_A_KIND: ("9S 9H 9D 4C 5H", "9S 9H 2D 4C 5H"),
    Hand.TWO_PAIR: ("9S 9H 4D 4C 5H", "9S 9H 4D 4C 5H"),
    Hand.PAIR: ("9S 9H 4D JC 5H", "9S JK 4D JC 5H"),
    Hand.HIGH_CARD: ("9S KH 4D JC 5H", "9S KH 4D JC 5H"),
}


def ranked(cards: str) -> int:
    return best(cards.split())


# § 687a.6.


@pytest.mark.parametrize("line", CLASSES, ids=str)
@pytest.mark.parametrize("which", [0, 1], ids=["natural", "wild"])
def test_687a_6_c_classes(line: Hand, which: int) -> None:
    """What each class of hand is, without and with wild cards."""
    assert RANKING.hand(CLASSES[line][which].split()) is line


def test_687a_6_c_order_of_classes() -> None:
    """Five Wilds, royal flush, five of a kind (I-687a-01), straight flush, and on down to the high card."""
    for higher, lower in pairwise(CLASSES.values()):
        assert all(ranked(one) > ranked(other) for one in higher for other in lower)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("AS 9H 7D 5C 4S", "KS QH JD 9C 8S"),
        ("AS AH 7D 5C 4S", "KS KH QD JC TS"),
        ("3S 4H 5D 6C 7S", "AS 3H 4D 5C JK"),
        ("6S 5H 4D 3C JK", "AS 3H 4D 5C JK"),
        ("4S 5S 6S 7S 8S", "AS 3S 4S 5S JK"),
    ],
)
def test_687a_6_a_rank_of_cards(higher: str, lower: str) -> None:
    """The ace is high, and low only before 2-3-4-5, the lowest straight (I-GEN-16)."""
    assert ranked(higher) > ranked(lower)


def test_687a_6_a_ace_does_not_bridge_king_and_three() -> None:
    """Queen, king, ace, a wild card and 3 are no straight: the wild card pairs the ace."""
    assert called(["QS", "KH", "AD", "2C", "3S"]) == "pair of aces"


def test_687a_6_a_suits_are_equal() -> None:
    """The same ranks in other suits push."""
    assert ranked("AS 9H 7D 5C 4S") == ranked("AH 9D 7C 5S 4D")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("2S 9H 7D 5C 4S", "pair of 9s"),
        ("2S 2H 7D 5C 4S", "straight, 8 high"),
        ("2S 2H JK 5C 9S", "four 9s"),
        ("2S 2H JK 2C 9S", "five 9s"),
        ("2S 4S 5S 6S JK", "straight flush, 8 high"),
        ("2S AS KS 9S 4S", "flush, ace high"),
        ("2S 2H AS KS 3D", "three aces"),
    ],
)
def test_687a_6_b_twos_and_joker_are_wild(cards: str, words: str) -> None:
    """Each 2 and the joker stands for any card, its own rank and suit included (I-687a-03)."""
    assert called(cards.split()) == words


def test_i_687a_02_hands_of_one_class_compare_as_in_poker() -> None:
    """Pairs by their rank, then by the other cards; only fully equal hands push."""
    assert ranked("9S 9H KD 5C 4S") > ranked("9D 9C QD JC TS")
    assert ranked("9S 9H KD 5C 4S") > ranked("9D 9C KS 5H 3S")
    assert ranked("9S 9H 7D 5C 4S") == ranked("9D JK 7S 5H 4C")


def test_i_687a_03_wild_card_in_a_flush_is_the_highest_that_lacks() -> None:
    """With the ace held, a wild card is the king."""
    assert ranked("AS JS 9S 5S JK") == ranked("AH KH JH 9H 5H")
    assert ranked("KS JS 9S 5S JK") == ranked("AH KH JH 9H 5H")


# § 687a.12.


def test_687a_12_a_ante_and_raise_pay_even_money() -> None:
    """1 to 1."""
    assert str(EVEN) == "1 to 1"
    played = hand("9S 9H 4D 4C 5H", wagers="1 ante 10; 1 blind 10")
    assert (played.returned(1, "ante"), played.returned(1, "raise")) == ("20.00", "40.00")


BLIND = {
    Hand.FIVE_WILDS: "10010.00",
    Hand.ROYAL_FLUSH: "510.00",
    Hand.FIVE_OF_A_KIND: "110.00",
    Hand.STRAIGHT_FLUSH: "100.00",
    Hand.FOUR_OF_A_KIND: "50.00",
    Hand.FULL_HOUSE: "40.00",
    Hand.FLUSH: "30.00",
    Hand.STRAIGHT: "20.00",
    Hand.THREE_OF_A_KIND: "10.00",
    Hand.TWO_PAIR: "10.00",
    Hand.PAIR: "10.00",
    Hand.HIGH_CARD: "10.00",
}


@pytest.mark.parametrize(("line", "returned"), BLIND.items(), ids=str)
@pytest.mark.parametrize("which", [0, 1], ids=["natural", "wild"])
def test_687a_12_b_blind(line: Hand, returned: str, which: int) -> None:
    """A winning Blind of $10: 1000 to 1 down to 1 to 1 for a straight, and a push with less (I-687a-23)."""
    played = hand(CLASSES[line][which], "QD TC 8D 7C 6H", "QH", wagers="1 ante 10; 1 blind 10")
    assert (played.returned(1, "blind"), played.cite(1, "blind")) == (returned, "687a.12(b)")


def test_687a_12_b_the_printed_table() -> None:
    """Eight lines."""
    assert [(line, odds.win) for line, odds in BLIND_PAYS.lines] == [
        ("five_wilds", 1000), ("royal_flush", 50), ("five_of_a_kind", 10), ("straight_flush", 9),
        ("four_of_a_kind", 4), ("full_house", 3), ("flush", 2), ("straight", 1),
    ]  # fmt: skip


# (c) Progressive.

PROGRESSIVE_HANDS = {
    Hand.FOUR_OF_A_KIND: ("9S 9H 9D 9C 4H", 300),
    Hand.FULL_HOUSE: ("9S 9H 9D 4C 4H", 50),
    Hand.FLUSH: ("AS JS 9S 5S 2S", 40),
    Hand.STRAIGHT: ("AS 2H 3H 4C 5S", 30),
    Hand.THREE_OF_A_KIND: ("2S 2H 2D 4C 5H", 9),
}


@pytest.mark.parametrize("paytable", ["1", "2"])
@pytest.mark.parametrize(("line", "case"), PROGRESSIVE_HANDS.items(), ids=str)
def test_687a_12_c_fixed_awards(line: Hand, case: tuple[str, int], paytable: str) -> None:
    """Both paytables: so many to 1, and the stake back (I-687a-13); 2s are plain 2s (I-687a-11)."""
    cards, odds = case
    stake = 1 if paytable == "1" else 5
    wagers = f"1 ante 10; 1 blind 10; 1 progressive_bonus {stake}"
    assert hand(cards, wagers=wagers, progressive_bonus_paytable=paytable).returned(1, "progressive_bonus") == (
        f"{stake * (odds + 1)}.00"
    )
    kept = hand(cards, wagers=wagers, progressive_bonus_paytable=paytable, progressive_stake_back=False)
    assert (kept.returned(1, "progressive_bonus"), kept.cite(1, "progressive_bonus")) == (
        f"{stake * odds}.00", "I-687a-13",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("paytable", "stake", "royal", "straight_flush"), [("1", 1, "2000.20", "200.02"), ("2", 5, "10001.00", "1000.10")]
)
def test_687a_12_c_shares_of_the_meter(paytable: str, stake: int, royal: str, straight_flush: str) -> None:
    """A royal flush takes the meter as it stands, a straight flush a tenth of it, and neither gets the stake besides."""
    wagers = f"1 ante 10; 1 blind 10; 1 progressive_bonus {stake}"
    for cards, due in (("AS KS QS JS TS", royal), ("2S 3S 4S 5S 6S", straight_flush)):
        played = hand(cards, wagers=wagers, progressive_bonus_paytable=paytable)
        assert played.returned(1, "progressive_bonus") == due


@pytest.mark.parametrize("cards", ["9S 9H 4D 4C 5H", "2S 2H 4D 9C 5H", "2S KH 4D 9C 7H", "9S 9H 2D 2C 5H"])
def test_687a_11_f_1_i_less_than_three_of_a_kind_loses(cards: str) -> None:
    """Two pair and less lose the Progressive, whatever 2s would make of them."""
    played = hand(cards)
    assert (played.returned(1, "progressive_bonus"), played.cite(1, "progressive_bonus")) == (
        "0.00", "687a.11(f)(1)(i)",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "plain", "wild"),
    [
        ("2S 2H 2D 2C 5S", Hand.FOUR_OF_A_KIND, Hand.STRAIGHT_FLUSH),  # five of a kind has no line
        ("2S 2H 2D 2C KS", Hand.FOUR_OF_A_KIND, Hand.ROYAL_FLUSH),
        ("2S 2H 2D KC KS", Hand.FULL_HOUSE, Hand.FOUR_OF_A_KIND),
        ("2S KH KD 9C 5S", Hand.PAIR, Hand.THREE_OF_A_KIND),
        ("2S KH JD 9C 5S", Hand.HIGH_CARD, Hand.PAIR),
        ("AS KH JD 9C 5S", Hand.HIGH_CARD, Hand.HIGH_CARD),
    ],
)
def test_i_687a_11_twos_of_the_progressive_as_filed(cards: str, plain: Hand, wild: Hand) -> None:
    """Plain 2s unless the other reading is filed; then five of a kind is paid as the best line that it contains."""
    held = cards.split()
    assert progressive_line(held, "") is plain
    assert progressive_line(held, "", ProgressiveTwos.WILD) is wild
    assert "progressive_twos" not in Rules().chosen


def test_687a_6_d_lines_of_the_progressive() -> None:
    """Royal flush and straight flush from the meter, then five fixed lines; no five of a kind, no Five Wilds."""
    for table in PROGRESSIVE_PAYS.values():
        assert [*table.shares, *(line for line, _ in table.fixed.lines)] == [
            "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
        ]  # fmt: skip
    assert [(t.unit, t.seed) for t in PROGRESSIVE_PAYS.values()] == [(100, 200_000), (500, 1_000_000)]
    assert [[(s.percent, s.envy) for s in t.shares.values()] for t in PROGRESSIVE_PAYS.values()] == [
        [(100, 100_000), (10, 30_000)],
        [(100, 500_000), (10, 150_000)],
    ]


def test_687a_11_f_1_joker_gives_way_to_the_card_set_aside() -> None:
    """The joker is worth the card set aside, better or worse than it would be wild."""
    assert with_set_aside(["JK", "9S", "9H", "9D", "4C"], "9C") == ["9C", "9S", "9H", "9D", "4C"]
    assert progressive_line(["JK", "9S", "9H", "9D", "4C"], "9C") is Hand.FOUR_OF_A_KIND
    assert progressive_line(["JK", "9S", "9H", "9D", "4C"], "KC") is Hand.THREE_OF_A_KIND
    assert progressive_line(["JK", "9S", "9H", "2D", "4C"], "2C") is Hand.TWO_PAIR


# (d) Trips.

PRINTED = {
    "DJWT-04": {Hand.FIVE_WILDS: (None, 2000), Hand.ROYAL_FLUSH: (1000, 90), Hand.FIVE_OF_A_KIND: (None, 70),
    Hand.FOUR_OF_A_KIND: (60, 6)},
    "DJWT-05": {Hand.FIVE_WILDS: (None, 2000), Hand.ROYAL_FLUSH: (1000, 70), Hand.FIVE_OF_A_KIND: (None, 60),
    Hand.FOUR_OF_A_KIND: (50, 6)},
    "DJWT-06": {Hand.FIVE_WILDS: (None, 500), Hand.ROYAL_FLUSH: (400, 70), Hand.FIVE_OF_A_KIND: (None, 60),
    Hand.FOUR_OF_A_KIND: (50, 6)},
    "DJWT-07": {Hand.FIVE_WILDS: (None, 2000), Hand.ROYAL_FLUSH: (1000, 60), Hand.FIVE_OF_A_KIND: (None, 50),
    Hand.FOUR_OF_A_KIND: (40, 6)},
}  # fmt: skip
ALIKE = {
    Hand.STRAIGHT_FLUSH: (200, 25), Hand.FULL_HOUSE: (30, 5), Hand.FLUSH: (25, 4), Hand.STRAIGHT: (20, 3),
    Hand.THREE_OF_A_KIND: (6, 1), Hand.TWO_PAIR: (None, None), Hand.PAIR: (None, None), Hand.HIGH_CARD: (None, None),
}  # fmt: skip


@pytest.mark.parametrize("paytable", PRINTED)
def test_687a_12_d_trips(paytable: str) -> None:
    """Every line of every table, natural and with wilds, on a wager of $5."""
    for line, columns in (PRINTED[paytable] | ALIKE).items():
        for which, odds in enumerate(columns):
            cards = CLASSES[line][which]
            if which == 0 and (line in (Hand.FIVE_OF_A_KIND, Hand.FIVE_WILDS)):
                continue  # there is no natural one
            played = hand(cards, "QD TC 8D 7C 6H", "QH", trips_bonus_paytable=paytable)
            expected = f"{5 * (odds + 1)}.00" if odds else "0.00"
            assert played.returned(1, "trips_bonus") == expected, (line, which)
            assert played.cite(1, "trips_bonus") == ("687a.12(d)" if odds else "687a.11(f)(2)(i)")


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("AS JS 9S 5S 2S", "natural flush"),
        ("AS JS 9S 5S 2H", "wild flush"),
        ("2S 2H 2D 9C 4H", "natural three of a kind"),
        ("2S 2H 2D 9C 9H", "wild five of a kind"),
        ("2S 2H 2D 2C 9H", "wild five of a kind"),
        ("2S 2H 9D 9C 9H", "wild five of a kind"),
        ("2S 2H 3D 3C 9H", "wild four of a kind"),
        ("AS 2H 3D 4C 5H", "natural straight"),
        ("2S 3S 4S 5S 6S", "natural straight flush"),
        ("2S 3S 4S 5S JK", "wild straight flush"),
        ("2S 2H 2D JK 4H", "wild five of a kind"),
    ],
)
def test_i_687a_04_trips_pays_the_better_of_two_readings(cards: str, line: str) -> None:
    """A 2 may stand as a plain 2 in a natural hand; with the joker no hand is natural."""
    assert trips_line(cards.split(), TRIPS_PAYS["DJWT-05"]) == line


def test_687a_12_d_lines_that_are_paid_alike() -> None:
    """The natural three of a kind of 2s (6 to 1) and the four of a kind that they make as wilds (6 to 1)."""
    table = TRIPS_PAYS["DJWT-05"]
    assert table["natural three of a kind"].win == table["wild four of a kind"].win == 6


# (e) Two-Way Bad Beat.

BEATEN = {
    # the beaten hand, the hand that beats it
    Hand.ROYAL_FLUSH: None,  # only Five Wilds are above it, and then the royal flush has no wild card
    Hand.FIVE_OF_A_KIND: ("9S 9H 9D JK 2H", "AC KC QC JC TC"),
    Hand.STRAIGHT_FLUSH: ("3S 4S 5S 6S 7S", "9C 9H 9D JK 2H"),
    Hand.FOUR_OF_A_KIND: ("9S 9H 9D 9C 4H", "3S 4S 5S 6S 7S"),
    Hand.FULL_HOUSE: ("9S 9H 9D 4C 4H", "TS TH TD TC 5H"),
    Hand.FLUSH: ("AS JS 9S 5S 3S", "9C 9H 9D 4C 4H"),
    Hand.STRAIGHT: ("9S 8H 7D 6C 5S", "AC JC 9C 5C 3C"),
    Hand.THREE_OF_A_KIND: ("9S 9H 9D 4C 5H", "TS TH TD 3C 7H"),
}
BAD_BEATS = {
    "DJWBB-01": (500, 500, 500, 500, 400, 300, 100, 9),
    "DJWBB-02": (10000, 10000, 5000, 500, 400, 300, 100, 9),
    "DJWBB-03": (500, 500, 500, 300, 200, 100, 50, 15),
    "DJWBB-04": (299, 299, 299, 299, 200, 100, 50, 15),
}


@pytest.mark.parametrize("paytable", BAD_BEATS)
def test_687a_12_e_two_way_bad_beat(paytable: str) -> None:
    """By the class of the beaten hand, the player's or the dealer's (I-687a-06), on a wager of $5."""
    for (line, case), odds in zip(BEATEN.items(), BAD_BEATS[paytable], strict=True):
        mine, dealer = case or ("AC KC QC JC TC", "2S 2H 2D 2C JK")
        for hands in ((mine, dealer), (dealer, mine)):
            played = hand(*hands, "8S", two_way_bad_beat_bonus_paytable=paytable)
            assert played.returned(1, "two_way_bad_beat_bonus") == f"{5 * (odds + 1)}.00", line
            assert played.cite(1, "two_way_bad_beat_bonus") == "687a.12(e)"


@pytest.mark.parametrize(
    ("mine", "dealer", "pays"),
    [
        ("9S 9H 9D 4C 5H", "TS TH TD 3C 7H", "50.00"),
        ("TS TH TD 3C 7H", "9S 9H 9D 4C 5H", "50.00"),
        ("9S 9H 4D 4C 5H", "TS TH TD 3C 7H", "0.00"),
        ("TS TH TD 3C 7H", "9S 9H 4D 4C 5H", "0.00"),
        ("9S 9H 2D 4C 5H", "9D 9C 2S 4H 5D", "0.00"),
    ],
)
def test_687a_11_f_3_i_below_three_of_a_kind_or_not_beaten(mine: str, dealer: str, pays: str) -> None:
    """Two pair beaten pays nothing, nor do equal hands; I-687a-07: not even where the print says 'or less'."""
    assert hand(mine, dealer).returned(1, "two_way_bad_beat_bonus") == pays
    if pays == "0.00":
        played = hand(mine, dealer, two_way_bad_beat_bonus_paytable="DJWBB-04")
        assert played.cite(1, "two_way_bad_beat_bonus") == "687a.11(f)(3)(i)"


def test_i_687a_06_one_way_as_printed() -> None:
    """Where it is filed so, only the player's beaten hand pays."""
    high, low = ranked("TS TH TD 3C 7H"), ranked("9S 9H 9D 4C 5H")
    assert bad_beat_line(low, high, two_way=False) is bad_beat_line(low, high, two_way=True) is Hand.THREE_OF_A_KIND
    assert bad_beat_line(high, low, two_way=False) is None
    assert hand("TS TH TD 3C 7H", "9S 9H 9D 4C 5H", two_way=False).returned(1, "two_way_bad_beat_bonus") == "0.00"
    assert hand("9S 9H 9D 4C 5H", "TS TH TD 3C 7H", two_way=False).returned(1, "two_way_bad_beat_bonus") == "50.00"


def test_i_687a_08_five_wilds_have_no_bad_beat_line() -> None:
    """They cannot be beaten; every other class from a three of a kind up has a line in every table."""
    for table in BAD_BEAT_PAYS.values():
        assert [line for line, _ in table.lines] == list(BEATEN)

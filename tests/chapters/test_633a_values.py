"""Chapter 633a, Blackjack: values of cards and hands, and what two, three and four cards are called."""

import pytest

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.chapters.ch633a_blackjack.rules import IN_BETWEEN, KINGS_BOUNTY, LUCKY_LADIES, SUPER_MATCH
from pitboss.chapters.ch633a_blackjack.settlement import side_line, waits
from pitboss.chapters.ch633a_blackjack.values import (
    is_blackjack,
    is_pair,
    is_royal_match,
    is_soft,
    is_straight,
    is_suited,
    is_three_of_a_kind,
    spoken,
    total,
)
from pitboss.equipment.cards import DECK, RANKS
from tests.chapters.blackjack import filed

# § 633a.3(e).  Value of cards.


@pytest.mark.parametrize("value", range(2, 11))
def test_633a_3_e_1_cards_from_2_to_10_count_their_face(value: int) -> None:
    """A 2 counts 2, a 10 counts 10."""
    card = "T" if value == 10 else str(value)
    assert total([f"{card}S"]) == value


@pytest.mark.parametrize("picture", ["JS", "QH", "KD"])
def test_633a_3_e_2_pictures_count_10(picture: str) -> None:
    """Jack, queen and king count 10."""
    assert total([picture]) == 10


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        ("AS", 11),
        ("AS 9S", 20),
        ("AS TS", 21),
        ("AS TS 2S", 13),
        ("AS AH", 12),
        ("AS AH 9S", 21),
        ("AS AH TS", 12),
        ("AS AH AD 8S", 21),
        ("AS AH AD 9S", 12),
        ("AS 5S 5H", 21),
        ("AS 5S 6H", 12),
        ("TS TH AS", 21),
        ("TS TH 2S", 22),
    ],
)
def test_633a_3_e_3_ace_counts_11_or_1(cards: str, count: int) -> None:
    """An ace counts 11 unless the hand would exceed 21, then 1."""
    assert total(cards.split()) == count


@pytest.mark.parametrize(
    ("cards", "hard"), [("TS 6H", True), ("AS 5H TD", True), ("AS 5H 5D", False), ("AS 6H", False)]
)
def test_633a_1_hard_total_has_no_ace_at_11(cards: str, hard: bool) -> None:
    """No ace, or every ace counted 1, makes a hard total."""
    assert is_soft(cards.split()) is not hard


@pytest.mark.parametrize(
    ("cards", "words"), [("AS 6H", "soft 17"), ("TS 7H", "17"), ("AS 6H TD", "17"), ("TS 7H 9D", "26, bust")]
)
def test_633a_1_soft_total_counts_an_ace_11(cards: str, words: str) -> None:
    """A soft total is one where an ace counts 11; the dealer says so."""
    assert spoken(cards.split()) == words


# § 633a.1.  Definitions.


def test_633a_1_blackjack_is_an_ace_and_a_ten_card() -> None:
    """An ace with a 10, jack, queen or king; no other 21 and no third card."""
    found = {two[0] + one[0] for one in DECK for two in DECK if is_blackjack([one, two])}
    assert found == {a + b for a, b in (*(("A", t) for t in "TJQK"), *((t, "A") for t in "TJQK"))}
    assert not is_blackjack(["7S", "7H", "7D"])
    assert not is_blackjack(["AS", "5H", "5D"])


def test_633a_1_pair_is_two_cards_of_one_rank() -> None:
    """Equal rank makes a pair; a ten and a jack do not."""
    assert is_pair(["TS", "TH"])
    assert not is_pair(["TS", "JS"])


def test_633a_1_suited_pair_is_equal_in_rank_and_suit() -> None:
    """Two sevens of spades are a suited pair; sevens of two suits are a pair only."""
    assert sides.bet_the_set_21(["7S", "7S"]) == sides.SUITED_PAIR
    assert sides.bet_the_set_21(["7S", "7H"]) == sides.PAIR
    assert sides.bet_the_set_21(["7S", "8S"]) == ""


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("KS QS", "Royal Match"),
        ("QS KS", "Royal Match"),
        ("KS QH", ""),
        ("KS KS", "Suited Match"),
        ("KS JS", "Suited Match"),
    ],
)
def test_633a_1_royal_match_is_king_and_queen_of_one_suit(cards: str, line: str) -> None:
    """King and queen of one suit, in either order."""
    assert sides.royal_match_21(cards.split()) == line
    assert is_royal_match(cards.split()) is (line == "Royal Match")


def test_633a_1_suited_match_is_any_other_two_of_a_suit() -> None:
    """Two cards of one suit that are not king and queen; two equal cards are that, too."""
    assert sides.royal_match_21(["2H", "9H"]) == sides.royal_match_21(["2H", "2H"]) == sides.SUITED_MATCH
    assert sides.royal_match_21(["2H", "9D"]) == ""


def test_633a_1_suited_20_is_two_of_a_suit_that_count_20() -> None:
    """A ten and a king of hearts, or ace and 9 of clubs (I-633a-21); 19 and 21 do not count."""
    for cards in (["TH", "KH"], ["AC", "9C"]):
        assert sides.lucky_ladies(cards) == sides.kings_bounty(cards) == sides.SUITED_20
    for cards in (["9H", "TH"], ["AH", "TH"], ["AH", "8H"]):
        assert sides.lucky_ladies(cards) == sides.kings_bounty(cards) == ""


def test_633a_1_any_20_is_two_of_unlike_suit_that_count_20() -> None:
    """Two ten-valued cards or ace and 9 of two suits."""
    for cards in (["TH", "KS"], ["AC", "9D"], ["JS", "JD"]):
        assert sides.lucky_ladies(cards) == sides.ANY_20


def test_633a_1_matched_20_is_two_identical_cards_but_queens_of_hearts() -> None:
    """Two jacks of spades match; two queens of hearts are a line of their own."""
    assert sides.lucky_ladies(["JS", "JS"]) == sides.MATCHED_20
    assert sides.lucky_ladies(["QS", "QS"]) == sides.MATCHED_20
    assert sides.lucky_ladies(["QH", "QH"]) == sides.QUEENS
    assert sides.lucky_ladies(["QH", "QH"], dealer_blackjack=True) == sides.QUEENS_AND_BLACKJACK


@pytest.mark.parametrize(("cards", "ok"), [("2S 9S KS", True), ("2S 9S KH", False)])
def test_633a_1_flush_is_three_of_a_suit(cards: str, ok: bool) -> None:
    """Three cards of one suit."""
    assert is_suited(cards.split()) is ok
    assert bool(sides.three_card_poker(cards.split()[:2], cards.split()[2])) is ok


@pytest.mark.parametrize(
    ("cards", "ok"),
    [
        ("AS 2H 3D", True),
        ("QS KH AD", True),
        ("KS AH 2D", False),
        ("4S 3H 5D", True),
        ("9S JH TD", True),
        ("9S QH TD", False),
        ("4S 4H 5D", False),
    ],
)
def test_633a_1_straight_is_three_in_sequence(cards: str, ok: bool) -> None:
    """Three ranks in a row; the ace goes before the 2 or after the king, never between."""
    assert is_straight(cards.split()) is ok
    assert (sides.three_card_poker(cards.split()[:2], cards.split()[2]) == "straight") is ok


def test_633a_1_straight_flush_is_a_straight_in_one_suit() -> None:
    """In sequence and of one suit."""
    assert sides.three_card_poker(["9S", "JS"], "TS") == "straight flush"


def test_633a_1_three_of_a_kind_is_three_of_one_rank() -> None:
    """Three cards of one rank, of whatever suits."""
    assert is_three_of_a_kind(["9S", "9S", "9D"])
    assert sides.three_card_poker(["9S", "9S"], "9D") == sides.THREE_OF_A_KIND
    assert not is_three_of_a_kind(["TS", "TH", "JD"])


def test_633a_1_triple_match_is_one_rank_in_all_three() -> None:
    """The up card and both of the player's cards have one rank."""
    assert sides.in_between(["9S", "9H"], "9D") == sides.TRIPLE_MATCH
    assert sides.in_between(["TS", "TH"], "JD") == ""


def test_633a_1_four_of_a_kind_is_four_of_one_rank() -> None:
    """Four cards of one rank."""
    assert sides.super_match(["9S", "9H", "9S", "9C"]) == sides.FOUR_OF_A_KIND
    assert sides.super_match(["TS", "TH", "TD", "JC"]) == sides.THREE_OF_A_KIND


# § 633a.6(e), 633a.7(g).  What the first cards decide.


@pytest.mark.parametrize(
    ("cards", "up", "lines"),
    [
        ("9S 5H", "9S", ("same",)),
        ("9S 5H", "9D", ("other",)),
        ("9S 9H", "9S", ("same", "other")),
        ("9S 9S", "9S", ("same", "same")),
        ("9C 9H", "9S", ("other", "other")),
        ("TS 5H", "JS", ()),
        ("TS QH", "QS", ("other",)),
    ],
)
def test_633a_6_e_2_match_the_dealer_by_rank(cards: str, up: str, lines: tuple[str, ...]) -> None:
    """Each card of the up card's rank matches; ten-valued cards match only their like."""
    names = {"same": sides.SAME_SUIT, "other": sides.OTHER_SUIT}
    assert sides.match_the_dealer(cards.split(), up) == tuple(names[line] for line in lines)


@pytest.mark.parametrize(
    ("cards", "up", "line"),
    [
        ("7S 9H", "8D", "one-card spread"),
        ("7S TH", "8D", "two-card spread"),
        ("7S TH", "9D", "two-card spread"),
        ("7S JH", "9D", "three-card spread"),
        ("7S QH", "9D", "all others"),
        ("2S AH", "KD", "all others"),
        ("7S 9H", "7D", ""),
        ("7S 9H", "9D", ""),
        ("7S 9H", "TD", ""),
        ("7S 9H", "6D", ""),
        ("7S 8H", "7D", ""),
        ("7S 7H", "8D", ""),
    ],
)
def test_633a_7_g_3_i_in_between_by_spread(cards: str, up: str, line: str) -> None:
    """Strictly between the two cards, paid by how many ranks lie there; adjacent cards and a pair cannot win so."""
    assert sides.in_between(cards.split(), up) == sides.in_between(cards.split()[::-1], up) == line


def test_633a_6_e_3_in_between_ace_is_high_unless_filed_low() -> None:
    """I-633a-24: the ace ranks above the king; a house may file it below the 2."""
    high, low = filed(in_between=True), filed(in_between=True, in_between_ace="low")
    for cards, up, wins_high, wins_low in (
        (["QS", "AH"], "KD", True, False),
        (["AS", "3H"], "2D", False, True),
        (["KS", "AH"], "2D", False, True),
    ):
        assert bool(side_line(IN_BETWEEN, cards, up, high)[0]) is wins_high
        assert bool(side_line(IN_BETWEEN, cards, up, low)[0]) is wins_low


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("KS KS", sides.KINGS_OF_SPADES),
        ("KH KH", sides.SUITED_KINGS),
        ("QH QH", sides.SUITED_TENS),
        ("JS JS", sides.SUITED_TENS),
        ("TD TD", sides.SUITED_TENS),
        ("KH QH", sides.SUITED_20),
        ("AH 9H", sides.SUITED_20),
        ("KH KS", sides.KINGS),
        ("QH QS", sides.ANY_20),
        ("AH 9S", sides.ANY_20),
        ("KH 9H", ""),
    ],
)
def test_633a_6_e_6_kings_bounty_takes_the_best_line(cards: str, line: str) -> None:
    """Twenty in two cards, by the first line it fits."""
    assert sides.kings_bounty(cards.split()) == line


@pytest.mark.parametrize(
    ("ranks", "line"),
    [("2345", ""), ("2245", "pair"), ("2255", "two pair"), ("2225", "three-of-a-kind"), ("2222", "four-of-a-kind")],
)
def test_633a_6_e_7_super_match_takes_the_best_class(ranks: str, line: str) -> None:
    """By rank among four cards; only the best class."""
    cards = [rank + suit for rank, suit in zip(ranks, "SHDC", strict=True)]
    assert sides.super_match(cards) == line
    rules = filed(blackjack_switch=True, switch_natural_pays="one_to_one", super_match=True)
    assert side_line(SUPER_MATCH, cards, "2C", rules)[0] == line


@pytest.mark.parametrize(
    ("dealer", "cards", "line"),
    [
        (21, 2, "dealer Blackjack"),
        (21, 3, "dealer 21 with three cards"),
        (21, 4, "dealer 21 with four cards"),
        (21, 5, "dealer 21 with five cards"),
        (21, 6, "dealer 21 with six cards"),
        (21, 7, sides.BAD_BEAT_TOP),
        (21, 8, sides.BAD_BEAT_TOP),
        (20, 3, ""),
        (22, 3, ""),
    ],
)
def test_633a_6_e_8_bad_beat_is_20_against_21(dealer: int, cards: int, line: str) -> None:
    """A player's 20 against the dealer's 21, by how many cards made it; 19 and 21 win nothing."""
    assert sides.bad_beat([20], dealer, cards) == line
    assert sides.bad_beat([19, 21, 22], dealer, cards) == ""
    assert sides.bad_beat([17, 20], dealer, cards, any_20=True) == (line or sides.PLAYER_20)


@pytest.mark.parametrize(
    ("cards", "line"),
    [(2, ""), (3, ""), (4, ""), (5, "five"), (6, "six"), (7, "seven"), (8, "eight or more"), (9, "eight or more")],
)
def test_633a_6_e_10_hit_and_run_counts_the_dealers_cards(cards: int, line: str) -> None:
    """Five cards or more, or a Blackjack."""
    assert sides.hit_and_run(cards, dealer_blackjack=False) == (f"dealer has {line} cards" if line else "")
    assert sides.hit_and_run(2, dealer_blackjack=True) == sides.DEALER_BLACKJACK


@pytest.mark.parametrize("up", [rank + "C" for rank in RANKS])
def test_633a_7_g_what_waits_for_the_hole_card(up: str) -> None:
    """Queens of hearts and kings of spades wait against an ace or ten-valued card, a Royal Match against king or queen."""
    might = up[0] in "ATJQK"
    assert waits(LUCKY_LADIES, ["QH", "QH"], up) is waits(KINGS_BOUNTY, ["KS", "KS"], up) is might
    assert not waits(LUCKY_LADIES, ["QS", "QS"], up)
    assert not waits(KINGS_BOUNTY, ["KH", "KH"], up)
    assert waits("royal_match_21", ["KD", "QD"], up) is (up[0] in "KQ")
    assert not waits("royal_match_21", ["KD", "JD"], up)
